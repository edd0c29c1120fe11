// What systems do or have, where they differ: the features that rows of the rule book switch, and
// sets of them. The device asks a profile for a feature and never for a version.

/// Something that a version of the system does or has, or a side that a profile takes; a row of the
/// rule book switches it.
@usableFromInline package enum Feature: UInt8, CaseIterable, Hashable, Sendable {
  /// Apps continue in the background after they have left the screen.
  case multitasking
  /// A launch sends `willFinishLaunching`.
  case willFinishLaunching
  /// A banner leaves the app active.
  case bannersLeaveActive
  /// Notification Center makes the app active for a moment as it opens.
  case notificationCenterFlickers
  /// There are prompts of Face ID and Touch ID.
  case biometricPrompts
  /// Links of a domain open the app that is associated with it.
  case universalLinks
  /// Notifications have a delegate of their own.
  case notificationCenterDelegate
  /// Icons have quick actions.
  case quickActions
  /// Processes may be started ahead of their launch.
  case prewarming
  /// A call that an app places lies over the app.
  case callInPlace
  /// Locking leaves the app in the foreground, inactive.
  case lockOnlyDeactivates
  /// Two apps may share the screen of an iPad.
  case splitView
  /// Snapshots are taken in both appearances.
  case appearanceSnapshots
  /// Snapshots of an iPad are taken in both orientations.
  case orientationSnapshots
  /// The state of the interface is preserved.
  case statePreservation
  /// Apps may ask to end instead of going to the background.
  case exitsOnSuspend
  /// An app that asked to end is notified of the background first.
  case backgroundBeforeExit
  /// The app in front is told that the device is switched off.
  case noticeAtShutdown
  /// The windows of apps are scenes.
  case scenes
  /// The first view of a scene appears after the activation.
  case viewsAppearLast
  /// Swiping a scene app away disconnects its scene.
  case swipeDisconnects
  /// An app without scenes is warned.
  case scenesAreMissed
  /// An app without scenes that is built for this system is not launched.
  case scenesAreRequired
  /// An app that is built for this system asks for its scene on a connected screen.
  case screensNeedAccessories
  /// Every app asks for its scene on a connected screen, whatever it was built with.
  case allScreensNeedAccessories
  /// A continued task that reports no progress is ended only when resources are short.
  case standingTasksContinue
  /// The system counts each end of a process under a category.
  case terminationCategories
  /// Kills for tasks and transfers have exception codes of their own.
  case currentExitCodes
  /// Suspended time counts for timers.
  case timersKeepTheirGrid
  /// An app that is resumed for an event gets `didEnterBackground` before it.
  case backgroundEntryAtWake
  /// After a force quit nothing wakes an app.
  case nothingAfterForceQuit
  /// The user can switch Background App Refresh off.
  case backgroundRefreshSwitch
  /// Apps are given opportunities to fetch.
  case backgroundFetch
  /// An app that lists scheduled tasks gets no background fetch.
  case fetchYieldsToScheduler
  /// A push with new content wakes an app.
  case silentPushes
  /// Battery, use and the switcher decide whether an app is woken.
  case wakeUpConditions
  /// There is a scheduler of background tasks.
  case taskScheduler
  /// Processing tasks run after a force quit.
  case processingAfterForceQuit
  /// Tasks that the user began may continue in the background.
  case continuedTasks
  /// A handler that was registered under a pattern takes the tasks that match it.
  case patternHandlersTakeTasks
  /// A handler that was registered after the launch takes every kind of task.
  case lateHandlersTakeTasks
  /// Continued tasks may draw in the background.
  case backgroundGPU
  /// URL sessions continue without the process.
  case backgroundSessions
  /// A force quit cancels the transfers of a session and leaves the session.
  case sessionsOutliveForceQuit
  /// The use of the processor in the background is limited.
  case processorLimit
  /// A background mode keeps and wakes for external accessories.
  case accessoryMode
  /// Drawing with Metal in the background is refused; else it ends the process.
  case metalIsRefused
  /// A file lock at suspension ends the process.
  case fileLockEndsProcess
  /// Too many background tasks end the process.
  case backgroundTaskLimit
  /// A running app in the background gets notice before it ends for its memory.
  case noticeAtPurge
  /// A missed change of time is told as soon as the process runs.
  case missedTimeChangeWhenRunning
  /// Pushes wake Newsstand apps.
  case newsstandPushes
  /// Location updates in the background have to be asked for.
  case backgroundLocationFlag
  /// Apps can be notified of visits.
  case visits
  /// Places wake an app after a force quit.
  case placesAfterForceQuit
  /// VoIP apps have keep-alive handlers.
  case keepAliveHandlers
  /// There are VoIP pushes.
  case voipPushes
  /// A VoIP push has to be reported as a call.
  case callsMustBeReported
  /// An app that is launched for an event is notified of the background before it.
  case backgroundEntryAtLaunch
  /// A scene is connected for an app that is launched for an event.
  case scenesConnectInBackground
  /// The first code of an app without scenes reads Background in every launch.
  case firstCodeReadsBackground
  /// The system makes a scene for an app that declares none.
  case systemScenes
  /// The notification of a scene's activation is posted before the state changes.
  case activationIsPostedFirst
  /// The application's notifications are posted with the moves of each scene.
  case eachSceneTellsTheApplication
  /// Apps have scenes on the screens of cars.
  case carScenes
  /// An app whose scene is on a car's screen alone reads Active.
  case carCountsAsForeground
  /// Apps are notified of the changes of their scene phase.
  case scenePhaseChanges
  /// View controllers are told that their view appears.
  case viewIsAppearing
  /// View controllers are notified of layouts.
  case viewLayoutMessages
  /// A scene that is disconnected still reads its last state.
  case disconnectionReadsLastState
  /// There is a Low Power Mode.
  case lowPowerMode
  /// Apps are told how hot the device is.
  case thermalNotification
  /// The user can record the screen.
  case screenRecording
  /// Apps are notified of a new day.
  case calendarDayNotification
  /// Suspended apps are notified of changes that were undone.
  case undoneChangesAreReported
  /// Suspended apps are not told of events that were undone.
  case undoneEventsAreForgotten
  /// A further app lies over those on the screen of an iPad.
  case slideOver
  /// Several apps are on the stage of an iPad.
  case stageManager
  /// Apps that want the whole screen get a window all the same.
  case windowsForAll
  /// Data is closed until the device is unlocked.
  case dataIsClosed
  /// Preferences that were read while they were closed stay empty for the process.
  case emptyPreferencesStay
  /// An app that opens a URL of its own resigns for it and becomes active again.
  case ownURLDeactivates
  /// A link that leads to another app makes the one in front active for a moment.
  case linksFlicker
  /// A link names the app that opened it, of whatever team.
  case openersAreNamed
  /// A link from the system's browser names it.
  case browserIsNamed
  /// Locking leaves an app in the foreground that asks to exit on suspension.
  case lockSparesExitingApps
  /// A prewarm may finish the launch.
  case prewarmsMayFinishLaunching
  /// Activities of other devices are handed over.
  case handoff
  /// Results of the system's search open apps.
  case searchResults
  /// Apps have intents.
  case appIntents
  /// Health data wakes apps.
  case healthDeliveries
  /// The user's watch sends messages to apps.
  case watchMessages
  /// The system tells an app about the calls that it reports.
  case reportedCalls
  /// An app that is suspended loses its audio session.
  case suspensionEndsAudioSessions
  /// What an app lost while it was suspended is told when it runs again.
  case lostSessionsAreReported
  /// What is told of a lost session says that the app was suspended.
  case lostSessionsAreMarked
  /// Interruptions of audio have a reason.
  case audioInterruptionReasons
  /// Interruptions of a capture session have a reason, and one that begins in the background waits.
  case captureInterruptionReasons
  /// Capture sessions may ask to continue beside other apps.
  case multitaskingCamera
  /// Picture in Picture on an iPad.
  case pictureInPictureOnPad
  /// Picture in Picture on an iPhone.
  case pictureInPictureOnPhone
  /// Picture in Picture may begin by itself.
  case automaticPictureInPicture
  /// Protected data stays available for a while after the device was locked.
  case protectedDataLingers
  /// In Notification Center the app is active before it gets the response.
  case centerActivatesFirst
  /// Apps can schedule notifications.
  case localNotifications
  /// Local notifications have a message of their own, and an app in front shows none.
  case localNotificationMessages
  /// Local notifications are shown only with the user's permission.
  case notificationsNeedPermission
  /// A region can trigger a notification.
  case regionNotifications
  /// A notification that repeats within a minute is an exception.
  case repeatsAreBounded
  /// A launch for a local notification sends its message too.
  case localNotificationAfterLaunch
  /// Notifications have actions.
  case notificationActions
  /// A question for tracking comes up only for an active app, and alone.
  case trackingNeedsActivity
  /// An incoming call comes as a banner.
  case callBanners
  /// Apps can register for remote notifications.
  case remoteNotifications
  /// Registering asks the user for permission.
  case promptAtRegistration
  /// Apps can register in the simulator.
  case registrationInSimulator
  /// The system sells what apps offer.
  case purchases
  /// There is Apple Pay.
  case applePay
  /// The system asks the user on behalf of an app that signs in.
  case signInSheets
  /// A switch for contacts, calendars, reminders or photos ends the app.
  case privacySwitches
  /// A switch for the microphone ends the app.
  case microphoneSwitch
  /// A switch for the camera ends the app.
  case cameraSwitch
  /// An app can have a language of its own.
  case languageByApp
  /// VoIP pushes that are stopped still reach an app in front.
  case stoppedPushesInFront
  /// Apps can have a method that is told whether a VoIP push has to be reported.
  case pushesTellOfReporting
  /// An app that does not take the user's events in time is ended.
  case blockedEventsEndProcess
  /// Crash reports name FrontBoard where they named SpringBoard.
  case frontBoardEndsProcesses
  /// Questions one after the other send one pair of messages together.
  case promptsShareAPair
  /// Bluetooth relaunches only apps that set their accessories up by the system's picker.
  case onlySetUpAccessoriesRelaunch
  /// A restart of the device ends the connections by which Bluetooth relaunches.
  case restartEndsConnections
  /// Stopping a continued task opens its app.
  case stoppedTaskOpensApp
  /// Items of the Keychain say when they may be read.
  case keychainAccessibility
  /// An item of the Keychain that is shut reads as one that is not there.
  case lockedItemsReadAsMissing
  /// Apps have Live Activities.
  case liveActivities
  /// Notifications can be permitted for a trial, without a question.
  case provisionalNotifications
  /// Apps make sessions for their use of places.
  case serviceSessions
  /// Apps begin sessions that keep them running for places.
  case backgroundActivities
  /// Apps say when the sessions of their scenes are destroyed.
  case sceneDestruction
  /// Apps have extensions.
  case extensions
  /// The windows of several apps share the screen, and an app that is opened covers no other.
  case severalAppsInFront
  /// No process is suspended, and none is ended for memory.
  case processesRunOn
  /// An app whose windows are hidden stays in the foreground, inactive.
  case hiddenAppsAreInactive
  /// A process loses its connections as it is suspended, not at the lock of the screen.
  case connectionsEndAtSuspension
  /// An active Live Activity starts its app when the device restarts.
  case activitiesStartApps
  /// The notification of the foreground is posted after the method.
  case foregroundIsPostedLast
  /// The application is active only after the scene was told that it is.
  case applicationFollowsScenes
  /// Apps record sound.
  case recording
  /// Notification service extensions hand notifications on to their app as VoIP pushes.
  case callsOfExtensions
}

