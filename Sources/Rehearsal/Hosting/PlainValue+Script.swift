// The border between the values of scripts and the plain data of the device.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension PlainValue {
  /// The plain data of a script's value; nil for what cannot be kept or sent: functions, ranges,
  /// and things that belong to no process.
  ///
  /// - Complexity: O(*n*) in the number of values.
  init?(_ value: ScriptValue) {
    switch value {
    case .nil: self = .none
    case .boolean(let value): self = .bool(value)
    case .integer(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .duration(let value): self = .duration(.nanoseconds(value))
    case .symbol(let value): self = .symbol(value)
    case .list(let elements):
      let plain = elements.compactMap { PlainValue($0) }
      guard plain.count == elements.count else { return nil }
      self = .list(plain)
    case .map(let entries):
      var plain: [PlainEntry] = []
      for entry in entries {
        guard let key = PlainValue(entry.key), let value = PlainValue(entry.value) else {
          return nil
        }
        plain.append(PlainEntry(key: key, value: value))
      }
      self = .map(plain)
    case .range, .function, .handle, .object: return nil
    }
  }
}

extension ScriptValue {
  /// The script's value for plain data.
  ///
  /// - Complexity: O(*n*) in the number of values.
  init(_ value: PlainValue) {
    switch value {
    case .none: self = .nil
    case .bool(let value): self = .boolean(value)
    case .int(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .duration(let value): self = value.scriptValue
    case .symbol(let value): self = .symbol(value)
    case .list(let elements): self = .list(elements.map { ScriptValue($0) })
    case .map(let entries):
      self = .map(entries.map { Entry(ScriptValue($0.key), ScriptValue($0.value)) })
    case .handle(.backgroundTask(let task)):
      self = .handle(HandleKind.backgroundTask.handle(task.rawValue))
    case .handle(.timer(let timer)): self = .handle(HandleKind.timer.handle(timer.rawValue))
    case .handle(.displayLink(let link)):
      self = .handle(HandleKind.displayLink.handle(link.rawValue))
    case .handle(.sceneSession(let session)):
      self = .handle(HandleKind.sceneSession.handle(UInt64(session.number)))
    case .handle(.coder): self = .handle(HandleKind.coder.handle())
    case .handle(.backgroundWork(let work)):
      self = .handle(HandleKind.backgroundWork.handle(work.rawValue))
    case .handle(.completion(let completion)):
      self = .handle(HandleKind.completion.handle(completion.rawValue))
    case .handle(.scheduledTask(let task)):
      self = .handle(HandleKind.scheduledTask.handle(task.rawValue))
    }
  }

  /// A map of some entries, without those that have no value.
  static func map(named entries: [(String, ScriptValue?)]) -> ScriptValue {
    .map(
      entries.compactMap { name, value in
        guard let value, value != .nil else { return nil }
        return Entry(.string(name), value)
      })
  }

  /// A span of the device's clock.
  static func span(_ span: TimeSpan) -> ScriptValue { .duration(span.nanoseconds) }

  /// The value with things in the place of its functions, which another machine cannot call.
  ///
  /// - Complexity: O(*n*) in the number of values.
  var withoutFunctions: ScriptValue {
    switch self {
    case .function(let reference):
      .handle(HandleKind.appFunction.handle(UInt64(clamping: reference.number)))
    case .list(let elements): .list(elements.map(\.withoutFunctions))
    case .map(let entries): .map(entries.map { Entry($0.key, $0.value.withoutFunctions) })
    default: self
    }
  }
}
