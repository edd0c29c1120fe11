// The built `rehearse` on a pseudo-terminal, as a person at a keyboard sees it: keys in, a screen
// out. Tests wait for what appears on the screen, never for time to pass; the one time limit only
// ends a test that would wait for ever.

import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A program on a terminal of its own.
package final class PseudoTerminal {
  /// Why a wait came to nothing, with what the terminal shows.
  package struct Unseen: Error, CustomStringConvertible {
    /// The reason and the screen.
    package let description: String
  }

  /// What it shows.
  package private(set) var screen: Screen
  private let master: Int32
  private let process: pid_t
  private let modesAtStart: Modes
  private var status: Int32?
  private var isGone = false
  /// How many prompts there were when keys were last sent.
  private var promptsAtLastKeys = 0

  /// Starts `rehearse` as the leader of a session whose terminal this is.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - home: The user's folder and the working folder.
  ///   - environment: Variables beyond the few that every test has.
  ///   - columns: How wide the window is.
  ///   - rows: How high it is.
  ///   - echoesControls: Whether the terminal shows Ctrl-C as `^C`, as most do.
  /// - Throws: Where there is no terminal to be had, or the program does not start.
  package init(
    _ arguments: String..., home: TestFolder, environment: [String: String] = [:],
    columns: Int = 80, rows: Int = 24, echoesControls: Bool = true
  ) throws {
    screen = Screen(columns: columns, rows: rows)
    let program = try #require(Command.program, "rehearse is not built beside the tests").path
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 128)
    try #require(openpty(&ends.master, &ends.slave, &name, nil, &size) == 0)
    master = ends.master
    if !echoesControls {
      var modes = termios()
      try #require(tcgetattr(ends.slave, &modes) == 0)
      modes.c_lflag &= ~tcflag_t(ECHOCTL)
      try #require(tcsetattr(ends.slave, TCSANOW, &modes) == 0)
    }
    modesAtStart = try #require(Modes(of: ends.master))
    // A program that held the other end of its own terminal would never see it go.
    for end in [ends.master, ends.slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var variables = [
      "TERM": "xterm", "LANG": "C.UTF-8", "HOME": home.url.path, "EDITRC": "/nowhere",
      "NO_COLOR": "1", "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin",
    ]
    variables.merge(environment) { _, new in new }
    // The shell only goes into the folder; the program takes its place.
    process = try Self.spawn(
      ["/bin/sh", "-c", "cd \"$HOME\" && exec \"$@\"", "sh", program] + arguments,
      variables.map { "\($0)=\($1)" },
      terminal: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
    close(ends.slave)
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      var code: Int32 = 0
      waitpid(process, &code, 0)
    }
    if !isGone { close(master) }
  }

  private static func spawn(
    _ arguments: [String], _ variables: [String], terminal: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes its controlling one.
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, descriptor, terminal, O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Whoever runs the tests may ignore signals; the program must not.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var argumentPointers = arguments.map { strdup($0) } + [nil]
    var variablePointers = variables.map { strdup($0) } + [nil]
    defer { for pointer in argumentPointers + variablePointers { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(
      &process, arguments[0], &actions, &attributes, &argumentPointers, &variablePointers)
    try #require(code == 0, "rehearse does not start")
    return process
  }

  // MARK: - Keys

  /// Types text; line ends are Enter.
  package func type(_ text: String) throws {
    promptsAtLastKeys = screen.prompts
    var bytes = Array(text.replacing("\n", with: "\r").utf8)[...]
    while !bytes.isEmpty {
      // The terminal holds little, so what the program writes is read in between.
      try pump(milliseconds: 0)
      let count = bytes.withUnsafeBytes { write(master, $0.baseAddress, min(512, $0.count)) }
      guard count > 0 else { throw unseen("the program takes no keys") }
      bytes.removeFirst(count)
    }
  }

  /// Pastes text as a terminal does that marks pastes.
  package func paste(_ text: String) throws { try type("\u{1B}[200~" + text + "\u{1B}[201~") }

  /// Types a line at a prompt that stands, and waits for the next prompt.
  package func enter(_ line: String, prompt: String = "› ") throws {
    try type(line + "\n")
    try waitForPrompt(prompt)
  }

  /// Changes the size of the window.
  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    screen.resize(columns: columns, rows: rows)
  }

  /// Sends a signal to the program.
  package func signal(_ number: Int32) { kill(process, number) }

  /// Takes the terminal away, as a window does that is closed.
  package func hangUp() {
    close(master)
    isGone = true
  }

  // MARK: - Waiting

  /// Waits for a new prompt with nothing typed after it.
  package func waitForPrompt(_ prompt: String = "› ") throws {
    let before = promptsAtLastKeys
    try wait("a prompt ending in “\(prompt)”") {
      $0.prompts > before && $0.lineUpToCursor.hasSuffix(prompt)
    }
  }

  /// Waits until the screen shows a text.
  package func wait(for text: String) throws {
    try wait("“\(text)”") { $0.text.contains(text) }
  }

  /// Waits until the line with the cursor, up to it, ends in a text.
  package func wait(forLine text: String) throws {
    try wait("a line ending in “\(text)”") { $0.lineUpToCursor.hasSuffix(text) }
  }

  /// Waits until the screen fulfils a condition.
  package func wait(_ what: String, until condition: (Screen) -> Bool) throws {
    let deadline = Date().addingTimeInterval(20)
    while !condition(screen) {
      guard !isGone, Date() < deadline else { throw unseen("there is no \(what)") }
      if try !pump(milliseconds: 100) { isEnded = true }
      if isEnded, !condition(screen) { throw unseen("the program ended before \(what)") }
    }
  }

  private var isEnded = false

  /// Waits for the program's end and gives its exit code, or the negative number of its signal.
  package func exitCode() throws -> Int32 {
    if let status { return status }
    let deadline = Date().addingTimeInterval(20)
    while !isGone, try pump(milliseconds: 1000) {
      guard Date() < deadline else { throw unseen("the program does not end") }
    }
    var code: Int32 = 0
    try #require(waitpid(process, &code, 0) == process)
    let signal = code & 0x7F
    let result = signal == 0 ? code >> 8 & 0xFF : -signal
    status = result
    return result
  }

  /// Whether the terminal's modes are what they were before the program started.
  package var hasModesOfStart: Bool { Modes(of: master) == modesAtStart }

  /// What `stty -g` prints of a terminal.
  private struct Modes: Equatable {
    private let flags: [tcflag_t]
    private let characters: [UInt8]

    init?(of terminal: Int32) {
      var modes = termios()
      guard tcgetattr(terminal, &modes) == 0 else { return nil }
      flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
      characters = withUnsafeBytes(of: &modes.c_cc) { Array($0) }
    }
  }

  /// Reads what the program wrote; false when it is gone.
  @discardableResult
  private func pump(milliseconds: Int32) throws -> Bool {
    var source = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, milliseconds) > 0 else { return true }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = chunk.withUnsafeMutableBytes { read(master, $0.baseAddress, $0.count) }
    guard count > 0 else { return count < 0 && errno == EINTR }
    screen.feed(chunk[..<count])
    return true
  }

  private func unseen(_ what: String) -> Unseen {
    Unseen(description: "\(what); the screen is\n\(screen.text)\n(raw: \(screen.tail))")
  }
}
