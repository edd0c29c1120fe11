// `rehearse debug-adapter`: owns the streams of the adapter of `RehearsalLanguageServer`, which has none.

import Rehearsal
import RehearsalLanguageServer
import RehearsalPrompt

/// Serves a debugger.
struct DebugAdapterCommand: HostedCommand {
  static let name = "debug-adapter"
  static let abstract = "Serve a debugger: steps through a scenario, forward and back."
  static let discussion = """
    An editor starts it and speaks to it on standard input and output, by the Debug Adapter \
    Protocol. A launch names the script with `program`, and takes `scenario`, `os`, `model`, \
    `stopOnEntry` and `noDebug`. The page on editors says how VS Code, Emacs and Neovim are told \
    to.

    Exit codes: 0 the debugger has ended it; 1 the debugger has gone away.
    """

  static var sections: [OptionSection<Self>] { [] }

  func run(host: ScriptHost) throws(CommandEnd) {
    let start = ContinuousClock.now
    var adapter = DebugAdapter(host: host) { ContinuousClock.now - start }
    var framing = MessageFraming()
    while adapter.exitCode == nil {
      guard let bytes = StandardStream.readInput() else {
        throw .exit(RunExitCode.failed.rawValue)
      }
      framing.append(bytes)
      var parts: [MessageFraming.Part] = []
      while let part = framing.next() { parts.append(part) }
      StandardStream.output.write(adapter.receive(parts).flatMap { MessageFraming.bytes(of: $0) })
    }
  }
}
