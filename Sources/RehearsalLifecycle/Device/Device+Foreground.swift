// Who is in front: launching, coming back, leaving, locking. These functions decide; the messages
// follow on the main thread of the process, in the order in which they are queued here.

extension Device {
  /// The app in front, also while the device is locked or an interruption lies over it.
  public var frontmost: AppIdentifier? {
    if case .app(let app) = screen { return app }
    return nil
  }

  // MARK: - To the front

  /// A tap on the icon: a cold launch (R011), or a return of a living process (R067).
  mutating func launch(_ app: AppIdentifier, cause: Int) -> Refusal? {
    guard !isLocked else { return .deviceIsLocked }
    guard !interruptions.contains(where: { $0.row.deactivation != .none }) else {
      return .interruptionInTheWay
    }
    guard frontmost != app else { return .alreadyInFront }
    leaveScreen(cause: cause)
    installations[app.position].wasForceQuit = false
    guard let process = installations[app.position].process else {
      launchCold(app, cause: cause)
      return nil
    }
    guard process.termination == nil else {
      // The tap waits for the end of the old process; `end` begins the launch.
      installations[app.position].pendingLaunch = cause
      screen = .homeScreen
      return nil
    }
    bringToFront(process.identifier, cause: cause)
    return nil
  }

  /// Starts a process in the foreground; but for a quirk no `willEnterForeground` belongs to it
  /// (R012).
  mutating func launchCold(_ app: AppIdentifier, cause: Int) {
    screen = .app(app)
    moveCardToFront(app)
    let id = startProcess(of: app, reason: .user, readable: .inactive, intended: .inactive)
    let start = record(
      .state(.inactive, from: .notRunning), of: id, rule: .R005, cause: cause,
      detail: LaunchReason.user.rawValue)
    arm(.launch, for: id, cause: start)
    enqueue(.initialize, for: id, cause: start)
    if SystemVersionRange.from(6).contains(profile.system) {
      enqueue(.send(.willFinishLaunching, [.emptyMap], .R011), for: id, cause: start)
    }
    enqueue(.send(.didFinishLaunching, [.emptyMap], .R011), for: id, cause: start)
    if profile.has(.willEnterForegroundAtLaunch) {
      enqueue(.send(.willEnterForeground, [], .R012), for: id, cause: start)
    }
    enqueue(.disarm(.launch), for: id, cause: start)
    tellOfEndedTransfers(id, cause: start)
    enqueue(.arm(.activation), for: id, cause: start)
    activateFrontmost(rule: .R011, cause: start)
    enqueue(.disarm(.activation), for: id, cause: start)
  }

  /// Brings a living process back: `willEnterForeground`, then `didBecomeActive` (R067).
  mutating func bringToFront(_ id: ProcessIdentifier, cause: Int) {
    screen = .app(id.app)
    moveCardToFront(id.app)
    dropAllowances(of: id, cause: cause)
    change(id) { $0.intended = .inactive }
    if installations[id.app.position].process?.isSuspended == true {
      resumeFromSuspension(id, cause: cause)
    }
    tellOfEndedTransfers(id, cause: cause)
    reviewRunningTime(of: id)
    arm(.activation, for: id, cause: cause)
    enqueue(.send(.willEnterForeground, [], .R067), for: id, cause: cause)
    enqueue(.become(.inactive, .R009), for: id, cause: cause)
    tellOfMissedTimeChange(id)
    activateFrontmost(rule: .R067, cause: cause)
    enqueue(.disarm(.activation), for: id, cause: cause)
  }

  /// Makes the app in front active, unless something lies over it.
  mutating func activateFrontmost(rule: RuleNumber, cause: Int) {
    guard !isLocked, !interruptions.contains(where: { $0.row.deactivation != .none }),
      let app = frontmost, let process = installations[app.position].process,
      process.intended == .inactive
    else { return }
    change(process.identifier) { $0.intended = .active }
    queueActivation(of: process.identifier, rule: rule, cause: cause)
  }

  // MARK: - From the front

  mutating func pressHome(cause: Int) -> Refusal? {
    guard !isLocked else { return .deviceIsLocked }
    if let overlay = interruptions.lastIndex(where: \.row.isOverlay) {
      let rule = interruptions.remove(at: overlay).row.rule
      activateFrontmost(rule: rule, cause: cause)
      return nil
    }
    guard screen != .homeScreen else { return .alreadyOnHomeScreen }
    leaveScreen(cause: cause)
    screen = .homeScreen
    return nil
  }

  mutating func lock(cause: Int) -> Refusal? {
    guard !isLocked else { return .deviceIsLocked }
    interruptions.removeAll(where: \.row.isOverlay)
    if let id = frontmostProcess { sendToBackground(id, rule: .R049, cause: cause) }
    isLocked = true
    return nil
  }

  mutating func unlock(cause: Int) -> Refusal? {
    guard isLocked else { return .deviceIsNotLocked }
    isLocked = false
    hasBeenUnlocked = true
    endProcessingTasks(cause: cause)
    if let id = frontmostProcess { bringToFront(id, cause: cause) }
    return nil
  }

  /// The app in front leaves the screen for something else (R054).
  private mutating func leaveScreen(cause: Int) {
    if let id = frontmostProcess { sendToBackground(id, rule: .R054, cause: cause) }
  }

  var frontmostProcess: ProcessIdentifier? {
    frontmost.flatMap { installations[$0.position].process?.identifier }
  }

  /// Sends a foreground process to the background.
  ///
  /// An active one resigns first; one that an interruption made inactive has done so (R054).
  mutating func sendToBackground(
    _ id: ProcessIdentifier, rule: RuleNumber, enteringRule: RuleNumber? = nil, cause: Int
  ) {
    guard let intended = process(id)?.intended, intended != .background else { return }
    arm(.deactivation, for: id, cause: cause)
    if intended == .active { queueResignation(of: id, rule: rule, cause: cause) }
    change(id) {
      $0.intended = .background
      $0.departuresUnderWay += 1
    }
    enqueue(.disarm(.deactivation), for: id, cause: cause)
    enqueue(.become(.background, .R009), for: id, cause: cause)
    enqueue(.arm(.didEnterBackground), for: id, cause: cause)
    enqueue(.send(.didEnterBackground, [], enteringRule ?? rule), for: id, cause: cause)
    enqueue(.disarm(.didEnterBackground), for: id, cause: cause)
    enqueue(.takeSnapshot, for: id, cause: cause)
    enqueue(.settleInBackground, for: id, cause: cause)
  }

  // MARK: - Pairs of messages

  /// `willResignActive`, inside which the process still reads Active (R009).
  mutating func queueResignation(of id: ProcessIdentifier, rule: RuleNumber, cause: Int) {
    enqueue(.send(.willResignActive, [], rule), for: id, cause: cause)
    enqueue(.become(.inactive, .R009), for: id, cause: cause)
  }

  /// `didBecomeActive`, inside which the process reads Active (R009).
  mutating func queueActivation(of id: ProcessIdentifier, rule: RuleNumber, cause: Int) {
    enqueue(.become(.active, .R009), for: id, cause: cause)
    enqueue(.send(.didBecomeActive, [], rule), for: id, cause: cause)
  }

  private mutating func moveCardToFront(_ app: AppIdentifier) {
    switcher.removeAll { $0 == app }
    switcher.insert(app, at: 0)
    installations[app.position].lastUse = now
  }
}
