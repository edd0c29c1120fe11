// The command `rehearse-audit`: its arguments, what it writes, and how it ends. It touches nothing but
// the files that it is told to write, and none of those that are there already.

import Foundation

/// The command, as a value that tests can run.
package struct AuditCommand {
  /// How a call came out.
  package struct Outcome: Sendable {
    package var output = ""
    package var errors = ""
    package var code: Int32 = 0
  }

  package static var help: String {
    let width = AuditOption.all.map { label(of: $0).count }.max() ?? 0
    let options = AuditOption.all.map { option in
      let label = label(of: option)
      let blank = String(repeating: " ", count: width - label.count + 2)
      return "  \(label)\(blank)\(option.sentence)\n"
    }
    let keys = AuditOption.all.filter(\.isConfigurable).map { String($0.name.dropFirst(2)) }
    return """
      Checks an app's project on the disk for mistakes in its lifecycle code.

      Usage: rehearse audit [OPTION…] PATH

      PATH is a folder, a project or workspace of Xcode, a package, or one source. Nothing is compiled.

      \(options.joined())
      A comment `// rehearsal:disable RULE -- reason` on a line, or the one above it, silences a \
      finding; `rehearsal:disable:file` does in a file, and `rehearsal:disable:begin` up to \
      `rehearsal:enable`.

      In `rehearse.toml` the table [audit] has these options without their dashes: \
      \(keys.joined(separator: ", ")).

      Exit codes: 0 no errors; 1 errors, or with --strict warnings; 2 the project cannot be read, or \
      no app was audited; 3 a file cannot be written; 64 wrong usage.

      """
  }

  private static func label(of option: AuditOption) -> String {
    option.name + (option.placeholder.map { " <\($0)>" } ?? "")
  }

  private var format = AuditFormat.text
  private var values: [String: [String]] = [:]
  private var paths: [String] = []

  private func isOn(_ option: String) -> Bool { values[option] != nil }
  private func value(_ option: String) -> String? { values[option]?.last }

  /// What was wrong in a call.
  private struct WrongUsage: Error {
    let sentence: String
  }

  private init() {}

  /// Does what the arguments say.
  package static func run(_ arguments: [String]) -> Outcome {
    if arguments.contains("--help") || arguments.contains("-h") { return Outcome(output: help) }
    do throws(WrongUsage) {
      var command = AuditCommand()
      try command.read(arguments)
      if command.isOn("--rules") { return Outcome(output: ruleList) }
      if let name = command.value("--explain") {
        return Outcome(output: AuditRule.all.filter { $0.identifier == name }.map(\.page).joined())
      }
      try command.readSettings()
      return command.run()
    } catch {
      return Outcome(
        errors: "error: \(error.sentence)\n  See 'rehearse audit --help' for more information.\n",
        code: 64)
    }
  }

  private mutating func read(_ arguments: [String]) throws(WrongUsage) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        paths.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard let option = AuditOption.all.first(where: { $0.name == parts[0] }) else {
        throw WrongUsage(sentence: "There is no option \(argument).")
      }
      guard option.placeholder != nil else {
        values[option.name] = []
        continue
      }
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
        throw WrongUsage(sentence: "\(argument) needs a value.")
      }
      values[option.name, default: []].append(value)
    }
    if let name = value("--format") {
      guard let format = AuditFormat(rawValue: name) else {
        let names = AuditFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw WrongUsage(sentence: "There is no format \(name); there are \(names).")
      }
      self.format = format
    }
    try checkRules()
    if isOn("--rules") || isOn("--explain") { return }
    guard paths.count == 1 else {
      throw WrongUsage(sentence: "One path is needed: a folder, a project, a package or a source.")
    }
    if isOn("--scenes"), !isOn("--write") {
      throw WrongUsage(sentence: "--scenes writes beside the file that --write names.")
    }
  }

  private func checkRules() throws(WrongUsage) {
    for option in ["--only", "--off", "--error", "--warning", "--note", "--explain"] {
      for rule in values[option] ?? []
      where !AuditRule.all.contains(where: { $0.identifier == rule }) {
        let near = AuditRule.closest(to: rule).map { "did you mean \($0)?" }
        throw WrongUsage(
          sentence:
            "\(option): there is no rule \(rule); \(near ?? "`rehearse audit --rules` lists them.")"
        )
      }
    }
  }

  /// What the project's file says comes before what the call says.
  private mutating func readSettings() throws(WrongUsage) {
    guard !isOn("--no-config") else { return }
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: paths[0], isDirectory: &isFolder)
    let folder = isFolder.boolValue ? paths[0] : (paths[0] as NSString).deletingLastPathComponent
    let settings: AuditSettings
    do throws(AuditSettings.Mistake) {
      settings = try AuditSettings(nearestTo: folder.isEmpty ? "." : folder)
    } catch { throw WrongUsage(sentence: error.sentence) }
    var project = AuditCommand()
    project.paths = paths
    try project.read(settings.arguments)
    for (option, said) in project.values {
      values[option] = said + (values[option] ?? [])
    }
  }

  // MARK: The audit

  private func run() -> Outcome {
    var outcome = Outcome()
    let audit: Audit
    do throws(ProjectFiles.Unreadable) {
      var files = try ProjectFiles(at: paths[0])
      files.chosenTarget = value("--target")
      audit = Audit(files)
    } catch { return Outcome(errors: "error: \(error.reason)\n", code: 2) }
    outcome.errors += audit.notes.map { "note: \($0)\n" }.joined()
    guard audit.hasApp else {
      outcome.errors += "error: " + nothingAudited(audit) + "\n"
      outcome.code = 2
      return outcome
    }
    var findings = chosen(audit.findings)
    if let revision = value("--since") {
      guard let checkout = audit.files.checkout else {
        return Outcome(
          errors: "error: --since needs a checkout of git around \(paths[0])\n", code: 2)
      }
      do throws(Checkout.Failure) {
        let changes = try checkout.changes(since: revision)
        findings = findings.filter { finding in
          changes[finding.place.path]?.contains { $0.contains(finding.place.line) } ?? false
        }
      } catch { return Outcome(errors: "error: --since \(revision): \(error.reason)\n", code: 2) }
    }
    guard let new = withoutKnown(findings, &outcome) else { return outcome }
    outcome.output = format.report(new, audit.files)
    let ending = Self.ending(audit, new)
    if format == .text {
      outcome.output += (new.isEmpty ? "" : "\n") + ending
    } else {
      outcome.errors += ending
    }
    let fails = new.contains {
      $0.severity == .error || isOn("--strict") && $0.severity == .warning
    }
    outcome.code = fails ? 1 : 0
    write(audit, findings, &outcome)
    return outcome
  }

  private func nothingAudited(_ audit: Audit) -> String {
    if let target = value("--target") {
      let names = audit.files.targetNames
      let there = names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
      return "no target \(target) that builds an app below \(paths[0]); \(there)"
    }
    return
      "nothing was audited: below \(paths[0]) is neither a delegate of an application, an App of "
      + "SwiftUI, nor the Info.plist of an app in another language"
  }

  /// The findings of the rules and files that were asked for, each as severe as it was asked for.
  private func chosen(_ findings: [AuditFinding]) -> [AuditFinding] {
    let severities: [(String, AuditFinding.Severity)] = [
      ("--error", .error), ("--warning", .warning), ("--note", .note),
    ]
    let included = (values["--include"] ?? []).map(PathPattern.init)
    let excluded = (values["--exclude"] ?? []).map(PathPattern.init)
    return findings.filter { finding in
      let rule = finding.rule.identifier
      let path = finding.place.path
      if let only = values["--only"], !only.contains(rule) { return false }
      if values["--off"]?.contains(rule) ?? false { return false }
      if !included.isEmpty, !included.contains(where: { $0.matches(path) }) { return false }
      return !excluded.contains { $0.matches(path) }
    }.map { finding in
      var finding = finding
      for (option, severity) in severities
      where values[option]?.contains(finding.rule.identifier) ?? false {
        finding.severity = severity
      }
      return finding
    }
  }

  /// The findings that a baseline does not know; nil where it cannot be read.
  private func withoutKnown(
    _ findings: [AuditFinding], _ outcome: inout Outcome
  ) -> [AuditFinding]? {
    guard let baseline = value("--baseline") else { return findings }
    guard let data = FileManager.default.contents(atPath: baseline), let known = Baseline(data)
    else {
      outcome.errors += "error: \(baseline) is no baseline: --write-baseline writes one\n"
      outcome.code = 2
      return nil
    }
    // With a part of the findings nothing can be said of the rest.
    if !isOn("--since") {
      for line in known.stale(findings) {
        outcome.errors += "note: \(baseline) knows what is not found any more: \(line)\n"
      }
    }
    return known.new(findings)
  }

  /// What was audited and found, and how to go on.
  private static func ending(_ audit: Audit, _ findings: [AuditFinding]) -> String {
    func count(_ severity: AuditFinding.Severity, _ word: String) -> String? {
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    let counts = [count(.error, "error"), count(.warning, "warning"), count(.note, "note")]
      .compactMap(\.self)
    let found = counts.isEmpty ? "nothing found" : counts.joined(separator: ", ")
    let first = findings.first?.rule.identifier
    let hint = first.map { "; `rehearse audit --explain \($0)` explains the first one" } ?? ""
    return "\(audit.summary): \(found)\(hint)\n"
  }

  /// Writes the files that were asked for.
  private func write(_ audit: Audit, _ findings: [AuditFinding], _ outcome: inout Outcome) {
    var files: [(path: String, text: String, replaces: Bool)] = []
    if let newBaseline = value("--write-baseline") {
      let old = FileManager.default.contents(atPath: newBaseline)
      let known = old.flatMap(Baseline.init)
      let whole = known.map { Baseline(findings).keeping($0) } ?? Baseline(findings)
      files.append((newBaseline, whole.text, old == nil || known != nil))
      outcome.code = 0
    }
    if let script = value("--write") {
      let writer = ScriptWriter(audit)
      files.append((script, writer.script, false))
      if isOn("--scenes") {
        let stem = script.hasSuffix(".rehearsal") ? String(script.dropLast(10)) : script
        let name = script.split(separator: "/").last.map(String.init) ?? script
        if let twin = writer.twin(importing: name) {
          files.append((stem + "-scenes.rehearsal", twin, false))
        } else {
          outcome.errors += "note: the app has scenes: no twin with scenes is written\n"
        }
      }
    }
    for file in files {
      let exists = FileManager.default.fileExists(atPath: file.path)
      if exists, !file.replaces {
        outcome.errors += "error: \(file.path) exists already, and is not overwritten\n"
        outcome.code = 3
      } else if !FileManager.default.createFile(atPath: file.path, contents: Data(file.text.utf8)) {
        outcome.errors += "error: \(file.path) cannot be written\n"
        outcome.code = 3
      } else {
        outcome.errors += "wrote \(file.path)\n"
      }
    }
  }

  /// What is looked for, as a table.
  private static var ruleList: String {
    AuditRule.all.map { rule in
      let numbers = rule.rules.map(\.description).joined(separator: " ")
      return
        "\(rule.identifier)  \(rule.certainty.rawValue)  \(numbers)\n  \(rule.message)\n  \(rule.remedy)\n"
    }.joined()
  }
}

