// What a delegate answers, as the device reads it.

import RehearsalRules
import RehearsalValues

extension Message.HandlerResult {
  /// What the device is told that a handler returned; nil for a value of another type.
  package func plain(_ value: ScriptValue) -> ScriptValue? {
    switch (self, value) {
    case (.nothing, _), (_, .nil): ScriptValue.nil
    case (.bool, .boolean): value
    case (.map, .map): value.isPlainData ? value : nil
    default: nil
    }
  }

  /// What a handler returns, for messages about one that does not.
  package var expectation: String {
    switch self {
    case .nothing: "nothing"
    case .bool: "true or false"
    case .map: "a map of plain data"
    }
  }
}
