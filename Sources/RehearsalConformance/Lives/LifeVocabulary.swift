// The words in which people print an app's life: UIKit's methods and notifications, the states that UIKit,
// SwiftUI, Flutter and React Native have, and the lines of the recorder. Each knows what it makes of what
// an app is sent.

import RehearsalLifecycle
import RehearsalVectors

/// The words of one framework.
package enum LifeVocabulary: String, CaseIterable, Sendable {
  /// Methods of delegates and names of notifications.
  case uikit
  /// The phases of SwiftUI's scenes.
  case swiftUI
  /// Flutter's AppLifecycleState.
  case flutter
  /// React Native's AppState.
  case reactNative
  /// `applicationState`, printed whenever it is another one.
  case states

  /// The name of the words, for people.
  package var name: String {
    switch self {
    case .uikit: "UIKit's methods and notifications"
    case .swiftUI: "SwiftUI's phases"
    case .flutter: "Flutter's AppLifecycleState"
    case .reactNative: "React Native's AppState"
    case .states: "UIKit's applicationState"
    }
  }

  /// The states that it has; empty for UIKit's methods, which are many.
  package var states: Set<String> {
    switch self {
    case .uikit: []
    case .swiftUI, .reactNative, .states: ["active", "inactive", "background"]
    case .flutter: ["resumed", "inactive", "paused", "hidden", "detached"]
    }
  }

  /// The state that a word of a log stands for, in small letters; nil for any other word.
  func state(for word: String) -> String? {
    if states.contains(word) { return word }
    switch (self, word) {
    // The names of listeners to the states.
    case (.flutter, "onresume"), (.flutter, "onresumed"): return "resumed"
    case (.flutter, "oninactive"): return "inactive"
    case (.flutter, "onpause"), (.flutter, "onpaused"): return "paused"
    case (.flutter, "onhide"), (.flutter, "onhidden"): return "hidden"
    case (.flutter, "ondetach"), (.flutter, "ondetached"): return "detached"
    case (.reactNative, "foreground"): return "active"
    default: return nil
    }
  }

  /// Whether a state is printed once until there is another.
  var printsChanges: Bool { self != .uikit }

  /// How apps are built whose life is printed so.
  package func shape(_ words: [LifeWord]) -> Probe.Shape {
    switch self {
    case .swiftUI: .swiftUI
    case .uikit: Self.shape(words)
    case .flutter, .reactNative, .states: .sceneless
    }
  }

  /// Notifications of scenes are posted to apps without any, too, so the methods count first.
  private static func shape(_ words: [LifeWord]) -> Probe.Shape {
    if words.contains(where: { $0.text.hasPrefix("scene") }) { return .scenes }
    let ofDelegates: [Message] = [
      .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground,
    ]
    let selectors = Set(ofDelegates.map(\.selector))
    if words.contains(where: { selectors.contains($0.text) }) { return .sceneless }
    return words.contains { $0.text.hasPrefix("UIScene") } ? .scenes : .sceneless
  }

  /// The words that an app prints for something that happened; empty for what it does not print.
  func words(for record: Record) -> [String] {
    switch self {
    case .uikit: return Self.uikitWord(for: record).map { [$0] } ?? []
    case .states:
      guard case .state(let state, _) = record.subject, states.contains(state.rawValue) else {
        return []
      }
      return [state.rawValue]
    case .swiftUI:
      guard case .message(.sceneScenePhase) = record.subject,
        case .symbol(let phase)? = record.arguments.last
      else { return [] }
      return [phase]
    case .flutter, .reactNative:
      guard case .notification(let notification) = record.subject else { return [] }
      return self == .flutter
        ? Self.flutterWords(for: notification) : Self.reactWords(for: notification)
    }
  }

  private static func flutterWords(for notification: SystemNotification) -> [String] {
    switch notification {
    case .didBecomeActive: ["resumed"]
    case .willResignActive: ["inactive"]
    // Since 3.13 all states on the way are reported.
    case .didEnterBackground: ["hidden", "paused"]
    case .willEnterForeground: ["hidden", "inactive"]
    case .willTerminate: ["detached"]
    default: []
    }
  }

  private static func reactWords(for notification: SystemNotification) -> [String] {
    switch notification {
    case .didBecomeActive: ["active"]
    case .willResignActive: ["inactive"]
    case .didEnterBackground, .willEnterForeground: ["background"]
    default: []
    }
  }

  // MARK: - UIKit's names

  /// The end of a process and its suspension, as the recorder writes them.
  static let (end, suspended) = ("the process ends", "the process is suspended")

  private static func uikitWord(for record: Record) -> String? {
    if case .state(.suspended, _) = record.subject { return suspended }
    guard let (kind, name) = RecordedLife.meeting(record) else { return nil }
    switch kind {
    case .end: return end
    case .read, .log: return nil
    default: return name
    }
  }

  /// The spellings of UIKit's names, in small letters, with the names; bare names of messages that
  /// application and scene have stand for the application's.
  package static let uikitNames: [String: String] = {
    var names: [String: String] = [:]
    func add(_ text: String, _ name: String) {
      if names[text.lowercased()] == nil { names[text.lowercased()] = name }
    }
    // SwiftUI's phases are a vocabulary of their own.
    let messages = Message.allCases.filter { $0 != .scenePhase && $0 != .sceneScenePhase }
    for message in messages where message.definition.receiver != .view {
      let selector = message.selector
      let parts = selector.split { "(:)".contains($0) }.map(String.init)
      let head = parts.first ?? ""
      let label = parts.dropFirst().first { $0 != "_" }
      // `application(_:didFinishLaunchingWithOptions:)` is known by its second word.
      let isPlain = ["application", "scene", "windowScene"].contains(head)
      add(isPlain ? label ?? head : head, selector)
    }
    for notification in SystemNotification.allCases {
      guard let name = notification.rawName, name.hasSuffix("Notification"),
        name.hasPrefix("UIApplication") || name.hasPrefix("UIScene")
      else { continue }
      add(name, name)
      let bare = name.dropFirst(name.hasPrefix("UIScene") ? 7 : 13)
      add(String(bare), name)
    }
    for message in messages where message.definition.receiver == .application {
      add(message.name, message.selector)
    }
    return names
  }()

  /// The name of a scene's message that is written as bare as the application's.
  static func sceneName(for text: String) -> String? {
    Message.allCases.first {
      $0.definition.receiver == .scene && $0.handlerName.lowercased() == text
    }?.selector
  }
}

/// A word of a log.
package struct LifeWord: Hashable, Sendable {
  /// The line on which it stands, from 1.
  package let line: Int
  /// UIKit's full name, or the state.
  package let text: String
}
