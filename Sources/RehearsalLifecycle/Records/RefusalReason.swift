// Why an action was not carried out, and which contracts were broken without punishment: each with
// its rule. The words are made outside; what only the moment knows stands in the record's details.

/// Why an action was refused.
public enum RefusalReason: String, CaseIterable, Hashable, Sendable {
  case memoryIsShort
  case appIsNotActive, noAppInFront, appIsNotInFront, deviceIsLocked, deviceIsNotLocked
  case interruptionInTheWay, alreadyInFront, alreadyOnHomeScreen, nothingToPurge
  case nothingToTerminate, beingTerminated, noCard, notInterrupted, nothingToAnswer
  case alreadyInterrupted, noCall, alreadyInstalled, superseded
  case deviceIsOff, deviceIsOn, switcherIsOpen, noSwitcher, noSuchWindow, sceneNotConnected
  case oneWindowOnly, sceneIsInFront, noSplitView, requiresFullScreen, noDivider, alreadyHeldSo
  case noPrewarming, isRunningAlready, noQuickActions, noAppForURL, callUnderWay
  case lockedSinceStart, closedByUser, noLocationAfterForceQuit, refreshIsOff, batteryIsLow
  case appIsNotUsed, noCardForWakeUp, noFetchInVersion, noFetchMode, fetchIsReplaced
  case fetchInForeground, noFetchInterval, fetchTooEarly, notificationsAreOff, noPushInVersion
  case noPushMode, pushIsHeld, pushIsReplaced, heldPushIsDiscarded, noVoIPPushInVersion
  case noVoIPMode, voipPushesStopped, noSuchRequest, requestIsEarly, deviceIsInUse, noSuchTask
  case noDate, noTimeZone, alreadyConnected, nothingConnected
  case notMonitored, noLocationPermission, movedTooLittle, movedTooSoon, bluetoothIsOff,
    noConnection, noBluetoothMode, notRestorable

  /// The rule behind the refusal, where one stands.
  package var rule: RuleNumber? {
    switch self {
    case .appIsNotActive, .noAppInFront, .appIsNotInFront: .R003
    case .interruptionInTheWay, .notInterrupted, .nothingToAnswer, .alreadyInterrupted: .R037
    case .noCall: .R038
    case .deviceIsLocked, .deviceIsNotLocked: .R049
    case .alreadyInFront: .R068
    case .alreadyOnHomeScreen: .R054
    case .nothingToPurge: .R074
    case .memoryIsShort: .R114
    case .nothingToTerminate, .beingTerminated: .R075
    case .noCard: .R077
    case .alreadyInstalled, .superseded, .noAppForURL, .alreadyHeldSo: nil
    case .deviceIsOff, .deviceIsOn: .R080
    case .switcherIsOpen: .R047
    case .noSwitcher: .R002
    case .noSuchWindow, .sceneNotConnected, .sceneIsInFront: .R118
    case .oneWindowOnly: .R127
    case .noSplitView, .requiresFullScreen, .noDivider: .R052
    case .noPrewarming, .isRunningAlready: .R026
    case .noQuickActions: .R023
    case .callUnderWay: .R040
    case .lockedSinceStart: .R035
    case .closedByUser: .R034
    case .noLocationAfterForceQuit: .R139
    case .refreshIsOff: .R096
    case .batteryIsLow, .appIsNotUsed, .noCardForWakeUp: .R104
    case .noFetchInVersion, .noFetchMode, .fetchIsReplaced, .fetchInForeground, .noFetchInterval,
      .fetchTooEarly:
      .R097
    case .notificationsAreOff, .noPushInVersion, .noPushMode: .R098
    case .pushIsHeld, .pushIsReplaced: .R100
    case .heldPushIsDiscarded: .R099
    case .noVoIPPushInVersion, .noVoIPMode, .voipPushesStopped: .R141
    case .noSuchRequest, .requestIsEarly: .R102
    case .deviceIsInUse: .R103
    case .noSuchTask: .R107
    case .notMonitored, .noLocationPermission, .movedTooLittle, .movedTooSoon: .R138
    case .bluetoothIsOff, .noConnection, .noBluetoothMode, .notRestorable: .R140
    case .noDate, .noTimeZone: .R131
    case .alreadyConnected, .nothingConnected: .R130
    }
  }
}

/// What only the moment knows of a refusal.
package enum RefusalCircumstance: Hashable, Sendable {
  case none
  /// So many bytes are free.
  case freeMemory(Int64)
  /// The app of that name was swiped away then.
  case forceQuit(app: String, VirtualTime)
  /// Low Power Mode switches Background App Refresh off.
  case lowPowerMode
  /// The app has the windows of these numbers.
  case windows([Int])
}

/// A contract that was broken without punishment.
public enum Advice: String, CaseIterable, Hashable, Sendable {
  /// `didEnterBackground` took longer than its contract grants.
  case didEnterBackgroundIsSlow
  /// A launch took longer than the guide asks for.
  case launchIsSlow
  /// An expiration handler took longer than it may.
  case expirationHandlerIsSlow
  /// The app was built without scenes.
  case scenesAreMissing
  /// An app said twice that it is done with something.
  case completedTwice
  /// An app drew with the graphics processor in the background.
  case drawingInBackground

  /// The rule with the contract.
  package var rule: RuleNumber {
    switch self {
    case .didEnterBackgroundIsSlow: .R055
    case .launchIsSlow: .R025
    case .expirationHandlerIsSlow: .R090
    case .scenesAreMissing: .R128
    case .completedTwice: .R083
    case .drawingInBackground: .R065
    }
  }
}
