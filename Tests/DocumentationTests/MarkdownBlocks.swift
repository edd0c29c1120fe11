// The fenced blocks of a Markdown file, so that documentation can be run and compared.

import Foundation
import RehearsalSyntax
import TestSupport
import Testing

/// A fenced block of a Markdown file.
struct MarkdownBlock: Sendable, CustomTestStringConvertible {
  /// The first word after the opening fence: `rehearsal`, `text`, `sh`.
  let language: String
  /// The second word, under which other blocks of the file import this one.
  let name: String?
  /// Where the block stands: the file's name and the line of the opening fence, from 1.
  let place: String
  /// The lines between the fences, each with its end.
  let text: String

  var testDescription: String { place }

  /// The block as a script, named by its place.
  var source: SourceText { SourceText(name: place, text) }

  /// The blocks of a file of this repository, in their order.
  static func all(in path: String) throws -> [MarkdownBlock] {
    let text = try Repository.text(of: path)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    var blocks: [MarkdownBlock] = []
    var open: (words: [String], place: String, lines: [Substring])?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let (words, place, lines) = open {
        if line == "```" {
          blocks.append(
            MarkdownBlock(
              language: words.first ?? "", name: words.dropFirst().first, place: place,
              text: lines.map { $0 + "\n" }.joined()))
          open = nil
        } else {
          open = (words, place, lines + [line])
        }
      } else if line.hasPrefix("```") {
        let words = line.dropFirst(3).split(separator: " ").map(String.init)
        open = (words, "\(file):\(index + 1)", [])
      }
    }
    return blocks
  }
}