extension Feature {
  /// The first version that has the feature.
  package var firstVersion: SystemVersion? {
    RuleBook.switches.filter { $0.feature == self }.map(\.versions.first).min()
  }
}

/// Features as bits; there is room for as many as a `Feature` has numbers.
@usableFromInline package struct FeatureSet: Hashable, Sendable {
  @usableFromInline package var low: UInt128 = 0
  @usableFromInline package var high: UInt128 = 0

  /// Some features.
  package init(_ features: some Sequence<Feature>) {
    for feature in features {
      let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: feature.rawValue & 127)
      if feature.rawValue < 128 { low |= bit } else { high |= bit }
    }
  }

  /// The features of a profile.
  package init(of profile: Profile) {
    self.init(
      RuleBook.switches.lazy.filter { row in
        row.versions.contains(profile.system(for: row.rule))
          && row.families?.contains(profile.family) ?? true
          && row.side.map { profile.takes($0, for: row.rule) } ?? true
      }.map(\.feature))
  }

  /// Whether a feature is among them.
  // Inlined where the feature is a constant, so that it is the test of one bit.
  @inlinable package func contains(_ feature: Feature) -> Bool {
    let half = feature.rawValue < 128 ? low : high
    return half & 1 &<< UInt128(truncatingIfNeeded: feature.rawValue & 127) != 0
  }
}
