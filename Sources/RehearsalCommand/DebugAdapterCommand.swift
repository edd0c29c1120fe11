// `rehearse debug-adapter`: owns the streams of the adapter of `RehearsalLanguageServer`, which has none.

import Rehearsal
import RehearsalFiles
import RehearsalLanguageServer
import RehearsalPrompt
import RehearsalText

/// Serves a debugger.
struct DebugAdapterCommand: HostedCommand {
  static let name = "debug-adapter"
  static let abstract = "Run the debug adapter for editors: step through scenarios, also backwards."
  static let discussion = """
    An editor starts it and uses the Debug Adapter Protocol on its standard input and output. A \
    launch request names the script with `program`, and takes `scenario`, `os`, `model`, \
    `stopOnEntry` and `noDebug`. The page on editors shows how to set up VS Code, Emacs and \
    Neovim.

    Exit codes: 0 the editor ended the session; 1 the connection was lost.
    """

  private var project = ProjectOptions()

  static var sections: [OptionSection<Self>] {
    [OptionSection("Options", ProjectOptions.fileOptions.map { $0.within(\.project) })]
  }

  static var project: WritableKeyPath<Self, ProjectOptions>? { \.project }

  func run(host: ScriptHost) throws(CommandEnd) {
    ProcessEnvironment.ignoreLostReaders()
    let start = ContinuousClock.now
    var adapter = DebugAdapter(host: project.lookup(adding: host)) { ContinuousClock.now - start }
    var framing = MessageFraming()
    while adapter.exitCode == nil {
      guard let bytes = StandardStream.readInput() else {
        throw .exit(RunExitCode.failed.rawValue)
      }
      framing.append(bytes)
      var parts: [MessageFraming.Part] = []
      while let part = framing.next() { parts.append(part) }
      let answers = adapter.receive(parts).flatMap { MessageFraming.bytes(of: $0) }
      guard StandardStream.output.send(answers) else { throw .exit(RunExitCode.failed.rawValue) }
    }
  }
}
