// `rehearse storm`: its reports, choices and exit codes.

import Foundation
import TestSupport
import Testing

@Suite("The command storm")
struct StormCommandTests {
  private static let app = """
    app Notes {
      var draft = ""
      button "Type" { draft += "x" }
    }

    """
  private static let lost = """
    scenario "typed" { launch Notes; touch "Type"; expect Notes.draft == "x" }

    """
  private static let bare = "scenario \"bare\" { launch Notes; expect Notes.state == .active }\n"

  private func folder(_ texts: [String: String]) throws -> TestFolder {
    let folder = TestFolder()
    for (name, text) in texts { try folder.file(name, holding: text) }
    return folder
  }

  @Test("What holds up, what does not, and what is wrong have codes of their own")
  func exitCodes() throws {
    let folder = try folder([
      "holds.rehearsal": Self.app + Self.bare, "lost.rehearsal": Self.app + Self.lost,
      "wrong.rehearsal": "let = 1", "plain.rehearsal": "print(1)",
      "fails.rehearsal": "scenario \"a\" { expect false }",
    ])
    #expect(try Command("storm", "holds.rehearsal", in: folder).exitCode == 0)
    #expect(try Command("storm", "lost.rehearsal", in: folder).exitCode == 1)
    #expect(try Command("storm", "fails.rehearsal", in: folder).exitCode == 1)
    #expect(try Command("storm", "wrong.rehearsal", in: folder).exitCode == 2)
    #expect(try Command("storm", "none.rehearsal", in: folder).exitCode == 2)
    #expect(try Command("storm", "--jobs", "0", "holds.rehearsal", in: folder).exitCode == 64)
    #expect(try Command("storm", "--filter", "none", "holds.rehearsal", in: folder).exitCode == 64)
    let plain = try Command("storm", "plain.rehearsal", in: folder)
    #expect(plain.exitCode == 0 && plain.output == "0 passed, 0 failed\n")
  }

  @Test("What disturbs nothing passes, but not with --strict")
  func nothingDisturbed() throws {
    let folder = try folder([
      "plain.rehearsal": "print(1)",
      "still.rehearsal": Self.app + "scenario \"a\" { expect Notes.state == .notRunning }\n",
    ])
    let still = try Command("storm", "still.rehearsal", in: folder)
    #expect(still.exitCode == 0 && still.output.contains("nothing was disturbed"))
    #expect(try Command("storm", "--strict", "still.rehearsal", in: folder).exitCode == 1)
    let plain = try Command("storm", "--strict", "plain.rehearsal", in: folder)
    #expect(plain.exitCode == 64 && plain.errors.contains("There is no scenario in 1 script"))
  }

  @Test("A disturbance that there is not is told with the near one")
  func unknownDisturbance() throws {
    let folder = try folder(["a.rehearsal": Self.app + Self.bare])
    let command = try Command("storm", "--only", "purg", "a.rehearsal", in: folder)
    #expect(command.exitCode == 64 && command.errors.contains("purge"))
    let header = try self.folder(["b.rehearsal": "scenario \"a\", storm: [.purg] { }"])
    let checked = try Command("check", "b.rehearsal", in: header)
    #expect(checked.exitCode == 2 && checked.errors.contains("`.purge`"))
    let number = try self.folder(["c.rehearsal": "scenario \"a\", storm: 1 { }"])
    #expect(try Command("check", "c.rehearsal", in: number).errors.contains("`.none`, or a list"))
  }

  @Test("One disturbance alone is injected where that is asked for")
  func only() throws {
    let folder = try folder(["a.rehearsal": Self.app + Self.lost])
    let home = try Command("storm", "--only", "home", "--only", ".lock", "a.rehearsal", in: folder)
    #expect(home.exitCode == 0 && home.output.contains("typed (2 steps, 4 disturbances)"))
    let purge = try Command("storm", "--only", "purge", "a.rehearsal", in: folder)
    #expect(purge.exitCode == 1 && purge.output.contains("✗ purge after `touch \"Type\"`"))
  }

  @Test("The report has the same bytes with any number of jobs", arguments: ["text", "json"])
  func jobs(_ format: String) throws {
    let texts = (1...6).map {
      ("\($0).rehearsal", Self.app + ($0.isMultiple(of: 2) ? Self.lost : Self.bare))
    }
    let folder = try folder(Dictionary(uniqueKeysWithValues: texts))
    let one = try Command("storm", "--jobs", "1", "--format", format, ".", in: folder)
    let four = try Command("storm", "--jobs", "4", "--format", format, ".", in: folder)
    #expect(one.output == four.output && one.exitCode == 1)
  }

  @Test("One finding alone shows no matrix; --verbose shows all")
  func matrices() throws {
    let folder = try folder([
      "a.rehearsal": Self.app + Self.bare, "b.rehearsal": Self.app + Self.lost,
    ])
    let heading = "launch Notes  ·"
    let some = try Command("storm", ".", in: folder).output
    #expect(some.split(separator: heading).count == 1)
    let all = try Command("storm", "--verbose", ".", in: folder).output
    #expect(all.split(separator: heading).count == 3)
    let quiet = try Command("storm", "--quiet", "a.rehearsal", in: folder).output
    #expect(quiet.hasPrefix("1 passed, 0 failed; ") && quiet.hasSuffix("`--quirks` tries them\n"))
  }

