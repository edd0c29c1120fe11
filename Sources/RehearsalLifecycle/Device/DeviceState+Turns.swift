// The turns of main threads. The device does by itself what needs no app code, and hands out a turn
// for what does; `Simulation` runs the code and reports its progress. Processes take turns in the
// order in which they got work, and one continues until it is blocked or has nothing left.

import RehearsalValues

/// A turn of app code that the device hands out.
enum Turn: Sendable {
  case run(ProcessIdentifier, Delivery)
  case resume(ProcessIdentifier)
}

extension DeviceState {
  /// The next turn of app code; nil when no process can continue at this moment.
  mutating func nextTurn() -> Turn? {
    while let id = kernel.nextReady {
      if let turn = nextTurn(of: id) { return turn }
      dropReady()
    }
    attribute(to: nil)
    return nil
  }

  /// How many events the next turn counts as at its instant.
  ///
  /// A turn goes through the windows of its process: with many of them it is several, and work that
  /// the script pays for.
  mutating func weighNextTurn() -> Int {
    let scenes = kernel.nextReady.flatMap { id in kernel.read(id) { $0.scenes.all.count } } ?? 0
    guard scenes >= 16 else { return 1 }
    noteWork(scenes * Self.instructionsOfAScene)
    return 1 + scenes / 16
  }

  /// What a turn costs for each scene that it goes through.
  private static var instructionsOfAScene: Int { 32 }

  private mutating func nextTurn(of id: ProcessIdentifier) -> Turn? {
    while let step = takeStep(of: id) {
      switch step {
      case .nothing: return nil
      case .resume:
        attribute(to: kernel.read(id) { $0.mainThread.current?.record } ?? nil)
        return .resume(id)
      case .perform(let item):
        attribute(to: item.cause)
        if let delivery = perform(item, for: id) { return .run(id, delivery) }
      }
    }
    return nil
  }

  /// Does an item; a delivery is returned when app code has to run for it.
  private mutating func perform(_ item: MainThreadItem, for id: ProcessIdentifier) -> Delivery? {
    act { parts, kernel in parts.perform(item, for: id, &kernel) }
  }

  /// The result of the app code's turn.
  mutating func progressed(_ id: ProcessIdentifier, _ progress: CodeProgress) {
    // What the code called may have ended its process.
    guard kernel.isAlive(id) else { return }
    act { parts, kernel in parts.progressed(id, progress, &kernel) }
  }
}

// MARK: - Items

extension DeviceParts {
  fileprivate mutating func perform(
    _ item: MainThreadItem, for id: ProcessIdentifier, _ kernel: inout Kernel
  ) -> Delivery? {
    if kernel.description(of: id.app).lateDelegates != [], lacksDelegate(item, of: id, &kernel) {
      return nil
    }
    return switch item.work {
    case .main, .initialize, .initializeScene: begin(item, of: id, &kernel)
    case .send(let message, let arguments, let rule):
      send(message, arguments, rule: rule, to: id, as: item, &kernel)
    case .sendIf(let question, let message, let arguments, let rule):
      kernel.read(id) { $0.votes.allow(question) } == true
        ? send(message, arguments, rule: rule, to: id, as: item, &kernel) : nil
    case .deliver(let message, let arguments, let rule, let completion):
      deliver(message, arguments, rule: rule, completion, to: id, as: item, &kernel)
    case .respond(let response, let rule):
      respond(response, rule: rule, to: id, as: item, &kernel)
    case .post(let notification, let info, let rule):
      kernel.performPost(
        notification, info.first ?? .emptyMap, rule: rule, to: id, scene: item.scene,
        cause: item.cause)
    case .connectWindow:
      kernel.connectWindow(of: id, cause: item.cause)
    case .touch(let control): touch(control, of: id, cause: item.cause, &kernel)
    case .draw: draw(item, of: id, &kernel)
    case .become, .sceneBecomes, .freeScene, .arm, .disarm, .passTransition, .takeSnapshot,
      .finishBackground, .suspendAtOnce, .pausePrewarmed, .endFirstCode, .layOut, .setDelegate,
      .exit, .end:
      follow(item, for: id, &kernel)
    default: call(item, of: id, &kernel)
    }
  }

