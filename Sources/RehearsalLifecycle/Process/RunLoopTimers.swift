// The run loop's timers (R134) and display links. A timer's firings lie on a grid from the first due
// time on; of several missed ones at most one waits in the queue of the main thread. While a process
// is suspended its timers have no events; when it resumes, one that missed firings fires once at
// once and continues along its old grid.

import RehearsalValues

/// Names a timer of a process.
public struct TimerIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let place: SlotPlace

  /// Makes the identifier of what holds a place.
  package init(_ place: SlotPlace) { self.place = place }
}

/// What a display link has in addition to a timer.
struct DisplayLink: Sendable {
  /// From 1 to 120.
  var framesPerSecond: UInt8
  /// Whether the app itself holds it.
  var isPaused = false

  /// From frame to frame.
  var interval: TimeSpan { TimeSpan(nanoseconds: 1_000_000_000 / Int64(max(1, framesPerSecond))) }
}

/// A timer that a process scheduled.
///
/// There may be millions of them, so the order of the properties leaves no gaps between them.
struct RunLoopTimer: SlotElement {
  let callback: CallbackIdentifier
  /// The next point of the grid.
  var due: VirtualTime
  /// The grid's width; nil for a timer that fires once.
  var interval: TimeSpan?
  /// Whether a firing waits in the queue of the main thread.
  var isQueued = false
  /// What makes it fire with the screen's frames; nil for an ordinary timer.
  var link: DisplayLink?
  /// The record under which it was scheduled.
  let cause: Cause?
  /// The event at `due`; nil while the process is suspended, and after a one-shot timer was due.
  var event: EventIdentifier?

  /// Moves `due` to the first point of the grid after a moment.
  mutating func skip(past moment: VirtualTime) {
    guard let interval, interval > .zero, due <= moment else { return }
    let missed = moment.span(since: due).nanoseconds / interval.nanoseconds
    let last = due.after(TimeSpan(nanoseconds: missed * interval.nanoseconds))
    due = last.after(interval)
  }
}

/// The timers of a process.
struct RunLoopTimers: Sendable {
  private(set) var table = SlotTable<TimerIdentifier, RunLoopTimer>()

  var count: Int { table.count }

  /// The events of the device's queue that belong to them.
  var events: [EventIdentifier] { table.identifiers.compactMap { table[$0]?.event } }

  mutating func insert(_ timer: RunLoopTimer) -> TimerIdentifier { table.insert(timer) }

  mutating func remove(_ timer: TimerIdentifier) -> RunLoopTimer? { table.remove(timer) }

  mutating func setEvent(_ event: EventIdentifier?, of timer: TimerIdentifier) {
    table.change(timer) { $0.event = event }
  }

  /// Takes the event of a timer away, which the caller cancels.
  mutating func takeEvent(of timer: TimerIdentifier) -> EventIdentifier? {
    table.change(timer) { timer in
      defer { timer.event = nil }
      return timer.event
    } ?? nil
  }

  /// The result of a point of a timer's grid.
  struct GridPoint {
    /// Whether a firing waits already.
    let wasQueued: Bool
    /// When the timer is due next; nil for one that fires once.
    let next: VirtualTime?
    let cause: Cause?
  }

  /// A point of the grid is reached.
  mutating func reachGridPoint(_ timer: TimerIdentifier, at now: VirtualTime) -> GridPoint? {
    table.change(timer) { timer in
      let wasQueued = timer.isQueued
      timer.isQueued = true
      timer.event = nil
      timer.skip(past: now)
      return GridPoint(
        wasQueued: wasQueued, next: timer.interval == nil ? nil : timer.due, cause: timer.cause)
    }
  }

  /// The main thread reaches a firing; a timer that fires once is over with it.
  mutating func fire(_ timer: TimerIdentifier) -> RunLoopTimer? {
    let fired = table.change(timer) { timer in
      timer.isQueued = false
      return timer
    }
    if let fired, fired.interval == nil { table.remove(timer) }
    return fired
  }

  /// What happens to a timer when its process runs again.
  struct Restart {
    let timer: TimerIdentifier
    /// Whether it missed a firing, which is made up for.
    let hasMissed: Bool
    /// When it is due next; nil for one that is over.
    let next: VirtualTime?
    let cause: Cause?
  }

