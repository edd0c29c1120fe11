// A run of this very program with other arguments, bounded in time and output. What an agent asks for comes
// from a stranger, and a process can be ended whatever it does.

import RehearsalFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A run of a program to its end, or to its bounds.
struct BoundedProcess {
  /// How a run came out.
  struct Outcome {
    /// What it wrote, both streams in the order in which they came, at most `longestOutput` bytes.
    let output: String
    /// Its exit code; nil if it was ended by a signal or for its time.
    let exitCode: Int32?
    /// Whether its time was over.
    let isOverdue: Bool
    /// Whether it wrote more than is kept.
    let isCut: Bool
  }

  /// The most that is kept of what a run writes, in bytes.
  static let longestOutput = 4 << 20

  /// The program and its arguments.
  let arguments: [String]
  /// What it reads.
  var input: [UInt8] = []
  /// How long it may take.
  var time: Duration

  /// Runs it; nil if the system starts no process.
  func run() -> Outcome? {
    var inward: [Int32] = [0, 0]
    var outward: [Int32] = [0, 0]
    guard pipe(&inward) == 0 else { return nil }
    guard pipe(&outward) == 0 else {
      for end in inward { close(end) }
      return nil
    }
    let process = start(reading: inward[0], writing: outward[1], closing: [inward[1], outward[0]])
    close(inward[0])
    close(outward[1])
    defer { close(outward[0]) }
    guard let process else {
      close(inward[1])
      return nil
    }
    let deadline = ContinuousClock.now + time
    var exchange = Exchange(writing: inward[1], reading: outward[0], input: input)
    let hasEnded = exchange.run(until: deadline)
    exchange.closeInput()
    // All that it may have started belongs to its group.
    if !hasEnded { kill(-process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7f == 0 ? (status >> 8) & 0xff : nil
    return Outcome(
      output: String(decoding: exchange.output, as: UTF8.self), exitCode: hasEnded ? code : nil,
      isOverdue: !hasEnded, isCut: exchange.isCut)
  }

  private func start(reading input: Int32, writing output: Int32, closing others: [Int32]) -> pid_t?
  {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    for end in others + [input, output] { posix_spawn_file_actions_addclose(&actions, end) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    guard posix_spawn(&process, arguments[0], &actions, &attributes, &pointers, environ) == 0 else {
      return nil
    }
    return process
  }
}

/// What goes into a process and comes out of it, so that neither side waits for the other for ever.
private struct Exchange {
  private var writing: Int32
  private let reading: Int32
  private var rest: ArraySlice<UInt8>
  private(set) var output: [UInt8] = []
  private(set) var isCut = false

  init(writing: Int32, reading: Int32, input: [UInt8]) {
    self.writing = writing
    self.reading = reading
    rest = input[...]
    _ = fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK)
    if input.isEmpty { closeInput() }
  }

  mutating func closeInput() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Goes on until the process has closed its output; whether it did so in time.
  mutating func run(until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = (deadline - .now).components
      guard left.seconds >= 0, left.attoseconds >= 0 else { return false }
      let milliseconds = Int32(
        clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
      var waited = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
      if writing >= 0 { waited.append(pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)) }
      guard poll(&waited, nfds_t(waited.count), milliseconds) > 0 else { continue }
      if waited.count > 1, waited[1].revents != 0 { send() }
      if waited[0].revents != 0, !receive() { return true }
    }
  }

  private mutating func send() {
    let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, min($0.count, 1 << 16)) }
    if count > 0 { rest = rest.dropFirst(count) }
    let hasFailed = count < 0 && errno != EAGAIN && errno != EINTR
    if rest.isEmpty || hasFailed { closeInput() }
  }

  /// Takes what came; false at the end of it.
  private mutating func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(reading, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    let room = BoundedProcess.longestOutput - output.count
    output += buffer[..<min(count, room)]
    isCut = isCut || count > room
    return true
  }
}
