// Plain data as it crosses the device's border: arguments of messages, results of handlers, and
// what is kept on the disk. It holds no code; a handle only names something of a process.

/// One value of plain data.
public enum PlainValue: Hashable, Sendable {
  /// No value.
  case none
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A floating-point number.
  case double(Double)
  /// A text.
  case string(String)
  /// A length of virtual time.
  case duration(Duration)
  /// A symbol, without its leading dot.
  case symbol(String)
  /// Values in order.
  case list([PlainValue])
  /// Keys and values in the order of insertion; no key stands twice.
  case map([PlainEntry])
  /// The name of something that belongs to a process; never kept on the disk.
  case handle(Handle)

  /// A map without entries.
  package static let emptyMap = PlainValue.map([])

  /// Whether the value, at any depth, names something of a process.
  ///
  /// - Complexity: O(n) in the number of values
  package var containsHandle: Bool {
    switch self {
    case .handle: true
    case .list(let elements): elements.contains(where: \.containsHandle)
    case .map(let entries):
      entries.contains { $0.key.containsHandle || $0.value.containsHandle }
    case .none, .bool, .int, .double, .string, .duration, .symbol: false
    }
  }
}

extension PlainValue: CustomStringConvertible {
  /// The value for people, much as a script writes it.
  public var description: String {
    switch self {
    case .none: "nil"
    case .bool(let value): String(value)
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .string(let value): Self.quoted(value)
    case .duration(let value): TimeSpan(value).description
    case .symbol(let value): "." + value
    case .list(let elements):
      "[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .map(let entries):
      "[" + entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]"
    case .handle: "handle"
    }
  }

  private static func quoted(_ text: String) -> String {
    var literal = "\""
    for character in text {
      switch character {
      case "\"", "\\": literal += "\\" + String(character)
      case "\n": literal += "\\n"
      default: literal.append(character)
      }
    }
    return literal + "\""
  }
}

extension PlainValue {
  /// How many bytes the value counts as where room is limited: its texts, and 16 for each value.
  ///
  /// - Complexity: O(n) in the number of values
  var byteCount: Int {
    switch self {
    case .string(let text), .symbol(let text): 16 + text.utf8.count
    case .list(let elements): elements.reduce(16) { $0 + $1.byteCount }
    case .map(let entries): entries.reduce(16) { $0 + $1.key.byteCount + $1.value.byteCount }
    case .none, .bool, .int, .double, .duration, .handle: 16
    }
  }
}

/// One key of a map with its value.
public struct PlainEntry: Hashable, Sendable {
  /// The key.
  package let key: PlainValue
  /// The value under the key.
  package let value: PlainValue

  /// Makes an entry.
  package init(key: PlainValue, value: PlainValue) {
    self.key = key
    self.value = value
  }
}

/// The name of something that belongs to a process.
public enum Handle: Hashable, Sendable {
  /// A background task.
  case backgroundTask(BackgroundTaskIdentifier)
  /// A run-loop timer.
  case timer(TimerIdentifier)
  /// Work on a background thread, or a download.
  case backgroundWork(BackgroundWorkIdentifier)
  /// A display link.
  case displayLink(TimerIdentifier)
  /// A scene session.
  case sceneSession(SceneSessionIdentifier)
  /// What the state of the interface is saved to and restored from.
  case coder
  /// What an app calls when it is done with a message.
  case completion(CompletionIdentifier)
  /// A task of the background task scheduler.
  case scheduledTask(CompletionIdentifier)
}