  /// Whether an item finds no delegate: it waits for one, or is lost with whatever waits for its answer
  /// (R192).
  private mutating func lacksDelegate(
    _ item: MainThreadItem, of id: ProcessIdentifier, _ kernel: inout Kernel
  ) -> Bool {
    switch item.fate(in: id, &kernel) {
    case .isDelivered: return false
    case .waits: return true
    case .isLost: break
    }
    kernel.record(refusal: .delegateIsMissing, app: id.app, cause: item.cause)
    if case .deliver(_, _, _, let completion?) = item.work,
      let done = runningBoard.removeCompletion(completion, of: id)
    {
      runningBoard.finish(done, of: id, cause: item.cause, &kernel)
    }
    return true
  }

  /// The main thread reaches the first code of a process or of a scene.
  private func begin(
    _ item: MainThreadItem, of id: ProcessIdentifier, _ kernel: inout Kernel
  ) -> Delivery? {
    let current = MainThread.CurrentDelivery(record: item.cause, scene: item.scene)
    kernel.change(id) { $0.changeMainThread { $0.begin(current) } }
    if case .main = item.work { return .main }
    return item.scene.map { .initializeScene($0) } ?? .initialize
  }

  /// The main thread reaches a closure of the app's.
  private mutating func call(
    _ item: MainThreadItem, of id: ProcessIdentifier, _ kernel: inout Kernel
  ) -> Delivery? {
    let cause = item.cause
    return switch item.work {
    case .fireTimer(let timer, let afterSuspension):
      kernel.fire(timer, of: id, afterSuspension: afterSuspension)
    case .completeWork(let work): kernel.complete(work, of: id)
    case .completeTransfer(let callback, let arguments):
      kernel.completeTransfer(callback, arguments, of: id, cause: cause)
    case .answerPrompt(let callback, let isGranted):
      services.permissions.answer(callback, isGranted, of: id, cause: cause, &kernel)
    case .keepAlive: services.calls.callKeepAlive(of: id, cause: cause, &kernel)
    case .expireTask(let task): runningBoard.expire(task, of: id, cause: cause, &kernel)
    case .expireLateTask(let task, let callback, let name):
      runningBoard.expireLate(task, callback, name: name, of: id, cause: cause, &kernel)
    case .expireTaskBeforeEnd(let task):
      runningBoard.expireBeforeEnd(task, of: id, cause: cause, &kernel)
    case .expireScheduledTask(let assertion):
      runningBoard.callExpirationHandler(assertion, of: id, cause: cause, &kernel)
    case .runScheduledTask(let task, let identifier, let rule):
      services.taskScheduler.checkRegistration(of: identifier, in: id, cause: cause, &kernel)
        ? deliver(
          .backgroundTask, [.string(identifier)], rule: rule, task, to: id, as: item, &kernel)
        : nil
    default: nil
    }
  }

  /// Does an item that no app code runs for.
  private mutating func follow(
    _ item: MainThreadItem, for id: ProcessIdentifier, _ kernel: inout Kernel
  ) -> Delivery? {
    switch item.work {
    case .become(let state, let rule):
      runningBoard.become(state, rule: rule, id, cause: item.cause, &kernel)
      if state == .inactive { kernel.sendScenePhase(to: id, scene: nil, cause: item.cause) }
    case .sceneBecomes(let state, let rule):
      sceneBecomes(state, item, rule: rule, of: id, &kernel)
    case .freeScene:
      guard let scene = item.scene else { break }
      kernel.change(id) { $0.changeScenes { $0.free(scene) } }
      kernel.sendScenePhase(to: id, scene: nil, cause: item.cause)
    case .arm(let watchdog):
      frontBoard.changeWatchdogs { $0.arm(watchdog, for: id, cause: item.cause, &kernel) }
    case .disarm(let watchdog):
      frontBoard.changeWatchdogs { $0.disarm(watchdog, for: id, &kernel) }
    case .passTransition:
      let end = kernel.schedule(
        .transitionIsOver(id), at: kernel.now.after(kernel.span(of: .transition)))
      kernel.change(id) { $0.changeMainThread { $0.beginTransition(end) } }
    case .takeSnapshot:
      springBoard.takeSnapshot(of: id, item.scene, cause: item.cause, &kernel)
    case .finishBackground:
      runningBoard.backgroundTransitionEnded(id)
      // An app may be told in the foreground what would have woken it in the background.
      if kernel.read(id, { $0.reportedState }) == .background {
        kernel.emit(.loseInBackground(id))
      }
      kernel.emit(.reviewRunningTime(id))
    case .suspendAtOnce: runningBoard.suspendAtOnce(id, &kernel)
    case .pausePrewarmed: runningBoard.pausePrewarmed(id, &kernel)
    case .layOut:
      kernel.change(id) { $0.changeContents(of: item.scene) { $0.needsLayout = false } }
      kernel.enqueueLayout(of: id, item.scene, cause: item.cause)
    case .endFirstCode: kernel.change(id) { $0.setInFirstCode(false) }
    case .setDelegate(let kind): kind.set(in: id, &kernel)
    case .exit(let reason, let rule):
      kernel.emit(.end(id, reason, rule: rule, cause: item.cause, .notice))
    case .end(let ending): kernel.emit(.ending(ending))
    default: break
    }
    return nil
  }

