// Expectations about the end of a process: what was in its memory is gone, as on a device.

import RehearsalDevice
import Testing

/// Expects the memory of an app's process to be gone when that process has ended.
///
/// What is left is named by its class and by the properties that led to it, as in
/// `DraftCache at delegate.repository.cache`: a global, a singleton, or an object that a closure or the
/// test itself still holds. See `ProcessMemory` for what can be seen. Objects that are created
/// within the body are not tracked.
///
///     try expectNothingSurvives(the: notes, on: &device) { device in
///       try device.apply(.purge(notes))
///       try device.launch(notes)
///     }
///
/// - Parameters:
///   - app: The app, whose process lives.
///   - simulation: The device.
///   - sourceLocation: Where an issue is recorded.
///   - body: Ends the process, and perhaps begins the next one, which must have nothing of the first.
/// - Returns: Whether nothing was left.
/// - Throws: What the body throws.
@discardableResult
public func expectNothingSurvives(
  the app: AppIdentifier, on simulation: inout Simulation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (inout Simulation) throws -> Void
) rethrows -> Bool {
  guard let memory = simulation.memory(of: app) else {
    Issue.record("no process of the app runs code in Swift", sourceLocation: sourceLocation)
    return false
  }
  try body(&simulation)
  guard memory.hasEnded(on: simulation) else {
    Issue.record("the process of the app did not end", sourceLocation: sourceLocation)
    return false
  }
  let survivors = memory.survivors(on: simulation)
  guard !survivors.isEmpty else { return true }
  let lines = ["still in memory after the end of the process:"] + survivors.map { "  \($0)" }
  Issue.record(Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: sourceLocation)
  return false
}
