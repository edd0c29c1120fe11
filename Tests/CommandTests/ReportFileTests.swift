// Reports replace files that people and build servers read: an old one or a new one is there, whole.

import Foundation
import TestSupport
import Testing

@Suite("Report files")
struct ReportFileTests {
  private let folder = TestFolder()

  /// Reports of several blocks.
  private static let script = """
    app Notes { }
    for i in 0..<200 {
        print("a line of some length, which makes the reports longer than a block: \\(i)")
    }
    scenario "fails" {
        launch Notes
        for i in 0..<100 { expect i == -1 }
    }
    """

  private static let commands: [[String]] =
    ["text", "json", "html", "perfetto"].map { ["run", "--format", "\($0)=report"] }
    + ["text", "json", "junit", "github", "html", "perfetto"].map {
      ["test", "--verbose", "--format", "\($0)=report"]
    }

  @Test("A report that does not fit on its disk leaves the old one", arguments: commands)
  func fullDisk(_ arguments: [String]) throws {
    let program = try #require(Command.program)
    try folder.file("a.rehearsal", holding: Self.script)
    try folder.file("report", holding: "old")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments =
      ["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\" >/dev/null", "bash", program.path]
      + arguments + ["a.rehearsal"]
    process.currentDirectoryURL = folder.url
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 3)
    #expect(try folder.text(of: "report") == "old")
    #expect(said.contains("the file is as it was"))
    #expect(try leftovers().isEmpty)
  }

  @Test("A step of GitHub gets a summary after what is there, and paths from its workspace on")
  func stepSummary() throws {
    let script = "app N { var n = 1 }\nscenario \"s\" {\n  launch N\n  expect N.n == 2\n}\n"
    try folder.file("ios/a.rehearsal", holding: script)
    try folder.file("ios/summary.md", holding: "before\n")
    let summary = folder.url.appendingPathComponent("ios/summary.md").path
    let environment = [
      "GITHUB_STEP_SUMMARY": summary, "GITHUB_WORKSPACE": folder.url.path,
    ]
    let command = try Command(
      "test", "ios/a.rehearsal", "--format", "github", in: folder, environment: environment)
    #expect(command.exitCode == 1)
    #expect(command.output.contains("::error file=ios/a.rehearsal,line=4,"), "\(command.output)")
    let text = try folder.text(of: "ios/summary.md")
    #expect(text.hasPrefix("before\n## ❌ Rehearsal: 0 passed, 1 failed"), "\(text)")
    // What cannot be written fails nothing but itself.
    let passing = try Command(
      "test", "ios/a.rehearsal", "--format", "github", in: folder,
      environment: ["GITHUB_STEP_SUMMARY": "/nowhere/summary.md"])
    #expect(passing.exitCode == 1 && passing.errors.isEmpty)
  }

  @Test("Killed at any moment, a run leaves the old report or the new one")
  func kills() throws {
    try folder.file("a.rehearsal", holding: Self.script)
    let arguments = ["run", "--format", "json=report", "a.rehearsal"]
    #expect(try Command(arguments, in: folder).exitCode == 1)
    let new = try folder.text(of: "report")
    for moment in 0..<12 {
      try folder.file("report", holding: "old")
      for name in try leftovers() {
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
      }
      let command = try RunningCommand(arguments, in: folder)
      var questions = moment * moment * 40
      while command.isRunning, try questions > 0 || leftovers().isEmpty { questions -= 1 }
      command.kill()
      #expect(["old", new].contains(try folder.text(of: "report")))
    }
  }

  @Test("A report goes through a link, and into what is no file as it comes")
  func links() throws {
    try folder.file("a.rehearsal", holding: "print(1)\n")
    try folder.file("target", holding: "old")
    let link = folder.url.appendingPathComponent("report")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.url.appendingPathComponent("target"))
    let command = try Command(
      "run", "--format", "json=report", "--format", "json=/dev/null", "a.rehearsal", in: folder)
    #expect(command.exitCode == 0)
    #expect(try folder.text(of: "target").contains("runEnded"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.path).hasSuffix("target"))
  }

  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix(".report") }
  }
}
