// A record in words: its detail, the call that it stands for, its arguments and sizes. Timelines and
// explanations both take their words from here.

import RehearsalValues

extension Record {
  /// What there is to say beyond the name, such as a log's text, the reason of a refusal or the
  /// name of a task; empty where there is nothing.
  public var detail: String {
    switch subject {
    case .advice(let advice): advice.text
    case .refusal(let reason): reason.text(refusalCircumstance)
    case .assertion(.audioStopped): "The app does not declare the background mode audio."
    default: textOfDetails
    }
  }

  private var refusalCircumstance: RefusalCircumstance {
    if case .refusal(let circumstance) = details { circumstance } else { .none }
  }

  private var textOfDetails: String {
    switch details {
    case .none, .refusal: ""
    case .unreached(let unreached): unreached.text
    case .request(let identifier, let app):
      "“\(identifier)” was submitted, and never run: `runBackgroundTask \(app), \"\(identifier)\"` "
        + "runs it."
    case .text(let text): text
    case .launch(let reason): reason.rawValue
    case .assertion(let kind): kind.name
    case .timeLeft(let span, let kind): "\(span) of \(kind?.name ?? "running time") are left."
    case .answer(let message): message.name
    case .task(let name, let isLate):
      isLate
        ? "“\(name)” was begun too late to be granted."
        : "No running time is left for “\(name)”."
    case .resource(let kind, let name): kind.rawValue + (name.isEmpty ? "" : " “\(name)”")
    case .end(let circumstance, let notice, _): circumstance.text(after: notice)
    }
  }
}

extension Record {
  /// The action as the call or the setting that asked for it.
  ///
  /// - Parameters:
  ///   - appName: The name of the app that it is about; nil without one.
  ///   - style: Who reads it.
  /// - Returns: The call, such as `press .home`; the record's name where it is no action.
  package func call(appName: String?, as style: ActionText.Style = .timeline) -> String {
    guard case .stimulus(let action) = subject else { return name }
    return ActionText(action, arguments, appName: appName, style).text
  }
}

extension ScriptValue {
  /// The value as timelines and explanations show it.
  ///
  /// It differs from the value's description in three things: an empty map has no colon, a handle
  /// shows no number, and in strings only quotes, backslashes and line ends are escaped.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package var recordText: String {
    switch self {
    case .string(let text): Self.quoted(text)
    case .list(let elements):
      "[" + elements.map(\.recordText).joined(separator: ", ") + "]"
    case .map(let entries):
      "["
        + entries.map { "\($0.key.recordText): \($0.value.recordText)" }
        .joined(separator: ", ") + "]"
    case .handle: "handle"
    case .nil, .boolean, .integer, .double, .duration, .symbol, .range, .function, .object:
      description
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

/// A number of bytes for people, such as `250MB`.
struct ByteCount: CustomStringConvertible {
  private static let units: [(name: String, bits: Int64)] = [("GB", 30), ("MB", 20), ("KB", 10)]

  private let bytes: Int64

  init(_ bytes: Int64) { self.bytes = bytes }

  /// The size in the largest unit that leaves no rest; else in bytes.
  var description: String {
    for unit in Self.units where bytes != 0 && bytes % (1 << unit.bits) == 0 {
      return "\(bytes >> unit.bits)\(unit.name)"
    }
    return "\(bytes) bytes"
  }
}
