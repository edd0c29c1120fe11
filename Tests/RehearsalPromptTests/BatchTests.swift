// The prompt without a terminal, as commands in shell scripts use it: statements from arguments,
// files and pipes, and the exit codes of scripts.

import Foundation
import TestSupport
import Testing

@Suite("The prompt without a terminal")
struct BatchTests {
  @Test("A pipe is taken without a prompt, each value shown, nothing of it where it has errors")
  func readsPipes() throws {
    let fine = try Command("repl", input: "func twice(x) {\n  x * 2\n}\ntwice(21)\n_ + 1")
    #expect(fine.output == "42\n43\n")
    #expect(fine.errors == "")
    #expect(fine.exitCode == 0)
    let wrong = try Command(input: "print(1)\nnope()\nprint(2)\n")
    #expect(wrong.output == "")
    #expect(wrong.errors.contains("E0301"))
    #expect(wrong.exitCode == 2)
    let failing = try Command("repl", input: "1\n[1][1]\nprint(2)\n")
    #expect(failing.output == "1\n")
    #expect(failing.exitCode == 1)
    let broken = try Command("repl", input: "1\nfunc f() {\n")
    #expect(broken.output == "")
    #expect(broken.exitCode == 2)
    let left = try Command("repl", input: ":quit\nprint(1)\n")
    #expect(left.output == "")
    #expect(left.exitCode == 0)
  }

  @Test("No line of a pipe is dropped, however lines end", arguments: ["\n", "\r\n", "\r"])
  func dropsNothing(_ end: String) throws {
    let lines = [
      ":apps", "let a = 1", "print(a)", "func f() {", "  a + 1", "}", "f()", ":time 2", "3",
    ]
    let piped = try Command(input: lines.joined(separator: end))
    let shown = piped.output.split(separator: "\n")
    #expect(shown.dropFirst().prefix(2) == ["│ 1", "2"] && shown.last == "3", "\(piped.output)")
    #expect(piped.errors == "" && piped.exitCode == 0)
  }

  @Test(
    "An input that cannot be read is no empty one", arguments: ["", "repl", "run -", "check -"])
  func brokenInputs(_ arguments: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let program = try #require(Command.program).path
    // A folder can be opened, and gives an error where it is read.
    process.arguments = ["-c", "exec \"$0\" \(arguments) <.", program]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(said.hasPrefix("standard input: error[E0602]: "), "\(said)")
  }

  @Test("The prompt draws from the seed of its device, as a file does")
  func seeds() throws {
    let script = """
      device { seed: 7 }
      app Dice { on didFinishLaunching { print(random(1...1000)) } }
      print(random(1...1000), random(1...1000))
      launch Dice
      print(random())
      """
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: script)
    let file = try Command("run", "--quiet", "a.rehearsal", in: folder).output.split(
      separator: "\n")
    for input in [script, ":apps\n" + script, "random()\n:set trace off\n" + script] {
      let lines = try Command(input: input).output.split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("│") } == file.map { "│ " + $0 })
    }
  }

  /// Lines that begin with what goes on from the line before.
  private static let continued = """
    app Notes { on didEnterBackground { log "bye" } }
    let n = [3, 1, 2]
        .map { $0 + 1 }
        .count
        + 1
    var text = ""
    if n > 4 { text = "more" }
    else { text = "less" }
    let b = 7
    text += n > 3
        ? "!"
        :b > 3 ? "?" : "."
    launch Notes
    press .home
    /*
    :quit
    */
    print(text)
    expect text == "less!"
    expect text == "wrong"
    scenario "again" { launch Notes; expect Notes.state == .active }
    """

  @Test(
    "A script through a pipe does what the script does as a file",
    arguments: [continued, "print(1)\nnope()\n", "print(1", "expect 1 == 2", "", "a\u{0}b\n"])
  func pipesAreFiles(_ script: String) throws {
    let piped = try Command(input: script)
    let run = try Command("run", "-", input: script)
    #expect(piped.output == run.output)
    #expect(piped.errors == run.errors)
    #expect(piped.exitCode == run.exitCode)
  }

  @Test("With commands in it, each statement between them can be taken back")
  func pipesWithCommands() throws {
    let command = try Command(input: ":set trace off\n" + Self.continued + "\n:back\n:time\n")
    #expect(command.output.contains("less!\n"))
    #expect(command.output.contains("undid `scenario"))
    #expect(command.output.hasSuffix("0.000s, 2026-01-01T09:00:00Z\n"))
    #expect(command.errors == "")
  }

  @Test("A failed expectation goes on and is in the exit code")
  func expects() throws {
    let command = try Command("repl", input: "expect 1 == 2\nprint(3)\n")
    #expect(command.errors.contains("`1 == 2` does not hold"))
    #expect(command.output.hasSuffix("3\n"))
    #expect(command.exitCode == 1)
  }

  @Test("Statements are given as arguments")
  func runsStatements() throws {
    let folder = TestFolder()
    try folder.file("notes.rehearsal", holding: "app Notes { }\n")
    let command = try Command(
      "repl", "notes.rehearsal", "-c", "launch Notes", "-c", "Notes.state", in: folder)
    #expect(command.output.hasSuffix(".active\n"))
    #expect(command.exitCode == 0)
    #expect(try Command("-c", "1 + 1").output == "2\n")
    #expect(try Command("-c", "expect false", "-c", "print(1)").exitCode == 1)
    let wrong = try Command("-c", "1 +* 1", "-c", "print(1)")
    #expect(wrong.output == "")
    #expect(wrong.exitCode == 2)
    #expect(try Command("-c", "func f() {").exitCode == 2)
    #expect(try Command("repl", "missing.rehearsal", "-c", "1").exitCode == 2)
    let stays = try Command(
      "repl", "-i", "notes.rehearsal", "-c", "launch Notes", input: "Notes.pid", in: folder)
    #expect(stays.output.hasSuffix("101\n"))
  }

  @Test("Colours are given where they are asked for")
  func colours() throws {
    let code = "app Notes { }; launch Notes"
    #expect(!(try Command("-c", code).output.contains("\u{1B}")))
    #expect(try Command("--color", "always", "-c", code).output.contains("\u{1B}[32m"))
    #expect(try Command("--color", "sometimes", "-c", code).exitCode == 64)
  }

  @Test("The user's settings are not run where nobody types")
  func skipsSettings() throws {
    #expect(try Command("repl", input: "1").output == "1\n")
  }
}
