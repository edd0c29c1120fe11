// A simulation with one app, Notes. Every move checks the device's invariants after each event.

import Testing

@testable import RehearsalLifecycle

/// A simulation that checks the invariants after every event.
struct World {
  var simulation: Simulation
  let notes: AppIdentifier

  init(_ code: StepCode = StepCode(), limits: Limits = Limits()) throws {
    simulation = Simulation(profile: Profile(), limits: limits)
    notes = try simulation.install(
      AppDescription(name: "Notes"), handling: code.handledMessages
    ) { code }
  }

  /// A world with the app launched and active.
  static func launched(_ code: StepCode = StepCode()) throws -> World {
    var world = try World(code)
    try world.launch()
    return world
  }

  var device: Device { simulation.device }
  var history: History { simulation.history }
  var state: ProcessState { device.state(of: notes) }
  var logs: [String] {
    records(.log).compactMap { if case .text(let text) = $0.details { text } else { nil } }
  }

  func records(_ kind: RecordKind) -> [Record] {
    history.records().filter { $0.kind == kind }
  }

  mutating func apply(_ stimulus: Stimulus) throws {
    let outcome = try simulation.apply(stimulus)
    expectSound()
    if case .refused(let index) = outcome {
      Issue.record("refused: \(history[index].map { "\($0.subject)" } ?? "")")
    }
  }

  mutating func launch() throws { try apply(.launch(notes)) }
  mutating func pressHome() throws { try apply(.press(.home)) }

  mutating func advance(_ span: TimeSpan) throws {
    let end = try simulation.end(of: span)
    while try simulation.stepOnce(notAfter: end) { expectSound() }
    try simulation.advance(to: end)
  }

  mutating func advance(seconds: Int64) throws { try advance(.seconds(seconds)) }

  private func expectSound() {
    let violations = device.checkInvariants()
    if !violations.isEmpty { Issue.record("\(violations.map(\.text))") }
  }
}
