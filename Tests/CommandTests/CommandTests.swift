// The command itself: what it reads, what it writes, and its exit codes.

import Foundation
import Rehearsal
import TestSupport
import Testing

@Suite("Commands")
struct CommandTests {
  private let untidy = "let a=1\nprint (a)\n"
  private let tidy = "let a = 1\nprint(a)\n"

  @Test("Formatting changes files in place, and names nothing")
  func formatInPlace() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: untidy)
    try folder.file("b.rehearsal", holding: tidy)
    let command = try Command("format", "a.rehearsal", "b.rehearsal", in: folder)
    #expect(command.exitCode == 0)
    #expect(command.output + command.errors == "")
    #expect(try folder.text(of: "a.rehearsal") == tidy)
    #expect(try folder.text(of: "b.rehearsal") == tidy)
  }

  @Test("Checking the format names what would change, and changes nothing")
  func formatCheck() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: untidy)
    try folder.file("b.rehearsal", holding: tidy)
    let command = try Command("format", "--check", "a.rehearsal", "b.rehearsal", in: folder)
    #expect(command.exitCode == 1)
    #expect(command.output == "a.rehearsal\n")
    #expect(try folder.text(of: "a.rehearsal") == untidy)
    #expect(try Command("format", "--check", "b.rehearsal", in: folder).exitCode == 0)
  }

  @Test("Standard input is formatted to standard output")
  func formatStandardInput() throws {
    let command = try Command("format", "-", input: untidy)
    #expect(command.exitCode == 0)
    #expect(command.output == tidy)
    #expect(try Command("format", "--check", "-", input: untidy).exitCode == 1)
    #expect(try Command("format", "--check", "-", input: tidy).exitCode == 0)
  }

  @Test("A script with errors stays as it is, and others are formatted")
  func formatErrors() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: "let a = (\n")
    try folder.file("b.rehearsal", holding: untidy)
    let command = try Command("format", "a.rehearsal", "none.rehearsal", "b.rehearsal", in: folder)
    #expect(command.exitCode == 2)
    #expect(command.errors.contains("a.rehearsal:1:9: error[E0203]"))
    #expect(command.errors.contains("none.rehearsal: error[E0601]"))
    #expect(try folder.text(of: "a.rehearsal") == "let a = (\n")
    #expect(try folder.text(of: "b.rehearsal") == tidy)
  }

  @Test("Scripts are run and tested from standard input")
  func standardInput() throws {
    let run = try Command("run", "-", input: "print(1 + 1)")
    #expect(run.output == "│ 2\n")
    #expect(run.exitCode == 0)
    let test = try Command("test", "-", input: "scenario \"s\" { expect 1 == 2 }")
    #expect(test.output.contains("0 passed, 1 failed"))
    #expect(test.exitCode == 1)
  }

  @Test("A run is drawn, each scenario by itself, with what failed")
  func drawsRuns() throws {
    let script = """
      app Notes { on didEnterBackground { beginBackgroundTask("save") } }
      launch Notes
      scenario "killed" { launch Notes; press .home; advance 40s; expect Notes.isRunning }
      scenario "stays" { launch Notes; print("hello") }
      """
    let run = try Command("run", "--timeline", "-", input: script)
    #expect(run.exitCode == 1)
    let parts = run.output.components(separatedBy: "scenario “")
    #expect(parts.count == 3 && !run.output.contains("R005"))
    #expect(parts[0].contains("launch Notes: willFinishLaunching") && parts[0].contains("█"))
    #expect(parts[1].contains("✕ ended: backgroundTaskExpired") && parts[1].contains("“save”"))
    #expect(parts[1].contains("✗ standard input:3:") && parts[1].contains("✗ killed"))
    #expect(parts[2].contains("hello\n") && !parts[2].contains("✕"))
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80) }
  }

  @Test("Comments about the run count where they are asked for")
  func comments() throws {
    let script =
      "scenario \"a\" { expect 1 + 1 == 2 }\nscenario \"b\" {\n    expect 1 == 2  // fails\n}\n"
    let plain = try Command("test", "-", input: script)
    #expect(plain.exitCode == 1)
    #expect(plain.output.contains("✓ a") && plain.output.contains("✗ b"))
    #expect(plain.output.contains("1 passed, 1 failed"))
    let held = try Command("test", "--comments", "-", input: script)
    #expect(held.exitCode == 0, "\(held.output)")
  }

  @Test("Refused verbs and dead handlers are warnings, and failures where --strict is given")
  func strictness() throws {
    let refused = "app A { }\nscenario \"a\" { expect calls(A) { switchTo A } == [] }\n"
    let dead =
      "app B { func applicationDidBecomeActive(application) { } }\n"
      + "scenario \"b\" { launch B; expect B.isRunning }\n"
    for (script, words) in [(refused, "warning[W0905]"), (dead, "warning[W0904]")] {
      for command in ["run", "test"] {
        let lenient = try Command(command, "-", input: script)
        #expect(lenient.exitCode == 0)
        #expect((lenient.output + lenient.errors).contains(words), "\(lenient.errors)")
        let strict = try Command(command, "--strict", "-", input: script)
        #expect(strict.exitCode != 0)
        #expect((strict.output + strict.errors).contains(words), "\(strict.output)")
      }
    }
    #expect(try Command("check", "--strict", "-", input: dead).exitCode == 2)
    let quiet = try Command("test", "-", input: "app A { }\nscenario \"a\" { launch A }\n")
    #expect(quiet.output.contains("warning[W0906]") && quiet.exitCode == 0)
  }

  @Test("Limits are set on the command line")
  func limits() throws {
    let script = "for i in 0..<2000 { }\nprint(1)"
    #expect(try Command("run", "-", input: script).output == "│ 1\n")
    let run = try Command(
      "run", "--limit", "instructions=1000", "--limit", "heap=1MB", "-", input: script)
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("error[E0801]"))
    let test = try Command("test", "--limit", "instructions=1000", "-", input: script)
    #expect(test.exitCode == 1)
    let wrong = try Command("run", "--limit", "heep=1MB", "-", input: script)
    #expect(wrong.exitCode == 64)
    #expect(wrong.errors.contains("there is no limit `heep`; did you mean `heap`?"))
    let page = try Command("explain", "limits")
    for name in LimitName.allCases { #expect(page.output.contains("\(name.rawValue)=")) }
  }

  @Test("A script sets no limits of its own; where its comments count, they can only lower them")
  func limitsInComments() throws {
    let lowering = "// limit: instructions=10\nfor i in 0..<2000 { }\nprint(1)"
    for command in ["run", "test", "storm", "check"] {
      #expect(try Command(command, "-", input: lowering).errors.contains("E08") == false)
    }
    let held = try Command("test", "--comments", "-", input: lowering)
    #expect(held.output.contains("E0801"))
    let raising = "// limit: instructions=1000000\nfor i in 0..<2000 { }"
    let limited = try Command(
      "test", "--comments", "--limit", "instructions=1000", "-", input: raising)
    #expect(limited.output.contains("E0801"))
  }

  @Test("A failure shows so much of the logs and texts before it as people read")
  func longLogs() throws {
    let script = """
      app Notes {
          button "Log" {
              var text = "all work and no play makes a dull boy "
              for _ in 0..<14 { text += text }
              log text
          }
      }
      launch Notes
      for n in 0..<20 {
          touch "Log"
          expect n < 0
      }
      """
    let quiet = try Command("run", "-q", "-", input: script)
    #expect(quiet.exitCode == 1)
    #expect(quiet.errors.contains("KB more"))
    #expect(quiet.errors.utf8.count < 200_000)
    let report = try Command("test", "-", input: script)
    #expect(report.output.utf8.count < 200_000)
  }

  #if os(Linux)
    @Test("Output that is lost is an error")
    func lostOutput() throws {
      let command = try Command("run", "-", input: "print(1)", output: "/dev/full")
      #expect(command.exitCode == RunExitCode.outputLost.rawValue)
      #expect(command.errors.contains("the output cannot be written"))
    }
  #endif

  @Test("What is no script file is named with the reason")
  func noScripts() throws {
    let folder = TestFolder()
    try folder.file("empty/notes.txt", holding: "")
    try folder.file("full/a.rehearsal", holding: "print(1)")
    let cases = [
      (["run", "empty"], "empty: error[E0601]: the folder holds no *.rehearsal files"),
      (["run", "/dev/null"], "/dev/null: error[E0602]: it is no regular file"),
      (["test", "empty"], "empty: error[E0601]: the folder holds no *.rehearsal files"),
      (["test", "none"], "none: error[E0601]: there is no such file"),
      (["check", "none"], "none: error[E0601]: there is no such file"),
    ]
    for (arguments, words) in cases {
      let command = try Command(arguments[0], arguments[1], in: folder)
      #expect(command.exitCode == 2)
      #expect(command.errors.contains(words), "\(command.errors)")
    }
    #expect(try Command("test", "full", in: folder).exitCode == 0)
  }

  @Test("A source of 50 MB is refused")
  func hugeSource() throws {
    let folder = TestFolder()
    let line = "let unused = [1, 2, 3]  // a line of the fifty megabytes\n"
    let text = String(repeating: line, count: (50 << 20) / line.utf8.count + 1)
    try folder.file("huge.rehearsal", holding: text)
    let command = try Command("run", "huge.rehearsal", in: folder)
    #expect(command.exitCode == 2)
    #expect(command.errors.contains("error[E0220]"))
  }
}
