// The topics that `rehearse explain` knows in addition to the diagnostics. Their pages are made
// from the tables that the code uses.

import Rehearsal
import RehearsalRunner

/// A topic with a page of its own.
enum ExplainTopic: String, CaseIterable {
  case limits, json

  /// What the page is about.
  var title: String {
    switch self {
    case .limits: "the bounds of a run, which --limit sets"
    case .json: "the objects that --format json writes"
    }
  }

  /// The page; its last line ends with a line end.
  var page: String {
    switch self {
    case .limits: Self.limitsPage
    case .json: Self.jsonPage
    }
  }

  private static var limitsPage: String {
    let defaults = RunLimits()
    let rows = LimitName.allCases.map { name in
      "\(name.rawValue)=\(name.unit.text(defaults[name])): \(name.summary).\n"
    }
    return """
      The bounds of a run, with their defaults. `--limit NAME=VALUE` sets one, as often as there
      are limits; a script that is tested sets one in a comment, `// limit: NAME=VALUE`.


      """ + rows.joined()
  }

  private static var jsonPage: String {
    let forms = JSONForm.allCases.map { form in
      "\(form.rawValue): \(form.summary)\n  "
        + form.fields.map(\.rawValue).joined(separator: ", ") + "\n"
    }
    let fields = JSONForm.Field.allCases.map { "\($0.rawValue): \($0.meaning)\n" }
    return """
      JSON Lines: one object on each line, for each event as it happens. Equal runs give equal
      bytes, however many jobs there are. Keys are in the order of the alphabet; a reader leaves
      out keys and events that it does not know.

      Events, and the keys besides `event`:


      """ + forms.joined() + "\nKeys:\n\n" + fields.joined()
  }
}
