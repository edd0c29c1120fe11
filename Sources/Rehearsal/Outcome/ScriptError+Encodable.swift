// Errors, diagnostics and records as data for other tools: their form in JSON, and what a JSON encoder
// produces for them, which is the same. Places are given as people count them, with lines and
// columns from 1.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension SourcePlace: Encodable, JSONRepresentable {
  package var json: JSONValue {
    let position = position
    return ["file": file, "line": position.line, "column": position.column]
  }

  /// Writes the file, the line and the column.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Diagnostic {
  /// The marked place.
  public var place: SourcePlace { SourcePlace(source, range) }
}

extension ScriptError: Encodable, JSONRepresentable {
  package var json: JSONValue {
    switch self {
    case .diagnostics(let diagnostics):
      ["kind": "diagnostics", "diagnostics": diagnostics]
    case .runtimeError(let error): ["kind": "fault", "fault": error]
    }
  }

  /// Writes the kind, `diagnostics` or `fault`, and what belongs to it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Diagnostic: Encodable, JSONRepresentable {
  package var json: JSONValue {
    [
      "identifier": identifier.rawValue, "severity": severity.rawValue, "message": message,
      "place": place, "notes": notes.map(\.message),
    ]
  }

  /// Writes the identifier, the severity, the message, the place and the notes.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension RuntimeError.Call: JSONRepresentable {
  package var json: JSONValue { ["function": function, "place": place] }
}

extension RuntimeError: Encodable, JSONRepresentable {
  package var json: JSONValue {
    [
      "identifier": identifier.rawValue, "message": message, "stack": stack,
      "omittedCalls": omittedCalls,
    ]
  }

  /// Writes the identifier, the message and the calls that led there, the innermost first.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Failure: Encodable, JSONRepresentable {
  package var json: JSONValue { reason.json.merging(["time": time.nanoseconds]) }

  /// Writes what failed, where, and the device's time in nanoseconds.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Failure.Reason: JSONRepresentable {
  package var json: JSONValue {
    switch self {
    case .expectation(let failed):
      let variables = failed.loopVariables.map { [$0.text, $0.value] }
      return [
        "kind": "expectation", "message": failed.message, "place": failed.site.conditionPlace,
        "parts": failed.parts.map { [$0.text, $0.value] },
        "loopVariables": variables.isEmpty ? nil : variables,
        "callers": failed.callers.isEmpty ? nil : failed.callers,
      ]
    case .runtimeError(let error): return ["kind": "fault", "fault": error]
    case .warning(let warning):
      return ["kind": "warning", "message": warning.message, "place": warning.place]
    case .appRuntimeError(let app, let error, let isHang):
      return ["kind": "appFault", "app": app, "isHang": isHang, "fault": error]
    case .appEnded(let app, let reason, let error):
      return ["kind": "appEnd", "app": app, "reason": reason.rawValue, "fault": error]
    case .unexpectedPass(let place, let reason):
      return ["kind": "unexpectedPass", "message": reason, "place": place]
    }
  }
}

extension Record: Encodable, JSONRepresentable {
  package var json: JSONValue {
    [
      "index": index, "time": time.nanoseconds, "app": app?.index, "incarnation": incarnation,
      "kind": kind.rawValue, "name": name, "state": state?.processState.rawValue,
      "handled": handled, "declined": declined, "rule": rule?.description, "cause": cause,
      "detail": detail, "code": exitCode, "codeName": exitCode.flatMap(ExitCode.name),
    ]
  }

  /// Writes the record with its time in nanoseconds and its app by its number on the device.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
