// The search's knowledge of a topic or a rule, and its comparison with a query.

import RehearsalLifecycle

/// A query, with how much each of its words tells.
struct SearchQuery {
  /// The query as it was typed.
  let text: String
  /// Its words that tell something.
  let words: [Word]
  /// The whole query as one word.
  let compact: String
  /// The part after the last dot of a query such as `UIApplication.shared.backgroundTimeRemaining`, as one
  /// word; nil for any other.
  let member: String?
  /// The names of types and functions in it, each as one word, such as `didBecomeActive`.
  let identifiers: [String]
  /// The sum of the words' weights.
  let weight: Double

  /// A word of a query.
  struct Word {
    let text: String
    let stem: Substring
    /// How much it tells: the more, the fewer entries have it.
    let weight: Double
    /// Whether it only says when or where.
    let isCircumstance: Bool
  }

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - text: The query.
  ///   - count: How many entries there are.
  ///   - counts: How many of them have a word, by its stem.
  init(_ text: String, among count: Int, _ counts: [Substring: Int]) {
    let read = SearchWords(text)
    self.text = text
    compact = read.compact
    let parts = text.split(separator: ".")
    member =
      parts.count > 1 && !text.contains(where: \.isWhitespace)
      ? parts.last.map { SearchWords($0).compact } : nil
    let circumstances = read.circumstances
    identifiers = text.split(whereSeparator: \.isWhitespace).map { SearchWords($0) }
      .filter { $0.words.count > 1 && circumstances.isDisjoint(with: $0.words) }.map(\.compact)
    words = read.telling.map { word in
      let stem = SearchWords.stem(word)
      // Halving the share of entries tells one bit; no logarithm of a library is needed for that.
      let rarity = count / max(1, counts[stem] ?? 0)
      let weight = Double(max(1, Int.bitWidth - rarity.leadingZeroBitCount))
      return Word(
        text: word, stem: stem, weight: circumstances.contains(word) ? weight / 2 : weight,
        isCircumstance: circumstances.contains(word))
    }
    weight = words.reduce(0) { $0 + $1.weight }
  }
}

/// A topic or a rule, as the search sees it.
struct SearchEntry: Sendable {
  let subject: SearchSubject
  let name: SearchWords
  let aliases: [SearchWords]
  /// Those of the aliases that are names of types and functions, each as one word.
  let identifiers: [String]
  /// The names of UIKit that it goes by, joined, and the way in which messages name it: `App.requests`.
  let selectors: [String]
  /// Stems of the name, of the aliases, and of all that is said of it.
  let nameStems: Set<Substring>
  let aliasStems: Set<Substring>
  let textStems: Set<Substring>
  /// The order of equals: people ask for things before they ask for members.
  let precedence: Double
  /// How much the words of a longer query count: `breaks` in one hardly means the word of the grammar.
  let share: Double

  /// All stems that occur in it.
  var stems: Set<Substring> { nameStems.union(aliasStems).union(textStems) }

  init(_ topic: HelpTopic) {
    self.init(
      .topic(topic), name: topic.name, aliases: topic.synonyms,
      text: ([topic.meaning] + (topic.symbols.count > 30 ? [] : topic.symbols)).joined(
        separator: " "),
      selector: topic.selector, usage: topic.ownUsage, precedence: Self.precedence(of: topic.group),
      share: Self.share(of: topic.group))
  }

  init(_ rule: Rule) {
    // Who asks for what is not modelled is shown why.
    let leftOut = RuleBook.notModelled.filter { $0.number == Int(rule.number.rawValue) }
    self.init(
      .rule(rule), name: rule.title, aliases: SearchAlias.names(of: rule.number),
      text: ([rule.statement] + leftOut.compactMap(\.clause)).joined(separator: " "), selector: "",
      usage: nil, precedence: 0.12, share: 1)
  }

  private init(
    _ subject: SearchSubject, name: String, aliases: [String], text: String, selector: String,
    usage: String?, precedence: Double, share: Double
  ) {
    self.subject = subject
    self.name = SearchWords(name)
    self.aliases = aliases.map { SearchWords($0) }
    identifiers = aliases.filter(Self.isIdentifier).map { SearchWords($0).compact }
    // Those without a capital are receivers, such as `application`.
    selectors =
      selector.split { !$0.isLetter }.filter { $0.contains(where: \.isUppercase) }
      .map { $0.lowercased() } + (usage.map { [SearchWords($0).compact] } ?? [])
    nameStems = Set(self.name.words.map(SearchWords.stem))
    aliasStems = Set(self.aliases.flatMap(\.words).map(SearchWords.stem))
    textStems = Set(SearchWords(text + " " + selector).words.map(SearchWords.stem))
    self.precedence = precedence
    self.share = share
  }

  /// Whether an alias is the name of a type or a function, to which longer names are related.
  private static func isIdentifier(_ alias: String) -> Bool {
    !alias.contains(where: \.isWhitespace) && alias.count > 5 && SearchWords(alias).words.count > 1
  }

  private static func precedence(of group: HelpTopic.Group) -> Double {
    switch group {
    case .concept, .part: 0.25
    case .outside, .inside, .both, .host: 0.15
    case .command: 0.14
    case .handler: 0.1
    case .member: 0.05
    case .key, .value, .word: 0
    }
  }

