// The characters and keys that libedit edits with: bytes of standard input, decoded one character or
// sequence at a time. Every wait is a poll(2) on standard input and on the signal pipe, so that
// Ctrl-C is seen without a race. A bracketed paste is one event, so that nothing in it is taken for
// a key. It never reads ahead: what is typed after a line belongs to the next reader of the
// terminal.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A reader of single characters from standard input that signals interrupt.
struct TerminalInput {
  enum Event: Equatable {
    case scalar(Unicode.Scalar)
    case key(EditingKey)
    /// A text that was pasted as a whole.
    case paste(String)
    case interrupted
    case resized
    /// Ctrl-Z: the process is to stop.
    case stopped
    /// The process continues after it was stopped.
    case continued
    /// The terminal is gone.
    case end
  }

  private enum ByteEvent {
    case byte(UInt8)
    case signal(Event)
  }

  private let signals: SignalPipe
  private let terminal = TerminalDescriptor()
  /// Bytes that were peeked at and are still to be read, the next one last.
  private var pushedBack: [UInt8] = []
  private var sawInterrupt = false
  /// What came up in the middle of a sequence, and is reported after it.
  private var postponed: Event?

  init(signals: SignalPipe) {
    self.signals = signals
  }

  /// Takes the signals over for the length of one line.
  mutating func begin() {
    sawInterrupt = false
    postponed = nil
    signals.arm()
  }

  /// Gives the signals back.
  ///
  /// A SIGINT that arrived after the last character is meant for what the line does, so it is
  /// raised again for the current handler.
  ///
  /// - Returns: whether a SIGINT interrupted the line.
  mutating func finish() -> Bool {
    signals.disarm()
    if signals.drain().hasInterrupt, !sawInterrupt { kill(getpid(), SIGINT) }
    return sawInterrupt
  }

  /// The next character or key; bytes that are not UTF-8 come out as U+FFFD.
  ///
  /// - Parameter usesVi: Whether letters after an escape are commands of vi.
  /// - Returns: What was typed, or came up.
  mutating func nextEvent(usesVi: Bool) -> Event {
    while true {
      // What was peeked at belongs to the escape before it, which nothing may part from it.
      if pushedBack.isEmpty, let event = postponed {
        postponed = nil
        return event
      }
      switch nextByte(timeout: -1) {
      case .signal(let event): return event
      case nil: return .end
      case .byte(escape): if let event = finishEscape(usesVi: usesVi) { return event }
      case .byte(let lead): return finishScalar(after: lead)
      }
    }
  }

  // MARK: - Escape sequences

  /// What an escape begins: a key, a paste, or a character of its own; nil for a sequence that
  /// means nothing here, which is read to its end.
  ///
  /// A terminal sends a whole sequence at once, so a short wait tells it from the escape key.
  private mutating func finishEscape(usesVi: Bool) -> Event? {
    guard let byte = nextByteOfSequence(timeout: 50) else { return .scalar(escapeScalar) }
    switch byte {
    case UInt8(ascii: "["): return finishControlSequence()
    case UInt8(ascii: "O"):
      guard let sequence = sequence(parameters: 0x30...0x3B) else { return nil }
      // The keypad's Enter.
      if sequence == [UInt8(ascii: "M")] { return .scalar("\r") }
      return EditingKey(shiftSequence: sequence).map(Event.key)
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return .key(.newLine)
    case UInt8(ascii: "]"):
      skipText()
      return nil
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      if usesVi { break }
      skipText()
      return nil
    default: break
    }
    pushedBack.append(byte)
    return .scalar(escapeScalar)
  }

  private mutating func finishControlSequence() -> Event? {
    guard let sequence = sequence(parameters: 0x20...0x3F) else { return nil }
    switch sequence {
    case pasteBegin: return paste()
    // A function key of a console has a letter more, a report of an old mouse three bytes.
    case [UInt8(ascii: "[")]: _ = nextByteOfSequence()
    case [UInt8(ascii: "M")]: for _ in 0..<3 { _ = nextByteOfSequence() }
    default: return EditingKey(controlSequence: sequence).map(Event.key)
    }
    return nil
  }

