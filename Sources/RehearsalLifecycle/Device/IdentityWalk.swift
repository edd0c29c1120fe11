// The identity of a world: a digest of everything that decides what can happen to it, and of nothing
// else. Times are what remains or what has passed, orders are ranks; numbers by which the device
// only tells things apart (processes, lives, serials, records) are not in it.

import RehearsalValues

/// A walk through the state of a device that makes its digest.
struct IdentityWalk {
  private(set) var digester = StateDigester()
  /// The moment of the device's clock, or one before what is due at it and waits for its turn.
  let now: VirtualTime
  private let traits: DeviceTraits
  /// The closures of the current process visited so far, each once, in the order of the walk.
  private(set) var callbacks: [CallbackIdentifier] = []
  /// The scenes of the current process, in the order of their connection.
  private var scenes: [SceneIdentifier] = []
  /// The ranks of what the processes of the apps visited so far hold, by kind and identifier.
  private var ranks: [RankTable] = []

  /// What counts.
  let scope: IdentityScope
  /// The moments that were visited, where they count by their groups.
  private(set) var moments: MomentGroups

  /// What was combined, where that is asked for.
  private(set) var heapUsage = HeapUsage()
  private let counts: Bool
  /// What is known of parts that have not changed since an earlier walk.
  private(set) var known: IdentityMemory
  /// Whether what is being combined depends on more than the part that it is of: on moments, ranks or the
  /// closures before it.
  private var isBound = false
  /// What is due.
  private let deadlines: EventQueue<Deadline>
  /// The order of what is due where it comes from several actions, so that it may be due together; else that
  /// of its moments.
  let turns: TurnOrder?

  init(
    _ kernel: borrowing Kernel, _ scope: IdentityScope, counts: Bool = false,
    knowing known: IdentityMemory = IdentityMemory()
  ) {
    self.scope = scope
    self.known = known
    self.counts = counts
    now = kernel.now
    moments = MomentGroups(
      at: now, waiting: scope.groupsMoments ? kernel.momentsOfWaiting : [], scope)
    deadlines = kernel.deadlines
    let mayMeet =
      scope.groupsMoments && kernel.deadlines.hasSeveralRemainders { $0.isOfWallClock }
    turns = mayMeet ? TurnOrder(kernel.deadlines, areAppsApart: !scope.countsOrderAcrossApps) : nil
    traits = kernel.traits
  }

  func span(of budget: Budget) -> TimeSpan { traits.span(of: budget) }

  /// Whether the time of a suspension counts for timers.
  var keepsTimersOnGrid: Bool { traits.has(.timersKeepTheirGrid) }

  // MARK: - Values

  mutating func combine(_ number: Int) {
    digester.combine(number)
    if counts { count() }
  }

  mutating func combine(_ number: Double) { combine(Int(bitPattern: UInt(number.bitPattern))) }

  mutating func combine(_ flag: Bool) { digester.combine(flag) }

  mutating func combine(_ text: String) {
    digester.combine(text)
    if counts { count(text.utf8.count) }
  }

  mutating func combine(_ text: String?) {
    combine(text != nil)
    if let text { combine(text) }
  }

  mutating func combine(_ digest: StateDigest) { digester.combine(digest) }

  mutating func combine(_ value: ScriptValue) {
    if counts { count(value.heldBytes) }
    if scope.remainders.isEmpty { digester.combine(value) } else { combine(kept: value) }
  }

  /// Combines a value in which there may be moments that code has read.
  private mutating func combine(kept value: ScriptValue) {
    switch value {
    case .duration(let span):
      if MomentGroups.mayBeMoment(span) { isBound = true }
      guard let place = moments.meet(kept: span) else { return digester.combine(value) }
      digester.combine(UInt64(bitPattern: Int64(place.group)), UInt64(bitPattern: place.offset))
    case .list(let elements):
      digester.combine(elements.count)
      for element in elements { combine(kept: element) }
    case .map(let entries):
      digester.combine(entries.count)
      for entry in entries {
        combine(kept: entry.key)
        combine(kept: entry.value)
      }
    default: digester.combine(value)
    }
  }

