// `rehearse audit`: a command of its own, `rehearse-audit`, since it is built with swift-syntax, which
// nobody needs who plays scripts. It is found beside this command or on PATH, as git finds its own.

import RehearsalFiles
import RehearsalPrompt

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The audit of sources, which another program does; both have the rows of its options, one file.
enum AuditTool {
  /// The subcommand, whose options the program lists itself.
  static let subcommand = AnySubcommand(
    SubcommandDescription(
      name: "audit", abstract: "Check an app's project for mistakes in its lifecycle code.",
      discussion: "`Sources/install --audit` installs it; `rehearse audit --help` lists its "
        + "options.",
      arguments: ArgumentDescription(
        name: "path", sentence: "A folder, an Xcode project, a package, or one source file.",
        standard: nil, completion: .folder, count: 1...1),
      settings: AuditOption.all.filter(\.isConfigurable).map { description(of: $0) })
  ) { arguments throws(CommandEnd) in try run(arguments) }

  private static let program = "rehearse-audit"

  /// An option of the program as a row of this command: its table in a project's file is checked by it.
  private static func description(of option: AuditOption) -> OptionDescription {
    var row = OptionDescription(
      names: [option.name], placeholder: option.placeholder, sentence: option.sentence)
    row.isRepeated = option.isRepeated
    row.isConfigurable = option.isConfigurable
    return row
  }

  /// Becomes the program, with the same arguments; ends where it is not installed.
  private static func run(_ arguments: [String]) throws(CommandEnd) {
    let command = CommandLine.arguments.first ?? ""
    var pointers = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    if let slash = command.lastIndex(of: "/") {
      _ = execv(String(command[...slash]) + program, &pointers)
    }
    _ = execvp(program, &pointers)
    throw .usage(
      "\(program) is not installed; `Sources/install --audit` in Rehearsal's folder builds it.")
  }
}
