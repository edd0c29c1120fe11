// How a text is cut into words for the search: at everything that is no letter or digit, and within names
// such as `URLSession` where a new word begins.

/// The words of a text, as the search compares them.
struct SearchWords: Sendable {
  /// The words in small letters, in their order.
  let words: [String]
  /// All letters and digits joined, by which `deep link`, `deepLink` and `deep-link` are one.
  let compact: String

  /// Reads a text.
  ///
  /// - Complexity: O(*n*) in its length.
  init(_ text: some StringProtocol) {
    var words: [String] = []
    for part in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      words += Self.words(in: part)
    }
    self.words = words
    compact = words.joined()
  }

  /// The words of a query, without those that every sentence has; all, if there are no others.
  var telling: [String] {
    let telling = words.filter(Self.tells)
    return telling.isEmpty ? words.filter { $0.count > 1 } : telling
  }

  /// Those of the telling words that only say when or where: in `token nil after reboot` the last.
  var circumstances: Set<String> {
    var circumstances: Set<String> = []
    var hasSubject = false
    var isCircumstance = false
    for word in words {
      if hasSubject, Self.prepositions.contains(word) { isCircumstance = true }
      guard Self.tells(word) else { continue }
      hasSubject = true
      if isCircumstance { circumstances.insert(word) }
    }
    return circumstances
  }

  private static func tells(_ word: String) -> Bool { word.count > 1 && !fillers.contains(word) }

  /// The words of a name, which begins a new one at a capital: `BGAppRefreshTask` has four.
  ///
  /// A single letter is no word, so `iPad` is one.
  private static func words(in part: some StringProtocol) -> [String] {
    // A number such as 0x8badf00d is one word.
    guard part.first?.isNumber != true else { return [part.lowercased()] }
    let letters = Array(part)
    var words: [String] = []
    var word = ""
    for (index, letter) in letters.enumerated() {
      let follows = index + 1 < letters.count && letters[index + 1].isLowercase
      let begins =
        letter.isUppercase && word.count > 1
        && (letters[index - 1].isLowercase || (letters[index - 1].isUppercase && follows))
      if begins {
        words.append(word.lowercased())
        word = ""
      }
      word.append(letter)
    }
    return words + [word.lowercased()]
  }

  /// A word without the ending of a plural or of a verb's form, if enough remains of it.
  static func stem(_ word: String) -> Substring {
    for ending in endings where word.hasSuffix(ending) {
      let stem = word.dropLast(ending.count)
      if stem.count >= 3 { return stem }
    }
    return word[...]
  }

  /// The endings of plurals and of verbs' forms, the longer ones first.
  static let endings = ["ing", "ed", "es", "s"]

  /// Words that tell nothing.
  static let fillers = prepositions.union([
    "an", "and", "app", "apps", "are", "be", "been", "bug", "by", "called", "can", "did", "do",
    "does", "for",
    "get",
    "gets", "how", "if", "is", "issue", "it", "its", "kit", "my", "never", "not", "of", "or", "our",
    "problem",
    "that", "the", "then", "there", "this", "to", "was", "what", "where", "which", "why", "working",
    "works",
  ])

  /// Words after which it is said when or where something happens.
  static let prepositions: Set<String> = [
    "after", "at", "before", "during", "from", "in", "on", "since", "until", "when", "while",
    "with",
  ]
}