  /// Combines how many elements there are, and each in its order.
  @inline(__always)
  mutating func combine<Elements: Collection>(
    each elements: Elements, _ body: (inout IdentityWalk, Elements.Element) -> Void
  ) {
    combine(elements.count)
    for element in elements { body(&self, element) }
  }

  /// Combines how many elements there are, and each in the order of their creation; gives them their
  /// ranks, unless they got them before.
  @discardableResult @inline(__always)
  mutating func combine<Identifier, Element>(
    each table: SlotTable<Identifier, Element>, numberedAs kind: HandleKind? = nil,
    _ body: (inout IdentityWalk, Element) -> Void
  ) -> [Identifier] {
    combine(table.count)
    if scope.countsNumbers { combine(Int(table.lastSerial)) }
    guard !table.isEmpty else { return [] }
    let identifiers = table.identifiers
    for identifier in identifiers {
      if let element = table[identifier] { body(&self, element) }
    }
    if let kind { number(identifiers, as: kind) }
    return identifiers
  }

  /// Combines tables whose entries are looked up by identifier and never walked through: their bytes
  /// count, their number does not.
  mutating func combineTables(_ body: (inout IdentityWalk) -> Void) {
    let count = heapUsage.count
    body(&self)
    heapUsage.count = count
  }

  /// Counts a number, a text or a value: its share of the list that it is in, and its bytes.
  private mutating func count(_ bytes: Int = 0) {
    heapUsage.bytes &+= 32 + bytes
    heapUsage.count += 1
  }

  mutating func combine<Symbol: CaseIterable & Equatable>(
    _ symbol: Symbol
  ) where Symbol.AllCases == [Symbol] {
    digester.combine(UInt64(Self.position(of: symbol)))
  }

  mutating func combine<Symbol: CaseIterable & Equatable>(
    _ symbol: Symbol?
  ) where Symbol.AllCases == [Symbol] {
    digester.combine(symbol.map { UInt64(Self.position(of: $0)) + 1 } ?? 0)
  }

  /// The case of an enumeration without payloads.
  private static func position<Symbol>(of symbol: Symbol) -> UInt8 {
    withUnsafeBytes(of: symbol) { $0.first ?? 0 }
  }

  mutating func combine(_ request: LaunchRequest) {
    combine(request.reason)
    switch request {
    case .icon: break
    case .url(let url, let source):
      combine(url)
      combine(source)
    case .activity(let activity):
      combine(activity.value)
      combine(activity.isHandoff)
      combine(activity.fails)
    case .intent(let name, let parameters):
      combine(name)
      combine(parameters)
    case .universalLink(let url): combine(url)
    case .notification(let response): combine(response)
    case .shortcut(let type, let info):
      combine(type)
      combine(info)
    }
  }

  mutating func combine(_ span: TimeSpan?) {
    combine(span != nil)
    if let span { combine(Int(span.nanoseconds)) }
  }

  // MARK: - What is known

  /// Combines what the services are of the device itself, which may be known.
  mutating func combineServices(
    _ services: CopyOnWriteBox<DeviceServices>, _ body: (inout IdentityWalk) -> Void
  ) {
    known.look(at: services)
    if !counts, let digest = known.device { return digester.combine(digest) }
    known.device = combineApart(body)
  }

  /// Combines what the services keep for an app, which may be known.
  mutating func combineServices(
    of app: AppIdentifier, _ body: (inout IdentityWalk) -> Void
  ) {
    if !counts, let digest = known[app: app.position] { return digester.combine(digest) }
    known[app: app.position] = combineApart(body)
  }

  /// Combines the digest of a part.
  ///
  /// - Returns: The digest; nil where it depends on more than that part.
  private mutating func combineApart(_ body: (inout IdentityWalk) -> Void) -> StateDigest? {
    let outer = digester
    digester = StateDigester()
    isBound = false
    body(&self)
    let digest = digester.finish()
    digester = outer
    digester.combine(digest)
    return isBound ? nil : digest
  }

  // MARK: - Time

  /// How hours count: that of the wall clock, and how many passed since the user's last visit.
  var clock: ClockIdentity { scope.clock }

  /// Combines a moment, ahead or over: how far off it is, or its group and its place in that.
  ///
  /// Every moment of a world goes through here, or is one whose hour only counts.
  mutating func combine(time moment: VirtualTime) {
    isBound = true
    guard scope.groupsMoments else { return combine(Int(moment.span(since: now).nanoseconds)) }
    let place = moments.meet(moment)
    digester.combine(UInt64(place.group), UInt64(bitPattern: place.offset))
  }

