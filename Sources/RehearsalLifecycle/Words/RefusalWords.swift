// Why actions were refused, what contracts were broken without punishment, and what is wrong with
// calls that end an app with an exception: in words.

extension RefusalReason {
  /// The reason, with what only the moment of the refusal knows.
  func text(_ circumstance: RefusalCircumstance) -> String {
    switch circumstance {
    case .none: text
    case .freeMemory(let bytes): text + " \(ByteCount(bytes)) are free."
    case .forceQuit(let app, let time):
      "\(app) was force-quit at \(time), and no user launch has followed."
    case .lowPowerMode: text + " Low Power Mode turns it off."
    case .missing(let missing): "It is available " + missing.text + "."
    case .windows([], _): text + " It has none."
    case .windows(let numbers, _):
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
    case .alreadyInFront: "The app is already in front."
    case .alreadyOnHomeScreen: "The home screen is already in front."
    case .nothingToPurge: "The app has no process to purge."
    case .memoryIsShort:
      "Less than that can be freed: all processes that may end for it have ended."
    case .nothingToTerminate: "The app has no process to end."
    case .beingTerminated: "The app's process is already being ended."
    case .noCard: "The app has no card in the switcher."
    case .notInterrupted: "No such interruption is on the screen."
    case .nothingToAnswer: "The interruption has no positive choice; dismiss it."
    case .alreadyInterrupted: "Such an interruption is already on the screen."
    case .noCall: "There is no active call."
    case .alreadyInstalled: "The app is already installed."
    case .deviceIsOff: "The device is off."
    case .deviceIsOn: "The device is already on."
    case .switcherIsOpen: "The switcher is open; choose a card or press home first."
    case .noSwitcher: "Without multitasking there is no switcher."
    case .noSuchWindow: "The app has no such window."
    case .sceneNotConnected: "The window has no scene to disconnect."
    case .oneWindowOnly: "The app has only one window, by its Info.plist or on this device."
    case .sceneIsInFront: "The system disconnects only scenes in the background."
    case .noSplitView: "The device has no Split View."
    case .requiresFullScreen: "One of the apps supports only the full screen."
    case .noDivider: "There is no divider to move."
    case .alreadyHeldSo: "The device already has this orientation."
    case .noPrewarming: "The system prewarms apps from iOS 15 on."
    case .isRunningAlready: "The app already has a process."
    case .noQuickActions: "Icons have quick actions from iOS 9 on."
    case .noAppForURL: "Nothing on the device opens such a link."
    case .callUnderWay: "There is already an active call."
    case .lockedSinceStart:
      "The device was not unlocked since it started; no app is woken before that."
    case .closedByUser: "The user swiped the app away and has not opened it since."
    case .noLocationAfterForceQuit:
      "The user swiped the app away, and location events do not relaunch it on this version."
    case .refreshIsOff: "Background App Refresh is off."
    case .batteryIsLow: "The battery is below 20 percent."
    case .appIsNotUsed: "The user has not used the app for long."
    case .noCardForWakeUp: "The app has no card in the switcher."
    case .noFetchInVersion: "Background fetch begins with iOS 7."
    case .noFetchMode: "The app does not declare the background mode fetch."
    case .fetchIsReplaced:
      "An app that lists identifiers of background tasks gets no background fetch."
    case .fetchInForeground: "The app is in the foreground, where it gets no background fetch."
    case .noFetchInterval:
      "The app has set no minimum interval, and the default is never."
    case .fetchTooEarly: "The minimum interval since the last fetch is not over."
    case .notificationsAreOff: "The user has turned off the notifications of the app."
    case .noPushInVersion: "A push wakes an app from iOS 7 on."
    case .noPushMode: "The app does not declare the background mode remoteNotification."
    case .pushIsHeld:
      "The last silent push was recent; this one waits, and only the newest is kept."
    case .pushIsReplaced: "A newer push replaced this one while it waited."
    case .heldPushIsDiscarded: "The push was waiting when the user closed or removed the app."
    case .noVoIPPushInVersion: "VoIP pushes begin with iOS 8."
    case .noVoIPMode: "The app does not declare the background mode voip."
    case .swallowedBySwiftUI:
      "SwiftUI wraps the scene's delegate, and does not forward willConnect to it."
    case .systemIsUnderLoad:
      "The device is hot, and the system begins no continued task until it has cooled down."
    case .voipPushesStopped:
      "The app did not report calls for its VoIP pushes, and gets no more of them."
    case .noSuchRequest: "The app has no such pending request."
    case .requestIsEarly: "The earliest time of the request has not come."
    case .deviceIsInUse: "Processing tasks wait until the device is idle; lock it first."
    case .noSuchTask: "The app has no such running task."
    case .notMonitored: "The app does not monitor this."
    case .noLocationPermission: "The app has no permission for the location while it is not in use."
    case .movedTooLittle: "A significant change is one of 500 metres or more."
    case .movedTooSoon: "Significant changes are reported at most every five minutes."
    case .bluetoothIsOff: "Bluetooth is off."
    case .noConnection: "The app is not connected to this accessory."
    case .noBluetoothMode: "The app does not declare a background mode of Bluetooth."
    case .notRestorable: "The app gave the connection no name by which it can be restored."
    case .noAccessorySetup:
      "From iOS 26 on Bluetooth relaunches only apps whose accessories the system's picker set up; "
        + "`info { accessorySetup: true }` says so."
    case .pushIsDelayed:
      "Low Power Mode is on; the push waits until the app is opened or the mode ends."
    case .noAlwaysOnDisplay: "The model has no Always-On Display."
    case .alreadyConnected: "It is already connected."
    case .nothingConnected: "Nothing of this name is connected."
    case .systemSceneOnly:
      "The app declares no scenes; the one that the system made for it is not closed or doubled."
    case .alreadyRecording: "The screen is already being recorded."
    case .notRecording: "The screen is not being recorded."
    case .noSlideOver:
      "The system has no Slide Over; iPads have it on iOS 9 to 18 and from 26.1 on."
    case .noStageManager: "Stage Manager begins with iOS 16."
    case .stageIsFull: "Four apps are already on the stage."
    case .extensionIsOnlyWoken:
      "An extension has no icon and no window: `wake` runs it, and `purge` ends its process."
    case .noExtensions: "Extensions begin with iOS 8."
    case .noHomeScreen:
      "On a Mac and on Apple Vision Pro apps stay where they are; `unstage` hides or closes windows."
    case .appsShareTheScreen:
      "On a Mac and on Apple Vision Pro apps share the screen anyway; `launch` brings one there."
    case .nothingIsPurged: "A Mac ends no running app for its memory."
    case .oneAppAtATime: "An iPhone shows one app at a time."
    case .notInThisSystem: "The system does not have it."
    case .noDate: "The text is no date, such as 2026-06-01 12:00."
    case .noTimeZone: "No time zone has this name; UTC+2 and the like always work."
    case .noHandoff: "Handoff exists from iOS 8 on."
    case .noSearchResults: "The system's search opens what apps have from iOS 9 on."
    case .activityIsNotListed:
      "The app does not list this type of activity, so it is not offered."
    case .noIntents: "Apps have intents from iOS 16 on."
    case .noHealthDeliveries: "Health data wakes apps from iOS 8 on."
    case .noSuchDelivery: "The app has not asked to be woken for this type of health data."
    case .healthDeliveriesStopped:
      "The app left three updates of health data unanswered, and gets no more of them."
    case .noWatch: "A watch sends messages from iOS 9 on."
    case .noReportedCalls: "The system shows calls of apps from iOS 10 on."
    case .audioIsInterrupted:
      "A call, Siri or an alarm uses the audio; the app may play after the message of its end."
    case .noCameraInBackground: "The camera is not available in the background before iOS 9."
    case .noPictureInPicture: "No video of the app plays in Picture in Picture."
    case .noNotification: "No such notification of the app is shown."
    case .notificationIsCovered:
      "The notification is covered: what lies over it goes first, as by `answer .permissionAlert` or "
        + "`unlock()`."
    case .noNotificationActions: "Notifications have actions from iOS 8 on."
    case .noLocalNotifications: "Apps can schedule notifications from iOS 4 on."
    case .noRegionNotifications: "A region triggers a notification from iOS 8 on."
    case .noCallBanners: "Calls come as banners from iOS 14 on."
    case .noAlertStyles: "Messages and events come as banners from iOS 5 on; before, as alerts."
    case .noPrivacySwitch:
      "The setting exists once the app has asked for it, on a version that ends apps for it."
    case .alreadyInLanguage: "That is already the language."
    case .noLanguageByApp: "An app has a language of its own from iOS 13 on."
    case .noAppForSheet: "No app is in front for which the system could show a sheet."
    case .noSuchSheet:
      "Purchases begin with iOS 3, Apple Pay with iOS 8, the sign-in prompt with iOS 11."
    case .notRegistered: "The app is not registered for remote notifications."
    case .noRemoteNotifications: "Remote notifications begin with iOS 3."
    case .networkIsSo: "The network is already in this state."
    case .noTransfer: "The app has no running transfer of this URL."
    case .noExternalPower: "The task asked for power, and the device is not connected to it."
    case .batteryIsEmpty: "The battery is empty; charge the device first."
    case .noSuchIntent: "The app has no intent of this name."
    case .noCarScenes: "Apps have scenes on the screens of cars from iOS 13 on."
    case .noCar: "No car is connected."
    case .noCarRole: "The app has no scene for cars; `scene(.carPlay) { }` gives it one."
    case .otherCarConnected: "Another car is connected."
    case .appIsOffloaded: "The app was offloaded; its icon brings it back."
    case .noServiceSession:
      "The app has used service sessions, and this process has none: it gets no locations."
    case .noServiceSessions: "Service sessions begin with iOS 18."
    case .noBackgroundActivities: "Background activity sessions begin with iOS 17."
    case .noBackgroundActivity:
      "A background activity has to begin in the foreground, in an app with the mode location."
    case .noActivities: "Live Activities begin with iOS 16.1."
    case .activityInBackground: "A Live Activity is started while the app is in the foreground."
    case .activityIsThere: "There is already a Live Activity of this name."
    case .noSuchActivity: "The app has no Live Activity of this name."
    case .noSuchButton: "A car's screen has a home button, but not this one."
    case .noTrackingPrompt:
      "The tracking prompt appears only while the app is active and there is no other prompt."
    case .noPhone: "The device is no phone, and places no calls."
    case .delegateIsMissing:
      "The app has not set the delegate for it at this moment."
    case .noMicrophone: "The user does not let the app use the microphone."
    case .recordingInBackground: "Recording begins in the foreground."
    case .isNoExtension:
      "Only an extension of an app hands the payload of a notification on as a call."
    case .noRecordings: "Apps record sound from iOS 3 on."
    case .noCallsOfExtensions:
      "Notification service extensions hand a notification on as a call from iOS 14.5 on."
    case .superseded: "Something else came to the screen before the old process had ended."
    }
  }
}

