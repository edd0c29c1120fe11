// What `conform` says of devices that differ in one thing, in two, or in nothing: the simulated device
// plays them, with a recorder whose moments are off and whose lines get lost.

import Foundation
import RehearsalConformance
import RehearsalLifecycle
import TestSupport
import Testing

@Suite("Logs of devices against the rule book") struct ConformanceTests {
  private func conform(
    _ probe: Probe, with changes: [Change], seed: UInt64 = 1,
    edit: (inout [LogLine]) -> Void = { _ in }
  ) throws -> Conformance.Result? {
    let logs = try SimulatedRecorder().runs(of: probe, with: changes, seed: seed, edit: edit)
    return try Conformance.devices(of: logs).first?.results.first
  }

  /// Whether a change is among those that a result gives alone: the same one, or, of a length of time, one
  /// that the probe does not tell apart from it.
  private func names(_ change: Change, _ result: Conformance.Result?) -> Bool {
    guard let result else { return false }
    return result.explanations.contains { list in
      guard list.count == 1, list[0].subject == change.subject else { return false }
      guard case .budget(_, let span) = change, case .budget(_, let found) = list[0] else {
        return list[0] == change
      }
      return abs(found.nanoseconds - span.nanoseconds) <= 200_000_000
        || ExpectedLife(of: result.probe, on: change.apply)?.lines.map(\.content)
          == ExpectedLife(of: result.probe, on: list[0].apply)?.lines.map(\.content)
    }
  }

  @Test("Each probe can be played, and says what to do")
  func probes() {
    for probe in Probe.all {
      #expect(probe.fault == nil, "\(probe.name)")
      #expect(ExpectedLife(of: probe)?.lines.isEmpty == false, "\(probe.name)")
      #expect(!probe.sentences.isEmpty && probe.duration > 0)
    }
    #expect(Set(Probe.all.map(\.name)).count == Probe.all.count)
    let short = Probe.all.filter { $0.needs == nil && $0.duration < 60 }
    #expect(short.count >= 10)
  }

  /// Which probe shows what, as it was found when everything was tried.
  private static let shown = Repository.root.appendingPathComponent(
    "Tests/RehearsalConformanceTests/Logs/shown.txt")

  private static func known() throws -> [String: String] {
    let lines = try String(contentsOf: shown, encoding: .utf8).split(separator: "\n")
    let pairs = lines.map { $0.split(separator: " ").map(String.init) }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
  }

  /// The changes of a probe's device by what each is about: sides of conflicts, quirks, and lengths of time
  /// a fifth shorter and longer.
  private func changes(of probe: Probe) -> [(subject: String, changes: [Change])] {
    Change.choices(on: probe.device).map { ($0.subject, [$0]) }
      + Change.measurable(on: probe.device).map { budget in
        let length = probe.device.span(of: budget).nanoseconds / 100
        return (
          budget.name,
          [80, 120].map { .budget(budget, TimeSpan(nanoseconds: length * $0)) }
        )
      }
  }