  /// Whether a moment lies ahead.
  func isAhead(_ moment: VirtualTime) -> Bool {
    scope.groupsMoments ? moments.isAhead(moment) : moment > now
  }

  /// Combines how long it is to a moment; one that is over counts as none.
  mutating func combine(until moment: VirtualTime?) {
    if moment != nil { isBound = true }
    let ahead = moment.flatMap { isAhead($0) ? $0 : nil }
    combine(ahead != nil ? 2 : moment == nil ? 0 : 1)
    if let ahead { combine(time: ahead) }
  }

  /// Sorts what waits for its turn by that, and leaves what does not behind it in its order.
  ///
  /// - Complexity: O(*n* log *n*)
  func inOrderOfTurns<Identifier>(
    _ identifiers: [Identifier], _ event: (Identifier) -> EventIdentifier?
  ) -> [Identifier] {
    guard scope.groupsMoments, identifiers.count > 1 else { return identifiers }
    return identifiers.enumerated().map { position, identifier in
      let place = event(identifier).flatMap(place) ?? (.never, .max)
      return (place: place, position: position, identifier: identifier)
    }
    .sorted { ($0.place.0, $0.place.1, $0.position) < ($1.place.0, $1.place.1, $1.position) }
    .map(\.identifier)
  }

  /// Where an event is in the order of what waits: its moment, where that counts, and its place.
  private func place(of event: EventIdentifier) -> (moment: VirtualTime, number: Int)? {
    guard let turns else { return deadlines.place(of: event).map { ($0.moment, Int($0.sequence)) } }
    return deadlines.sequence(of: event).flatMap(turns.place).map { (.zero, $0) }
  }

  /// Notes the deadlines that are due, in the order of their turns.
  mutating func note(turns deadlines: [(due: VirtualTime, app: Int?)]) {
    moments.note(turns: deadlines)
  }

  /// Combines in which order several moments came that are over, where what they left undone is done in
  /// that order.
  ///
  /// - Complexity: O(*n* log *n*) in the number of moments
  mutating func combine(orderOf moments: [VirtualTime]) {
    isBound = true
    guard moments.count > 1 else { return }
    let units = moments.map { $0.nanoseconds / (scope.groupsMoments ? MomentGroups.unit : 1) }
    for index in moments.indices.sorted(by: { (units[$0], $0) < (units[$1], $1) }) {
      combine(index)
    }
  }

  /// Combines a span that stands still.
  mutating func combine(stopped span: TimeSpan, _ pin: MomentGroups.Pin = .stoppedWork) {
    isBound = true
    combine(
      Int(scope.groupsMoments ? moments.meet(stopped: span, pin) : span.nanoseconds))
  }

  /// Combines how long it is to a moment that is hours away: where hours do not count, only whether
  /// it is over.
  mutating func combine(untilHours moment: VirtualTime?) {
    if moment != nil { isBound = true }
    switch clock {
    case .exact: combine(until: moment)
    case .absent: combine(moment.map { $0 > now } ?? false)
    case .grid(let step):
      let remaining = moment.map { max(.zero, $0.span(since: now)).nanoseconds } ?? 0
      combine(Int((remaining + step.nanoseconds - 1) / max(1, step.nanoseconds)))
    }
  }

  // MARK: - Apps

  /// Combines the position of an app, or that there is none.
  mutating func combine(placeOf app: AppIdentifier?) { combine(app?.position ?? -1) }

  // MARK: - Numbering

  /// Begins with the next app, whose closures and handles are counted from zero.
  mutating func beginApp() {
    if !callbacks.isEmpty { callbacks.removeAll(keepingCapacity: true) }
    scenes = []
    ranks.append(RankTable())
  }

  /// Visits a closure of the process; it counts by the place at which it is visited.
  mutating func combine(callback: CallbackIdentifier?) {
    combine(callback != nil)
    guard let callback else { return }
    isBound = true
    callbacks.append(callback)
  }

