// Why a stimulus was not carried out, and which contracts were broken without punishment. Each row
// has its rule and its words; the record adds what only the moment knows.

/// Why a stimulus was refused.
public enum Refusal: String, CaseIterable, Hashable, Sendable {
  case appIsNotActive, noAppInFront, appIsNotInFront, deviceIsLocked, deviceIsNotLocked
  case interruptionInTheWay, alreadyInFront, alreadyOnHomeScreen, nothingToPurge
  case nothingToTerminate, beingTerminated, noCard, notInterrupted, nothingToAnswer
  case alreadyInterrupted, noCall, alreadyInstalled, superseded

  /// The rule behind the refusal, where one stands.
  public var rule: RuleNumber? {
    switch self {
    case .appIsNotActive, .noAppInFront, .appIsNotInFront: .R003
    case .interruptionInTheWay, .notInterrupted, .nothingToAnswer, .alreadyInterrupted: .R037
    case .noCall: .R038
    case .deviceIsLocked, .deviceIsNotLocked: .R049
    case .alreadyInFront: .R068
    case .alreadyOnHomeScreen: .R054
    case .nothingToPurge: .R074
    case .nothingToTerminate, .beingTerminated: .R075
    case .noCard: .R077
    case .alreadyInstalled, .superseded: nil
    }
  }

  /// The reason, for people.
  public var reason: String {
    switch self {
    case .appIsNotActive: "The app is not active, and only an active app gets touches."
    case .noAppInFront: "No app is in front."
    case .appIsNotInFront: "The app is not on the screen."
    case .deviceIsLocked: "The device is locked; unlock it first."
    case .deviceIsNotLocked: "The device is not locked."
    case .interruptionInTheWay: "An interruption is on the screen; answer or dismiss it first."
    case .alreadyInFront: "The app is in front already."
    case .alreadyOnHomeScreen: "The home screen is in front already."
    case .nothingToPurge: "The app has no process to purge."
    case .nothingToTerminate: "The app has no process to end."
    case .beingTerminated: "The app's process is being ended already."
    case .noCard: "The app has no card in the switcher."
    case .notInterrupted: "No such interruption is on the screen."
    case .nothingToAnswer: "The interruption has no positive choice; dismiss it."
    case .alreadyInterrupted: "Such an interruption is on the screen already."
    case .noCall: "No call is under way."
    case .alreadyInstalled: "The app is installed already."
    case .superseded: "Something else took the screen before the old process had ended."
    }
  }
}

/// A contract that was broken without punishment.
public enum Advice: String, CaseIterable, Hashable, Sendable {
  /// `didEnterBackground` took longer than its contract grants.
  case didEnterBackgroundIsSlow
  /// An expiration handler took longer than it may.
  case expirationHandlerIsSlow

  /// The rule with the contract.
  public var rule: RuleNumber {
    switch self {
    case .didEnterBackgroundIsSlow: .R055
    case .expirationHandlerIsSlow: .R090
    }
  }

  /// What to do better, for people.
  public var text: String {
    switch self {
    case .didEnterBackgroundIsSlow:
      "didEnterBackground should return sooner; move long work into a background task."
    case .expirationHandlerIsSlow:
      "An expiration handler should only end its task; it ran for too long."
    }
  }
}
