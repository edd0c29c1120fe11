// What controlled tasks wait for: their turn, or a moment of virtual time. The one place that keeps
// both orders, which decide everything about how tasks run, so that the same code always runs in the
// same order.

import CTaskHooks
import RehearsalLifecycle
import Synchronization

/// The jobs that can run, and the sleepers with their moments.
final class TaskSchedule: Sendable {
  /// Something that can run.
  struct Job: Sendable {
    enum Work: Sendable {
      /// A piece of a task.
      case task(UnownedJob)
      /// A block for the main thread, or for a thread of the pool.
      case block(SystemWork)
      /// The next block of a queue.
      case queue(UInt)
      /// A thread that begins, or that has waited.
      case thread(VirtualThread)
    }

    let work: Work
    let isForMainActor: Bool

    init(_ job: UnownedJob, isForMainActor: Bool = false) {
      self.init(.task(job), isForMainActor: isForMainActor)
    }

    init(_ work: Work, isForMainActor: Bool = false) {
      self.work = work
      self.isForMainActor = isForMainActor
    }

    /// The number of the task; 0 for what is no task's.
    var number: UInt64 { if case .task(let job) = work { TaskScope.number(of: job) } else { 0 } }
  }

  /// Something that waits for a moment.
  struct Sleeper: Sendable {
    enum Waking: Sendable {
      case continuation(UnsafeContinuation<Void, any Error>)
      /// A job of a sleep on one of the system's clocks.
      case job(UnownedJob)
      /// A block that was to come later.
      case work(SystemWork)
      case thread(VirtualThread)
      /// The end of the time that a thread waits for.
      case limit(of: VirtualThread)
    }

    let due: VirtualTime
    /// Orders those of one due time.
    let number: Int
    let waking: Waking
  }

  struct State {
    var now: VirtualTime
    var jobs: [Job] = []
    /// The position of the first job that has not run.
    var firstJob = 0
    /// Jobs of the main actor that came where it was not at hand.
    var heldJobs: [Job] = []
    /// The task whose job runs, by its number, and when that began.
    var runningTask: UInt64 = 0
    var jobStart: UInt64 = 0
    /// How long the last job of each task ran, since all tasks waited.
    var lastJobs: [UInt64: ClosedRange<UInt64>] = [:]
    /// The jobs since the last came to rest.
    var jobCount = 0
    var isRunning = false
    var isEnded = false
    /// How many tasks wait for an answer of the system's.
    var requestCount = 0
    /// The dispatch queues that have blocks, by their addresses.
    var queues: [UInt: SystemQueue] = [:]
    /// The queues whose blocks the threads run.
    var queuesOfThreads: [VirtualThread: UInt] = [:]
    /// The threads that wait, in the order in which they began to.
    var waitingThreads: [WaitingThread] = []
    /// The threads whose condition was met, or not, when their wait ended.
    var outcomes: [VirtualThread: Bool] = [:]
    /// The blocks that come when a condition is met.
    var notices: [(condition: SystemCondition, work: SystemWork)] = []
    /// How many things the main thread is in the middle of, beside a delivery.
    var mainDepth = 0
    /// How long threads slept that could not.
    var vainSleep = Duration.zero
    /// An object of the process's own, see `processObject`.
    let object = ProcessObject()
    /// Whether tasks waited when they were ended, which then never gave back what they held.
    var hasAbandonedTasks = false
    /// The last sleeper is due first.
    var sleepers: [Sleeper] = []
    var lastNumber = 0
    /// Sleeps that were cancelled before they began.
    var cancelled: Set<Int> = []
    var waiters: [Int: @Sendable () -> Void] = [:]
    var problems: [FoundProblem] = []
    /// Whether the tasks are being ended, which resumes those that others wait with.
    var isEnding = false
    /// The task that last let the tasks run, by its number; 0 where no task of Swift did.
    var driver: UInt64 = 0
    /// The calls that began each task, by its number, while somebody watches.
    var origins: [UInt64: any CapturedCalls] = [:]
    var kept: [any AnyObject & Sendable] = []

    mutating func insert(_ sleeper: Sleeper) {
      var (low, high) = (0, sleepers.count)
      while low < high {
        let middle = (low + high) / 2
        if sleepers[middle].due <= sleeper.due { high = middle } else { low = middle + 1 }
      }
      sleepers.insert(sleeper, at: low)
    }

    mutating func sleep(_ waking: Sleeper.Waking, until due: VirtualTime) {
      lastNumber += 1
      insert(Sleeper(due: due, number: lastNumber, waking: waking))
    }

    mutating func begin(_ job: Job) {
      let now = rehearsal_monotonic_now()
      lastJobs[runningTask] = jobStart...max(jobStart, now)
      runningTask = job.number
      jobStart = now
    }

    mutating func noteOrigin(of job: Job, _ watch: any TaskWatch) {
      let number = job.number
      guard number != 0, origins[number] == nil, origins.count < TaskSchedule.mostOrigins else {
        return
      }
      origins[number] = TaskScope.leave { watch.calls() }
    }

