// What a script says in comments about its own run: lines that it prints, errors and warnings that
// checking finds, errors, expectations that fail, the exit code. Suites of scripts are tested by
// this.
//
//     print("a")                // prints: a
//     let x = nope              // error: E0301 nope
//     sqrt(2)                   // warning: W0901
//     let y = [1][2]            // fault: E0705
//     expect 1 == 2             // fails
//     // exit: 1
//     // limit: heap=1MB

import Rehearsal
import RehearsalMachine
import RehearsalSyntax

/// The expectations that a script holds in its comments.
package struct ScriptExpectations: Sendable {
  /// What a comment can say.
  enum Directive: String, CaseIterable, Sendable {
    /// The next line that the run prints.
    case prints
    /// An error that checking finds on this line: its identifier, and words of its message.
    case error
    /// A warning that checking or the run gives on this line: its identifier, and words of its message.
    case warning
    /// An error on this line: its identifier, and words of its message.
    case fault
    /// An expectation that begins on this line and does not hold, and words of its report.
    case fails
    /// The exit code of a command that runs the script.
    case exit
    /// A limit that the test sets, as in `heap=1MB`.
    case limit

    /// Whether it speaks of something that is wrong on its line.
    var isFinding: Bool {
      switch self {
      case .error, .warning, .fault, .fails: true
      case .prints, .exit, .limit: false
      }
    }
  }

  /// A comment that says something.
  struct Comment: Sendable {
    let directive: Directive
    let text: String
    /// The line, from 1.
    let line: Int
  }

  /// The result of a run, in the form that expectations use.
  struct Actual {
    /// Something that is wrong on a line.
    struct Finding {
      let directive: Directive
      let line: Int
      let text: String
      /// The warning of the run that it is, which may go without a comment.
      var warning: Diagnostic?
    }

    var printed: [String] = []
    /// Diagnostics, errors and failures by line.
    var findings: [Finding] = []
    var exitCode = RunExitCode.passed
  }

  let comments: [Comment]
  /// What is wrong with the comments themselves.
  private(set) var mistakes: [String]

  /// Whether the script says nothing about its run.
  package var isEmpty: Bool { comments.isEmpty && mistakes.isEmpty }

  /// How many warnings the script expects, apart from some.
  package func warningCount(except others: [DiagnosticIdentifier] = []) -> Int {
    comments.count { comment in
      comment.directive == .warning && !others.contains { comment.text.hasPrefix($0.rawValue) }
    }
  }

  /// Reads the comments of a script.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ source: SourceText) {
    var comments: [Comment] = []
    var mistakes: [String] = []
    let table = LineTable(source)
    for line in 1...table.count where Self.mayHoldComment(source, table.lineRange(line)) {
      switch Self.comment(in: source.text(in: table.lineRange(line)), line) {
      case .success(let comment?): comments.append(comment)
      case .success(nil): break
      case .failure(let mistake): mistakes.append("line \(line): " + mistake.text)
      }
    }
    self.comments = comments
    self.mistakes = mistakes
    var limits = RunLimits()
    for comment in comments where comment.directive == .limit {
      do { try limits.set(comment.text) } catch {
        self.mistakes.append("line \(comment.line): " + error.message)
      }
    }
  }

  /// The limits of the script's test: those given, or what its comments say where that is less.
  package func limits(over limits: RunLimits) -> RunLimits {
    var stated = limits
    // What a comment says wrongly is a mistake of the test, told with its differences.
    for comment in comments where comment.directive == .limit { try? stated.set(comment.text) }
    return limits.lowered(to: stated)
  }

  /// Whether two slashes are in a line; most lines hold none, and need no text made of them.
  private static func mayHoldComment(_ source: SourceText, _ range: SourceRange) -> Bool {
    let line = source.bytes[Int(range.start)..<Int(range.end)]
    return zip(line, line.dropFirst()).contains { $0 == 0x2F && $1 == 0x2F }
  }

  private struct Mistake: Error {
    let text: String
  }

  private static func comment(in line: String, _ number: Int) -> Result<Comment?, Mistake> {
    for piece in pieces(of: line) {
      let word = String(piece.prefix { $0.isLetter })
      let rest = piece.dropFirst(word.count)
      guard let directive = Directive(rawValue: word) else {
        guard rest.first == ":",
          let meant = Suggestion.closest(to: word, among: Directive.allCases.map(\.rawValue))
        else { continue }
        return .failure(
          Mistake(text: "unknown directive `\(word):`; did you mean `\(meant.word):`?"))
      }
      if rest.first == ":" || (directive == .fails && rest.isEmpty) {
        let text = String(rest.dropFirst().drop { $0 == " " })
        return .success(Comment(directive: directive, text: text, line: number))
      }
    }
    return .success(nil)
  }

  /// What follows each `// ` of a line, without white space at its end.
  private static func pieces(of line: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = line[...]
    while let slash = rest.firstIndex(of: "/") {
      rest = rest[slash...]
      guard rest.hasPrefix("// ") else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(3)
      var piece = rest
      while piece.last?.isWhitespace == true { piece.removeLast() }
      pieces.append(piece)
    }
    return pieces
  }

  // MARK: - Comparing

  /// Runs a script and says in words how the run differs from what the comments expect.
  ///
  /// - Parameters:
  ///   - script: The script, checked.
  ///   - cancellation: By what another thread stops the run; nil where only limits do.
  /// - Returns: The differences, empty where everything came as expected, and the warnings of the
  ///   run that no comment speaks of.
  package func comparison(
    with script: Script, cancellation: CancellationFlag? = nil
  ) -> (differences: [String], warnings: [Diagnostic]) {
    guard mistakes.isEmpty else { return (mistakes, []) }
    let actual = Actual(of: script, cancellation: cancellation)
    let (differences, left) = findingDifferences(actual)
    return (
      printDifferences(actual) + differences + exitDifferences(actual), left.compactMap(\.warning)
    )
  }

  private func printDifferences(_ actual: Actual) -> [String] {
    let expected = comments.filter { $0.directive == .prints }
    guard !expected.isEmpty else { return [] }
    for (comment, line) in zip(expected, actual.printed) where comment.text != line {
      return ["line \(comment.line): expected to print `\(comment.text)`, printed `\(line)`"]
    }
    if expected.count > actual.printed.count {
      let missing = expected[actual.printed.count]
      return ["line \(missing.line): `\(missing.text)` was not printed"]
    }
    return actual.printed.dropFirst(expected.count).prefix(1).map { "also printed `\($0)`" }
  }

  private func findingDifferences(_ actual: Actual) -> ([String], left: [Actual.Finding]) {
    var left = actual.findings
    var differences: [String] = []
    for comment in comments where comment.directive.isFinding {
      let found = left.firstIndex {
        $0.directive == comment.directive && $0.line == comment.line
          && Self.words(comment.text, standIn: $0.text)
      }
      if let found {
        left.remove(at: found)
      } else {
        differences.append(
          "line \(comment.line): expected `\(comment.directive.rawValue): \(comment.text)`")
      }
    }
    let surplus = left.filter { $0.warning == nil }.map {
      "line \($0.line): \($0.directive.rawValue): \($0.text)"
    }
    return (differences + surplus, left)
  }

  private static func words(_ expected: String, standIn text: String) -> Bool {
    let identifier = expected.prefix { $0 != " " }
    let rest = expected.dropFirst(identifier.count).drop { $0 == " " }
    return expected.isEmpty || text.holds(expected)
      || (text.hasPrefix(identifier) && text.holds(String(rest)))
  }

  private func exitDifferences(_ actual: Actual) -> [String] {
    let stated = comments.last { $0.directive == .exit }
    let expected: Int32
    if let stated {
      guard let code = Int32(stated.text) else {
        return ["line \(stated.line): `exit:` takes a number, not `\(stated.text)`"]
      }
      expected = code
    } else if comments.contains(where: { $0.directive == .error }) {
      expected = RunExitCode.scriptError.rawValue
    } else {
      let fails = comments.contains { $0.directive == .fault || $0.directive == .fails }
      expected = (fails ? RunExitCode.failed : .passed).rawValue
    }
    guard actual.exitCode.rawValue != expected else { return [] }
    return ["expected the exit code \(expected), got \(actual.exitCode.rawValue)"]
  }
}

