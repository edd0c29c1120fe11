// Times and spans: checked sums, saturated deadlines, text.

import Testing

@testable import RehearsalLifecycle

struct ClockTests {
  @Test func sumsBeyondTheClockAreErrors() throws {
    let start = VirtualTime.zero
    #expect(throws: ClockOverflow.self) { try start.adding(.nanoseconds(-1)) }
    #expect(throws: ClockOverflow.self) { try start.adding(.nanoseconds(.max)) }
    let late = try start.adding(.nanoseconds(.max - 1))
    #expect(throws: ClockOverflow.self) { try late.adding(.nanoseconds(1)) }
    #expect(throws: ClockOverflow.self) {
      try TimeSpan.nanoseconds(.max).adding(.nanoseconds(1))
    }
    #expect(try TimeSpan.seconds(2).adding(.milliseconds(500)) == .milliseconds(2500))
  }

  @Test func deadlinesSaturate() throws {
    let late = try VirtualTime.zero.adding(.nanoseconds(.max - 1))
    #expect(late.after(.seconds(5)) == .never)
    #expect(VirtualTime.zero.after(.seconds(-5)) == .zero)
    #expect(TimeSpan.hours(.max) == .nanoseconds(.max))
    #expect(TimeSpan.hours(.min) == .nanoseconds(.min))
    #expect(TimeSpan.zero.saturatingSubtracting(.nanoseconds(.min)) == .nanoseconds(.max))
  }

  @Test(arguments: [
    (TimeSpan.zero, "0s"), (.seconds(90), "90s"), (.milliseconds(1500), "1.5s"),
    (.milliseconds(250), "250ms"), (.nanoseconds(1_500_000), "1500us"), (.nanoseconds(7), "7ns"),
    (.nanoseconds(-1_000_000_001), "-1.000000001s"),
  ])
  func spansReadAsPeopleWriteThem(span: TimeSpan, text: String) {
    #expect(span.description == text)
  }

  @Test func anAdvanceBeyondTheClockIsAnError() throws {
    var world = try World.launched()
    #expect(throws: SimulationError.clockOverflow) {
      try world.simulation.advance(by: .nanoseconds(.max))
    }
    #expect(throws: SimulationError.negativeSpan(.seconds(-1))) {
      try world.simulation.advance(by: .seconds(-1))
    }
    // The app would be told of each of a hundred thousand midnights.
    try world.apply(.terminate(world.notes))
    try world.simulation.advance(by: .nanoseconds(.max - 1))
    try world.launch()
    try world.pressHome()
    #expect(world.state == .background)
  }
}
