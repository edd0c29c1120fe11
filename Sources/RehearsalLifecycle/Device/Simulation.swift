// A device together with the code of its processes and the history of both, and the loop that moves
// them: a stimulus or a deadline first, then the turns of app code that follow from it. A simulation
// is a value: a copy is a fork of the world.

import RehearsalValues

/// A device and the code of its apps, moved by stimuli and by time.
public struct Simulation: Sendable {
  /// The device.
  package private(set) var device: Device
  /// What happened so far, where it is kept; the device knows nothing of it.
  package private(set) var history: History

  private struct Code: Sendable {
    /// The messages that the code implements.
    var handled: MessageSet
    var make: @Sendable () -> any AppCode
    /// Whether the code can run where the simulation is moved; nil for code that can anywhere.
    var canRunHere: (@Sendable () -> Bool)?
    /// The code of the living process; nil without one.
    var instance: (any AppCode)?
    /// The memory of the instance when it last came to rest, in bytes.
    private(set) var heldBytes = 0

    /// Makes the code of a new process, in place.
    ///
    /// - Returns: The notifications that the code observes, and whether it may want turns.
    mutating func start() -> (observed: NotificationSet, mayWantTurns: Bool) {
      // Asked before it has its place: an existential there would be copied for each question.
      let code = make()
      heldBytes = code.heldBytes
      let traits = (code.observedNotifications, type(of: code).mayWantTurns)
      instance = code
      return traits
    }

    /// Makes an instance the code of the living process, or ends it.
    mutating func replaceInstance(by instance: (any AppCode)?) {
      self.instance = instance
      heldBytes = instance?.heldBytes ?? 0
    }

    /// Runs the instance in place: a delivery, or what comes after its work.
    mutating func run(_ delivery: Delivery?, in context: AppContext) -> CodeProgress {
      let turn = instance?.takeTurn(delivery, in: context)
      heldBytes = turn?.heldBytes ?? 0
      return turn?.progress ?? .returned(.nil)
    }
  }

  /// A stimulus that was refused, and its refusal.
  package final class RefusedStimulus: Sendable {
    /// The record of the stimulus.
    package let stimulus: Record
    /// The record of its refusal.
    package let refusal: Record

    fileprivate init(_ stimulus: Record, _ refusal: Record) {
      self.stimulus = stimulus
      self.refusal = refusal
    }
  }

  /// The stimulus that was refused last, whether or not the history has its records.
  package private(set) var lastRefusal: RefusedStimulus?

  private var codes: [Code] = []
  /// Whether the code of some process may be given work from outside of the device.
  private var mayWantTurns = false
  /// Whether some code can run on a certain thread only.
  private var requiresOwnThread = false
  /// How many events and turns the present moment has held.
  private var eventsAtThisInstant = 0
  /// The memory of the code of all living processes.
  private var codeBytes = 0

  /// Makes a simulation of a device without apps.
  public init(profile: Profile = Profile()) { self.init(profile: profile, limits: Limits()) }

  /// Makes a simulation of a device without apps, within bounds.
  package init(profile: Profile = Profile(), limits: Limits) {
    device = Device(profile: profile, limits: limits)
    // At most half of the memory is for what happened: the oldest is dropped before a run ends by it.
    history = History(
      records: min(limits.traceRecords, limits.memoryBytes / 2 / Record.bytesOfARecord),
      exits: limits.exitsOfAnApp)
  }

  /// Puts an app on the device.
  ///
  /// - Parameters:
  ///   - app: The app's name, controls and Info.plist.
  ///   - handled: The messages that its code implements.
  ///   - canRunHere: Whether the code can run on the thread that moves the simulation; nil for code
  ///     that can on any.
  ///   - code: Makes the code of one process; called at the start of each.
  /// - Returns: The app, by which stimuli name it.
  /// - Throws: `SimulationError.duplicateName`.
  @discardableResult
  package mutating func install(
    _ app: AppDescription, handling handled: MessageSet,
    canRunHere: (@Sendable () -> Bool)? = nil, code: @Sendable @escaping () -> any AppCode
  ) throws(SimulationError) -> AppIdentifier {
    guard device.app(named: app.name) == nil else { throw .duplicateName(app.name) }
    codes.append(Code(handled: handled, make: code, canRunHere: canRunHere))
    if canRunHere != nil { requiresOwnThread = true }
    return device.change { $0.install(app, handling: handled) }
  }

