// `rehearse test` as people and build servers run it: which cases it runs, what it writes where, and
// its exit codes.

import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("rehearse test")
struct TestCommandTests {
  private let folder = TestFolder()

  /// Two scripts in a folder with four scenarios, of which one fails.
  private func writeScripts() throws {
    try folder.file(
      "in/a.rehearsal",
      holding:
        "scenario \"log in\" { print(\"hello\"); expect 1 + 1 == 2 }\nscenario \"log out\" { expect 1 == 2 }\n"
    )
    try folder.file(
      "in/deep/b.rehearsal", holding: "scenario \"log in\" { }\nscenario \"pay\" { }\n")
  }

  private func test(_ arguments: String..., environment: [String: String] = [:]) throws -> Command {
    try Command(["test"] + arguments, in: folder, environment: environment)
  }

  @Test("It takes files and folders, and the current folder where none is named")
  func paths() throws {
    try writeScripts()
    let list = "a.rehearsal/log in\n"
    #expect(try test("in/a.rehearsal", "--list", "--filter", "in$").output == "in/" + list)
    #expect(
      try test("--list").output
        == "in/a.rehearsal/log in\nin/a.rehearsal/log out\n"
        + "in/deep/b.rehearsal/log in\nin/deep/b.rehearsal/pay\n")
    #expect(try test().output.hasSuffix("3 passed, 1 failed\n"))
    #expect(try Command("check", in: folder).exitCode == 0)
    try folder.file("in/bad.rehearsal", holding: "print(nope)")
    #expect(try Command("check", in: folder).exitCode == 2)
    let list2 = try test("--list")
    #expect(list2.exitCode == 2 && list2.errors.contains("E0301"))
    #expect(list2.output.split(separator: "\n").count == 4)
  }

  @Test("Cases are chosen; that none is chosen is an error")
  func choosing() throws {
    try writeScripts()
    #expect(try test("--filter", "log in|pay").output.hasSuffix("3 passed, 0 failed\n"))
    let none = try test("--filter", "log on")
    #expect(none.exitCode == 64 && none.errors.contains("These options choose no scenario"))
    #expect(try test("--tag", ".slow").exitCode == 64)
    let wrong = try test("--filter", "(")
    #expect(wrong.exitCode == 64 && wrong.errors.contains("no regular expression"))
    #expect(try test("--repeat", "3", "--filter", "pay").output.hasSuffix("3 passed, 0 failed\n"))
    let drawn = try test("--shuffle", "--seed", "7")
    #expect(drawn.output.hasPrefix("in random order, --seed 7\n"))
    #expect(try test("--shuffle", "--seed", "7").output == drawn.output)
    #expect(try test("--seed", "7").exitCode == 64)
  }

  @Test(
    "What looks green and tests nothing is red, or an error",
    arguments: [
      ("launch A; expect A.state == .active, A.n == 2", "E0221"),
      ("let list = [\"a\"]; expect !(list.contains { $0 == \"a\" })", "does not hold"),
      ("expect 1 == 2  // fails", "does not hold"),
      ("launch A; expect calls(A) { switchTo A, 9 } == []", "E0408"),
      ("launch B; expect calls(B) { switchTo B, 9 } == []", "It has 1."),
    ])
  func noFalseGreens(_ lines: String, words: String) throws {
    try folder.file(
      "a.rehearsal",
      holding: """
        app A { var n = 1 }
        app B { info { multipleScenes: true }
          scene { } }
        scenario "s" { \(lines)
        }
        """)
    let test = try test()
    #expect(test.exitCode != 0 && test.output.contains(words), "\(test.output)")
  }

  @Test("A handler by UIKit's name is a warning, and red where --strict is given")
  func deadHandlers() throws {
    try folder.file(
      "b.rehearsal",
      holding: "app B { func applicationDidBecomeActive(application) { } }\n"
        + "scenario \"s\" { launch B; expect B.isRunning }\n")
    let lenient = try test()
    #expect(lenient.exitCode == 0 && lenient.output.contains("warning[W0904]"))
    #expect(try test("--strict").exitCode != 0)
  }

  @Test("A failure in a function names its callers, and in a loop the values of its variables")
  func placesOfFailures() throws {
    try folder.file(
      "a.rehearsal",
      holding: """
        func inner(list) { for n in list { expect n == 1 } }
        func outer() { inner([1, 2]) }
        scenario "calls" { outer() }
        """)
    let output = try test().output
    #expect(output.contains("n is 2\n"))
    #expect(output.contains("in outer, a.rehearsal:2:16\n"))
    #expect(output.contains("in scenario \"calls\", a.rehearsal:3:20\n"))
  }

  @Test("No test at all is no success")
  func nothing() throws {
    try folder.file("a.rehearsal", holding: "app A { }\nfunc help() { }\n")
    #expect(try test().exitCode == 64)
    #expect(try test("--list").errors.contains("There is no scenario in 1 script."))
    try writeScripts()
    #expect(try test("--list", "--filter", "log on").exitCode == 64)
    #expect(try test("--filter", "log on", "--quiet").exitCode == 64)
  }

  /// A report of JUnit's without the times of this computer.
  private func timeless(_ name: String) throws -> String {
    try folder.text(of: name).withoutReportTimes
  }

  // `.ci/run` compares them in a release build, too.
  @Test(
    "The examples on three systems give the same reports whatever the jobs, and valid XML",
    .enabled(if: TestTier.isThorough))
  func examples() throws {
    let examples = Repository.url(of: "Examples").path
    func reports(_ jobs: String) throws -> [String] {
      let run = try test(
        examples, "--os", "12,15,17", "--format", "junit=\(jobs).xml",
        "--format", "json=\(jobs).jsonl", "--jobs", jobs, "--quiet")
      #expect(run.exitCode == 1 && run.errors.contains("EmbeddedTests: left out"))
      return try [run.output, timeless(jobs + ".xml"), folder.text(of: jobs + ".jsonl")]
    }
    let alone = try reports("1")
    #expect(try reports("2") == alone)
    let parser = XMLParser(data: Data(alone[1].utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(alone[2].contains(#""event":"difference""#))
  }

  @Test("A dash after a format is standard output")
  func standardOutput() throws {
    try writeScripts()
    let xml = try test("--format", "junit=-")
    #expect(xml.output.hasPrefix("<?xml") && xml.output.hasSuffix("</testsuites>\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/-"))
  }

  @Test("A Swift package below a folder is its own command's matter, and that is said")
  func packages() throws {
    try writeScripts()
    try folder.file("in/deep/Package.swift", holding: "")
    let around = try test("--list", "in")
    #expect(around.output == "in/a.rehearsal/log in\nin/a.rehearsal/log out\n")
    #expect(around.errors.hasPrefix("in/deep: left out: it is a Swift package of its own"))
    #expect(try test("in/deep").output.hasSuffix("2 passed, 0 failed\n"))
  }

  @Test(
    "A suite is played on chosen systems, with a table of what differs and the rules that do it")
  func systems() throws {
    try folder.file(
      "a.rehearsal",
      holding: """
        device { os: 17 }
        app A { on didEnterBackground { beginBackgroundTask("upload") { } } }
        scenario "time" {
          launch A
          press .home
          advance 1min
          expect A.isRunning
        }
        scenario "fixed", os: 16 { expect device.os == "16" }
        """)
    try folder.file("b.rehearsal", holding: "device { os: 17 }\nexpect device.isAtLeast(13)\n")
    try folder.file("c.rehearsal", holding: "device { os: 17 }\nprint(device.os) // prints: 17\n")
    let played = try test("--os", "12,15,17", "--comments")
    #expect(played.exitCode == 1)
    #expect(
      played.output.contains(
        """
        not the same on all systems
        a.rehearsal                os 12  os 15  os 17
          time                     ✓      ✗      ✗
            os 12 → os 15: R086, Thirty seconds for tasks
        b.rehearsal                os 12  os 15  os 17
          the script as a whole    ✗      ✓      ✓
            os 12 → os 15: no single rule; the script asks for the system

        """))
    #expect(played.output.contains("c.rehearsal\n  ✓ the script as its comments say\n"))
    #expect(
      try test("--os", "12", "--list", "a.rehearsal").output
        == "a.rehearsal/time (os 12)\na.rehearsal/fixed\n")
    #expect(
      try test("--model", "iPad", "--list", "a.rehearsal").output
        == "a.rehearsal/time (model iPad)\na.rehearsal/fixed (model iPad)\n")
    #expect(try test("--os", "12,99").errors.contains("not `99`"))
    #expect(try test("--model", "iPood").errors.contains("`iPood`"))
  }

  @Test("Imports come from below the folder that is given, or that --root names")
  func roots() throws {
    try folder.file("common/one.rehearsal", holding: "let one = 1")
    try folder.file(
      "in/a.rehearsal",
      holding: """
        import "../common/one.rehearsal"
        app A { var n = 1; on didBecomeActive { n += one } }
        scenario "a" { launch A; expect A.n == 2 }

        """)
    for command in ["test", "check", "run", "mutate"] {
      #expect(try Command([command, "."], in: folder).exitCode == 0, "\(command)")
      #expect(try Command([command, "in"], in: folder).exitCode == 2, "\(command)")
      #expect(
        try Command([command, "--root", ".", "in/a.rehearsal"], in: folder).exitCode == 0,
        "\(command)")
    }
  }

  @Test("What is not played, left out or skipped is told, and a run of nothing is no success")
  func nothingIsLeftInSilence() throws {
    let head = "app A { }\n"
    try folder.file(
      "os.rehearsal", holding: head + "scenario \"own\", os: 17 { launch A; expect A.isRunning }\n")
    let played = try test("--os", "12", "os.rehearsal")
    #expect(played.exitCode == 0 && played.output.contains("not run on iOS 12: 1 scenario"))
    try folder.file(
      "fast.rehearsal",
      holding: head + "scenario \"fails\" { expect A.isRunning }\nscenario \"left\" { launch A }\n")
    let fast = try test("--fail-fast", "--jobs", "1", "--format", "junit", "fast.rehearsal")
    #expect(fast.exitCode == 1 && fast.output.contains("<skipped message=\"--fail-fast"))
    try folder.file(
      "skip.rehearsal", holding: head + "scenario \"s\", skip: \"later\" { launch A }\n")
    #expect(try test("skip.rehearsal").exitCode == 64)
    let storm = try Command("storm", "skip.rehearsal", in: folder)
    #expect(storm.exitCode != 0)
    try folder.file(
      "still.rehearsal", holding: head + "scenario \"s\" { expect !A.isRunning }\n")
    let still = try Command("storm", "--only", "purge", "still.rehearsal", in: folder)
    #expect(still.exitCode == 1 && still.output.contains("nothing was tried"))
  }

  @Test("A warning that comes on every system is told once, with the systems")
  func groupedWarnings() throws {
    try folder.file(
      "a.rehearsal",
      holding: "app A { }\nscenario \"w\" { launch A; unlock(); expect A.isRunning }\n")
    let run = try test("--os", "12,15,17", "a.rehearsal")
    #expect(run.output.split(separator: "warning[W0905]").count == 2)
    #expect(run.output.contains("    on all 3 systems:\n    a.rehearsal:2:"))
    let github = try test("--os", "12,15,17", "--format", "github", "a.rehearsal")
    #expect(github.output.split(separator: "::warning").count == 2)
  }

  @Test("A failure that is the same on several systems is told once, with the systems")
  func groupedFailures() throws {
    try folder.file(
      "a.rehearsal",
      holding: """
        app A { }
        scenario "old" { launch A; expect device.isAtLeast(15) }
        scenario "new" { launch A; expect !device.isAtLeast(15) }
        scenario "same" { launch A; print("said"); expect A.state == .suspended }

        """)
    let run = try test("--os", "12,15,16,17", "a.rehearsal")
    let output = run.output
    #expect(output.split(separator: "✗ same (os ").count == 5, "\(output)")
    #expect(output.split(separator: "a.rehearsal:4:").count == 2 && output.contains("it printed"))
    for place in ["all 4 systems", "1 of 4 systems: os 12", "all 4 systems except os 12"] {
      #expect(output.split(separator: "    on \(place):\n").count == 2, "\(place)")
    }
    let github = try test("--os", "12,15,16,17", "--format", "github", "a.rehearsal")
    #expect(github.output.contains(" (on all 4 systems)\n"), "\(github.output)")
  }

  @Test("What failed last time is run first, also where it is the last")
  func failedFirst() throws {
    try writeScripts()
    try folder.file(
      "in/deep/b.rehearsal", holding: "scenario \"x\" { }\nscenario \"y\" { expect 1 == 2 }")
    #expect(try test().exitCode == 1)
    let again = try test("--failed-first", "--fail-fast")
    #expect(again.output.hasPrefix("in/a.rehearsal\n  ✗ log out\n"))
    #expect(
      again.output.hasSuffix("0 passed, 1 failed, 3 left out after the first failure\n"))
    try folder.file("in/a.rehearsal", holding: "scenario \"log out\" { }\n")
    #expect(try test("--failed-first").output.contains("  ✗ y\n"))
    let last = try test("--failed-first", "--list")
    #expect(last.exitCode == 0)
    let third = try test("--failed-first", "--fail-fast")
    #expect(third.output.hasPrefix("in/deep/b.rehearsal\n  ✗ y\n"))
    #expect(
      third.output.hasSuffix("0 passed, 1 failed, 2 left out after the first failure\n"))
  }

  @Test("A case that takes too long is stopped and fails")
  func timeout() throws {
    let script = "scenario \"s\" { while true { advance 1s } }"
    try folder.file("a.rehearsal", holding: script)
    let run = try test("--timeout", "50ms", "--limit", "instructions=1000000000000")
    #expect(run.exitCode == 1)
    #expect(run.output.contains("it took longer than 50ms"))
    #expect(try test("--timeout", "soon").exitCode == 64)
  }

  @Test("Reports go to files and to standard output, and jobs do not change a byte of them")
  func reports() throws {
    try writeScripts()
    var written: [[String]] = []
    for jobs in ["1", "2"] {
      let run = try test("--format", "junit=r.xml", "--format", "json=r.jsonl", "--jobs", jobs)
      #expect(run.exitCode == 1)
      written.append([run.output, try timeless("r.xml"), try folder.text(of: "r.jsonl")])
    }
    #expect(written[0] == written[1])
    #expect(written[0][0].hasSuffix("3 passed, 1 failed\n"))
    #expect(written[0][1].contains("<testsuites name=\"rehearse\" tests=\"4\" failures=\"1\""))
    #expect(written[0][2].split(separator: "\n").allSatisfy { $0.hasPrefix("{\"") })
    let json = try test("--format", "json")
    #expect(json.output == written[0][2])
    let annotations = try test("--format", "github", "--quiet")
    #expect(
      annotations.output.contains(
        "\n::error file=in/a.rehearsal,line=2,col=29,title=log out::failed: `1 == 2` does not hold\n"
      ))
    let both = try test("--format", "json", "--format", "junit")
    #expect(both.exitCode == 64 && both.errors.contains("--format json=FILE"))
    let slip = try test("--format", "junti=r.xml")
    #expect(slip.exitCode == 64 && slip.errors.contains("did you mean junit?"))
    let lost = try test("--format", "junit=none/r.xml")
    #expect(lost.exitCode == 3 && lost.output.isEmpty)
  }

  @Test("Output is kept for what fails, and shown for all where that is asked for")
  func output() throws {
    try writeScripts()
    #expect(try !test().output.contains("hello"))
    #expect(try test("--verbose").output.contains("  ✓ log in\n      │ hello\n"))
    #expect(try test("--durations", "2").output.contains("slowest cases"))
  }

  @Test("Colours are for terminals, unless the environment or the user says otherwise")
  func colors() throws {
    try writeScripts()
    let cases: [([String: String], [String], Bool)] = [
      ([:], [], false), (["FORCE_COLOR": "1"], [], true), (["CLICOLOR_FORCE": "1"], [], true),
      (["FORCE_COLOR": "0"], [], false), (["FORCE_COLOR": "1", "NO_COLOR": "1"], [], false),
      (["NO_COLOR": "1"], ["--color", "always"], true),
      (["FORCE_COLOR": "1"], ["--color", "never"], false),
    ]
    for (environment, options, isColored) in cases {
      let silent = ["NO_COLOR": "", "FORCE_COLOR": "", "CLICOLOR_FORCE": ""]
      let run = try Command(
        ["test"] + options, in: folder, environment: silent.merging(environment) { $1 })
      #expect(run.output.contains("\u{1B}[31m") == isColored, "\(environment) \(options)")
    }
  }

  @Test("A slip in a subcommand is answered with the nearest one")
  func subcommands() throws {
    for (word, meant) in [("tset", "test"), ("chekc", "check"), ("rnu", "run")] {
      let command = try Command(word, "in", in: folder)
      #expect(command.exitCode == 64)
      #expect(command.errors.contains("did you mean \(meant)?"), "\(command.errors)")
    }
    #expect(
      try Command("verify", in: folder).errors.contains(
        "there are run, test, storm, explore, audit, explain, rules"))
  }

  @Test("Each help text begins with examples, and the limits have a page of their own")
  func help() throws {
    for name in ["run", "test", "check", "format", "explain", "rules", "profile", "repl"] {
      let help = try Command(name, "--help").output
      let lines = help.split(separator: "\n")
      #expect(lines.dropFirst().first == "Examples:", "\(help)")
      #expect(!help.contains("instructions="))
    }
    #expect(try Command("explain", "limits").output.contains("\ninstructions="))
    #expect(try Command("explain", "json").output.contains("\ncaseEnded: "))
    #expect(try Command("explain", "limtis").errors.contains("did you mean limits?"))
  }

  @Test("A run gives its records as JSON Lines")
  func records() throws {
    let script = "app A { }\nscenario \"s\" { launch A\nprint(1) }"
    let run = try Command("run", "-", "--format", "json", input: script)
    let objects = try run.output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let events = objects.compactMap { $0["event"] as? String }
    #expect(events.prefix(3) == ["runBegan", "scriptBegan", "scenarioBegan"])
    #expect(events.suffix(4) == ["output", "scenarioEnded", "scriptEnded", "runEnded"])
    let records = objects.compactMap { $0["record"] as? [String: Any] }
    #expect(records.first?["name"] as? String == "launch")
    #expect(records.contains { $0["rule"] as? String == "R011" })
    let both = try Command("run", "-", "--format", "json=r.jsonl", input: script, in: folder)
    #expect(both.output.contains("scenario “s”"))
    #expect(try folder.text(of: "r.jsonl") == run.output)
    #expect(try Command("run", "-", "--format", "junit", input: script).exitCode == 64)
  }
}

