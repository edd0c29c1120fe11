// The moment before a statement runs, for observers such as a debugger: where it is, what is in
// scope, and copies of what it runs in.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// The moment before a statement of a script, or of an app's code, runs.
package struct StatementMoment: ~Copyable {
  private let caller: HostCall.Caller

  init(_ caller: HostCall.Caller) { self.caller = caller }

  /// The name of the function that is called, which no script can spell.
  static let functionName = "statement begins"

  /// The app whose code the statement is part of; nil for the outside.
  package var app: AppIdentifier? {
    if case .app(_, let context) = caller { context.app } else { nil }
  }

  /// The calls under way on its side, the innermost first, which is at the statement.
  package var stack: [RuntimeError.Call] { machine.stack() }

  /// The variables of the current function with how their values print, in the order of their
  /// declaration.
  package var locals: [(name: String, value: String)] {
    let names = machine.argumentText(0).split(separator: " ")
    return names.enumerated().map { (String($1), machine.argumentLiteral($0 + 1)) }
  }

  /// The variables of the app whose code it is, with how their values print.
  package var appVariables: [(name: String, value: String)] {
    guard case .app(let app, _) = caller else { return [] }
    let globals = app.pointee.plan.app.globalTable
    return globals.names.indices.dropFirst(globals.constantCount).compactMap { slot in
      app.pointee.machine.globalText(slot: slot).map { (globals.names[slot], $0) }
    }
  }

  /// A copy of the session, where the outside is at the statement; nil in an app's code.
  package var session: Session? {
    if case .outside(let session) = caller { session.pointee } else { nil }
  }

  /// A copy of the device.
  package var device: Device {
    switch caller {
    case .outside(let session): session.pointee.device
    case .app(_, let context): context.snapshot
    }
  }

  private var machine: Machine {
    switch caller {
    case .outside(let session): session.pointee.machine
    case .app(let app, _): app.pointee.machine
    }
  }
}

extension Script {
  /// The places of the statements that are reported; empty without an observer.
  ///
  /// - Complexity: O(*n*) in the length of the code.
  package var statementPlaces: [SourcePlace] {
    program?.places(ofCallsTo: StatementMoment.functionName) ?? []
  }
}
