// What must not happen to files, whatever the command is given: nothing of somebody's work is written
// over, nothing unfinished is left behind, nothing is waited for without end, and no name or text steers
// a terminal.

import Foundation
import TestSupport
import Testing

@Suite("Hostile files")
struct HostileFileTests {
  private let folder = TestFolder()

  private static let script = """
    app Notes { var n = 0; on didBecomeActive { if n < 3 { n += 1 } } }
    scenario "opens" { launch Notes; expect Notes.isRunning }
    explore "opens" { always "runs" { Notes.isRunning } }

    """

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
      .filter { !["output", "errors", "input", "caches"].contains($0) }
  }

  /// The command in a shell, as `"$0"`.
  private func said(_ line: String) throws -> (
    status: Int32, reason: Process.TerminationReason, String
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line, try #require(Command.program).path]
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_CACHE_HOME": folder.url.appendingPathComponent("caches").path]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, process.terminationReason, String(decoding: said, as: UTF8.self)
    )
  }

  @Test(
    "No report, drawing or scenario takes the place of a script",
    arguments: [
      "test --format junit=s.rehearsal s.rehearsal", "run --format html=./s.rehearsal s.rehearsal",
      "run --format json=link s.rehearsal", "run --format json=hard s.rehearsal",
      "test --format junit=s.rehearsal link", "test --format json=other.rehearsal s.rehearsal",
      "draw -o s.rehearsal --as svg s.rehearsal", "draw -o hard --as svg s.rehearsal",
      "storm --format junit=s.rehearsal s.rehearsal", "mutate --format junit=link s.rehearsal",
      "explore --format html=s.rehearsal s.rehearsal",
      "explore --write found s.rehearsal",
    ])
  func scriptsStay(line: String) throws {
    for name in ["s.rehearsal", "other.rehearsal", "found/opens-1.rehearsal"] {
      try folder.file(name, holding: Self.script)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/link", withDestinationPath: "s.rehearsal")
    try FileManager.default.linkItem(
      at: folder.url.appendingPathComponent("s.rehearsal"),
      to: folder.url.appendingPathComponent("hard"))
    let before = try names()
    let command = try Command(line.split(separator: " ").map(String.init), in: folder)
    #expect(command.exitCode == 64 && command.output == "", "\(command)")
    #expect(command.errors.hasPrefix("error: "))
    #expect(try names() == before)
    for name in ["s.rehearsal", "other.rehearsal", "found/opens-1.rehearsal"] {
      #expect(try folder.text(of: name) == Self.script)
    }
  }

  @Test(
    "Two reports are two files", arguments: ["report", "./report", "link", "hard", "in/../report"])
  func twoReports(other: String) throws {
    try folder.file("s.rehearsal", holding: Self.script)
    try folder.file("in/note", holding: "")
    if ["link", "hard"].contains(other) {
      try folder.file("report", holding: "old")
      let (file, copy) = (folder.url.path + "/report", folder.url.path + "/" + other)
      if other == "link" {
        try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: "report")
      } else {
        try FileManager.default.linkItem(atPath: file, toPath: copy)
      }
    }
    let before = try names()
    let command = try Command(
      "test", "--format", "junit=report", "--format", "json=\(other)", "s.rehearsal", in: folder)
    #expect(command.exitCode == 64 && command.errors.contains("a file of its own"))
    #expect(try names() == before)
    let nothing = try Command(
      "test", "--format", "junit=/dev/null", "--format", "json=/dev/null", "s.rehearsal", in: folder
    )
    #expect(nothing.exitCode == 0)
  }

  @Test("A search replaces what a search found, and nothing else")
  func foundScenarios() throws {
    try folder.file("s.rehearsal", holding: Self.script)
    let arguments = ["explore", "--write", "found", "s.rehearsal"]
    for _ in 0..<2 { #expect(try Command(arguments, in: folder).exitCode == 1) }
    try folder.file("found/opens-1.rehearsal", holding: "mine")
    #expect(
      try Command(arguments, in: folder).errors.contains("opens-1.rehearsal, which is not one"))
    #expect(try folder.text(of: "found/opens-1.rehearsal") == "mine")
  }

  @Test("A signal leaves no unfinished file", arguments: ["TERM", "HUP", "INT", "PIPE"])
  func signals(name: String) throws {
    try folder.file("s.rehearsal", holding: "while true { }\n")
    let (status, _, text) = try said(
      """
      set -m
      "$0" run --format json=report s.rehearsal & child=$!
      while kill -0 $child && ! ls -A | grep -q '^\\.report'; do :; done
      kill -\(name) $child; wait $child
      """)
    #expect(status > 128, "\(text)")
    #expect(try names() == ["s.rehearsal"])
  }

  @Test(
    "What stands in the place of the cache decides nothing",
    arguments: ["folder", "noise", "zeroes", "no folder"])
  func caches(kind: String) throws {
    try folder.file("s.rehearsal", holding: Self.script)
    switch kind {
    case "folder": try folder.file("caches/rehearse/failed/x", holding: "")
    case "noise": try folder.file("caches/rehearse/failed", holding: "\u{FFFD}]{\r\t\"" + kind)
    case "zeroes":
      try folder.file("caches/rehearse/failed", holding: String(repeating: "\0", count: 9_000))
    default: try folder.file("caches", holding: "")
    }
    let command = try Command("test", "--failed-first", "s.rehearsal", in: folder)
    #expect(command.exitCode == 0 && command.output.contains("1 passed, 0 failed"), "\(command)")
  }

  @Test("What stands in the place of a script is told")
  func noScripts() throws {
    #expect(mkfifo(folder.url.path + "/pipe.rehearsal", 0o600) == 0)
    try folder.file("folder.rehearsal/note", holding: "")
    try folder.file("zero.rehearsal", holding: "let x\0 = 1\n")
    for (name, words) in [
      ("pipe", "E0602"), ("folder", "E060"), ("zero", "E0102"), ("none", "E0601"),
    ] {
      for command in ["run", "test", "check", "format", "mutate", "storm", "explore", "draw"] {
        let told = try Command(command, "\(name).rehearsal", in: folder)
        let text = told.output + told.errors
        #expect(told.exitCode == 2 && text.contains(words), "\(command) \(name): \(text)")
      }
    }
  }

  @Test("A signal that is ignored, as by nohup, stays so")
  func ignoredSignals() throws {
    try folder.file("s.rehearsal", holding: "for i in 0..<100_000 { }\n")
    let (status, _, text) = try said(
      """
      trap '' HUP
      "$0" run --format json=report s.rehearsal & child=$!
      while kill -0 $child 2>/dev/null && ! ls -A | grep -q '^\\.report'; do :; done
      kill -HUP $child 2>/dev/null; wait $child
      """)
    #expect(status == 0, "\(text)")
    #expect(try names() == ["report", "s.rehearsal"])
  }

  @Test("A pipe in place of a report or of what failed last time is not waited for")
  func pipes() throws {
    try folder.file("s.rehearsal", holding: Self.script)
    try folder.file("caches/rehearse/other", holding: "")
    for name in ["pipe", "caches/rehearse/failed"] {
      #expect(mkfifo(folder.url.path + "/" + name, 0o600) == 0)
    }
    let report = try Command("run", "--format", "json=pipe", "s.rehearsal", in: folder)
    #expect(report.exitCode == 3 && report.errors.contains("this pipe has no reader"))
    #expect(try Command("test", "--failed-first", "s.rehearsal", in: folder).exitCode == 0)
    #expect(try said("cat pipe & \"$0\" run --format json=pipe s.rehearsal").2.contains("runEnded"))
  }

  @Test("A report holds nothing else where a standard stream is closed")
  func closedStreams() throws {
    try folder.file("s.rehearsal", holding: Self.script)
    for (closed, code) in [("", 0), ("<&-", 0), (">&-", 3), ("2>&-", 0), ("<&- >&- 2>&-", 3)] {
      let (status, reason, _) = try said("\"$0\" run --format json=r s.rehearsal \(closed)")
      #expect(status == code && reason == .exit, "\(closed)")
      guard code == 0 else { continue }
      let lines = try folder.text(of: "r").split(separator: "\n")
      #expect(lines.last?.contains("runEnded") == true)
      #expect(lines.allSatisfy { $0.first == "{" && $0.last == "}" })
    }
    #expect(try said("\"$0\" test s.rehearsal 2>&-").0 == 0)
    #expect(try said("\"$0\" run - <&-").2.contains("standard input"))
  }

  @Test("Standard input is read up to the limit, though it never ends")
  func endlessInput() throws {
    let limited = ["test", "mutate", "draw"].map { "\($0) --limit sourceSize=1000 -" }
    for command in ["run -", "check -", "format -", "repl -q"] + limited {
      let (status, reason, text) = try said("yes 'print(1)' | \"$0\" \(command)")
      #expect(status != 0 && reason == .exit, "\(command)")
      #expect(text.contains("E0220"), "\(command): \(text.prefix(300))")
    }
    for (size, code) in [(9, 0), (10, 0), (11, 2)] as [(Int, Int32)] {
      let text = "print(1)" + String(repeating: " ", count: size - 8)
      let command = try Command("run", "--limit", "sourceSize=10", "-", input: text)
      #expect(command.exitCode == code, "\(size)")
    }
  }

  @Test("Files that import one another have as many findings as the limit says")
  func imports() throws {
    let all = (0..<24).map { "import \"\($0).rehearsal\"\n" }.joined()
    for number in 0..<24 { try folder.file("\(number).rehearsal", holding: all) }
    for limit in [1, 2, 200] {
      for command in ["run", "test", "mutate"] {
        let told = try Command(
          command, "--limit", "diagnostics=\(limit)", "0.rehearsal", in: folder)
        let text = told.output + told.errors
        #expect(told.exitCode == 2)
        #expect(text.components(separatedBy: ": error[").count - 1 == limit, "\(command) \(limit)")
        #expect(text.contains("further findings are not shown"))
      }
    }
  }

  @Test("A suggestion is a word", arguments: ["model: \"iPhne\"", "timeZone: \"Europe/Berln\""])
  func suggestions(setting: String) throws {
    let command = try Command("check", "-", input: "device { \(setting) }\n")
    #expect(command.exitCode == 2 && command.errors.contains("did you mean \""), "\(command)")
  }

  @Test("No name, title or value steers a terminal")
  func controls() throws {
    let evil = "a\u{1B}[31m\u{9B}2K\u{202E}\r"
    let file = evil + ".rehearsal"
    try folder.file(file, holding: Self.script)
    try folder.file("in/" + evil + "/b.Rehearsal", holding: "")
    try folder.file("broken" + file, holding: "let \u{1B}[2J = (\nimport \"\(evil)\"\n")
    let commands: [[String]] = [
      ["run", file], ["test", file], ["check", file], ["format", "--check", file],
      ["mutate", file], ["storm", file], ["explore", file], ["draw", file, "--scenario", evil],
      ["run", "broken" + file], ["check", "broken" + file], ["test", "broken" + file],
      ["run", evil], ["test", "in"], ["explore", "--write", file, file],
      ["draw", "-o", evil, file],
      ["test", "--filter", evil + "("], ["test", "--filter", evil, file],
      ["test", "--tag", evil, file], ["test", "--format", evil],
      ["test", "--format", "json=" + file],
      ["run", "--format", "json=/\(evil)/x", file], ["draw", "-o", "/\(evil)/x.svg", file],
      ["test", "--os", evil], ["test", "--model", evil], ["run", "--limit", evil + "=1", file],
      ["run", "--limit", "heap=" + evil, file], ["--" + evil], [evil], ["help", evil],
      ["explain", evil], ["rules", evil], ["profile", evil], ["profile", "17", "--quirk", evil],
      ["storm", "--only", evil], ["run", "--root", evil, file], ["repl", "-c", "print(\"\(evil)"],
      ["repl", "-i", evil], ["--generate-completion-script", evil], ["test", "--jobs=" + evil],
    ]
    for arguments in commands {
      let command = try Command(arguments, in: folder)
      let text = command.output + command.errors
      let raw = text.unicodeScalars.first {
        $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E
      }
      #expect(raw == nil, "\(arguments): \(text)")
    }
  }

  @Test("With few open files there is an outcome or a sentence", arguments: 4...12)
  func fewFiles(count: Int) throws {
    try folder.file("s.rehearsal", holding: Self.script)
    for command in [
      "run", "test", "check", "format --check", "mutate", "storm", "explore", "draw",
      "run --format json=r",
    ] {
      let (status, reason, text) = try said(
        "ulimit -n \(count); exec \"$0\" \(command) s.rehearsal")
      #expect(reason == .exit && status < 4, "\(command): \(text)")
      #expect(status == 0 || !text.isEmpty)
    }
  }
}
