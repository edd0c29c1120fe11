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

  package static let help = """
    Checks an app's project on the disk for mistakes in its lifecycle code.

    Usage: rehearse audit [OPTION…] PATH

    PATH is a folder, a project of Xcode, a package, or one source. Nothing is compiled.

      --format FORMAT        text, json (a line each), sarif (2.1.0) or github
      --strict               let what is suspected fail, too
      --baseline FILE        keep quiet about what FILE knows
      --write-baseline FILE  write what is found to FILE
      --write FILE           write the app as a script: what it declares and what its handlers do
      --scenes               with --write, also its twin with scenes, and the ways into both
      --rules                list what is looked for
      --help

    A comment `// rehearsal:disable RULE` on a line, or the one above it, silences a finding.

    Exit codes: 0 nothing is proved; 1 something is, or is suspected with --strict; \
    2 the project cannot be read; 3 a file cannot be written; 64 wrong usage.

    """

  private var format = AuditFormat.text
  private var isStrict = false
  private var isList = false
  private var hasScenes = false
  private var baseline: String?
  private var newBaseline: String?
  private var script: String?
  private var paths: [String] = []

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
      func value() throws(WrongUsage) -> String {
        guard let value = rest.popFirst() else {
          throw WrongUsage(sentence: "\(argument) needs a value.")
        }
        return value
      }
      switch argument {
      case "--format":
        let name = try value()
        guard let format = AuditFormat(rawValue: name) else {
          let names = AuditFormat.allCases.map(\.rawValue).joined(separator: ", ")
          throw WrongUsage(sentence: "There is no format \(name); there are \(names).")
        }
        self.format = format
      case "--strict": isStrict = true
      case "--rules": isList = true
      case "--scenes": hasScenes = true
      case "--baseline": baseline = try value()
      case "--write-baseline": newBaseline = try value()
      case "--write": script = try value()
      case let path where !path.hasPrefix("-"): paths.append(path)
      default: throw WrongUsage(sentence: "There is no option \(argument).")
      }
    }
    if isList { return }
    guard paths.count == 1 else {
      throw WrongUsage(sentence: "One path is needed: a folder, a project, a package or a source.")
    }
    if hasScenes, script == nil {
      throw WrongUsage(sentence: "--scenes writes beside the file that --write names.")
    }
  }

  private func run() -> Outcome {
    if isList { return Outcome(output: Self.ruleList) }
    var outcome = Outcome()
    let audit: Audit
    do throws(ProjectFiles.Unreadable) { audit = Audit(try ProjectFiles(at: paths[0])) } catch {
      return Outcome(errors: "error: \(error.reason)\n", code: 2)
    }
    outcome.errors += audit.notes.map { "note: \($0)\n" }.joined()
    guard audit.hasApp else {
      outcome.errors +=
        "error: no app was recognised below \(paths[0]): neither a delegate nor an App.\n"
      outcome.code = 2
      return outcome
    }
    var findings = audit.findings
    if let baseline {
      guard let data = FileManager.default.contents(atPath: baseline), let known = Baseline(data)
      else {
        outcome.errors += "error: \(baseline) is no baseline: --write-baseline writes one\n"
        outcome.code = 2
        return outcome
      }
      findings = known.new(findings)
    }
    outcome.output = format.report(findings, audit.files)
    let fails = findings.contains { isStrict || $0.rule.certainty == .proved }
    outcome.code = fails ? 1 : 0
    write(audit, &outcome)
    return outcome
  }

  /// Writes the files that were asked for.
  private func write(_ audit: Audit, _ outcome: inout Outcome) {
    var files: [(path: String, text: String, replaces: Bool)] = []
    if let newBaseline {
      let old = FileManager.default.contents(atPath: newBaseline)
      let isOurs = old.map { Baseline($0) != nil } ?? true
      files.append((newBaseline, Baseline(audit.findings).text, isOurs))
      outcome.code = 0
    }
    if let script {
      let writer = ScriptWriter(audit)
      files.append((script, writer.script, false))
      if hasScenes {
        let stem = script.hasSuffix(".rehearsal") ? String(script.dropLast(10)) : script
        let name = script.split(separator: "/").last.map(String.init) ?? script
        files.append((stem + "-scenes.rehearsal", writer.twin(importing: name), false))
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
