// The results of all parts as the one run that they are parts of: its events come in the order in
// which one machine would have told them, whatever the order of the files.

import Rehearsal
import RehearsalSyntax
import RehearsalValues

/// Results of parts, put together.
package struct MergedRun: Sendable {
  private struct Entry {
    let run: Int
    let entry: RecordedRun.Entry
  }

  /// What all parts have in common; the part itself is that of the first.
  package let header: ResultsHeader
  /// The exit codes of the commands that made the parts.
  package let exitCodes: [Int32]
  private let runs: [RecordedRun]

  /// Puts results together; a part that is there twice counts once.
  ///
  /// - Parameter recorded: The results, in any order.
  /// - Throws: `ResultsError` for what does not belong together, and for what is missing.
  package init(_ recorded: [RecordedRun]) throws(ResultsError) {
    let sorted = recorded.sorted {
      ($0.header.shard.number, $0.name) < ($1.header.shard.number, $1.name)
    }
    guard let first = sorted.first else { throw ResultsError("there are no results") }
    header = first.header
    var runs: [RecordedRun] = []
    for run in sorted {
      try Self.check(run, belongsTo: first)
      guard let last = runs.last, last.header.shard == run.header.shard else {
        runs.append(run)
        continue
      }
      guard try run.outcome() == last.outcome() else {
        throw ResultsError(
          "\(run.label) has another result than in \(last.name); run it again")
      }
    }
    let present = Set(runs.map(\.header.shard.number))
    let missing = (1...first.header.shard.count).filter { !present.contains($0) }
    guard missing.isEmpty else {
      let names = missing.prefix(10).map { "\($0)/\(first.header.shard.count)" }
      let more = missing.count > names.count ? " and \(missing.count - names.count) more" : ""
      throw ResultsError(
        "\(missing.count == 1 ? "shard" : "shards") \(names.joined(separator: ", "))"
          + "\(more) \(missing.count == 1 ? "is" : "are") missing; a run needs all its shards"
      )
    }
    self.runs = runs
    exitCodes = runs.map(\.exitCode)
    try checkCases()
  }

  /// Refuses results of another run.
  private static func check(
    _ run: RecordedRun, belongsTo first: RecordedRun
  ) throws(ResultsError) {
    let (one, other) = (first.header, run.header)
    let difference: String? =
      if one.command != other.command {
        "is of `rehearse \(other.command)`, and \(first.label) of `rehearse \(one.command)`"
      } else if one.shard.count != other.shard.count {
        "is one of \(other.shard.count), and \(first.label) one of \(one.shard.count)"
      } else if one.arguments != other.arguments || one.repetitions != other.repetitions {
        "had other options: `\(other.arguments.joined(separator: " "))`, and \(first.label) "
          + "`\(one.arguments.joined(separator: " "))`"
      } else {
        differentScript(one.files, other.files).map { "\($0) than \(first.label)" }
          ?? (one.plan == other.plan && one.caseCount == other.caseCount
            ? nil : "was divided otherwise than \(first.label): by other cases or times")
      }
    if let difference { throw ResultsError("\(run.label) \(difference)") }
  }

  private static func differentScript(
    _ one: [ResultsHeader.File], _ other: [ResultsHeader.File]
  ) -> String? {
    guard one != other else { return nil }
    let changed = zip(one, other).first { $0 != $1 }
    guard let changed, changed.0.path == changed.1.path else { return "had other scripts" }
    return "had another version of \(changed.1.path)"
  }

  /// Holds the parts to what each case has to have: an end for each time that it is run.
  private func checkCases() throws(ResultsError) {
    var ends: [ResultsReport.Position: Int] = [:]
    for run in runs {
      for entry in run.entries where entry.kind == .caseEnded && !entry.position.isShared {
        var position = entry.position
        position.script = 0
        ends[position, default: 0] += 1
      }
    }
    let expected = header.caseCount.multipliedReportingOverflow(by: header.repetitions)
    guard !expected.overflow, ends.count == expected.partialValue,
      ends.values.allSatisfy({ $0 == 1 }), ends.keys.allSatisfy({ isExpected($0) })
    else {
      throw ResultsError(
        "the shards have results of \(ends.count) cases, and there are "
          + "\(expected.partialValue); run all of them again")
    }
  }

  private func isExpected(_ position: ResultsReport.Position) -> Bool {
    0..<header.caseCount ~= position.testCase && 1...header.repetitions ~= position.repetition
  }

  /// Tells the events of the run, except its end.
  ///
  /// - Parameter observe: Is given every event, in the order of one machine.
  /// - Throws: `ResultsError` for a line that says what this version never writes.
  package func replay(_ observe: (TestEvent) throws -> Void) throws {
    var entries: [Entry] = []
    for (number, run) in runs.enumerated() {
      for entry in run.entries { entries.append(Entry(run: number, entry: entry)) }
    }
    // Within one position the order is that of the file, and what all report is the first's.
    let order = entries.indices.sorted {
      (entries[$0].entry.position, $0) < (entries[$1].entry.position, $1)
    }
    var teller: (position: ResultsReport.Position, run: Int)?
    var isStrict = false
    for index in order {
      let (run, entry) = (entries[index].run, entries[index].entry)
      if teller?.position != entry.position { teller = (entry.position, run) }
      guard teller?.run == run else { continue }
      guard let event = try runs[run].line(entry).testEvent else { continue }
      if case .runBegan(let beginning) = event { isStrict = beginning.isStrict }
      if case .scriptEnded(let path, _, _) = event {
        for finding in try untested(path, isStrict: isStrict) { try observe(finding) }
      }
      try observe(event)
    }
  }

  /// What all parts that played cases of a script suspect, which tests nothing then: each knows what it
  /// evaluated, and what none of them did was never evaluated.
  private func untested(
    _ path: String, isStrict: Bool
  ) throws(ResultsError) -> [TestEvent] {
    var suspicions: [[Diagnostic]?] = []
    for run in runs {
      for entry in run.entries where entry.kind == .scriptEnded {
        if case .scriptEnded(path, _, let suspected)? = try run.line(entry).testEvent {
          suspicions.append(suspected)
        }
      }
    }
    guard let first = suspicions.first, let first, suspicions.allSatisfy({ $0 != nil }) else {
      return []
    }
    let others = suspicions.dropFirst().map { Set(($0 ?? []).map(Suspicion.init)) }
    let common = first.filter { finding in
      others.allSatisfy { $0.contains(Suspicion(finding)) }
    }
    guard !common.isEmpty else { return [] }
    guard isStrict else { return [.warned(path: path, warnings: common)] }
    let result = CaseResult(untested: common, in: path)
    return [.caseBegan(result.testCase, repetition: 1), .caseEnded(result)]
  }

  /// What is suspected, by which the same is known in another part.
  private struct Suspicion: Hashable {
    let identifier: DiagnosticIdentifier
    let range: SourceRange
    let message: String

    init(_ finding: Diagnostic) {
      (identifier, range, message) = (finding.identifier, finding.range, finding.message)
    }
  }
}
