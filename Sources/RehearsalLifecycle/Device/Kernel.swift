// What the parts of a device share while they act: the clock with everything that is due, the apps,
// their processes with their main threads, and what a step gives out: records, for the host to
// keep, and effects, for the other parts. Nothing here reads records back.

import RehearsalValues

/// The clock, the processes and the outputs of a device.
struct Kernel: Sendable {
  let traits: DeviceTraits
  /// The moment on the device's clock; while a deadline is handled, its due time.
  private(set) var now = VirtualTime.zero
  private(set) var deadlines = EventQueue<Deadline>()
  /// In which steps moments differ, in nanoseconds; what they have below says where they come from.
  private(set) var grain: Int64 = 1
  private(set) var apps: [InstalledApp] = []
  /// The processes that may have a turn, in the order in which they got work.
  private var ready: [ProcessIdentifier] = []
  private var lastProcessNumber = 100
  /// How choices of the world come out.
  var choices = Choices()
  /// What the device keeps; no part of what it is.
  private(set) var memory = MemoryAccount()

  /// The record that led to what is being done at this moment.
  private(set) var cause: Cause?
  /// What the part that acts has said to others, not yet routed.
  private(set) var effects: [Effect] = []
  private(set) var output = StepOutput()
  /// The index of the next record.
  private(set) var recordCount = 0

  init(_ traits: DeviceTraits) { self.traits = traits }

  /// Whether the system does or has something, as the rule book says.
  func has(_ feature: Feature) -> Bool { traits.has(feature) }

  /// Whether a quirk is switched on.
  func has(_ quirk: Quirk) -> Bool { traits.has(quirk) }

  func span(of budget: Budget) -> TimeSpan { traits.span(of: budget) }

  // MARK: - The clock

  mutating func schedule(_ deadline: Deadline, at due: VirtualTime) -> EventIdentifier {
    deadlines.schedule(deadline, at: due)
  }

  mutating func cancel(_ event: EventIdentifier?) {
    if let event { deadlines.cancel(event) }
  }

  /// The moment a span from this one, for app code.
  func moment(after span: TimeSpan) throws(DeviceAPIError) -> VirtualTime {
    do { return try now.adding(span) } catch { throw .clockOverflow }
  }

  /// Moves the clock to the next deadline that is due by then, and takes it.
  mutating func takeDeadline(notAfter limit: VirtualTime) -> Deadline? {
    meet(deadlines.popNext(notAfter: limit))
  }

  /// Moves the clock to a moment, and takes the first deadline that is due at exactly that.
  mutating func takeDeadline(at moment: VirtualTime) -> Deadline? {
    meet(deadlines.popFirst(dueAt: moment))
  }

  /// Whether the first deadline that is due at exactly a moment can be met now: what counts as due with it
  /// and was scheduled before is other apps', and does not depend on which of them comes first.
  func canMeetDeadline(at moment: VirtualTime) -> Bool {
    if deadlines.nextDue == moment { return true }
    var canMeet: Bool?
    var earlier: [AppIdentifier?] = []
    deadlines.forEachInOrder { due, deadline in
      guard canMeet == nil else { return }
      if due == moment {
        canMeet = earlier.allSatisfy { $0 != nil && deadline.app != nil && $0 != deadline.app }
      } else {
        earlier.append(deadline.app)
      }
    }
    return canMeet ?? false
  }

  /// Whether time alone comes to a moment at which something else has its turn: nothing is due at exactly that,
  /// and something counts as due with it.
  func isOnlyTime(_ moment: VirtualTime) -> Bool {
    guard let next = deadlines.nextDue, next != moment, countsAsOne(next, moment) else {
      return false
    }
    return deadlines.identifiers(dueAt: moment).isEmpty
  }

  private mutating func meet(_ event: (due: VirtualTime, payload: Deadline)?) -> Deadline? {
    guard let event else { return nil }
    now = countsAsOne(event.due, now) ? event.due : max(now, event.due)
    cause = nil
    return event.payload
  }

  /// Whether two moments differ only in where they come from.
  func countsAsOne(_ first: VirtualTime, _ second: VirtualTime) -> Bool {
    grain > 1 && first.nanoseconds / grain == second.nanoseconds / grain
  }

  /// Takes moments that differ by less than a grain for one from here on: the clock shows then where
  /// what is due at one of them comes from.
  mutating func setGrain(_ grain: Int64) {
    self.grain = grain
    deadlines.setGrain(grain)
  }

  /// Moves the clock on to a moment before which nothing is due.
  mutating func wait(until moment: VirtualTime) { now = max(now, moment) }

  // MARK: - Memory

  /// Adds what is passed to the device.
  mutating func charge(_ bytes: Int) { memory.charge(bytes) }

