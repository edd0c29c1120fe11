// "Did you mean": the known word that is closest to a mistyped one, by edit distance. Every stage
// that reports an unknown word asks here.

/// The word that was probably meant, and those that are near as well.
package struct Suggestion: Hashable, Sendable, CustomStringConvertible {
  /// The nearest word.
  package let word: String

  /// The next ones, the nearest first, a few at most.
  package let others: [String]

  /// Whether the exchange needs no second look: the word means the same, or was mistyped plainly, and
  /// no other is as near.
  package private(set) var isCertain: Bool

  /// Makes a suggestion.
  package init(_ word: String, others: [String] = [], isCertain: Bool = true) {
    self.word = word
    self.others = others
    self.isCertain = isCertain
  }

  /// The word: what a message says of a suggestion.
  package var description: String { word }

  /// The same as a guess.
  package var guessed: Suggestion {
    var guess = self
    guess.isCertain = false
    return guess
  }

  /// How many letters off a word may be that is taken for certain.
  private static let certainDistance = 2

  /// How long a word has to be at least that is taken for certain, by how many letters it is off.
  private static let certainLength = [0, 4, 7]

  /// How many of the nearest words are named.
  private static let shown = 3

  /// The longest word, in Unicode scalars, that is compared; longer ones are not mistyped names.
  private static let longest = 64

  /// The candidate nearest to a word, where one is near enough to be worth saying.
  ///
  /// Near enough is a third of the word's length in inserted, removed, exchanged or swapped
  /// scalars; of equally near ones the first in the sequence comes first. A word of one scalar is
  /// too short to guess; a difference in case alone is always near enough.
  ///
  /// - Complexity: O(c · n²) for c candidates and words of n scalars, n being at most 64.
  package static func closest(
    to word: String, among candidates: some Sequence<String>
  ) -> Suggestion? {
    let wanted = Array(word.unicodeScalars.prefix(longest + 1))
    guard wanted.count > 1, wanted.count <= longest else { return nil }
    let lowered = Array(word.lowercased().unicodeScalars)
    var near: [(candidate: String, distance: Int)] = []
    for candidate in candidates where candidate != word {
      let scalars = Array(candidate.unicodeScalars.prefix(longest + 1))
      guard scalars.count <= longest else { continue }
      let limit = max(1, max(wanted.count, scalars.count) / 3)
      let isSameButCase = Array(candidate.lowercased().unicodeScalars) == lowered
      let distance = isSameButCase ? 0 : distance(wanted, scalars, limit: limit)
      guard let distance, distance <= limit, !near.contains(where: { $0.candidate == candidate })
      else { continue }
      // After all that are as near.
      let place = near.firstIndex { $0.distance > distance } ?? near.count
      guard place <= shown else { continue }
      near.insert((candidate, distance), at: place)
      if near.count > shown + 1 { near.removeLast() }
    }
    guard let best = near.first else { return containing(word, among: candidates) }
    let isAlone = near.count < 2 || near[1].distance > (best.distance == 0 ? 0 : certainDistance)
    return Suggestion(
      best.candidate, others: near.dropFirst().prefix(shown - 1).map(\.candidate),
      isCertain: isAlone && isSlip(word, of: best.candidate, distance: best.distance))
  }

  /// As guesses, the words of which one is a part: `locked` of `isLocked`.
  private static func containing(
    _ word: String, among candidates: some Sequence<String>
  ) -> Suggestion? {
    let wanted = word.lowercased()
    var words: [String] = []
    for candidate in candidates where !words.contains(candidate) {
      let other = candidate.lowercased()
      let shorter = min(wanted.count, other.count)
      if shorter >= leastPart, other.contains(wanted) || wanted.contains(other) {
        words.append(candidate)
      }
    }
    guard let first = words.min(by: { $0.count < $1.count }) else { return nil }
    let others = words.filter { $0 != first }.prefix(shown - 1)
    return Suggestion(first, others: Array(others), isCertain: false)
  }

  /// How long a part of a word is at least that says what was meant.
  private static let leastPart = 4

  /// Whether a word can hardly be anything else than a word that was mistyped.
  ///
  /// A short word is soon like another one; a number, a plural and a longer word that begins alike
  /// are words of their own: `purge2`, `task` for `tasks`, `wakeUp` for `wake`.
  private static func isSlip(_ word: String, of meant: String, distance: Int) -> Bool {
    guard distance <= certainDistance else { return false }
    guard distance > 0 else { return true }
    let (shorter, longer) = word.count < meant.count ? (word, meant) : (meant, word)
    guard shorter.unicodeScalars.count >= certainLength[distance],
      word.filter(\.isNumber) == meant.filter(\.isNumber)
    else { return false }
    if longer.hasPrefix(shorter) {
      // A last letter that is missing or doubled, and no ending.
      let rest = longer.dropFirst(shorter.count)
      return rest.count == 1 && rest != "s" && (longer == meant || rest.first == shorter.last)
    }
    return distance == 1 || word.first == meant.first
  }

  /// How many scalars must be inserted, removed, exchanged, or swapped with their neighbour.
  ///
  /// Nil where it is more than the limit. Each scalar is touched once (optimal string alignment).
  private static func distance(
    _ first: [Unicode.Scalar], _ second: [Unicode.Scalar], limit: Int
  ) -> Int? {
    if abs(first.count - second.count) > limit { return nil }
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    var row = last
    for (line, scalar) in first.enumerated() {
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        var least = min(last[column + 1], row[column]) + 1
        least = min(least, last[column] + (scalar == other ? 0 : 1))
        let isSwap =
          line > 0 && column > 0 && scalar == second[column - 1] && first[line - 1] == other
        if isSwap { least = min(least, beforeLast[column - 1] + 1) }
        row[column + 1] = least
      }
      if row.min() ?? 0 > limit { return nil }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[second.count] <= limit ? last[second.count] : nil
  }
}
