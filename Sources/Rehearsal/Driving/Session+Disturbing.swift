// What a storm does with a session that is under way: it goes through a case step by step, acts on
// the device where the script does not, and hides what came of that from the script's looking back.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension Session {
  /// Begins a case of a session whose statements were run; `step` goes on with it.
  package mutating func begin(case number: Int) {
    guard !isFinished else { return }
    activity = .scenario(number)
    step()
  }

  /// Whether the case that was begun has come to its end.
  package var isCaseOver: Bool {
    switch activity {
    case .scenario, .finished: true
    case .notStarted, .script, .advancing, .stepping: false
    }
  }

  /// Whether another thread has stopped what runs.
  package var isCancelled: Bool { cancellation?.isCancelled == true }

  /// Whether the script waits for time to pass, other than for a condition.
  package var isWaiting: Bool {
    switch activity {
    case .advancing, .stepping: true
    case .notStarted, .script, .scenario, .finished: false
    }
  }

  /// Applies a stimulus that the script knows nothing of.
  ///
  /// - Throws: `HostFunctionError` for one that makes no sense here, or does not come to an end.
  package mutating func disturb(
    _ stimulus: Stimulus
  ) throws(HostFunctionError) -> StimulusOutcome {
    try keepingCount { session throws(HostFunctionError) in
      try session.move { (simulation: inout Simulation) throws(SimulationError) in
        try simulation.apply(stimulus)
      }
    }
  }

  /// Handles the next event of the device, the script knowing nothing of it, where it is due by a
  /// moment; else moves to that moment.
  ///
  /// - Returns: Whether there was an event.
  package mutating func passEvent(
    before end: VirtualTime
  ) throws(HostFunctionError) -> Bool {
    try keepingCount { session throws(HostFunctionError) in
      try session.advanceToNextEvent(before: end)
    }
  }

  private mutating func keepingCount<Result>(
    _ body: (inout Session) throws(HostFunctionError) -> Result
  ) throws(HostFunctionError) -> Result {
    let count = eventsUnderWay
    eventsUnderWay = 0
    defer { eventsUnderWay = count }
    return try body(&self)
  }

  /// Lets an `advance` that is under way end later.
  package mutating func lengthenWait(by span: TimeSpan) {
    guard case .advancing(let end) = activity, let later = try? end.adding(span) else { return }
    activity = .advancing(to: later)
  }

  /// Hides what happened since an earlier moment of this session from the script's looking back.
  package mutating func hideHistory(since earlier: Session) {
    unseen.hide(
      earlier.simulation.history.endIndex..<simulation.history.endIndex,
      since: earlier.simulation.device, until: simulation.device)
  }

  /// The digests of the device with its apps and of the script: equal for sessions that go on alike.
  package var identity: (world: Digest, script: Digest) {
    (simulation.identity, machine.identity())
  }

  /// The variables of an app's living process that have values, or what a native one exposes, with
  /// the values and how they print; none without a process.
  package mutating func visibleVariables(
    of app: AppIdentifier
  ) -> [(name: String, value: ScriptValue, text: String)] {
    guard let number = apps.firstIndex(of: app) else {
      guard let code = simulation.code(of: app) as? any ExposingCode else { return [] }
      return names(of: app).variables.compactMap { name in
        code.exposedValue(name).map { (name, $0, $0.isPlainData ? $0.description : "…") }
      }
    }
    let globals = content.program.units[number].globalTable
    return simulation.withCode(of: app) { code in
      guard let scripted = code as? ScriptedApp else { return [] }
      return globals.names.indices.dropFirst(globals.constantCount).compactMap { slot in
        guard let value = scripted.machine.readGlobal(slot: slot) else { return nil }
        return (globals.names[slot], value, scripted.machine.globalText(slot: slot) ?? "")
      }
    } ?? []
  }
}
