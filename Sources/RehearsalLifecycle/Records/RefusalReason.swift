// Why an action was not carried out, and which contracts were broken without punishment: each with
// its rule. The words are made outside; what only the moment knows is in the record's details.

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
  case systemIsUnderLoad, swallowedBySwiftUI
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
  case noAccessorySetup, pushIsDelayed, noAlwaysOnDisplay
  case noActivities, activityInBackground, activityIsThere, noSuchActivity
  case extensionIsOnlyWoken, noExtensions, noHomeScreen, appsShareTheScreen, nothingIsPurged
  case appIsOffloaded, noServiceSession, noServiceSessions, noBackgroundActivities
  case noBackgroundActivity
  case noPhone, delegateIsMissing, noMicrophone, recordingInBackground, isNoExtension
  case noRecordings, noCallsOfExtensions

  /// The rule behind the refusal, if any.
  package var rule: RuleNumber? { row.rule }

  /// Whether an opportunity was offered and not taken, which is part of the play, or a touch fell on
  /// an app that drops touches; else the stage could not play what was asked for.
  public var isDeclined: Bool { row.kind != .impossible }

  /// Whether what was offered cannot reach the app as that is declared, as long as it does not ask, or before
  /// the script changes the device.
  package var reachesNobody: Bool { row.kind == .unheard }

  private enum Kind { case declined, unheard, impossible }

  private var row: (rule: RuleNumber?, kind: Kind) {
    switch self {
    case .noAppInFront, .appIsNotInFront: (.R003, .impossible)
    case .appIsNotActive: (.R003, .declined)
    case .interruptionInTheWay, .notInterrupted, .nothingToAnswer, .alreadyInterrupted:
      (.R037, .impossible)
    case .noCall: (.R038, .impossible)
    case .deviceIsLocked, .deviceIsNotLocked: (.R049, .impossible)
    case .alreadyInFront: (.R068, .impossible)
    case .alreadyOnHomeScreen: (.R054, .impossible)
    case .nothingToPurge: (.R074, .impossible)
    case .memoryIsShort: (.R114, .impossible)
    case .nothingToTerminate, .beingTerminated: (.R075, .impossible)
    case .noCard: (.R077, .impossible)
    case .alreadyInstalled, .superseded, .noAppForURL, .alreadyHeldSo: (nil, .impossible)
    case .deviceIsOff, .deviceIsOn, .batteryIsEmpty: (.R080, .impossible)
    case .switcherIsOpen: (.R047, .impossible)
    case .noSwitcher: (.R002, .impossible)
    case .noSuchWindow, .sceneNotConnected, .sceneIsInFront: (.R118, .impossible)
    case .oneWindowOnly: (.R127, .impossible)
    case .noSplitView, .requiresFullScreen, .noDivider: (.R052, .impossible)
    case .noPrewarming: (.R026, .impossible)
    case .isRunningAlready: (.R026, .declined)
    case .noQuickActions: (.R023, .impossible)
    case .callUnderWay: (.R040, .impossible)
    case .lockedSinceStart: (.R035, .declined)
    case .closedByUser: (.R034, .declined)
    case .noLocationAfterForceQuit: (.R139, .declined)
    case .refreshIsOff: (.R096, .declined)
    case .batteryIsLow, .appIsNotUsed, .noCardForWakeUp: (.R104, .declined)
    case .noFetchInVersion: (.R097, .impossible)
    case .noFetchMode: (.R097, .unheard)
    case .fetchIsReplaced, .fetchInForeground, .noFetchInterval, .fetchTooEarly:
      (.R097, .declined)
    case .noPushInVersion: (.R098, .impossible)
    case .noPushMode: (.R098, .unheard)
    case .notificationsAreOff: (.R098, .declined)
    case .pushIsHeld, .pushIsReplaced: (.R100, .declined)
    case .heldPushIsDiscarded: (.R099, .declined)
    case .noVoIPPushInVersion: (.R141, .impossible)
    case .noVoIPMode: (.R141, .unheard)
    case .voipPushesStopped: (.R141, .declined)
    case .noSuchRequest: (.R102, .unheard)
    case .requestIsEarly: (.R102, .declined)
    case .deviceIsInUse: (.R103, .unheard)
    case .noExternalPower: (.R103, .declined)
    case .noSuchTask: (.R107, .impossible)
    case .systemIsUnderLoad: (.R107, .declined)
    case .swallowedBySwiftUI: (.R182, .declined)
    case .notMonitored: (.R138, .unheard)
    case .noLocationPermission, .movedTooLittle, .movedTooSoon: (.R138, .declined)
    case .bluetoothIsOff, .noConnection, .noBluetoothMode, .notRestorable, .noAccessorySetup:
      (.R140, .declined)
    case .pushIsDelayed: (.R098, .declined)
    case .noAlwaysOnDisplay: (.R051, .impossible)
    case .extensionIsOnlyWoken, .noExtensions: (.R179, .impossible)
    case .noHomeScreen, .appsShareTheScreen, .nothingIsPurged: (.R178, .impossible)
    case .appIsOffloaded: (.R175, .declined)
    case .noServiceSession: (.R173, .declined)
    case .noServiceSessions, .noBackgroundActivities, .noBackgroundActivity: (.R173, .impossible)
    case .noActivities, .activityInBackground, .activityIsThere, .noSuchActivity:
      (.R170, .impossible)
    case .noDate, .noTimeZone: (.R131, .impossible)
    case .alreadyConnected, .nothingConnected: (.R130, .impossible)
    case .systemSceneOnly: (.R157, .impossible)
    case .alreadyRecording, .notRecording: (.R164, .impossible)
    case .notInThisSystem: (.R167, .impossible)
    case .noSlideOver, .noStageManager, .stageIsFull, .oneAppAtATime: (.R160, .impossible)
    case .noHandoff, .noSearchResults: (.R150, .impossible)
    case .activityIsNotListed: (.R150, .declined)
    case .noHealthDeliveries, .noWatch: (.R152, .impossible)
    case .noSuchDelivery, .healthDeliveriesStopped: (.R152, .declined)
    case .noIntents, .noSuchIntent: (.R151, .impossible)
    case .noReportedCalls: (.R153, .impossible)
    case .audioIsInterrupted: (.R154, .impossible)
    case .noCameraInBackground: (.R155, .impossible)
    case .noPictureInPicture: (.R156, .impossible)
    case .noNotification, .notificationIsCovered: (.R142, .impossible)
    case .noNotificationActions: (.R144, .impossible)
    case .noLocalNotifications, .noRegionNotifications: (.R143, .impossible)
    case .noCallBanners: (.R038, .impossible)
    case .noAlertStyles: (.R041, .impossible)
    case .noTrackingPrompt: (.R045, .impossible)
    case .noPrivacySwitch: (.R147, .impossible)
    case .alreadyInLanguage, .noLanguageByApp: (.R148, .impossible)
    case .noSuchSheet, .noAppForSheet: (.R146, .impossible)
    case .noRemoteNotifications: (.R145, .impossible)
    case .notRegistered: (.R145, .declined)
    case .networkIsSo, .noTransfer: (.R105, .impossible)
    case .noPhone: (.R198, .impossible)
    case .delegateIsMissing: (.R192, .declined)
    case .noMicrophone, .recordingInBackground, .noRecordings: (.R195, .impossible)
    case .isNoExtension, .noCallsOfExtensions: (.R196, .impossible)
    case .noCarScenes, .noCar, .noCarRole, .otherCarConnected, .noSuchButton: (.R159, .impossible)
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
  /// An app drew with the graphics processor in the background.
  case drawingInBackground
  /// An app read data that is closed at that moment, and got nothing.
  case readClosedData
  /// An app wrote data that is closed at that moment, and lost it.
  case wroteClosedData
  /// An app scheduled more notifications than may wait for it.
  case tooManyNotifications
  /// A continued task does not say how far it has come.
  case reportsNoProgress
  /// An app read an item of the Keychain that is shut at that moment, and got nothing.
  case readLockedItem
  /// An app wrote an item of the Keychain that is shut at that moment, and it was not kept.
  case wroteLockedItem
  /// An app wrote more than there is free storage for.
  case wroteToFullStorage
  /// An app holds the system's store of contacts by the name that looked like a database of its own.
  case oldNameOfStore

  /// The rule with the contract.
  package var rule: RuleNumber {
    switch self {
    case .didEnterBackgroundIsSlow: .R055
    case .launchIsSlow: .R025
    case .expirationHandlerIsSlow: .R090
    case .scenesAreMissing: .R128
    case .drawingInBackground: .R065
    case .readClosedData, .wroteClosedData: .R166
    case .tooManyNotifications: .R143
    case .reportsNoProgress: .R172
    case .readLockedItem, .wroteLockedItem: .R169
    case .wroteToFullStorage: .R194
    case .oldNameOfStore: .R064
    }
  }
}
