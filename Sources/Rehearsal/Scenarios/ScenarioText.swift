// A scenario that a tool writes: what a search found, what was recorded at the prompt, what a crash
// report tells. Its lines are what was done, the time between, what is expected and text of a script;
// what was done is printed from the row of its verb, so it is read back as the same.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// A scenario as its lines.
public struct ScenarioText: Sendable {
  /// A line, or some lines that belong together.
  public struct Line: Hashable, Sendable {
    /// What a line is.
    public enum Kind: Hashable, Sendable {
      /// The user, the system or the world acts.
      case stimulus
      /// Time passes.
      case wait
      /// Something is expected.
      case expectation
      /// Text of a script, such as a declaration.
      case source
    }

    /// What it is.
    public let kind: Kind
    /// The text, without indentation and remark.
    public let text: String
    /// What is written behind it; nil for nothing.
    public var remark: String?

    private init(_ kind: Kind, _ text: String) {
      (self.kind, self.text) = (kind, text)
    }

    /// Something that the user, the system or the world does.
    ///
    /// - Parameters:
    ///   - stimulus: What is done.
    ///   - appName: The name of the app that it is about; nil without one.
    /// - Returns: The line.
    public static func stimulus(_ stimulus: Stimulus, on appName: String? = nil) -> Line {
      Line(.stimulus, stimulus.line(appName: appName))
    }

    /// Something that was done, as a script says it already.
    public static func act(_ text: String) -> Line { Line(.stimulus, text) }

    /// Time that passes.
    package static func wait(_ span: TimeSpan) -> Line {
      Line(.wait, "advance \(ScriptValue.span(span))")
    }

    /// A condition that is expected to hold.
    public static func expectation(_ condition: String) -> Line {
      Line(.expectation, "expect " + condition)
    }

    /// A statement that expects something, as a script has it already.
    public static func expecting(_ statement: String) -> Line { Line(.expectation, statement) }

    /// Text of a script.
    public static func source(_ text: String) -> Line { Line(.source, text) }

    /// The same with a remark behind it.
    public func with(remark: String?) -> Line {
      var line = self
      line.remark = remark
      return line
    }

    /// The line as it is written, the remark on its last line.
    var written: String {
      guard let remark else { return text }
      return text + "  // " + remark.replacing("\n", with: " ")
    }
  }

  /// The title.
  public var title: String
  /// The options of its header, such as `("os", "17")`, in order.
  public var options: [(name: String, value: String)]
  /// The ends of apps that are no failure of it.
  public var allowedEnds: Set<ExitReason>
  /// What it does, in order.
  public var lines: [Line]

  /// Makes a scenario.
  ///
  /// - Parameters:
  ///   - title: The title; any text.
  ///   - options: The options of its header.
  ///   - allowedEnds: The ends of apps that are no failure of it.
  ///   - lines: What it does.
  public init(
    _ title: String, options: [(name: String, value: String)] = [],
    allowing allowedEnds: Set<ExitReason> = [], _ lines: [Line]
  ) {
    self.title = title
    self.options = options
    self.allowedEnds = allowedEnds
    self.lines = lines
  }

  /// The scenario as it is written in a script, with a line end.
  public var text: String {
    let allowed = allowedEnds.isEmpty ? [] : [("allowing", allowedEnds.symbols)]
    let header = (options + allowed).map { ", \($0.0): \($0.1)" }.joined()
    let heading = "scenario \(ScriptValue.string(title))\(header) {"
    let text = ([heading] + lines.map(\.written) + ["}"]).joined(separator: "\n") + "\n"
    return Formatter.format(SourceText(name: "scenario", text)) ?? text
  }
}

extension Set<ExitReason> {
  /// The reasons as a list of symbols, in the order of the table.
  package var symbols: String {
    let names = ExitReason.allCases.filter(contains).map { ".\($0.rawValue)" }
    return "[\(names.joined(separator: ", "))]"
  }
}

// MARK: - Playing

extension Script {
  /// The script with a scenario behind everything else.
  ///
  /// - Parameters:
  ///   - scenario: The scenario as it is written.
  ///   - imports: Where the files come from that the script imports; nil where it has none.
  /// - Returns: The longer script, whose last case is that scenario if it is one.
  package func followed(by scenario: String, imports: ImportSource?) -> Script {
    Script(
      SourceText(name: source.name, bytes: Array(source.bytes) + Array(("\n" + scenario).utf8)),
      host: host, limits: limits, imports: imports)
  }

  /// Plays a scenario behind everything else in a fresh session.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - imports: Where the files come from that the script imports; nil where it has none.
  ///   - cancellation: By what another thread stops it; nil for nothing.
  /// - Returns: What fails; nil if it is no scenario of this script.
  package func failures(
    playing scenario: ScenarioText, imports: ImportSource?,
    stoppedBy cancellation: CancellationFlag? = nil
  ) -> [Failure]? {
    let played = followed(by: scenario.text, imports: imports)
    guard let number = played.cases.indices.last,
      played.cases[number].commonTitle == scenario.title,
      var session = Session(played, cancellation: cancellation)
    else { return nil }
    session.run(case: number)
    return session.failures
  }
}

// MARK: - Shortening

extension Array {
  /// What of a list is needed for something to hold: more and more is left out at once, then fewer, the
  /// later ones first.
  ///
  /// - Parameters:
  ///   - isFixed: Whether an element is never left out.
  ///   - holds: Whether it holds for a part of the list, in order; it holds for all of it.
  /// - Returns: The elements that are needed, in order.
  /// - Complexity: O(*n*) questions in the number of elements, at most.
  package func shortened(
    keeping isFixed: (Element) -> Bool = { _ in false }, while holds: ([Element]) -> Bool
  ) -> [Element] {
    var needed = [Int](indices)
    var size = count
    while size > 0 {
      for start in stride(from: 0, to: count, by: size).reversed() {
        let rest = needed.filter {
          $0 < start || $0 >= start + size || isFixed(self[$0])
        }
        guard rest.count < needed.count, holds(rest.map { self[$0] }) else { continue }
        needed = rest
      }
      size /= 2
    }
    return needed.map { self[$0] }
  }
}
