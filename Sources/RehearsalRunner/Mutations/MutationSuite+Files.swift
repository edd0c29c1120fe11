// A suite of script files for mutation testing.

import Rehearsal
import RehearsalFiles
import RehearsalSyntax

extension MutationSuite {
  /// Reads the scripts of files.
  ///
  /// A file has one name, whether it is a script of the suite or imported by one: its path from the
  /// current folder, links resolved, or its whole path where it lies elsewhere.
  ///
  /// - Parameters:
  ///   - files: The paths of the scripts; `-` reads standard input.
  ///   - host: The functions and native apps that the scripts can use.
  ///   - limits: The bounds of reading and running.
  ///   - roots: The folders from which imports may come.
  /// - Returns: The suite, which was not run yet.
  /// - Throws: `ScriptReadError`, `UnusableReason`.
  package static func load(
    _ files: [String], host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits(),
    roots: ImportRoots = ImportRoots()
  ) throws -> MutationSuite {
    let scripts = try files.map { file in
      let imports = ScriptFile.imports(of: file, within: roots)
      let source: ImportSource = { path, importer in imports(path, importer).map { named($0) } }
      return (try named(ScriptFile.read(file)), source)
    }
    return try MutationSuite(scripts, host: host, limits: limits)
  }

  /// A text under the one name of its file.
  private static func named(_ source: SourceText) -> SourceText {
    guard FilePath(source.name).exists else { return source }
    let (folder, path) = (FilePath("").canonical.text + "/", FilePath(source.name).canonical.text)
    let name = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    return SourceText(name: name, bytes: source.bytes)
  }
}
