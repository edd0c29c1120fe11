// The files of the repository that these tests read and compare, found from this file's own place.

import Foundation

@testable import RehearsalSyntax

enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The paths below a folder with an ending, in order; none where there is no such folder.
  static func paths(below folder: String, endingIn suffix: String) -> [String] {
    let url = root.appendingPathComponent(folder)
    guard let found = FileManager.default.enumerator(atPath: url.path) else { return [] }
    return found.compactMap { $0 as? String }
      .filter { $0.hasSuffix(suffix) && !$0.contains(".build/") }
      .map { folder + "/" + $0 }
      .sorted()
  }

  /// Every script of the repository.
  static func scripts() throws -> [SourceText] {
    let paths =
      paths(below: "Tests", endingIn: ".rehearsal")
      + paths(below: "Examples", endingIn: ".rehearsal")
    return try paths.map { path in
      let data = try Data(contentsOf: root.appendingPathComponent(path))
      return SourceText(name: path, bytes: Array(data))
    }
  }
}
