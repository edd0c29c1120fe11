// The file of known findings of a test, the same as the command's.

import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalTesting

/// A file of known findings cannot be used.
struct UnusableBaseline: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "\(path): this is no baseline; `--write-baseline` of the command writes one"
  }
}

extension Baseline {
  /// Reads the known findings of a test.
  ///
  /// - Parameters:
  ///   - path: The file; nil for none.
  ///   - testFile: The file at whose folder a relative path begins.
  ///   - bundle: What has a copy of it where there are no sources.
  /// - Returns: The findings; none without a file.
  /// - Throws: An error that names a file that cannot be read, or is no baseline.
  static func read(_ path: String?, testFile: String, bundle: Bundle?) throws -> Baseline {
    guard let path else { return Baseline() }
    let file = ScriptFolder.root(path, testFile: testFile, bundle: bundle)
    guard let bytes = try? FilePath(file).bytes(atMost: longestFile), let baseline = Baseline(bytes)
    else { throw UnusableBaseline(path: path) }
    return baseline
  }
}
