// Script files for the runner, which reads none itself.

import RehearsalFiles
import RehearsalRunner

extension TestScript {
  /// Reads and checks a script file.
  ///
  /// - Parameters:
  ///   - path: The path; `-` reads standard input.
  ///   - loading: How it is loaded.
  ///   - roots: The folders from which its imports may come.
  package init(reading path: String, _ loading: Loading, from roots: ImportRoots) {
    do throws(ScriptReadError) {
      self.init(
        path, try ScriptFile.read(path, atMost: loading.limits.syntax.sourceSize),
        imports: ScriptFile.imports(of: path, within: roots), loading)
    } catch {
      self.init(path, unreadable: "\(error)", error.identifier)
    }
  }
}

extension TestRunner {
  /// Makes a runner of script files.
  ///
  /// - Parameters:
  ///   - loading: How they are loaded.
  ///   - roots: The folders from which their imports may come.
  package init(_ loading: TestScript.Loading, from roots: ImportRoots) {
    self.init { TestScript(reading: $0, loading, from: roots) }
  }
}
