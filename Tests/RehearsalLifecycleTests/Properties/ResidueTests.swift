// What is over leaves nothing behind: no closure of the app, and no event.

import Testing

@testable import RehearsalLifecycle

struct ResidueTests {
  @Test("ended tasks and fired callbacks leave no closure")
  func noResidue() throws {
    var world = try World.launched(
      StepCode([
        .didEnterBackground: [
          .beginTask("save", expiration: [.endTask]), .after(.seconds(1), [.endTask]),
          .perform(.seconds(1), []), .every(.seconds(1), []), .invalidateLastTimer,
        ]
      ]))
    try world.pressHome()
    try world.advance(seconds: 60)
    let code = try #require(world.simulation.code(of: world.notes) as? StepCode)
    #expect(code.keptCallbacks == 0)
    #expect(world.device.scheduledEventCount == 0)
  }
}