  @Test("The first scenario that does not hold up ends it where that is asked for")
  func failFast() throws {
    let folder = try folder([
      "a.rehearsal": Self.app + Self.lost, "b.rehearsal": Self.app + Self.lost,
    ])
    let command = try Command("storm", "--fail-fast", "--jobs", "1", ".", in: folder)
    #expect(
      command.output.contains("\n0 passed, 1 failed, 1 left out after the first failure; "))
  }

  @Test("Programs, build servers and GitHub get findings in their forms")
  func formats() throws {
    let folder = try folder(["a.rehearsal": Self.app + Self.lost])
    let github = try Command("storm", "--format", "github", "a.rehearsal", in: folder).output
    #expect(
      github.contains("::error file=a.rehearsal,line=5,col=34,title=typed::purge after `touch"))
    let junit = try Command("storm", "--format", "junit", "a.rehearsal", in: folder).output
    #expect(junit.contains("failures=\"1\"") && junit.contains("type=\"storm\""))
    let json = try Command("storm", "--format", "json", "a.rehearsal", in: folder).output
    let ended = try #require(json.split(separator: "\n").first { $0.contains("\"caseEnded\"") })
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(ended.utf8)) as? [String: Any])
    let storm = try #require(object["storm"] as? [String: Any])
    let steps = try #require(storm["steps"] as? [[String: Any]])
    #expect(steps.map { $0["text"] as? String } == ["launch Notes", "touch \"Type\""])
    let marks = steps.map { $0["marks"] as? String }
    #expect(
      marks == ["..........-...-....----.-.---...-..", ".........x-...-....----x-x--....-.-"])
    let findings = try #require(storm["findings"] as? [[String: Any]])
    #expect(findings.count == 1 && findings[0]["disturbances"] as? [String] == ["purge"])
    #expect((findings[0]["scenario"] as? String)?.contains("purge Notes") == true)
  }

  @Test("The documented examples hold up; those about storms show what they plant")
  func examples() throws {
    let root = Repository.url(of: "Examples")
    // Continuous integration disturbs the others, with a release build.
    let first = root.appendingPathComponent("01-first-script.rehearsal").path
    #expect(try Command("storm", "-q", first, in: TestFolder()).exitCode == 0)
    let planted = try Command(
      "storm", "-q", root.appendingPathComponent("Storm").path, in: TestFolder())
    #expect(planted.output.contains("\n9 passed, 9 failed; "))
  }

  @Test("Imports come from below the folder that --root names, in the scenario of a finding too")
  func roots() throws {
    let folder = TestFolder()
    try folder.file(
      "apps/notes.rehearsal",
      holding: "app Notes { var draft = \"\"; button \"Type\" { draft = \"x\" } }\n")
    try folder.file(
      "scripts/a.rehearsal",
      holding: """
        import "../apps/notes.rehearsal"
        scenario "typing" { launch Notes; touch "Type"; expect Notes.draft == "x" }

        """)
    let path = "scripts/a.rehearsal"
    #expect(try Command("storm", path, in: folder).exitCode == 2)
    let storm = try Command("storm", "--root", ".", "--only", "purge", path, in: folder)
    #expect(storm.exitCode == 1 && storm.output.contains("found by storm"), "\(storm.output)")
  }

  @Test("What a baseline knows fails nothing, and what is behind it is found")
  func baseline() throws {
    let both = """
      scenario "typed" {
        launch Notes
        touch "Type"
        expect Notes.draft == "x"
        expect Notes.draft.count == 1
      }
      """
    let folder = try folder(["a.rehearsal": Self.app + Self.lost, "b.rehearsal": Self.app + both])
    let known = ["--only", "purge", "--baseline", "known.json"]
    let wrote = try Command("storm", "--write-baseline", "known.json", "a.rehearsal", in: folder)
    #expect(wrote.exitCode == 1)
    #expect(try Command(["storm"] + known + ["a.rehearsal"], in: folder).exitCode == 0)
    _ = try Command(
      "storm", "--only", "purge", "--write-baseline", "b.json", "b.rehearsal", in: folder)
    let behind = try Command("storm", "--baseline", "b.json", "b.rehearsal", in: folder)
    #expect(behind.exitCode == 1 && behind.output.contains("Notes.draft.count == 1"))
    let bad = try Command("storm", "--baseline", "a.rehearsal", "a.rehearsal", in: folder)
    #expect(bad.exitCode == 64 && bad.errors.contains("no baseline"))
  }

  @Test("What was found is kept beside the project's file, played again, and written")
  func found() throws {
    let folder = try folder(["a.rehearsal": Self.app + Self.lost, "rehearse.toml": ""])
    let first = try Command("storm", "a.rehearsal", in: folder)
    let second = try Command("storm", "a.rehearsal", in: folder)
    #expect(first.output == second.output && first.exitCode == 1)
    let again = try Command("storm", "--again", "a.rehearsal", in: folder)
    #expect(again.exitCode == 1 && again.output == "✗ typed: found by storm\n")
    _ = try Command("storm", "--write", "a.rehearsal", in: folder)
    #expect(try Command("test", "a.rehearsal", in: folder).output.contains("typed: found by storm"))
  }
}
