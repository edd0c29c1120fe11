// What an exploration does with a session: it runs the script's functions one by one while the script
// rests, looks at the state between them, and stops what is refused.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension Session {
  /// Begins a rest on a fresh device, with the memory that the statements left.
  mutating func rest() {
    isExploring = true
    script.limits.device.traceRecords = Self.recordsOfAnAction
    prepareDevice()
    machine = memory
    activity = .finished
  }

  /// How many records are kept while a session explores: those of one action, for blocks such as
  /// `refused`.
  private static let recordsOfAnAction = 512

  /// Forgets what came of the actions before.
  mutating func beginAction() {
    forgetOutcome()
    wasRefused = false
    _ = takeEvents()
  }

  /// Runs a function of the script to its end.
  ///
  /// - Throws: The error by which it ended.
  mutating func run(
    _ function: FunctionIndex, _ arguments: [ScriptValue] = []
  ) throws(RuntimeError) {
    machine.start(function, arguments)
    let result = try finishCall()
    for reference in result.functions { machine.release(reference) }
  }

  /// The value of a function that only looks.
  ///
  /// - Throws: The error by which it ended.
  mutating func value(
    of function: FunctionIndex, _ arguments: [ScriptValue] = []
  ) throws(RuntimeError) -> ScriptValue {
    machine.start(function, arguments)
    machine.beginReadOnly()
    defer { machine.endReadOnly() }
    return try finishCall()
  }

  /// Whether a function that only looks gives true.
  ///
  /// - Throws: The error by which it ended, and one for what is no Bool.
  mutating func look(
    _ function: FunctionIndex, _ arguments: [ScriptValue] = []
  ) throws(RuntimeError) -> Bool {
    let value = try value(of: function, arguments)
    if case .boolean(let holds) = value { return holds }
    let call = content.program.place(of: function).map {
      RuntimeError.Call(function: content.program.name(of: function), place: $0)
    }
    throw RuntimeError(
      .typeMismatch, "this has to be a Bool, and is \(value)", stack: call.map { [$0] } ?? [])
  }

  /// Does what an action says.
  ///
  /// - Throws: The error by which code of the script ended.
  mutating func perform(
    _ action: ExplorationAction, of exploration: ScriptExploration
  ) throws(RuntimeError) {
    switch action {
    case .alternative(let number):
      let alternative = exploration.alternatives[number]
      for step in exploration.compiled.alternatives[alternative.number].steps {
        try run(step, alternative.values)
      }
    case .environment(let action):
      do { _ = try apply(action.stimulus) } catch {
        throw RuntimeError(error.identifier, error.message)
      }
    case .advance(let span):
      do {
        let end = try simulation.end(of: span)
        while try advanceToNextEvent(before: end) {}
      } catch let error as HostFunctionError {
        throw RuntimeError(error.identifier, error.message)
      } catch {
        throw RuntimeError(.clockOverflow, "\(error)")
      }
    }
  }

  /// What `after` sees of an action: its name as a symbol, and what it was given.
  func map(of action: ExplorationAction, _ exploration: ScriptExploration) -> ScriptValue {
    let (name, arguments): (String, [ScriptValue]) =
      switch action {
      case .alternative(let number): ("choose", exploration.alternatives[number].values)
      case .environment(let action):
        (
          action.stimulus.name.rawValue,
          (action.stimulus.app.map { [.handle(handle(of: $0))] } ?? [])
            + action.stimulus.arguments.filter { $0 != .nil }
        )
      case .advance(let span): ("advance", [.span(span)])
      }
    return .map(named: [("name", .symbol(name)), ("arguments", .list(arguments))])
  }
}
