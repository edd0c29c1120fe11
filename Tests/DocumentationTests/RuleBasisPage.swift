// The page on what the rules rest on, made from the rule book: the rules by their best source, what was
// held against the talks and pages of iOS 26 and 27, and what the keys of sources stand for.

import RehearsalLifecycle
import RehearsalReference

/// The page that counts what the rules rest on.
struct RuleBasisPage {
  static let path = GuideTests.catalog + "/WhatTheRulesRestOn.md"

  /// The text of the page.
  var text: String {
    """
    # What the rules rest on

    Every rule of the device with the best of its sources, and how it stands to what Apple says of iOS 26 and 27.

    ## Overview

    <!-- Made from the rule book; do not edit. \(ReferencePage.command) -->

    A rule counts once, with the best that it has: a document, an engineer's word, the logs or reports of \
    several devices, or those of one. `rehearse rules R054` shows the sources of a rule, and `rehearse rules \
    --site FOLDER` writes a page for each.

    | the rules rest on | rules |
    |---|---|
    \(counts)

    \(observed)

    Lengths of time that no source gives as a number, and that `budgets:` sets: \(spans).

    ## Held against iOS 26 and 27

    The rules that changed with iOS 18, 26 or 27, and the forty that most scripts name in their records or \
    texts, were held against the talks of 2025 and 2026, the pages of Apple's documentation, the release notes of \
    iOS 27 and a header of its SDK. Of \(RuleReview.all.count) rules \(verdicts).

    | rule | what came of it | what was found | refuted by | where |
    |---|---|---|---|---|
    \(reviews)

    ## The sources

    | key | what it is |
    |---|---|
    \(sources)

    A source without a key names itself: a project with the numbers of its issues, or a member of a framework.

    """
  }

  private var counts: String {
    lines(
      RuleBook.byBasis.filter { !$0.rules.isEmpty }.map {
        "| \($0.basis.title) | \($0.rules.count) |"
      })
  }

  private var observed: String {
    lines(
      RuleBook.byBasis.filter { $0.basis != .document && !$0.rules.isEmpty }.map { basis, rules in
        "- On \(basis.title): " + rules.map { "\($0.number)" }.joined(separator: ", ") + "."
      })
  }

  private var spans: String {
    RuleBook.assumedSpans.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  private var verdicts: String {
    RuleReview.Verdict.allCases.map { verdict in
      let count = RuleReview.all.count { $0.verdict == verdict }
      return switch verdict {
      case .confirmed: "\(count) were confirmed"
      case .corrected: "\(count) were corrected"
      case .notFound: "of \(count) no source speaks"
      }
    }.joined(separator: ", ")
  }

  private var reviews: String {
    lines(
      RuleReview.all.map { row in
        let places = row.places.map { "\($0.source), \($0.position)" }.joined(separator: "; ")
        return
          "| \(row.rule) | \(row.verdict.title) | \(row.finding) | \(row.refutation) | \(places) |"
      })
  }

  private var sources: String { lines(RuleSource.all.map { "| \($0.key) | \($0.meaning) |" }) }

  private func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
