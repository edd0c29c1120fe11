// `rehearse probes` and `rehearse conform` at the command line, with logs as the recorder writes them.

import RehearsalConformance
import TestSupport
import Testing

@Suite("Probes and what devices did in them")
struct ConformCommandTests {
  /// The log of a run of `leave` that goes as the rules say.
  private func log(run: Int = 1, edit: (inout [LogLine]) -> Void = { _ in }) throws -> String {
    let probe = try #require(Probe.probe("leave"))
    var lines = try #require(ExpectedLife(of: probe)).lines
    edit(&lines)
    for index in lines.indices {
      lines[index].number = index + 1
      lines[index].time += 1000
    }
    return RecordedLog(
      source: "run \(run)", probe: probe.name, run: run, system: probe.device.system,
      model: probe.device.model, lines: lines, count: lines.count
    ).text
  }

  @Test("Probes are listed, explained step by step, written as scripts and as data")
  func probes() throws {
    let list = try Command("probes")
    #expect(list.exitCode == 0)
    #expect(list.output.split(separator: "\n").count == Probe.all.count)
    let steps = try Command("probes", "leave", "lock")
    #expect(
      steps.output.hasPrefix("leave: A launch, the home screen and back (sceneless, 26 s)\n1. "))
    #expect(steps.output.contains("\n\nlock: The side button, with a passcode"))
    let data = try Command("probes", "--format", "json", "leave")
    #expect(data.output.hasPrefix("{") && data.output.contains(#""probe":"leave""#))
    let script = try Command("probes", "--script", "leave")
    #expect(try Command("test", "-", input: script.output).exitCode == 0)
  }

  @Test("The error for an unknown probe names the nearest one")
  func unknownProbes() throws {
    let unknown = try Command("probes", "leaev")
    #expect(unknown.exitCode == 64)
    #expect(unknown.errors.contains("There is no probe leaev; did you mean leave?"))
    #expect(try Command("probes", "xyzzy").errors.contains("`rehearse probes` lists them all."))
  }

  @Test("Logs that agree with the rules pass, as files and in folders, in each format")
  func asTold() throws {
    let folder = TestFolder()
    for run in 1...3 { try folder.file("logs/leave-\(run).jsonl", holding: log(run: run)) }
    let text = try Command("conform", "logs", in: folder)
    #expect(text.exitCode == 0, "\(text.errors)")
    #expect(text.output.contains("✓ leave: as told"))
    #expect(try Command("conform", "logs/leave-1.jsonl", in: folder).exitCode == 0)
    let data = try Command("conform", "--format", "json", "logs", in: folder)
    #expect(data.exitCode == 0 && data.output.hasPrefix("{"))
    #expect(try Command("conform", "--format", "rows", "logs", in: folder).exitCode == 0)
  }

  @Test("A deviation is reported with its line, and the exit code is 1")
  func deviation() throws {
    let folder = TestFolder()
    for run in 1...3 {
      try folder.file(
        "logs/leave-\(run).jsonl",
        holding: log(run: run) { lines in lines[5].name = "applicationWillBecomeTransparent(_:)" })
    }
    let conform = try Command("conform", "logs", in: folder)
    #expect(conform.exitCode == 1)
    #expect(conform.output.contains("✘ leave: deviates at line "))
    #expect(conform.output.contains("in 3 of 3 runs"))
  }

  @Test("A damaged log is left out with a message; no log at all and an unknown model are errors")
  func damage() throws {
    let folder = TestFolder()
    try folder.file("logs/a.jsonl", holding: log())
    try folder.file("logs/b.jsonl", holding: "{\"event\":\"runBegan\"}\n")
    let one = try Command("conform", "logs", in: folder)
    #expect(one.exitCode == 0 && one.output.contains("✓ leave"))
    #expect(one.errors.contains("logs/b.jsonl: ") && one.errors.contains("; it is left out"))
    let none = try Command("conform", "logs/b.jsonl", in: folder)
    #expect(none.exitCode == 2 && !none.errors.isEmpty)
    #expect(try Command("conform", "nothing.jsonl", in: folder).exitCode == 2)
    let model = try Command("conform", "--model", "Nokia", "logs", in: folder)
    #expect(model.exitCode == 64 && model.errors.contains("Nokia is no model"))
  }
}
