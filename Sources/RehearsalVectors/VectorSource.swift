// A script with one of its scenarios alone, as the text that goes into a vector. Formatted scripts begin
// and end what is on their top level at the beginning of a line.

/// The text of a script, cut to one scenario.
struct VectorSource {
  private let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// Whether it takes something from other files.
  var hasImports: Bool { lines.contains { $0.hasPrefix("import ") } }

  /// The text without the scenarios and explorations other than the one of a line.
  ///
  /// - Parameter line: The line on which the scenario is declared, from 1.
  /// - Returns: The text.
  func cut(toLine line: Int) -> String {
    var kept: [Substring] = []
    var isLeftOut = false
    for (index, text) in lines.enumerated() {
      if text.hasPrefix("scenario ") || text.hasPrefix("explore ") {
        isLeftOut = index + 1 != line
        // A comment right above belongs to what it is above of.
        while isLeftOut, kept.last?.hasPrefix("//") == true { kept.removeLast() }
        // One that is on one line ends there.
        if isLeftOut, text.hasSuffix("}"), !text.contains("{ |") {
          isLeftOut = false
          continue
        }
      }
      if !isLeftOut, !(text.isEmpty && kept.last?.isEmpty != false) { kept.append(text) }
      if text == "}" { isLeftOut = false }
    }
    while kept.last?.isEmpty == true { kept.removeLast() }
    return kept.map { $0 + "\n" }.joined()
  }
}
