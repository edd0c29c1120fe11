// The manual page, in the language that `man` sets (mdoc), made of the tables of the subcommands.

import Rehearsal

/// The page `rehearse(1)`, which `--generate-manual` writes.
enum ManualPage {
  /// The page for some subcommands.
  static func text(for subcommands: [SubcommandDescription]) -> String {
    let lines =
      [
        // A date would differ from build to build; the number says more.
        ".Dd \(Release.version)", ".Dt REHEARSE 1", ".Os",
        ".Sh NAME", ".Nm rehearse", ".Nd \(escaped(Rehearse.abstract))",
        ".Sh SYNOPSIS", ".Nm rehearse", ".Ar subcommand", ".Op Ar options", ".Op Ar arguments",
        ".Sh DESCRIPTION",
      ] + paragraphs(Rehearse.discussion)
      + [".Bl -tag -width 6n"]
      + [HelpPage.version, HelpPage.common].flatMap(item) + [".El"]
      + [".Sh SUBCOMMANDS"]
      + subcommands.flatMap(section)
    return lines.map { $0 + "\n" }.joined()
  }

  private static func section(_ subcommand: SubcommandDescription) -> [String] {
    let arguments = subcommand.arguments.map { arguments in
      [".Pp", ".Ar \(escaped(arguments.name))", escaped(arguments.sentence)]
    }
    let names = HelpPage(columns: nil).usage(of: subcommand)
    return [".Ss \(subcommand.name)", escaped(subcommand.abstract), ".Pp", escaped(names)]
      + paragraphs(subcommand.discussion)
      + (arguments ?? [])
      + [".Bl -tag -width 6n"] + subcommand.options.flatMap(item) + [".El"]
  }

  private static func item(_ option: OptionDescription) -> [String] {
    let names = option.names.map { "Fl \($0.dropFirst())" }.joined(separator: " , ")
    let value = option.placeholder.map { " Ar " + escaped($0) } ?? ""
    let standard = option.standard.map { [escaped("The default is \($0).")] } ?? []
    let key = option.isConfigurable ? ["\(option.key) in \(ConfigurationFile.name)."] : []
    return [".It \(names)\(value)", escaped(option.sentence)] + standard + key.map(escaped)
      + option.details.flatMap { [".br", escaped($0)] }
  }

  /// Text in paragraphs; lines that begin with a blank are examples, set as they are.
  private static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = [".Pp"]
    var isExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(" ") != isExample {
        lines.append(isExample ? ".Ed" : ".Bd -literal -offset indent")
        isExample.toggle()
      }
      lines.append(line.isEmpty ? ".Pp" : escaped(isExample ? line.dropFirst(2) : line))
    }
    return isExample ? lines + [".Ed"] : lines
  }

  /// Text that holds no word of the language: a backslash is its own escape, and a line that begins
  /// with a dot or a quote would be a request.
  private static func escaped(_ text: some StringProtocol) -> String {
    let text = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
