// The pages of diagnostics as text, for terminals.

import RehearsalSyntax
import RehearsalText

extension DiagnosticRenderer {
  /// The longest part of a page's script that is shown, in lines.
  private static let shownLines = 16

  /// The text of a page; each line ends with a line end.
  package func render(_ page: DiagnosticPage) -> String {
    let severity = page.identifier.severity
    let title = "\(severity.rawValue)[\(page.identifier.rawValue)]"
    var lines = [
      paint(title, severity == .error ? .red : .yellow) + ": " + paint(page.title, .bold), "",
    ]
    for paragraph in page.explanation.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += Paragraph.lines(String(paragraph), width: width)
    }
    if let example = page.example {
      for file in example.files {
        lines += script("\(file.path):", file.text ?? "(a file that cannot be read)")
      }
      lines += script("Wrong:", example.wrong.text)
      lines += script("Right:", example.right.text)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The titles of all pages by family; each line ends with a line end.
  package func renderIndex() -> String {
    var lines: [String] = []
    for family in DiagnosticFamily.allCases {
      if !lines.isEmpty { lines.append("") }
      lines.append(paint(family.title, .bold))
      for page in DiagnosticPage.pages(of: family) {
        lines.append("  \(page.identifier.rawValue)  \(page.title)")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func script(_ heading: String, _ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let hidden = lines.count - Self.shownLines
    if hidden > 0 { lines = lines.prefix(Self.shownLines) + ["… and \(hidden) lines more"] }
    return ["", paint(heading, .bold), ""] + lines.map { $0.isEmpty ? "" : "    " + $0 }
  }
}