    /// Notes a problem, unless the one before is of its kind.
    mutating func note(_ reason: TaskProblem.Reason, about job: Job) -> FoundProblem? {
      guard problems.last?.reason != reason else { return nil }
      let problem = FoundProblem(reason: reason, calls: nil, origin: origin(of: job))
      problems.append(problem)
      return problem
    }

    /// The calls that began the task of a job, or else the task that runs.
    func origin(of job: Job) -> (any CapturedCalls)? {
      origins[job.number] ?? origins[runningTask]
    }

    mutating func keep(_ executor: any AnyObject & Sendable) {
      if !kept.contains(where: { $0 === executor }) { kept.append(executor) }
    }
  }

  /// How many jobs may run before all tasks wait.
  static let mostJobs = 1_000_000

  /// Of how many tasks is kept what began them.
  private static let mostOrigins = 10_000

  let state: Mutex<State>
  private let watch: (any TaskWatch)?

  init(at start: VirtualTime) {
    state = Mutex(State(now: start))
    watch = TaskWatching.current
  }

  var now: VirtualTime { state.withLock(\.now) }

  /// What the system's clocks show: later than it is where a thread slept that could not.
  var shownTime: VirtualTime { state.withLock { $0.now.advanced(by: $0.vainSleep) } }

  /// Lets the system's clocks show a later time from now on.
  func showTime(later span: Duration) { state.withLock { $0.vainSleep += span } }

  /// Whether tasks waited for their turn, for a moment or for the system when all were ended.
  var hasAbandonedTasks: Bool { state.withLock(\.hasAbandonedTasks) }

  /// A task begins to wait for an answer of the system's, or has it.
  func changeRequests(by difference: Int) { state.withLock { $0.requestCount += difference } }

  /// Whether a task can continue without time passing.
  var hasJobs: Bool { state.withLock { $0.firstJob < $0.jobs.count } }

  /// How many sleep.
  var sleeperCount: Int { state.withLock(\.sleepers.count) }

  /// The moment at which the next sleeper is due; nil where nobody sleeps.
  var nextDue: VirtualTime? { state.withLock { $0.sleepers.last?.due } }

  /// What is not as it should be since this was last asked, in order.
  func takeProblems() -> [TaskProblem] {
    let found = state.withLock { state in
      defer { state.problems = [] }
      return state.problems
    }
    return found.map { $0.problem() }
  }

  /// Notes what code does past the simulated device; what comes after the end of the tasks is nobody's.
  func note(_ reason: TaskProblem.Reason) {
    let problem: FoundProblem? = state.withLock { state in
      guard !state.isEnded, state.problems.last?.reason != reason else { return nil }
      let problem = FoundProblem(reason: reason, calls: watch?.calls(), origin: nil)
      state.problems.append(problem)
      return problem
    }
    if let problem { watch?.note(problem) }
  }

  // MARK: - Jobs

  /// Adds a job after all others; one of an ended process is dropped.
  ///
  /// A task that waits names its executor without keeping it, and may be resumed whenever somebody
  /// likes; so an executor that ever had a job is kept for good.
  func append(_ job: Job, keeping executor: any AnyObject & Sendable) {
    // Who lets the tasks run may also give them something to do.
    let isOutside = TaskScope.current == nil && !TaskScope.isOnMainActor
    let caller = isOutside ? TaskScope.currentTask : 0
    let problem: FoundProblem? = state.withLock { state in
      state.keep(executor)
      guard !state.isEnded else { return nil }
      if let watch { state.noteOrigin(of: job, watch) }
      state.jobs.append(job)
      guard isOutside, !state.isEnding, caller == 0 || caller != state.driver else { return nil }
      let problem = FoundProblem(
        reason: .resumedFromOutside, calls: watch?.calls(), origin: state.origin(of: job))
      state.problems.append(problem)
      return problem
    }
    if let problem { watch?.note(problem) }
  }

  func beginRunning() -> Bool {
    let driver = TaskScope.currentTask
    return state.withLock { state in
      guard !state.isRunning, !state.isEnded else { return false }
      state.isRunning = true
      state.driver = driver
      state.jobCount = 0
      state.jobs.insert(contentsOf: state.heldJobs, at: state.firstJob)
      state.heldJobs = []
      return true
    }
  }

  func endRunning() { state.withLock { $0.isRunning = false } }

  func nextJob(onMainActor isOnMainActor: Bool) -> Job? {
    var found: [FoundProblem] = []
    let job: Job? = state.withLock { state in
      while state.firstJob < state.jobs.count {
        let job = state.jobs[state.firstJob]
        guard state.jobCount < Self.mostJobs else {
          if let problem = state.note(.endlessJobs, about: job) { found.append(problem) }
          return nil
        }
        state.firstJob += 1
        if job.isForMainActor, !isOnMainActor {
          state.heldJobs.append(job)
          if let problem = state.note(.mainActorNeeded, about: job) { found.append(problem) }
          continue
        }
        state.jobCount += 1
        state.begin(job)
        return job
      }
      state.lastJobs.removeAll(keepingCapacity: true)
      state.jobs.removeAll(keepingCapacity: true)
      state.firstJob = 0
      return nil
    }
    for problem in found { watch?.note(problem) }
    return job
  }

