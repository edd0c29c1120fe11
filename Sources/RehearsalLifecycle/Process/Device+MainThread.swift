// The turns of main threads. The device does by itself what needs no app code and hands out a turn
// where it does; `Simulation` runs the code and reports its progress. Processes take turns in the
// order in which they got work, and one goes on until it is blocked or has nothing left.

/// A turn of app code that the device hands out.
enum Turn: Sendable {
  case run(ProcessIdentifier, Delivery)
  case resume(ProcessIdentifier)
}

extension Device {
  /// Adds work to the queue of a main thread.
  mutating func enqueue(
    _ work: MainThreadItem.Work, for id: ProcessIdentifier, scene: SceneIdentifier? = nil,
    cause: Int?
  ) {
    change(id) {
      $0.mainThread.items.append(MainThreadItem(work: work, cause: cause, scene: scene))
    }
    list(id)
  }

  /// Puts a process on the list of those that may have a turn.
  mutating func list(_ id: ProcessIdentifier) {
    let isNew = change(id) { process in
      defer { process.mainThread.isListed = true }
      return !process.mainThread.isListed
    }
    if isNew == true { ready.append(id) }
  }

  /// Whether a process may have a turn.
  var hasWork: Bool { !ready.isEmpty }

  /// The next turn of app code; nil when no process can go on at this moment.
  mutating func nextTurn() -> Turn? {
    while let id = ready.first {
      if let turn = nextTurn(of: id) { return turn }
      change(id) { $0.mainThread.isListed = false }
      ready.removeFirst()
    }
    cause = nil
    return nil
  }

  private mutating func nextTurn(of id: ProcessIdentifier) -> Turn? {
    while let step = change(id, { $0.takeStep() }) {
      switch step {
      case .nothing:
        return nil
      case .goOn(let record):
        cause = record
        return .resume(id)
      case .perform(let item):
        cause = item.cause
        guard let delivery = perform(item, for: id) else { continue }
        change(id) { $0.mainThread.occupation = .running }
        return .run(id, delivery)
      }
    }
    return nil
  }

  // MARK: - Items

  /// Does an item; a delivery is returned when app code has to run for it.
  private mutating func perform(_ item: MainThreadItem, for id: ProcessIdentifier) -> Delivery? {
    switch item.work {
    case .main:
      change(id) { $0.mainThread.current = .init(record: item.cause) }
      return .main
    case .initialize:
      change(id) { $0.mainThread.current = .init(record: item.cause) }
      return .initialize
    case .initializeScene:
      guard let scene = item.scene else { return nil }
      change(id) { $0.mainThread.current = .init(record: item.cause, scene: scene) }
      return .initializeScene(scene)
    case .send(let message, let arguments, let rule):
      return send(message, arguments, rule: rule, to: id, as: item)
    case .sendIf(let permission, let message, let arguments, let rule):
      guard change(id, { $0.permissions.allows(permission) }) == true else { return nil }
      return send(message, arguments, rule: rule, to: id, as: item)
    case .respond(let payload, let rule):
      return respond(payload, rule: rule, to: id, as: item)
    case .post(let notification, let info, let rule):
      return post(notification, info, rule: rule, to: id, scene: item.scene, cause: item.cause)
    case .fire(let timer, let afterSuspension):
      return fire(timer, of: id, afterSuspension: afterSuspension)
    case .complete(let work):
      return complete(work, of: id)
    case .expire(let task):
      return expire(task, of: id, cause: item.cause)
    case .expireLate(let task, let callback, let name):
      return expireLate(task, callback, name: name, of: id, cause: item.cause)
    case .deliver(let message, let arguments, let rule, let completion):
      return deliver(message, arguments, rule: rule, completion, to: id, as: item)
    case .runScheduledTask(let task, let identifier, let rule):
      return runScheduledTask(task, identifier, rule: rule, of: id, as: item)
    case .answerPrompt(let callback, let isGranted):
      return answerPrompt(callback, isGranted, of: id, cause: item.cause)
    case .keepAlive:
      return callKeepAlive(of: id, cause: item.cause)
    case .completeTransfer(let callback):
      return completeTransfer(callback, of: id, cause: item.cause)
    case .expireScheduledTask(let assertion):
      return runExpirationHandler(assertion, of: id, cause: item.cause)
    case .touch(let control):
      return touch(control, of: id, cause: item.cause)
    case .draw:
      guard beginDrawing(id, item.scene) else { return nil }
      let rect = profile.windowSize(orientation, isSplit: sideApp != nil)
      return send(.viewDraw, [rect], rule: .R133, to: id, as: item)
    default:
      follow(item, for: id)
      return nil
    }
  }

