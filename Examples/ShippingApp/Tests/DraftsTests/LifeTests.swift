// What a scenario cannot say: that nothing of a process is left when it has ended.

import Rehearsal
import RehearsalTesting
import Testing

@MainActor
@Suite struct LifeTests {
  @Test func nothingSurvivesThePurge() throws {
    var device = Simulation()
    let drafts = try device.install("Drafts") { DraftsDelegate($0) }
    try device.launch(drafts)
    try device.touch("Type")
    try device.advance(by: .seconds(10))
    try device.press(.home)
    try device.advance(by: .seconds(10))
    try expectNothingSurvives(the: drafts, on: &device) { device in
      try device.apply(.purge(drafts))
      try device.launch(drafts)
    }
    expectValues(
      of: drafts, on: device,
      [
        "name": "untitled", "text": "x", "isSaved": true, "outbox": [String](), "photos": 0,
        "refreshes": 0,
      ])
  }
}