  /// Replaces what is known of an app and its code, from its next process on.
  ///
  /// The living process, if any, continues with the old code; the stimulus `update` ends it.
  package mutating func replace(
    _ app: AppIdentifier, with description: AppDescription, handling handled: MessageSet,
    code: @Sendable @escaping () -> any AppCode
  ) {
    guard codes.indices.contains(app.position) else { return }
    codes[app.position].make = code
    codes[app.position].handled = handled
    device.change { $0.replace(app, with: description, handling: handled) }
  }

  // MARK: - Moving

  /// Applies a stimulus and handles everything due at this instant; the clock stays.
  ///
  /// - Throws: `SimulationError` for a request that makes no sense, and when the instant does not
  ///   end.
  @discardableResult
  public mutating func apply(
    _ stimulus: Stimulus
  ) throws(SimulationError) -> StimulusOutcome {
    if requiresOwnThread { try requireSuitableThread() }
    eventsAtThisInstant = 0
    return try withHistory { simulation throws(SimulationError) in
      try simulation.carryOut(stimulus)
    }
  }

  private mutating func carryOut(
    _ stimulus: Stimulus
  ) throws(SimulationError) -> StimulusOutcome {
    if mayWantTurns { scheduleWantedTurns() }
    let first = device.read { $0.kernel.nextRecord }
    let outcome = try device.change { device throws(SimulationError) in try device.apply(stimulus) }
    if case .refused = outcome { noteRefusal() }
    try takeTurns()
    while try stepOnce(notAfter: device.now) {}
    if stimulus.name.row.isVerb, device.read({ $0.kernel.lastRecord.index }) == first.index {
      device.change { $0.noteNoEffect(of: stimulus, cause: first) }
    }
    return outcome
  }

  /// Handles the next scheduled event and what follows from it; false when nothing is scheduled.
  ///
  /// The next midnight of the wall clock alone counts as nothing: a world at rest stays there.
  ///
  /// - Throws: `SimulationError.tooManyEventsAtOneInstant`, also over several steps.
  @discardableResult
  package mutating func step() throws(SimulationError) -> Bool {
    guard device.scheduledEventCount > 0, let next = device.nextEventTime, next < .never else {
      return false
    }
    return try stepOnce(notAfter: next)
  }

  /// Handles the next event that is due at or before a moment; false if there is none.
  ///
  /// The clock moves to the event, not to the moment.
  ///
  /// - Throws: `SimulationError.tooManyEventsAtOneInstant`, also over several steps.
  package mutating func stepOnce(notAfter limit: VirtualTime) throws(SimulationError) -> Bool {
    if requiresOwnThread { try requireSuitableThread() }
    // Most moments hold nothing more.
    guard mayStep(notAfter: limit) else { return false }
    return try withHistory { simulation throws(SimulationError) in
      try simulation.takeStep(notAfter: limit)
    }
  }

  /// Whether an event may be due at or before a moment; only code in Swift can have none after all.
  package func mayStep(notAfter limit: VirtualTime) -> Bool {
    mayWantTurns || device.hasWork || device.nextEventTime.map { $0 <= limit } == true
  }

  private mutating func takeStep(notAfter limit: VirtualTime) throws(SimulationError) -> Bool {
    if mayWantTurns { scheduleWantedTurns() }
    // Turns that a limit stopped before come first.
    try takeTurns()
    guard let next = device.nextEventTime, next <= limit else { return false }
    try meet(at: next) { $0.meetDeadline(notAfter: next) }
    return true
  }

  /// Handles the first event that is due at exactly a moment, whatever other apps' counts as due with it and
  /// was scheduled before; nothing happens where there is none.
  ///
  /// - Throws: `SimulationError.tooManyEventsAtOneInstant`, also over several steps.
  package mutating func stepOnce(at moment: VirtualTime) throws(SimulationError) {
    if requiresOwnThread { try requireSuitableThread() }
    try withHistory { simulation throws(SimulationError) in
      if simulation.mayWantTurns { simulation.scheduleWantedTurns() }
      try simulation.takeTurns()
      guard simulation.device.canMeetDeadline(at: moment) else { return }
      try simulation.meet(at: moment) { $0.meetDeadline(at: moment) }
    }
  }

