// What clients write with the library's vocabulary alone: stimuli with their choices, and what
// records are about.

import Rehearsal
import RehearsalNativeApps
import Testing

@Suite("The vocabulary is within a client's reach")
struct VocabularyTests {
  struct Plain: ApplicationDelegate {}

  @Test func stimuliTakeTheirChoices() throws {
    var device = Simulation(profile: Profile(system: 17, model: "iPhone"))
    let app = try device.install("Plain", info: [.backgroundModes: .list([.symbol("fetch")])]) {
      Plain()
    }
    try device.launch(app)
    let stimuli: [Stimulus] = [
      .rotate(.landscapeLeft), .setting(.lowPowerMode(true)), .condition(.thermalState(.serious)),
      .appSetting(app, .location(.always)), .locate(app, .by(metres: 10)),
      .connect(.screen, name: "TV"), .push(app, payload: .map([]), type: .alert),
      .interrupt(.phoneCall), .answer(.phoneCall), .hangUp, .forceQuit(app),
    ]
    for stimulus in stimuli { try device.apply(stimulus) }
    #expect(device.state(of: app) == .notRunning)
  }

  @Test func recordsSayWhatTheyAreAbout() throws {
    var device = Simulation()
    let app = try device.install("Plain") { Plain() }
    try device.launch(app)
    try device.press(.home)
    try device.advance(by: .seconds(10))
    try device.apply(.purge(app))
    let subjects = device.records().map(\.subject)
    #expect(subjects.contains(.message(.didBecomeActive)))
    #expect(subjects.contains(.state(.suspended, from: .background)))
    #expect(subjects.contains(.exit(.memoryPressure)))
    #expect(subjects.contains(.stimulus(Stimulus.press(.home).name)))
    #expect(device.records().contains { $0.rule == .R011 })
  }
}