  /// The state that a scene can read of itself changes, and the application's with its most active
  /// scene (R007), under the rule that led the scene there.
  private mutating func sceneBecomes(
    _ state: SceneState, _ item: MainThreadItem, rule: RuleNumber, of id: ProcessIdentifier,
    _ kernel: inout Kernel
  ) {
    guard let scene = item.scene else { return }
    kernel.change(id) { process in process.changeScenes { $0.report(state, of: scene) } }
    // An active scene is told so before the application follows.
    if state != .foregroundActive || !kernel.has(.applicationFollowsScenes) {
      followScenes(of: id, rule: rule, cause: item.cause, &kernel)
    }
    guard state == .foregroundInactive else { return }
    kernel.sendScenePhase(to: id, scene: scene, cause: item.cause)
    kernel.emit(.drawIfAwaited(id, scene, cause: item.cause))
  }

  /// The state that the application can read becomes that of its most active scene (R007).
  private mutating func followScenes(
    of id: ProcessIdentifier, rule: RuleNumber, cause: Cause?, _ kernel: inout Kernel
  ) {
    let carCounts = kernel.has(.carCountsAsForeground)
    guard let state = kernel.read(id, { $0.scenes.aggregateState(countingCar: carCounts) }) else {
      return
    }
    runningBoard.become(state, rule: rule, id, cause: cause, &kernel)
  }

  // MARK: - Messages

  /// Records a message and, if the app implements it, hands it to its code; an opt-in message that
  /// it does not implement is not sent.
  private mutating func send(
    _ message: Message, _ arguments: [ScriptValue], rule: RuleNumber, to id: ProcessIdentifier,
    as item: MainThreadItem, _ kernel: inout Kernel
  ) -> Delivery? {
    if message == .sceneWillConnect, kernel.has(.swiftUISwallowsWillConnect),
      kernel.read(id, { $0.isOfSwiftUI }) == true
    {
      kernel.record(refusal: .swallowedBySwiftUI, app: id.app, cause: item.cause)
      return nil
    }
    let isHandled = kernel.read(id) { $0.handled.contains(message) } ?? false
    var arguments = arguments
    if isHandled, let completion = completion(for: message, in: id) { arguments.append(completion) }
    guard isHandled || !kernel.traits.isOptIn(message), kernel.traits.sends(message) else {
      return nil
    }
    if !item.isAnnounced,
      kernel.announce(
        message, isBefore: true, info: nil, to: id, scene: item.scene, cause: item.cause)
    {
      // What was put first comes before the message itself, which comes right after it.
      var announced = item
      announced.isAnnounced = true
      kernel.change(id) { $0.changeMainThread { $0.insertBehindNotifications(announced) } }
      return nil
    }
    let record = kernel.record(
      .message(message), of: id, scene: item.scene, rule: rule, cause: item.cause,
      handled: isHandled, arguments: arguments)
    kernel.begin(id, record, scene: item.scene, message: message, rule: rule)
    if message == .didFinishLaunching {
      kernel.change(id) { $0.noteLaunchOptions(arguments.first) }
    }
    if message == .willTerminate { kernel.change(id) { $0.noteNotice(rule) } }
    if message.entersBackground { runningBoard.deliveryIntoBackgroundBegan(id) }
    guard isHandled else {
      finishDelivery(to: id, answer: .nil, &kernel)
      return nil
    }
    guard let scene = item.scene else { return .message(message, arguments: arguments) }
    return .sceneMessage(scene, message, arguments: arguments)
  }