  /// Gives identifiers their ranks, by which code that holds them combines them.
  mutating func number(_ identifiers: [some SlotIdentifier], as kind: HandleKind) {
    if !identifiers.isEmpty { isBound = true }
    for (rank, identifier) in identifiers.enumerated() where !ranks.isEmpty {
      let number = scope.countsNumbers ? identifier.rawValue : UInt64(rank)
      ranks[ranks.count - 1].insert(kind.handle(identifier.rawValue).bits, number)
    }
  }

  /// Stands for assertions among the kinds of what has ranks; no code ever holds one.
  private static let assertionKind = UInt64(255) << 56

  /// Gives assertions their ranks.
  mutating func number(assertions: [AssertionIdentifier]) {
    for (rank, assertion) in assertions.enumerated() where !ranks.isEmpty {
      ranks[ranks.count - 1].insert(Self.assertionKind | assertion.rawValue, UInt64(rank))
    }
  }

  /// Combines the rank of an assertion.
  mutating func combine(assertion: AssertionIdentifier, _ app: AppIdentifier) {
    isBound = true
    let key = Self.assertionKind | assertion.rawValue
    let place = app.position
    combine(ranks.indices.contains(place) ? ranks[place][key].map { Int($0) + 1 } ?? 0 : 0)
  }

  /// Combines what an identifier of the current app, or of another app, names by its rank; one
  /// that names nothing any more counts as such.
  mutating func combine(
    _ identifier: some SlotIdentifier, of kind: HandleKind, _ app: AppIdentifier? = nil
  ) {
    isBound = true
    let place = app?.position ?? ranks.count - 1
    let key = kind.handle(identifier.rawValue).bits
    combine(ranks.indices.contains(place) ? ranks[place][key].map { Int($0) + 1 } ?? 0 : 0)
  }

  /// Gives the windows of the current app their ranks.
  mutating func number(sessions: [SceneSessionIdentifier]) {
    number(handles: sessions.lazy.map(\.handle))
  }

  /// Gives the scenes of the current process their ranks.
  mutating func number(scenes: [SceneIdentifier]) {
    self.scenes = scenes
    number(handles: scenes.lazy.map(\.handle))
  }

  private mutating func number(handles: some Sequence<Handle>) {
    guard !scope.countsWindowNumbers, !ranks.isEmpty else { return }
    for (rank, handle) in handles.enumerated() {
      ranks[ranks.count - 1].insert(handle.bits, UInt64(rank))
    }
  }

  /// Combines a window of the current app; one that is closed counts as none.
  mutating func combine(_ session: SceneSessionIdentifier) { combine(window: session.handle) }

  /// Combines a scene of the current process; one that is freed counts as none.
  mutating func combine(_ scene: SceneIdentifier?) {
    guard let scene else { return combine(-1) }
    combine(window: scene.handle)
  }

  private mutating func combine(window handle: Handle) {
    isBound = true
    combine(numbering.rank(of: handle).map { Int($0) } ?? -2)
  }

  /// Combines what is passed on to the current app.
  mutating func combine(argument: ScriptValue) {
    switch argument {
    case .handle(let handle) where [.scene, .sceneSession].contains(handle.handleKind):
      combine(window: handle)
    default: combine(argument)
    }
  }

  /// How closures and handles of the process are numbered.
  var numbering: ProcessNumbering {
    ProcessNumbering(
      callbacks: callbacks, handles: ranks.last ?? RankTable(),
      scenes: scope.countsWindowNumbers ? nil : scenes)
  }

  /// Lets app code combine itself.
  mutating func combine(_ code: any AppCode, of app: AppIdentifier) {
    code.digest(
      into: &digester, numbering: numbering, moments: &moments, knowing: &known[code: app.position])
  }

  func finish() -> StateDigest { digester.finish() }
}

/// How the hour of a device's clock counts in its identity.
package enum ClockIdentity: Hashable, Sendable {
  /// Not at all: nothing reads it.
  case absent
  /// To the nanosecond.
  case exact
  /// The time of day in steps, from midnight on.
  case grid(TimeSpan)
}

/// The ranks of what a process holds, by kind and identifier.
///
/// A list while it is short, as it is for nearly every process, for a dictionary takes longer to make
/// than a few keys to compare.
struct RankTable: Hashable, Sendable {
  private struct Entry: Hashable {
    let key, rank: UInt64
  }

  private static let longestList = 16

