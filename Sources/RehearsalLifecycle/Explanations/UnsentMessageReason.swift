// What keeps a message from ever being sent to an app on a system: what the app declares, and what
// the version has. `why` gives it as a reason, and the check of a script as a warning.

/// Why a message never reaches an app, whatever happens.
package struct UnsentMessageReason {
  /// The reason, as the second half of a sentence about the app.
  package let text: String
  /// The rule behind it.
  package let rule: RuleNumber?
  /// The message that is sent instead, to the app's scenes.
  package private(set) var substitute: Message?

  private init(_ text: String, _ rule: RuleNumber?, substitute: Message? = nil) {
    self.text = text
    self.rule = rule
    self.substitute = substitute
  }

  /// Finds the reason; nil where the message may come.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - hasScenes: Whether the app declares scenes.
  ///   - profile: The system.
  package init?(to message: Message, hasScenes: Bool, on profile: Profile) {
    if message.definition.receiver == .scene {
      guard hasScenes else {
        self.init("it has no scenes", nil)
        return
      }
      guard profile.has(.scenes) else {
        self.init("iOS \(profile.system) knows no scenes", .R013)
        return
      }
    }
    if let substitute = message.ofScenes, hasScenes, profile.has(.scenes) {
      self.init("its scenes get the message instead", .R015, substitute: substitute)
      return
    }
    switch message {
    case .didEnterBackground, .willEnterForeground:
      if !profile.hasMultitasking {
        self.init("the app ends instead", .R002)
        return
      }
    case .willFinishLaunching:
      if !profile.has(.willFinishLaunching), let first = Feature.willFinishLaunching.firstVersion {
        self.init("it begins with iOS \(first)", .R011)
        return
      }
    default: break
    }
    let rules = message.definition.rules
    guard let first = rules.first, !rules.contains(where: { $0.holds(on: profile.system) }),
      let versions = RuleBook.rule(first)?.versions
    else { return nil }
    self.init("it belongs to \(versions), and this is iOS \(profile.system)", first)
  }
}

extension Message {
  /// The message that scenes get in place of one to the application; nil for all others.
  fileprivate var ofScenes: Message? {
    switch self {
    case .didBecomeActive: .sceneDidBecomeActive
    case .willResignActive: .sceneWillResignActive
    case .didEnterBackground: .sceneDidEnterBackground
    case .willEnterForeground: .sceneWillEnterForeground
    case .open: .sceneOpenURLContexts
    case .willContinueUserActivity: .sceneWillContinueUserActivity
    case .continueUserActivity: .sceneContinueUserActivity
    case .performAction: .scenePerformAction
    default: nil
    }
  }
}

extension RuleNumber {
  /// Whether a version of the system has the rule.
  func holds(on system: SystemVersion) -> Bool {
    RuleBook.rule(self)?.versions.contains(system) ?? false
  }
}
