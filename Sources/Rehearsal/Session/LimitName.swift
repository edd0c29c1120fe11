// The limits by the names that messages, commands and scripts use: what each bounds, in which unit,
// and where it stands in `RunLimits`. This table is the one list of them; help, parsing and the
// test that every limit has a script are made from it.

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

  /// What the limit bounds, as a sentence without its dot.
  package var summary: String {
    switch self {
    case .sourceSize: "Size of one source"
    case .nesting: "Brackets, blocks and strings that are open inside one another"
    case .treeDepth: "Operators and brackets of one statement, chains included"
    case .interpolations: "Interpolations that are open inside one another"
    case .diagnostics: "Findings that one reading tells"
    case .importedFiles: "Files that imports bring in"
    case .cases: "Times that the scenarios of a script are played, each value and system one"
    case .instructions:
      "Turns of loops and calls of each statement and each scenario, long ones as several"
    case .handlerInstructions:
      "Turns of loops and calls of an app's code, each time it is called, long ones as several"
    case .callDepth: "Calls that are under way at once"
    case .heap: "Memory for the values of the statements and of each scenario"
    case .appHeap: "Memory for the values of an app's process"
    case .memory: "Memory for a run: values, what the device keeps, records and output"
    case .output: "What the script prints, and what a process prints and logs"
    case .failures: "Failures of a scenario that are kept"
    case .deadline: "Time of this computer that a run, a call or an input may take"
    case .events: "Events that one advance, step or wait lets happen"
    case .eventsAtOneInstant: "Events at one moment of virtual time"
    case .pendingWork: "Timers, tasks and background works that a process has at once"
    case .storage: "What an app keeps on disk, in preferences and in caches"
    case .records: "Records of a device that are kept"
    case .exits: "Ends of an app's processes that are remembered"
    }
  }

  /// What the number counts.
  package var unit: Unit {
    switch self {
    case .sourceSize, .heap, .appHeap, .memory, .output, .storage: .bytes
    case .deadline: .milliseconds
    default: .count
    }
  }

  /// The values that a command accepts: above them the host's own stack or memory is in danger.
  package var range: ClosedRange<Int> {
    switch self {
    case .nesting: 1...256
    case .treeDepth: 1...1024
    case .interpolations: 0...32
    case .sourceSize: 1...(1 << 30)
    case .heap, .appHeap: (64 << 10)...(2 << 30)
    case .memory: (1 << 20)...(1 << 40)
    case .callDepth: 1...1_000_000
    case .deadline: 0...(1 << 40)
    default: 1...Int.max
    }
  }

  /// The places of the limit's number; both sides' where it is the same for both.
  var paths: [WritableKeyPath<RunLimits, Int>] {
    switch self {
    case .sourceSize: [\.syntax.sourceSize]
    case .nesting: [\.syntax.nesting]
    case .treeDepth: [\.syntax.treeDepth]
    case .interpolations: [\.syntax.interpolationNesting]
    case .diagnostics: [\.syntax.diagnostics]
    case .importedFiles: [\.importedFiles]
    case .cases: [\.cases]
    case .instructions: [\.outside.instructions]
    case .handlerInstructions: [\.app.instructions]
    case .callDepth: [\.outside.callDepth, \.app.callDepth]
    case .heap: [\.outside.heapBytes]
    case .appHeap: [\.app.heapBytes]
    case .memory: [\.device.memoryBytes]
    case .output: [\.outputBytes]
    case .failures: [\.failures]
    case .deadline: [\.deadline]
    case .events: [\.events]
    case .eventsAtOneInstant: [\.device.eventsAtOneInstant]
    case .pendingWork: [\.device.pendingWork]
    case .storage: [\.device.storageBytes]
    case .records: [\.device.traceRecords]
    case .exits: [\.device.exitsOfAnApp]
    }
  }
}