  private var list: [Entry] = []
  private var table: [UInt64: UInt64] = [:]

  subscript(key: UInt64) -> UInt64? {
    list.first { $0.key == key }?.rank ?? (table.isEmpty ? nil : table[key])
  }

  /// Adds a key that is not in the table.
  mutating func insert(_ key: UInt64, _ rank: UInt64) {
    if list.count < Self.longestList {
      list.append(Entry(key: key, rank: rank))
    } else {
      table[key] = rank
    }
  }
}

// MARK: - Processes

extension Process {
  /// Combines what the process is and does, apart from what its code holds.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(usesScenes)
    walk.combine(launchReason)
    walk.combine(reportedState)
    walk.combine(targetState)
    walk.combine(suspendedSince != nil)
    walk.combine(ending)
    walk.combine(isPrewarmed)
    walk.combine(isLaunching)
    walk.combine(wasStartedByPrewarm)
    walk.combine(hasFinishedLaunching)
    observed.digest(into: &walk)
    walk.combine(votes.allow(.launchIsAccepted))
    walk.combine(votes.allow(.stateIsSaved))
    walk.combine(votes.allow(.stateIsRestored))
    walk.combine(hasShownView)
    walk.combine(hasWindow)
    walk.combine(isInFirstCode)
    walk.combine(Int(delegates.rawValue))
    walk.combine(disablesIdleTimer)
    walk.combine(offersScreenContent)
    walk.combine(each: waitingForDelegates) { walk, item in item.digest(into: &walk) }
    walk.combine(notice?.rule)
    walk.combine(scenePhase)
    digestTimers(into: &walk)
    digestWorks(into: &walk)
    if usesScenes {
      walk.number(scenes: scenes.all.map(\.identifier))
    } else {
      walk.number(sessions: [SystemScene.session])
      walk.number(scenes: [SystemScene.scene])
    }
    scenes.digest(into: &walk)
    contents.digest(into: &walk)
    mainThread.digest(into: &walk, self)
    if let inbox = inbox.read({ $0 }) { inbox.digest(into: &walk) } else { walk.combine(0) }
  }

  private func digestTimers(into walk: inout IdentityWalk) {
    // Which of two was made first decides nothing while both wait for their turns.
    let identifiers = walk.inOrderOfTurns(timers.table.identifiers) { timers.table[$0]?.event }
    if walk.scope.countsNumbers { walk.combine(Int(timers.table.lastSerial)) }
    walk.combine(each: identifiers) { walk, identifier in
      guard let timer = timers.table[identifier] else { return }
      walk.combine(callback: timer.callback)
      digestDue(of: timer, into: &walk)
      walk.combine(timer.interval)
      walk.combine(timer.isQueued)
      walk.combine(timer.event != nil)
      walk.combine(timer.link.map { Int($0.framesPerSecond) * ($0.isPaused ? -1 : 1) } ?? 0)
    }
    walk.number(identifiers, as: .timer)
    walk.number(identifiers.filter { timers.table[$0]?.link != nil }, as: .displayLink)
    guard suspendedSince != nil else { return }
    let overdue = identifiers.compactMap { timers.table[$0] }.filter {
      $0.link == nil && !$0.isQueued && !walk.isAhead($0.due)
    }
    walk.combine(orderOf: overdue.map(\.due))
  }

  /// Combines when a timer is due: while its process is suspended it is overdue or not, and a
  /// repeating one has the phase of its grid, for what is over is over.
  private func digestDue(of timer: RunLoopTimer, into walk: inout IdentityWalk) {
    walk.combine(!walk.isAhead(timer.due))
    if let suspendedSince, !walk.keepsTimersOnGrid {
      // The grid moves by the length of the suspension.
      return walk.combine(stopped: timer.due.span(since: suspendedSince))
    }
    // A link that is held begins again, and a timer that fires once is over when it was due.
    guard timer.link == nil || timer.event != nil else { return }
    var timer = timer
    // What is due in this unit of time is over, unless it waits.
    if !walk.isAhead(timer.due) { timer.skip(past: walk.now) }
    if !walk.isAhead(timer.due) { timer.skip(past: timer.due) }
    if walk.isAhead(timer.due) { walk.combine(time: timer.due) }
  }

  private func digestWorks(into walk: inout IdentityWalk) {
    walk.combine(each: works.table, numberedAs: .backgroundWork) { walk, work in
      walk.combine(callback: work.callback)
      switch work.kind {
      case .perform(let share): walk.combine(share)
      case .download(let url), .webSocket(let url): walk.combine(url)
      case .submission(let result): walk.combine(result.rawValue)
      }
      walk.combine(work.isHeldByApp)
      walk.combine(work.hasLostConnection)
      if let timeout = work.timeout { walk.combine(until: timeout) }
      switch work.progress {
      case .running(_, let end): walk.combine(until: end)
      case .open: walk.combine(-2)
      case .stopped(let remaining): walk.combine(stopped: remaining)
      case .done: walk.combine(-1)
      }
    }
    // How long ago the suspension began counts where connections outlive its first moments (R190).
    guard let suspendedSince, !works.connected.isEmpty else { return }
    walk.combine(until: suspendedSince.after(walk.span(of: .socketGrace)))
  }
}

