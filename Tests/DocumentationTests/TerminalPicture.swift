// A terminal as a picture: the lines that the command really writes, with the colours that it would have there.

import Foundation

/// Some lines of a terminal as SVG.
struct TerminalPicture {
  /// The title of the window, and what the picture says to those who do not see it.
  let title: String
  /// The lines, as they are typed and written.
  let lines: [String]

  /// The longest line that is shown whole.
  private static let columns = 112
  private static let (column, row, margin) = (7.25, 17, 16)

  /// The picture, which looks the same in light and in dark.
  var svg: String {
    let width = Int(Double(Self.columns) * Self.column) + 2 * Self.margin
    let height = lines.count * Self.row + 56
    let rows = lines.enumerated().map { number, line in
      let y = 52 + number * Self.row
      return
        #"<text x="\#(Self.margin)" y="\#(y)" fill="\#(Self.color(of: line))">\#(Self.shown(line))</text>"#
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-label="\(Self.escaped(title))">
      <rect width="\(width)" height="\(height)" rx="8" fill="#12161e"/>
      <text x="\(width / 2)" y="22" text-anchor="middle" fill="#98a3b8" \
      font-family="system-ui, sans-serif" font-size="12">\(Self.escaped(title))</text>
      <g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="12">
      \(rows.joined(separator: "\n"))
      </g>
      </svg>

      """
  }

  /// The colour of a line by its mark, as the command has it.
  private static func color(of line: String) -> String {
    if line.hasPrefix("$ ") || line.hasPrefix("> ") { return "#8ab0ff" }
    if line.contains("✕") || line.contains("✗") || line.contains(": error") { return "#ff7b80" }
    if line.contains("failed") { return "#ff7b80" }
    if line.contains("▸") { return "#ffffff" }
    if line.contains("✓") || line.contains("→ active") { return "#6fd699" }
    if line.contains("no handler") { return "#98a3b8" }
    return "#e6eaf2"
  }

  private static func shown(_ line: String) -> String {
    // Blanks in a row are one to readers of SVG.
    escaped(line.count > columns ? line.prefix(columns - 1) + "…" : line[...])
      .replacingOccurrences(of: " ", with: "\u{A0}")
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }
}
