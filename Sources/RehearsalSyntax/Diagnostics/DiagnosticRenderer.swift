// Diagnostics and their pages as text, for terminals, test reports and prompts.
//
//     first.rehearsal:3:5: error[E0210]: the value of `unlock` is lost; …
//        3 |     unlock
//          |     ^~~~~~
//          = fix: insert `()`

import RehearsalText

/// Renders diagnostics.
package struct DiagnosticRenderer: Sendable {
  /// Whether to colour with ANSI escape sequences.
  package let usesColor: Bool

  /// The widest excerpt of a source line, in columns of a terminal.
  package let width: Int
  /// How many columns the terminal has, into which lines are broken; nil breaks none.
  private let terminalWidth: Int?

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - usesColor: Whether to colour with ANSI escape sequences.
  ///   - width: The widest excerpt of a source line, in columns of a terminal; at least 20.
  package init(usesColor: Bool = false, width: Int = 100) {
    self.usesColor = usesColor
    self.width = max(20, width)
    terminalWidth = nil
  }

  /// Makes a renderer whose lines fit a terminal.
  ///
  /// - Parameters:
  ///   - usesColor: Whether to colour with ANSI escape sequences.
  ///   - terminalWidth: How many columns the terminal has; nil breaks no line.
  package init(usesColor: Bool, terminalWidth: Int?) {
    self.usesColor = usesColor
    // The number of the line precedes the excerpt.
    width = max(20, min(100, (terminalWidth ?? 108) - 8))
    self.terminalWidth = terminalWidth
  }

  /// The text of some diagnostics, an empty line between two; each line ends with a line end.
  ///
  /// - Complexity: O(n) in the size of the sources.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    var table: LineTable?
    var texts: [String] = []
    for diagnostic in diagnostics {
      if table?.source !== diagnostic.source { table = LineTable(diagnostic.source) }
      if let table { texts.append(render(diagnostic, in: table)) }
    }
    return texts.joined(separator: "\n")
  }

  /// The text of one diagnostic; each line ends with a line end.
  ///
  /// - Complexity: O(n) in the size of the source.
  package func render(_ diagnostic: Diagnostic) -> String {
    render(diagnostic, in: LineTable(diagnostic.source))
  }

  private func render(_ diagnostic: Diagnostic, in table: LineTable) -> String {
    let places = [diagnostic.range] + diagnostic.notes.compactMap(\.range)
    let lastLine = places.map { table.line(at: Int($0.end)) }.max() ?? 1
    let gutter = max(3, String(lastLine).count)
    let severity = diagnostic.severity
    let title = "\(severity.rawValue)[\(diagnostic.identifier.rawValue)]"
    let color: TextStyle = severity == .error ? .boldRed : .boldYellow
    var lines = heading(
      place(diagnostic.range, in: table), title, color, diagnostic.message, .bold)
    lines += excerpt(diagnostic.range, in: table, gutter: gutter, color)
    for note in diagnostic.notes {
      guard let range = note.range else {
        lines += remark("note", note.message, gutter)
        continue
      }
      lines += heading(place(range, in: table), "note", .boldCyan, note.message)
      lines += excerpt(range, in: table, gutter: gutter, .boldCyan)
    }
    for fixIt in diagnostic.fixIts { lines += remark("fix", fixIt.message, gutter) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The text of something about a place that no stage found, such as a failed expectation.
  ///
  /// - Parameters:
  ///   - title: What it is, shown as a diagnostic's severity is.
  ///   - message: What there is to say.
  ///   - source: The script it is about.
  ///   - range: The marked place.
  ///   - remarks: Further lines below the excerpt.
  /// - Returns: The text, each line with its line end.
  /// - Complexity: O(n) in the size of the source.
  package func render(
    _ title: String, _ message: String, in source: SourceText, at range: SourceRange,
    remarks: [String] = []
  ) -> String {
    let table = LineTable(source)
    let gutter = max(3, String(table.line(at: Int(range.end))).count)
    var lines = heading(place(range, in: table), title, .boldRed, message, .bold)
    lines += excerpt(range, in: table, gutter: gutter, .boldRed)
    lines += remarks.map { String(repeating: " ", count: gutter + 2) + $0 }
    return lines.map { $0 + "\n" }.joined()
  }

  private func place(_ range: SourceRange, in table: LineTable) -> String {
    let position = table.position(at: Int(range.start))
    return "\(table.source.name.printableLine):\(position.line):\(position.column)"
  }

  private func remark(_ kind: String, _ message: String, _ gutter: Int) -> [String] {
    let start = String(repeating: " ", count: gutter + 2) + "= "
    let lines = fitting(start + kind + ": " + message.printableLine, hanging: gutter + 4)
    return lines.enumerated().map { index, line in
      guard index == 0, line.hasPrefix(start + kind) else { return line }
      return start + paint(kind, .boldCyan) + line.dropFirst(start.count + kind.count)
    }
  }

  /// What is above an excerpt: where, what kind of thing, and what there is to say.
  private func heading(
    _ place: String, _ title: String, _ color: TextStyle, _ message: String,
    _ style: TextStyle? = nil
  ) -> [String] {
    let head = "\(place): \(title): "
    func styled(_ text: some StringProtocol) -> String {
      style.map { paint(String(text), $0) } ?? String(text)
    }
    let lines = fitting(head + message.printableLine, hanging: 4)
    return lines.enumerated().map { index, line in
      guard index == 0, line.hasPrefix(head) else { return styled(line) }
      let start = (style == nil ? place : paint(place, .bold)) + ": " + paint(title, color) + ": "
      return start + styled(line.dropFirst(head.count))
    }
  }

  private func fitting(_ line: String, hanging: Int) -> [String] {
    terminalWidth.map { Paragraph.wrapped(line, width: $0, hanging: hanging) } ?? [line]
  }

  /// The source line with its number, and below it the marks; of a range over several lines the
  /// first and the last.
  private func excerpt(
    _ range: SourceRange, in table: LineTable, gutter: Int, _ style: TextStyle
  ) -> [String] {
    let first = table.line(at: Int(range.start))
    let last = max(first, table.line(at: max(Int(range.start), Int(range.end) - 1)))
    var lines = excerpt(of: first, range, in: table, gutter: gutter, style)
    if last > first {
      if last > first + 1 {
        lines.append(String(repeating: " ", count: gutter + 2) + ":")
      }
      lines += excerpt(of: last, range, in: table, gutter: gutter, style)
    }
    return lines
  }

  private func excerpt(
    of line: Int, _ range: SourceRange, in table: LineTable, gutter: Int, _ style: TextStyle
  ) -> [String] {
    let excerpt = LineExcerpt(
      of: table.lineRange(line).offsets, marking: range.offsets, in: table.source.bytes,
      width: width)
    let number = String(line)
    let pad = String(repeating: " ", count: max(0, gutter - number.count))
    let empty = String(repeating: " ", count: gutter)
    return [
      " " + paint(pad + number + " |", .dim) + (excerpt.text.isEmpty ? "" : " " + excerpt.text),
      " " + paint(empty + " |", .dim) + " " + excerpt.indentation + paint(excerpt.marks, style),
    ]
  }

  /// A text in a style, where that is wanted.
  package func paint(_ text: String, _ style: TextStyle) -> String {
    style.applied(to: text, usesColor: usesColor)
  }
}
