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
  guard sent != expected else { return true }
  Issue.record(
    Comment(rawValue: differences(between: sent, and: expected)), sourceLocation: sourceLocation)
  return false
}

/// The messages line by line: `-` for one that is missing, `+` for one that was not expected.
func differences(between sent: [Message], and expected: [Message]) -> String {
  let changes = sent.difference(from: expected)
  var missing: Set<Int> = []
  var surplus: Set<Int> = []
  for change in changes {
    switch change {
    case .remove(let offset, _, _): missing.insert(offset)
    case .insert(let offset, _, _): surplus.insert(offset)
    }
  }
  var lines = ["the messages differ (- missing, + not expected):"]
  var (old, new) = (0, 0)
  while old < expected.count || new < sent.count {
    if missing.contains(old) {
      lines.append("- " + expected[old].name)
      old += 1
    } else if surplus.contains(new) {
      lines.append("+ " + sent[new].name)
      new += 1
    } else {
      if expected.indices.contains(old) { lines.append("  " + expected[old].name) }
      old += 1
      new += 1
    }
  }
  return lines.joined(separator: "\n")
}