  /// What the app calls when a quick action is done, the last argument of the action's message; nil
  /// for all others.
  private mutating func completion(
    for message: Message, in id: ProcessIdentifier
  ) -> ScriptValue? {
    guard message == .performAction || message == .scenePerformAction else { return nil }
    return HandleKind.completion.value(runningBoard.makeCompletion(of: message, id))
  }

  /// The main thread reaches a message that may be opt-in and may have to be answered.
  private mutating func deliver(
    _ message: Message, _ arguments: [ScriptValue], rule: RuleNumber,
    _ completion: CompletionIdentifier?, to id: ProcessIdentifier, as item: MainThreadItem,
    _ kernel: inout Kernel
  ) -> Delivery? {
    let isHandled = kernel.read(id) { $0.handled.contains(message) } ?? false
    var delivery: Delivery?
    let isMissed =
      message == .didReceiveRemoteNotification && services.pushRegistrations.misses(id, kernel)
    if isMissed {
      kernel.record(refusal: .notRegistered, app: id.app, cause: item.cause)
    } else if isHandled || !message.definition.isOptIn {
      let kind: HandleKind = message == .backgroundTask ? .scheduledTask : .completion
      let handle = completion.map { [kind.value($0)] } ?? []
      delivery = send(message, arguments + handle, rule: rule, to: id, as: item, &kernel)
    }
    if isMissed || !isHandled, let completion,
      let done = runningBoard.removeCompletion(completion, of: id)
    {
      runningBoard.finish(done, of: id, cause: item.cause, &kernel)
    }
    return delivery
  }

  /// Tells of an opened notification: a delegate of its own where the system and the app have one,
  /// else the message of its kind and version, which may wait to be answered (R142 to R144).
  private mutating func respond(
    _ response: NotificationResponse, rule: RuleNumber, to id: ProcessIdentifier,
    as item: MainThreadItem, _ kernel: inout Kernel
  ) -> Delivery? {
    let notification = response.notification
    let hasDelegates = kernel.has(.notificationCenterDelegate)
    let message: Message
    let arguments: [ScriptValue]
    if hasDelegates,
      kernel.read(id, { $0.handled.contains(.didReceiveNotificationResponse) }) == true
    {
      guard DelegateKind.notificationCenter.isSet(in: id, kernel) else {
        kernel.record(refusal: .delegateIsMissing, app: id.app, cause: item.cause)
        return nil
      }
      (message, arguments) = (.didReceiveNotificationResponse, [response.value])
    } else if response.chosenAction != nil {
      guard !hasDelegates else { return nil }
      (message, arguments) = (.handleAction, [response.action, notification.value])
    } else if notification.isLocal {
      guard !hasDelegates else { return nil }
      return send(
        .didReceiveLocalNotification, [notification.value], rule: rule, to: id, as: item, &kernel)
    } else {
      (message, arguments) = (.didReceiveRemoteNotification, [notification.content])
    }
    let completion = runningBoard.makeCompletion(of: message, id)
    return deliver(message, arguments, rule: rule, completion, to: id, as: item, &kernel)
  }

  // MARK: - Touches and drawing

  /// A touch reaches the run loop: an active app's control sends its action (R003).
  private mutating func touch(
    _ control: Int, of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) -> Delivery? {
    frontBoard.changeWatchdogs { $0.disarm(.eventHandling, for: id, &kernel) }
    guard kernel.read(id, { $0.reportedState }) == .active else {
      kernel.record(
        .refusal(.appIsNotActive), of: id, rule: RefusalReason.appIsNotActive.rule, cause: cause,
        details: .refusal(.none))
      return nil
    }
    let labels = kernel.description(of: id.app).controls
    let label = labels.indices.contains(control) ? labels[control] : ""
    let scene = kernel.read(id) { $0.scenes.windowInForeground } ?? nil
    let record = kernel.record(
      .action(control: control), of: id, scene: scene, cause: cause, details: .text(label))
    kernel.begin(id, record, scene: scene)
    return .control(control, in: scene)
  }

