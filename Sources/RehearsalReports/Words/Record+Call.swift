// An action as one line for people: the call that asked for it, with the app that it is about and
// what it carried. Timelines and explanations both take their words from here.

import RehearsalLifecycle
import RehearsalValues

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
    switch action.rawValue {
    case "setting", "appSetting", "condition":
      return assignment(to: appName.map { $0 + "." } ?? "")
    case "locate" where arguments.count == 1:
      // A whole number of metres is written without its fraction.
      parts = parts.map { "moved: " + ($0.hasSuffix(".0") ? String($0.dropLast(2)) : $0) }
    case "push": parts = parts.map { "payload: " + $0 }
    case "pressure":
      if case .integer(let bytes)? = arguments.first { parts = [ByteCount(bytes).description] }
    case "releaseDivider":
      return "releaseDivider(" + (appName.map { "closing: " + $0 } ?? "") + ")"
    default: break
    }
    let all = (appName.map { [$0] } ?? []) + parts
    return all.isEmpty ? action.rawValue + "()" : name + " " + all.joined(separator: ", ")
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
