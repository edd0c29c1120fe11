// What stops cases while they run: Ctrl-C, and the clock where cases have a time; and the end of the
// process where nobody is left to be notified.

import Dispatch
import Rehearsal
import RehearsalRunner
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Watches for Ctrl-C and for the time of cases, from its making to the end of the process.
///
/// The first Ctrl-C stops the cases that run, so that what ran is summed up; where none run, and
/// the second time, it ends the process.
final class Interruption {
  private let handler = InterruptionHandler()
  private let signals: any DispatchSourceSignal
  private let timer: (any DispatchSourceTimer)?

  /// Begins to watch.
  init(looksAtTheClock: Bool) {
    let queue = DispatchQueue(label: "rehearse.interruption")
    signal(SIGINT, SIG_IGN)
    signals = DispatchSource.makeSignalSource(signal: SIGINT, queue: queue)
    timer = looksAtTheClock ? DispatchSource.makeTimerSource(queue: queue) : nil
    signals.setEventHandler { [handler] in handler.interrupt() }
    signals.resume()
    timer?.schedule(deadline: .now(), repeating: .milliseconds(20))
    timer?.setEventHandler { [handler] in handler.lookAtTheClock() }
    timer?.resume()
  }

  /// Says who stops the cases that run; nil if none run.
  func supervise(with supervisor: CaseSupervisor?) { handler.supervise(with: supervisor) }
}

/// What is done on the thread that watches.
private final class InterruptionHandler: Sendable {
  private let supervisor = Mutex<CaseSupervisor?>(nil)

  func supervise(with supervisor: CaseSupervisor?) {
    self.supervisor.withLock { $0 = supervisor }
  }

  func interrupt() {
    // Under the lock, so that who takes the supervisor away knows whether it was interrupted.
    supervisor.withLock { supervisor in
      guard let supervisor, !supervisor.isInterrupted else {
        RunExitCode.interrupted.endProcess()
      }
      supervisor.interrupt()
    }
  }

  func lookAtTheClock() { supervisor.withLock { $0 }?.stopOverdueCases() }
}

extension RunExitCode {
  /// Ends the process with this code, from any thread.
  func endProcess() -> Never { exit(rawValue) }
}
