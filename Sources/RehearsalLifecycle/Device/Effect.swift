// What one part of a device says to others. A part changes only its own state; what has to follow
// elsewhere it emits as effects, which the device routes in order, each with all that follows
// from it, when the part has returned.

import RehearsalValues

/// How a process has to end.
struct ProcessEnding: Sendable {
  let process: ProcessIdentifier
  let reason: ExitReason
  let code: Int64?
  let rule: RuleNumber?
  let cause: Cause?
  let circumstance: ExitCircumstance
  /// The budget whose end it was, where it was one.
  let budget: Budget?
  /// What the code reported, when it failed or hung.
  let crash: CrashReport?
}

/// The way of a process to the background.
struct BackgroundTransition: Sendable {
  let process: ProcessIdentifier
  /// The scenes that leave; nil for all that are in the foreground.
  var scenes: [SceneIdentifier]?
  /// What it is told under.
  let rule: RuleNumber
  /// What `didEnterBackground` is sent under, where that is another rule.
  var enteringRule: RuleNumber?
  /// Whether `didEnterBackground` still reads the state before it (R050).
  var readsInactive = false
  let cause: Cause?
}

/// A launch into the foreground.
struct ForegroundLaunch: Sendable {
  let app: AppIdentifier
  let request: LaunchRequest
  let session: SceneSessionIdentifier?
  let cause: Cause?
}

/// A launch that has a process: what it was started for, and whether it waited prewarmed.
struct StartedLaunch<Reason: Sendable>: Sendable {
  let process: ProcessIdentifier
  let reason: Reason
  let wasPrewarmed: Bool
  /// The record of the start.
  let start: Cause
}

/// Something that one part of the device says to another.
enum Effect: Sendable {
  /// What was said was routed; it holds its place until all that came with it was.
  case routed
  // Processes
  case processStarted
  indirect case ending(ProcessEnding)
  /// Sends `willTerminate` and ends the process after it.
  case giveNotice(ProcessIdentifier, ExitReason, rule: RuleNumber, cause: Cause?)
  case takeMemory(ProcessIdentifier, cause: Cause)
  /// Ends a process without notice, after what its main thread is being told.
  indirect case endAfterQueue(ProcessEnding)
  /// Ends a process without notice, after the expiration handlers of its tasks.
  indirect case endAfterExpirations(ProcessEnding)
  /// An app was taken off the device, and its process is gone.
  case remove(AppIdentifier)
  /// An app leaves the device without its data, and its process is gone.
  case offload(AppIdentifier)

  // To FrontBoard
  case launch(ForegroundLaunch)
  case sendLaunchMessages(StartedLaunch<ForegroundLaunch>)
  case launchInBackground(AppIdentifier, WakeUp, cause: Cause?)
  case sendBackgroundLaunchMessages(StartedLaunch<WakeUp>)
  case comeToFront(ProcessIdentifier, ForegroundLaunch)
  case enterForeground(ProcessIdentifier, ForegroundLaunch)
  /// Tells an app in front what it would have been brought there for.
  case handOver(LaunchRequest, ProcessIdentifier, cause: Cause?)
  case sendToBackground(BackgroundTransition)
  case activateFront(rule: RuleNumber, cause: Cause?)
  case deactivateFront([ProcessIdentifier], rule: RuleNumber, flickers: Bool, cause: Cause?)
  /// A link makes the app in front active for a moment on one system (C25).
  case flicker(ProcessIdentifier, rule: RuleNumber, cause: Cause?)
  /// A phone whose display stays on makes an app active behind the lock (R051).
  case activateBehindLock(ProcessIdentifier, cause: Cause?)
  /// The card of a running app with scenes was swiped away.
  case endInFront(ProcessIdentifier, cause: Cause?)
  /// The card of an app without scenes was swiped away, and it has left the screen for that.
  case endAfterLeaving(ProcessIdentifier, cause: Cause?)
  case cardWasSwiped(AppIdentifier)
  case discard(SceneSessionIdentifier, ProcessIdentifier, rule: RuleNumber, cause: Cause?)
  case disconnect(SceneIdentifier, ProcessIdentifier, rule: RuleNumber, cause: Cause?)
  case armWatchdog(Watchdog, ProcessIdentifier, cause: Cause?)
  /// An app with a process is opened on the car's screen.
  case openInCar(ProcessIdentifier, cause: Cause)
  /// Something else is on the car's screen.
  case leaveCar(ProcessIdentifier, cause: Cause)
  /// The car is gone, and with it the scenes on its screen.
  case disconnectCar(cause: Cause)
  /// The first screen was connected, or the last one disconnected.
  case setExternalDisplay(Bool, cause: Cause)
  /// An app offers content for a connected screen, or no longer.
  case offerScreenContent(Bool, ProcessIdentifier, cause: Cause?)

