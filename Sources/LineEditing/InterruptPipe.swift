// Ctrl-C as something that poll(2) can wait for: a signal handler that writes into a pipe.
//
// `TerminalInput` waits on the read end. A handler may do next to nothing, so it writes one byte
// and leaves all decisions to the reading thread. The handler is in place only while a line is
// read; outside of that, SIGINT keeps the meaning that the rest of the program gave it.

import CEditLine
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pipe that holds a byte for each SIGINT that arrived while it was armed.
final class InterruptPipe {
  let readEnd: Int32
  private let writeEnd: Int32
  private var previous = sigaction()

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

  /// Empties the pipe and installs the handler.
  func arm() {
    _ = drain()
    // The store also initialises the variable, which a handler must not be the first to do.
    armedWriteEnd.store(writeEnd, ordering: .sequentiallyConsistent)
    _ = editline_catch_interrupt(reportInterrupt, &previous)
  }

  /// Puts the handler back that was there before `arm()`.
  func disarm() {
    _ = editline_restore_interrupt(&previous)
    armedWriteEnd.store(-1, ordering: .sequentiallyConsistent)
  }

  /// Takes all bytes out of the pipe and says whether there were any.
  func drain() -> Bool {
    var found = false
    var byte: UInt8 = 0
    while read(readEnd, &byte, 1) == 1 { found = true }
    return found
  }
}

/// Where the handler writes, or -1.
///
/// A signal handler gets no argument of its own, so this is the one variable outside a value; only
/// `arm()` and `disarm()` set it.
private let armedWriteEnd = Atomic<Int32>(-1)

/// The signal handler.
///
/// It may call only functions that are safe in one: write(2) is.
///
/// - Parameter signal: always SIGINT.
private func reportInterrupt(_ signal: Int32) {
  let interruptedError = errno
  var byte: UInt8 = 1
  _ = write(armedWriteEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = interruptedError
}