  /// Does an item that no app code runs for.
  private mutating func follow(_ item: MainThreadItem, for id: ProcessIdentifier) {
    switch item.work {
    case .become(let state, let rule):
      become(state, rule: rule, id, cause: item.cause)
    case .sceneBecomes(let state, let rule):
      scene(item.scene, becomes: state, rule: rule, of: id, cause: item.cause)
    case .freeScene:
      change(id) { process in process.scenes.removeAll { $0.identifier == item.scene } }
    case .arm(let watchdog):
      arm(watchdog, for: id, cause: item.cause)
    case .disarm(let watchdog):
      disarm(watchdog, for: id)
    case .takeSnapshot:
      takeSnapshot(of: id, item.scene, cause: item.cause)
    case .settleInBackground:
      change(id) { $0.departuresUnderWay -= 1 }
      arrivedInBackground(id)
      reviewRunningTime(of: id)
    case .suspendAtOnce:
      suspendAtOnce(id)
    case .pause:
      pausePrewarmed(id)
    case .exit(let reason, let rule):
      end(id, reason, rule: rule, cause: item.cause, detail: "It was given notice.")
    default: break
    }
  }

  /// Records a message and, if the app implements it, hands it to its code; an opt-in message that
  /// it does not implement is not sent.
  mutating func send(
    _ message: Message, _ arguments: [PlainValue], rule: RuleNumber, to id: ProcessIdentifier,
    as item: MainThreadItem
  ) -> Delivery? {
    let isHandled = change(id) { $0.handled.contains(message) } ?? false
    let arguments = isHandled ? completing(arguments, of: message, in: id) : arguments
    guard isHandled || !MessageSet.optIn.contains(message) else { return nil }
    if !item.isAnnounced {
      var announced = item
      announced.isAnnounced = true
      if announce(message, isBefore: true, to: id, scene: item.scene, cause: item.cause) {
        // What was put first comes before the message itself, which comes right behind it.
        insert(announced, behindNotificationsOf: id)
        return nil
      }
    }
    let index = record(
      .message(message), of: id, scene: item.scene, rule: rule, cause: item.cause,
      handled: isHandled, arguments: arguments)
    cause = index
    change(id) {
      $0.mainThread.current = .init(message: message, record: index, scene: item.scene)
    }
    guard isHandled else {
      finishDelivery(to: id, answer: .none)
      return nil
    }
    guard let scene = item.scene else { return .message(message, arguments: arguments) }
    return .sceneMessage(scene, message, arguments: arguments)
  }

  /// Puts a message behind the notifications that were put first for it.
  private mutating func insert(
    _ item: MainThreadItem, behindNotificationsOf id: ProcessIdentifier
  ) {
    change(id) { process in
      var position = 0
      while position < process.mainThread.items.count,
        case .post = process.mainThread.items[position].work
      {
        position += 1
      }
      process.mainThread.items.insert(item, at: position)
    }
  }

  /// Changes what the process can read of itself.
  mutating func become(
    _ state: ApplicationState, rule: RuleNumber, _ id: ProcessIdentifier, cause: Int?
  ) {
    guard let old = change(id, { $0.readable }), old != state else { return }
    let stay = newStay(.backgroundTasks)
    change(id) { process in
      process.readable = state
      if state != .background {
        process.stay = nil
      } else if process.stay == nil {
        process.stay = stay
      }
    }
    record(
      .state(state.processState, from: old.processState), of: id, rule: rule, cause: cause)
    if (old == .background) != (state == .background) { reviewServices(of: id) }
    reviewRunningTime(of: id)
    guard (old == .background) != (state == .background) else { return }
    state == .background ? stopDisplayLinks(of: id) : startDisplayLinks(of: id)
    if state != .background { drawIfAwaited(id, nil, cause: cause) }
  }

