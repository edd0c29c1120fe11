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
  case systemSceneOnly, alreadyRecording, notRecording, notInThisSystem
  case noSlideOver, noStageManager, stageIsFull, oneAppAtATime
  case noHandoff, noSearchResults, activityIsNotListed, noIntents, noHealthDeliveries
  case noSuchDelivery, healthDeliveriesStopped, noWatch, noReportedCalls, audioIsInterrupted
  case noCameraInBackground, noPictureInPicture
  case noNotification, notificationIsCovered, noNotificationActions, noLocalNotifications
  case noRegionNotifications, noCallBanners, noAlertStyles, noTrackingPrompt
  case noPrivacySwitch, alreadyInLanguage, noLanguageByApp, noSuchSheet, noAppForSheet,
    notRegistered
  case noRemoteNotifications, networkIsSo, noTransfer
  case batteryIsEmpty, noSuchIntent, noExternalPower
  case noCarScenes, noCar, noCarRole, otherCarConnected, noSuchButton

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
    case .deviceIsOff, .deviceIsOn, .batteryIsEmpty: .R080
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
    case .deviceIsInUse, .noExternalPower: .R103
    case .noSuchTask: .R107
    case .notMonitored, .noLocationPermission, .movedTooLittle, .movedTooSoon: .R138
    case .bluetoothIsOff, .noConnection, .noBluetoothMode, .notRestorable: .R140
    case .noDate, .noTimeZone: .R131
    case .alreadyConnected, .nothingConnected: .R130
    case .systemSceneOnly: .R157
    case .alreadyRecording, .notRecording: .R164
    case .notInThisSystem: .R167
    case .noSlideOver, .noStageManager, .stageIsFull, .oneAppAtATime: .R160
    case .noHandoff, .noSearchResults, .activityIsNotListed: .R150
    case .noHealthDeliveries, .noSuchDelivery, .healthDeliveriesStopped, .noWatch: .R152
    default: laterRule
    }
  }

  /// The rule behind a refusal for sound, calls, notifications and what else the user meets.
  private var laterRule: RuleNumber? {
    switch self {
    case .noIntents, .noSuchIntent: .R151
    case .noReportedCalls: .R153
    case .audioIsInterrupted: .R154
    case .noCameraInBackground: .R155
    case .noPictureInPicture: .R156
    case .noNotification, .notificationIsCovered: .R142
    case .noNotificationActions: .R144
    case .noLocalNotifications, .noRegionNotifications: .R143
    case .noCallBanners: .R038
    case .noAlertStyles: .R041
    case .noTrackingPrompt: .R045
    case .noPrivacySwitch: .R147
    case .alreadyInLanguage, .noLanguageByApp: .R148
    case .noSuchSheet, .noAppForSheet: .R146
    case .notRegistered, .noRemoteNotifications: .R145
    case .networkIsSo, .noTransfer: .R105
    case .noCarScenes, .noCar, .noCarRole, .otherCarConnected, .noSuchButton: .R159
    default: nil
    }
  }
}

extension RefusalReason {
  /// Whether an opportunity was offered and not taken, which is part of the play, or a touch fell on
  /// an app that drops touches; else the stage could not play what was asked for.
  public var isDeclined: Bool {
    switch self {
    case .appIsNotActive, .isRunningAlready, .lockedSinceStart, .closedByUser,
      .noLocationAfterForceQuit, .refreshIsOff, .batteryIsLow, .appIsNotUsed, .noCardForWakeUp,
      .noFetchMode, .fetchIsReplaced, .fetchInForeground, .noFetchInterval, .fetchTooEarly,
      .notificationsAreOff, .noPushMode, .pushIsHeld, .pushIsReplaced, .heldPushIsDiscarded,
      .noVoIPMode, .voipPushesStopped, .noSuchRequest, .requestIsEarly, .deviceIsInUse,
      .noExternalPower,
      .notMonitored, .noLocationPermission, .movedTooLittle, .movedTooSoon, .bluetoothIsOff,
      .noConnection, .noBluetoothMode, .notRestorable, .activityIsNotListed, .noSuchDelivery,
      .healthDeliveriesStopped, .notRegistered:
      true
    default: false
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
  /// Other versions of the system have it.
  case missing(MissingFromSystem)
  /// The app has the windows of these numbers; the last number that a window ever got.
  case windows([Int], last: Int)
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
  /// An app read data that is closed at that moment, and got nothing.
  case readClosedData
  /// An app wrote data that is closed at that moment, and lost it.
  case wroteClosedData
  /// An app scheduled more notifications than may wait for it.
  case tooManyNotifications

  /// The rule with the contract.
  package var rule: RuleNumber {
    switch self {
    case .didEnterBackgroundIsSlow: .R055
    case .launchIsSlow: .R025
    case .expirationHandlerIsSlow: .R090
    case .scenesAreMissing: .R128
    case .completedTwice: .R083
    case .drawingInBackground: .R065
    case .readClosedData, .wroteClosedData: .R166
    case .tooManyNotifications: .R143
    }
  }
}
