// `rehearse language-server`: owns the streams, the clock and the threads of the server of
// `RehearsalLanguageServer`, which has none.

import Rehearsal
import RehearsalFiles
import RehearsalLanguageServer
import RehearsalPrompt
import RehearsalText
import RehearsalValues
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Serves an editor.
struct LanguageServerCommand: HostedCommand {
  static let name = "language-server"
  static let abstract = "Run the language server for editors."
  static let discussion = """
    It gives findings, completion, help, and the lifecycle of the apps beside the text. An editor \
    starts it and uses the Language Server Protocol 3.17 on its standard input and output. The \
    page on editors shows how to set up Neovim, Emacs, Helix, Kate and VS Code.

    Exit codes: 0 the editor ended the session; 1 the connection was lost.
    """

  /// What editors pass that can speak in other ways, too.
  private var usesStandardStreams = false
  private var project = ProjectOptions()

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .flag(
            ["--stdio"], \.usesStandardStreams,
            "Use standard input and output, which is the default.")
        ], ProjectOptions.fileOptions.map { $0.within(\.project) })
    ]
  }

  static var project: WritableKeyPath<Self, ProjectOptions>? { \.project }

  func run(host: ScriptHost) throws(CommandEnd) {
    guard let wakeUp = WakeUp() else {
      StandardStream.error.writeLine("error: the system has no pipes left for the language server")
      throw .exit(RunExitCode.failed.rawValue)
    }
    ProcessEnvironment.ignoreLostReaders()
    let start = ContinuousClock.now
    var serverHost = LanguageServer.Host()
    serverHost.scripts = host
    serverHost.project = project.lookup(adding: host)
    serverHost.clock = { ContinuousClock.now - start }
    serverHost.tools = EditorTool.all
    serverHost.draw = EditorTool.life
    var server = LanguageServer(host: serverHost)
    var framing = MessageFraming()
    while server.exitCode == nil {
      let input = wakeUp.wait(upTo: server.nextPause.map { $0 - (ContinuousClock.now - start) })
      if input == .ended { throw .exit(RunExitCode.failed.rawValue) }
      var messages: [JSONValue] = []
      if case .bytes(let bytes) = input {
        framing.append(bytes)
        var parts: [MessageFraming.Part] = []
        while let part = framing.next() { parts.append(part) }
        messages = server.receive(parts, at: ContinuousClock.now - start)
      }
      for (number, outcome) in wakeUp.takeOutcomes() {
        messages += server.finish(number, outcome)
      }
      if case .bytes = input {
      } else if let pause = server.nextPause, pause <= ContinuousClock.now - start {
        messages += server.pause(at: ContinuousClock.now - start)
      }
      guard StandardStream.output.send(messages.flatMap { MessageFraming.bytes(of: $0) }) else {
        throw .exit(RunExitCode.failed.rawValue)
      }
      for task in server.takeStartedTasks() { wakeUp.begin(task) }
    }
    if let code = server.exitCode, code != 0 { throw .exit(code) }
  }
}

/// What the server's loop waits for: the editor, and work that other threads have done.
private final class WakeUp: Sendable {
  /// What was waited for.
  enum Input: Equatable {
    case bytes([UInt8])
    /// Nothing came from the editor.
    case nothing
    case ended
  }

  private let reading: Int32
  private let writing: Int32
  private let outcomes = Mutex<[(Int, EditorTool.Outcome)]>([])

  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Waits for bytes of the editor, for work that is done, or for a time to be over.
  func wait(upTo time: Duration?) -> Input {
    let milliseconds = time.map { time -> Int32 in
      let (seconds, attoseconds) = time.components
      return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }
    var waited = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&waited, 2, time.map { $0 <= .zero } == true ? 0 : milliseconds ?? -1) > 0 else {
      return .nothing
    }
    if waited[1].revents != 0 {
      var wakings = [UInt8](repeating: 0, count: 64)
      _ = read(reading, &wakings, wakings.count)
    }
    guard waited[0].revents != 0 else { return .nothing }
    return StandardStream.readInput().map { .bytes($0) } ?? .ended
  }

  /// Does work on another thread.
  func begin(_ task: EditorTask) {
    Task.detached { [self] in
      let outcome = await task.run()
      outcomes.withLock { $0.append((task.number, outcome)) }
      var byte: UInt8 = 0
      _ = write(writing, &byte, 1)
    }
  }

  func takeOutcomes() -> [(Int, EditorTool.Outcome)] {
    outcomes.withLock { outcomes in
      defer { outcomes = [] }
      return outcomes
    }
  }
}
