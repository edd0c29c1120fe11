// How a device acts: parts that own their state, the kernel that they share, and between them
// nothing but the routing of effects. Every change is made in `act`, which runs one part and then
// lets all that follows happen: effects in their order, each with its own effects before the next.

import RehearsalValues

/// What a device consists of: it answers stimuli and deadlines with records.
struct DeviceState: Sendable {
  private(set) var parts: DeviceParts
  private(set) var kernel: Kernel

  /// Makes a device without apps, with its home screen in front.
  init(profile: Profile, limits: Limits) {
    kernel = Kernel(DeviceTraits(profile, limits))
    parts = DeviceParts(profile)
  }

  // MARK: - Acting

  /// Lets parts act, and then everything happen that follows; a body that throws says nothing to
  /// other parts.
  @inline(__always)
  mutating func act<Answer, Failure: Error>(
    _ body: (inout DeviceParts, inout Kernel) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let first = kernel.effects.count
    let answer = try body(&parts, &kernel)
    if kernel.effects.count > first { settle(from: first) }
    return answer
  }

  /// Routes the effects from a position on in their order, each with all that follows from it.
  private mutating func settle(from first: Int) {
    let end = kernel.effects.count
    if end == first + 1 {
      // The one effect is moved out, for effects are long.
      route(kernel.takeLastEffect())
      if kernel.effects.count > first { settle(from: first) }
      return
    }
    for position in first..<end {
      route(kernel.takeEffect(at: position))
      if kernel.effects.count > end { settle(from: end) }
    }
    kernel.removeEffects(from: first)
  }

  /// Carries out a stimulus as far as the device itself goes; the app code's turns come after it.
  ///
  /// - Throws: `SimulationError` for an app, a control or an argument that makes no sense.
  mutating func apply(_ stimulus: Stimulus) throws(SimulationError) -> StimulusOutcome {
    try check(stimulus)
    let arguments = stimulus.recordedArguments
    charge(arguments.reduce(MemoryAccount.bytesOfACall) { $0 + $1.heldBytes })
    let root = kernel.record(
      .stimulus(stimulus.name), app: stimulus.app, cause: nil, arguments: arguments)
    kernel.attribute(to: root)
    defer { kernel.attribute(to: nil) }
    let reason: RefusalReason?
    do throws(SimulationError) { reason = try perform(stimulus, cause: root) } catch {
      // An action reads its arguments before it changes anything.
      kernel.withdraw(root)
      throw error
    }
    guard let refusal = reason else { return .done }
    // A touch that names no app is refused to the one on the screen that it means.
    var owner = stimulus.app
    if owner == nil, case .string(let label)? = stimulus.arguments.first, stimulus.isTouch {
      owner = parts.springBoard.touchedApp(nil, label, kernel)
    }
    let record = kernel.record(
      .refusal(refusal), app: owner, rule: refusal.rule, cause: root, arguments: arguments,
      details: .refusal(circumstance(of: refusal, of: stimulus, for: owner)))
    return .refused(record: record.index)
  }

  private mutating func perform(
    _ stimulus: Stimulus, cause: Cause
  ) throws(SimulationError) -> RefusalReason? {
    if kernel.traits.mayMiss(stimulus.name), kernel.traits.profile.missing(stimulus) != nil {
      return .notInThisSystem
    }
    if !parts.services.power.isOn, !stimulus.reachesDeviceThatIsOff { return .deviceIsOff }
    if let app = stimulus.app, kernel.apps[app.position].isExtension, !stimulus.reachesExtensions {
      return .extensionIsOnlyWoken
    }
    let call = ActionCall(
      appOrNil: stimulus.app, arguments: stimulus.arguments, cause: cause)
    let body = stimulus.name.row.body
    return try act { parts, kernel throws(SimulationError) in
      let refusal = try body(&parts, &kernel, call)
      if parts.readServices({ $0.settings.device.autoLock }) != nil,
        ActionTable.touches.contains(stimulus.name)
      {
        parts.idleTimer.restart(
          parts.services, isLocked: parts.springBoard.isLocked, &kernel)
      }
      return refusal
    }
  }

