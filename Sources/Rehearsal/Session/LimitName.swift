// The limits by the names that messages, commands and scripts use, a row each: what it bounds, in
// which unit and range, and where it stands in `RunLimits`. This table is the one list of them; help,
// parsing and the test that every limit has a script are made from it.

import RehearsalSyntax

/// The name of a limit.
public enum LimitName: String, CaseIterable, Sendable {
  // Reading
  case sourceSize, nesting, treeDepth, interpolations, diagnostics, importedFiles, cases
  // Running
  case instructions, handlerInstructions, callDepth, heap, appHeap, memory, output, failures
  case deadline
  // The device
  case events, eventsAtOneInstant, pendingWork, storage, records, exits

  /// What the number of a limit counts.
  package enum Unit: Sendable {
    case count
    case bytes
    case milliseconds
  }

  /// What a limit bounds, in which unit and range, and where its number stands, which is also where
  /// its default does.
  private struct Row {
    let summary: String
    let unit: Unit
    let range: ClosedRange<Int>
    let paths: [WritableKeyPath<RunLimits, Int>]

    init(
      _ summary: String, in unit: Unit = .count, range: ClosedRange<Int> = 1...Int.max,
      _ paths: WritableKeyPath<RunLimits, Int>...
    ) {
      self.summary = summary
      self.unit = unit
      self.range = range
      self.paths = paths
    }
  }

  /// The sizes that a heap can have.
  private static let heapSizes = (64 << 10)...(2 << 30)

  private var row: Row {
    switch self {
    case .sourceSize:
      Row("Size of one source", in: .bytes, range: 1...(1 << 30), \.syntax.sourceSize)
    case .nesting:
      Row(
        "Brackets, blocks and strings that are open inside one another", range: 1...256,
        \.syntax.nesting)
    case .treeDepth:
      Row(
        "Operators and brackets of one statement, chains included", range: 1...1024,
        \.syntax.treeDepth)
    case .interpolations:
      Row(
        "Interpolations that are open inside one another", range: 0...32,
        \.syntax.interpolationNesting)
    case .diagnostics:
      Row("Findings that one reading tells", \.syntax.diagnostics)
    case .importedFiles:
      Row("Files that imports bring in", \.importedFiles)
    case .cases:
      Row("Times that the scenarios of a script are played, each value and system one", \.cases)
    case .instructions:
      Row(
        "Turns of loops and calls of each statement and each scenario, long ones as several",
        \.outside.instructions)
    case .handlerInstructions:
      Row(
        "Turns of loops and calls of an app's code, each time it is called, long ones as several",
        \.app.instructions)
    case .callDepth:
      Row(
        "Calls that are under way at once", range: 1...1_000_000, \.outside.callDepth,
        \.app.callDepth)
    case .heap:
      Row(
        "Memory for the values of the statements and of each scenario", in: .bytes,
        range: Self.heapSizes, \.outside.heapBytes)
    case .appHeap:
      Row(
        "Memory for the values of an app's process", in: .bytes, range: Self.heapSizes,
        \.app.heapBytes)
    case .memory:
      Row(
        "Memory for a run: values, what the device keeps, records and output", in: .bytes,
        range: (1 << 20)...(1 << 40), \.device.memoryBytes)
    case .output:
      Row(
        "What is said of a run: what is printed and each record, whether it is shown or not",
        in: .bytes, \.outputBytes)
    case .failures:
      Row("Failures of a scenario that are kept", \.failures)
    case .deadline:
      Row(
        "Time of this computer that a run, a call or an input may take", in: .milliseconds,
        range: 0...(1 << 40), \.deadline)
    case .events:
      Row("Events that one advance, step or wait lets happen", \.events)
    case .eventsAtOneInstant:
      Row("Events at one moment of virtual time", \.device.eventsAtOneInstant)
    case .pendingWork:
      Row("Timers, tasks and background works that a process has at once", \.device.pendingWork)
    case .storage:
      Row(
        "What an app keeps on disk, in preferences and in caches", in: .bytes, \.device.storageBytes
      )
    case .records:
      Row("Records of a device that are kept", \.device.traceRecords)
    case .exits:
      Row("Ends of an app's processes that are remembered", \.device.exitsOfAnApp)
    }
  }

  /// What the limit bounds, as a sentence without its dot.
  package var summary: String { row.summary }

  /// What the number counts.
  package var unit: Unit { row.unit }

  /// The values that a command accepts: above them the host's own stack or memory is in danger.
  package var range: ClosedRange<Int> { row.range }

  /// The places of the limit's number; both sides' where it is the same for both.
  var paths: [WritableKeyPath<RunLimits, Int>] { row.paths }
}
