// The standard streams for output and errors, unbuffered; with colour only where a terminal shows
// it and the user has not declined it.

import LineEditing
import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import RehearsalText

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A standard stream to write to.
package enum StandardStream {
  case output, error

  private var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }

  /// Whether somebody can type at standard input.
  package static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Waits for bytes of standard input; nil after the last.
  package static func readInput() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// Whether a terminal shows what is written here.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// How many columns the terminal has that shows what is written here; nil without one.
  package var columns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Whether to colour what is written here: as the environment says, else on a terminal.
  package var usesColor: Bool {
    if Self.isSet("NO_COLOR") { return false }
    if Self.isSet("FORCE_COLOR") || Self.isSet("CLICOLOR_FORCE") { return true }
    return isTerminal && !TerminalKind.current.isPlain
  }

  /// Whether a variable of the environment has a value, other than one that says no.
  private static func isSet(_ variable: String) -> Bool {
    guard let value = ProcessEnvironment.variable(variable) else { return false }
    return !value.isEmpty && (variable == "NO_COLOR" || value != "0" && value != "false")
  }

  /// Writes text for people.
  ///
  /// Output that is lost ends the command with a message, for a script's result must not pass for
  /// whole; a reader that has gone away, as after `| head`, ends it in silence.
  package func write(_ text: PrintableText) { write(Array(text.description.utf8)) }

  /// Takes what is written of the current line away from a terminal.
  package func eraseLine() { write(Array("\r\u{1B}[K".utf8)) }

  /// Writes bytes for another program, such as a script, as it writes text.
  package func write(_ whole: [UInt8]) {
    if let code = problem(writing: whole), self == .output { StandardStream.leave(because: code) }
  }

  /// Sends a message of a protocol; false where nobody reads it any more.
  package func send(_ message: [UInt8]) -> Bool { problem(writing: message) == nil }

  /// The number of the error that kept bytes from being written; nil for none.
  private func problem(writing whole: [UInt8]) -> Int32? {
    var bytes = whole[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  private static func leave(because code: Int32) -> Never {
    if code != EPIPE {
      let reason = String(cString: strerror(code))
      error.writeLine("rehearse: error: the output cannot be written: \(reason)")
    }
    exit(RunExitCode.outputLost.rawValue)
  }

  /// Writes a line.
  package func writeLine(_ text: PrintableText = "") { write(text.followed(by: "\n")) }
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}
