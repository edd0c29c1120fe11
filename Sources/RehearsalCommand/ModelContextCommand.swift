// `rehearse mcp`: owns the streams of the server for agents, which has none.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalText
import RehearsalValues

/// Serves an agent.
struct ModelContextCommand: HostedCommand {
  static let name = "mcp"
  static let abstract = "Serve coding agents by the Model Context Protocol."
  static let discussion = """
    An agent starts it and speaks on its standard input and output. It has five tools: ask, check, run, \
    storm and audit. Each is bounded in time, and reads files only below the root.

    Examples:
      rehearse mcp
      rehearse mcp --root Scripts

    Exit codes: 0 the agent closed the connection; 1 the root is no folder.
    """

  private var root = "."

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .option(
            ["--root"], \.root, .path("folder", .folder),
            "The folder outside of which nothing is read.")
        ])
    ]
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    let folder = FilePath(root).canonical
    guard folder.kind() == .folder else {
      StandardStream.error.writeLine("error: \(root.printableLine) is no folder")
      throw .exit(RunExitCode.failed.rawValue)
    }
    var server = ModelContextServer(tools: ModelContextTool.all(below: folder, host: host))
    while let bytes = StandardStream.readInput() {
      for answer in server.receive(bytes) {
        StandardStream.output.write(Array((answer.text + "\n").utf8))
      }
    }
  }
}
