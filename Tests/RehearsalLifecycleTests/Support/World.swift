// A simulation with one app, Notes, for tests of rules. Every move checks the device's invariants
// after each event.

import Testing

@testable import RehearsalLifecycle

/// A simulation that checks the invariants after every event.
struct World {
  var simulation: Simulation
  let notes: AppIdentifier

  init(
    _ code: StepCode = StepCode(), profile: Profile = Profile(), limits: Limits = Limits()
  ) throws {
    simulation = Simulation(profile: profile, limits: limits)
    let labels = code.controls.indices.map { "Button \($0)" }
    notes = try simulation.install(AppDescription(name: "Notes", controls: labels)) { code }
  }

  /// A world on a version, with the app launched and active.
  static func launched(_ code: StepCode = StepCode(), os: SystemVersion = 17) throws -> World {
    var world = try World(code, profile: Profile(system: os))
    try world.launch()
    return world
  }

  var device: Device { simulation.device }
  var state: ProcessState { device.state(of: notes) }
  var exit: ProcessExit? { device.exits(of: notes).last }
  var logs: [String] { records(.log).map(\.detail) }

  func records(_ kind: RecordKind, since index: Int = 0) -> [Record] {
    device.trace.records(since: index).filter { $0.kind == kind }
  }

  mutating func apply(_ stimulus: Stimulus) throws {
    let outcome = try simulation.apply(stimulus)
    expectSound()
    if case .refused(let index) = outcome {
      Issue.record("refused: \(device.trace[index]?.detail ?? "")")
    }
  }

  /// Expects that a stimulus is refused for that reason.
  mutating func expectRefused(
    _ stimulus: Stimulus, _ expected: Refusal, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try simulation.apply(stimulus)
    expectSound(place)
    guard case .refused(let index) = outcome else {
      Issue.record("not refused", sourceLocation: place)
      return
    }
    #expect(device.trace[index]?.subject == .refusal(expected), sourceLocation: place)
  }

  mutating func launch() throws { try apply(.launch(notes)) }
  mutating func pressHome() throws { try apply(.press(.home)) }

  mutating func advance(_ span: TimeSpan) throws {
    let end = try simulation.end(of: span)
    while try simulation.stepOnce(notAfter: end) { expectSound() }
    try simulation.advance(to: end)
  }

  mutating func advance(seconds: Int64) throws { try advance(.seconds(seconds)) }

  /// Expects the messages that a piece of the scenario sends.
  mutating func expectCalls(
    _ expected: [Message], _ place: SourceLocation = #_sourceLocation,
    during body: (inout World) throws -> Void
  ) rethrows {
    let start = device.trace.endIndex
    try body(&self)
    #expect(device.calls(of: notes, since: start) == expected, sourceLocation: place)
  }

  func expectSound(_ place: SourceLocation = #_sourceLocation) {
    let violations = device.checkInvariants()
    if !violations.isEmpty { Issue.record("\(violations.map(\.text))", sourceLocation: place) }
  }
}

/// A small generator with a seed, so that random tests are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
