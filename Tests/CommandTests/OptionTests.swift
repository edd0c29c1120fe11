// How arguments are read, and that help, manual and completions say all of what the tables have.

import Foundation
import TestSupport
import Testing

@testable import RehearsalCommand

/// A subcommand that has an option of every kind.
private struct Sample: Subcommand {
  static let name = "sample"
  static let abstract = "Is read by tests."
  static let discussion = "Examples:\n  rehearse sample a-\\b\n\n.Nothing to know."

  private(set) var isQuiet = false
  private(set) var isVerbose = false
  private(set) var skipsInit = false
  private(set) var jobs = 2
  private(set) var names: [String] = []
  private(set) var color: ColorChoice?
  private(set) var paths = ["."]

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .flag(["-q", "--quiet"], \.isQuiet, "Say less."),
          .flag(["-v", "--verbose"], \.isVerbose, "Say more."),
          .flag(["--no-init"], \.skipsInit, "Begin with nothing."),
          .option(["-j", "--jobs"], \.jobs, .number("count", 1...4), "How many at a time."),
          .list(["--name"], \.names, .text("it's [a] name"), "One more: [a name]."),
          .option(["--color"], \.color, .word("when"), "When it is coloured."),
        ])
    ]
  }

  static var arguments: ArgumentRow<Self>? {
    .many("paths", \.paths, .scripts, "Where to look.")
  }

  /// What it is after some arguments; or the sentence that refuses them.
  static func text(_ arguments: String...) -> String {
    do throws(CommandEnd) {
      guard case .command(let sample) = try read(arguments) else { return "a question" }
      return "\(sample.isQuiet ? "q" : "")\(sample.isVerbose ? "v" : "")"
        + "\(sample.skipsInit ? "n" : "") \(sample.jobs) \(sample.names) "
        + "\(sample.color?.rawValue ?? "-") \(sample.paths.joined(separator: "|"))"
    } catch {
      guard case .usage(let sentence) = error else { return "an exit" }
      return sentence
    }
  }
}

@Suite("Options")
struct OptionTests {
  @Test("Options and arguments stand in any order, with their values after them or in one")
  func forms() {
    #expect(Sample.text() == " 2 [] - .")
    #expect(Sample.text("a", "-q", "b", "--jobs", "3") == "q 3 [] - a|b")
    #expect(Sample.text("--jobs=3", "--color=never") == " 3 [] never .")
    #expect(Sample.text("-qv", "-j3") == "qv 3 [] - .")
    #expect(Sample.text("-qvj", "3", "-j=4") == "qv 4 [] - .")
    #expect(Sample.text("--name", "a", "--name=", "--name=b=c") == #" 2 ["a", "", "b=c"] - ."#)
    #expect(Sample.text("--name", "-", "-") == #" 2 ["-"] - -"#)
    #expect(Sample.text("--name", "-x y", "--name=--quiet") == #" 2 ["-x y", "--quiet"] - ."#)
    #expect(Sample.text("-q", "--", "-v", "--", "x") == "q 2 [] - -v|--|x")
    #expect(Sample.text("-q", "--no-quiet", "--no-init") == "n 2 [] - .")
    #expect(Sample.text("--no-init", "--init", "--quiet") == "q 2 [] - .")
    for question in [["--help"], ["x", "-h"], ["--jobs", "9", "--help"], ["--version"]] {
      if case .command? = try? Sample.read(question) { Issue.record("\(question)") }
    }
    #expect(Sample.text("--", "--help") == " 2 [] - --help")
  }