  private static func share(of group: HelpTopic.Group) -> Double {
    switch group {
    case .word: 0.5
    case .member, .key, .value: 0.8
    case .concept, .part, .outside, .inside, .both, .host, .command, .handler: 1
    }
  }

  /// How it fits a query; nil if it has none of the words.
  func finding(for query: SearchQuery) -> ReferenceSearch.Finding? {
    if let score = scoreAsName(query) {
      return ReferenceSearch.Finding(subject: subject, fit: .named, score: score + precedence)
    }
    var score = 0.0
    var namesAll = true
    var hasAll = true
    for word in query.words {
      let quality = quality(of: word)
      score += quality * word.weight
      namesAll = namesAll && quality > Self.inText
      hasAll = hasAll && quality > 0
    }
    let phrase = max(phraseScore(query), identifierScore(query))
    guard score + phrase > 0 else { return nil }
    score =
      score / query.weight * (query.words.count > 1 ? share : 1) + (hasAll ? 1 : 0) + phrase
      + brevity(query)
    // A phrase of several words that people use for it names it, whatever stands around.
    let fit: ReferenceSearch.Fit = namesAll || phrase > 0 ? .about : .related
    return ReferenceSearch.Finding(subject: subject, fit: fit, score: score + precedence)
  }

  /// How a whole query fits as a name; nil if it is none.
  private func scoreAsName(_ query: SearchQuery) -> Double? {
    let compact = query.compact
    if name.compact == compact { return subject.name == query.text ? 3 : 2 }
    if aliases.contains(where: { $0.compact == compact }) { return 2 }
    if selectors.contains(compact) { return 1 }
    if let plain = Self.plain(compact),
      identifiers.contains(where: { (Self.plain($0) ?? $0) == plain })
    {
      return 0.9
    }
    guard let member = query.member else { return nil }
    let isCalledSo = name.compact == member || aliases.contains { $0.compact == member }
    return isCalledSo || selectors.contains(member) ? 0.5 : nil
  }

  /// The name of a type without what its delegate and its class of Objective-C add; nil if it has neither.
  private static func plain(_ name: String) -> String? {
    let base = name.hasSuffix("delegate") ? name.dropLast(8) : name[...]
    let plain = base.hasPrefix("ns") ? base.dropFirst(2) : base
    return plain.count > 4 && plain.count < name.count ? String(plain) : nil
  }

  static let inText = 0.4

  private func quality(of word: SearchQuery.Word) -> Double {
    let qualities = Self.qualities
    if nameStems.contains(word.stem) { return qualities[0] }
    if aliasStems.contains(word.stem) { return qualities[1] }
    // Two letters begin too many words.
    let isLong = word.text.count > 2
    if isLong && nameStems.contains(where: { $0.hasPrefix(word.stem) }) { return qualities[2] }
    if isLong && aliasStems.contains(where: { $0.hasPrefix(word.stem) }) { return qualities[3] }
    if textStems.contains(word.stem) { return Self.inText }
    return isLong && textStems.contains(where: { $0.hasPrefix(word.stem) }) ? qualities[5] : 0
  }

  /// The score for all words of an alias.
  private func phraseScore(_ query: SearchQuery) -> Double {
    let stems = Set(query.words.map(\.stem))
    let subjects = Set(query.words.filter { !$0.isCircumstance }.map(\.stem))
    let isWhole = aliases.contains { alias in
      let asked = alias.telling.map(SearchWords.stem)
      return asked.count > 1 && asked.allSatisfy(stems.contains)
        && asked.contains(where: subjects.contains)
    }
    return isWhole ? 1.5 : 0
  }

  /// The score for a query that has its name among its words, or a longer name of the same family:
  /// `URLSessionDownloadTask` is of `URLSession`.
  private func identifierScore(_ query: SearchQuery) -> Double {
    query.identifiers.map { asked in
      if name.words.count > 1 && name.compact == asked || selectors.contains(asked)
        || aliases.contains(where: { $0.compact == asked })
      {
        return 1.5
      }
      let family = identifiers.filter { asked.hasPrefix($0) }.map(\.utf8.count).max()
      return family.map { 0.6 + 0.6 * Double($0) / Double(asked.utf8.count) } ?? 0
    }.max() ?? 0
  }

  /// The score for a name with few other words.
  private func brevity(_ query: SearchQuery) -> Double {
    let stems = Set(query.words.filter { !$0.isCircumstance }.map(\.stem))
    let shared = nameStems.intersection(stems).count
    return nameStems.isEmpty ? 0 : 0.3 * Double(shared) / Double(nameStems.count)
  }
}

extension HelpTopic {
  /// How messages name it whose name alone does not say what it belongs to: a member with its owner, a key
  /// with its block; nil for other words.
  fileprivate var ownUsage: String? {
    switch group {
    case .member, .value, .key: String(usage.prefix { $0 != "(" && $0 != ":" })
    default: nil
    }
  }

  /// Whether people call it so.
  func isCalled(_ name: String) -> Bool {
    let compact = SearchWords(name).compact
    return synonyms.contains { SearchWords($0).compact == compact }
  }
}