  /// Meets a deadline, and lets the processes take the turns that it leads to.
  private mutating func meet(
    at moment: VirtualTime, _ body: (inout DeviceState) -> Void
  ) throws(SimulationError) {
    if moment > device.now { eventsAtThisInstant = 0 }
    try countEvent()
    device.change(body)
    try takeTurns()
  }

  /// Advances time and handles every event on the way, those at its end included.
  ///
  /// - Throws: `SimulationError` for a negative span, beyond the clock's end, and when an instant
  ///   does not end; the clock is then at that instant.
  package mutating func advance(by span: TimeSpan) throws(SimulationError) {
    try advance(to: end(of: span))
  }

  /// Advances time up to a moment; a moment that is over changes nothing.
  ///
  /// - Throws: `SimulationError.tooManyEventsAtOneInstant`.
  package mutating func advance(to end: VirtualTime) throws(SimulationError) {
    guard end < .never else { throw .clockOverflow }
    while try stepOnce(notAfter: end) {}
    if end > device.now {
      device.change { $0.wait(until: end) }
      eventsAtThisInstant = 0
    }
  }

  /// Moves the clock to a moment, whatever counts as due at it: that has its turn after it.
  package mutating func wait(until moment: VirtualTime) { device.change { $0.wait(until: moment) } }

  /// The moment that an `advance` by a span would reach.
  ///
  /// - Throws: `SimulationError` for a negative span and beyond the clock's end.
  package func end(of span: TimeSpan) throws(SimulationError) -> VirtualTime {
    guard span >= .zero else { throw .negativeSpan(Duration(span)) }
    do { return try device.now.adding(span) } catch { throw .clockOverflow }
  }

  /// Notes what was asked of the task scheduler and that nothing has run, as records.
  package mutating func noteRequestsThatWait() {
    device.change { $0.noteRequestsThatWait() }
    keepHistory()
  }

  /// Changes what an app keeps outside its process, to prepare a scenario.
  ///
  /// - Throws: `DeviceAPIError` for a value that cannot be kept and for an app that is not installed.
  package mutating func setValue(
    _ value: ScriptValue?, forKey key: String, in place: StoragePlace, of app: AppIdentifier
  ) throws(DeviceAPIError) {
    try device.change { device throws(DeviceAPIError) in
      try device.setValue(value, forKey: key, in: place, of: app)
    }
  }

  // MARK: - Code

  /// The code of the app's living process; nil without one.
  package func code(of app: AppIdentifier) -> (any AppCode)? {
    codes.indices.contains(app.position) ? codes[app.position].instance : nil
  }

  /// Changes the code of the app's living process in place; nil without one.
  ///
  /// For hosts that read a process's memory in a way that needs the code for itself alone.
  package mutating func withCode<Result>(
    of app: AppIdentifier, _ body: (inout any AppCode) -> Result
  ) -> Result? {
    guard codes.indices.contains(app.position), var code = codes[app.position].instance else {
      return nil
    }
    codeBytes -= codes[app.position].heldBytes
    codes[app.position].replaceInstance(by: nil)
    defer {
      codes[app.position].replaceInstance(by: code)
      codeBytes += codes[app.position].heldBytes
    }
    return body(&code)
  }

  /// Gives back the memory that the code of an app's living process does not need to wait.
  package mutating func compactCode(of app: AppIdentifier) {
    withCode(of: app) { $0.compact() }
  }

  /// Decides how the next choice comes out that is not decided yet.
  ///
  /// - Parameter way: The number of a way, from 0.
  package mutating func decide(_ way: Int) {
    device.change { $0.decide(way) }
  }

  /// Makes a choice of the world; a way from 0.
  package mutating func choose(among count: Int) -> Int {
    device.change { $0.choose(among: count) }
  }

  /// Among how many ways each choice was made since this was last asked, in order.
  package mutating func takeMetChoices() -> [Int] {
    device.change { $0.takeMetChoices() }
  }

