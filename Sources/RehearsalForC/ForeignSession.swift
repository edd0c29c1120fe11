// A session that another language holds through the C interface: its functions, limits and script.

import Foundation
import Rehearsal

/// A session behind a pointer of another language; one thread uses it at a time.
final class ForeignSession {
  private var host = ScriptHost()
  private var limits = RunLimits()
  private var session: Session?

  /// A pointer of the other language, which is its own to synchronize.
  private struct Context: @unchecked Sendable {
    // Unchecked: the header says that a session is used by one thread at a time.
    let pointer: UnsafeMutableRawPointer?
  }

  func define(
    _ name: String, _ parameters: String, _ function: @escaping ForeignFunction,
    _ context: UnsafeMutableRawPointer?
  ) throws {
    let names = parameters.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let context = Context(pointer: context)
    try host.define(name, names) { call in
      let arguments = (0..<call.argumentCount).map { JSON.value(of: call.scriptArgument($0)) }
      let answer = JSON.text(of: arguments).withCString { function($0, context.pointer) }
      guard let answer else { return .nil }
      defer { freeText(answer) }
      let object = try JSON.parse(String(cString: answer))
      if let fields = object as? [String: Any], let error = fields["error"] as? String {
        throw ForeignError(message: error)
      }
      return JSON.scriptValue(of: object)
    }
  }

  func limit(_ setting: String) throws {
    do throws(LimitMistake) { try limits.set(setting) } catch {
      throw ForeignError(message: error.message)
    }
  }

  func load(name: String, source: String) throws -> Any {
    session = nil
    let script = Script(SourceText(name: name, source), host: host, limits: limits)
    session = try script.session()
    return script.cases.map(\.title)
  }

  func run() throws -> Any {
    try withSession { session in
      let report = session.run()
      let failures = report.statementFailures + report.scenarios.flatMap(\.failures)
      return [
        "passed": report.hasPassed, "failures": try JSON.object(of: failures),
        "scenarios": report.scenarios.map(Self.object),
      ]
    }
  }

  /// How a case came out, by the keys of the header.
  private static func object(_ result: ScenarioResult) -> [String: Any] {
    var object: [String: Any] = [
      "title": result.title, "status": result.status.rawValue,
      "parameters": Dictionary(
        result.scenario.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }),
    ]
    let reason = result.scenario.skipReason ?? result.scenario.failureReason
    if let reason { object["reason"] = reason }
    return object
  }

  func call(_ function: String, _ arguments: String) throws -> Any {
    let values = try JSON.parse(arguments.isEmpty ? "[]" : arguments)
    guard let list = values as? [Any] else {
      throw ForeignError(message: "the arguments are a JSON list")
    }
    return try withSession { session in
      JSON.value(of: try session.call(function, list.map { JSON.scriptValue(of: $0) }))
    }
  }

  func advance(_ nanoseconds: Int64) throws -> Any {
    try withSession { session in
      try session.advance(by: .nanoseconds(nanoseconds))
      return session.simulation.now.nanoseconds
    }
  }

  func trace() throws -> Any {
    try withSession { session in
      [
        "apps": session.script.appNames,
        "records": try JSON.object(of: session.simulation.records()),
      ] as [String: Any]
    }
  }

  private func withSession(_ body: (inout Session) throws -> Any) throws -> Any {
    guard var session else { throw ForeignError(message: "the session has no script; load one") }
    // The session is the machine's only holder while it runs, so that nothing is copied.
    self.session = nil
    defer { self.session = session }
    return try body(&session)
  }
}
