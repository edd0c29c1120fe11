// Finding what explains the words of a question, as they come to mind: `deep link`, `logged out`,
// `BGProcessingTask`, `0x8badf00d`. The prompt's `:help` and the command's `help`, `rules` and `explain`
// find the same.

import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// A search among topics and rules.
package struct ReferenceSearch: Sendable {
  /// The topics that can be found, in the order in which they are shown.
  package let topics: [HelpTopic]

  let entries: [SearchEntry]
  /// How many entries have a word somewhere, by its stem.
  private let counts: [Substring: Int]

  /// Makes a search.
  ///
  /// - Complexity: O(*n*) in the length of all topics and rules.
  package init(in topics: [HelpTopic]) {
    self.topics = topics
    entries = topics.map(SearchEntry.init) + RuleBook.rules.map(SearchEntry.init)
    var counts: [Substring: Int] = [:]
    for entry in entries { for stem in entry.stems { counts[stem, default: 0] += 1 } }
    self.counts = counts
  }

  /// A topic or a rule, and how well it fits.
  package struct Finding: Sendable {
    /// The topic or rule.
    package let subject: SearchSubject
    /// How it fits.
    package let fit: Fit
    /// How well it fits among those of an equal fit.
    let score: Double
  }

  /// How something fits a query, from the worst to the best.
  package enum Fit: Int, Comparable, Sendable {
    /// Some of the words, or all of them somewhere in its text.
    case related
    /// All words, in its name or in what people call it.
    case about
    /// It is called so.
    case named

    package static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// The topics and rules that explain a query, the best first.
  ///
  /// - Parameter query: Words of any kind: a name of the language or of UIKit, an exit code, or words of a
  ///   bug report.
  /// - Returns: The findings; none if nothing speaks of any of the words.
  /// - Complexity: O(*n*) in the length of all topics and rules.
  package func findings(for query: String) -> [Finding] {
    let wanted = SearchQuery(query, among: entries.count, counts)
    guard !wanted.words.isEmpty else { return [] }
    return entries.enumerated().compactMap { index, entry in
      entry.finding(for: wanted).map { (index, $0) }
    }.sorted { left, right in
      let (one, other) = (left.1, right.1)
      if one.fit != other.fit { return one.fit > other.fit }
      if one.score != other.score { return one.score > other.score }
      return left.0 < right.0
    }.map(\.1)
  }

  /// The topics that are called so, those of the very name first.
  package func topics(named query: String) -> [HelpTopic] {
    let name = query.hasPrefix(".") ? String(query.dropFirst()) : query
    let named = topics.filter { $0.name == name || $0.name == ":" + name }
    // A host says itself what its words mean.
    if query.hasPrefix(".") || named.contains(where: { $0.group == .host }) { return named }
    let found = findings(for: query).prefix { $0.fit == .named }.compactMap(\.subject.topic)
    // A word that is spelled exactly is meant, and not others of the same letters.
    return found.contains { named.map(\.name).contains($0.name) }
      ? found.filter { $0.name == name || $0.name == ":" + name || $0.isCalled(name) } : found
  }

  /// The whole explanation of a query: what is called so, with what else speaks of it; nil for nothing.
  ///
  /// - Parameters:
  ///   - query: The words.
  ///   - width: How many columns a line has at most.
  /// - Returns: The page, each line with its line end.
  package func page(about query: String, width: Int = 80) -> String? {
    if let page = Self.page(numbered: query.uppercased(), width: width) { return page }
    if let recipe = Recipe.named(query) { return recipe.page }
    let found = findings(for: query)
    guard let best = found.first else { return nil }
    let named = topics(named: query)
    let text: String
    if !named.isEmpty {
      text = named.map(\.text).joined(separator: "\n")
    } else if best.fit > .related {
      text = best.subject.page + seeAlso(found.dropFirst())
    } else {
      let recipe = best.subject.topic.flatMap { Recipe.of($0.name) }
      text =
        lines(of: found).map { $0 + "\n" }.joined() + (recipe.map { "\n\($0.pointer)\n" } ?? "")
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      Paragraph.wrapped(line, width: width, hanging: max(2, line.prefix { $0 == " " }.count))
    }.joined(separator: "\n")
  }

  /// The page of a rule or a diagnostic by its number; nil if there is none.
  private static func page(numbered number: String, width: Int) -> String? {
    if let page = RuleBookPages(width: width).page(number) { return page }
    return DiagnosticIdentifier(rawValue: number).flatMap(DiagnosticPage.page).map {
      DiagnosticRenderer(usesColor: false, terminalWidth: width).render($0)
    }
  }

  /// The topics and rules that speak of a query, a line for each, the best first; none if nothing does.
  package func lines(about query: String) -> [String] { lines(of: findings(for: query)) }

  private func lines(of findings: [Finding], atMost limit: Int = 12) -> [String] {
    var lines: [String] = []
    for finding in findings where lines.count < limit {
      let line = finding.subject.line
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  private func seeAlso(_ findings: some Sequence<Finding>) -> String {
    let others = lines(of: findings.filter { $0.fit > .related }, atMost: 8)
    guard !others.isEmpty else { return "" }
    return "\nSee also:\n" + others.map { "  \($0)\n" }.joined()
  }

  /// The rules that speak of a query, a line for each: those that are called so, those of the topics that
  /// explain it and of the words in them; else those of whatever speaks of it.
  package func rules(about query: String) -> [String] {
    let found = findings(for: query)
    let best = found.first?.fit ?? .related
    let direct = found.filter { $0.fit > .related }.compactMap(\.subject.rule?.number)
    let named = topics(named: query)
    let explaining =
      named.isEmpty ? found.filter { $0.fit == best }.prefix(3).compactMap(\.subject.topic) : named
    let words = Set(explaining.flatMap { Self.words(inCodeOf: $0.meaning) })
    let numbers = direct + (explaining + topics.filter { words.contains($0.name) }).flatMap(\.rules)
    guard numbers.isEmpty else { return Self.lines(of: numbers) }
    let related = found.prefix(12).flatMap { finding in
      (finding.subject.rule.map { [$0.number] } ?? []) + (finding.subject.topic?.rules ?? [])
    }
    return Self.lines(of: related)
  }

  private static func lines(of numbers: [RuleNumber]) -> [String] {
    var seen: Set<RuleNumber> = []
    return numbers.filter { seen.insert($0).inserted }.compactMap(RuleBook.rule)
      .map { SearchSubject.rule($0).line }
  }

  /// The first words of the code between back-ticks in a text.
  private static func words(inCodeOf text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element.prefix { $0.isLetter }) }
  }
}

/// Something that the search can find.
package enum SearchSubject: Sendable {
  case topic(HelpTopic)
  case rule(Rule)

  /// The topic that it is; nil for a rule.
  package var topic: HelpTopic? {
    if case .topic(let topic) = self { topic } else { nil }
  }

  /// The rule that it is; nil for a topic.
  package var rule: Rule? {
    if case .rule(let rule) = self { rule } else { nil }
  }

  /// Its name, as it is written.
  var name: String {
    switch self {
    case .topic(let topic): topic.name
    case .rule(let rule): rule.title
    }
  }

  /// A line that names it.
  package var line: String {
    switch self {
    case .topic(let topic): topic.line
    case .rule(let rule): "\(rule.number)  \(rule.title)"
    }
  }

  /// Its whole page, each line with its line end.
  package var page: String {
    switch self {
    case .topic(let topic): topic.text
    case .rule(let rule): RuleBookPages().page("\(rule.number)") ?? ""
    }
  }
}
