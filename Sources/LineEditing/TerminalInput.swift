// The characters that libedit edits: bytes of standard input, decoded, one character at a time.
//
// libedit would read the terminal itself and could then not be woken. Here every wait is a poll(2)
// on standard input and on the interrupt pipe, so a Ctrl-C is seen without a race. It must not read
// ahead: what is typed after a line belongs to whoever reads the terminal next.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A reader of single characters from standard input that a SIGINT interrupts.
struct TerminalInput {
  enum Event {
    case scalar(Unicode.Scalar)
    case interrupted
    case end
  }

  private enum ByteEvent {
    case byte(UInt8)
    case interrupted
    case end
  }

  private let interrupts: InterruptPipe
  /// A byte that ended a malformed sequence and begins the next character.
  private var pushedBack: UInt8?
  private var sawInterrupt = false

  init(interrupts: InterruptPipe) {
    self.interrupts = interrupts
  }

  /// Takes SIGINT over for the length of one line.
  mutating func begin() {
    sawInterrupt = false
    interrupts.arm()
  }

  /// Gives SIGINT back.
  ///
  /// - Returns: whether one arrived since `begin()`, also after the last character was read.
  mutating func finish() -> Bool {
    interrupts.disarm()
    return interrupts.drain() || sawInterrupt
  }

  /// The next character; bytes that are not UTF-8 come out as U+FFFD.
  mutating func nextScalar() -> Event {
    switch nextByte() {
    case .interrupted: .interrupted
    case .end: .end
    case .byte(let lead): finishScalar(after: lead)
    }
  }

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
    for _ in 0..<length {
      switch nextByte() {
      case .interrupted: return .interrupted
      case .end: return .end
      case .byte(let byte) where byte & 0xC0 == 0x80: value = value << 6 | UInt32(byte & 0x3F)
      case .byte(let byte):
        pushedBack = byte
        return .scalar(replacement)
      }
    }
    guard value >= smallest, let scalar = Unicode.Scalar(value) else { return .scalar(replacement) }
    return .scalar(scalar)
  }

  private mutating func nextByte() -> ByteEvent {
    if let byte = pushedBack {
      pushedBack = nil
      return .byte(byte)
    }
    var sources = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interrupts.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 else {
        if errno == EINTR { continue }
        return .end
      }
      if sources[1].revents != 0 {
        sawInterrupt = true
        return .interrupted
      }
      var byte: UInt8 = 0
      switch read(STDIN_FILENO, &byte, 1) {
      case 1: return .byte(byte)
      case -1 where errno == EINTR || errno == EAGAIN: continue
      default: return .end
      }
    }
  }
}

/// U+FFFD, which stands for bytes that are no character.
private let replacement: Unicode.Scalar = "\u{FFFD}"
