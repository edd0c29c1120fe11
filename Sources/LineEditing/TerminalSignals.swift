// Signals while a line is read. Ctrl-C and a change of the window's size become bytes in a pipe
// that poll(2) can wait for; a signal that ends the process first restores the terminal's modes. A
// handler may do next to nothing, so all decisions are left to the reading thread.

import CEditLine
import CProcess
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
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
    /// The process continues after it was stopped.
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
/// Only the thread that reads lines changes the modes, and a signal that ends the process reaches
/// any thread. Another thread therefore passes it on: were the modes restored there, the reader
/// could change them once more before the process is gone.
final class TerminalModes {
  private let isTerminal: Bool

  /// Saves the modes and installs the handlers, for the thread that is to read lines.
  init() {
    // A handler must not be the first to make a variable.
    _ = endOfPastes
    isTerminal = tcgetattr(STDIN_FILENO, savedModes) == 0
    guard isTerminal else { return }
    rehearsal_restore_at_end(restoreTerminal)
    readingThread.pointee = pthread_self()
    for signal in fatal {
      _ = editline_catch(signal, restoreAndEnd, &savedActions[Int(signal)])
    }
    // The threads of the concurrency library block what they are not asked for.
    var ending = sigset_t()
    sigemptyset(&ending)
    for signal in fatal where !isFault(signal) { sigaddset(&ending, signal) }
    pthread_sigmask(SIG_UNBLOCK, &ending, savedMask)
  }

  /// Puts the modes and handlers back that were there before, on the same thread.
  deinit {
    guard isTerminal else { return }
    restore()
    rehearsal_restore_at_end(nil)
    for signal in fatal { _ = editline_restore(signal, &savedActions[Int(signal)]) }
    pthread_sigmask(SIG_SETMASK, savedMask, nil)
  }

  /// Sets the modes that were found; libedit's own for the time between two lines differ from them.
  func restore() {
    if isTerminal { _ = tcsetattr(STDIN_FILENO, TCSADRAIN, savedModes) }
  }
}

/// The signals that end a process, by whomever they are sent; SIGKILL cannot be caught.
private let fatal = [
  SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
  SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS,
]

/// The thread that reads lines.
private nonisolated(unsafe) let readingThread = UnsafeMutablePointer<pthread_t>.allocate(
  capacity: 1)

/// What that thread blocked before.
private nonisolated(unsafe) let savedMask = UnsafeMutablePointer<sigset_t>.allocate(capacity: 1)

/// What was to be done at each of these signals, by its number.
private nonisolated(unsafe) let savedActions = UnsafeMutablePointer<sigaction>.allocate(
  capacity: 65)

/// The modes that were found; a handler reads them, so they have an address of their own.
private nonisolated(unsafe) let savedModes = UnsafeMutablePointer<termios>.allocate(capacity: 1)

/// Turns bracketed pastes off again; nil where the terminal has none.
private nonisolated(unsafe) let endOfPastes: UnsafeMutablePointer<CChar>? =
  TerminalKind.current.speaksSequences ? strdup("\u{1B}[?2004l") : nil

/// Whether a signal is that of a thread that cannot continue, and so cannot be another's.
private func isFault(_ signal: Int32) -> Bool {
  switch signal {
  case SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS: true
  default: false
  }
}

/// The handler of signals that end the process; it calls only what is safe in one.
private func restoreAndEnd(_ signal: Int32) {
  if !isFault(signal), pthread_equal(pthread_self(), readingThread.pointee) == 0 {
    let interruptedError = errno
    pthread_kill(readingThread.pointee, signal)
    errno = interruptedError
    return
  }
  restoreTerminal()
  // Who was there before, such as the reporter of crashes, gets it when this handler returns.
  _ = editline_restore(signal, &savedActions[Int(signal)])
  raise(signal)
}

/// Leaves the terminal as it was found; it calls only what is safe in a signal's handler.
private func restoreTerminal() {
  // In the background the terminal is somebody else's, and to touch it would stop the process.
  guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
  _ = tcsetattr(STDIN_FILENO, TCSANOW, savedModes)
  // A terminal whose output is stopped must not keep the process.
  var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
  if let endOfPastes, poll(&output, 1, 0) == 1 { _ = write(STDOUT_FILENO, endOfPastes, 8) }
}
