// The limits by the names that messages, commands and scripts use, a row each: what it bounds, in
// which unit and range, and where it is in `RunLimits`. This table is the one list of them; help,
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

  /// What a limit bounds, in which unit and range, and where its number is, which is also where its
  /// default is.
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
        "Depth of nested brackets, blocks and strings", range: 1...256,
        \.syntax.nesting)
    case .treeDepth:
      Row(
        "Depth of operators and brackets in one statement, chains included", range: 1...1024,
        \.syntax.treeDepth)
    case .interpolations:
      Row(
        "Depth of nested interpolations", range: 0...32,
        \.syntax.interpolationNesting)
    case .diagnostics:
      Row("Errors and warnings of one script", \.syntax.diagnostics)
    case .importedFiles:
      Row("Imported files", \.importedFiles)
    case .cases:
      Row("Runs of a script's scenarios, one for each value and system", \.cases)
    case .instructions:
      Row(
        "Loop iterations and calls of each statement and scenario; long ones count as several",
        \.outside.instructions)
    case .handlerInstructions:
      Row(
        "Loop iterations and calls of one call of an app's code; long ones count as several",
        \.app.instructions)
    case .callDepth:
      Row(
        "Depth of nested calls", range: 1...1_000_000, \.outside.callDepth,
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
        "Memory for a run: values, state of the device, records and output", in: .bytes,
        range: (1 << 20)...(1 << 40), \.device.memoryBytes)
    case .output:
      Row(
        "Output of a run: printed text and all records, shown or not",
        in: .bytes, \.outputBytes)
    case .failures:
      Row("Failures of a scenario that are stored", \.failures)
    case .deadline:
      Row(
        "Real time that a run, a call or an input may take", in: .milliseconds,
        range: 0...(1 << 40), \.deadline)
    case .events:
      Row("Events during one advance, step or wait", \.events)
    case .eventsAtOneInstant:
      Row("Events at one instant of virtual time", \.device.eventsAtOneInstant)
    case .pendingWork:
      Row("Timers, tasks and background work of a process at once", \.device.pendingWork)
    case .storage:
      Row(
        "Storage of an app on disk, in preferences and in caches", in: .bytes, \.device.storageBytes
      )
    case .records:
      Row("Records of a device that are stored", \.device.traceRecords)
    case .exits:
      Row("Exits of an app's processes that are stored", \.device.exitsOfAnApp)
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
