// Where the scripts of a test lie: beside its source, and where tests run on another machine than the one
// that built them, among the resources of the test target.

import Foundation

/// Finds scripts for tests.
package enum ScriptFolder {
  /// The file or folder of a path.
  ///
  /// - Parameters:
  ///   - path: A relative path begins at the folder of the calling file.
  ///   - testFile: The calling file.
  ///   - bundle: What has a copy of the folder, by `resources: [.copy("Scripts")]`, where there are no
  ///     sources; nil for none.
  /// - Returns: The path in the sources where there is something, so that failures name lines there.
  package static func root(_ path: String, testFile: String, bundle: Bundle?) -> String {
    let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    let source = URL(fileURLWithPath: path, relativeTo: folder).standardizedFileURL.path
    guard let bundle, !FileManager.default.fileExists(atPath: source) else { return source }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return bundle.resourceURL?.appendingPathComponent(name).standardizedFileURL.path ?? source
  }
}
