// An action as text: the call of its verb, or the assignment that changes a setting. It is printed from
// the action's row and the names of its parameters, so that a verb needs no text of its own, and what
// is printed for a script is read back as the same stimulus.

import RehearsalValues

/// An action as the call, or the setting, that asks for it.
package struct ActionText {
  /// Who reads it.
  package enum Style: Sendable {
    /// A script: every argument is a literal that is read back as the same value.
    case script
    /// People, in a timeline.
    case timeline
    /// People, in the middle of a sentence, where maps are left out.
    case sentence
  }

  private let row: Action
  private let arguments: [ScriptValue]
  private let appName: String?
  private let style: Style

  /// Prepares the text of an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - arguments: Its arguments after the app, in the order of the parameters; what is missing at
  ///     the end was omitted.
  ///   - appName: The name of the app that it is about; nil without one.
  ///   - style: Who reads it.
  package init(
    _ action: ActionName, _ arguments: [ScriptValue], appName: String?, _ style: Style
  ) {
    row = action.row
    self.arguments = arguments
    self.appName = appName
    self.style = style
  }

  /// The text, such as `push Phone, payload: ["from": "Anna"], type: .voip`.
  package var text: String {
    guard row.isVerb else { return assignment }
    var rest = arguments[...]
    let parts = row.parameters.compactMap { parameter -> String? in
      let label = parameter.isNamed ? parameter.name + ": " : ""
      switch parameter.domain {
      case .app, .appOrControl: return appName.map { label + $0 }
      default:
        let value = rest.popFirst() ?? .nil
        if value == .nil || value == parameter.usual { return nil }
        if style == .sentence, case .map = value { return nil }
        return label + literal(value, parameter.domain)
      }
    }
    return parts.isEmpty ? row.name + "()" : row.name + " " + parts.joined(separator: ", ")
  }

  private func literal(_ value: ScriptValue, _ domain: ActionDomain) -> String {
    switch (domain, value) {
    // A whole number of metres is written without its fraction.
    case (.metres, .double(let metres)) where metres == metres.rounded():
      return String(literal(value).dropLast(literal(value).hasSuffix(".0") ? 2 : 0))
    case (.size, .integer(let bytes)): return size(bytes)
    default: return literal(value)
    }
  }

  private func literal(_ value: ScriptValue) -> String {
    style == .script ? value.description : value.recordText
  }

  private func size(_ bytes: Int64) -> String {
    let text = ByteCount(bytes).description
    return style == .script && text.contains(" ") ? "\(bytes)" : text
  }

  /// A change of a setting or of a condition of the device.
  private var assignment: String {
    guard let key = arguments.first, let value = arguments.dropFirst().first else {
      return row.name
    }
    let owner = appName.map { $0 + "." } ?? ""
    if case .string = key {
      return "\(owner)settings[\(literal(key))] = \(literal(value))"
    }
    let subject = row.action == .condition ? "device" : owner + "settings"
    return "\(subject)\(literal(key)) = \(assigned(value, to: key))"
  }

  /// A value as it is assigned, which for some settings is not as it is kept.
  private func assigned(_ value: ScriptValue, to key: ScriptValue) -> String {
    switch (key, value) {
    case (.symbol("backgroundRefresh"), .symbol("available")): "true"
    case (.symbol("backgroundRefresh"), .symbol("denied")): "false"
    case (.symbol("freeStorage"), .integer(let bytes)): size(bytes)
    default: literal(value)
    }
  }
}

extension Stimulus {
  /// The stimulus as a line of a script.
  ///
  /// - Parameter appName: The name of the app that it is about; nil without one.
  /// - Returns: The line, which is read back as the same stimulus.
  package func line(appName: String?) -> String {
    ActionText(name, arguments, appName: appName, .script).text
  }
}