  /// Takes what the device was counted to keep.
  mutating func count(_ usage: HeapUsage) { memory.count(usage) }

  // MARK: - Causes and effects

  /// Makes a record the cause of what follows.
  mutating func attribute(to cause: Cause?) { self.cause = cause }

  /// Says something to another part, which acts when this one has returned.
  mutating func emit(_ effect: consuming Effect) {
    if effects.isEmpty { effects.reserveCapacity(8) }
    effects.append(effect)
  }

  /// Takes the effect that was said last, where there is one that has not been routed.
  mutating func takeLastEffect() -> Effect { effects.removeLast() }

  /// Takes an effect out that has not been routed, and leaves one there that means nothing.
  mutating func takeEffect(at position: Int) -> Effect {
    var effect = Effect.routed
    swap(&effect, &effects[position])
    return effect
  }

  /// Removes the effects from a position on, which have been routed.
  mutating func removeEffects(from position: Int) {
    // One by one: what was taken out is nothing to be destroyed.
    while effects.count > position { _ = effects.popLast() }
  }

  // MARK: - Apps

  mutating func install(
    _ description: AppDescription, handling handled: MessageSet
  ) -> AppIdentifier {
    apps.append(InstalledApp(description, handling: handled))
    connectExtensions()
    return AppIdentifier(apps.count - 1)
  }

  /// Finds the app of each extension, which may be declared after it.
  mutating func connectExtensions() {
    for position in apps.indices where apps[position].isExtension {
      let name = apps[position].description.containingApp
      apps[position].setContainer(appIdentifiers.first { description(of: $0).name == name })
    }
  }

  /// The extensions of an app.
  func extensions(of app: AppIdentifier) -> [AppIdentifier] {
    appIdentifiers.filter { apps[$0.position].container == app }
  }

  func knows(_ app: AppIdentifier) -> Bool { apps.indices.contains(app.position) }

  func description(of app: AppIdentifier) -> AppDescription { apps[app.position].description }

  mutating func changeApp(_ app: AppIdentifier, _ body: (inout InstalledApp) -> Void) {
    body(&apps[app.position])
  }

  /// The apps, installed or not, in the order of their declaration.
  var appIdentifiers: [AppIdentifier] { apps.indices.map { AppIdentifier($0) } }

  /// Whether the app's windows are scenes on this system (R015).
  func usesScenes(_ app: AppIdentifier) -> Bool {
    has(.scenes) && description(of: app).declaresScenes
  }

  /// Whether an app says that it was built with an SDK that has a feature.
  func isBuilt(_ app: AppIdentifier, with feature: Feature) -> Bool {
    guard let sdk = description(of: app).sdk, let first = feature.firstVersion else { return false }
    return sdk >= first
  }

  /// Whether the system makes the one scene of the app, which declares none (R157).
  func hasSystemScene(_ app: AppIdentifier) -> Bool {
    has(.systemScenes) && !description(of: app).declaresScenes
  }

  /// Why no session of a window can be closed or freed: there is none, or the system made it.
  func refusal(ofWindow window: Int, _ app: AppIdentifier) -> RefusalReason {
    hasSystemScene(app) && window == 1 && process(of: app) != nil
      ? .systemSceneOnly : .noSuchWindow
  }

  /// Whether the app may have more than one window: on an iPad, if it says so.
  func hasSeveralWindows(_ app: AppIdentifier) -> Bool {
    usesScenes(app) && traits.isPad && description(of: app).isTrue(.multipleScenes)
  }

  // MARK: - Processes

  /// Whether the process of that identifier is the app's living one: its latest, if that has not
  /// ended.
  @inline(__always)
  func isAlive(_ id: ProcessIdentifier) -> Bool {
    guard apps.indices.contains(id.app.position) else { return false }
    return apps[id.app.position].isAlive(incarnation: id.incarnation)
  }

  func hasProcess(_ app: AppIdentifier) -> Bool {
    knows(app) && apps[app.position].process != nil
  }

  /// How many processes live.
  var processCount: Int { apps.count { $0.process != nil } }

  /// Whether any process lives.
  var hasProcesses: Bool { apps.contains { $0.process != nil } }

  /// The living process of an app.
  func process(of app: AppIdentifier) -> CopyOnWriteBox<Process>? {
    knows(app) ? apps[app.position].process : nil
  }

  /// The living process of that identifier.
  func process(_ id: ProcessIdentifier) -> CopyOnWriteBox<Process>? {
    isAlive(id) ? apps[id.app.position].process : nil
  }

  /// The living processes, in the order of their apps.
  ///
  /// - Complexity: O(n) in the number of apps
  var livingProcesses: [CopyOnWriteBox<Process>] { apps.compactMap(\.process) }

  /// Whether the windows of a living process are scenes.
  func usesScenes(_ id: ProcessIdentifier) -> Bool { read(id) { $0.usesScenes } ?? false }

