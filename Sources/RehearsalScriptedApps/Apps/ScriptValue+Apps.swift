// The values that app code passes and is passed: what in the system they stand for.

import RehearsalLifecycle
import RehearsalValues

extension ScriptValue {
  /// A span of the device's clock.
  package static func span(_ span: TimeSpan) -> ScriptValue { .duration(span.nanoseconds) }

  /// The value with things in the place of its functions, which another machine cannot call.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package var withoutFunctions: ScriptValue {
    switch self {
    case .function(let reference):
      .handle(HandleKind.appFunction.handle(UInt64(clamping: reference.number)))
    case .list(let elements): .list(elements.map(\.withoutFunctions))
    case .map(let entries): .map(entries.map { Entry($0.key, $0.value.withoutFunctions) })
    default: self
    }
  }
}
