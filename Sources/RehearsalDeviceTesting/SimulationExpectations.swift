// Expectations about what a device does while time passes, and what an app then holds. An issue
// shows what happened meanwhile.

import RehearsalDevice
import Testing

/// Expects a condition to hold at some moment, and advances time up to the first.
///
/// - Parameters:
///   - simulation: The device, which is at that moment after this.
///   - limit: The longest time.
///   - comment: What is expected, for people.
///   - sourceLocation: Where an issue is recorded.
///   - condition: What is expected; checked after everything that happens.
/// - Returns: Whether it became true.
/// - Throws: What the condition throws, and `SimulationError` as `Simulation.advance(by:)` does.
@discardableResult
public func expectEventually(
  _ simulation: inout Simulation, within limit: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: (Simulation) throws -> Bool
) throws -> Bool {
  let start = simulation.history.endIndex
  if try simulation.run(until: condition, within: limit) { return true }
  record("did not become true within \(limit)", comment, simulation, since: start, sourceLocation)
  return false
}

/// Expects a condition to hold at some moment that has to be waited for, such as one about an actor.
///
/// - Parameters:
///   - simulation: The device, which is at that moment after this.
///   - limit: The longest time.
///   - comment: What is expected, for people.
///   - isolation: Where the simulation is moved, which is where the caller runs.
///   - sourceLocation: Where an issue is recorded.
///   - condition: What is expected; no virtual time passes while it is found out.
/// - Returns: Whether it became true.
/// - Throws: What the condition throws, and `SimulationError` as `Simulation.advance(by:)` does.
@discardableResult
public func expectEventually(
  _ simulation: inout Simulation, within limit: Duration, _ comment: Comment? = nil,
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: (Simulation) async throws -> Bool
) async throws -> Bool {
  let start = simulation.history.endIndex
  if try await simulation.run(until: condition, within: limit) { return true }
  record("did not become true within \(limit)", comment, simulation, since: start, sourceLocation)
  return false
}

/// Expects a condition to hold at no moment while time passes.
///
/// - Parameters:
///   - simulation: The device, which is at the end of the span after this, or where the condition
///     held.
///   - span: The time that passes.
///   - comment: What must not be, for people.
///   - sourceLocation: Where an issue is recorded.
///   - condition: What must not be; checked before, after everything that happens, and at the end.
/// - Returns: Whether it never held.
/// - Throws: What the condition throws, and `SimulationError` as `Simulation.advance(by:)` does.
@discardableResult
public func expectNever(
  _ simulation: inout Simulation, during span: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: (Simulation) throws -> Bool
) throws -> Bool {
  let start = simulation.history.endIndex
  guard try simulation.run(until: condition, within: span) else { return true }
  record("became true at \(simulation.now)", comment, simulation, since: start, sourceLocation)
  return false
}

/// Expects everything that the delegate of an app exposes, with a readable difference.
///
/// - Parameters:
///   - app: The app.
///   - simulation: The device.
///   - expected: All values by their names.
///   - sourceLocation: Where an issue is recorded.
/// - Returns: Whether they are the expected ones.
@discardableResult
public func expectValues(
  of app: AppIdentifier, on simulation: Simulation, _ expected: [String: any ScriptConvertible],
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let difference = LineDifference(
    of: lines(simulation.values(of: app)), from: lines(expected.mapValues(\.scriptValue)))
  return difference.record(as: "the values differ", sourceLocation)
}

/// A line for each value, in the order of the names.
private func lines(_ values: [String: ScriptValue]) -> [String] {
  values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
}

private func record(
  _ verdict: String, _ comment: Comment?, _ simulation: Simulation, since start: Int,
  _ sourceLocation: SourceLocation
) {
  let timeline = simulation.timeline(since: start)
  let shown = timeline.suffix(20)
  var lines = ["\(comment?.rawValue ?? "the condition") \(verdict); meanwhile:"]
  if shown.count < timeline.count { lines.append("  … \(timeline.count - shown.count) more") }
  lines += shown.isEmpty ? ["  nothing"] : shown.map { "  " + $0 }
  Issue.record(
    Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: sourceLocation)
}

/// Expects the messages that an app was sent.
///
/// - Parameters:
///   - app: The app.
///   - simulation: The device.
///   - index: The first record that counts; nil for the beginning of the installation.
///   - expected: The messages in their order.
///   - sourceLocation: Where an issue is recorded.
/// - Returns: Whether they are the expected ones.
@discardableResult
public func expectMessages(
  _ app: AppIdentifier, on simulation: Simulation, since index: Int? = nil,
  _ expected: [Message], sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let sent = simulation.messages(to: app, since: index)
  return LineDifference(of: sent.map(\.name), from: expected.map(\.name))
    .record(as: "the messages differ", sourceLocation)
}
