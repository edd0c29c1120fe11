// The manual's data of words, rules and diagnostics: their pages, and what the search knows of each.
// The manual's search reads it, so that a query finds there what `rehearse help` finds.

import Rehearsal
import RehearsalReference
import RehearsalSyntax
import RehearsalValues

/// The index of the reference, which `--generate-reference` writes for `Sources/manual`.
enum ReferenceIndex {
  /// The pages and the search's entries as JSON.
  static var json: JSONValue {
    let renderer = DiagnosticRenderer(usesColor: false, terminalWidth: 80)
    let diagnostics = DiagnosticIdentifier.allCases.compactMap { identifier -> JSONValue? in
      guard let page = DiagnosticPage.page(of: identifier) else { return nil }
      return [
        "name": identifier.rawValue, "title": page.title, "page": renderer.render(page),
      ]
    }
    return [
      "search": ReferenceSearch.words.index, "diagnostics": JSONValue.list(diagnostics),
    ]
  }
}