extension SceneTable {
  /// Combines the scenes.
  fileprivate func digest(into walk: inout IdentityWalk) {
    walk.combine(each: all) { walk, scene in
      walk.combine(scene.identifier)
      walk.combine(scene.session)
      walk.combine(scene.role)
      walk.combine(scene.reportedState)
      walk.combine(scene.phase)
      walk.combine(scene.targetState)
      walk.combine(scene.isLeaving)
      scene.contents.digest(into: &walk)
    }
  }
}

extension ScreenContents {
  fileprivate func digest(into walk: inout IdentityWalk) {
    walk.combine(screen)
    walk.combine(presented)
    walk.combine(needsDisplay)
    walk.combine(ignoresSnapshot)
  }
}

extension SuspendedInbox {
  fileprivate func digest(into walk: inout IdentityWalk) {
    walk.combine(timeChange != nil)
    walk.combine(protectedData != nil)
    walk.combine(each: notifications) { walk, waiting in
      walk.combine(waiting.notification)
      walk.combine(waiting.info ?? .emptyMap)
      walk.combine(waiting.rule)
      walk.combine(waiting.change?.before ?? .nil)
    }
    walk.combine(locations.count)
    if walk.scope.countsCoordinates { for place in locations { walk.combine(place) } }
  }
}

// MARK: - Main threads

extension MainThread {
  fileprivate func digest(into walk: inout IdentityWalk, _ process: borrowing Process) {
    switch occupation {
    case .idle: walk.combine(0)
    case .running: walk.combine(1)
    case .working(_, let end):
      walk.combine(2)
      walk.combine(until: end)
    case .frozen(let remaining):
      walk.combine(3)
      walk.combine(stopped: remaining)
    case .ready: walk.combine(4)
    case .hung: walk.combine(5)
    }
    walk.combine(transition != nil)
    walk.combine(current != nil)
    if let current {
      walk.combine(current.message)
      walk.combine(current.scene)
      walk.combine(current.slowHandler != nil)
      if let options = process.launchOptions { walk.combine(options) }
    }
    walk.combine(each: items.waiting) { $1.digest(into: &$0) }
  }
}

extension MainThreadItem {
  /// Combines the item; what it names is in the tables of its process, by rank.
  fileprivate func digest(into walk: inout IdentityWalk) {
    walk.combine(scene)
    walk.combine(isAnnounced)
    switch work {
    case .main: walk.combine(0)
    case .initialize: walk.combine(1)
    case .initializeScene: walk.combine(2)
    case .send(let message, let arguments, let rule):
      digest(3, message, arguments, rule, into: &walk)
    case .sendIf(let question, let message, let arguments, let rule):
      digest(4, message, arguments, rule, into: &walk)
      walk.combine(question == .launchIsAccepted ? 0 : question == .stateIsSaved ? 1 : 2)
    case .deliver(let message, let arguments, let rule, let completion):
      digest(5, message, arguments, rule, into: &walk)
      if let completion { walk.combine(completion, of: .completion) }
    case .respond(let payload, let rule):
      walk.combine(6)
      walk.combine(payload)
      walk.combine(rule)
    case .post(let notification, let info, let rule):
      walk.combine(7)
      walk.combine(notification)
      walk.combine(info.first ?? .emptyMap)
      walk.combine(rule)
    case .touch(let control):
      walk.combine(8)
      walk.combine(control)
    case .draw: walk.combine(9)
    case .setDelegate(let kind): walk.combine(kind.rawValue)
    case .keepAlive: walk.combine(10)
    case .finishBackground: walk.combine(11)
    case .suspendAtOnce: walk.combine(12)
    case .pausePrewarmed: walk.combine(13)
    case .takeSnapshot: walk.combine(14)
    case .freeScene: walk.combine(15)
    case .endFirstCode: walk.combine(48)
    case .connectWindow: walk.combine(49)
    case .layOut: walk.combine(50)
    case .passTransition: walk.combine(51)
    default: digestRest(into: &walk)
    }
  }

