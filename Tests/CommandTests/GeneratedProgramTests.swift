// Some programs of `Tests/Fuzzing/generate`, with the build of the tests: as a file, collected at
// every allocation, laid out, through a pipe, at the prompt, and in Python. `.ci/run` tries more.

import Foundation
import TestSupport
import Testing

@Suite("Generated programs")
struct GeneratedProgramTests {
  private static let python = [
    "/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test("Every way to run a program gives the same", .enabled(if: python != nil))
  func runs() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.python))
    let count = TestTier.rounds(10, thorough: 300)
    process.arguments = [
      Repository.url(of: "Tests/Fuzzing/generate").path, "--programs", "\(count)", "--first", "1",
      try #require(Command.program).path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said)")
    #expect(said == "\(count) programs, 0 findings\n")
  }
}