  /// A touch reaches the run loop: an active app's control sends its action (R003).
  private mutating func touch(
    _ control: Int, of id: ProcessIdentifier, cause: Int?
  ) -> Delivery? {
    disarm(.eventHandling, for: id)
    guard let state = change(id, { $0.readable }), state == .active else {
      let refusal = Refusal.appIsNotActive
      record(
        .refusal(refusal), of: id, rule: refusal.rule, cause: cause, detail: refusal.reason)
      return nil
    }
    let labels = installations[id.app.position].description.controls
    let label = labels.indices.contains(control) ? labels[control] : ""
    let scene = process(id)?.foregroundScenes.first
    let index = record(.action(control: control), of: id, scene: scene, cause: cause, detail: label)
    begin(id, record: index, scene: scene)
    return .control(control, in: scene)
  }

  /// Notes that code is about to run for a record, which is the cause of what it does.
  mutating func begin(
    _ id: ProcessIdentifier, record index: Int, scene: SceneIdentifier? = nil,
    slowHandler: EventIdentifier? = nil
  ) {
    cause = index
    change(id) {
      $0.mainThread.current = .init(record: index, scene: scene, slowHandler: slowHandler)
    }
  }

  // MARK: - Progress

  /// What the app code's turn came to.
  mutating func progressed(_ id: ProcessIdentifier, _ progress: CodeProgress) {
    // What the code called may have ended its process.
    guard isAlive(id) else { return }
    let record = change(id, { $0.mainThread.current?.record }) ?? nil
    switch progress {
    case .returned(let answer):
      finishDelivery(to: id, answer: answer)
    case .working(let span):
      let end = now.after(max(.zero, span))
      let event = queue.schedule(.mainThreadFree(id), at: end)
      change(id) { $0.mainThread.occupation = .working(event, until: end) }
    case .hung(let report):
      change(id) { $0.mainThread.occupation = .hung(report) }
      // Nobody else would notice: the blocked events of a foreground app are guarded (R111).
      if let process = process(id), process.watchdogs.isEmpty, process.intended != .background {
        arm(.eventHandling, for: id, cause: record)
      }
    case .crashed(let report):
      end(id, .crash, rule: nil, cause: record, detail: report.message, crash: report)
    case .exited(let code):
      end(
        id, .exited, code: Int64(code), rule: nil, cause: record,
        detail: "The app called exit(\(code)).")
    }
  }

  /// The code of the current delivery has returned.
  private mutating func finishDelivery(to id: ProcessIdentifier, answer: PlainValue) {
    let current = change(id) { process in
      defer {
        process.mainThread.current = nil
        process.mainThread.occupation = .idle
      }
      return process.mainThread.current
    }
    guard let current = current ?? nil else { return }
    current.slowHandler.map { _ = queue.cancel($0) }
    guard let message = current.message else { return }
    if message == .didEnterBackground || message == .sceneDidEnterBackground {
      withdrawLateTasks(of: id, begunAfter: current.record ?? 0)
    }
    take(answer, to: message, scene: current.scene, of: id)
    _ = announce(
      message, isBefore: false, to: id, scene: current.scene, cause: current.record)
  }
}

extension Process {
  /// What the main thread does next.
  fileprivate enum Step {
    case nothing
    /// The code goes on with the delivery of that record.
    case goOn(Int?)
    case perform(MainThreadItem)
  }

  fileprivate mutating func takeStep() -> Step {
    guard !isSuspended else { return .nothing }
    switch mainThread.occupation {
    case .running, .working, .frozen, .hung:
      return .nothing
    case .ready:
      mainThread.occupation = .running
      return .goOn(mainThread.current?.record)
    case .idle:
      return mainThread.items.popFirst().map(Step.perform) ?? .nothing
    }
  }
}
