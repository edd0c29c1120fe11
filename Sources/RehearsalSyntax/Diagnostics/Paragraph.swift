// A paragraph in lines that fit a width: the one way in which pages for terminals are laid out,
// those of diagnostics and those of rules.

/// Text broken into lines between words.
package enum Paragraph {
  /// The lines of a paragraph.
  ///
  /// - Parameters:
  ///   - text: Words with spaces between them.
  ///   - width: The longest line, in characters; a longer word stands alone.
  ///   - indentation: What each line begins with; part of the width.
  /// - Returns: At least one line.
  package static func lines(_ text: String, width: Int, indentation: String = "") -> [String] {
    var lines: [String] = [""]
    let room = width - indentation.count
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= room {
        lines[lines.count - 1] = line + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { indentation + $0 }
  }
}