  /// Brings the timers of a process that runs again onto their grids: those that are over in the order in
  /// which they were due, then the others in the order of their creation, which decides where two are due
  /// together.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - shift: By how much their grids have moved.
  ///   - grain: In which steps moments differ, in nanoseconds.
  /// - Returns: What has to be scheduled, in that order.
  /// - Complexity: O(n log n) in the number of timers
  mutating func restart(
    at now: VirtualTime, shiftedBy shift: TimeSpan, inStepsOf grain: Int64
  ) -> [Restart] {
    guard count > 0 else { return [] }
    let timers = table.identifiers.compactMap { identifier in
      table[identifier].map { (identifier, timer: $0, due: $0.due.after(shift)) }
    }.filter { $0.timer.link == nil }.sorted { one, other in
      func place(_ due: VirtualTime) -> Int64 { due <= now ? due.nanoseconds / grain : .max }
      return (place(one.due), one.0.place.serial) < (place(other.due), other.0.place.serial)
    }
    return timers.map { identifier, timer, due in
      let isOver = timer.interval == nil && timer.isQueued
      let hasMissed = due <= now && !timer.isQueued
      let next = table.change(identifier) { timer in
        timer.due = due
        timer.isQueued = timer.isQueued || hasMissed
        timer.skip(past: now)
        return timer.due
      }
      return Restart(
        timer: identifier, hasMissed: hasMissed,
        next: next.flatMap { !isOver && $0 > now ? $0 : nil }, cause: timer.cause)
    }
  }

  // MARK: - Display links

  /// The display links, in the order of their beginning.
  var links: [TimerIdentifier] { table.identifiers.filter { table[$0]?.link != nil } }

  /// The next frame of a link that is not held and has none scheduled.
  func nextFrame(of link: TimerIdentifier, at now: VirtualTime) -> VirtualTime? {
    guard let timer = table[link], timer.link?.isPaused == false, timer.event == nil else {
      return nil
    }
    return now.after(timer.interval ?? .zero)
  }

  mutating func scheduleFrame(
    _ event: EventIdentifier, of link: TimerIdentifier, at due: VirtualTime
  ) {
    table.change(link) { timer in
      timer.due = due
      timer.event = event
    }
  }

  mutating func setPaused(_ isPaused: Bool, _ link: TimerIdentifier) {
    table.change(link) { $0.link?.isPaused = isPaused }
  }

  mutating func setFramesPerSecond(_ frames: UInt8, of link: TimerIdentifier) {
    table.change(link) { timer in
      timer.link?.framesPerSecond = frames
      timer.interval = timer.link?.interval
    }
  }
}

/// A timer as it can be inspected.
package struct TimerDescription: Hashable, Sendable {
  /// Which timer it is.
  package let identifier: TimerIdentifier
  /// When it is due next, unless its process is suspended until then.
  package let due: VirtualTime
  /// From firing to firing; nil for a timer that fires once.
  package let interval: TimeSpan?
}

// MARK: - On the device

extension Kernel {
  /// Adds a timer to a process and its event to the queue.
  mutating func scheduleTimer(
    after delay: TimeSpan, every interval: TimeSpan?, callback: CallbackIdentifier,
    in id: ProcessIdentifier
  ) throws(DeviceAPIError) -> TimerIdentifier {
    guard isAlive(id) else { throw .processEnded }
    guard delay >= .zero else { throw .negativeSpan }
    if let interval, interval <= .zero { throw .intervalNotPositive }
    let due = try moment(after: delay)
    let timer = RunLoopTimer(callback: callback, due: due, interval: interval, cause: cause)
    guard let identifier = change(id, { $0.changeTimers { $0.insert(timer) } }) else {
      throw .processEnded
    }
    schedule(identifier, of: id, at: due)
    return identifier
  }

  private mutating func schedule(
    _ timer: TimerIdentifier, of id: ProcessIdentifier, at due: VirtualTime
  ) {
    let event = schedule(.timerDue(id, timer), at: due)
    change(id) { $0.changeTimers { $0.setEvent(event, of: timer) } }
  }

