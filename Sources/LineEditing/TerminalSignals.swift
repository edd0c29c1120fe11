// Signals while a line is read. Ctrl-C and a change of the window's size become bytes in a pipe
// that poll(2) can wait for; a signal that ends the process first restores the terminal's modes. A
// handler may do next to nothing, so all decisions are left to the reading thread.

import CEditLine
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pipe that holds a byte for each signal that arrived while it was armed.
final class SignalPipe {
  /// What arrived since the pipe was last emptied.
  struct Arrivals {
    var hasInterrupt = false
    /// The window changed.
    var hasResize = false
    /// Ctrl-Z was typed.
    var hasStop = false
    /// The process goes on after it was stopped.
    var hasContinuation = false
  }

  let readEnd: Int32
  private let writeEnd: Int32
  private var previous = caught.map { _ in sigaction() }

  /// Opens the pipe; `nil` when the process has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends {
      // A full pipe must not block the handler, an empty one not the drain.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Empties the pipe and installs the handlers.
  func arm() {
    _ = drain()
    // The store also initialises the variable, which a handler must not be the first to do.
    armedWriteEnd.store(writeEnd, ordering: .sequentiallyConsistent)
    for (index, signal) in caught.enumerated() {
      _ = editline_catch(signal, reportSignal, &previous[index])
    }
  }

  /// Puts the handlers back that were there before `arm()`.
  func disarm() {
    for (index, signal) in caught.enumerated() { _ = editline_restore(signal, &previous[index]) }
    armedWriteEnd.store(-1, ordering: .sequentiallyConsistent)
  }

  /// Takes all bytes out of the pipe.
  func drain() -> Arrivals {
    var arrivals = Arrivals()
    var byte: UInt8 = 0
    while read(readEnd, &byte, 1) == 1 {
      switch Int32(byte) {
      case SIGINT: arrivals.hasInterrupt = true
      case SIGTSTP: arrivals.hasStop = true
      case SIGCONT: arrivals.hasContinuation = true
      default: arrivals.hasResize = true
      }
    }
    return arrivals
  }
}

/// The signals that the pipe reports.
private let caught = [SIGINT, SIGWINCH, SIGCONT, SIGTSTP]

/// Where the handler writes, or -1.
///
/// A signal handler gets no argument of its own, so this is a variable outside a value; only
/// `arm()` and `disarm()` set it.
private let armedWriteEnd = Atomic<Int32>(-1)

/// The signal handler.
///
/// It may call only functions that are safe in one: write(2) is.
private func reportSignal(_ signal: Int32) {
  let interruptedError = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  _ = write(armedWriteEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = interruptedError
}

// MARK: - The terminal's modes

/// The modes of the terminal, which are restored when a signal ends the process in the middle of a
/// line.
///
/// libedit restores them behind each line by itself.
enum TerminalModes {
  /// Saves the modes and installs the handlers; called once, before the first line is read.
  static func restoreOnFatalSignals() {
    // A handler must not be the first to make a variable.
    _ = endOfPastes
    guard tcgetattr(STDIN_FILENO, savedModes) == 0 else { return }
    for signal in fatal { _ = editline_catch(signal, restoreAndEnd, &savedActions[Int(signal)]) }
  }
}

/// The signals that end a process, by whomever they are sent; SIGKILL cannot be caught.
private let fatal = [
  SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
  SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS,
]

/// What was to be done at each of these signals, by its number.
private nonisolated(unsafe) let savedActions = UnsafeMutablePointer<sigaction>.allocate(
  capacity: 65)

/// The modes that were found; a handler reads them, so they have an address of their own.
private nonisolated(unsafe) let savedModes = UnsafeMutablePointer<termios>.allocate(capacity: 1)

/// Turns bracketed pastes off again; nil where the terminal has none.
private nonisolated(unsafe) let endOfPastes: UnsafeMutablePointer<CChar>? =
  TerminalKind.current.speaksSequences ? strdup("\u{1B}[?2004l") : nil

/// The handler of signals that end the process; it calls only what is safe in one.
private func restoreAndEnd(_ signal: Int32) {
  _ = tcsetattr(STDIN_FILENO, TCSANOW, savedModes)
  if let endOfPastes { _ = write(STDOUT_FILENO, endOfPastes, 8) }
  // Who was there before, such as the reporter of crashes, gets it when this handler returns.
  _ = editline_restore(signal, &savedActions[Int(signal)])
  raise(signal)
}
