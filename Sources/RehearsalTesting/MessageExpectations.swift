// Expectations in Swift about the messages that an app was sent, with a readable difference.

import Rehearsal
import Testing

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
