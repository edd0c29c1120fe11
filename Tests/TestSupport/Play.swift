// The one way in which these tests play a script: text in, what was shown and how it came out.

import Rehearsal
import RehearsalRunner
import RehearsalSyntax

/// A script that was played to its end.
package struct Play {
  /// What was printed, line by line.
  package private(set) var printed: [String] = []
  /// Everything that happened, as text.
  package private(set) var shown: [String] = []
  /// How it came out; nil where the script has errors.
  package let report: RunReport?
  /// What reading it found.
  package let diagnostics: [Diagnostic]
  /// What a runner of tests finds in the file when all of it was played.
  private var untested: [Diagnostic] = []

  /// Plays the text of a script.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limits: The bounds of reading and running.
  ///   - files: What it can import, by name.
  ///   - collectsAlways: Whether memory is collected at every allocation.
  package init(
    _ text: String, limits: RunLimits = RunLimits(), files: [String: String] = [:],
    collectsAlways: Bool = false
  ) {
    let script = Script(
      SourceText(name: "main.rehearsal", text), limits: limits, imports: Self.source(files))
    self.init(script, collectsAlways: collectsAlways)
  }

  /// Plays a script.
  package init(
    _ script: Script, strictness: StrictnessOptions = StrictnessOptions(),
    collectsAlways: Bool = false
  ) {
    diagnostics = script.diagnostics
    guard var session = Session(script, strictness: strictness, collectsAlways: collectsAlways)
    else {
      report = nil
      return
    }
    var printed: [String] = []
    var shown: [String] = []
    let renderer = RunRenderer(script)
    report = session.run { event in
      if case .output(let line, _) = event { printed.append(line) }
      shown.append(Self.text(event, renderer))
    }
    self.printed = printed
    self.shown = shown
    if strictness.isTest, let report {
      var evidence = FileEvidence(script)
      for result in report.scenarios { evidence.note(result) }
      untested = evidence.findings()
    }
    SwiftDescriptions.refuse(in: shown.joined(separator: "\n"))
    SwiftDescriptions.refuse(in: diagnostics.map(\.message).joined(separator: "\n"))
  }

  /// The identifiers of diagnostics and failures, in order.
  package var identifiers: [String] {
    let failures = (report?.statementFailures ?? []) + (report?.scenarios ?? []).flatMap(\.failures)
    let warnings = (report?.warnings ?? []) + untested
    return (diagnostics + warnings).map(\.identifier.rawValue)
      + failures.map { failure in
        switch failure.reason {
        case .expectation: "expectation"
        case .warning(let warning): warning.identifier.rawValue
        case .unexpectedPass: "unexpectedPass"
        case .runtimeError(let error), .appRuntimeError(_, let error, _),
          .appEnded(_, _, let error):
          error.identifier.rawValue
        }
      }
  }

  /// Whether the run has passed.
  package var hasPassed: Bool { report?.hasPassed ?? false }

  /// An event as text, records that no timeline shows included.
  package static func text(_ event: RunEvent, _ renderer: RunRenderer) -> String {
    switch event {
    case .scenarioBegan(let number, let title): "\(number) \(title)"
    case .record(let record): renderer.line(record) ?? "\(record.time) \(record.name)"
    case .output(let line, _): line
    case .warning(let warning): renderer.text([warning])
    case .failure(let failure): renderer.text(failure)
    case .scenarioEnded(let result): renderer.line(result)
    }
  }

  /// Imports from files by name.
  package static func source(_ files: [String: String]) -> ImportSource {
    { path, _ in
      if path.hasPrefix("..") { return .failure(.outsideFolder) }
      guard let text = files[path] else { return .failure(.notFound) }
      return .success(SourceText(name: path, text))
    }
  }
}
