// Numbers for names. Scopes are arrays that are indexed by these numbers, so that finding what a
// name means costs one dictionary access, whatever the number of names in scope.

/// The names of all scripts of a compilation, each with a number.
struct NameTable {
  private var numbers: [String: Int] = [:]
  private(set) var texts: [String] = []

  /// The number of a name, given at its first use.
  mutating func number(of text: String) -> Int {
    if let number = numbers[text] { return number }
    numbers[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}
