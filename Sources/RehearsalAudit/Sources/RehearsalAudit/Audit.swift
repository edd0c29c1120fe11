// An audit as a whole: from the files of a project to what was found in its apps.

import Rehearsal

/// What an audit of a project gives.
package struct Audit {
  /// What was found, by place; none twice.
  package let findings: [AuditFinding]
  /// What could not be read, or was left out, a sentence each.
  package let notes: [String]
  let apps: [AuditedApp]
  /// The lines of sources that findings stand in, for reports.
  package let files: ProjectFiles

  /// Audits a project.
  ///
  /// - Complexity: O(n) in the size of the sources for each app, times the depth of calls
  package init(_ files: ProjectFiles) {
    var notes = files.omissions
    var apps = files.apps { notes.append($0) }.map { app in AuditedApp(app) { notes.append($0) } }
    for app in apps where app.entries.count > 1 {
      let entries = app.entries.sorted().joined(separator: ", ")
      notes.append(
        "\(app.manifest.name) begins in several places (\(entries)): name the folder or the project of "
          + "one app")
    }
    apps.removeAll { $0.entries.count > 1 }
    self.files = files
    self.apps = apps
    let silences = Silences(files)
    var seen: Set<String> = []
    findings = apps.flatMap { $0.findings() }
      .filter { !silences.contain($0) }
      .sorted { ($0.place, $0.rule.identifier) < ($1.place, $1.rule.identifier) }
      .filter { seen.insert("\($0.rule.identifier) \($0.place) \($0.message)").inserted }
    var told: Set<String> = []
    self.notes = notes.filter { told.insert($0).inserted }
  }

  /// Whether there is an app at all among what was read.
  package var hasApp: Bool {
    apps.contains { $0.applicationDelegate != nil || $0.isSwiftUIApp || $0.hasSceneDelegate }
  }
}

extension AuditedApp {
  func findings() -> [AuditFinding] {
    sceneFindings() + modeFindings() + scheduledTaskFindings() + backgroundTaskFindings()
      + completionFindings() + savingFindings() + protectedDataFindings() + lockFindings()
      + timerFindings()
  }
}

/// The comments that silence findings: `rehearsal:disable RULE…` on the line of the finding or the one
/// above it; without a rule, all.
struct Silences {
  private var rules: [String: [Int: Set<String>]] = [:]

  init(_ files: ProjectFiles) {
    let mark = "rehearsal:disable"
    for file in files.files {
      let text = String(decoding: file.bytes, as: UTF8.self)
      guard text.contains(mark) else { continue }
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, line) in lines.enumerated() {
        guard let range = line.firstRange(of: mark) else { continue }
        let words = line[range.upperBound...].split { !($0.isLetter || $0 == "-") }
          .map(String.init).filter { $0 != "--" }
        let named = Set(words.prefix { word in AuditRule.all.contains { $0.identifier == word } })
        for covered in [index + 1, index + 2] {
          rules[file.path, default: [:]][covered, default: []].formUnion(
            named.isEmpty ? ["*"] : named)
        }
      }
    }
  }

  func contain(_ finding: AuditFinding) -> Bool {
    guard let silenced = rules[finding.place.path]?[finding.place.line] else { return false }
    return silenced.contains("*") || silenced.contains(finding.rule.identifier)
  }
}