extension ScriptExpectations.Actual {
  /// Runs a script to its end.
  init(of script: Script, cancellation: CancellationFlag?) {
    for diagnostic in script.diagnostics { note(diagnostic) }
    guard var session = Session(script, cancellation: cancellation) else {
      exitCode = .scriptError
      return
    }
    let report = session.run { event in
      switch event {
      case .output(let text, _):
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        printed += lines.map(String.init)
      case .failure(let failure): note(failure)
      case .warning(let warning): note(warning, isOfRun: true)
      default: break
      }
    }
    exitCode = report.exitCode
  }

  private mutating func note(_ diagnostic: Diagnostic, isOfRun: Bool = false) {
    findings.append(
      .init(
        directive: diagnostic.severity == .error ? .error : .warning,
        line: Self.line(of: SourcePlace(diagnostic.source, diagnostic.range)),
        text: "\(diagnostic.identifier.rawValue) \(diagnostic.message)",
        warning: isOfRun ? diagnostic : nil))
  }

  private mutating func note(_ failure: Failure) {
    switch failure.reason {
    case .warning(let warning): note(warning)
    case .expectation(let failed):
      let values = (failed.parts + failed.loopVariables).map { "\($0.text) is \($0.value)" }
      let text = ([failed.message ?? ""] + values).joined(separator: "; ")
      findings.append(
        .init(directive: .fails, line: Self.line(of: failed.site.place), text: text))
    case .unexpectedPass(let place, let reason):
      findings.append(.init(directive: .fails, line: Self.line(of: place), text: reason))
    case .runtimeError(let error), .appRuntimeError(_, let error, _), .appEnded(_, _, let error):
      let line = error.stack.first.map { Self.line(of: $0.place) } ?? 0
      findings.append(
        .init(
          directive: .fault, line: line, text: "\(error.identifier.rawValue) \(error.message)"))
    }
  }

  private static func line(of place: SourcePlace) -> Int {
    LineTable(place.source).line(at: Int(place.range.start))
  }
}

extension String {
  /// Whether some words are anywhere in the text.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of both.
  fileprivate func holds(_ words: String) -> Bool {
    guard !words.isEmpty else { return true }
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(words) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
