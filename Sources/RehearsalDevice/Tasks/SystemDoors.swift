// What a scope answers to the doors of `CTaskHooks`: to dispatch queues, run loops, threads, locks and
// clocks that code of a process uses.

import CTaskHooks
import RehearsalLifecycle

extension TaskScope {
  /// The moment of the device, with the time that the main thread has been busy in this turn; that of
  /// the clock without a device.
  private var now: VirtualTime {
    let native = process?.native.pointee
    let device =
      native.map { $0.moment.time.advanced(by: .nanoseconds($0.worked.nanoseconds)) } ?? .zero
    return max(device, executor?.schedule.shownTime ?? .zero)
  }

  private func due(after span: UInt64) -> VirtualTime {
    now.advanced(by: .nanoseconds(Int64(clamping: span)))
  }

  func take(_ work: rehearsal_work, after span: UInt64) {
    guard let schedule = executor?.schedule, let executor else { return }
    schedule.keep(executor)
    // A main thread that is busy comes to it later.
    let isBusy = process.map { $0.native.pointee.worked > .zero } ?? false
    guard span > 0 || isBusy else { return schedule.enqueue(SystemWork(work)) }
    schedule.enqueue(SystemWork(work), at: due(after: span))
  }

  func take(_ work: rehearsal_work, when condition: rehearsal_condition) {
    executor?.schedule.enqueue(SystemWork(work), when: SystemCondition(condition))
  }

  func take(_ thread: OpaquePointer) { executor?.schedule.enqueue(VirtualThread(thread)) }

  func note(_ work: rehearsal_foreign_work) {
    guard let work = TaskProblem.ForeignWork(work) else { return }
    executor?.schedule.note(.foreignWork(work))
  }

  // MARK: - Waiting

  /// Waits for something to be there; whether it is.
  func wait(for condition: rehearsal_condition, upTo span: UInt64) -> Bool {
    wait(for: .system(SystemCondition(condition)), upTo: span)
  }

  /// Waits until a queue does nothing, and occupies it; whether it does.
  func occupy(_ queue: UInt) -> Bool { wait(for: .idle(queue), upTo: foreverSpan) }

  private func wait(for condition: WaitingThread.Condition, upTo span: UInt64) -> Bool {
    guard let executor else { return false }
    let schedule = executor.schedule
    let isLimited = span != foreverSpan
    if let thread = VirtualThread.current {
      return schedule.wait(thread, for: condition, until: isLimited ? due(after: span) : nil)
    }
    let isMet = { self.run { schedule.isMet(condition) } }
    if isMet() || letOthersGoOn(until: isLimited ? due(after: span) : nil, or: isMet) {
      return true
    }
    if !isLimited {
      schedule.note(.foreignWork(.blockedThread))
    } else if process == nil || !schedule.isMainThreadBusy {
      sleep(for: span)
    }
    return false
  }

  /// How long the main thread waits at most for something that may still come, though timers go on.
  private static let longestWait: Int64 = 3_600_000_000_000

  /// Lets everything else go on while the main thread waits, which is work of its; whether what it waits for
  /// is there.
  private func letOthersGoOn(until limit: VirtualTime?, or isMet: () -> Bool) -> Bool {
    guard let executor else { return false }
    let schedule = executor.schedule
    let end = limit ?? now.advanced(by: .nanoseconds(Self.longestWait))
    func work(until moment: VirtualTime) {
      let span = now.duration(to: moment)
      if span > .zero { process?.native.pointee.work(for: TimeSpan(span)) }
    }
    while true {
      while run({ executor.performOne() }) { if isMet() { return true } }
      guard process != nil, schedule.isMainThreadBusy, let due = schedule.nextDue, due <= end else {
        break
      }
      work(until: due)
      guard run({ schedule.wakeNext(notAfter: due, on: executor) }) else { break }
      if isMet() { return true }
    }
    // The rest of the time passes in vain.
    if limit != nil, schedule.isMainThreadBusy { work(until: end) }
    return false
  }

  /// Lets the thread sleep: the main thread is busy that long.
  func sleep(for span: UInt64) {
    guard let schedule = executor?.schedule else { return }
    if let thread = VirtualThread.current {
      return schedule.sleep(thread, until: due(after: span))
    }
    guard process != nil, schedule.isMainThreadBusy else {
      // Who sleeps looks at a clock afterwards, and sleeps on until it shows that time has passed.
      schedule.showTime(later: .nanoseconds(Int64(clamping: span)))
      return schedule.note(.foreignWork(.sleepingThread))
    }
    _ = letOthersGoOn(until: due(after: span)) { false }
  }

  var isMainThread: Bool {
    VirtualThread.current == nil && executor?.schedule.isMainThreadBusy != false
  }

  // MARK: - Time and chance

  /// What the system's clocks show, in nanoseconds: since 1970, or since the device was started.
  func moment(isDate: Bool) -> UInt64? {
    guard isDate else { return Self.startOfClock + UInt64(now.nanoseconds) }
    guard let moment = process?.native.pointee.moment else { return nil }
    let (seconds, rest) = moment.date
    let ahead = UInt64(max(0, now.nanoseconds - moment.time.nanoseconds))
    return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, rest)) + ahead
  }

  /// Clocks that count since a start are beyond any span that code subtracts from them.
  private static let startOfClock: UInt64 = 1_000_000_000_000_000

  func nextByChance() -> UInt64? { process?.native.pointee.nextRandom() }

  var object: UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    process == nil ? nil : executor?.schedule.processObject
  }
}

/// Waits for no longer than for ever, as C has it.
private let foreverSpan = UInt64.max

extension TaskProblem.ForeignWork {
  /// What a function of the system's is asked for.
  fileprivate init?(_ work: rehearsal_foreign_work) {
    switch work {
    case rehearsal_run_loop_timer: self = .runLoopTimer
    case rehearsal_sleeping_thread: self = .sleepingThread
    case rehearsal_blocked_thread: self = .blockedThread
    case rehearsal_held_lock: self = .heldLock
    case rehearsal_main_waits_for_itself: self = .mainWaitsForItself
    case rehearsal_inner_run_loop: self = .innerRunLoop
    case rehearsal_kernel_event: self = .kernelEvent
    case rehearsal_work_item: self = .workItem
    case rehearsal_wrong_queue: self = .wrongQueue
    case rehearsal_suspended_queue: self = .suspendedQueue
    case rehearsal_loop_observer: self = .loopObserver
    case rehearsal_standard_defaults: self = .standardDefaults
    case rehearsal_written_file: self = .writtenFile
    default: return nil
    }
  }
}

extension NativeProcess {
  /// Keeps the main thread busy; several spans in one turn add up.
  mutating func work(for span: TimeSpan) {
    if let sum = try? worked.adding(max(.zero, span)) { worked = sum }
  }

  /// The next number of a generator of the process's own, which begins alike in each life.
  mutating func nextRandom() -> UInt64 {
    chance &+= 0x9e37_79b9_7f4a_7c15
    var mixed = chance
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
