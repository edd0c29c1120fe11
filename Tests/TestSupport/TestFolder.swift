// A folder for the files of one test.

import Foundation

/// A folder for one test, removed with its last user.
package final class TestFolder {
  /// Where it is.
  package let url: URL

  /// Makes an empty folder.
  package init() {
    let name = "rehearse-\(ProcessInfo.processInfo.globallyUniqueString)"
    url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, with the folders on the way to it.
  ///
  /// - Throws: What the files throw.
  @discardableResult
  package func file(_ name: String, holding text: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// The text of a file in it.
  ///
  /// - Throws: What the files throw.
  package func text(of name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }
}