  /// What only this moment knows of a refusal.
  private func circumstance(
    of refusal: RefusalReason, of stimulus: Stimulus, for app: AppIdentifier?
  ) -> RefusalCircumstance {
    if refusal == .notInThisSystem {
      return kernel.traits.profile.missing(stimulus).map { .missing($0) } ?? .none
    }
    if refusal == .memoryIsShort {
      return .freeMemory(parts.jetsam.freeMemory(kernel.traits))
    }
    guard let app else { return .none }
    if refusal == .noSuchWindow {
      let sessions = parts.frontBoard.sessions(of: app)
      return .windows(sessions.windowNumbers, last: sessions.lastWindowNumber)
    }
    return parts.wakeUpConditions(for: app, kernel).circumstance(of: refusal)
  }

  private func check(_ stimulus: Stimulus) throws(SimulationError) {
    if let app = stimulus.app {
      guard kernel.knows(app) else { throw .unknownApp }
      guard kernel.apps[app.position].isInstalled || stimulus.isInstallation else {
        throw .notInstalled(app: kernel.description(of: app).name)
      }
    }
    if stimulus.isTouch, case .string(let label)? = stimulus.arguments.first {
      let known = controls(of: stimulus.app)
      guard known.contains(label) else { throw .unknownControl(label: label, known: known) }
    }
  }

  /// The labels that a touch may mean: of the app, of the app in front, or of any app.
  private func controls(of app: AppIdentifier?) -> [String] {
    if let app { return kernel.description(of: app).controls }
    if parts.springBoard.frontmost != nil {
      return parts.springBoard.layout.apps.flatMap { kernel.description(of: $0).controls }
    }
    return kernel.apps.filter(\.isInstalled).flatMap(\.description.controls)
  }

  // MARK: - Deadlines

  /// Moves the clock to the next deadline that is due by then, if there is one, and meets it.
  mutating func meetDeadline(notAfter limit: VirtualTime) {
    guard let deadline = kernel.takeDeadline(notAfter: limit) else { return }
    act { parts, kernel in Self.meet(deadline, &parts, &kernel) }
  }

  /// Moves the clock to a moment, and meets the first deadline that is due at exactly that.
  mutating func meetDeadline(at moment: VirtualTime) {
    guard let deadline = kernel.takeDeadline(at: moment) else { return }
    act { parts, kernel in Self.meet(deadline, &parts, &kernel) }
  }

  private static func meet(
    _ deadline: Deadline, _ parts: inout DeviceParts, _ kernel: inout Kernel
  ) {
    switch deadline {
    case .timerDue(let id, let timer): kernel.timerIsDue(timer, of: id)
    case .workDone(let id, let work): kernel.workIsDone(work, of: id)
    case .mainThreadFree(let id):
      kernel.change(id) { $0.changeMainThread { $0.becomeReady() } }
      kernel.markReady(id)
    case .transitionIsOver(let id):
      kernel.change(id) { $0.changeMainThread { $0.endTransition() } }
      kernel.markReady(id)
    case .watchdogDue(let id, let watchdog):
      parts.frontBoard.changeWatchdogs { $0.isDue(watchdog, for: id, &kernel) }
    case .suspensionDue(let id): parts.runningBoard.suspensionIsDue(id, &kernel)
    case .taskTimeRunsOut(let id): parts.runningBoard.taskTimeRunsOut(of: id, &kernel)
    case .taskTimeOver(let id): parts.runningBoard.taskTimeIsOver(for: id, &kernel)
    case .expirationHandlerIsSlow(let id):
      parts.runningBoard.expirationHandlerIsSlow(of: id, &kernel)
    case .assertionRunsOut(let id, let assertion):
      parts.runningBoard.assertionRunsOut(assertion, of: id, &kernel)
    case .assertionIsOver(let id, let assertion):
      parts.assertionIsOver(assertion, of: id, &kernel)
    case .stoppedTaskEnds(let id, let assertion):
      parts.runningBoard.expireScheduledTask(assertion, of: id, cause: nil, &kernel)
    case .progressStands(let id, let assertion):
      parts.runningBoard.progressStands(assertion, of: id, &kernel)
    case .processorUseIsDue(let id):
      let hasTask = parts.runningBoard.hasContinuedTask(id.app)
      parts.services.processorLimit.isDue(id, isOfTask: hasTask, &kernel)
    case .keepAliveIsDue(let id): parts.services.calls.keepAliveIsDue(of: id, &kernel)
    case .timeChanges: parts.timekeeping.timeChanges(&kernel)
    case .protectedDataGoes: parts.services.dataProtection.lose(&kernel)
    case .callActionIsOver(let id): parts.services.calls.actionIsOver(of: id, &kernel)
    case .callReportIsDue(let app): parts.services.calls.reportIsDue(of: app, &kernel)
    case .heldPushIsDue(let app):
      parts.services.push.heldPushIsDue(
        for: app, conditions: parts.wakeUpConditions(for: app, kernel), &kernel)
    case .transferIsDone(let app, let transfer):
      parts.services.transfers.transferIsDone(
        transfer, of: app, conditions: parts.wakeUpConditions(for: app, kernel), &kernel)
    case .localNotificationsAreDue(let app): parts.localNotificationsAreDue(app, &kernel)
    case .lockGhostIsDue(let id): parts.springBoard.lockGhostIsDue(id, &kernel)
    case .autoLockIsDue: parts.idleTimer.isDue(parts.services, &parts.springBoard, &kernel)
    case .activitiesAreDue(let app): parts.services.liveActivities.areDue(of: app, &kernel)
    }
  }