  /// Ends a timer; the callback that it frees is returned, nil when it was over.
  mutating func invalidate(
    _ timer: TimerIdentifier, of id: ProcessIdentifier
  ) -> CallbackIdentifier? {
    guard let removed = change(id, { $0.changeTimers { $0.remove(timer) } }) ?? nil else {
      return nil
    }
    cancel(removed.event)
    return removed.callback
  }

  /// A point of the grid is reached: a firing is queued unless one waits there already.
  mutating func timerIsDue(_ timer: TimerIdentifier, of id: ProcessIdentifier) {
    let now = now
    let reached = change(id) { $0.changeTimers { $0.reachGridPoint(timer, at: now) } }
    guard let point = reached ?? nil else { return }
    if let next = point.next { schedule(timer, of: id, at: next) }
    if !point.wasQueued {
      enqueue(.fireTimer(timer, afterSuspension: false), for: id, cause: point.cause)
    }
  }

  /// The main thread reaches a firing.
  mutating func fire(
    _ timer: TimerIdentifier, of id: ProcessIdentifier, afterSuspension: Bool
  ) -> Delivery? {
    guard let fired = change(id, { $0.changeTimers { $0.fire(timer) } }) ?? nil else { return nil }
    let isFrame = fired.link != nil
    let record = record(
      .callback(isFrame ? .displayLink : .timer), of: id, rule: afterSuspension ? .R134 : nil,
      cause: fired.cause)
    begin(id, record)
    return .callback(
      fired.callback, arguments: isFrame ? [HandleKind.displayLink.value(timer)] : [],
      isLast: fired.interval == nil)
  }

  mutating func stopTimers(of id: ProcessIdentifier) {
    guard let timers = process(id)?.timers, timers.count > 0 else { return }
    for timer in timers.table.identifiers {
      let event = change(id) { $0.changeTimers { $0.takeEvent(of: timer) } }
      cancel(event ?? nil)
    }
  }

  /// Starts the timers of a process that runs again.
  mutating func restartTimers(of id: ProcessIdentifier, suspendedSince: VirtualTime) {
    let now = now
    // Before timers kept their grid suspended time was not counted, and the grid moved by it.
    let shift =
      traits.has(.timersKeepTheirGrid) ? TimeSpan.zero : now.span(since: suspendedSince)
    let grain = grain
    let restarts = change(id) {
      $0.changeTimers { $0.restart(at: now, shiftedBy: shift, inStepsOf: grain) }
    }
    for restart in restarts ?? [] {
      if restart.hasMissed {
        enqueue(.fireTimer(restart.timer, afterSuspension: true), for: id, cause: restart.cause)
      }
      if let next = restart.next { schedule(restart.timer, of: id, at: next) }
    }
  }

  // MARK: - Display links

  /// Schedules the next frame, if the app is on the screen and the link is not held.
  mutating func startDisplayLink(_ link: TimerIdentifier, of id: ProcessIdentifier) {
    let now = now
    let frame = read(id) { process -> VirtualTime? in
      guard !process.isSuspended, process.reportedState != .background else { return nil }
      return process.timers.nextFrame(of: link, at: now)
    }
    guard let due = frame ?? nil else { return }
    let event = schedule(.timerDue(id, link), at: due)
    change(id) { $0.changeTimers { $0.scheduleFrame(event, of: link, at: due) } }
  }

  mutating func stopDisplayLink(_ link: TimerIdentifier, of id: ProcessIdentifier) {
    let event = change(id) { $0.changeTimers { $0.takeEvent(of: link) } }
    cancel(event ?? nil)
  }

  /// The app came onto the screen or left it.
  mutating func reviewDisplayLinks(of id: ProcessIdentifier) {
    guard let process = process(id), process.timers.count > 0 else { return }
    let isOnScreen = process.reportedState != .background
    for link in process.timers.links {
      isOnScreen ? startDisplayLink(link, of: id) : stopDisplayLink(link, of: id)
    }
  }
}

// MARK: - For app code