  /// The scenes of a living process that the system has in the foreground.
  func foregroundScenes(of id: ProcessIdentifier) -> [SceneIdentifier] {
    usesScenes(id) ? read(id) { $0.scenes.inForeground } ?? [] : []
  }

  /// The scenes of a living process that take part in its activity.
  func activeScenes(of id: ProcessIdentifier) -> [SceneIdentifier] {
    usesScenes(id) ? read(id) { $0.scenes.active } ?? [] : []
  }

  /// Reads something of a living process in place; nil when it is not alive.
  ///
  /// What continues to change the process reads it so: a `process(_:)` that is still held makes the
  /// change copy it.
  @inline(__always)
  func read<Result>(
    _ id: ProcessIdentifier, _ body: (borrowing Process) -> Result
  ) -> Result? {
    guard isAlive(id) else { return nil }
    return apps[id.app.position].process?.read(body)
  }

  /// Changes a living process in place; nil when it is not alive.
  @inline(__always) @discardableResult
  mutating func change<Result>(
    _ id: ProcessIdentifier, _ body: (inout Process) -> Result
  ) -> Result? {
    guard apps.indices.contains(id.app.position) else { return nil }
    // Through the buffer: the array's subscript would be a call for each of many small changes.
    return apps.withUnsafeMutableBufferPointer { apps in
      guard let app = apps.baseAddress.map({ $0 + id.app.position }),
        app.pointee.incarnations == id.incarnation
      else { return nil }
      return app.pointee.process?.change(body)
    }
  }

  /// Starts a process of an app, without any work for it yet.
  mutating func startProcess(
    of app: AppIdentifier, reason: LaunchReason, state: ApplicationState, isPrewarmed: Bool = false
  ) -> ProcessIdentifier {
    lastProcessNumber += 1
    let id = apps[app.position].beginLife(of: app)
    apps[app.position].process = CopyOnWriteBox(
      Process(
        id, number: lastProcessNumber, reason: reason, usesScenes: usesScenes(app), state: state,
        isPrewarmed: isPrewarmed))
    emit(.processStarted)
    return id
  }

  /// The process is removed with everything in it; how it ended stays with the app.
  mutating func removeProcess(_ id: ProcessIdentifier, _ exit: ProcessExit) {
    guard let process = process(id) else { return }
    for event in process.timers.events + process.works.events + process.mainThread.events {
      cancel(event)
    }
    apps[id.app.position].process = nil
    apps[id.app.position].endLife(exit)
    output.end(id, exit)
  }

  // MARK: - Main threads

  /// Adds work to the queue of a main thread; a process that has ended has none.
  mutating func enqueue(
    _ work: consuming MainThreadItem.Work, for id: ProcessIdentifier,
    scene: SceneIdentifier? = nil, cause: Cause?
  ) {
    // The process gets its turn all the same, so that processes keep their order.
    if case .send(let message, _, _) = work, isIgnored(message, by: id) { return markReady(id) }
    var item: MainThreadItem? = MainThreadItem(work: work, cause: cause, scene: scene)
    let isNew = change(id) { process in
      // Taken out and not named: the closure would copy it.
      item.take().map { process.appendToMainThread($0) } ?? false
    }
    if isNew == true { ready.append(id) }
  }

  /// Whether a message would not be sent, for it is opt-in and the app's code does not implement it.
  private func isIgnored(_ message: Message, by id: ProcessIdentifier) -> Bool {
    traits.isOptIn(message) && !(isAlive(id) && handles(message, id.app))
  }

  /// Whether an app's code implements a message: that of its process, or that which it will have.
  func handles(_ message: Message, _ app: AppIdentifier) -> Bool {
    let handled = process(of: app).flatMap { $0.hasCode ? $0.handled : nil }
    return (handled ?? apps[app.position].handledMessages).contains(message)
  }

  /// Puts a process on the list of those that may have a turn.
  mutating func markReady(_ id: ProcessIdentifier) {
    if ready.last == id { return }
    let isNew = change(id) { $0.changeMainThread { $0.markListed() } }
    if isNew == true { ready.append(id) }
  }

  /// Whether a process may have a turn.
  var hasWork: Bool { !ready.isEmpty }

  /// The process whose turn it is.
  var nextReady: ProcessIdentifier? { ready.first }

  /// Takes the process off the list whose turn it was, which can do no more.
  mutating func dropReady() {
    if ready.count == 1 { ready.removeLast() } else if !ready.isEmpty { ready.removeFirst() }
  }

  /// What a main thread does next; nil for a process that has ended.
  ///
  /// A process that can do nothing is no longer marked as listed: the caller drops it.
  mutating func takeStep(of id: ProcessIdentifier) -> MainThread.Step? {
    change(id) { process in
      let isSuspended = process.isSuspended
      return process.changeMainThread { $0.takeStep(isSuspended: isSuspended) }
    }
  }

