// The cases of a suite, one by one: planned in one process, played in any other, put together again in
// one. A case is a part of a shared run, a shard with one case, so nothing else has to agree.

import Rehearsal
import RehearsalCases
import RehearsalFiles
import RehearsalRunner
import RehearsalText
import RehearsalValues

/// The cases of a suite as another language carries them to where they are played.
struct PlannedCases: JSONRepresentable {
  /// A script with those of its cases that belong together.
  private struct Played {
    let script: Int
    /// The number, among the cases of all scripts, of the first that the script has.
    let first: Int
    /// Which of the script's cases are played.
    var positions: [Int]

    var json: JSONValue { [script.json, first.json, positions.json].json }
  }

  private let header: ResultsHeader
  private let parts: [(cases: [TestCase], played: [Played])]
  private let leftOut: [ScriptFile.LeftOut]

  /// Plans the cases of a suite.
  ///
  /// - Throws: `ForeignError` where there is no case, since a test that tests nothing must not pass;
  ///   `ScriptReadError` for files that are not there.
  init(_ suite: ForeignSuite) throws {
    let found = try ScriptFile.search(suite.paths)
    var known: Set<String> = []
    if let twice = found.files.first(where: { !known.insert($0).inserted }) {
      throw ForeignError("\(twice) is named twice, and is played once")
    }
    let runner = suite.runner
    var files: [ResultsHeader.File] = []
    var cases: [TestCase] = []
    /// For each case its script, and the number of the first case of that.
    var origins: [(script: Int, first: Int)] = []
    var warning: [Played] = []
    for (number, path) in found.files.enumerated() {
      let script = runner.load(path)
      let chosen = runner.chosen(of: script, number)
      files.append(ResultsHeader.File(script))
      if chosen.isEmpty, script.onlyWarns {
        warning.append(Played(script: number, first: cases.count, positions: []))
      }
      origins += chosen.map { _ in (number, cases.count) }
      cases += chosen
    }
    let plan = CasePlan(cases, in: files, unit: runner.play == nil ? .systems : .single)
    let units = plan.units
    guard let whole = Shard(1, of: max(1, units.count)) else {
      throw ForeignError(
        "these are \(units.count) cases, and at most \(Shard.most) can be shared out; choose fewer")
    }
    guard !units.isEmpty else {
      let scripts = files.count == 1 ? "1 script" : "\(files.count) scripts"
      throw ForeignError(
        runner.selection.isEverything
          ? "there is no scenario in \(scripts)"
          : "no scenario of \(scripts) is chosen by these options")
    }
    header = ResultsHeader(
      command: suite.command, arguments: suite.arguments, plan: plan, shard: whole)
    leftOut = found.leftOut
    parts = units.enumerated().map { number, unit in
      let origin = origins[unit[0]]
      let played = Played(
        script: origin.script, first: origin.first, positions: unit.map { $0 - origin.first })
      return (unit.map { cases[$0] }, (number == 0 ? warning : []) + [played])
    }
  }

  var json: JSONValue {
    [
      "header": header.json,
      "cases": parts.enumerated().map { number, part -> JSONValue in
        let first = part.cases[0]
        return [
          "number": number + 1, "file": first.file, "line": first.line,
          "title": part.cases.count > 1 ? first.commonTitle : first.title,
          "titles": part.cases.map(\.title), "tags": first.tags,
          "skip": part.cases.allSatisfy { $0.skipReason != nil } ? first.skipReason : nil,
          "fails": first.failureReason, "play": part.played.map(\.json),
        ]
      },
      "leftOut": leftOut.map { ["path": $0.path, "reason": $0.reason] },
    ]
  }

  /// Plays a case that was planned, on the thread of the caller.
  ///
  /// - Parameters:
  ///   - planned: An object of "cases".
  ///   - header: What is under "header" beside it.
  ///   - suite: What is played, as the header says.
  /// - Returns: Its results, for `merge`.
  /// - Throws: `ForeignError` for a script that is another one than was planned.
  static func play(
    _ planned: JSONValue, _ header: ResultsHeader, _ suite: ForeignSuite
  ) throws -> String {
    let runner = suite.runner
    guard let number = planned["number"]?.integer.flatMap({ Int(exactly: $0) }),
      let shard = Shard(number, of: header.shard.count), let played = planned["play"]?.elements
    else { throw Self.unplanned }
    let scripts = try played.map { try script($0, header, runner) }
    let width = suite.textReport(on: []).width
    var report = ResultsReport(header.of(shard), of: scripts.flatMap(\.cases), width: width)
    var summary = TestSummary()
    var text = report.text(
      .runBegan(
        RunBeginning(scriptCount: header.files.count, configuration: runner.configuration)))
    let supervisor = CaseSupervisor()
    for (script, cases) in scripts {
      runner.run(cases.map(\.element), of: script, in: supervisor.lane()) { event in
        if case .caseEnded(let result) = event { summary.count(result) }
        text.append(report.text(event))
      }
    }
    return text.followed(by: report.text(.runEnded(summary.ending))).description
  }

