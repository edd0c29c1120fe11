// What TAB offers at a place, and how far all offers agree. Where the offers come from is decided
// in `CompletionContext` and `Console+Completion`.

/// What may stand at the cursor.
package struct Completion: Hashable, Sendable {
  /// How many characters before the cursor the offers replace.
  package let replaced: Int
  /// What may stand there, sorted, each once.
  package let candidates: [String]

  /// How the function is called in whose arguments the cursor stands; empty in none.
  package let hint: String

  /// Keeps those words that begin like what was typed.
  init(_ typed: some StringProtocol, among words: [String], hint: String = "") {
    replaced = typed.count
    self.hint = hint
    candidates = Set(words.filter { $0.hasPrefix(typed) }).sorted()
  }

  /// The longest text with which all offers begin.
  package var commonPrefix: String {
    guard var prefix = candidates.first else { return "" }
    for candidate in candidates.dropFirst() {
      while !candidate.hasPrefix(prefix) { prefix.removeLast() }
    }
    return prefix
  }
}
