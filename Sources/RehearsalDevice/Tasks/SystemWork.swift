// What code of a process hands to dispatch queues, run loops and threads, as the schedule of its tasks has
// it. The main queue is the process's main thread; the blocks of any other queue run on threads of
// the process, in the order in which they came, one queue's one after the other.

import CTaskHooks
import RehearsalLifecycle
import Synchronization

/// A block, or what else is run once.
struct SystemWork: @unchecked Sendable {
  /// The address of its queue; 0 for one of the pool.
  let queue: UInt
  let isForMain: Bool
  fileprivate let work: rehearsal_work

  init(_ work: rehearsal_work) {
    queue = UInt(bitPattern: work.queue)
    isForMain = work.is_for_main
    self.work = work
  }

  /// Runs it; once.
  func run() { work.finish(work.context, true) }

  /// Gives back what it holds, instead of running it.
  func drop() { work.finish(work.context, false) }
}

/// Something that a thread or a block waits for.
struct SystemCondition: @unchecked Sendable {
  private let condition: rehearsal_condition

  init(_ condition: rehearsal_condition) { self.condition = condition }

  /// Whether it is met, and taken by that.
  func takes() -> Bool { condition.is_ready(condition.context) }
}

/// A thread of the process.
struct VirtualThread: Hashable, @unchecked Sendable {
  private let thread: OpaquePointer

  init(_ thread: OpaquePointer) { self.thread = thread }

  init(running work: SystemWork) { thread = rehearsal_thread_for(work.work) }

  /// The thread of a process that this one is; nil for any other.
  static var current: VirtualThread? { rehearsal_current_thread().map { VirtualThread($0) } }

  /// Lets it run until it waits or ends; whether it has ended.
  func resume() -> Bool { rehearsal_continue_thread(thread) }

  /// Waits, on this very thread, until it is resumed.
  func pause() { rehearsal_pause_thread() }
}

/// A thread that waits for something, and no longer than for a while.
struct WaitingThread: Sendable {
  let thread: VirtualThread
  let condition: Condition

  enum Condition: Sendable {
    case system(SystemCondition)
    /// The queue of that address does nothing.
    case idle(UInt)
  }
}

/// The blocks of a dispatch queue that wait, and whether one runs.
struct SystemQueue: Sendable {
  var waiting: [SystemWork] = []
  var isBusy = false
}

/// An object that belongs to a process.
final class ProcessObject: @unchecked Sendable {
  /// Where it is, as C has it.
  ///
  /// Used on the thread that moves the simulation alone.
  let place = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  init() { place.initialize(to: nil) }

  deinit {
    if let object = place.pointee { rehearsal_release_object(object) }
    place.deallocate()
  }
}

// MARK: - Blocks and queues

extension TaskSchedule {
  /// Adds work after what can run; of an ended process it is dropped.
  func enqueue(_ work: SystemWork) {
    let isTaken = state.withLock { state in
      guard !state.isEnded, !state.isEnding else { return false }
      if work.queue == 0 {
        state.jobs.append(Job(.block(work), isForMainActor: work.isForMain))
        return true
      }
      var queue = state.queues[work.queue] ?? SystemQueue()
      if !queue.isBusy, queue.waiting.isEmpty { state.jobs.append(Job(.queue(work.queue))) }
      queue.waiting.append(work)
      state.queues[work.queue] = queue
      return true
    }
    if !isTaken { work.drop() }
  }

  /// Adds work for a moment.
  func enqueue(_ work: SystemWork, at due: VirtualTime) {
    let isTaken = state.withLock { state in
      guard !state.isEnded, !state.isEnding else { return false }
      state.sleep(.work(work), until: due)
      return true
    }
    if !isTaken { work.drop() }
  }

  /// The place of an object of the process's own, such as its notification centre.
  var processObject: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    state.withLock { $0.object }.place
  }

  /// Keeps an executor that was given something.
  func keep(_ executor: VirtualExecutor) { state.withLock { $0.keep(executor) } }

  /// Adds work for when a condition is met.
  func enqueue(_ work: SystemWork, when condition: SystemCondition) {
    state.withLock { $0.notices.append((condition, work)) }
  }

  /// Runs the next block of a queue, unless another one runs.
  func runNext(of queue: UInt) {
    let work: SystemWork? = state.withLock { state in
      guard state.queues[queue]?.isBusy == false, state.queues[queue]?.waiting.isEmpty == false
      else { return nil }
      state.queues[queue]?.isBusy = true
      return state.queues[queue]?.waiting.removeFirst()
    }
    guard let work else { return }
    let thread = VirtualThread(running: work)
    state.withLock { $0.queuesOfThreads[thread] = queue }
    resume(thread)
  }

  /// Gives a queue back, whose next block may run then.
  func release(_ queue: UInt) { state.withLock { $0.release(queue) } }

  /// Whether a queue does nothing, and is occupied by that.
  func takes(_ queue: UInt) -> Bool {
    state.withLock { state in
      let known = state.queues[queue] ?? SystemQueue()
      guard !known.isBusy, known.waiting.isEmpty else { return false }
      state.queues[queue] = SystemQueue(isBusy: true)
      return true
    }
  }
}

