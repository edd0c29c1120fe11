// The topics that `rehearse explain` knows in addition to the diagnostics. Their pages are made
// from the tables that the code uses.

import Rehearsal
import RehearsalReference
import RehearsalRunner

/// A topic with a page of its own.
enum ExplainTopic: String, CaseIterable {
  case limits, json, configuration, recipes

  /// What the page is about.
  var title: String {
    switch self {
    case .limits: "the bounds of a run, which --limit sets"
    case .json: "the objects that --format json writes"
    case .recipes: "reports that people bring, each as a script that shows it"
    case .configuration: "the keys of \(ConfigurationFile.name), which a project says for everybody"
    }
  }

  /// The page; its last line ends with a line end.
  var page: String {
    switch self {
    case .limits: Self.limitsPage
    case .json: Self.jsonPage
    case .configuration: Self.configurationPage
    case .recipes: Recipe.index
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

  private static var configurationPage: String {
    var rows: [(option: OptionDescription, subcommands: [String])] = []
    for (subcommand, options) in ConfigurationFile.schema {
      for option in options {
        if let known = rows.firstIndex(where: { $0.option.key == option.key }) {
          rows[known].subcommands.append(subcommand)
        } else {
          rows.append((option, [subcommand]))
        }
      }
    }
    let lines = rows.sorted { $0.option.key < $1.option.key }.map { option, subcommands in
      let words = option.completion.words.joined(separator: ", ")
      let kind =
        option.placeholder == nil
        ? "true or false" : option.expected ?? (words.isEmpty ? "a text" : "one of " + words)
      let unit = option.unitExample.map { "; with its unit, as in \"\($0)\"" } ?? ""
      return "\(option.key) (\(subcommands.joined(separator: ", "))): \(kind)\(unit).\n"
        + "  \(option.sentence)\n"
    }
    return """
      The keys of \(ConfigurationFile.name), each with the subcommands that read it. Above all
      tables a key holds for all of them, in a table such as [test] for one. The file is
      looked for from the scripts upward, up to the root of the repository; one in a folder
      that everybody may write, or of another user, is not read.


      """ + lines.joined()
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
