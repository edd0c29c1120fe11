// A script that lies in a file: the one door of this module to the disk, which nothing else here uses.

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
  ///   - isTested: Whether the script is held to its comments about its run, if it has any: then
  ///     those about limits count, and it is played on its own device.
  /// - Returns: The script, which may have errors.
  /// - Throws: `ScriptReadError`.
  package static func load(
    _ path: String, host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits(),
    roots: ImportRoots = ImportRoots(), systems: PlayedSystems = PlayedSystems(),
    isTested: Bool = false
  ) throws(ScriptReadError) -> Script {
    let source = try read(path, atMost: limits.syntax.sourceSize)
    let imports = imports(of: path, within: roots)
    let expectations = isTested ? ScriptExpectations(source) : nil
    guard let expectations, !expectations.isEmpty else {
      return Script(source, host: host, limits: limits, imports: imports, systems: systems)
    }
    // What comments say of a run is what it is on the file's own device.
    return Script(source, host: host, limits: expectations.limits(over: limits), imports: imports)
  }
}
