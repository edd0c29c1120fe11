// Results as they are read: whole and unchanged, or not at all. Their lines become the events again of
// which they were made, one at a time, when the whole is put together.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// The results of one part.
package struct RecordedRun: Sendable {
  /// A line that tells something of a run, with its place in the whole.
  struct Entry: Sendable {
    let position: ResultsReport.Position
    let kind: ResultsLine.Kind
    let number: Int
    let bytes: Range<Int>
  }

  /// What they are called by: the path of the file.
  package let name: String
  /// The head.
  package let header: ResultsHeader
  /// The exit code of the command that made them.
  package let exitCode: Int32
  let entries: [Entry]
  private let bytes: [UInt8]
  private let sources: [SourceText]

  /// How they are named in sentences.
  var label: String { "\(name): shard \(header.shard)" }

  /// Reads results.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: What it is called by.
  /// - Throws: `ResultsError` for what is no results, or not as they were written.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(reading bytes: [UInt8], name: String) throws(ResultsError) {
    let lines = Self.lines(of: bytes)
    guard let first = lines.first else {
      throw ResultsError("\(name): the file is empty")
    }
    let head = try ResultsLine(bytes[first], at: "\(name):1")
    guard (try? head.kind) == .results else {
      throw ResultsError(
        "\(name): this is not a file of `--format results=FILE`")
    }
    header = try ResultsHeader(head)
    try Self.checkEnd(of: bytes, lines, name)
    var entries: [Entry] = []
    var sources: [SourceText] = []
    var exitCode: Int32 = 0
    for (index, range) in lines.enumerated().dropFirst().dropLast() {
      let line = try ResultsLine(bytes[range], at: "\(name):\(index + 1)")
      let kind = try line.kind
      guard kind != .source else {
        sources.append(try line.source)
        continue
      }
      let place = line.numbers("at")
      guard place.count == 3 else { throw line.mistake("its place in the order is missing") }
      entries.append(
        Entry(
          position: ResultsReport.Position(
            script: place[0], repetition: place[1], testCase: place[2]),
          kind: kind, number: index + 1, bytes: range))
      guard kind == .runEnded else { continue }
      exitCode = Int32(truncatingIfNeeded: try line.number("exitCode"))
      if line.flag("interrupted") {
        throw ResultsError(
          "\(name): shard \(header.shard) was stopped by the user; run it again")
      }
    }
    self.name = name
    self.bytes = bytes
    self.entries = entries
    self.sources = sources
    self.exitCode = exitCode
    try checkOutcome()
  }

  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      lines.append(start..<end)
      start = end + 1
    }
    return lines
  }

  /// Holds results to what their last line says of those before it.
  private static func checkEnd(
    of bytes: [UInt8], _ lines: [Range<Int>], _ name: String
  ) throws(ResultsError) {
    let cut = ResultsError(
      "\(name): the file is incomplete: it ends after \(lines.count) lines, without its last line")
    guard let last = lines.last, lines.count > 1, bytes.last == UInt8(ascii: "\n"),
      let end = try? ResultsLine(bytes[last], at: name), (try? end.kind) == .whole
    else { throw cut }
    var digester = ContentDigester()
    for line in lines.dropLast() {
      digester.combine(raw: bytes[line.lowerBound..<line.upperBound + 1])
    }
    guard try end.number("lines") == lines.count - 1,
      try end.text("digest") == digester.finish().text
    else { throw ResultsError("\(name): the file was changed after it was written") }
  }

  /// Holds the lines against each other: a case that passed has no problems, one that failed has some,
  /// and the exit code is that of the cases.
  ///
  /// The digest is against accidents alone: whoever changes results on purpose changes it, too.
  private func checkOutcome() throws(ResultsError) {
    var summary = TestSummary()
    for entry in entries {
      switch try line(entry).testEvent {
      case .runBegan(let beginning): summary.begin(beginning)
      case .caseEnded(let result):
        let isContradiction =
          switch result.status {
          case .passed: !result.problems.isEmpty
          case .failed, .error: result.problems.isEmpty
          case .skipped, .notRun: false
          }
        guard !isContradiction else {
          throw ResultsError(
            "\(name):\(entry.number): “\(result.testCase.title)” is \(result.status.rawValue) "
              + "with \(result.problems.count) problems; the file was changed after it was written")
        }
        summary.count(result)
      case .scriptEnded(_, let measure?, _): summary.count(measure)
      default: break
      }
    }
    let playsCases = header.command == "test" || header.command == "storm"
    guard !playsCases || summary.exitCode.rawValue == exitCode else {
      throw ResultsError(
        "\(name): its exit code is \(exitCode), and its cases come to \(summary.exitCode.rawValue); "
          + "the file was changed after it was written")
    }
  }

  /// A line, with the texts that it names.
  func line(_ entry: Entry) throws(ResultsError) -> ResultsLine {
    var line = try ResultsLine(bytes[entry.bytes], at: "\(name):\(entry.number)")
    line.sources = sources
    return line
  }

  /// The digest of what came out, whatever time it took.
  func outcome() throws(ResultsError) -> String {
    var digester = ContentDigester()
    for entry in entries {
      guard case .object(let fields) = try JSONValue.reading(bytes[entry.bytes]) else { continue }
      for field in fields where field.key != "elapsed" {
        digester.combine(field.key)
        digester.combine(field.value.text)
      }
    }
    return digester.finish().text
  }
}

