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
    case .end(let circumstance, let notice): circumstance.text(after: notice)
    }
  }
}

extension Record {
  /// The action as the call or the setting that asked for it.
  ///
  /// - Parameters:
  ///   - appName: The name of the app that it is about; nil without one.
  ///   - shortens: Whether maps are left out, as in a sentence.
  /// - Returns: The call, such as `press .home`; the record's name where it is no action.
  package func call(appName: String?, shortens: Bool = false) -> String {
    guard case .stimulus(let action) = subject else { return name }
    var parts = arguments.filter { argument in
      if case .map = argument { !shortens } else { true }
    }.map(\.recordText)
    switch action.name {
    case "setting", "appSetting", "condition":
      return assignment(to: appName.map { $0 + "." } ?? "")
    case "locate" where arguments.count == 1:
      // A whole number of metres is written without its fraction.
      parts = parts.map { "moved: " + ($0.hasSuffix(".0") ? String($0.dropLast(2)) : $0) }
    case "tapNotification": parts = notificationParts
    case "dismissNotification": parts = parts.map { "id: " + $0 }
    case "push": parts = parts.map { "payload: " + $0 }
    case "launch": parts = parts.map { "on: " + $0 }
    case "press": parts = parts.prefix(1) + parts.dropFirst().map { "on: " + $0 }
    case "open" where parts.count == 2: parts[1] = "from: " + parts[1]
    case "handOff", "performIntent": parts = labelled(action.row.parameters, shortens)
    case "pressure":
      if case .integer(let bytes)? = arguments.first { parts = [ByteCount(bytes).description] }
    case "releaseDivider":
      return "releaseDivider(" + (appName.map { "closing: " + $0 } ?? "") + ")"
    default: break
    }
    let all = (appName.map { [$0] } ?? []) + parts
    return all.isEmpty ? action.name + "()" : name + " " + all.joined(separator: ", ")
  }

  /// The arguments with the names of the parameters that are written, by what they are.
  private func labelled(_ parameters: [ActionParameter], _ shortens: Bool) -> [String] {
    arguments.compactMap { argument -> String? in
      switch argument {
      case .map:
        let name = parameters.first { $0.domain == .payload }?.name ?? ""
        return shortens ? nil : "\(name): \(argument.recordText)"
      case .boolean:
        return "\(parameters.first { $0.domain == .truth }?.name ?? ""): \(argument.recordText)"
      default: return argument.recordText
      }
    }
  }

  /// What a tap on a notification names, if anything.
  private var notificationParts: [String] {
    zip(["id", "action", "text"], arguments).compactMap { name, argument in
      argument == .nil ? nil : name + ": " + argument.recordText
    }
  }

  /// A change of a setting or of a condition of the device.
  private func assignment(to owner: String) -> String {
    guard let key = arguments.first, let value = arguments.dropFirst().first else { return name }
    if case .string = key {
      return "\(owner)settings[\(key.recordText)] = \(value.recordText)"
    }
    let isCondition = name == "condition"
    return (isCondition ? "device" : owner + "settings")
      + "\(key.recordText) = \(Self.assigned(value, to: key))"
  }

  /// A value as it is assigned, which for some settings is not as it is kept.
  private static func assigned(_ value: ScriptValue, to key: ScriptValue) -> String {
    switch (key, value) {
    case (.symbol("backgroundRefresh"), .symbol("available")): "true"
    case (.symbol("backgroundRefresh"), .symbol("denied")): "false"
    case (.symbol("freeStorage"), .integer(let bytes)): ByteCount(bytes).description
    default: value.recordText
    }
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