  private func digest(
    _ kind: Int, _ message: Message, _ arguments: [ScriptValue], _ rule: RuleNumber,
    into walk: inout IdentityWalk
  ) {
    walk.combine(kind)
    walk.combine(message)
    walk.combine(rule)
    walk.combine(arguments.count)
    guard walk.scope.countsCoordinates || message != .didUpdateLocations else { return }
    for argument in arguments { walk.combine(argument: argument) }
  }

  private func digestRest(into walk: inout IdentityWalk) {
    switch work {
    case .fireTimer(let timer, let afterSuspension):
      walk.combine(16)
      walk.combine(timer, of: .timer)
      walk.combine(afterSuspension)
    case .completeWork(let work):
      walk.combine(17)
      walk.combine(work, of: .backgroundWork)
    case .completeTransfer(let callback, let arguments):
      walk.combine(18)
      walk.combine(callback: callback)
      for argument in arguments { walk.combine(argument: argument) }
    case .answerPrompt(let callback, let isGranted):
      walk.combine(19)
      walk.combine(callback: callback)
      walk.combine(isGranted)
    case .expireTask(let task):
      walk.combine(20)
      walk.combine(task, of: .backgroundTask)
    case .expireLateTask(_, let callback, let name):
      walk.combine(21)
      walk.combine(callback: callback)
      walk.combine(name)
    case .runScheduledTask(let completion, let task, let rule):
      walk.combine(22)
      walk.combine(completion, of: .completion)
      walk.combine(task)
      walk.combine(rule)
    case .expireScheduledTask: walk.combine(23)
    case .become(let state, let rule):
      walk.combine(24)
      walk.combine(state)
      walk.combine(rule)
    case .sceneBecomes(let state, let rule):
      walk.combine(25)
      walk.combine(state)
      walk.combine(rule)
    case .arm(let watchdog):
      walk.combine(26)
      walk.combine(watchdog)
    case .disarm(let watchdog):
      walk.combine(27)
      walk.combine(watchdog)
    case .exit(let reason, let rule):
      walk.combine(28)
      walk.combine(reason)
      walk.combine(rule)
    case .expireTaskBeforeEnd(let task):
      walk.combine(29)
      walk.combine(task, of: .backgroundTask)
    case .end(let ending):
      walk.combine(30)
      walk.combine(ending.reason)
      walk.combine(ending.rule)
    default: break
    }
  }
}

// MARK: - Deadlines

extension Kernel {
  /// When what counts as due now is due, and waits for its turn.
  fileprivate var momentsOfWaiting: [VirtualTime] {
    guard let next = deadlines.nextDue, countsAsOne(next, now) else { return [] }
    return deadlines.inOrderOfScheduling.map(\.due).filter { countsAsOne($0, now) }
  }

  /// Combines the clock's deadlines: when each is due, and what it is.
  ///
  /// Their order is that of their moments. Where these count by their groups, those of several groups may
  /// be due together, and come then in the order of their turns.
  func digestDeadlines(into walk: inout IdentityWalk) {
    // The time of day says how long those of the wall clock have to go.
    let isExact = walk.clock == .exact
    var found: [(due: VirtualTime, deadline: Deadline)] = []
    let note = { (due: VirtualTime, deadline: Deadline) in
      if isExact || !deadline.isOfWallClock { found.append((due, deadline)) }
    }
    if let turns = walk.turns?.turns {
      for turn in turns { note(turn.due, turn.deadline) }
    } else {
      deadlines.forEachInOrder(note)
    }
    if !walk.scope.countsOrderAcrossApps, found.allSatisfy({ $0.deadline.app != nil }) {
      found = found.enumerated().sorted {
        ($0.element.deadline.app?.position ?? 0, $0.offset)
          < ($1.element.deadline.app?.position ?? 0, $1.offset)
      }.map(\.element)
    }
    walk.combine(found.count)
    for (due, deadline) in found {
      deadline.digest(into: &walk)
      walk.combine(until: due < .never ? due : nil)
    }
    walk.note(turns: found.map { ($0.due, $0.deadline.app?.position) })
  }