  // MARK: - Sleepers

  func nextNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Lets a task sleep, unless its sleep is over or cancelled.
  func sleep(
    _ number: Int, until due: VirtualTime, _ continuation: UnsafeContinuation<Void, any Error>
  ) {
    let answer: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
      if due <= state.now { return .success(()) }
      state.insert(Sleeper(due: due, number: number, waking: .continuation(continuation)))
      return nil
    }
    if let answer { continuation.resume(with: answer) }
  }

  /// Lets a job wait that a system's clock wakes a sleeper with.
  ///
  /// The runtime is told a moment of the system's clock, which lies a span after one that the task has
  /// read: in the job that runs, or in the one before, from which it came here off an actor. The span
  /// is the roundest one that fits.
  func sleep(_ job: UnownedJob, about span: Duration, keeping executor: any AnyObject & Sendable) {
    let now = rehearsal_monotonic_now()
    state.withLock { state in
      state.keep(executor)
      guard !state.isEnded else { return }
      let last = [state.lastJobs[state.runningTask], state.lastJobs[0]].compactMap(\.self)
      let readings = [state.jobStart...max(state.jobStart, now)] + last
      let spans = readings.map { reading in
        (
          span + .nanoseconds(now - reading.upperBound),
          span + .nanoseconds(now - reading.lowerBound)
        )
      }
      // Where the system's clocks show the device's time the span is what was meant.
      let meant = rehearsal_clocks_are_virtual() ? span : Duration.roundest(among: spans)
      state.sleep(.job(job), until: state.now.advanced(by: max(.zero, meant)))
    }
  }

  func cancel(_ number: Int) {
    let sleeper: Sleeper? = state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    if case .continuation(let continuation)? = sleeper?.waking {
      continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock to the next sleeper that is due by a moment, and wakes it; false without one.
  func wakeNext(notAfter end: VirtualTime, on executor: VirtualExecutor) -> Bool {
    let sleeper: Sleeper? = state.withLock { state in
      guard let last = state.sleepers.last, last.due <= end, !state.isEnded else { return nil }
      state.now = max(state.now, last.due)
      return state.sleepers.removeLast()
    }
    switch sleeper?.waking {
    case .continuation(let continuation): TaskScope(of: executor).run { continuation.resume() }
    case .job(let job): append(Job(job), keeping: executor)
    case .work(let work): enqueue(work)
    case .thread(let thread): state.withLock { $0.jobs.append(Job(.thread(thread))) }
    case .limit(let thread): endWait(of: thread)
    case nil: return false
    }
    return true
  }

  func moveClock(to moment: VirtualTime) { state.withLock { $0.now = max($0.now, moment) } }

  // MARK: - The end

  /// Has something called when the tasks are over before it was taken back; false where they are.
  func callAtEnd(_ number: Int, _ action: @Sendable @escaping () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isEnded else { return false }
      state.waiters[number] = action
      return true
    }
  }

  /// Takes back what would be called at the end; whether it was not called yet.
  func removeWaiter(_ number: Int) -> Bool {
    state.withLock { $0.waiters.removeValue(forKey: number) != nil }
  }

  /// Ends all tasks where they are: no job of theirs ever runs again.
  ///
  /// Code that waits outside for one that was given out learns that it was cancelled.
  func end(on executor: VirtualExecutor) {
    var dropped: [SystemWork] = []
    let waiters = state.withLock { state in
      let waits = state.firstJob < state.jobs.count || !state.heldJobs.isEmpty
      state.isEnding = true
      state.hasAbandonedTasks = waits || !state.sleepers.isEmpty || state.requestCount > 0
      dropped = state.takeSystemWork()
      state.jobs = []
      state.firstJob = 0
      state.heldJobs = []
      state.sleepers = []
      defer { state.waiters = [:] }
      return state.waiters.sorted { $0.key < $1.key }.map(\.value)
    }
    TaskScope.leave { for work in dropped { work.drop() } }
    guard !waiters.isEmpty else { return state.withLock { $0.isEnded = true } }
    TaskScope.leave {
      for waiter in waiters { waiter() }
      let last = state.withLock { state in
        state.isEnded = true
        defer { state.jobs = [] }
        return state.jobs
      }
      for case .task(let job) in last.map(\.work) {
        job.runSynchronously(on: executor.asUnownedTaskExecutor())
      }
    }
  }
}

extension Duration {
  /// The span within any of some bounds that is a multiple of the largest power of ten of
  /// nanoseconds; the least of the first bounds where all are whole nanoseconds only.
  static func roundest(among bounds: [(low: Duration, high: Duration)]) -> Duration {
    var unit: Int64 = 1_000_000_000_000
    while unit > 1 {
      for (low, high) in bounds {
        let (first, last) = (low.wholeNanoseconds, high.wholeNanoseconds)
        let candidate = (first / unit + (first % unit > 0 ? 1 : 0)) * unit
        if candidate <= last { return .nanoseconds(candidate) }
      }
      unit /= 10
    }
    return bounds.first?.low ?? .zero
  }

  private var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let bound: Int64 = 9_000_000_000
    return min(max(seconds, -bound), bound) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
