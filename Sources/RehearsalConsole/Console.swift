// The prompt as a value: a line in, text out, no terminal. It keeps every input that was accepted
// and answers a new one by running them all again, which is the same each time because nothing in
// a run comes from the host; only what the new input adds is shown.

import Rehearsal
import RehearsalSyntax

/// A conversation with a device.
public struct Console: Sendable {
  /// What came of a line.
  public enum Answer: Hashable, Sendable {
    /// The input goes on in the next line; that many brackets are open.
    case incomplete(depth: Int)
    /// The input was accepted; the text shows what it did, each line with its line end.
    case accepted(String)
    /// The input was refused and everything is as before; the text says why.
    case refused(String)
  }

  private var inputs: [String] = []
  private var pending: [String] = []
  /// How many events the accepted inputs lead to.
  private var eventCount = 0
  /// The exit code for what came of the inputs so far: of the first that did not pass.
  public private(set) var exitCode = RunExitCode.passed
  private let usesColor: Bool
  private let imports: ImportSource?

  /// Makes a console without inputs.
  ///
  /// - Parameters:
  ///   - usesColor: Whether to colour with ANSI escape sequences.
  ///   - imports: Where imported files come from; nil allows none.
  public init(usesColor: Bool = false, imports: ImportSource? = nil) {
    self.usesColor = usesColor
    self.imports = imports
  }

  /// Whether an input has begun and is not complete.
  public var isInTheMiddle: Bool { !pending.isEmpty }

  /// Drops the input that is not complete.
  public mutating func cancel() { pending = [] }

  /// Takes a line.
  ///
  /// - Complexity: O(*n*) in everything that the inputs so far do.
  public mutating func take(_ line: String) -> Answer {
    pending.append(line)
    let text = pending.joined(separator: "\n")
    if case .incomplete(let depth, _) = InputCompleteness(of: SourceText(name: "input", text)) {
      return .incomplete(depth: depth)
    }
    pending = []
    guard !text.allSatisfy(\.isWhitespace) else { return .accepted("") }
    return run(adding: text)
  }

  private mutating func run(adding text: String) -> Answer {
    let source = SourceText(name: "input", (inputs + [text]).joined(separator: "\n"))
    let script = Script(source, imports: imports)
    let renderer = RunRenderer(script, usesColor: usesColor)
    guard var session = Session(script) else {
      note(.scriptError)
      return .refused(renderer.text(script.diagnostics))
    }
    var count = 0
    var shown = ""
    let report = session.run { event in
      count += 1
      guard count > eventCount, let lines = Self.lines(event, renderer) else { return }
      shown += lines
    }
    note(report.exitCode)
    guard !report.statementsEndedInError else { return .refused(shown) }
    inputs.append(text)
    eventCount = count
    return .accepted(shown)
  }

  private mutating func note(_ code: RunExitCode) {
    if exitCode == .passed { exitCode = code }
  }

  private static func lines(_ event: RunEvent, _ renderer: RunRenderer) -> String? {
    switch event {
    case .output(let text, _): text + "\n"
    case .record(let record): renderer.line(record).map { $0 + "\n" }
    case .failure(let failure): renderer.text(failure)
    case .scenarioBegan(_, let title): renderer.heading(title) + "\n"
    case .scenarioEnded(let result): renderer.line(result) + "\n"
    }
  }
}
