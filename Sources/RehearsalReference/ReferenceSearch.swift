// Finding what explains a word that somebody asks about: the topic of that name, what people call it,
// and where nothing is named so, whatever speaks of it. The prompt's `:help` and the command's `help`,
// `rules` and `explain` find the same.

import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// A search among topics and rules.
package struct ReferenceSearch: Sendable {
  /// What can be found, in the order in which it is shown.
  package let topics: [HelpTopic]

  /// Makes a search.
  package init(in topics: [HelpTopic]) { self.topics = topics }

  /// The topics that explain a word: of this name, or called so.
  package func topics(named word: String) -> [HelpTopic] {
    let name = word.hasPrefix(".") ? String(word.dropFirst()) : word
    let lower = name.lowercased()
    let named = topics.filter { $0.name == name || $0.name == ":" + name }
    // A host says itself what its words mean.
    guard !named.contains(where: { $0.group == .host }) else { return named }
    return topics.filter {
      $0.name == name || $0.name == ":" + name || $0.synonyms.contains(lower)
    }
  }

  /// The whole explanation of a word: its topics, else whatever speaks of it; nil for nothing.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - width: How many columns a line has at most.
  /// - Returns: The page, each line with its line end.
  package func page(about word: String, width: Int = 80) -> String? {
    let topics = topics(named: word)
    let text =
      topics.isEmpty
      ? lines(about: word).map { $0 + "\n" }.joined()
      : topics.map(\.text).joined(separator: "\n")
    guard !text.isEmpty else { return nil }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      Paragraph.wrapped(line, width: width, hanging: max(2, line.prefix { $0 == " " }.count))
    }.joined(separator: "\n")
  }

  /// What speaks of a word, a line for each: topics with it in their name, before those with it in
  /// their meaning, and rules.
  ///
  /// - Parameters:
  ///   - word: The word, in any case.
  ///   - limit: How many topics are named.
  /// - Returns: The lines; none where nothing speaks of it.
  /// - Complexity: O(*n*) in the length of all topics and rules.
  package func lines(about word: String, atMost limit: Int = 12) -> [String] {
    let lower = word.lowercased()
    guard lower.count > 1 else { return [] }
    let found = topics(speakingOf: lower)
    var lines = found.prefix(limit).map(\.line)
    if found.count > limit { lines.append("… and \(found.count - limit) more words") }
    return lines + rules(about: word)
  }

  /// The topics with a word in their names, before those in whose meanings, or among whose symbols.
  private func topics(speakingOf lower: String) -> [HelpTopic] {
    let named = topics.filter { $0.name.lowercased().contains(lower) }
    let meant = topics.filter { topic in
      !topic.name.lowercased().contains(lower)
        && (Self.speaks(topic.meaning, of: lower)
          || topic.symbols.contains { $0.lowercased().contains(lower) })
    }
    return named + meant
  }

  /// The rules that speak of a word, a line for each: in their titles, or by way of the topics that are
  /// called so and of the words in those; else by way of whatever speaks of it.
  package func rules(about word: String) -> [String] {
    let lower = word.lowercased()
    guard lower.count > 1 else { return [] }
    let named = topics(named: word)
    let words = Set(named.flatMap { Self.words(inCodeOf: $0.meaning) })
    let numbers = Set((named + topics.filter { words.contains($0.name) }).flatMap(\.rules))
    let found = RuleBook.rules.filter {
      numbers.contains($0.number) || Self.speaks($0.title, of: lower)
    }
    guard found.isEmpty else { return Self.lines(of: found) }
    let others = Set(topics(speakingOf: lower).flatMap(\.rules))
    return Self.lines(of: RuleBook.rules.filter { others.contains($0.number) })
  }

  private static func lines(of rules: [Rule]) -> [String] {
    rules.map { "\($0.number)  \($0.title)" }
  }

  /// What the code between back-ticks in a text begins with.
  private static func words(inCodeOf text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element.prefix { $0.isLetter }) }
  }

  /// Whether a word of a text begins like one.
  private static func speaks(_ text: String, of word: String) -> Bool {
    let text = text.lowercased()
    guard word.allSatisfy({ $0.isLetter || $0.isNumber }) else { return text.contains(word) }
    return text.split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(word) }
  }
}