  /// Moves the clock on to a moment before which nothing is due.
  mutating func wait(until moment: VirtualTime) { kernel.wait(until: moment) }

  /// Takes moments that differ by less than a grain for one from here on.
  mutating func setGrain(_ grain: Int64) { kernel.setGrain(grain) }

  // MARK: - Routing

  /// Hands an effect to the part that it is meant for.
  private mutating func route(_ effect: consuming Effect) {
    switch effect {
    case .routed: break
    // Processes
    case .processStarted: parts.timekeeping.watch(&kernel)
    case .ending(let ending): end(ending)
    case .endAfterQueue(let ending): parts.frontBoard.endAfterQueue(ending, &kernel)
    case .endAfterExpirations(let ending): parts.runningBoard.endAfterExpirations(ending, &kernel)
    case .giveNotice(let id, let reason, let rule, let cause):
      parts.frontBoard.giveNotice(to: id, reason, rule: rule, cause: cause, &kernel)
    case .takeMemory(let id, let cause):
      parts.jetsam.takeMemory(for: id, parts.runningBoard, cause: cause, &kernel)
    case .remove(let app): parts.remove(app, &kernel)
    case .offload(let app):
      kernel.changeApp(app) { $0.offload() }
      parts.springBoard.appWasRemoved(app)
    // FrontBoard
    case .launch(let launch): parts.frontBoard.launch(launch, &kernel)
    case .sendLaunchMessages(let started):
      parts.frontBoard.sendLaunchMessages(started, on: parts.springBoard.layout, &kernel)
    case .launchInBackground(let app, let wakeUp, let cause):
      parts.frontBoard.launchInBackground(app, for: wakeUp, cause: cause, &kernel)
    case .sendBackgroundLaunchMessages(let started):
      parts.frontBoard.sendBackgroundLaunchMessages(started, &kernel)
    case .comeToFront(let id, let launch): parts.frontBoard.comeToFront(id, launch, &kernel)
    case .enterForeground(let id, let launch):
      parts.frontBoard.enterForeground(id, launch, on: parts.springBoard.layout, &kernel)
    case .handOver(let request, let id, let cause):
      parts.frontBoard.handOver(request, to: id, cause: cause, &kernel)
    case .sendToBackground(let transition): parts.frontBoard.sendToBackground(transition, &kernel)
    case .activateFront(let rule, let cause):
      parts.frontBoard.activateFront(
        on: parts.springBoard.layout, rule: rule, cause: cause, &kernel)
    case .deactivateFront(let processes, let rule, let flickers, let cause):
      parts.frontBoard.deactivate(
        processes, rule: rule, flickers: flickers, cause: cause, &kernel)
    case .flicker(let id, let rule, let cause):
      parts.frontBoard.flicker(id, rule: rule, cause: cause, &kernel)
    case .activateBehindLock(let id, let cause):
      parts.frontBoard.activateBehindLock(id, cause: cause, &kernel)
    case .endInFront(let id, let cause): parts.frontBoard.endInFront(id, cause: cause, &kernel)
    case .endAfterLeaving(let id, let cause):
      parts.frontBoard.endAfterLeaving(id, cause: cause, &kernel)
    case .cardWasSwiped(let app): parts.frontBoard.cardWasSwiped(of: app, kernel)
    case .discard(let session, let id, let rule, let cause):
      parts.frontBoard.discard(session, of: id, rule: rule, cause: cause, &kernel)
    case .disconnect(let scene, let id, let rule, let cause):
      parts.frontBoard.disconnect(scene, of: id, rule: rule, cause: cause, &kernel)
    case .armWatchdog(let watchdog, let id, let cause):
      parts.frontBoard.changeWatchdogs { $0.arm(watchdog, for: id, cause: cause, &kernel) }
    case .openInCar(let id, let cause): parts.frontBoard.openInCar(id, cause: cause, &kernel)
    case .leaveCar(let id, let cause): parts.frontBoard.leaveCar(id, cause: cause, &kernel)
    case .disconnectCar(let cause): parts.frontBoard.disconnectCar(cause: cause, &kernel)
    case .setExternalDisplay(let isConnected, let cause):
      parts.frontBoard.setExternalDisplay(
        isConnected, on: parts.springBoard.layout, cause: cause, &kernel)
    case .offerScreenContent(let isOffered, let id, let cause):
      parts.frontBoard.offerScreenContent(
        isOffered, of: id, on: parts.springBoard.layout, cause: cause, &kernel)
    // SpringBoard
    case .bringForward(let launch): parts.springBoard.finishBringingForward(launch, &kernel)
    case .returnFromLock(let id, let launch):
      parts.springBoard.returnFromLock(id, launch, &kernel)
    case .windowWasClosed(let session, let app):
      parts.springBoard.windowWasClosed(session, of: app)
    case .noteUse(let app): parts.springBoard.noteUse(of: app, kernel)
    case .takeOffScreen(let app):
      parts.springBoard.takeOffScreen(app)
      parts.reviewCameras(cause: kernel.cause, &kernel)
    case .takeSnapshot(let id, let cause):
      parts.springBoard.takeSnapshot(of: id, nil, cause: cause, &kernel)
    case .resize(let app, let cause):
      parts.springBoard.queueTransition(of: app, cause: cause, &kernel)
    case .interrupt(let kind, let cause): _ = parts.interrupt(kind, cause: cause, &kernel)
    case .ring(let app, let cause):
      _ = parts.interrupt(.phoneCall, by: app, cause: cause, &kernel)
    case .connectCall(let app, let cause):
      parts.springBoard.connectCall(of: app, cause: cause, &kernel)
    case .endCall(let app, let cause):
      parts.springBoard.endCall(of: app, cause: cause, &kernel)
    case .showNextPrompt: parts.showNextPrompt(&kernel)
    // Notifications
    case .removeNotification(let identifier, let app):
      parts.services.notifications.remove(identifier, of: app)
    case .performNotificationAction(let response, let app, let cause):
      parts.performAfterUnlock(response, of: app, cause: cause, &kernel)
    // RunningBoard
    case .reviewRunningTime(let id):
      let hasGracePeriod = parts.hasGracePeriod(id.app, kernel)
      parts.runningBoard.reviewRunningTime(of: id, hasGracePeriod: hasGracePeriod, &kernel)
    case .backgroundTransitionBegan(let id): parts.runningBoard.backgroundTransitionBegan(id)
    case .resume(let id, let rule, let cause):
      parts.runningBoard.resume(id, rule: rule, cause: cause, &kernel)
    case .resumeForMessage(let id, let rule, let cause):
      parts.runningBoard.resumeForMessage(id, rule: rule, cause: cause, &kernel)
    case .dropAllowances(let id, let cause):
      parts.runningBoard.dropAllowances(of: id, cause: cause, &kernel)
    case .wake(let app, let wakeUp, let cause):
      parts.runningBoard.wake(app, for: wakeUp, cause: cause, &kernel)
    case .beginPeriodAfterWake(let id): parts.runningBoard.beginPeriodAfterWake(id, kernel)
    case .deliver(let wakeUp, let app, let isLaunch, let cause):
      guard let id = kernel.process(of: app)?.identifier else { return }
      parts.runningBoard.deliver(wakeUp, to: id, isLaunch: isLaunch, cause: cause, &kernel)
    case .hold(let kind, let isHeld, let id, let cause):
      parts.runningBoard.hold(kind, isHeld, of: id, cause: cause, &kernel)
    case .suspendNow(let id, let isPause):
      parts.runningBoard.suspend(id, isPause: isPause, &kernel)
    case .sleep: parts.runningBoard.sleep(&kernel)
    case .wakeFromSleep(let cause): parts.runningBoard.wakeFromSleep(cause: cause, &kernel)
    case .wakeForAccessory(let app, let cause):
      parts.wakeForAccessory(app, cause: cause, &kernel)
    case .endProcessingTasks(let cause):
      parts.runningBoard.endProcessingTasks(cause: cause, &kernel)
    // Services
    case .loseAtSuspension(let id): parts.loseAtSuspension(of: id, &kernel)
    case .loseInBackground(let id): parts.loseInBackground(of: id, &kernel)
    case .regainResources(let id, let cause): parts.regainResources(of: id, cause: cause, &kernel)
    case .interruptAudio(let kind, let excluded, let cause):
      parts.services.audio.interrupt(kind, sparing: excluded, cause: cause, &kernel)
    case .endAudioInterruption(let kind, let cause):
      parts.services.audio.endInterruption(by: kind, cause: cause, &kernel)
    case .reviewCameras(let cause): parts.reviewCameras(cause: cause, &kernel)
    case .reviewPictureInPicture(let id, let cause):
      parts.reviewPictureInPicture(of: id, cause: cause, &kernel)
    case .beginPictureInPicture(let id, let cause):
      parts.beginPictureInPicture(of: id, cause: cause, &kernel)
    case .hidePictureInPicture(let cause): parts.hidePictureInPicture(cause: cause, &kernel)
    case .lockData(let cause): parts.services.dataProtection.lock(cause: cause, &kernel)
    case .unlockData(let cause): parts.services.dataProtection.unlock(cause: cause, &kernel)
    case .answerCall(let cause): parts.services.calls.answer(cause: cause, &kernel)
    case .declineCall(let cause): parts.services.calls.decline(cause: cause, &kernel)
    case .hangUpCall(let cause): parts.services.calls.hangUp(cause: cause, &kernel)
    case .healthUpdateIsOver(let app, let type, let cause):
      parts.services.health.updateIsOver(type, of: app, cause: cause, &kernel)
    case .reviewProcessorUse(let id):
      let isExempt =
        parts.services.taskScheduler.exemptsProcessorUse(
          parts.runningBoard.scheduledTasks(of: id.app), of: id.app)
        || parts.runningBoard.hasContinuedTask(id.app) && !kernel.has(.processorUseExpiresTasks)
      parts.services.processorLimit.review(id, isExempt: isExempt, &kernel)
    case .loadIsOver(let cause): parts.services.taskScheduler.loadIsOver(cause: cause, &kernel)
    case .expireContinuedTask(let id): parts.runningBoard.expireContinuedTask(of: id, &kernel)
    case .reportEndedTransfers(let id):
      guard parts.services.transfers.haveAny(of: id.app) else { return }
      parts.services.transfers.reportEndedTransfers(id, &kernel)
    case .endTransfers(let app): parts.services.transfers.endTransfers(of: app, &kernel)
    case .finishSession(let session, let app, let cause):
      parts.services.transfers.finish(session, of: app, cause: cause, &kernel)
    case .discardHeldPush(let app): parts.services.push.discardHeldPush(of: app, &kernel)
    case .handOverDelayedPush(let app): parts.handOverDelayedPush(to: app, &kernel)
    case .resolvePrompt(let kind, let isGranted, let cause):
      parts.resolvePrompt(kind, isGranted: isGranted, cause: cause, &kernel)
    // Main threads
    case .queue(let work, let id, let cause): kernel.enqueue(work, for: id, cause: cause)
    case .drawIfAwaited(let id, let scene, let cause):
      kernel.drawIfAwaited(id, scene, cause: cause)
    case .reviewDisplayLinks(let id): kernel.reviewDisplayLinks(of: id)
    }
  }