  /// Combines the order in which processes have their turns, and the order of their starts, by which
  /// memory is taken from them.
  func digestReady(into walk: inout IdentityWalk) {
    walk.combine(placeOf: nextReady?.app)
    guard processCount > 1, walk.scope.countsOrderOfStarts else { return }
    for process in livingProcesses.sorted(by: { $0.number < $1.number }) {
      walk.combine(placeOf: process.identifier.app)
    }
  }

  /// Combines what is left of an app's lives, and the process that may have a turn.
  func digestApp(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    let installed = apps[app.position]
    walk.combine(installed.isInstalled)
    walk.combine(installed.isOffloaded)
    walk.combine(installed.lastExit?.reason)
    walk.combine(hasProcess(app))
  }
}

extension Deadline {
  /// Combines which deadline it is, and the rank of what it belongs to.
  fileprivate func digest(into walk: inout IdentityWalk) {
    switch self {
    case .timerDue(let id, let timer):
      walk.combine(kind: 0, id.app)
      walk.combine(timer, of: .timer, id.app)
    case .workDone(let id, let work):
      walk.combine(kind: 1, id.app)
      walk.combine(work, of: .backgroundWork, id.app)
    case .mainThreadFree(let id): walk.combine(kind: 2, id.app)
    case .watchdogDue(let id, let watchdog):
      walk.combine(kind: 3, id.app)
      walk.combine(watchdog)
    case .suspensionDue(let id): walk.combine(kind: 4, id.app)
    case .taskTimeRunsOut(let id): walk.combine(kind: 5, id.app)
    case .taskTimeOver(let id): walk.combine(kind: 6, id.app)
    case .expirationHandlerIsSlow(let id): walk.combine(kind: 7, id.app)
    case .assertionRunsOut(let id, let assertion):
      walk.combine(kind: 8, id.app)
      walk.combine(assertion: assertion, id.app)
    case .assertionIsOver(let id, let assertion):
      walk.combine(kind: 9, id.app)
      walk.combine(assertion: assertion, id.app)
    case .processorUseIsDue(let id): walk.combine(kind: 10, id.app)
    case .heldPushIsDue(let app): walk.combine(kind: 11, app)
    case .keepAliveIsDue(let id): walk.combine(kind: 12, id.app)
    case .timeChanges: walk.combine(13)
    case .transferIsDone(let app, let transfer):
      walk.combine(kind: 14, app)
      walk.combine(transfer, of: .transfer, app)
    case .protectedDataGoes: walk.combine(15)
    case .callActionIsOver(let id): walk.combine(kind: 16, id.app)
    case .localNotificationsAreDue(let app): walk.combine(kind: 17, app)
    case .activitiesAreDue(let app): walk.combine(kind: 20, app)
    case .callReportIsDue(let app): walk.combine(kind: 22, app)
    case .progressStands(let id, let assertion):
      walk.combine(kind: 21, id.app)
      walk.combine(assertion: assertion, id.app)
    case .transitionIsOver(let id): walk.combine(kind: 18, id.app)
    case .lockGhostIsDue(let id): walk.combine(kind: 22, id.app)
    case .autoLockIsDue: walk.combine(23)
    case .stoppedTaskEnds(let id, let assertion):
      walk.combine(kind: 19, id.app)
      walk.combine(assertion: assertion, id.app)
    }
  }
}

extension IdentityWalk {
  fileprivate mutating func combine(kind: Int, _ app: AppIdentifier) {
    combine(kind << 32 | app.position)
  }
}

extension NotificationSet {
  /// Combines the members.
  func digest(into walk: inout IdentityWalk) { walk.combine(Int(bitPattern: UInt(bits))) }
}
