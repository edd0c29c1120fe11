// Which handler of a scripted app answers what: looked up once for an app, so that a delivery
// costs no search.

import RehearsalCode
import RehearsalInterface
import RehearsalLifecycle
import RehearsalValues

/// The handlers of a scripted app by what they answer.
package struct HandlerTable: Sendable {
  /// What runs before the application object exists.
  private(set) var main: CompiledUnit.Handler?
  private var ofApp = [CompiledUnit.Handler?](repeating: nil, count: Message.allCases.count)
  /// The handlers of scenes by role; nil for a role without code of its own.
  private var ofScenes: [[CompiledUnit.Handler?]?]
  /// The handlers of messages that say which one they answer.
  private var selecting: [CompiledUnit.Handler] = []
  private var ofNotifications: [SystemNotification: CompiledUnit.Handler] = [:]

  /// The messages that the app answers, whatever the receiver.
  package private(set) var messages = MessageSet()
  /// The notifications that the app observes.
  package private(set) var notifications = NotificationSet()

  /// Looks the handlers of an app up.
  package init(_ app: CompiledUnit) {
    ofScenes = SceneRole.allCases.indices.map { role in
      app.instanceKinds.contains(role)
        ? [CompiledUnit.Handler?](repeating: nil, count: Message.allCases.count) : nil
    }
    for handler in app.handlers {
      switch (handler.name, handler.selector) {
      case ("main", _): main = handler
      case ("notification", let selector?):
        if let notification = SystemNotification(rawValue: selector) {
          ofNotifications[notification] = handler
        }
      case (_, _?): selecting.append(handler)
      case (_, nil):
        guard let message = Self.message(of: handler.declared) else { continue }
        if let role = handler.instanceKind {
          ofScenes[role]?[Int(message.rawValue)] = handler
        } else {
          ofApp[Int(message.rawValue)] = handler
        }
      }
    }
    messages = MessageSet(where: answers)
    notifications = NotificationSet { ofNotifications[$0] != nil }
  }

  /// The message that a handler answers; nil for the few that answer no message.
  package static func message(of handler: DeclaredUnit.Handler) -> Message? {
    Message.allCases.first { message in
      let row = message.definition
      return row.handler == handler.name && row.receiver.group == handler.group
    }
  }

  private func answers(_ message: Message) -> Bool {
    ofApp[Int(message.rawValue)] != nil
      || ofScenes.contains { $0?[Int(message.rawValue)] != nil }
      || selecting.contains { $0.name == message.definition.handler }
  }

  /// The handler of a message; of several that select, the one for its first argument.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - arguments: What it carries.
  ///   - role: What the scene that receives it is for; nil for the app itself. A role without code of
  ///     its own shares that of the windows, and a view controller of the app's own stands in for one
  ///     that the scenes do not have.
  /// - Returns: The handler; nil where the app has none.
  package func handler(
    of message: Message, _ arguments: [ScriptValue] = [], in role: SceneRole? = nil
  ) -> CompiledUnit.Handler? {
    let index = Int(message.rawValue)
    if let role, let handler = ofScenes[kind(of: role)]?[index] { return handler }
    if let handler = ofApp[index] { return handler }
    guard !selecting.isEmpty, case .string(let selector)? = arguments.first else { return nil }
    let ofMessage = selecting.filter { $0.name == message.definition.handler }
    // A handler of continued tasks may name the pattern that permits them.
    return ofMessage.first { $0.selector == selector }
      ?? ofMessage.first { handler in
        message == .backgroundTask
          && handler.selector.map { TaskIdentifiers.pattern($0, matches: selector) } == true
      }
  }

  /// The kind of instances whose code scenes of a role run: their own, or that of the windows.
  func kind(of role: SceneRole) -> Int {
    let own = SceneRole.allCases.firstIndex(of: role) ?? 0
    return ofScenes[own] != nil ? own : 0
  }

  /// The app's observer of a notification.
  package func observer(of notification: SystemNotification) -> CompiledUnit.Handler? {
    ofNotifications[notification]
  }
}

extension Message.Receiver {
  /// The group that contains the handlers of the receiver's messages.
  package var group: CodeGroup {
    switch self {
    case .application: .unit
    case .scene: .instance
    case .view: .handlers
    }
  }
}
