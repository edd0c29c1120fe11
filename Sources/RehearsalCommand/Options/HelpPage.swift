// The help of the command and of its subcommands, and the line that shows how to call one, made of
// their tables.

import Rehearsal
import RehearsalSyntax
import RehearsalText

/// Pages of help for a width of lines.
struct HelpPage {
  /// Where the sentences of a list begin.
  private static let column = 26

  /// The options that every subcommand takes.
  static let common = OptionDescription(
    names: ["-h", "--help"], placeholder: nil, sentence: "Show help information.")
  /// The option that the command takes without a subcommand.
  static let version = OptionDescription(
    names: ["--version"], placeholder: nil, sentence: "Show the version.")

  /// What is given with `--help` to see every subcommand.
  static let all = "--all"

  /// How long lines may be, in columns.
  private let width: Int

  /// Makes pages for a terminal of a number of columns; nil without one.
  init(columns: Int?) { width = max(columns ?? 80, 60) }

  /// The page of the command.
  ///
  /// - Parameters:
  ///   - subcommands: The subcommands that it shows.
  ///   - omitted: How many others there are.
  /// - Returns: The page.
  func text(of subcommands: [SubcommandDescription], omitting omitted: Int = 0) -> String {
    let rows = subcommands.map { subcommand in
      let isDefault = subcommand.name == PromptCommand.name
      return row("\(subcommand.name)\(isDefault ? " (default)" : "")", subcommand.abstract)
    }
    return overview(Rehearse.abstract, Rehearse.discussion)
      + "USAGE: rehearse <subcommand>\n\n"
      + list("Options", [option(Self.version), option(Self.common)])
      + list("Subcommands", rows)
      + (omitted > 0 ? "  \(omitted) more: 'rehearse --help \(Self.all)'.\n" : "")
      + "  See 'rehearse help <subcommand>' for detailed help, and 'rehearse help <words>' for anything "
      + "else.\n"
  }

  /// The page of a subcommand.
  func text(of subcommand: SubcommandDescription) -> String {
    let arguments = subcommand.arguments.map { arguments in
      let standard = arguments.standard.map { " (default: \($0))" } ?? ""
      return list("Arguments", [row("<\(arguments.name)>", arguments.sentence + standard)])
    }
    let sections = subcommand.sections.enumerated().map { number, section in
      let isLast = number == subcommand.sections.count - 1
      return list(
        section.title, section.options.map(option) + (isLast ? [option(Self.common)] : []))
    }
    return overview(subcommand.abstract, subcommand.discussion)
      + wrapped("USAGE: \(usage(of: subcommand))", hanging: 7) + "\n"
      + (arguments ?? "") + sections.joined()
  }

  /// How a subcommand is called, on one line: with all options, where there are few.
  func usage(of subcommand: SubcommandDescription) -> String {
    let options = subcommand.options.map(\.usage)
    let known = options.count > 8 ? ["[<options>]"] : options
    let arguments = subcommand.arguments.map { [$0.usage] } ?? []
    return (["rehearse", subcommand.name] + known + arguments).joined(separator: " ")
  }

  private func overview(_ abstract: String, _ discussion: String) -> String {
    wrapped("OVERVIEW: \(abstract)", hanging: 10) + "\n"
      + discussion.split(separator: "\n", omittingEmptySubsequences: false)
      .map { wrapped($0, hanging: 0) }.joined() + "\n"
  }

  private func list(_ title: String, _ rows: [String]) -> String {
    "\(title.uppercased()):\n\(rows.joined())\n"
  }

  private func option(_ option: OptionDescription) -> String {
    let words = option.details.isEmpty ? option.completion.words : []
    let notes = [
      words.isEmpty ? nil : "values: \(words.joined(separator: ", "))",
      option.standard.map { "default: \($0)" },
      option.isConfigurable ? "\(option.key) in \(ConfigurationFile.name)" : nil,
    ].compactMap(\.self)
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    let details = option.details.map { wrapped(indentation + $0, hanging: Self.column + 2) }
    return row(option.label, option.sentence + note) + details.joined()
  }

  /// A row of a list; the sentence has a line of its own where the label leaves it no room.
  private func row(_ label: String, _ sentence: String) -> String {
    let start = "  " + label
    let room = Self.column - start.count
    let first =
      room > 0 ? start + String(repeating: " ", count: room) : start + "\n" + indentation
    return wrapped(first + sentence, hanging: Self.column)
  }

  private var indentation: String { String(repeating: " ", count: Self.column) }

  /// Text broken into lines that fit; a line that begins with a blank is an example, and stays whole.
  private func wrapped(_ text: some StringProtocol, hanging: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isExample = hanging == 0 && line.hasPrefix(" ")
      let lines =
        isExample ? [String(line)] : Paragraph.wrapped(line, width: width, hanging: hanging)
      return lines.map { $0 + "\n" }.joined()
    }.joined()
  }
}