  private static let unplanned = ForeignError("this is no case as `rehearsal_plan` plans them")

  /// Reads a script again, with those of its cases that are played and their numbers.
  private static func script(
    _ played: JSONValue, _ header: ResultsHeader, _ runner: TestRunner
  ) throws -> (script: TestScript, cases: [(offset: Int, element: TestCase)]) {
    let entry = played.elements
    guard entry.count == 3, let number = entry[0].integer.flatMap({ Int(exactly: $0) }),
      header.files.indices.contains(number),
      let first = entry[1].integer.flatMap({ Int(exactly: $0) }),
      0...header.caseCount ~= first
    else { throw unplanned }
    let file = header.files[number]
    let script = runner.load(file.path)
    guard ResultsHeader.File(script) == file else {
      throw ForeignError(
        script.script == nil
          ? "\(file.path) cannot be read where the case is played; plan with a path that is good there"
          : "\(file.path) is another text than the one that was planned; plan again")
    }
    let chosen = runner.chosen(of: script, number)
    let cases = try entry[2].elements.map { position throws(ForeignError) in
      guard let position = position.integer.flatMap({ Int(exactly: $0) }),
        chosen.indices.contains(position), first + position < header.caseCount
      else { throw unplanned }
      return (first + position, chosen[position])
    }
    return (script, cases)
  }
}

/// The results of all cases, put together.
struct MergedReport: JSONRepresentable {
  private let report: String
  private let summary: TestSummary

  var json: JSONValue {
    [
      "report": report, "exitCode": Int(summary.exitCode.rawValue),
      "passed": summary.passedCount, "failed": summary.failedCount,
      "skipped": summary.skippedCount,
    ]
  }

  /// Puts results together, in any order; what is there twice counts once.
  ///
  /// - Parameters:
  ///   - results: The result of the cases, each with what it is called by.
  ///   - format: The format of the report, by its name.
  ///   - host: The functions that scripts can use, for pictures.
  ///   - limits: The bounds that no option sets, for pictures.
  /// - Throws: `ForeignError` for another format, and where nothing was tested; `ResultsError` for
  ///   what does not belong together, and for what is missing.
  init(
    _ results: [(name: String, text: String)], as format: String, host: ScriptHost,
    limits: RunLimits
  ) throws {
    let formats = ReportFormat.all.filter { $0 != .results }
    guard let format = formats.first(where: { $0.name == format }) else {
      throw ForeignError(
        "there is no format \(format); there are "
          + formats.map(\.name).joined(separator: ", "))
    }
    let merged = try MergedRun(
      results.map { try RecordedRun(reading: Array($0.text.utf8), name: $0.name) })
    let suite = try ForeignSuite(
      merged.header.command, merged.header.arguments, host: host, limits: limits)
    let report =
      format == .text
      ? suite.textReport(on: merged.header.files.map(\.path)) : format.make(RunOrigin())
    var writer = Writer(report: report)
    if format.showsLives {
      let load = suite.runner.load
      try merged.checkScripts(load)
      try merged.replayWithLives(load, isStrict: suite.isStrict) { writer.write($0) }
    } else {
      try merged.replay { writer.write($0) }
    }
    summary = writer.summary
    guard !summary.isAllSkipped else {
      throw ForeignError("every chosen scenario is skipped: nothing was tested")
    }
    writer.write(.runEnded(summary.ending))
    self.report = writer.text.description
  }

  private struct Writer {
    var report: any Report
    var summary = TestSummary()
    var text = PrintableText()

    mutating func write(_ event: TestEvent) {
      if case .caseEnded(let result) = event { summary.count(result) }
      text.append(report.text(event))
    }
  }
}