  /// Replaces what makes the code of the app's later processes; it implements the same messages.
  package mutating func setCode(
    of app: AppIdentifier, make: @Sendable @escaping () -> any AppCode
  ) {
    guard codes.indices.contains(app.position) else { return }
    codes[app.position].make = make
  }

  /// What app code told the host since it was last asked for, in order.
  package mutating func takeHostMessages() -> [HostMessage] {
    var messages: [HostMessage] = []
    device.change { $0.takeOutput { messages = $0.takeHostMessages() } }
    return messages
  }

  /// Forgets what has happened; the indexes of later records continue.
  package mutating func dropRecords() { history.dropRecords() }

  /// What app code has used of its budgets since this was last asked, in instructions.
  package mutating func takeWork() -> Int {
    var instructions = 0
    device.change { $0.takeOutput { instructions = $0.takeWork() } }
    return instructions
  }

  /// What each search through the device's lists costs beyond the usual, in instructions.
  package var scanCost: Int { device.read { $0.scanCost } }

  // MARK: - Memory

  /// About how many bytes the device, the code of its apps and the history take.
  package var memoryBytes: Int { device.read { $0.memoryBytes } &+ codeBytes &+ history.bytes }

  /// About how many bytes the device takes alone.
  package var deviceBytes: Int { device.read { $0.memoryBytes } }

  // MARK: - Identity

  /// The digest of everything that decides what can happen from here on.
  ///
  /// Worlds with equal digests have equal futures. The history is not in it, nor are numbers by which things are only told apart.
  ///
  /// - Complexity: O(n) in what the device and the code hold
  package var identity: StateDigest {
    var known = IdentityMemory()
    return identity(IdentityScope(), knowing: &known).digest
  }

  /// The same of what counts, for most worlds do not depend on the hour, and the moments where they
  /// count by their groups.
  ///
  /// - Parameters:
  ///   - scope: What counts.
  ///   - known: What is known of parts that may not have changed; afterwards, of this world's.
  /// - Returns: The digest, and the moments where they count by their groups.
  package func identity(
    _ scope: IdentityScope, knowing known: inout IdentityMemory
  ) -> (digest: StateDigest, moments: MomentGroups) {
    // Captured by itself, else the whole simulation would be.
    let codes = codes
    return device.read { device in
      device.identity(scope, knowing: &known) { app in
        codes.indices.contains(app.position) ? codes[app.position].instance : nil
      }
    }
  }

  /// Takes moments that differ by less than so many nanoseconds for one from here on: what is due at one
  /// comes in the order of scheduling, and what moments have below that says where they come from.
  package mutating func takeForOne(momentsWithin nanoseconds: Int64) {
    device.change { $0.setGrain(nanoseconds) }
  }

  // MARK: - Steps

  /// Nothing moves where the code of some app could not run.
  private func requireSuitableThread() throws(SimulationError) {
    for app in device.apps where codes[app.position].canRunHere?() == false {
      throw .mainActorNeeded(app: device.description(of: app)?.name ?? "")
    }
  }

  /// Gives a turn to code that something outside of the device has given work.
  private mutating func scheduleWantedTurns() {
    let now = device.now
    for position in codes.indices where codes[position].instance?.wantsTurn(at: now) == true {
      guard let id = device.read({ $0.kernel.apps[position].process?.identifier }) else { continue }
      device.change { device in
        withUnsafeMutablePointer(to: &device) { device in
          codes[position].instance?.scheduleTurn(in: AppContext(device, id))
        }
      }
    }
  }

  /// Keeps the refusal that the device has just written, and what it refuses.
  private mutating func noteRefusal() {
    let records = device.read { $0.output.newRecords }
    guard let refusal = records.last,
      let stimulus = records.last(where: { $0.index == refusal.cause })
    else { return }
    lastRefusal = RefusedStimulus(stimulus, refusal)
  }

  /// Moves the device while its records go straight to the list of the history.
  private mutating func withHistory<Result>(
    _ body: (inout Simulation) throws(SimulationError) -> Result
  ) throws(SimulationError) -> Result {
    device.change { $0.takeOutput { history.lend(to: &$0) } }
    defer { keepHistory() }
    return try body(&self)
  }