extension MissingFromSystem {
  /// The versions that have it and the one that is played, such as `from iOS 9; this device has iOS
  /// 8`.
  package var text: String {
    let age =
      versions.end.map { system >= $0 } ?? false
      ? "up to iOS \((versions.end?.major ?? 0) - 1)" : "from iOS \(versions.first)"
    return "\(age); this device has iOS \(system)"
  }
}

extension Advice {
  /// What to do better.
  var text: String {
    switch self {
    case .launchIsSlow:
      "A launch should be shorter; do later what the first screen does not need."
    case .didEnterBackgroundIsSlow:
      "didEnterBackground should return sooner; move long work into a background task."
    case .expirationHandlerIsSlow:
      "An expiration handler should only end its task; it ran for too long."
    case .drawingInBackground: "An app must not draw in the background; stop drawing before."
    case .scenesAreMissing:
      "Apps without scenes will not be launched in the future; adopt scenes."
    case .readClosedData:
      "The data is not available until the device is unlocked: reading gave nothing."
    case .wroteClosedData:
      "The data is not available until the device is unlocked: the written value is lost."
    case .tooManyNotifications:
      "An app can have at most 64 pending notifications; the one that was due last was dropped."
    case .reportsNoProgress:
      "A continued task has to report progress; one that does not may be ended."
    case .readLockedItem:
      "The Keychain item is not available until the device is unlocked: reading gave nothing, "
        + "although the item may exist."
    case .oldNameOfStore:
      "`.sharedDatabase` is the earlier name of `.contactsStore`, the system's store of contacts or "
        + "calendars; a database of the app's own, such as SQLite, is held by `.fileLock`."
    case .wroteLockedItem:
      "The Keychain item is not available until the device is unlocked: it was not stored."
    case .wroteToFullStorage:
      "There is no free storage for it: the value was not written."
    }
  }
}

extension APIMisuse {
  /// The exception and what is wrong, for people.
  package var text: String { "NSInternalInconsistencyException: " + words }

  private var words: String {
    switch self {
    case .registeredTwice: "a handler for this background task is already registered"
    case .noLaunchHandler: "No launch handler registered for the task that is submitted"
    case .registeredAfterLaunch:
      "All launch handlers must be registered before application finishes launching"
    case .backgroundSessionTooEarly: "background URL sessions begin with iOS 7"
    case .completedTwice: "a completion handler is called once, and this one was called before"
    case .repeatsTooOften: "time interval must be at least 60 if repeating"
    case .backgroundLocationWithoutMode:
      "background location updates need the background mode location in the Info.plist"
    }
  }
}
