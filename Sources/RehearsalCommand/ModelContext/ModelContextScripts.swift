// What the tools of an agent do with scripts and projects: within one folder, within a time, and with answers
// that are short enough to be read.

import Rehearsal
import RehearsalFiles
import RehearsalReference
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// Scripts and projects below a folder.
struct ModelContextScripts {
  /// How long a tool may take, in seconds, unless it is set otherwise.
  static let usualTime = 30
  /// How long it may take at most, in seconds.
  static let longestTime = 300
  /// The longest text of an answer, in characters.
  static let longestText = 12_000

  /// The folder outside of which nothing is read.
  let root: FilePath
  let host: ScriptHost

  /// What a tool was given to work on.
  private enum Subject {
    case text(String)
    case file(String)
    case mistake(String)
  }

  // MARK: - In place

  func answer(to question: String) -> ModelContextResult {
    if question.lowercased() == CardCommand.name {
      return page(LanguageCard(of: host.interface).text, atMost: .max)
    }
    // A crash report has lines; nobody asks by as many.
    guard question.utf8.count <= 500, !question.contains(where: \.isNewline) else {
      let outcome = process(
        ["explain", ScriptFile.standardInput], question, seconds: Self.usualTime)
      guard let outcome, outcome.exitCode == 0 else {
        return .refusal(outcome.map { Self.cut($0.output) } ?? Self.noProcess)
      }
      return page(outcome.output, atMost: Self.longestText)
    }
    let upper = question.uppercased()
    if let rule = RuleBookPages().page(upper) { return page(rule) }
    if let identifier = DiagnosticIdentifier(rawValue: upper),
      let found = DiagnosticPage.page(of: identifier)
    {
      return page(DiagnosticRenderer(usesColor: false, width: 80).render(found))
    }
    guard let found = ReferenceSearch.words.page(about: question) else {
      return .refusal("nothing speaks of it; ask by the words of a bug report, or for \"card\"")
    }
    let rules = ReferenceSearch.words.rules(about: question).prefix(8).map { "  \($0)\n" }.joined()
    return page(found + (rules.isEmpty ? "" : "\nRules:\n" + rules))
  }

  private func page(_ text: String, atMost length: Int = longestText) -> ModelContextResult {
    let shown = text.count > length ? Self.cut(text) : text
    return ModelContextResult(content: ["text": shown], text: shown)
  }

  func check(_ arguments: JSONValue) -> ModelContextResult {
    let script: Script
    switch subject(of: arguments) {
    case .mistake(let sentence): return .refusal(sentence)
    case .text(let text): script = Script(SourceText(name: "script", text), host: host)
    case .file(let path):
      do { script = try ScriptFile.load(path, host: host) } catch { return .refusal("\(error)") }
    }
    let diagnostics = script.diagnostics
    let errors = diagnostics.count { $0.severity == .error }
    let shown = diagnostics.prefix(50)
    let left = diagnostics.count - shown.count
    return ModelContextResult(
      content: [
        "errors": errors, "warnings": diagnostics.count - errors,
        "diagnostics": shown.map { Self.json(of: $0, in: script.source) },
        "note": left > 0 ? "\(left) more were left out" : nil,
      ],
      text: diagnostics.isEmpty
        ? "nothing is wrong with it" : Self.cut(RunRenderer(script).text(Array(shown))))
  }

  private static func json(of diagnostic: Diagnostic, in source: SourceText) -> JSONValue {
    let table = LineTable(diagnostic.source)
    let place = table.position(at: Int(diagnostic.range.start))
    let fixes = diagnostic.fixIts.map { fix -> JSONValue in
      let edits = fix.edits.map { edit -> JSONValue in
        let start = table.position(at: Int(edit.range.start))
        let end = table.position(at: Int(edit.range.end))
        return [
          "line": start.line, "column": start.column, "endLine": end.line, "endColumn": end.column,
          "text": edit.replacement,
        ]
      }
      return ["message": fix.message, "isSafe": fix.isSafe, "edits": edits]
    }
    return [
      "code": diagnostic.identifier.rawValue,
      "severity": diagnostic.severity == .error ? "error" : "warning",
      "file": diagnostic.source === source ? nil : diagnostic.source.name, "line": place.line,
      "column": place.column, "message": diagnostic.message, "fixes": fixes,
    ]
  }

  // MARK: - In processes

  func run(_ arguments: JSONValue) -> ModelContextResult {
    let filter = arguments["filter"]?.string.map { ["--filter", $0] } ?? []
    return play(["test", "--strict", "--no-config", "--format", "json"] + filter, arguments) {
      events, code, note in
      let cases = events.filter { $0["event"]?.string == "caseEnded" }.map { event -> JSONValue in
        [
          "title": event["title"] ?? "the script as a whole", "line": event["line"],
          "status": event["status"],
          "problems": event["problems"]?.elements.compactMap {
            $0["text"]?.string.map { Self.cut($0, to: 3000) }
          },
        ]
      }
      let text = cases.map { result in
        let problems = result["problems"]?.strings ?? []
        return "\(result["status"]?.string ?? ""): \(result["title"]?.string ?? "")\n"
          + problems.joined(separator: "\n")
      }.joined(separator: "\n")
      return ModelContextResult(
        content: ["exitCode": code, "cases": cases, "note": note], text: Self.cut(text))
    }
  }

