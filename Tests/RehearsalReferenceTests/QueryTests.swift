// The search, held to what people typed: what comes first has to answer.

import Rehearsal
import Testing

@testable import RehearsalReference

@Suite("Queries of newcomers")
struct QueryTests {
  private static let search = ReferenceSearch(
    in: HelpTopic.concepts + HelpTopic.all(of: ScriptHost().interface))

  @Test("What was watched is answered at first", arguments: Query.watched)
  func answersWatched(_ query: Query) {
    #expect(answers(query), "\(Self.search.lines(about: query.words).prefix(3))")
  }

  /// As many as were right when they were tried once.
  @Test("Of the further queries at least 36 of 40 are answered at first")
  func answersFurther() {
    let missed = Query.further.filter { !answers($0) }
    #expect(
      missed.count <= 4,
      "\(missed.map { "\($0.words): \(Self.search.lines(about: $0.words).first ?? "")" })")
  }

  @Test("Of forty queries of a search engine's users at least 35 are answered at first")
  func answersTyped() {
    let missed = Query.typed.filter { !answers($0) }
    #expect(
      missed.count <= 4,
      "\(missed.map { "\($0.words): \(Self.search.lines(about: $0.words).first ?? "")" })")
  }

  @Test("Names of Apple's and words of reports are answered at first", arguments: Query.reported)
  func answersReported(_ query: Query) {
    #expect(answers(query), "\(Self.search.lines(about: query.words).prefix(3))")
  }

  @Test("Of forty titles of issues at least 34 are answered at first")
  func answersTitles() {
    let missed = Query.titles.filter { !answers($0) }
    #expect(
      missed.count <= 6,
      "\(missed.map { "\($0.words): \(Self.search.lines(about: $0.words).first ?? "")" })")
  }

  @Test("Of forty whole titles at least 30 are answered at first")
  func answersSentences() {
    let missed = Query.sentences.filter { !answers($0) }
    #expect(
      missed.count <= 10,
      "\(missed.map { "\($0.words): \(Self.search.lines(about: $0.words).first ?? "")" })")
  }

  private func answers(_ query: Query) -> Bool {
    switch Self.search.findings(for: query.words).first?.subject {
    case .topic(let topic): query.answers.contains(topic.name)
    case .rule(let rule): query.answers.contains("\(rule.number)")
    case nil: false
    }
  }

  @Test("What is called something is named after a word, a concept or a rule that exists")
  func aliasesHaveTargets() {
    let names = Set(Self.search.topics.map(\.name))
    let unknown = SearchAlias.all.filter { alias in
      if case .word(let word) = alias.target { return !names.contains(word) }
      return false
    }
    #expect(unknown.map(\.names) == [])
  }
}