/// A pattern of paths: `*` stands for anything within a name, `**` for folders as well; a folder's own
/// name stands for all that is in it.
struct PathPattern {
  private let pattern: [Character]

  init(_ text: String) { pattern = Array(text) }

  func matches(_ path: String) -> Bool {
    let path = Array(path)
    // Positions of the pattern that are reached after each character of the path.
    var reached = closure([0])
    for character in path {
      if reached.contains(pattern.count), character == "/" { return true }
      var next: Set<Int> = []
      for index in reached where index < pattern.count {
        if pattern[index] == "*" {
          let isDeep = index + 1 < pattern.count && pattern[index + 1] == "*" || isSecond(index)
          if isDeep || character != "/" { next.insert(index) }
        } else if pattern[index] == character || pattern[index] == "?" && character != "/" {
          next.insert(index + 1)
        }
      }
      reached = closure(next)
      if reached.isEmpty { return false }
    }
    return reached.contains(pattern.count)
  }

  private func isSecond(_ index: Int) -> Bool { index > 0 && pattern[index - 1] == "*" }

  /// The positions with those behind stars, and for `**/` those behind the slash.
  private func closure(_ positions: Set<Int>) -> Set<Int> {
    var all = positions
    var open = Array(positions)
    while let index = open.popLast() {
      guard index < pattern.count, pattern[index] == "*" else { continue }
      var more = [index + 1]
      if isSecond(index), index + 1 < pattern.count, pattern[index + 1] == "/" {
        more.append(index + 2)
      }
      for position in more where all.insert(position).inserted { open.append(position) }
    }
    return all
  }
}
