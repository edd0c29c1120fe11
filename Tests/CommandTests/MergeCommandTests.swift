// `--shard` and `rehearse merge`: whatever the number of shards and the order of their results, reports
// are those of one machine; and what is no whole run is a sentence.

import Foundation
import RehearsalValues
import TestSupport
import Testing

@Suite("Shards and their merging")
struct MergeCommandTests {
  private static let script = """
    app Notes {
      var draft = ""
      button "Type" { draft += "x" }
    }
    scenario "typed", tags: [.quick] { launch Notes; touch "Type"; expect Notes.draft == "x" }
    scenario "warned" { launch Notes; switchTo Notes; print("said"); expect 1 + 1 == 2 }
    scenario "wrong", n in [1, 2] { launch Notes; let m = n; expect m == 1 }
    scenario "left", skip: "later" { launch Notes; expect 1 + 1 == 2 }

    """
  private static let other = """
    app A { on didEnterBackground { beginBackgroundTask("never ended") } }
    scenario "home" { launch A; press .home; advance 1min; expect A.state == .suspended }
    explore "typing" {
      launch A
      always "it lives" { A.isRunning }
    }

    """

  private func folder() throws -> TestFolder {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: Self.script)
    try folder.file("b.rehearsal", holding: Self.other)
    return folder
  }

  /// The results of all shards.
  private func share(
    _ arguments: [String], by count: Int, in folder: TestFolder
  ) throws -> [String] {
    try (1...count).map { number in
      let file = "\(number)-\(count).jsonl"
      let shard = ["--shard", "\(number)/\(count)", "--format", "results=\(file)"]
      _ = try Command(arguments + shard, in: folder)
      return file
    }
  }

  /// A report without the times of this computer, and without what says by which command it was made.
  private func report(_ name: String, in folder: TestFolder) throws -> String {
    try folder.text(of: name).withoutReportTimes
      .replacing(#/<div id="provenance".*/div>/#, with: "")
  }

  @Test(
    "Reports are those of one machine, byte for byte",
    arguments: [
      ["test", "--os", "12,17", "."], ["storm", "--only", "purge", "--only", "home", "."],
      ["mutate", "--filter", "rehearsal", "."],
    ], [1, 2, 7])
  func sameBytes(_ arguments: [String], count: Int) throws {
    let folder = try folder()
    if arguments.first == "mutate" {
      let passing = Self.script.split(separator: "\n").prefix(5).joined(separator: "\n")
      try folder.file("a.rehearsal", holding: passing)
      try folder.file("b.rehearsal", holding: "let one = 1\n")
    }
    let all = ["json", "junit", "github", "html", "perfetto"]
    let formats = arguments.first == "mutate" ? Array(all.prefix(3)) : all
    let one = try Command(
      arguments + formats.flatMap { ["--format", "\($0)=one.\($0)"] }, in: folder)
    let files = try share(arguments, by: count, in: folder)
    for order in [files, files.reversed(), files + [files[0]]] {
      let merged = try Command(
        ["merge"] + formats.flatMap { ["--format", "\($0)=all.\($0)"] } + order,
        in: folder)
      #expect(merged.output == one.output)
      #expect(merged.exitCode == one.exitCode, "\(merged.errors)")
      for format in formats {
        let same = try report("all.\(format)", in: folder) == report("one.\(format)", in: folder)
        #expect(same, "\(format)")
      }
    }
  }

  @Test("A shard that is missing, cut, changed, of other options or of other scripts is named")
  func mistakes() throws {
    let folder = try folder()
    let files = try share(["test", "a.rehearsal"], by: 2, in: folder)
    func said(_ files: String...) throws -> String {
      let command = try Command(["merge"] + files, in: folder)
      #expect(command.exitCode == 64 && command.output.isEmpty)
      return command.errors
    }
    #expect(try said(files[1]).contains("shard 1/2 is missing"))
    #expect(try said(files[0], "none.jsonl").contains("none.jsonl cannot be read"))
    let whole = try folder.text(of: files[1])
    try folder.file("cut.jsonl", holding: String(whole.dropLast(20)))
    #expect(try said(files[0], "cut.jsonl").contains("cut.jsonl: the file is incomplete"))
    try folder.file(
      "green.jsonl",
      holding: whole.replacing("\"status\":\"failed\"", with: "\"status\":\"passed\""))
    #expect(try said(files[0], "green.jsonl").contains("green.jsonl: the file was changed"))
    try folder.file(
      "old.jsonl", holding: whole.replacing("\"version\":\"", with: "\"version\":\"9"))
    #expect(try said(files[0], "old.jsonl").contains("old.jsonl:1: it was written by rehearse 9"))
    try folder.file("empty.jsonl", holding: "")
    #expect(try said("empty.jsonl").contains("the file is empty"))
    try folder.file("text.jsonl", holding: "{}\n")
    #expect(try said("text.jsonl").contains("this is not a file of"))
    let strict = try share(["test", "--strict", "a.rehearsal"], by: 2, in: folder)
    _ = try Command(
      ["test", "a.rehearsal", "--shard", "1/2", "--format", "results=first.jsonl"],
      in: folder)
    #expect(try said("first.jsonl", strict[1]).contains("had other options"))
    try folder.file("a.rehearsal", holding: Self.script + "// another text\n")
    let edited = try share(["test", "a.rehearsal"], by: 2, in: folder)
    #expect(try said("first.jsonl", edited[1]).contains("had another version of a.rehearsal"))
  }

  @Test("What no shard evaluated is told by merging, and by no shard; what one of them did is not")
  func untested() throws {
    let folder = TestFolder()
    let text = """
      app Notes { var draft = "" }
      func look(often) {
        expect Notes.isRunning
        if often { expect Notes.draft == "" }
        for end in Notes.exits { expect end.reason == .crash }
      }
      scenario "once" { launch Notes; look(false) }
      scenario "twice" { launch Notes; look(true) }
      scenario "allowed", allowing: [.watchdog] { launch Notes; expect Notes.isRunning }

      """
    try folder.file("a.rehearsal", holding: text)
    let one = try Command(["test", "a.rehearsal"], in: folder).output
    #expect(one.contains("W0945") && one.contains("W0947"))
    for count in [1, 2, 3] {
      let files = try share(["test", "a.rehearsal"], by: count, in: folder)
      let merged = try Command(["merge"] + files, in: folder)
      #expect(merged.output == one && merged.exitCode == 0, "\(merged.output)")
      let strict = try share(["test", "--strict", "a.rehearsal"], by: count, in: folder)
      #expect(try Command(["merge"] + strict, in: folder).exitCode == 1)
    }
    let half = try Command(["test", "--shard", "1/2", "a.rehearsal"], in: folder)
    #expect(!half.output.contains("W094") && half.exitCode == 0)
    // A red shard says nothing of the rest.
    try folder.file("a.rehearsal", holding: text + "scenario \"red\" { expect Notes.isRunning }\n")
    let red = try share(["test", "a.rehearsal"], by: 3, in: folder)
    #expect(!(try Command(["merge"] + red, in: folder).output.contains("W094")))
  }

  @Test("No byte of results can be changed unseen")
  func mutatedLines() throws {
    let folder = try folder()
    _ = try share(["test", "a.rehearsal"], by: 1, in: folder)
    let text = Array(try folder.text(of: "1-1.jsonl").utf8)
    for step in 1...12 {
      var changed = text
      changed[text.count * step / 13] ^= 1
      try folder.file("changed.jsonl", holding: String(decoding: changed, as: UTF8.self))
      let command = try Command(["merge", "changed.jsonl"], in: folder)
      #expect(command.exitCode == 64 && command.errors.hasPrefix("error: changed.jsonl"))
    }
  }

  @Test(
    "Shards have bounds",
    arguments: [
      ("0/3", false), ("1/3", true), ("3/3", true), ("4/3", false), ("1/1", true), ("1/0", false),
      ("100000/100000", true), ("1/100001", false), ("1", false), ("1/2/3", false), ("-1/3", false),
    ])
  func bounds(_ shard: String, isTaken: Bool) throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: "scenario \"a\" { expect 1 + 1 == 2 }\n")
    for name in ["test", "storm", "explore", "mutate"] {
      let command = try Command(
        [name, "--shard", shard, "a.rehearsal"], in: folder)
      #expect(command.errors.contains("--shard takes a number from 1 to n") == !isTaken)
    }
  }

  @Test("More shards than cases: those without any succeed, and together they are the run")
  func moreShardsThanCases() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: "scenario \"a\" { expect 1 + 1 == 2 }\n")
    let command = try Command(["test", "--shard", "2/3", "."], in: folder)
    #expect(command.exitCode == 0 && command.errors.contains("2/3 by --shard: 0 of 1 cases"))
    let files = try share(["test", "."], by: 3, in: folder)
    let merged = try Command(["merge"] + files, in: folder)
    #expect(merged.exitCode == 0 && merged.output.hasSuffix("1 passed, 0 failed\n"))
    // What tests nothing anywhere must not pass on any machine.
    let none = try Command(
      ["test", "--filter", "none", "--shard", "2/3", "."], in: folder)
    #expect(none.exitCode == 64)
  }

  @Test("What goes by one machine's findings is refused for shards")
  func refused() throws {
    let folder = try folder()
    for option in ["--fail-fast", "--failed-first", "--shuffle"] {
      let command = try Command(["test", "--shard", "1/2", option, "."], in: folder)
      #expect(command.exitCode == 64, "\(option)")
    }
  }

  @Test("Cases are balanced by earlier times, chosen by earlier failures, and left out by tags")
  func earlierRuns() throws {
    let folder = try folder()
    let files = try share(["test", "a.rehearsal"], by: 2, in: folder)
    let balance = files.flatMap { ["--balance", $0] }
    let shares = try (1...2).map { number in
      try Command(
        ["test", "--list", "--shard", "\(number)/2", "a.rehearsal"] + balance,
        in: folder
      ).output.split(separator: "\n")
    }
    let all = try Command(["test", "--list", "a.rehearsal"], in: folder).output
    #expect(Set(shares.joined()) == Set(all.split(separator: "\n")))
    #expect(shares[0].count + shares[1].count == 5)
    _ = try Command(["test", "--format", "json=run.json", "."], in: folder)
    let failed = try Command(
      ["test", "--list", "--only-failed", "run.json", "."], in: folder)
    #expect(failed.output == "a.rehearsal/wrong (n 2)\nb.rehearsal/home\n")
    let untagged = try Command(
      ["test", "--list", "--not-tag", ".quick", "a.rehearsal"], in: folder)
    #expect(!untagged.output.contains("typed") && untagged.output.contains("warned"))
    let junk = try Command(["test", "--only-failed", "a.rehearsal", "."], in: folder)
    #expect(junk.exitCode == 64 && junk.errors.contains("a.rehearsal:1"))
  }

  @Test("Bazel and GitLab say which shard it is, unless the option does")
  func environments() throws {
    let folder = try folder()
    func said(_ environment: [String: String], _ arguments: String...) throws -> Command {
      try Command(
        ["test", "--list", "a.rehearsal"] + arguments, in: folder,
        environment: environment)
    }
    let bazel = [
      "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": "status",
    ]
    let gitlab = ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"]
    let given = try Command(
      ["test", "--list", "a.rehearsal", "--shard", "1/2"], in: folder)
    #expect(try said(bazel).output == given.output && folder.text(of: "status").isEmpty)
    #expect(try said(gitlab).output == given.output)
    #expect(try said(gitlab).errors.contains("shard 1/2 by CI_NODE_INDEX and CI_NODE_TOTAL"))
    #expect(try said(bazel, "--shard", "1/1").output.split(separator: "\n").count == 5)
    #expect(try said(["CI_NODE_TOTAL": "1"]).output.split(separator: "\n").count == 5)
    let wrong = try said(["TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "2"])
    #expect(wrong.exitCode == 64 && wrong.errors.contains("TEST_SHARD_INDEX=2"))
  }
}

@Suite("Results that contradict themselves")
struct ContradictingResultsTests {
  /// Results with lines changed, and a last line that says so.
  private func changed(
    _ text: String, _ change: (String) -> String, in folder: TestFolder
  ) throws -> Command {
    var lines = text.split(separator: "\n").dropLast().map { change(String($0)) }
    var digester = ContentDigester()
    for line in lines { digester.combine(raw: (line + "\n").utf8) }
    let digest = digester.finish().text
    lines.append("{\"digest\":\"\(digest)\",\"event\":\"whole\",\"lines\":\(lines.count)}")
    try folder.file("changed.jsonl", holding: lines.map { $0 + "\n" }.joined())
    return try Command("merge", "changed.jsonl", in: folder)
  }

  @Test("A case that passed with problems, one that failed without, and an exit code of others")
  func contradictions() throws {
    let folder = TestFolder()
    try folder.file(
      "a.rehearsal",
      holding: """
        scenario "good" { expect 1 + 1 == 2 }
        scenario "bad" { let x = 1; expect x == 2 }

        """)
    _ = try Command("test", "--format", "results=r.jsonl", in: folder)
    let text = try folder.text(of: "r.jsonl")
    let same = try changed(text, { $0 }, in: folder)
    #expect(same.exitCode == 1 && same.output.contains("1 passed, 1 failed"), "\(same.errors)")
    let passed = try changed(
      text, { $0.replacing("\"status\":\"failed\"", with: "\"status\":\"passed\"") }, in: folder)
    #expect(passed.exitCode == 64 && passed.errors.contains("“bad” is passed with 1 problems"))
    let green = try changed(
      text,
      { $0.contains("runEnded") ? $0.replacing("\"exitCode\":1", with: "\"exitCode\":0") : $0 },
      in: folder)
    #expect(green.exitCode == 64, "\(green)")
    #expect(green.errors.contains("its exit code is 0, and its cases come to 1"), "\(green.errors)")
  }
}