  @Test("What cannot be read is a sentence")
  func mistakes() {
    let range = "--jobs takes a number from 1 to 4, not"
    for number in ["0", "5", "-1", "", "9223372036854775807", "9223372036854775808", "3.0", "x"] {
      #expect(Sample.text("--jobs", number) == "\(range) `\(number)`.")
      #expect(Sample.text("--jobs=\(number)") == "\(range) `\(number)`.")
    }
    for number in ["1", "4"] { #expect(Sample.text("--jobs", number) == " \(number) [] - .") }
    #expect(Sample.text("--qiet") == "There is no option --qiet; did you mean --quiet?")
    #expect(Sample.text("--hlep") == "There is no option --hlep; did you mean --help?")
    #expect(Sample.text("-qx").hasPrefix("There is no option -x"))
    #expect(Sample.text("--unheard-of=1") == "There is no option --unheard-of.")
    #expect(Sample.text("--no-jobs") == "There is no option --no-jobs; did you mean --jobs?")
    #expect(Sample.text("--quiet=1") == "--quiet takes no value; --quiet=1 gives it one.")
    #expect(Sample.text("--no-quiet=1") == "There is no option --no-quiet; did you mean --quiet?")
    #expect(Sample.text("--name") == "--name needs a value, <it's [a] name>.")
    #expect(Sample.text("--name", "--", "x").hasPrefix("--name needs a value"))
    #expect(Sample.text("--name", "--quiet").hasSuffix("write --name=--quiet."))
    #expect(Sample.text("--color", "nevr") == "--color does not take `nevr`; did you mean never?")
    #expect(Sample.text("--color", "x") == "--color takes one of auto, always, never, not `x`.")
  }

  @Test("As many arguments as a subcommand takes, no fewer and no more")
  func counts() {
    #expect(throws: CommandEnd.self) { try RunCommand.read([]) }
    #expect(throws: Never.self) { try RunCommand.read(["a"]) }
    #expect(throws: CommandEnd.self) { try ProfileCommand.read([]) }
    #expect(throws: Never.self) { try ProfileCommand.read(["17"]) }
    #expect(throws: CommandEnd.self) { try ProfileCommand.read(["17", "12"]) }
    #expect(throws: CommandEnd.self) { try DoctorCommand.read(["x"]) }
  }

  @Test(
    "Numbers have bounds: just inside they are taken, just outside they are a sentence",
    arguments: [
      ("test --jobs", "1", "1024"), ("test --repeat", "1", "9223372036854775807"),
      ("test --durations", "0", "9223372036854775807"), ("storm --jobs", "1", "1024"),
      ("storm --width", "60", "10000"), ("mutate --jobs", "1", "1024"),
      ("mutate --at-least", "0", "100"),
      ("explore --states", "1", "9223372036854775807"),
      ("explore --events", "1", "9223372036854775807"),
      ("explore --disruptions", "0", "9223372036854775807"),
    ])
  func bounds(option: String, least: String, most: String) throws {
    let words = option.split(separator: " ").map(String.init)
    let subcommand = try #require(Rehearse.subcommands.first { $0.name == words[0] })
    let (low, high) = (try #require(Int(least)), try #require(Int(most)))
    let above = high == .max ? "9223372036854775808" : "\(high + 1)"
    for number in [least, most] {
      #expect(throws: Never.self) { try subcommand.read([words[1], number, "a"]) }
    }
    for number in ["\(low - 1)", above, "-9223372036854775808", "4611686018427387904000", ""] {
      let end = #expect(throws: CommandEnd.self) { try subcommand.read([words[1], number, "a"]) }
      guard case .usage(let sentence) = end else { continue }
      #expect(sentence.hasPrefix("\(words[1]) takes a number from \(least)"))
    }
  }

  @Test("Spans and sizes have bounds")
  func spans() throws {
    for (span, isTaken) in [
      ("864000000", true), ("864000001", false), ("1ns", false), ("0", false), ("-1s", false),
      ("0.001ms", true), ("1e400", false), ("nan", false), ("inf", false), ("", false),
      ("14400000min", true), ("ms", false),
    ] {
      let reading = try? TestCommand.read(["--timeout=\(span)"])
      #expect((reading != nil) == isTaken, "\(span)")
    }
    for (size, isTaken) in [
      ("1", true), ("0", false), ("0.4", false), ("2GB", true), ("8589934592GB", false),
      ("1e30", false), ("nanGB", false), ("-1MB", false), ("", false),
    ] {
      let reading = try? ExploreCommand.read(["--memory=\(size)", "a"])
      #expect((reading != nil) == isTaken, "\(size)")
    }
  }

  @Test("What an option says stands in the help, in the manual and in the completions")
  func descriptions() {
    let descriptions = Rehearse.subcommands.map { $0.description() }
    let manual = ManualPage.text(for: descriptions)
    let scripts = CompletionScript.allCases.map { $0.text(for: descriptions) }
    for subcommand in descriptions {
      let names = subcommand.options.flatMap(\.names)
      #expect(Set(names).count == names.count)
      #expect(manual.contains(".Ss \(subcommand.name)\n"))
      let help = HelpPage(columns: nil).text(of: subcommand)
      for option in subcommand.options {
        #expect(option.sentence.hasSuffix("."), "\(option.sentence)")
        #expect(help.contains("  \(option.label)"), "\(option.label)")
        for name in option.names {
          let bare = String(name.drop { $0 == "-" })
          #expect(manual.contains("Fl \(name.dropFirst())"))
          #expect(scripts.allSatisfy { $0.contains(bare) }, "\(name)")
        }
      }
    }
    #expect(!manual.contains("collect-always"), "what is hidden stands nowhere")
  }

  @Test("Help fits its terminal, and its examples are as they were written")
  func help() {
    for columns in [nil, 60, 100] {
      let page = HelpPage(columns: columns)
      for subcommand in Rehearse.subcommands.map({ $0.description() }) {
        let lines = page.text(of: subcommand).split(separator: "\n")
        // A word that is longer than its column stands alone.
        let broken = lines.filter { line in
          line.count > columns ?? 80 && !line.hasPrefix("  rehearse ")
            && line.drop { $0 == " " }.contains(" ")
        }
        #expect(broken.isEmpty, "\(broken)")
      }
    }
    let sample = SubcommandDescription(of: Sample.self)
    let page = HelpPage(columns: nil).text(of: sample)
    #expect(page.contains("USAGE: rehearse sample [--quiet] [--verbose] [--no-init]"))
    #expect(page.contains("  -j, --jobs <count>      How many at a time. (default: 2)\n"))
    #expect(page.contains("(values: auto, always, never)\n"))
    #expect(page.contains("<paths>                 Where to look. (default: .)\n"))
    let manual = ManualPage.text(for: [sample])
    #expect(
      manual.contains("\nrehearse sample a\\-\\eb\n.Ed\n") && manual.contains("\n\\&.Nothing"))
  }

  private static let shells = ["bash", "zsh", "fish"].filter { shell in
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)")
    }
  }

  @Test("Every shell reads its completions, and bash completes with them", arguments: shells)
  func completions(shell: String) throws {
    let folder = TestFolder()
    let script = try #require(CompletionScript(rawValue: shell))
    let descriptions =
      Rehearse.subcommands.map { $0.description() } + [SubcommandDescription(of: Sample.self)]
    try folder.file("script", holding: script.text(for: descriptions))
    try folder.file("some folder/a b.rehearsal", holding: "")
    try folder.file("some folder/c.txt", holding: "")
    #expect(try said(shell, "-n", "script", in: folder) == "")
    guard shell == "bash" else { return }
    for (words, answer) in [
      ("rehearse expl", "explore explain"), ("rehearse run --col", "--color"),
      ("rehearse run --color = al", "always"), ("rehearse sample --color ''", "auto always never"),
      ("rehearse test --jobs ''", ""), ("rehearse help st", "storm"),
      ("rehearse run 'some folder/'", "some folder/a b.rehearsal"),
      ("rehearse draw -o 'some folder/c'", "some folder/c.txt"),
    ] {
      let asking =
        "source ./script; COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
      let program = asking + #"_rehearse 2>/dev/null; printf %s "${COMPREPLY[*]}""#
      #expect(try said(shell, "-c", program, in: folder) == answer, "\(words)")
    }
  }

  private func said(_ arguments: String..., in folder: TestFolder) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }

  #if os(Linux)
    @Test(
      "An answer that cannot be written is an error",
      arguments: [
        ["--help"], ["help", "run"], ["run", "--help"], ["--version"], ["--generate-manual"],
        ["--generate-completion-script", "zsh"], ["rules"], ["doctor"],
      ])
    func fullDisk(_ arguments: [String]) throws {
      let command = try Command(arguments, output: "/dev/full")
      #expect(command.exitCode == 3)
      #expect(command.errors.contains("error: the output cannot be written: No space left"))
    }
  #endif
}
