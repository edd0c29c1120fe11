// Which scripts a run is of: by what they and what they import hold, so that results are known to be of
// the same scripts, and pictures are drawn of those that were played.

import Rehearsal
import RehearsalFiles
import RehearsalRunner
import RehearsalValues

extension ResultsHeader.File {
  /// The script of a plan, by what it and what it imports hold.
  package init(_ script: TestScript) {
    var digester = ContentDigester()
    if let script = script.script {
      digester.combine(bytes: script.source.bytes)
      for name in script.importedFiles {
        digester.combine(bytes: (try? FilePath(name).bytes()) ?? [])
      }
    }
    self.init(script.path, digest: digester.finish().text)
  }
}

extension MergedRun {
  /// Refuses pictures of scripts that are not those that were played.
  ///
  /// - Parameter load: How a script is read, by its path.
  /// - Throws: `ResultsError` for a script that has another text.
  package func checkScripts(_ load: (String) -> TestScript) throws(ResultsError) {
    for file in header.files where ResultsHeader.File(load(file.path)) != file {
      throw ResultsError(
        "\(file.path) has changed since the shards ran; pictures need the same script")
    }
  }

  /// Tells the events of the run, except its end, each case with its life: it is played once more, as
  /// is.
  ///
  /// - Parameters:
  ///   - load: How a script is read, by its path.
  ///   - isStrict: Whether warnings of the run are failures.
  ///   - observe: Is given every event, in the order of one machine.
  /// - Throws: `ResultsError` for a line that says what this version never writes.
  package func replayWithLives(
    _ load: (String) -> TestScript, isStrict: Bool, _ observe: (TestEvent) throws -> Void
  ) throws {
    var script: TestScript?
    try replay { event in
      guard case .caseEnded(let result) = event else { return try observe(event) }
      if script?.path != result.testCase.file { script = load(result.testCase.file) }
      try observe(.caseEnded(script?.showing(result, isStrict: isStrict) ?? result))
    }
  }
}