/// What an app asks of timers.
extension AppContext {
  /// Schedules a timer that fires after a span and then, with an interval, again and again.
  ///
  /// - Parameters:
  ///   - delay: From this moment to the first firing; not negative.
  ///   - interval: From firing to firing, above zero; nil for a timer that fires once.
  ///   - callback: Delivered at each firing. It ends with the last one, when the timer is
  ///     invalidated, and with the process.
  /// - Returns: The timer, by which it can be invalidated.
  /// - Throws: `DeviceAPIError` for a span out of range, or when the process has ended.
  /// - Complexity: O(log n) in the number of scheduled events
  package func scheduleTimer(
    after delay: TimeSpan, every interval: TimeSpan? = nil, callback: CallbackIdentifier
  ) throws(DeviceAPIError) -> TimerIdentifier {
    try ask { _, kernel throws(DeviceAPIError) in
      try kernel.scheduleTimer(after: delay, every: interval, callback: callback, in: process)
    }
  }

  /// Ends a timer; the callback that it frees is returned, nil when it was over.
  package func invalidateTimer(_ timer: TimerIdentifier) -> CallbackIdentifier? {
    ask { _, kernel in kernel.invalidate(timer, of: process) }
  }

  /// Whether a timer may still fire.
  package func isTimerValid(_ timer: TimerIdentifier) -> Bool {
    read { $1.read(process) { $0.timers.table[timer] != nil } } ?? false
  }

  /// Begins to call back for frames while the app is on the screen.
  ///
  /// - Parameters:
  ///   - framesPerSecond: How many frames a second holds, from 1 to 120.
  ///   - callback: Delivered at each frame with the link as its argument. It ends when the link is
  ///     invalidated, and with the process.
  /// - Returns: The link, which is a timer.
  /// - Throws: `DeviceAPIError` for a number out of range, or when the process has ended.
  package func startDisplayLink(
    framesPerSecond: Int, callback: CallbackIdentifier
  ) throws(DeviceAPIError) -> TimerIdentifier {
    let frames = try Self.checked(framesPerSecond)
    return try ask { _, kernel throws(DeviceAPIError) in
      let link = DisplayLink(framesPerSecond: frames)
      let timer = RunLoopTimer(
        callback: callback, due: try kernel.moment(after: link.interval), interval: link.interval,
        link: link, cause: kernel.cause)
      guard let identifier = kernel.change(process, { $0.changeTimers { $0.insert(timer) } })
      else { throw .processEnded }
      kernel.startDisplayLink(identifier, of: process)
      return identifier
    }
  }

  /// Holds a display link's frames, or lets them continue.
  package func setPaused(_ isPaused: Bool, displayLink link: TimerIdentifier) {
    ask { _, kernel in
      kernel.change(process) { $0.changeTimers { $0.setPaused(isPaused, link) } }
      isPaused
        ? kernel.stopDisplayLink(link, of: process) : kernel.startDisplayLink(link, of: process)
    }
  }

  /// Changes how many frames a display link wants.
  ///
  /// - Throws: `DeviceAPIError.framesOutOfRange` for a number below 1 or above 120.
  package func setFramesPerSecond(
    _ frames: Int, displayLink link: TimerIdentifier
  ) throws(DeviceAPIError) {
    let frames = try Self.checked(frames)
    ask { _, kernel in
      kernel.stopDisplayLink(link, of: process)
      kernel.change(process) { $0.changeTimers { $0.setFramesPerSecond(frames, of: link) } }
      kernel.startDisplayLink(link, of: process)
    }
  }

  /// How many frames in a second a display link wants, and whether the app holds it; nil once it
  /// was invalidated.
  package func displayLink(
    _ link: TimerIdentifier
  ) -> (framesPerSecond: Int, isPaused: Bool)? {
    let link = read { $1.read(process) { $0.timers.table[link]?.link } } ?? nil
    return link.map { (Int($0.framesPerSecond), $0.isPaused) }
  }

  private static func checked(_ framesPerSecond: Int) throws(DeviceAPIError) -> UInt8 {
    guard (1...120).contains(framesPerSecond), let frames = UInt8(exactly: framesPerSecond) else {
      throw .framesOutOfRange
    }
    return frames
  }
}
