// `rehearse explore` as people run it: exit codes, what it prints, and the scenarios that it writes.

import Foundation
import TestSupport
import Testing

@Suite("rehearse explore")
struct ExploreCommandTests {
  private static let counting = """
    explore "counting", environment: [] {
        var count = 0
        choose { count = (count + 1) % 5 }
        always "below three" { count < 3 }
    }

    """

  @Test(
    "The exit code says what it came to",
    arguments: [
      ("always \"a\" { count < 5 }", [], 0), ("always \"a\" { count < 3 }", [], 1),
      ("always \"a\" { cnt < 3 }", [], 2), ("choose { count += 1 }", ["--states", "50"], 4),
    ])
  func exitCodes(part: String, options: [String], code: Int32) throws {
    let folder = TestFolder()
    let text = """
      explore "counting", environment: [] {
          var count = 0
          choose { count = (count + 1) % 5 }
          \(part)
      }

      """
    try folder.file("a.rehearsal", holding: text)
    let command = try Command(["explore"] + options + ["a.rehearsal"], in: folder)
    #expect(command.exitCode == code, "\(command.output)\(command.errors)")
  }

  @Test(
    "A search in which nothing was tried proves nothing, and says so in a line of its own",
    arguments: [
      ("always \"none\" { count == 0 }", "no action is ever possible"),
      (
        "choose { count = (count + 1) % 3 }\n    sometimes \"five\" { count == 5 }",
        "a `sometimes` was never reached"
      ),
    ])
  func vacuity(parts: String, reason: String) throws {
    let folder = TestFolder()
    try folder.file(
      "a.rehearsal",
      holding: "explore \"a\", environment: [] {\n    var count = 0\n    \(parts)\n}\n")
    let command = try Command("explore", "a.rehearsal", in: folder)
    #expect(command.exitCode == 4)
    let lines = command.output.split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix("PROVES NOTHING: \(reason)") }, "\(command)")
  }

  @Test(
    "A proof that leaves something out ends with a code of its own in every format, and says what",
    arguments: ["text", "json", "junit", "github", "markdown", "html", "results"])
  func qualified(format: String) throws {
    let folder = TestFolder()
    try folder.file(
      "a.rehearsal",
      holding: """
        app Tours {
            var place = "none"
            on didEnterRegion(name) { place = name }
        }
        explore "places" { launch Tours }

        """)
    let command = try Command("explore", "--format", format, "a.rehearsal", in: folder)
    #expect(command.exitCode == 4, "\(command)")
    let what =
      format == "text" ? "not tried: anything that runs `didEnterRegion`" : "handlers that ran"
    #expect(command.output.contains(what), "\(command)")
    #expect(!command.output.contains("✅") && !command.output.contains("✓ CLOSED"), "\(command)")
    let allowed = try Command(
      "explore", "--format", format, "--allow", "handlers", "a.rehearsal", in: folder)
    #expect(allowed.exitCode == 0, "\(allowed)")
  }

  @Test("What a baseline knows fails no search, what is behind it does, and what is gone is told")
  func baseline() throws {
    let exploration = """
      explore "counting", environment: [] {
          var count = 0
          choose { count = (count + 1) % 5 }
          always "below two" { count < 2 }
          always "below four" { count < 4 }
      }

      """
    let scenario = """
      app Notes {
          var draft = ""
          var title = ""
          button "Type" { draft = "x"; title = "t" }
      }
      scenario "typed" {
          launch Notes
          touch "Type"
          expect Notes.draft == "x"
          expect Notes.title == "t"
      }

      """
    let kept = scenario.replacing("= \"\"", with: "= disk[\"all\"] ?? \"\"")
      .replacing("title = \"t\"", with: "title = \"t\"; disk[\"all\"] = \"x\"")
      .replacing("== \"t\"", with: "!= \"\"")
    for (options, text, mended) in [
      ([], exploration, exploration.replacing("% 5", with: "% 2")),
      (["--scenarios"], scenario, kept),
    ] {
      let folder = TestFolder()
      try folder.file("a.rehearsal", holding: text)
      func explore(_ more: String...) throws -> Command {
        try Command(["explore"] + options + more + ["a.rehearsal"], in: folder)
      }
      #expect(try explore("--write-baseline", "one.json").exitCode == 1)
      let behind = try explore("--baseline", "one.json", "--write-baseline", "all.json")
      #expect(behind.exitCode == 1, "\(behind)")
      let known = try explore("--baseline", "all.json")
      #expect(known.exitCode == 0 && known.output.contains("but what is known"), "\(known)")
      try folder.file("a.rehearsal", holding: mended)
      let stale = try explore("--baseline", "all.json")
      #expect(stale.exitCode == 0 && stale.errors.contains("found no more"), "\(stale)")
    }
  }

  @Test("Budgets of time and memory a hundred times as wide do not change a byte")
  func widerBudgets() throws {
    let folder = TestFolder()
    try folder.file(
      "a.rehearsal",
      holding: """
        app Notes {
            var draft = 0
            button "Type" { draft = (draft + 1) % 3 }
        }
        explore "drafts", environment: [.home, .purge] {
            launch Notes
            choose { touch "Type" }
        }

        """)
    func report(_ factor: Int) throws -> String {
      let command = try Command(
        "explore", "--time", "\(10 * factor)min", "--memory", "\(4 * factor)GB", "--states",
        "\(10_000 * factor)", "--events", "\(100 * factor)", "a.rehearsal", in: folder)
      #expect(command.exitCode == 0, "\(command.output)\(command.errors)")
      return command.output
    }
    #expect(try report(1) == report(100))
  }

  @Test("What is written fails when it is tested")
  func written() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: Self.counting)
    #expect(try Command("explore", "--write", "found", "a.rehearsal", in: folder).exitCode == 1)
    let test = try Command("test", "found", in: folder)
    #expect(test.exitCode == 1)
    #expect(test.output.contains("counting: found by exploration"))
    #expect(test.output.contains("count is 3"))
  }

  @Test("Scenarios of one title from several files lie side by side; a folder that is none is told")
  func writtenSideBySide() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: Self.counting)
    try folder.file("b.rehearsal", holding: Self.counting)
    try folder.file("taken", holding: "")
    let arguments = ["explore", "a.rehearsal", "b.rehearsal", "--write"]
    #expect(try Command(arguments + ["found"], in: folder).exitCode == 1)
    #expect(try folder.text(of: "found/counting-2.rehearsal").contains("found by exploration"))
    let failed = try Command(arguments + ["taken"], in: folder)
    #expect(failed.exitCode == 3)
    #expect(failed.errors.contains("taken/counting-1.rehearsal: error: the scenario cannot be"))
  }

  @Test("Files without an exploration are no proof")
  func nothingToExplore() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: "app Notes { }\n")
    let command = try Command("explore", "a.rehearsal", in: folder)
    #expect(command.exitCode == 2 && command.errors.contains("nothing to explore"))
  }

  @Test("Around scenarios no exploration is needed, and what is found can be written")
  func aroundScenarios() throws {
    let folder = TestFolder()
    try folder.file(
      "a.rehearsal",
      holding: """
        app Notes { var text = ""; button "Type" { text = "x" } }
        scenario "typed" { launch Notes; touch "Type"; advance 1s; expect Notes.text == "x" }

        """)
    let command = try Command(
      "explore", "--scenarios", "--write", "found", "a.rehearsal", in: folder)
    #expect(command.exitCode == 1)
    #expect(command.output.contains("explore “around: typed”"))
    #expect(try folder.text(of: "found/around-typed-1.rehearsal").contains("purge Notes"))
    try folder.file(
      "c.rehearsal",
      holding: "app Notes { }\nscenario \"on\" { launch Notes; expect Notes.isRunning }\n")
    let closed = try Command("explore", "--scenarios", "c.rehearsal", in: folder)
    #expect(closed.exitCode == 0)
    #expect(
      closed.output.contains(
        "CLOSED UP TO 1 disruption: no violation, at each step of the scenario"))
    try folder.file("b.rehearsal", holding: "app Notes { }\n")
    let nothing = try Command("explore", "--scenarios", "b.rehearsal", in: folder)
    #expect(nothing.exitCode == 2 && nothing.errors.contains("no scenario that is played"))
  }

  @Test("Programs read a line of JSON for each exploration, and one at the end")
  func json() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: Self.counting)
    let command = try Command("explore", "--format", "json", "a.rehearsal", in: folder)
    let lines = command.output.split(separator: "\n")
    let objects = try lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      objects.compactMap { $0["event"] as? String }
        == ["runBegan", "exploration", "explorationsEnded"])
    #expect(objects[1]["verdict"] as? String == "VIOLATED")
    #expect(objects[2]["exitCode"] as? Int == 1)
    let search = try #require(objects[1]["search"] as? [String: Any])
    let found = search["counterexamples"] as? [[String: Any]]
    #expect(found?.first?["isReplayed"] as? Bool == true)
  }

  @Test("Build servers and GitHub are told of what broke, and of bounds")
  func formats() throws {
    let folder = TestFolder()
    let endless = "explore \"endless\", environment: [] { var n = 0; choose { n += 1 } }\n"
    try folder.file("a.rehearsal", holding: Self.counting + endless)
    let command = try Command(
      "explore", "--states", "50", "--format", "junit=junit.xml", "--format", "github",
      "a.rehearsal", in: folder)
    #expect(command.exitCode == 1)
    let junit = try folder.text(of: "junit.xml")
    #expect(junit.contains(#"tests="2" failures="2" errors="0" skipped="0""#), "\(junit)")
    #expect(junit.contains("BOUND HIT: states"))
    #expect(command.output.contains("::error file=a.rehearsal,line=4,col=28,title=counting::"))
    #expect(command.output.contains("::warning file=a.rehearsal"))
  }

  @Test("Memory is a bound", arguments: [("1MB", 4), ("100GB", 1)])
  func memory(size: String, code: Int32) throws {
    let folder = TestFolder()
    try folder.file(
      "a.rehearsal", holding: Self.counting.replacing("choose", with: "after { }\n    choose"))
    let command = try Command("explore", "--memory", size, "a.rehearsal", in: folder)
    #expect(command.exitCode == code)
    #expect(command.output.contains("BOUND HIT: memory") == (code == 4))
  }

  @Test("It goes on after what broke where it is asked to")
  func keepsGoing() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: Self.counting)
    let stopped = try Command("explore", "a.rehearsal", in: folder)
    let whole = try Command("explore", "--keep-going", "a.rehearsal", in: folder)
    #expect(stopped.exitCode == 1 && whole.exitCode == 1)
    #expect(whole.output.contains("5 states"))
  }
}
