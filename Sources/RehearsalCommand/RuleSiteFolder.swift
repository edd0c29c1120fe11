// The folder into which `rehearse rules --site` writes the pages of the rule book: what the pages are made
// of is read from files of scripts and of vectors, which the command itself does not hold.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalReference
import RehearsalText
import RehearsalValues

/// A site of the rules in a folder.
struct RuleSiteFolder {
  /// The folder, which is made if it is not there.
  let folder: String
  /// The folder of the scripts that show the rules; nil for none.
  let scripts: String?
  /// The file of lifecycle vectors; nil for none.
  let vectors: String?

  /// Writes all pages, and the file of vectors beside them.
  func write() throws(CommandEnd) {
    let vectorBytes = try vectors.map { (path) throws(CommandEnd) in try bytes(of: path) }
    let site = RuleSite(
      scripts: try scripts.map { (path) throws(CommandEnd) in try Self.scripts(below: path) } ?? [],
      vectors: try vectorBytes.map { (bytes) throws(CommandEnd) in try known(bytes) } ?? [])
    do throws(SystemError) { try FilePath(folder).makeFolder() } catch {
      throw Self.ended("\(folder)", "cannot be made: \(error)")
    }
    for page in site.pages() { try write(Array(page.text.utf8), to: page.path) }
    if let vectorBytes { try write(vectorBytes, to: "vectors.json") }
  }

  private func write(_ bytes: [UInt8], to name: String) throws(CommandEnd) {
    let path = FilePath(folder).appending(name).text
    do throws(FileWriteError) { try WholeFile.write(bytes, to: path) } catch {
      StandardStream.error.writeLine("\(path): error: it cannot be written: \(error.reason)")
      throw .exit(RunExitCode.outputLost.rawValue)
    }
  }

  private static func ended(_ path: String, _ reason: String) -> CommandEnd {
    StandardStream.error.writeLine("\(path): error: \(reason)")
    return .exit(RunExitCode.scriptError.rawValue)
  }

  private func bytes(of path: String) throws(CommandEnd) -> [UInt8] {
    do throws(ScriptReadError) { return try ScriptFile.read(path).bytes } catch {
      throw Self.ended(path, error.reason)
    }
  }

  /// The scripts in a folder, in the order of their names, which begin with what they are about.
  private static func scripts(below path: String) throws(CommandEnd) -> [RuleSite.RuleScript] {
    do throws(ScriptReadError) {
      var found: [RuleSite.RuleScript] = []
      for file in try ScriptFile.find(in: [path]) {
        let text = try ScriptFile.read(file)
        found.append(
          RuleSite.RuleScript(
            name: FilePath(file).name, text: String(decoding: text.bytes, as: UTF8.self)))
      }
      return found.sorted { $0.name < $1.name }
    } catch { throw ended(error.path, error.reason) }
  }

  /// The vectors of a file.
  private func known(_ bytes: [UInt8]) throws(CommandEnd) -> [RuleSite.RuleVector] {
    guard let vectors = (try? JSONValue(reading: bytes))?["vectors"]?.elements else {
      throw Self.ended(vectors ?? "", "this is no file of vectors; `rehearse vectors` writes one")
    }
    return vectors.map { vector in
      let rules = vector["rules"]?.elements.compactMap(\.string) ?? []
      return RuleSite.RuleVector(
        identifier: vector["id"]?.string ?? "", title: vector["title"]?.string ?? "",
        result: vector["result"]?.string ?? "",
        rules: Set(rules + [vector["breaks"]?.string].compactMap(\.self)))
    }
  }
}
