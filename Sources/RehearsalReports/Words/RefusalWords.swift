// Why actions were refused, what contracts were broken without punishment, and what is wrong with
// calls that end an app with an exception: in words.

import RehearsalLifecycle

extension RefusalReason {
  /// The reason, with what only the moment of the refusal knows.
  func text(_ circumstance: RefusalCircumstance) -> String {
    switch circumstance {
    case .none: text
    case .freeMemory(let bytes): text + " \(ByteCount(bytes)) are free."
    case .forceQuit(let app, let time):
      "\(app) was force-quit at \(time), and no user launch has followed."
    case .lowPowerMode: text + " Low Power Mode switches it off."
    case .windows(let numbers) where numbers.isEmpty: text + " It has none."
    case .windows(let numbers):
      text + " It has \(numbers.map(String.init).joined(separator: ", "))."
    }
  }

  /// The reason as a sentence.
  private var text: String {
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
    case .memoryIsShort:
      "Less than that can be freed: everything has ended that may end for it."
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
    case .sceneNotConnected: "The window has no scene to disconnect."
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
    case .lockedSinceStart:
      "The device has started and was not unlocked since; nothing is woken before that."
    case .closedByUser: "The user swiped the app away and has not opened it since."
    case .noLocationAfterForceQuit:
      "The user swiped the app away, and places do not relaunch it on this version."
    case .refreshIsOff: "Background App Refresh is off."
    case .batteryIsLow: "The battery is below 20 percent."
    case .appIsNotUsed: "The user has not used the app for long."
    case .noCardForWakeUp: "The app has no card in the switcher."
    case .noFetchInVersion: "Background fetch begins with iOS 7."
    case .noFetchMode: "The app does not declare the background mode fetch."
    case .fetchIsReplaced:
      "An app that lists identifiers of background tasks gets no background fetch."
    case .fetchInForeground: "The app is in the foreground, where no background fetch is due."
    case .noFetchInterval:
      "The app has set no minimum interval, and the one to begin with is never."
    case .fetchTooEarly: "The minimum interval since the last fetch is not over."
    case .notificationsAreOff: "The user has switched the notifications of the app off."
    case .noPushInVersion: "A push wakes an app from iOS 7 on."
    case .noPushMode: "The app does not declare the background mode remoteNotification."
    case .pushIsHeld:
      "The last silent push is not long ago; this one waits, and only the newest does."
    case .pushIsReplaced: "A newer push took the place of this one while it waited."
    case .heldPushIsDiscarded: "The push was waiting when the user closed or removed the app."
    case .noVoIPPushInVersion: "VoIP pushes begin with iOS 8."
    case .noVoIPMode: "The app does not declare the background mode voip."
    case .voipPushesStopped:
      "The app did not report calls for its VoIP pushes, and gets no more of them."
    case .noSuchRequest: "The app has no such request waiting."
    case .requestIsEarly: "The earliest moment of the request has not come."
    case .deviceIsInUse: "Processing tasks wait until the device is idle; lock it first."
    case .noSuchTask: "The app has no such task under way."
    case .notMonitored: "The app has not asked to be told of this."
    case .noLocationPermission: "The app may not use the location while it is not in use."
    case .movedTooLittle: "A significant change is one of 500 metres or more."
    case .movedTooSoon: "Significant changes are told at most every five minutes."
    case .bluetoothIsOff: "Bluetooth is switched off."
    case .noConnection: "The app is not connected to this accessory."
    case .noBluetoothMode: "The app does not declare a background mode of Bluetooth."
    case .notRestorable: "The app gave the connection no name by which it can be restored."
    case .alreadyConnected: "It is connected already."
    case .nothingConnected: "Nothing of this name is connected."
    case .noDate: "The text is no date, such as 2026-06-01 12:00."
    case .noTimeZone: "No time zone has this name; UTC+2 and the like always work."
    case .superseded: "Something else took the screen before the old process had ended."
    }
  }
}

extension Advice {
  /// What to do better.
  var text: String {
    switch self {
    case .launchIsSlow:
      "A launch should be over sooner; leave what the first screen does not need for later."
    case .didEnterBackgroundIsSlow:
      "didEnterBackground should return sooner; move long work into a background task."
    case .expirationHandlerIsSlow:
      "An expiration handler should only end its task; it ran for too long."
    case .drawingInBackground: "Nothing is drawn in the background; stop drawing before."
    case .scenesAreMissing:
      "Apps without scenes will not be launched in the future; adopt scenes."
    case .completedTwice: "A completion is called once; this call changed nothing."
    }
  }
}

extension APIMisuse {
  /// What is wrong, for people.
  package var text: String {
    switch self {
    case .registeredTwice: "a handler for this background task is registered already"
    case .registeredAfterLaunch:
      "handlers of background tasks are registered before didFinishLaunching returns"
    case .backgroundSessionTooEarly: "background URL sessions begin with iOS 7"
    case .backgroundLocationWithoutMode:
      "background location updates need the background mode location in the Info.plist"
    }
  }
}