  // To SpringBoard
  case bringForward(ForegroundLaunch)
  case returnFromLock(ProcessIdentifier, ForegroundLaunch)
  case takeOffScreen(AppIdentifier)
  /// A window was closed or freed, maybe one of two of an app that shared the screen.
  case windowWasClosed(SceneSessionIdentifier, AppIdentifier)
  /// The user opens an app that the device itself does not show.
  case noteUse(AppIdentifier)
  /// Takes the picture of a process again that the switcher shows.
  case takeSnapshot(ProcessIdentifier, cause: Cause?)
  /// The size of an app's window has changed.
  case resize(AppIdentifier, cause: Cause?)
  case interrupt(InterruptionKind, cause: Cause?)
  /// A call that an app reported rings.
  case ring(AppIdentifier, cause: Cause?)
  /// The call of an app is under way.
  case connectCall(AppIdentifier, cause: Cause?)
  /// The call of an app is over, no matter who ended it.
  case endCall(AppIdentifier, cause: Cause?)
  /// A question that waited for another may come now.
  case showNextPrompt

  // To notifications
  /// The user has opened a notification.
  case removeNotification(String, AppIdentifier)
  /// The device is unlocked, for which an action of a notification waited.
  indirect case performNotificationAction(NotificationResponse, AppIdentifier, cause: Cause)

  // To RunningBoard
  case reviewRunningTime(ProcessIdentifier)
  case backgroundTransitionBegan(ProcessIdentifier)
  case resume(ProcessIdentifier, rule: RuleNumber, cause: Cause?)
  /// Lets a suspended process run to be told something; the item `finishBackground` ends it.
  case resumeForMessage(ProcessIdentifier, rule: RuleNumber, cause: Cause?)
  case dropAllowances(ProcessIdentifier, cause: Cause?)
  case wake(AppIdentifier, WakeUp, cause: Cause?)
  case beginPeriodAfterWake(ProcessIdentifier)
  case deliver(WakeUp, AppIdentifier, isLaunch: Bool, cause: Cause?)
  case hold(AssertionKind, Bool, ProcessIdentifier, cause: Cause?)
  case suspendNow(ProcessIdentifier, isPause: Bool)
  /// The device fell asleep: what only tasks keep running is paused soon.
  case sleep
  /// The device woke: paused tasks get the next piece of their time.
  case wakeFromSleep(cause: Cause?)
  /// An accessory was connected, for which the app may have to be woken.
  case wakeForAccessory(AppIdentifier, cause: Cause)

  // To services
  case loseAtSuspension(ProcessIdentifier)
  case loseInBackground(ProcessIdentifier)
  case regainResources(ProcessIdentifier, cause: Cause?)
  case reviewProcessorUse(ProcessIdentifier)
  case reportEndedTransfers(ProcessIdentifier)
  case endTransfers(AppIdentifier)
  /// An app was woken for what has ended in one of its URL sessions.
  case finishSession(String, AppIdentifier, cause: Cause?)
  case discardHeldPush(AppIdentifier)
  /// The app runs again, and gets the push that Low Power Mode delayed.
  case handOverDelayedPush(AppIdentifier)
  case endProcessingTasks(cause: Cause?)
  /// The system is under load no more, for which continued tasks waited.
  case loadIsOver(cause: Cause)
  /// A continued task has used too much of the processor.
  case expireContinuedTask(ProcessIdentifier)
  case interruptAudio(InterruptionKind, sparing: AppIdentifier?, cause: Cause?)
  case endAudioInterruption(InterruptionKind, cause: Cause?)
  /// Something has changed that may interrupt cameras, or let them continue.
  case reviewCameras(cause: Cause?)
  /// Whether a video in Picture in Picture keeps its app running may have changed.
  case reviewPictureInPicture(ProcessIdentifier, cause: Cause?)
  /// An app whose video may continue by itself has left the screen for the home screen.
  case beginPictureInPicture(ProcessIdentifier, cause: Cause?)
  /// Nothing is shown over the lock screen.
  case hidePictureInPicture(cause: Cause?)
  /// With the lock and the unlock, protected data goes and comes (R132).
  case lockData(cause: Cause?)
  case unlockData(cause: Cause?)
  /// What the user does with a call that an app reported (R153).
  case answerCall(cause: Cause?)
  case declineCall(cause: Cause?)
  case hangUpCall(cause: Cause?)
  /// An app has not answered an update of health data (R152).
  case healthUpdateIsOver(AppIdentifier, type: String, cause: Cause?)
  /// The user has answered the question on the screen.
  case resolvePrompt(InterruptionKind, isGranted: Bool, cause: Cause?)

  // To main threads
  /// Work for a main thread, after what other effects have queued before it.
  case queue(MainThreadItem.Work, ProcessIdentifier, cause: Cause?)
  case drawIfAwaited(ProcessIdentifier, SceneIdentifier?, cause: Cause?)
  case reviewDisplayLinks(ProcessIdentifier)
}

extension Effect {
  /// A process has to end.
  static func end(
    _ process: ProcessIdentifier, _ reason: ExitReason, code: Int64? = nil, rule: RuleNumber?,
    cause: Cause?, _ circumstance: ExitCircumstance, budget: Budget? = nil,
    crash: CrashReport? = nil
  ) -> Effect {
    .ending(
      ProcessEnding(
        process: process, reason: reason, code: code ?? reason.code, rule: rule, cause: cause,
        circumstance: circumstance, budget: budget, crash: crash))
  }
}