extension JSONValue {
  /// A text that was read before.
  fileprivate static func reading(_ bytes: ArraySlice<UInt8>) throws(ResultsError) -> JSONValue {
    do { return try JSONValue(reading: Array(bytes)) } catch {
      throw ResultsError("\(error)")
    }
  }
}

// MARK: - Events

extension ResultsLine {
  /// The event of which it was made; nil for a line that tells of none.
  var testEvent: TestEvent? {
    get throws(ResultsError) {
      switch try kind {
      case .runBegan:
        let seed = value("seed").flatMap { seed -> UInt64? in
          guard case .number(let digits) = seed else { return nil }
          return UInt64(digits)
        }
        return .runBegan(
          RunBeginning(
            scriptCount: try number("scripts"), shuffleSeed: seed,
            configuration: optionalText("configuration"),
            leftOut: zip(texts("leftOut"), texts("reasons")).map {
              ScriptFile.LeftOut(path: $0, reason: $1)
            }, isStrict: flag("strict")))
      case .scriptBegan:
        return .scriptBegan(
          path: try text("file"), appNames: texts("apps"), warnings: try diagnostics("warnings"))
      case .caseBegan:
        return .caseBegan(try object("case").testCase, repetition: try number("repetition"))
      case .told:
        guard let object = value("object") else { throw mistake("`object` is missing") }
        return .told(object)
      case .caseEnded: return .caseEnded(try caseResult)
      case .difference: return .differed(try difference)
      case .warned: return .warned(path: try text("file"), warnings: try diagnostics("warnings"))
      case .scriptEnded:
        let measure = try value("idleCount").map { _ throws(ResultsError) in
          IdleMeasure(passing: texts("idlePassing"), count: try number("idleCount"))
        }
        return .scriptEnded(
          path: try text("file"), idle: measure,
          suspected: value("suspected") == nil ? nil : try diagnostics("suspected"))
      case .results, .whole, .source, .runEnded: return nil
      }
    }
  }

  private var testCase: TestCase {
    get throws(ResultsError) {
      let index = value("number")?.integer.flatMap { Int(exactly: $0) }
      guard let content = TestCase.Content(try text("content"), index) else {
        throw mistake("`content` is not a kind of case")
      }
      let parameters = (value("parameters")?.elements ?? []).map(\.strings).filter { $0.count == 2 }
      return TestCase(
        file: try text("file"), line: try number("line"), content: content,
        title: try text("title"), commonTitle: try text("commonTitle"),
        parameters: parameters.map { ScenarioCase.Parameter(name: $0[0], value: $0[1]) },
        tags: texts("tags"), skipReason: optionalText("skipReason"),
        failureReason: optionalText("failureReason"), unplayedSystems: texts("unplayedSystems"))
    }
  }