  func storm(_ arguments: JSONValue) -> ModelContextResult {
    play(["storm", "--no-config", "--format", "json"], arguments) { events, code, note in
      let findings = events.flatMap { event -> [JSONValue] in
        (event["storm"]?["findings"]?.elements ?? []).map { finding in
          [
            "title": event["title"], "disturbances": finding["disturbances"],
            "message": finding["message"], "scenario": finding["scenario"],
          ]
        }
      }
      let shown = Array(findings.prefix(20))
      let text = shown.map { "\($0["message"]?.string ?? "")\n\($0["scenario"]?.string ?? "")" }
      return ModelContextResult(
        content: [
          "exitCode": code, "findings": shown,
          "note": findings.count > shown.count
            ? "\(findings.count - shown.count) more were left out" : note,
        ],
        text: findings.isEmpty
          ? note ?? "it survives everything that was tried"
          : Self.cut(text.joined(separator: "\n\n")))
    }
  }

  func audit(_ arguments: JSONValue) -> ModelContextResult {
    guard case .file(let path) = subject(of: arguments) else {
      return .refusal("`path` is a folder, a project or a file below the root")
    }
    let seconds = seconds(of: arguments)
    guard let outcome = process(["audit", "--format", "json", path], "", seconds: seconds) else {
      return .refusal(Self.noProcess)
    }
    guard let code = outcome.exitCode, code <= 1 else {
      return .refusal(outcome.isOverdue ? Self.overdue(seconds) : Self.cut(outcome.output))
    }
    let findings = Self.objects(in: outcome.output)
    let shown = Array(findings.prefix(100))
    return ModelContextResult(
      content: [
        "exitCode": Int(code), "findings": shown,
        "note": findings.count > shown.count
          ? "\(findings.count - shown.count) more were left out" : nil,
      ],
      text: findings.isEmpty
        ? "nothing was found" : Self.cut(shown.map(\.text).joined(separator: "\n")))
  }

  /// Plays a script in a process and makes an answer of its events.
  private func play(
    _ command: [String], _ arguments: JSONValue,
    answer: (_ events: [JSONValue], _ code: Int, _ note: String?) -> ModelContextResult
  ) -> ModelContextResult {
    let seconds = seconds(of: arguments)
    let outcome: BoundedProcess.Outcome?
    switch subject(of: arguments) {
    case .mistake(let sentence): return .refusal(sentence)
    case .text(let text):
      outcome = process(command + [ScriptFile.standardInput], text, seconds: seconds)
    case .file(let path): outcome = process(command + ["--", path], "", seconds: seconds)
    }
    guard let outcome else { return .refusal(Self.noProcess) }
    let events = Self.objects(in: outcome.output)
    guard !events.isEmpty else {
      return .refusal(outcome.isOverdue ? Self.overdue(seconds) : Self.cut(outcome.output))
    }
    let note =
      outcome.isOverdue ? Self.overdue(seconds) : outcome.isCut ? "the output was cut" : nil
    return answer(events, Int(outcome.exitCode ?? RunExitCode.failed.rawValue), note)
  }

  private static func overdue(_ seconds: Int) -> String {
    "it was stopped after \(seconds) s; ask for more `seconds`, or for less"
  }

  private static let noProcess = "the system starts no process for it"

  private func process(
    _ arguments: [String], _ input: String, seconds: Int
  ) -> BoundedProcess.Outcome? {
    guard let program = ProcessEnvironment.ownProgram else { return nil }
    return BoundedProcess(
      arguments: [program] + arguments, input: Array(input.utf8), time: .seconds(seconds)
    ).run()
  }

  private static func objects(in lines: String) -> [JSONValue] {
    lines.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("{") else { return nil }
      return try? JSONValue(reading: Array(line.utf8))
    }
  }

  private func seconds(of arguments: JSONValue) -> Int {
    let wanted = arguments["seconds"]?.integer.map { Int(clamping: $0) } ?? Self.usualTime
    return min(max(wanted, 1), Self.longestTime)
  }

  private func subject(of arguments: JSONValue) -> Subject {
    switch (arguments["script"]?.string, arguments["path"]?.string) {
    case (let text?, nil): return .text(text)
    case (nil, let path?):
      let file = path.hasPrefix("/") ? FilePath(path) : root.appending(path)
      guard file.exists else { return .mistake("there is no \(path.printableLine) below the root") }
      guard root.canonical.contains(file.canonical) else {
        return .mistake(
          "\(path.printableLine) lies outside of the root, \(root.text.printableLine)")
      }
      return .file(file.canonical.text)
    default: return .mistake("give either `script`, a text, or `path`, a file below the root")
    }
  }

  private static func cut(_ text: String, to length: Int = longestText) -> String {
    text.count <= length ? text : text.prefix(length) + "\n… (cut)"
  }
}