  @Test("Each side of a conflict, quirk and length of time that an app can observe is named")
  func changes() throws {
    // Which probe shows what is looked for where everything is tried; else a sample of what is known.
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil
    let known = TestTier.isThorough || isRecording ? nil : try Self.known()
    var shown: [String: String] = [:]
    for probe in Probe.all {
      let usual = ExpectedLife(of: probe)
      for (subject, changes) in changes(of: probe) where shown[subject] == nil {
        if let known {
          guard known[subject] == probe.name else { continue }
        } else if changes.contains(where: { ExpectedLife(of: probe, on: $0.apply) == usual }) {
          continue
        }
        shown[subject] = probe.name
        if known != nil, shown.count % 10 != 1 { continue }
        for change in changes {
          let result = try conform(probe, with: [change])
          #expect(names(change, result), "\(probe.name): \(change.name)")
        }
      }
    }
    let all =
      SourceConflict.Choice.allCases.map(\.rawValue) + Quirk.allCases.map(\.rawValue)
      + Budget.allCases.filter { budget in
        Budget.rows.contains { $0.budget == budget && $0.span >= .seconds(1) }
      }.map(\.name)
    #expect(
      Set(all).subtracting(shown.keys)
        == Set((Change.notObserved + Change.notMeasured).map(\.subject)))
    let text = shown.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    try GoldenFile(Self.shown, of: "ConformanceTests").expect(text)
  }

  @Test("A device that follows the rules of other versions is known by them")
  func versions() throws {
    let few = ["lock"]
    let names =
      TestTier.isThorough ? few + ["leave", "background-task", "swipe-scenes", "push-scenes"] : few
    for name in names {
      let probe = try #require(Probe.probe(name))
      let usual = ExpectedLife(of: probe)
      let all = [4, 6, 7, 9, 12, 13, 15, 16, 18, 26]
      for major in TestTier.isThorough ? all : [6] {
        let change = Change.system(SystemVersion(major))
        guard ExpectedLife(of: probe, on: change.apply) != usual else { continue }
        let result = try conform(probe, with: [change])
        #expect(result?.explanations.isEmpty == false, "\(name): iOS \(major)")
      }
    }
  }

  @Test("Two things that are different are both named")
  func pairs() throws {
    let lock = try #require(Probe.probe("lock"))
    let two: [Change] = [.quirk(.lockFlicker), .conflict(.lossOfProtectedData, .observed)]
    let result = try conform(lock, with: two)
    #expect(result?.explanations.contains { Set($0) == Set(two) } == true)

    let task = try #require(Probe.probe("background-task"))
    let spans: [Change] = [
      .budget(.backgroundTasks, .seconds(36)), .budget(.expirationWarning, .seconds(4)),
    ]
    let other = try conform(task, with: spans)
    #expect(other?.explanations.contains { Set($0) == Set(spans) } == true)
  }

  @Test("What no row of the rule book plays is a deviation without an explanation")
  func unknown() throws {
    let leave = try #require(Probe.probe("leave"))
    let invented = try conform(leave, with: []) { lines in
      lines[5].name = "applicationWillBecomeTransparent(_:)"
    }
    #expect(invented?.outcome != .asTold && invented?.explanations.isEmpty == true)
    let twice = try conform(leave, with: []) { $0.insert($0[4], at: 4) }
    #expect(twice?.outcome != .asTold && twice?.explanations.isEmpty == true)
    let missing = try conform(leave, with: []) { $0.remove(at: 6) }
    #expect(missing?.outcome != .asTold && missing?.explanations.isEmpty == true)
  }

  @Test("A device that follows the rules never deviates, whatever is lost and late")
  func noFalseAlarm() throws {
    // A thousand runs in the thorough tier.
    let rounds = TestTier.rounds(1, thorough: 7)
    for probe in Probe.all {
      for round in 0..<rounds {
        let result = try conform(probe, with: [], seed: UInt64(round * 1000 + probe.name.count))
        #expect(result?.outcome == .asTold, "\(probe.name), round \(round)")
      }
    }
  }

  @Test("What was otherwise in one run alone is no deviation")
  func onceAlone() throws {
    let leave = try #require(Probe.probe("leave"))
    var logs = try SimulatedRecorder(lost: 0).runs(of: leave, with: [], seed: 3)
    logs[1].lines.removeLast()
    logs[1].count = logs[1].lines.count
    let result = try Conformance.devices(of: logs).first?.results.first
    #expect(result?.outcome == .asTold)
    #expect(result?.deviatingRuns == 1)
  }

  @Test("What is no log is said with its line, and never taken for one")
  func faults() {
    let texts = [
      "", "{}", "nonsense", "{\"recorder\":1}", "{\"recorder\":2,\"system\":\"17\"}",
      "{\"recorder\":1,\"system\":\"99\"}", "{\"recorder\":1,\"system\":\"17\"}\n{\"n\":1}",
      "{\"recorder\":1,\"system\":\"17\"}\n{\"n\":0,\"time\":1,\"kind\":\"read\"}",
      "{\"recorder\":1,\"system\":\"17\"}\n{\"n\":9999999999,\"time\":1,\"kind\":\"read\"}",
    ]
    for text in texts {
      #expect(throws: LogError.self) {
        try RecordedLog(reading: Array(text.utf8), source: "log")
      }
    }
    let bytes = Array("{\"recorder\":1,\"system\":\"17\",\"probe\":\"none\"}".utf8)
    #expect(throws: LogError.self) {
      try Conformance.devices(of: [RecordedLog(reading: bytes, source: "log")])
    }
  }
}