  private mutating func draw(
    _ item: MainThreadItem, of id: ProcessIdentifier, _ kernel: inout Kernel
  ) -> Delivery? {
    guard kernel.beginDrawing(id, item.scene) else { return nil }
    let rect = springBoard.windowSize(kernel.traits)
    return send(.viewDraw, [rect], rule: .R133, to: id, as: item, &kernel)
  }

  // MARK: - Progress

  fileprivate mutating func progressed(
    _ id: ProcessIdentifier, _ progress: CodeProgress, _ kernel: inout Kernel
  ) {
    if case .returned(let answer) = progress {
      return finishDelivery(to: id, answer: answer, &kernel)
    }
    let record = kernel.read(id) { $0.mainThread.current?.record } ?? nil
    switch progress {
    case .returned: break
    case .working(let span):
      let end = kernel.now.after(max(.zero, span))
      let event = kernel.schedule(.mainThreadFree(id), at: end)
      kernel.change(id) { $0.changeMainThread { $0.work(event, until: end) } }
    case .hung(let report):
      kernel.change(id) { $0.changeMainThread { $0.hang(report) } }
      // Nobody else would notice: the blocked events of a foreground app are guarded (R111).
      if !frontBoard.watchdogs.guards(id), kernel.read(id, { $0.targetState }) != .background {
        frontBoard.changeWatchdogs { $0.arm(.eventHandling, for: id, cause: record, &kernel) }
      }
    case .crashed(let report):
      kernel.emit(
        .end(id, .crash, rule: nil, cause: record, .crash(report.message), crash: report))
    case .exited(let code):
      kernel.emit(
        .end(id, .exited, code: Int64(code), rule: nil, cause: record, .exitCode(code)))
    }
  }

  /// The code of the current delivery has returned.
  private mutating func finishDelivery(
    to id: ProcessIdentifier, answer: ScriptValue, _ kernel: inout Kernel
  ) {
    guard let current = kernel.finishDelivery(of: id) else { return }
    kernel.cancel(current.slowHandler)
    guard let message = current.message else { return }
    if message.entersBackground, kernel.has(.lateAssertion) {
      runningBoard.withdrawLateTasks(of: id, &kernel)
    }
    frontBoard.take(answer, to: message, scene: current.scene, of: id, &kernel)
    if message.isVoIPPush {
      services.calls.methodHasReturned(to: id, cause: current.record, &kernel)
    }
    let options =
      message == .didFinishLaunching ? kernel.change(id) { $0.endLaunch() } ?? nil : nil
    if message == .sceneDidBecomeActive, kernel.has(.applicationFollowsScenes) {
      followScenes(of: id, rule: current.rule ?? .R007, cause: current.record, &kernel)
    }
    if message.endsChangeOfPhase {
      kernel.sendScenePhase(to: id, scene: current.scene, cause: current.record)
    }
    _ = kernel.announce(
      message, isBefore: false, info: options, to: id, scene: current.scene,
      cause: current.record)
  }
}

extension Message {
  /// Whether it is the method of a PushKit delegate, old or new.
  fileprivate var isVoIPPush: Bool {
    self == .didReceiveIncomingPush || self == .didReceiveIncomingVoIPPush
  }

  /// Whether it tells the app, or one of its scenes, that it reached the background.
  fileprivate var entersBackground: Bool {
    self == .didEnterBackground || self == .sceneDidEnterBackground
  }

  /// Whether the state changed before it, so that the scene phase is reported after it (R161).
  fileprivate var endsChangeOfPhase: Bool {
    switch self {
    case .didBecomeActive, .didEnterBackground, .sceneDidBecomeActive, .sceneDidEnterBackground:
      true
    default: false
    }
  }
}
