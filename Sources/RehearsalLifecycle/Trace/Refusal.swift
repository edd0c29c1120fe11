// Why a stimulus was not carried out, and which contracts were broken without punishment. Each row
// has its rule and its words; the record adds what only the moment knows.

/// Why a stimulus was refused.
public enum Refusal: String, CaseIterable, Hashable, Sendable {
  case appIsNotActive, noAppInFront, appIsNotInFront, deviceIsLocked, deviceIsNotLocked
  case interruptionInTheWay, alreadyInFront, alreadyOnHomeScreen, nothingToPurge
  case nothingToTerminate, beingTerminated, noCard, notInterrupted, nothingToAnswer
  case alreadyInterrupted, noCall, alreadyInstalled, superseded
  case deviceIsOff, deviceIsOn, switcherIsOpen, noSwitcher, noSuchWindow, notConnected
  case oneWindowOnly, sceneIsInFront, noSplitView, requiresFullScreen, noDivider, alreadyHeldSo
  case noPrewarming, isRunningAlready, noQuickActions, noAppForURL, callUnderWay

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
    case .alreadyInstalled, .superseded, .noAppForURL, .alreadyHeldSo: nil
    case .deviceIsOff, .deviceIsOn: .R080
    case .switcherIsOpen: .R047
    case .noSwitcher: .R002
    case .noSuchWindow, .notConnected, .sceneIsInFront: .R118
    case .oneWindowOnly: .R127
    case .noSplitView, .requiresFullScreen, .noDivider: .R052
    case .noPrewarming, .isRunningAlready: .R026
    case .noQuickActions: .R023
    case .callUnderWay: .R040
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
    case .deviceIsOff: "The device is switched off."
    case .deviceIsOn: "The device is switched on already."
    case .switcherIsOpen: "The switcher is open; choose a card or press home first."
    case .noSwitcher: "Without multitasking there is no switcher."
    case .noSuchWindow: "The app has no such window."
    case .notConnected: "The window has no scene to disconnect."
    case .oneWindowOnly: "The app has one window only, by its own word or on this device."
    case .sceneIsInFront: "The system disconnects scenes in the background only."
    case .noSplitView: "The device has no Split View."
    case .requiresFullScreen: "One of the apps takes the whole screen only."
    case .noDivider: "There is no divider to move."
    case .alreadyHeldSo: "The device is held like that already."
    case .noPrewarming: "The system prewarms apps from iOS 15 on."
    case .isRunningAlready: "The app has a process already."
    case .noQuickActions: "Icons have quick actions from iOS 9 on."
    case .noAppForURL: "Nothing on the device opens such a link."
    case .callUnderWay: "A call is under way already."
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
  /// The app was built without scenes.
  case scenesAreMissing

  /// The rule with the contract.
  public var rule: RuleNumber {
    switch self {
    case .didEnterBackgroundIsSlow: .R055
    case .expirationHandlerIsSlow: .R090
    case .scenesAreMissing: .R128
    }
  }

  /// What to do better, for people.
  public var text: String {
    switch self {
    case .didEnterBackgroundIsSlow:
      "didEnterBackground should return sooner; move long work into a background task."
    case .expirationHandlerIsSlow:
      "An expiration handler should only end its task; it ran for too long."
    case .scenesAreMissing:
      "Apps without scenes will not be launched in the future; adopt scenes."
    }
  }
}
