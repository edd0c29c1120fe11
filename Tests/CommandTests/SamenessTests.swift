// The same answer everywhere: whatever surrounds a run, its bytes are those of every other run.

import Foundation
import TestSupport
import Testing

@Suite("The same answer everywhere")
struct SamenessTests {
  /// What changes around a run: variables, and what a shell does before it.
  private static let surroundings: [(variables: [String: String], before: String)] = [
    (["LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"], ":"),
    (["LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.ISO-8859-9", "LC_NUMERIC": "fr_FR"], ":"),
    (["LANG": "C", "LC_ALL": "POSIX", "TERM": "dumb"], ":"),
    (["TZ": "Asia/Kathmandu"], ":"), (["TZ": "America/St_Johns"], ":"),
    (["SWIFT_DETERMINISTIC_HASHING": "1"], ":"), ([:], "ulimit -s 1024"), ([:], "ulimit -n 12"),
    (["HOME": "/nonexistent", "TMPDIR": "/nonexistent", "USER": ""], "umask 777; nice -n 19 true"),
  ]

  @Test("Locale, zone, hash seed, stack and descriptors change no byte")
  func surroundings() throws {
    let folder = TestFolder()
    for name in ["Examples", "Tests/Scripts/language"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appendingPathComponent((name as NSString).lastPathComponent),
        withDestinationURL: Repository.url(of: name))
    }
    let language = ["numbers", "printing", "scalars", "strings", "maps-that-change"].map {
      "language/\($0).rehearsal"
    }
    for arguments in [
      ["run", "Examples/01-first-script.rehearsal", "Examples/07-plain-program.rehearsal"],
      ["test", "--jobs", "3", "--format", "json", "Examples/02-answered-call.rehearsal"] + language,
      ["storm", "--quiet", "Examples/02-answered-call.rehearsal"],
    ] {
      let first = try Command(arguments, in: folder)
      #expect(first.exitCode >= 0 && first.exitCode < 64, "\(arguments)")
      for (variables, before) in Self.surroundings {
        let other = try output(of: arguments, before, variables, in: folder)
        #expect(other == first.output, "\(arguments) with \(variables) \(before)")
      }
    }
  }

  @Test("Each process has a key of its own for its states, and all reports are the same bytes")
  func keys() throws {
    let folder = TestFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("Examples"),
      withDestinationURL: Repository.url(of: "Examples"))
    let formats = ["text", "json", "junit", "github", "markdown"]
    for command in [
      ["explore", "Examples/Explorations/lost-draft.rehearsal"],
      ["explore", "Examples/Explorations/double-timer-mended.rehearsal"],
      ["storm", "Examples/02-answered-call.rehearsal"],
      ["test", "Examples/03-forgotten-task.rehearsal"],
    ] {
      for format in formats {
        let outputs = try (0..<3).map { _ in
          try Command(command + ["--format", format], in: folder).output
            .replacing(#/ time(stamp)?="[^"]*"/#, with: "")
            .replacing(#/"elapsed":[0-9]+/#, with: "").replacing(#/[0-9.]+ m?s\b/#, with: "")
        }
        #expect(Set(outputs).count == 1 && !outputs[0].isEmpty, "\(command) \(format)")
      }
    }
  }

  private func output(
    of arguments: [String], _ before: String, _ variables: [String: String], in folder: TestFolder
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    let program = try #require(Command.program).path
    process.arguments = ["-c", "\(before); exec \"$@\" 2>/dev/null", "bash", program] + arguments
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "\(arguments) with \(variables) \(before)")
    return String(decoding: output, as: UTF8.self)
  }

  @Test("Imported files are named from the root on, wherever the scripts lie")
  func importedFiles() throws {
    var outputs: Set<[String]> = []
    for _ in 0..<2 {
      let folder = TestFolder()
      let inner = folder.url.appendingPathComponent("scripts/lib/deep")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try folder.file(
        "scripts/main.rehearsal",
        holding: "import \"lib/a.rehearsal\"\nscenario \"s\" { check() }\n")
      try folder.file("scripts/lib/a.rehearsal", holding: "import \"deep/b.rehearsal\"\n")
      try folder.file(
        "scripts/lib/deep/b.rehearsal", holding: "func check() { expect 1 == 2\nprint([1][4]) }\n")
      var said: [String] = []
      for arguments in [
        ["run", "scripts/main.rehearsal"], ["test", "scripts"], ["test", "--root", ".", "scripts"],
        ["run", "--format", "json", "scripts/main.rehearsal"],
        ["test", "--format", "junit", "./scripts/"], ["test", "--format", "github", "scripts"],
      ] {
        let command = try Command(arguments, in: folder)
        let text = command.output + command.errors
        #expect(text.contains("scripts/lib/deep/b.rehearsal"), "\(arguments): \(text)")
        #expect(!text.contains(folder.url.lastPathComponent), "\(arguments): \(text)")
        // When a suite began and how long a case took is the machine's.
        said.append(text.withoutReportTimes)
      }
      outputs.insert(said)
    }
    #expect(outputs.count == 1)
  }
}
