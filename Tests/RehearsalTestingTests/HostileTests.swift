// Scripts that have no end, or want more than there is, cannot take a test process with them: each
// is stopped by its limit, with the limit's own error, and the next scenario runs.

import Foundation
import Rehearsal
import Synchronization
import Testing

@testable import RehearsalTesting

@Suite("Hostile scripts")
struct HostileTests {
  static let scenarios = Result {
    try ScriptScenario.all(in: "Failing/Hostile", host: host(), limits: limits())
  }

  @Test(arguments: try scenarios.get())
  func aScenarioIsStopped(_ scenario: ScriptScenario) throws {
    let expected = Self.expected(of: try #require(scenario.title))
    let problems = scenario.outcome().problems
    #expect(problems.map { String($0.message.prefix { $0 != " " }) } == expected)
  }

  @Test("Comments of a script set no limits in a test")
  func commentsSetNothing() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rehearsal-comments-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("lowering.rehearsal")
    try "// limit: instructions=10\nscenario \"a\" { for i in 0..<2000 { }; expect 1 + 1 == 2 }"
      .write(to: file, atomically: true, encoding: .utf8)
    let scenarios = try ScriptScenario.all(in: file.path)
    #expect(scenarios.count == 1)
    #expect(scenarios.allSatisfy { $0.outcome().problems.isEmpty })
  }

  @Test("A run goes on with the next scenario, on a thread with as little stack as pools give")
  func aRunGoesOn() throws {
    let path = try #require(try Self.scenarios.get().first?.path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let script = Script(
      SourceText(name: path, text), host: try Self.host(), limits: try Self.limits())
    let report = try #require(onSmallThread { try? script.run() })
    #expect(report.scenarios.count == script.cases.count)
    for scenario in report.scenarios {
      let expected = Self.expected(of: scenario.title)
      #expect(
        scenario.failures.map { Self.summary(of: $0) } == expected, "\(scenario.title)")
      #expect(scenario.status == (expected.isEmpty ? .passed : .failed))
    }
  }

  private func onSmallThread(_ body: @escaping @Sendable () -> RunReport?) -> RunReport? {
    let result = Mutex<RunReport?>(nil)
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
      let report = body()
      result.withLock { $0 = report }
      finished.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    finished.wait()
    return result.withLock { $0 }
  }

  /// How the problem of a scenario begins; a title that promises nothing wrong has none.
  private static func expected(of title: String) -> [String] {
    let words = title.split(separator: " ")
    if words[0] == "failed:" { return ["failed:"] }
    return words.prefix { $0.wholeMatch(of: /E\d+/) != nil }.map { "error[\($0)]:" }
  }

  private static func summary(of failure: Failure) -> String {
    switch failure.reason {
    case .expectation, .unexpectedPass: "failed:"
    case .warning(let warning): "warning[\(warning.identifier.rawValue)]:"
    case .runtimeError(let error), .appRuntimeError(_, let error, _), .appEnded(_, _, let error):
      "error[\(error.identifier.rawValue)]:"
    }
  }

  /// Far below the defaults, so that what has no end comes to it soon in a debug build.
  private static func limits() throws -> RunLimits {
    var limits = RunLimits()
    for setting in [
      "instructions=1000000", "handlerInstructions=1000000", "heap=256KB", "appHeap=256KB",
      "output=10KB", "events=100", "eventsAtOneInstant=500",
    ] {
      try limits.set(setting)
    }
    return limits
  }

  private static func host() throws -> ScriptHost {
    var host = ScriptHost()
    try host.define("each", ["list", "action"]) { call in
      let elements: [Int] = try call.argument(0)
      let action: ScriptValue = try call.argument(1)
      for element in elements { _ = try call.invoke(action, [.integer(Int64(element))]) }
      return .nil
    }
    return host
  }
}
