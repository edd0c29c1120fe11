// The terminal as it was found, put back when a signal ends the process in the middle of a line.
// libedit puts it back behind each line by itself; only an end in between would leave it raw.

import CEditLine

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Remembers the modes of standard input, and restores them when a signal kills the process.
enum TerminalRescue {
  /// Remembers the modes and installs the handlers; done once, before the first line is read.
  static func prepare() {
    guard tcgetattr(STDIN_FILENO, savedModes) == 0 else { return }
    var previous = sigaction()
    for signal in [SIGTERM, SIGHUP, SIGQUIT] {
      _ = editline_catch(signal, restoreAndEnd, &previous)
    }
  }
}

/// The modes that were found; a handler reads them, so they have an address of their own.
private nonisolated(unsafe) let savedModes = UnsafeMutablePointer<termios>.allocate(capacity: 1)

/// Turns bracketed pastes off again.
private nonisolated(unsafe) let endOfPastes: UnsafeMutablePointer<CChar>? = strdup("\u{1B}[?2004l")

/// The handler of signals that end the process; it calls only what is safe in one.
private func restoreAndEnd(_ signal: Int32) {
  _ = tcsetattr(STDIN_FILENO, TCSANOW, savedModes)
  if let endOfPastes { _ = write(STDOUT_FILENO, endOfPastes, 8) }
  editline_raise_default(signal)
}
