// What stops cases while they run: Ctrl-C, and the clock where cases have a time.

import Foundation
import Rehearsal
import RehearsalRunner

/// Watches for Ctrl-C and for the time of cases, on a thread of its own.
final class Interruption {
  private let signals: any DispatchSourceSignal
  private let timer: (any DispatchSourceTimer)?

  /// Begins to watch.
  ///
  /// The first Ctrl-C stops the cases, so that what ran is summed up; a second one ends the process.
  init(_ supervisor: CaseSupervisor, looksAtTheClock: Bool) {
    let queue = DispatchQueue(label: "rehearse.interruption")
    signal(SIGINT, SIG_IGN)
    signals = DispatchSource.makeSignalSource(signal: SIGINT, queue: queue)
    signals.setEventHandler {
      guard !supervisor.isInterrupted else { exit(RunExitCode.interrupted.rawValue) }
      supervisor.interrupt()
    }
    signals.resume()
    guard looksAtTheClock else {
      timer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .milliseconds(20))
    timer.setEventHandler { supervisor.stopOverdueCases() }
    timer.resume()
    self.timer = timer
  }

  /// Ends watching; Ctrl-C ends the process again.
  func end() {
    signals.cancel()
    timer?.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