  /// Takes over what the last steps gave out.
  private mutating func keepHistory() {
    // The code of a process goes with it.
    if device.read({ $0.hasEndedProcesses }) {
      for end in device.read({ $0.output.ends }) where !device.hasProcess(end.process.app) {
        codeBytes -= codes[end.process.app.position].heldBytes
        codes[end.process.app.position].replaceInstance(by: nil)
      }
    }
    device.change { $0.takeOutput { history.append(&$0) } }
  }

  private mutating func takeTurns() throws(SimulationError) {
    while device.hasWork {
      try countEvent(weight: device.change { $0.weighNextTurn() })
      guard let turn = device.change({ $0.nextTurn() }) else { break }
      take(turn)
    }
    assert(
      device.read { $0.checkProcesses() }.isEmpty, "\(device.read { $0.checkProcesses() })")
  }

  private mutating func take(_ turn: Turn) {
    let (id, delivery): (ProcessIdentifier, Delivery?) =
      switch turn {
      case .run(let id, let delivery): (id, delivery)
      case .resume(let id): (id, nil)
      }
    if let delivery { prepareCode(for: delivery, of: id) }
    let position = id.app.position
    codeBytes -= codes[position].heldBytes
    let progress = device.change { device in
      withUnsafeMutablePointer(to: &device) {
        codes[position].run(delivery, in: AppContext($0, id))
      }
    }
    codeBytes += codes[position].heldBytes
    device.change { $0.progressed(id, progress) }
  }

  /// Makes the code of a process before the first of it runs.
  private mutating func prepareCode(for delivery: Delivery, of id: ProcessIdentifier) {
    switch delivery {
    case .main: break
    // The code of a process with a `main` was made for that.
    case .initialize where !device.read({ $0.kernel.description(of: id.app).hasMain }): break
    default: return
    }
    let position = id.app.position
    codeBytes -= codes[position].heldBytes
    let code = codes[position].start()
    codeBytes += codes[position].heldBytes
    if code.mayWantTurns { mayWantTurns = true }
    let handled = codes[position].handled
    device.change { $0.adopt(id, handled: handled, observed: code.observed) }
  }

  private mutating func countEvent(weight: Int = 1) throws(SimulationError) {
    let limit = device.limits.eventsAtOneInstant
    guard eventsAtThisInstant < limit else {
      throw .tooManyEventsAtOneInstant(limit: limit, time: device.now)
    }
    eventsAtThisInstant += weight
    guard memoryBytes <= device.limits.memoryBytes else {
      throw .tooMuchMemory(limit: device.limits.memoryBytes)
    }
  }
}

extension AppCode {
  /// Runs a delivery, or what comes after the code's work, and weighs what the code then holds: both
  /// in place, since an existential that is asked for a property would be copied first.
  fileprivate mutating func takeTurn(
    _ delivery: Delivery?, in context: AppContext
  ) -> (progress: CodeProgress, heldBytes: Int) {
    let progress = delivery.map { run($0, in: context) } ?? resume(in: context)
    return (progress, heldBytes)
  }
}

/// A request that makes no sense on this device, or that would not end.
public enum SimulationError: Error, Hashable, Sendable {
  /// The device has no app of that identifier.
  case unknownApp
  /// Two apps would have one name.
  case duplicateName(String)
  /// The app was taken off the device.
  case notInstalled(app: String)
  /// The code of an app is isolated to the main actor, and the simulation is moved elsewhere.
  case mainActorNeeded(app: String)
  /// No app that is meant has a control of that label.
  case unknownControl(label: String, known: [String])
  /// An argument of an action is none of its parameter's domain.
  case invalidArgument(position: Int)
  /// A span of time that must not be negative is.
  case negativeSpan(Duration)
  /// The clock would run beyond its end.
  case clockOverflow
  /// One moment held more events than the limit allows.
  case tooManyEventsAtOneInstant(limit: Int, time: VirtualTime)
  /// The device, the code of its apps and the history take more bytes than the limit allows.
  case tooMuchMemory(limit: Int)
}