@Suite("rehearse test on a terminal", .serialized, .timeLimit(.minutes(30)))
struct TestCommandTerminalTests {
  private let home = TestFolder()

  @Test("Ctrl-C sums up what ran")
  func interruption() throws {
    try home.file(
      "a.rehearsal",
      holding: "scenario \"one\" { }\nscenario \"two\" { while true { advance 1s } }")
    let terminal = try PseudoTerminal(
      "test", "--limit", "instructions=1000000000000", home: home)
    try terminal.wait(for: "✓ one")
    try terminal.wait(for: "0 of 1 scripts: 1 passed, 0 failed")
    try terminal.type("\u{3}")
    try terminal.wait(for: "interrupted: 1 passed, 0 failed")
    #expect(try terminal.exitCode() == 130)
  }

  @Test("Watching runs again what depends on a file that changes")
  func watching() throws {
    try home.file("lib/n.rehearsal", holding: "let n = 1")
    try home.file(
      "a.rehearsal", holding: "import \"lib/n.rehearsal\"\nscenario \"a\" { expect n == 1 }")
    try home.file("b.rehearsal", holding: "scenario \"b\" { }")
    let terminal = try PseudoTerminal("test", "--watch", "a.rehearsal", "b.rehearsal", home: home)
    try terminal.wait(for: "running 2 files\n")
    try terminal.wait(for: "2 passed, 0 failed")
    try terminal.wait(for: "watching 3 files")
    try home.file("lib/n.rehearsal", holding: "let n = 10")
    try terminal.wait(for: "running 1 file\n")
    try terminal.wait(for: "0 passed, 1 failed")
    try home.file("b.rehearsal", holding: "scenario \"b\" { expect n() == 1 }")
    try terminal.wait(for: "E0301")
    try terminal.wait(for: "0 passed, 1 failed\nwatching 3 files")
    try terminal.type("\u{3}")
    #expect(try terminal.exitCode() == 130)
  }

  @Test("A prompt opens where the first case fails; without a terminal that is only said")
  func debugging() throws {
    try home.file(
      "a.rehearsal",
      holding: """
        app A { var n = 1 }
        scenario "fine" { launch A; expect A.n == 1 }
        scenario "wrong" {
            launch A
            press .home
            expect A.n == 2
        }
        """)
    let terminal = try PseudoTerminal("test", "--debug", "a.rehearsal", home: home)
    try terminal.wait(for: "is where it failed")
    try terminal.waitForPrompt()
    try terminal.enter("A.n + 40")
    try terminal.wait(for: "\n41")
    // The first asks, since nothing of the session is saved.
    try terminal.type(":quit\n:quit\n")
    #expect(try terminal.exitCode() == 1)
    let piped = try Command("test", "--debug", "a.rehearsal", in: home)
    #expect(piped.exitCode == 1 && piped.errors.contains("needs a terminal"))
    #expect(try Command("test", "--debug", "--watch", "a.rehearsal", in: home).exitCode == 64)
  }
}