  private var caseResult: CaseResult {
    get throws(ResultsError) {
      var fields: [JSONForm.Field: JSONValue] = [:]
      if case .object(let list)? = value("fields") {
        for field in list {
          if let key = JSONForm.Field(rawValue: field.key) { fields[key] = field.value }
        }
      }
      return CaseResult(
        testCase: try object("case").testCase, repetition: try number("repetition"),
        status: try word("status"),
        problems: try objects("problems").map { problem throws(ResultsError) in
          try problem.problem
        }, warnings: try diagnostics("warnings"), output: texts("output"),
        timeline: texts("timeline"), lastEnd: optionalText("lastEnd"),
        expectationCount: try number("expectations"),
        duration: try duration("duration"), elapsed: try duration("elapsed"),
        matrix: try optionalObject("matrix").map { matrix throws(ResultsError) in
          try matrix.matrix
        }, fields: fields,
        untried: CaseOutcome.Untried(
          quirks: texts("untriedQuirks"),
          handlers: value("untriedHandlers").map { _ in texts("untriedHandlers") }),
        appNames: texts("apps"))
    }
  }

  /// A problem with all that any report says of it, and none of the values behind it, which cannot
  /// leave the process that has the session.
  private var problem: CaseProblem {
    get throws(ResultsError) {
      let text = try text("text")
      let coloredText = optionalText("coloredText") ?? text
      return CaseProblem(
        kind: try self.text("kind"), identifier: try optionalWord("identifier"),
        place: try sourcePlace("place"), message: try self.text("message"),
        parts: (value("parts")?.elements ?? []).map(\.strings),
        isScriptError: flag("isScriptError"), isFinding: flag("isFinding"),
        scenario: optionalText("scenario")
      ) { $0.timeline.usesColor ? coloredText : text }
    }
  }

  private var matrix: CaseMatrix {
    get throws(ResultsError) {
      let columns = try texts("columns").map { name throws(ResultsError) in
        guard let disturbance = Disturbance.named(name) else {
          throw mistake("there is no disturbance \(name)")
        }
        return disturbance
      }
      let cells = (value("cells")?.elements ?? []).map { row in
        row.elements.compactMap { $0.integer.flatMap { Int(exactly: $0) } }
      }
      let (plain, colored) = (texts("lines"), texts("coloredLines"))
      return CaseMatrix(
        summary: try text("summary"), columns: columns,
        cells: cells.filter { $0.count == 3 }.map {
          CaseMatrix.Cell(row: $0[0], column: $0[1], problem: $0[2])
        }, remarks: texts("remarks")
      ) { $1 ? colored : plain }
    }
  }

  private func diagnostics(_ key: String) throws(ResultsError) -> [Diagnostic] {
    try objects(key).map { object throws(ResultsError) in try object.diagnostic }
  }

  private var diagnostic: Diagnostic {
    get throws(ResultsError) {
      guard let place = try sourcePlace("place") else { throw mistake("`place` is missing") }
      return Diagnostic(
        try word("identifier"), in: place.source, at: place.range, try text("message"),
        notes: try objects("notes").map { note throws(ResultsError) in
          Diagnostic.Note(try note.text("message"), at: try note.sourcePlace("place")?.range)
        }, fixIts: texts("fixes").map { Diagnostic.FixIt($0, []) })
    }
  }

  private var difference: SystemDifference {
    get throws(ResultsError) {
      SystemDifference(
        file: try text("file"), line: try number("line"), title: try text("title"),
        outcomes: try objects("outcomes").map { outcome throws(ResultsError) in
          SystemDifference.Outcome(
            system: try outcome.text("system"), hasPassed: outcome.flag("hasPassed"))
        },
        reasons: try objects("reasons").map { reason throws(ResultsError) in
          let rule = reason.value("rule")?.integer.flatMap { UInt8(exactly: $0) }
          return SystemDifference.Reason(
            from: try reason.text("from"), to: try reason.text("to"),
            rule: rule.flatMap(RuleNumber.init(rawValue:)))
        })
    }
  }
}
