// `rehearse draw` and the reports with pictures as people ask for them, and the pictures that stand in
// the repository: they are what the command makes.

import Foundation
import TestSupport
import Testing

@Suite("rehearse draw")
struct DrawCommandTests {
  private let folder = TestFolder()

  private func writeScript() throws {
    try folder.file(
      "notes.rehearsal",
      holding: """
        app Notes { }
        scenario "home" { launch Notes; press .home; expect Notes.state == .background }
        scenario "fails" { launch Notes; expect Notes.state == .background }
        """)
  }

  private func draw(_ arguments: String...) throws -> Command {
    try Command(["draw", "notes.rehearsal"] + arguments, in: folder)
  }

  @Test("The ending of the file says what is drawn, or --as does")
  func formats() throws {
    try writeScript()
    let beginnings = [
      ("life.svg", "<?xml"), ("states.mmd", "stateDiagram-v2"), ("states.DOT", "digraph"),
    ]
    for (name, beginning) in beginnings {
      #expect(try draw("--scenario", "home", "-o", name).exitCode == 0)
      #expect(try folder.text(of: name).hasPrefix(beginning), "\(name)")
    }
    #expect(try draw("--scenario", "home", "--as", "mermaid").output.hasPrefix("stateDiagram-v2"))
    #expect(try draw("--scenario", "home").output.hasSuffix("</svg>\n"))
    let unknown = try draw("--scenario", "home", "-o", "life.png")
    #expect(unknown.exitCode == 64 && unknown.errors.contains(".svg"))
  }

  @Test("What fails is drawn, told and red")
  func failures() throws {
    try writeScript()
    let failed = try draw("--scenario", "fails", "-o", "life.svg")
    #expect(failed.exitCode == 1 && failed.errors.contains("Notes.state is .active"))
    #expect(try folder.text(of: "life.svg").contains("✗ failed: "))
    try folder.file("broken.rehearsal", holding: "print(nope)")
    #expect(try Command("draw", "broken.rehearsal", in: folder).exitCode == 2)
    #expect(try draw("--scenario", "home", "-o", "no/such/folder/life.svg").exitCode == 3)
  }

  @Test("Which scenario is meant has to be said, and a slip is answered with the nearest one")
  func choosing() throws {
    try writeScript()
    let many = try draw()
    #expect(many.exitCode == 64 && many.errors.contains("home; fails"))
    let slip = try draw("--scenario", "hone")
    #expect(slip.exitCode == 64 && slip.errors.contains("home"))
    let systems = try draw("--scenario", "home", "--os", "12,17")
    #expect(systems.exitCode == 0 && systems.output.contains("iOS 12"))
  }

  @Test("Pages and traces are written by run, test and storm, and not by mutate")
  func reports() throws {
    try writeScript()
    for command in ["run", "test", "storm"] {
      let run = try Command(
        [command, "notes.rehearsal", "--format", "html=r.html", "--format", "perfetto=t.json"],
        in: folder)
      #expect(run.exitCode == 1, "\(command): \(run.errors)")
      let page = try folder.text(of: "r.html")
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains(#""status":"failed""#))
      #expect(page.contains(#""records":"#), "\(command)")
      let trace = try JSONSerialization.jsonObject(with: Data(folder.text(of: "t.json").utf8))
      #expect(((trace as? [String: Any])?["traceEvents"] as? [Any])?.isEmpty == false)
    }
    let mutate = try Command("mutate", "notes.rehearsal", "--format", "html=r.html", in: folder)
    #expect(mutate.exitCode == 64 && mutate.errors.contains("has no format html"))
    let alone = try Command("run", "notes.rehearsal", "--format", "html", in: folder)
    #expect(alone.output.hasPrefix("<!DOCTYPE html>") && alone.output.hasSuffix("</html>\n"))
  }

  @Test("What an exploration found is a case with a life")
  func explorations() throws {
    let script = Repository.url(of: "Examples/Explorations/lost-draft.rehearsal").path
    let explore = try Command("explore", script, "--format", "html=r.html", in: folder)
    #expect(explore.exitCode == 1)
    let statuses = try folder.text(of: "r.html").matches(of: /"status":"([a-zA-Z]+)"/)
    // The exploration, and the scenario that it found.
    #expect(statuses.map(\.output.1) == ["failed", "failed"])
    #expect(try folder.text(of: "r.html").contains(#""records":"#))
  }

  @Test("What was found in a script that imports from a root has a life, too")
  func roots() throws {
    try folder.file(
      "apps/notes.rehearsal",
      holding: "app Notes { var draft = \"\"; button \"Type\" { draft = \"x\" } }\n")
    try folder.file(
      "scripts/a.rehearsal",
      holding: """
        import "../apps/notes.rehearsal"
        scenario "typing" { launch Notes; touch "Type"; expect Notes.draft == "x" }
        explore "typing" {
            launch Notes
            choose { touch "Type" }
            always "nothing is typed" { Notes.state != .active || Notes.draft == "" }
        }

        """)
    for command in [["storm", "--only", "purge"], ["explore"]] {
      let options = ["--root", ".", "scripts/a.rehearsal", "--format", "html=r.html"]
      #expect(try Command(command + options, in: folder).exitCode == 1)
      // A storm shows the life that it disturbed and the one that it found.
      let lives = try folder.text(of: "r.html").matches(of: /"records":/).count
      #expect(lives == (command[0] == "storm" ? 2 : 1), "\(command)")
    }
  }

  @Test("run and test tell the same of a script, its statements included")
  func sameCases() throws {
    try folder.file("plain.rehearsal", holding: "print(1)\nexpect 1 == 2\n")
    try writeScript()
    func statuses(_ command: String, _ script: String) throws -> [Substring] {
      _ = try Command([command, script, "--format", "html=r.html"], in: folder)
      return try folder.text(of: "r.html").matches(of: /"status":"([a-zA-Z]+)"/).map(\.output.1)
    }
    for script in ["plain.rehearsal", "notes.rehearsal"] {
      #expect(try statuses("run", script) == statuses("test", script))
    }
  }

  // MARK: - The pictures of the repository

  /// The pictures, each with the command that makes it.
  private static let pictures = [
    ("life.svg", "draw", "Examples/03-forgotten-task", []),
    ("failed.svg", "draw", "Tests/Scripts/pictures/failed", []),
    ("two-windows.svg", "draw", "Examples/Reports/two-windows", []),
    (
      "failed.html", "test", "Tests/Scripts/pictures/failed", ["--os", "12,17", "--format", "html"]
    ),
    ("two-windows.html", "test", "Examples/Reports/two-windows", ["--format", "html"]),
    ("storm.html", "storm", "Examples/Storm/lost-draft", ["--format", "html"]),
  ]

  @Test("The pictures of the repository are what the command draws", arguments: pictures)
  func isFresh(
    _ name: String, _ command: String, _ script: String, _ options: [String]
  ) throws {
    let path = "\(script).rehearsal"
    try folder.file(path, holding: try Repository.text(of: path))
    // Without it a page says when and where it was made.
    let environment = ["SOURCE_DATE_EPOCH": "0"]
    let output = try Command([command, path] + options, in: folder, environment: environment).output
    let file = Repository.url(of: "Examples/Reports/\(name)")
    try GoldenFile(file, of: "DrawCommandTests").expect(output)
  }
}
