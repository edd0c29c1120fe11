// `rehearse mutate`: what it lists, and its exit codes.

import TestSupport
import Testing

@Suite("The command mutate")
struct MutateCommandTests {
  private let app = """
    app Lamp {
      var isOn = false
      var dimmed = 0
      on didBecomeActive { isOn = true }
      on didReceiveMemoryWarning { dimmed += 1 }
    }

    """
  private let scenario = "scenario \"lit\" { launch Lamp; expect Lamp.isOn }\n"

  private func folder(_ texts: [String: String]) throws -> TestFolder {
    let folder = TestFolder()
    for (name, text) in texts { try folder.file(name, holding: text) }
    return folder
  }

  private let unnoticed =
    "lamp.rehearsal:5: dropped `dimmed += 1`: no scenario runs this line\n"

  @Test("Lines that no scenario notices are listed with a score")
  func report() throws {
    let folder = try folder(["lamp.rehearsal": app + scenario])
    let command = try Command("mutate", "lamp.rehearsal", in: folder)
    #expect(command.output == unnoticed + "1 of 2 changes detected, 50 %\n")
    #expect(command.exitCode == 0 && command.errors == "")
  }

  @Test("A score that is too low fails", arguments: [(50, 0), (51, 1), (100, 1)])
  func demandedScore(_ percentage: Int, exitCode: Int32) throws {
    let folder = try folder(["lamp.rehearsal": app + scenario])
    let command = try Command("mutate", "--at-least", "\(percentage)", ".", in: folder)
    #expect(command.exitCode == exitCode)
    #expect(command.output == unnoticed + "1 of 2 changes detected, 50 %\n")
  }

  @Test("A file has one name and its changes are made once, however it is read")
  func imports() throws {
    let folder = try folder([
      "lamp.rehearsal": app, "one.rehearsal": "import \"lamp.rehearsal\"\n" + scenario,
      "two/two.rehearsal": "scenario \"nothing\" { }\n",
    ])
    let command = try Command("mutate", "./one.rehearsal", ".", in: folder)
    #expect(command.output == unnoticed + "1 of 2 changes detected, 50 %\n")
  }

  @Test("Ctrl-C sums up what was tried")
  func interruption() throws {
    let buttons = (0..<400).map { "  button \"b\($0)\" { n += \($0) }\n" }.joined()
    let folder = try folder([
      "lamp.rehearsal": "app Lamp {\n  var n = 0\n\(buttons)}\n"
        + "scenario \"long\" { launch Lamp; for i in 0..<20_000 { expect Lamp.n == 0 } }\n"
    ])
    let terminal = try PseudoTerminal("mutate", "lamp.rehearsal", home: folder)
    try terminal.wait(for: "dropped")
    try terminal.type("\u{3}")
    try terminal.wait(for: "interrupted: 0 of ")
    #expect(try terminal.exitCode() == 130)
  }

  @Test("Changes are listed without a run of them, and chosen by their lines")
  func listAndFilter() throws {
    let folder = try folder(["lamp.rehearsal": app + scenario])
    let list = try Command("mutate", "--list", "lamp.rehearsal", in: folder)
    #expect(
      list.output
        == "lamp.rehearsal:4: dropped `isOn = true`\nlamp.rehearsal:5: dropped `dimmed += 1`\n")
    let some = try Command("mutate", "--filter", ":4:|isOff", "lamp.rehearsal", in: folder)
    #expect(some.output == "1 of 1 changes detected, 100 %\n")
    let none = try Command(
      "mutate", "--filter", "isOff", "--at-least", "1", "lamp.rehearsal", in: folder)
    #expect(none.output.isEmpty && none.errors.contains("matches none of the 2 changes"))
    #expect(none.exitCode == 64)
  }

  @Test("Machines are told in the formats of tests")
  func formats() throws {
    let folder = try folder(["lamp.rehearsal": app + scenario])
    let command = try Command(
      "mutate", "--at-least", "80", "--format", "github", "--format", "junit=a.xml",
      "--format", "json=a.jsonl", "lamp.rehearsal", in: folder)
    #expect(command.exitCode == 1)
    #expect(
      command.output
        == unnoticed + "::warning file=lamp.rehearsal,line=5,title=no scenario runs this line"
        + "::dropped `dimmed += 1`\n1 of 2 changes detected, 50 %\n")
    let xml = try folder.text(of: "a.xml")
    #expect(xml.contains(#"tests="2" failures="1""#))
    #expect(xml.contains(#"<failure message="no scenario runs this line" type="notRun">"#))
    let lines = try folder.text(of: "a.jsonl").split(separator: "\n")
    #expect(lines.count == 4 && lines[0].contains(#""event":"runBegan""#))
    #expect(lines[2].contains(#""outcome":"notRun""#))
    #expect(
      lines[3]
        == #"{"changes":2,"event":"mutationEnded","exitCode":1,"noticed":1,"score":50}"#)
  }

  @Test("A scenario that fails is told and left out, and the others detect what they detect")
  func redScenario() throws {
    let red = "scenario \"b\" { expect now == 1s }\n"
    let folder = try folder(["a.rehearsal": app + scenario + red, "red.rehearsal": app + red])
    let whole = try Command("mutate", "a.rehearsal", in: folder)
    #expect(whole.exitCode == 1)
    #expect(
      whole.errors.hasPrefix("a.rehearsal: \"b\": fails before any change, and is left out\n"))
    #expect(whole.output.contains("changes detected"))
    let chosen = try Command("mutate", "--scenario", "a.rehearsal/[^b]", "a.rehearsal", in: folder)
    #expect(chosen.exitCode == 0 && chosen.errors.isEmpty)
    #expect(chosen.output == whole.output)
    #expect(try Command("mutate", "--scenario", "none", "a.rehearsal", in: folder).exitCode == 64)
    let all = try Command("mutate", "red.rehearsal", in: folder)
    #expect(all.exitCode == 1)
    #expect(all.errors.contains("The scripts have to pass first"))
  }

  @Test("Scripts that have errors are told, and not changed")
  func obstacles() throws {
    let folder = try folder(["a.rehearsal": app + scenario, "b.rehearsal": "let = 1"])
    let wrong = try Command("mutate", ".", in: folder)
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors.contains("b.rehearsal:1:5: error["))
    #expect(try Command("mutate", "none", in: folder).exitCode == 2)
    #expect(try Command("mutate", "--at-least", "101", "a.rehearsal", in: folder).exitCode == 64)
    #expect(try Command("mutate", "--filter", "(", "a.rehearsal", in: folder).exitCode == 64)
  }
}