  // MARK: - The end of a process

  /// Ends a process: its deadlines are cancelled, its memory is gone, the screen is free.
  ///
  /// It is the only place where a process ends; whatever the parts kept for it goes with it.
  private mutating func end(_ ending: ProcessEnding) {
    let id = ending.process
    guard let state = kernel.read(id, { $0.state }) else { return }
    let notice = kernel.read(id) { $0.notice } ?? nil
    // Before its first message a process has not reached the application object.
    let isInFirstCode =
      kernel.read(id) { $0.isLaunching && $0.mainThread.current?.message == nil } ?? false
    // The record carries the name of the budget whose end it was, where it was one.
    let record = kernel.record(
      .exit(ending.reason), of: id, rule: ending.rule, cause: ending.cause,
      arguments: ending.budget.map { [.symbol($0.name)] } ?? [],
      details: .end(ending.circumstance, notice, code: ending.code))
    kernel.record(.state(.notRunning, from: state), of: id, rule: ending.rule, cause: record)
    let exit = ProcessExit(
      reason: ending.reason, code: ending.code, time: kernel.now, incarnation: id.incarnation,
      circumstance: ending.circumstance, notice: notice, crash: ending.crash,
      domain: ending.circumstance.isException ? "SIGNAL" : ending.reason.domain(kernel.has),
      watchdogEvent: ending.circumstance.watchdogEvent(isInFirstCode: isInFirstCode),
      category: kernel.has(.terminationCategories)
        ? TerminationCategory(ending.reason, ending.circumstance) : nil,
      rule: ending.rule, record: record.index)
    // The host judges whether the app is at fault.
    kernel.keep(exit, from: id)
    kernel.removeProcess(id, exit)
    parts.processEnded(id, &kernel)
    parts.springBoard.processEnded(id, &kernel)
    parts.reviewCameras(cause: record, &kernel)
    parts.startUpIfAwaited(&kernel)
  }

