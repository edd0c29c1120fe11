// The fenced examples of a Markdown page. The first line of a script's example names the language
// and the errors that the script is to give: none, for most.

/// One script on a page.
struct MarkdownExample {
  /// The line of the page on which the script begins, counted from 1.
  let line: Int
  let text: String
  /// The identifiers of the errors that are announced.
  let errors: [String]

  /// The scripts of a page, in their order.
  static func all(in page: String) -> [MarkdownExample] {
    var examples: [MarkdownExample] = []
    var open: (line: Int, errors: [String], text: String)?
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let (start, errors, text) = open {
        if line == "```" {
          examples.append(MarkdownExample(line: start, text: text, errors: errors))
          open = nil
        } else {
          open = (start, errors, text + line + "\n")
        }
      } else if line.hasPrefix("```rehearsal") {
        open = (index + 2, line.split(separator: " ").dropFirst().map(String.init), "")
      }
    }
    return examples
  }
}
