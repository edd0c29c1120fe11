// A script whose every text tries to be something else: a record, a result, a summary, a line of its
// own, a sequence for the terminal. Nothing that any command or report says lets it.

import Foundation
import TestSupport
import Testing

@Suite("Forged output")
struct ForgeryTests {
  /// What ends lines, steers terminals and turns the direction of writing, as escape sequences of
  /// strings, each followed by what would pass for a line of the tool.
  private static let forgery =
    [
      "\\n", "\\r\\n", "\\r", "\\u{B}", "\\u{C}", "\\u{85}", "\\u{2028}", "\\u{2029}", "\\n    ",
      "\\n     0.000s  ", "\\u{1B}[2K\\u{1B}[1A", "\\u{9B}2K", "\\u{8}\\u{8}", "\\u{202E}",
      "\\u{2066}", "\\u{61C}", "\\u{200F}", "\\u{7F}", "\\n::",
      "\\n##[error]", "##vso[task.complete]", "\\n##teamcity[testFailed]", "\\n  ::stop-commands::",
    ].map { "\($0)\(Self.mark)" }.joined()

  /// A line that begins with it has been forged.
  private static let mark = "✓ FORGED"

  private static let script = """
    device { os: 17 }
    app Notes {
        info { urlSchemes: ["notes"] }
        on didFinishLaunching {
            log "TEXT"
            print "TEXT"
            disk["TEXT"] = "TEXT"
            show("TEXT")
        }
        on didEnterBackground { let task = beginBackgroundTask("TEXT") { id in log "TEXT" } }
        on willEnterForeground { fatalError("TEXT") }
        button "TEXT" { present("TEXT") }
        button "TEXT" { }
    }
    print "TEXT"
    let a = ["TEXT":  "TEXT"]
    scenario "one TEXT" {
        print "TEXT"
        launch Notes
        touch "TEXT"
        open "notes:TEXT"
        expect Notes.disk["TEXT"] == "", "TEXT"
        expect a == ["TEXT": 1]
        press .home
        advance 1h
        launch Notes
        expect "TEXT"["x"] == 1
    }
    scenario "two \\(x)", x in ["TEXT"], skip: "TEXT" { }
    scenario "three TEXT", fails: "TEXT" { expect false }
    scenario "four TEXT", fails: "TEXT" { print "TEXT" }
    explore "five TEXT" {
        always "TEXT" { Notes.isRunning }
        choose { launch Notes } or { push Notes, payload: ["TEXT": "TEXT"] }
    }

    """.replacing("TEXT", with: forgery)

  private static let commands: [[String]] = [
    ["run"], ["run", "--why"], ["run", "--timeline"], ["run", "--color", "never", "--strict"],
    ["run", "--format", "html"], ["run", "--format", "json"], ["run", "--format", "perfetto"],
    ["test"], ["test", "--verbose"], ["test", "--list"], ["test", "--format", "json"],
    ["test", "--format", "junit"], ["test", "--format", "github"], ["test", "--format", "html"],
    ["test", "--format", "perfetto"], ["test", "--os", "12,15"],
    ["storm"], ["explore"], ["explore", "--format", "github"], ["explore", "--format", "junit"],
    ["draw", "--scenario", "nothing"], ["mutate"], ["check"], ["check", "--fix", "--diff"],
    ["test", "--format", "markdown"], ["test", "--format", "results"], ["test", "--strict"],
    ["test", "--idle-apps"], ["storm", "--format", "github"], ["storm", "--format", "junit"],
    ["storm", "--format", "markdown"], ["storm", "--format", "html"],
    ["storm", "--format", "json", "--strict"], ["explore", "--format", "markdown"],
    ["explore", "--format", "html"], ["explore", "--format", "json"], ["explore", "--scenarios"],
    ["mutate", "--format", "json"], ["mutate", "--format", "junit"],
    ["mutate", "--format", "github"], ["mutate", "--format", "markdown"], ["vectors"],
    ["explain"], ["format", "--check"],
  ]

  @Test("No command prints a line that passes for another", arguments: commands)
  func everyCommand(_ arguments: [String]) throws {
    let folder = TestFolder()
    let name = "a\n\(Self.mark)\u{1B}[31m\u{202E}.rehearsal"
    try folder.file(name, holding: Self.script)
    let command = try Command(arguments + [name], in: folder)
    #expect(command.exitCode >= 0)
    Self.look(at: command.output, of: arguments)
    Self.look(at: command.errors, of: arguments)
    #expect(!(command.output + command.errors).isEmpty)
  }

  @Test("Neither does the prompt, or a pipe")
  func prompt() throws {
    let folder = TestFolder()
    let commands = [
      ":state Notes", ":trace 100", ":timeline", ":apps", ":why Notes", ":what print \"TEXT\"",
      ":across 12 17", ":expect", ":each launch Notes | press .home", ":help TEXT", ":fork TEXT",
      ":fork", ":load TEXT", ":set trace TEXT", ":TEXT",
    ]
    for line in [""] + commands {
      let text = Self.script + "launch Notes\n\"TEXT\"\na\n" + line + "\n"
      let command = try Command(input: text.replacing("TEXT", with: Self.forgery), in: folder)
      Self.look(at: command.output, of: [line])
      Self.look(at: command.errors, of: [line])
    }
  }

  @Test("A picture names what its texts say, and no more")
  func pictures() throws {
    let folder = TestFolder()
    let script = Self.script.components(separatedBy: "scenario \"two")[0]
    try folder.file("a.rehearsal", holding: script)
    for form in ["svg", "mermaid", "graphviz"] {
      let command = try Command("draw", "--as", form, "a.rehearsal", in: folder)
      #expect(!command.output.isEmpty)
      Self.look(at: command.output, of: [form])
      Self.look(at: command.errors, of: [form])
    }
  }

  private static func look(at text: String, of command: [String]) {
    let steering = text.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x0A, 0x09: false
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(steering == nil, "\(command): U+\(String(steering?.value ?? 0, radix: 16))")
    for line in text.split(separator: "\n") {
      let words = line.drop { " \t".contains($0) }
      // What goes on from the line before is indented deeper than any line of its own.
      let isForged =
        line.count - words.count < 16
        && ["", "0.000s  ", "::", "##[error]"].contains { words.hasPrefix($0 + mark) }
      if isForged { Issue.record("\(command): \(line.prefix(120))") }
    }
  }
}
