// A script in a file: the only place in this module that reads the disk.

import RehearsalFiles
import RehearsalSyntax

extension ScriptFile {
  /// Reads and checks a script; its imports come from a folder and the folders below that.
  ///
  /// - Parameters:
  ///   - path: The file's path, by which diagnostics name it; `-` reads standard input, whose
  ///     imports come from the current folder.
  ///   - host: The functions and native apps that the script can use.
  ///   - limits: The bounds of reading and running.
  ///   - roots: The folders from which imports may come.
  ///   - systems: The versions and models on which each scenario is played.
  /// - Returns: The script, which may have errors.
  /// - Throws: `ScriptReadError`.
  package static func load(
    _ path: String, host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits(),
    roots: ImportRoots = ImportRoots(), systems: PlayedSystems = PlayedSystems()
  ) throws(ScriptReadError) -> Script {
    Script(
      try read(path, atMost: limits.syntax.sourceSize), host: host, limits: limits,
      imports: imports(of: path, within: roots), systems: systems)
  }
}
