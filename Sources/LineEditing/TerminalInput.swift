// The characters that libedit edits: bytes of standard input, decoded one character at a time.
// Every wait is a poll(2) on standard input and on the signal pipe, so that Ctrl-C is seen without
// a race. A bracketed paste is one event, so that nothing in it is taken for a key. It never reads
// ahead: what is typed behind a line belongs to the next reader of the terminal.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A reader of single characters from standard input that signals interrupt.
struct TerminalInput {
  enum Event {
    case scalar(Unicode.Scalar)
    /// A text that was pasted as a whole.
    case paste(String)
    case interrupted
    case resized
    case end
  }

  private enum ByteEvent {
    case byte(UInt8)
    case interrupted
    case resized
    case end
  }

  private let signals: SignalPipe
  /// Bytes that were looked at and are to be read yet, the next one last.
  private var pushedBack: [UInt8] = []
  private var sawInterrupt = false

  init(signals: SignalPipe) {
    self.signals = signals
  }

  /// Takes the signals over for the length of one line.
  mutating func begin() {
    sawInterrupt = false
    signals.arm()
  }

  /// Gives the signals back.
  ///
  /// A SIGINT that arrived behind the last character is meant for what the line does, so it is
  /// raised again for whoever handles it now.
  ///
  /// - Returns: whether a SIGINT interrupted the line.
  mutating func finish() -> Bool {
    signals.disarm()
    if signals.drain().hasInterrupt, !sawInterrupt { raise(SIGINT) }
    return sawInterrupt
  }

  /// The next character; bytes that are not UTF-8 come out as U+FFFD.
  mutating func nextEvent() -> Event {
    switch nextByte(timeout: -1) {
    case .interrupted: .interrupted
    case .resized: .resized
    case .end, nil: .end
    case .byte(escape) where isPaste(): paste()
    case .byte(let lead): finishScalar(after: lead)
    }
  }

  // MARK: - Pastes

  /// Whether what follows an escape says that a paste begins; if not, it is read again.
  ///
  /// The terminal sends the whole sequence at once, so a short wait tells it from a key.
  private mutating func isPaste() -> Bool {
    var seen: [UInt8] = []
    for expected in pasteBegin {
      guard case .byte(let byte)? = nextByte(timeout: 50) else { break }
      seen.append(byte)
      if byte != expected { break }
    }
    if seen == pasteBegin { return true }
    pushedBack += seen.reversed()
    return false
  }

  /// Reads up to the end of a paste.
  private mutating func paste() -> Event {
    var bytes: [UInt8] = []
    while true {
      switch nextByte(timeout: -1) {
      case .byte(let byte):
        bytes.append(byte)
        guard bytes.suffix(pasteEnd.count) == pasteEnd[...] else { continue }
        bytes.removeLast(pasteEnd.count)
        return .paste(Self.cleaned(bytes))
      case .interrupted: return .interrupted
      case .resized: continue
      case .end, nil: return .end
      }
    }
  }

  /// A pasted text with line ends of one kind and without characters that move the cursor.
  private static func cleaned(_ bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n": if previous != "\r" { scalars.append("\n") }
      case "\t": scalars.append(contentsOf: "    ".unicodeScalars)
      default:
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        if !isControl { scalars.append(scalar) }
      }
    }
    while scalars.last == "\n" { scalars.removeLast() }
    return String(scalars)
  }

  // MARK: - Characters and bytes

  /// Reads the continuation bytes that a lead byte announces.
  private mutating func finishScalar(after lead: UInt8) -> Event {
    let length: Int
    let smallest: UInt32
    switch lead {
    case 0..<0x80: return .scalar(Unicode.Scalar(lead))
    case 0xC2...0xDF: (length, smallest) = (1, 0x80)
    case 0xE0...0xEF: (length, smallest) = (2, 0x800)
    case 0xF0...0xF4: (length, smallest) = (3, 0x1_0000)
    default: return .scalar(replacement)
    }
    var value = UInt32(lead) & (0x3F >> UInt32(length))
    var left = length
    while left > 0 {
      switch nextByte(timeout: -1) {
      case .interrupted: return .interrupted
      case .resized: continue
      case .end, nil: return .end
      case .byte(let byte) where byte & 0xC0 == 0x80: value = value << 6 | UInt32(byte & 0x3F)
      case .byte(let byte):
        pushedBack.append(byte)
        return .scalar(replacement)
      }
      left -= 1
    }
    guard value >= smallest, let scalar = Unicode.Scalar(value) else { return .scalar(replacement) }
    return .scalar(scalar)
  }

  /// The next byte; nil where none comes in that many milliseconds, -1 for any time.
  private mutating func nextByte(timeout: Int32) -> ByteEvent? {
    if let byte = pushedBack.popLast() { return .byte(byte) }
    var sources = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&sources, nfds_t(sources.count), timeout)
      if count == 0 { return nil }
      guard count > 0 else {
        if errno == EINTR { continue }
        return .end
      }
      if sources[1].revents != 0 {
        let arrivals = signals.drain()
        if arrivals.hasInterrupt {
          sawInterrupt = true
          return .interrupted
        }
        if arrivals.hasResize { return .resized }
      }
      guard sources[0].revents != 0 else { continue }
      var byte: UInt8 = 0
      switch read(STDIN_FILENO, &byte, 1) {
      case 1: return .byte(byte)
      case -1 where errno == EINTR || errno == EAGAIN: continue
      default: return .end
      }
    }
  }
}

private let escape: UInt8 = 0x1B

/// What follows the escape at a paste's beginning: `[200~`.
private let pasteBegin = Array("[200~".utf8)

/// What ends a paste, with its escape.
private let pasteEnd = [escape] + Array("[201~".utf8)

/// U+FFFD, which stands for bytes that are no character.
private let replacement: Unicode.Scalar = "\u{FFFD}"