  /// The next byte of a sequence; nil where it breaks off.
  private mutating func nextByteOfSequence(timeout: Int32 = sequenceTimeout) -> UInt8? {
    while true {
      switch nextByte(timeout: timeout) {
      case .byte(let byte): return byte
      // A window that changes its size breaks no sequence off, and hides no Ctrl-C before it.
      case .signal(.resized): postponed = postponed ?? .resized
      case .signal(let event):
        postponed = event
        return nil
      case nil: return nil
      }
    }
  }

  /// Parameters and the byte that ends them; nil where the rest of the sequence is missing, or a
  /// control character interrupts it.
  private mutating func sequence(parameters: ClosedRange<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < 256, let byte = nextByteOfSequence() {
      guard byte >= 0x20, byte < 0x7F else {
        pushedBack.append(byte)
        return nil
      }
      bytes.append(byte)
      if !parameters.contains(byte) { return bytes }
    }
    return nil
  }

  /// Reads a text that a terminal sends in answer to a question, up to its end.
  private mutating func skipText() {
    var previous: UInt8 = 0
    while let byte = nextByteOfSequence() {
      if byte == 0x07 || previous == escape && byte == UInt8(ascii: "\\") { return }
      previous = byte
    }
  }

  // MARK: - Pastes

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
      case .signal(.resized), .signal(.stopped), .signal(.continued): continue
      case .signal(let event): return event
      case nil: return .end
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
      case "\n": scalars.append("\n")
      // The terminal's editing mode exchanges the two, also in a pair.
      case "\r": if previous != "\n" { scalars.append("\n") }
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
      case .signal(.resized), .signal(.stopped), .signal(.continued): continue
      case .signal(let event): return event
      case nil: return .end
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
      pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&sources, nfds_t(sources.count), timeout)
      if count == 0 { return nil }
      guard count > 0 else {
        if errno == EINTR { continue }
        return .signal(.end)
      }
      if sources[1].revents != 0, let event = event(of: signals.drain()) { return .signal(event) }
      guard sources[0].revents != 0 else { continue }
      var byte: UInt8 = 0
      switch read(terminal.descriptor, &byte, 1) {
      case 1: return .byte(byte)
      // Ctrl-C empties the terminal's queue, also between the two calls.
      case -1 where errno == EINTR || errno == EAGAIN: continue
      default: return .signal(.end)
      }
    }
  }

  private mutating func event(of arrivals: SignalPipe.Arrivals) -> Event? {
    if arrivals.hasInterrupt {
      sawInterrupt = true
      return .interrupted
    }
    if arrivals.hasStop { return .stopped }
    if arrivals.hasContinuation { return .continued }
    return arrivals.hasResize ? .resized : nil
  }

  /// Stops the process as Ctrl-Z does, and returns when it continues.
  func stop() {
    signals.disarm()
    // The handlers are those from before the line: the default, which stops. The thread may be one
    // that blocks signals, and has to stop here and nowhere later.
    var stop = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &blocked)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &blocked, nil)
    signals.arm()
  }
}

/// The terminal of standard input, opened once more so that a read of it never blocks.
///
/// A flag on standard input itself would belong to the parent process as well. Where the
/// terminal has no name here, as in some containers, standard input has to do, and a Ctrl-C between
/// poll(2) and read(2) then waits for the next key.
private final class TerminalDescriptor {
  let descriptor: Int32

  init() {
    var name = [CChar](repeating: 0, count: 256)
    let opened =
      ttyname_r(STDIN_FILENO, &name, name.count) == 0
      ? open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
    descriptor = opened >= 0 ? opened : STDIN_FILENO
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }
}

private let escape: UInt8 = 0x1B
private let escapeScalar: Unicode.Scalar = "\u{1B}"

/// How long the rest of a sequence may take, in milliseconds: a slow line must not type it.
private let sequenceTimeout: Int32 = 500

/// What follows `ESC [` at a paste's beginning.
private let pasteBegin = Array("200~".utf8)

/// What ends a paste, with its escape.
private let pasteEnd = [escape] + Array("[201~".utf8)

/// U+FFFD, which stands for bytes that are no character.
private let replacement: Unicode.Scalar = "\u{FFFD}"
