// The search's index as data, for searches in other languages: what is known of each entry, and how words
// are cut down to their stems.

import RehearsalLifecycle
import RehearsalValues

extension ReferenceSearch {
  /// The index, each entry with its page.
  package var index: JSONValue {
    [
      "entries": JSONValue.list(entries.map(\.json)), "endings": SearchWords.endings,
      "fillers": SearchWords.fillers.sorted(), "prepositions": SearchWords.prepositions.sorted(),
      "qualities": SearchEntry.qualities,
    ]
  }
}

extension SearchEntry {
  fileprivate var json: JSONValue {
    [
      "kind": subject.topic?.group.rawValue ?? "Rules",
      "name": subject.rule.map { "\($0.number)" } ?? subject.name, "title": subject.line,
      "page": subject.page, "written": subject.name, "compact": name.compact,
      "aliases": JSONValue.list(
        aliases.map { ["compact": $0.compact, "words": $0.words, "telling": $0.telling] }),
      "identifiers": JSONValue.list(identifiers.map { .string($0) }),
      "selectors": selectors, "nameStems": nameStems.map(String.init).sorted(),
      "aliasStems": aliasStems.map(String.init).sorted(),
      "textStems": textStems.map(String.init).sorted(), "precedence": precedence, "share": share,
    ]
  }

  /// How much it counts where a word is found: in the name, among the aliases, as the beginning of such a
  /// word, in the text, and as the beginning of a word there.
  static let qualities = [1, 0.95, 0.6, 0.55, inText, 0.25]
}
