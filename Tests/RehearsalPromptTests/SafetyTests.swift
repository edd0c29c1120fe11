// Nothing that a script says steers the terminal, whatever command shows it.

import Foundation
import TestSupport
import Testing

@Suite("What scripts say is safe to show")
struct SafetyTests {
  /// What must not come out: it would colour, move the cursor, or pass for a record.
  private static let evil = "\u{1B}[31m\u{9B}2J\u{7}\u{202E}\\n       9.000s  ▸ press .home"

  /// Says it in every place that takes a text.
  private static let script = """
    app Notes {
        var draft = "\(evil)"
        on didBecomeActive { log "\(evil)" }
        on didEnterBackground { beginBackgroundTask("\(evil)"); fatalError("\(evil)") }
        button "\(evil)" { log "touched" }
    }
    let said = "\(evil)"
    launch Notes
    touch "\(evil)"
    print("\(evil)")
    """

  private static let test =
    script + "\nscenario \"\(evil)\" { expect said == \"\(evil)x\", \"\(evil)\" }\n"

  /// The characters that steer a terminal, but for line ends.
  private func steering(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      scalar != "\n"
        && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{202E}")
    }
  }

  private func check(_ command: Command, _ what: String, printing count: Int = 1) {
    #expect(steering(in: command.output + command.errors).isEmpty, "\(what)")
    let lines = (command.output + command.errors).split(separator: "\n")
    // It prints so itself, but no line of a log does.
    #expect(lines.count { $0.hasPrefix("       9.000s  ▸") } <= count, "\(what)")
  }

  @Test(
    "No command lets it through",
    arguments: [["run"], ["test"], ["test", "--list"], ["check"], ["mutate"], ["run", "--why"]])
  func commands(_ words: [String]) throws {
    let folder = TestFolder()
    try folder.file("evil\u{1B}[31m.rehearsal", holding: Self.test)
    check(try Command(words + ["."], in: folder), words.joined(separator: " "))
  }

  @Test("The prompt shows it in no command")
  func prompt() throws {
    let folder = TestFolder()
    try folder.file("evil.rehearsal", holding: Self.script)
    let commands = [
      ":load evil.rehearsal", ":fork a\u{1B}[31m", ":fork now", "press .home", "said",
      "[said, said]", ":apps", ":state", ":state Notes", ":trace", ":timeline", ":why",
      ":why .didEnterBackground", ":diff now", ":help said", ":help Notes", ":save out\u{1B}[31m",
      ":record again", ":back", ":fork", ":time launch Notes", "launch Notes", "Notes.draft",
    ]
    let all = try Command("repl", input: commands.joined(separator: "\n") + "\n", in: folder)
    check(all, "all commands", printing: 3)
    #expect(all.exitCode == 1)
    for refused in [
      ":load a\u{1B}[31m", ":help a\u{1B}[31m", ":state a\u{1B}[31m", ":set a\u{1B}[31m",
      "launch \u{1B}[31m", ":\u{1B}[31m", "expect said == \"\"", "fatalError(said)",
    ] {
      let text = "let said = \"\(Self.evil)\"\n:time\n\(refused)\n"
      check(try Command("repl", input: text, in: folder), refused)
    }
  }
}
