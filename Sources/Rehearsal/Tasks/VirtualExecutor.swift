// The executor of a virtual clock: its jobs run one at a time, in the order in which they came, on
// the thread that lets time pass. Nothing runs while nobody asks.

import Synchronization

/// Runs the jobs of tasks in their order, when it is told to.
final class VirtualExecutor: TaskExecutor, SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// Runs the jobs until there are none; without effect inside of a job.
  func run() {
    let mayRun = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard mayRun else { return }
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