  // MARK: - Memory

  /// About how many bytes the device keeps, without the code of its apps and what it has told.
  var memoryBytes: Int { kernel.memory.bytes }

  /// Adds bytes that are passed to the device, which is counted when they may have doubled it.
  mutating func charge(_ bytes: Int) {
    kernel.charge(bytes)
    if kernel.memory.isDue { kernel.count(heapUsage) }
  }

  /// Notes what a turn costs, in instructions of a script.
  mutating func noteWork(_ instructions: Int) { kernel.noteWork(instructions) }

  /// What each search through the device's lists costs beyond the usual, in instructions of a script.
  var scanCost: Int { kernel.memory.scanCost * 12 }

  // MARK: - Apps and outputs

  /// Changes what an installed app keeps, to prepare a scenario.
  mutating func setValue(
    _ value: ScriptValue?, forKey key: String, in place: StoragePlace, of app: AppIdentifier
  ) throws(DeviceAPIError) {
    try act { parts, kernel throws(DeviceAPIError) in
      try parts.setValue(value, forKey: key, in: place, of: app, kernel)
    }
  }

  mutating func install(
    _ description: AppDescription, handling handled: MessageSet
  ) -> AppIdentifier {
    kernel.install(description, handling: handled)
  }

  /// Replaces what is known of an app.
  mutating func replace(
    _ app: AppIdentifier, with description: AppDescription, handling handled: MessageSet
  ) {
    kernel.changeApp(app) { $0.replaceDescription(description, handling: handled) }
    kernel.connectExtensions()
  }