  /// Notes that code is about to run for a record, which is the cause of what it does.
  mutating func begin(
    _ id: ProcessIdentifier, _ record: Cause, scene: SceneIdentifier? = nil,
    message: Message? = nil, rule: RuleNumber? = nil, slowHandler: EventIdentifier? = nil
  ) {
    cause = record
    let delivery = MainThread.CurrentDelivery(
      message: message, record: record, scene: scene, rule: rule, slowHandler: slowHandler)
    change(id) { $0.changeMainThread { $0.begin(delivery) } }
  }

  /// Ends the current delivery, which is returned; nil without one.
  mutating func finishDelivery(of id: ProcessIdentifier) -> MainThread.CurrentDelivery? {
    guard isAlive(id) else { return nil }
    var finished: MainThread.CurrentDelivery?
    change(id) { $0.changeMainThread { $0.finish(into: &finished) } }
    return finished
  }

  /// Sends a message to the view controllers on the screen: of the app, or of its scenes.
  mutating func sendToViews(
    _ message: Message, _ arguments: [ScriptValue], of id: ProcessIdentifier, rule: RuleNumber,
    cause: Cause?
  ) {
    guard let process = process(id) else { return }
    guard process.usesScenes else {
      return enqueue(.send(message, arguments, rule), for: id, cause: cause)
    }
    for scene in process.scenes.inForeground {
      enqueue(.send(message, arguments, rule), for: id, scene: scene, cause: cause)
    }
  }

  // MARK: - Records

  /// Writes a record about a living process.
  @discardableResult
  mutating func record(
    _ subject: RecordSubject, of id: ProcessIdentifier, scene: SceneIdentifier? = nil,
    rule: RuleNumber? = nil, cause: Cause?, handled: Bool? = nil, arguments: [ScriptValue] = [],
    details: RecordDetails = .none
  ) -> Cause {
    let state = read(id) { $0.readableState }
    return write(
      Record(
        index: recordCount, time: now, app: id.app, incarnation: id.incarnation, scene: scene,
        subject: subject, state: state, handled: handled, rule: rule, cause: cause?.index,
        arguments: arguments, details: details))
  }

  /// Writes a record about the device, or about an app whatever its process.
  @discardableResult
  mutating func record(
    _ subject: RecordSubject, app: AppIdentifier?, rule: RuleNumber? = nil, cause: Cause?,
    arguments: [ScriptValue] = [], details: RecordDetails = .none
  ) -> Cause {
    if let app, let process = process(of: app) {
      return record(
        subject, of: process.identifier, rule: rule, cause: cause, arguments: arguments,
        details: details)
    }
    return write(
      Record(
        index: recordCount, time: now, app: app, incarnation: 0, scene: nil, subject: subject,
        state: nil, handled: nil, rule: rule, cause: cause?.index, arguments: arguments,
        details: details))
  }

  /// Writes that something was refused.
  @discardableResult
  mutating func record(
    refusal: RefusalReason, _ circumstance: RefusalCircumstance = .none, app: AppIdentifier?,
    cause: Cause?
  ) -> Cause {
    record(
      .refusal(refusal), app: app, rule: refusal.rule, cause: cause,
      details: .refusal(circumstance))
  }

  /// Writes that a contract was broken without punishment.
  mutating func record(_ advice: Advice, of id: ProcessIdentifier, cause: Cause?) {
    record(.advice(advice), of: id, rule: advice.rule, cause: cause)
  }

  private mutating func write(_ record: Record) -> Cause {
    output.append(record)
    recordCount += 1
    return Cause(record.index)
  }

  /// Takes back the record that was written last, of an action that there cannot be.
  mutating func withdraw(_ record: Cause) {
    guard record.index == lastRecord.index else { return }
    output.removeLastRecord()
    recordCount -= 1
  }

  /// The record that was written last, for what has no better cause.
  var lastRecord: Cause { Cause(max(0, recordCount - 1)) }

  /// The record that will be written next.
  var nextRecord: Cause { Cause(recordCount) }

  /// An app was put on the device, with which its history begins again.
  mutating func noteInstallation(of app: AppIdentifier) {
    output.beginInstallation(of: app, at: recordCount)
  }

  /// Notes what app code has used of its budget.
  mutating func noteWork(_ instructions: Int) { output.noteWork(instructions) }

  mutating func keep(_ content: any Sendable, from id: ProcessIdentifier) {
    output.append(
      HostMessage(process: id, time: now, recordIndex: recordCount, content: content))
  }

  /// Hands out what the last steps gave out.
  mutating func takeOutput(_ body: (inout StepOutput) -> Void) { body(&output) }
}