extension TaskSchedule.State {
  mutating func release(_ queue: UInt) {
    guard var known = queues[queue] else { return }
    known.isBusy = false
    queues[queue] = known.waiting.isEmpty ? nil : known
    if !known.waiting.isEmpty { jobs.append(TaskSchedule.Job(.queue(queue))) }
  }

  /// Takes all blocks that wait, which never run.
  mutating func takeSystemWork() -> [SystemWork] {
    var works: [SystemWork] = []
    for job in jobs[firstJob...] + heldJobs {
      if case .block(let work) = job.work { works.append(work) }
    }
    for sleeper in sleepers { if case .work(let work) = sleeper.waking { works.append(work) } }
    // In the order of addresses, which nobody sees.
    for queue in queues.values { works += queue.waiting }
    works += notices.map(\.work)
    if !waitingThreads.isEmpty { hasAbandonedTasks = true }
    (queues, notices, waitingThreads) = ([:], [], [])
    return works
  }
}

// MARK: - Threads

extension TaskSchedule {
  /// Adds a thread that begins.
  func enqueue(_ thread: VirtualThread) {
    state.withLock { $0.jobs.append(Job(.thread(thread))) }
  }

  /// Lets a thread run until it waits or ends.
  func resume(_ thread: VirtualThread) {
    guard thread.resume() else { return }
    state.withLock { state in
      if let queue = state.queuesOfThreads.removeValue(forKey: thread) { state.release(queue) }
    }
  }

  /// Lets this thread of the process sleep.
  func sleep(_ thread: VirtualThread, until due: VirtualTime) {
    state.withLock { $0.sleep(.thread(thread), until: due) }
    thread.pause()
  }

  /// Lets this thread of the process wait.
  ///
  /// - Returns: Whether the condition was met.
  func wait(
    _ thread: VirtualThread, for condition: WaitingThread.Condition, until limit: VirtualTime?
  ) -> Bool {
    state.withLock { state in
      state.waitingThreads.append(WaitingThread(thread: thread, condition: condition))
      if let limit { state.sleep(.limit(of: thread), until: limit) }
    }
    thread.pause()
    return state.withLock { $0.outcomes.removeValue(forKey: thread) } ?? false
  }

  /// The time is over for which a thread wanted to wait.
  func endWait(of thread: VirtualThread) {
    state.withLock { state in
      guard let index = state.waitingThreads.firstIndex(where: { $0.thread == thread }) else {
        return
      }
      state.waitingThreads.remove(at: index)
      state.outcomes[thread] = false
      state.jobs.append(Job(.thread(thread)))
    }
  }

  /// Lets those go on whose condition is met; false where there are none.
  func continueWaiting() -> Bool {
    let (threads, notices) = state.withLock { ($0.waitingThreads, $0.notices) }
    for (index, notice) in notices.enumerated() where notice.condition.takes() {
      state.withLock { _ = $0.notices.remove(at: index) }
      enqueue(notice.work)
      return true
    }
    for waiting in threads where isMet(waiting.condition) {
      state.withLock { state in
        state.waitingThreads.removeAll { $0.thread == waiting.thread }
        state.outcomes[waiting.thread] = true
        state.sleepers.removeAll {
          if case .limit(waiting.thread) = $0.waking { true } else { false }
        }
      }
      resume(waiting.thread)
      return true
    }
    return false
  }

  func isMet(_ condition: WaitingThread.Condition) -> Bool {
    switch condition {
    case .system(let condition): condition.takes()
    case .idle(let queue): takes(queue)
    }
  }

  // MARK: - The main thread

  /// Runs something of the main thread's.
  func onMainThread(_ body: () -> Void) {
    state.withLock { $0.mainDepth += 1 }
    body()
    state.withLock { $0.mainDepth -= 1 }
  }

  /// Whether the main thread is in the middle of something: a delivery, or what the tasks let it run.
  var isMainThreadBusy: Bool { state.withLock { !$0.isRunning || $0.mainDepth > 0 } }

  /// Something that can run while the code on this thread waits; nil without.
  func nextJobWhileWaiting() -> Job? {
    state.withLock { state in
      let isMainFree = state.isRunning && state.mainDepth == 0
      let index = state.jobs[state.firstJob...].firstIndex { isMainFree || !$0.isForMainActor }
      guard let index, state.jobCount < Self.mostJobs else { return nil }
      state.jobCount += 1
      return state.jobs.remove(at: index)
    }
  }

  /// Runs something in the middle of something else.
  func insideAnother(_ body: () -> Void) {
    // A delivery that waits keeps the main thread.
    let wasRunning = state.withLock { state in
      defer { state.isRunning = true }
      if !state.isRunning { state.mainDepth += 1 }
      return state.isRunning
    }
    body()
    if !wasRunning {
      state.withLock { state in
        state.isRunning = false
        state.mainDepth -= 1
      }
    }
  }
}