  /// The code of a process says what it implements and observes.
  mutating func adopt(_ id: ProcessIdentifier, handled: MessageSet, observed: NotificationSet) {
    kernel.change(id) { $0.adopt(handled: handled, observed: observed) }
  }

  /// What the last steps gave out.
  var output: StepOutput { kernel.output }

  /// Whether processes have ended in the last steps.
  var hasEndedProcesses: Bool { !kernel.output.ends.isEmpty }

  /// Hands out what the last steps gave out.
  mutating func takeOutput(_ body: (inout StepOutput) -> Void) { kernel.takeOutput(body) }

  /// Decides how the next choice comes out that is not decided yet.
  mutating func decide(_ way: Int) { kernel.choices.decide(way) }

  /// Makes a choice of the world; a way from 0.
  mutating func choose(among count: Int) -> Int { kernel.choices.choose(among: count) }

  /// How many choices are decided that nothing has met yet.
  var unmetDecisions: Int { kernel.choices.unmetCount }

  /// Hands over the choices encountered since the last time.
  mutating func takeMetChoices() -> [Int] { kernel.choices.takeChoiceCounts() }

  /// Makes a record the cause of what follows.
  mutating func attribute(to cause: Cause?) { kernel.attribute(to: cause) }

  /// What a main thread does next; nil for a process that has ended.
  @inline(__always)
  mutating func takeStep(of id: ProcessIdentifier) -> MainThread.Step? { kernel.takeStep(of: id) }

  /// The process whose turn it was can do no more.
  mutating func dropReady() { kernel.dropReady() }
}

extension Stimulus {
  fileprivate var isTouch: Bool { name == .touch }
  /// Whether it can be done to a device that is switched off: it is switched on, or charged.
  fileprivate var reachesDeviceThatIsOff: Bool {
    switch name {
    case .powerOn: true
    case .condition: [.symbol("batteryLevel"), .symbol("batteryState")].contains(arguments.first)
    default: false
    }
  }
  /// Whether it can be done to an extension, which has no icon and no window (R179).
  fileprivate var reachesExtensions: Bool { name == .wake || name == .purge }
  fileprivate var isInstallation: Bool { name == .install }
}
