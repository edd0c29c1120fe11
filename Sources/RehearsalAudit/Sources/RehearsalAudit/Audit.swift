// An audit as a whole: from the files of a project to what was found in its apps.

import RehearsalRules

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
  /// - Parameters:
  ///   - files: The files of the project.
  ///   - looksEverywhere: Whether sources are parsed in which no word of interest stands; for tests.
  /// - Complexity: O(n) in the size of the files, and for each app in that of the sources that have to do
  ///   with its life, times the depth of calls
  package init(_ files: ProjectFiles, lookingEverywhere looksEverywhere: Bool = false) {
    var notes = files.omissions
    let library = SourceLibrary(files.sources, lookingEverywhere: looksEverywhere)
    var apps = files.apps { notes.append($0) }
      .map { app in AuditedApp(app, of: library) { notes.append($0) } }
    for app in apps where app.entries.count > 1 {
      let entries = app.entries.sorted().joined(separator: ", ")
      notes.append(
        "\(app.manifest.name) begins in several places (\(entries)): name the folder or the project of "
          + "one app")
    }
    apps.removeAll { $0.entries.count > 1 }
    self.files = files
    self.apps = apps
    var silences = Silences(files)
    var seen: Set<String> = []
    let kept = apps.flatMap { $0.findings() }.filter { !silences.contain($0) }
    findings = (kept + silences.mistakes + silences.superfluous)
      .sorted {
        ($0.place, $0.rule.identifier, $0.message) < ($1.place, $1.rule.identifier, $1.message)
      }
      .filter { seen.insert("\($0.rule.identifier) \($0.place) \($0.message)").inserted }
      .map { $0.below(files.prefix) }
    var told: Set<String> = []
    self.notes = notes.filter { told.insert($0).inserted }
  }

  /// The apps that were recognised as such.
  var recognised: [AuditedApp] {
    apps.filter { app in
      app.applicationDelegate != nil || app.isSwiftUIApp || app.hasSceneDelegate
        || app.manifest.source != nil && !app.program.hasSources
    }
  }

  /// Whether there is an app at all among what was read.
  package var hasApp: Bool { !recognised.isEmpty }

  /// What was audited, in a line.
  package var summary: String {
    let recognised = recognised
    let shown = recognised.prefix(4).map { app -> String in
      let scenes =
        switch app.sceneAdoption {
        case .adopted: app.isSwiftUIApp ? "SwiftUI" : "scenes"
        case .uncertain: "scenes perhaps"
        case .missing: "no scenes"
        }
      let own = [app.applicationDelegate?.name].compactMap(\.self)
      let delegates = Set(own + app.handlers.map(\.type)).sorted().prefix(3)
      let sources = app.program.sourceCount
      let what =
        sources == 0
        ? "its Info.plist alone" : "\(sources) \(sources == 1 ? "source" : "sources")"
      return "\(app.manifest.name) (\(([scenes, what] + delegates).joined(separator: ", ")))"
    }
    let more = recognised.count > shown.count ? " and \(recognised.count - shown.count) more" : ""
    let left = notes.isEmpty ? "" : "; \(notes.count) left out or not read, as noted"
    return "audited \(recognised.count) \(recognised.count == 1 ? "app" : "apps"): "
      + shown.joined(separator: ", ") + more + left
  }
}

extension AuditedApp {
  func findings() -> [AuditFinding] {
    let declared = sceneFindings() + windowFindings() + modeFindings()
    let owed = scheduledTaskFindings() + backgroundTaskFindings() + completionFindings()
    let moments =
      leavingFindings() + waitingFindings() + notificationDelegateFindings()
      + backgroundSessionFindings() + timerFindings() + observerFindings()
    let kept = savingFindings() + protectedDataFindings() + lockFindings()
    return declared + owed + moments + kept + objectiveCFindings()
  }
}
