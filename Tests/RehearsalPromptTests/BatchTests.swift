// The prompt without a terminal, as commands in shell scripts use it: statements from arguments,
// files and pipes, and the exit codes of scripts.

import Foundation
import TestSupport
import Testing

@Suite("The prompt without a terminal")
struct BatchTests {
  @Test("Lines are read from a pipe without a prompt, up to the first that fails")
  func readsPipes() throws {
    let fine = try Command("repl", input: "func twice(x) {\n  x * 2\n}\ntwice(21)")
    #expect(fine.output == "42\n")
    #expect(fine.errors == "")
    #expect(fine.exitCode == 0)
    let wrong = try Command(input: "print(1)\nnope()\nprint(2)\n")
    #expect(wrong.output == "1\n")
    #expect(wrong.errors.contains("E0301"))
    #expect(wrong.exitCode == 2)
    #expect(try Command("repl", input: "[1][1]\nprint(2)\n").exitCode == 1)
    let broken = try Command("repl", input: "func f() {\n")
    #expect(broken.errors.contains("in the middle"))
    #expect(broken.exitCode == 2)
    let left = try Command("repl", input: ":quit\nprint(1)\n")
    #expect(left.output == "")
    #expect(left.exitCode == 0)
  }

  @Test("A failed expectation goes on and is in the exit code")
  func expects() throws {
    let command = try Command("repl", input: "expect 1 == 2\nprint(3)\n")
    #expect(command.output.contains("`1 == 2` does not hold"))
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
