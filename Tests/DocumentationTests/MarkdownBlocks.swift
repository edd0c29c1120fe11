// The fenced blocks of a Markdown file, so that documentation can be run and compared.

import Foundation

/// A fenced block of a Markdown file.
struct MarkdownBlock {
  /// What stands behind the opening fence: `rehearsal`, `text`, `sh`.
  let language: String
  /// The lines between the fences, each with its end.
  let text: String

  /// The blocks of a file of this repository, in their order.
  static func all(in path: String) throws -> [MarkdownBlock] {
    let text = try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
    var blocks: [MarkdownBlock] = []
    var open: (language: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let (language, lines) = open {
        if line == "```" {
          blocks.append(
            MarkdownBlock(language: language, text: lines.map { $0 + "\n" }.joined()))
          open = nil
        } else {
          open = (language, lines + [line])
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      }
    }
    return blocks
  }

  /// The root of the repository.
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
