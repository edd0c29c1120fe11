// `rehearse vectors`: the rule book as test data, and the script of one vector.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalText
import RehearsalValues
import RehearsalVectors

/// Makes lifecycle vectors of scripts, or shows the script of one.
struct VectorsCommand: HostedCommand {
  static let name = "vectors"
  static let abstract = "Write what devices do as test data for any language."
  static let discussion = """
    Examples:
      rehearse vectors Tests/Scripts/rules > vectors.json
      rehearse vectors --script v-0123456789abcdef vectors.json | rehearse run -

    Of the scenarios of the scripts the fewest are taken that meet every rule that an app can observe. \
    The same scripts give the same bytes.
    """

  private var identifier: String?
  private var paths: [String] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .option(
            ["--script"], \.identifier, .text("id"),
            "Write the script of this vector of a file of vectors.")
        ])
    ]
  }

  static var arguments: ArgumentRow<Self>? {
    .many(
      "paths", \.paths, .file(ending: "rehearsal"),
      "Script files, or folders with *.rehearsal files; with --script, a file of vectors.",
      atLeast: 1)
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    if let identifier { return StandardStream.output.write(Array(try script(of: identifier).utf8)) }
    do throws(ScriptReadError) {
      let text = try LifecycleVectors(of: paths).text()
      StandardStream.output.write(Array(text.printableJSON.utf8))
    } catch { throw Self.unreadable("\(error)") }
  }

  private static func unreadable(_ reason: String) -> CommandEnd {
    StandardStream.error.writeLine("\(reason)")
    return .exit(RunExitCode.scriptError.rawValue)
  }

  /// The script of a vector, or of the valid one that it is made of.
  private func script(of identifier: String) throws(CommandEnd) -> String {
    let vectors: [JSONValue]
    do {
      let text = try ScriptFile.read(paths[0], atMost: ScriptFile.longestSource).bytes
      vectors = try JSONValue(reading: text)["vectors"]?.elements ?? []
    } catch { throw Self.unreadable("\(paths[0]): \(error)") }
    var wanted = identifier
    for _ in 0..<2 {
      guard let vector = vectors.first(where: { $0["id"]?.string == wanted }) else { break }
      if let script = vector["script"]?.string { return script }
      wanted = vector["of"]?.string ?? ""
    }
    throw .usage("\(paths[0]) has no vector \(identifier).")
  }
}
