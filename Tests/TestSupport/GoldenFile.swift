// Golden files: what a test makes, recorded, so that every change of it is read as a difference.
// With `RECORD_GOLDENS=1` they are written, and the test fails, so that no run records and passes
// at once.

import Foundation
import Testing

/// A file that holds what a test should make.
package struct GoldenFile {
  private let url: URL
  private let suite: String

  /// Names a file.
  ///
  /// - Parameters:
  ///   - url: Where it is.
  ///   - suite: What `swift test --filter` takes to run the tests that write it.
  package init(_ url: URL, of suite: String) {
    self.url = url
    self.suite = suite
  }

  /// Expects what the file holds, or writes it and fails.
  package func expect(
    _ actual: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try? String(contentsOf: url, encoding: .utf8)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      if expected != actual { try Data(actual.utf8).write(to: url) }
      Issue.record(
        "\(name) was recorded; look at the changes, run again", sourceLocation: sourceLocation)
      return
    }
    guard expected != actual else { return }
    Issue.record(
      """
      \(name) differs from what is made:
      \(Self.difference(from: expected ?? "", to: actual))
      If this is right: RECORD_GOLDENS=1 swift test --filter \(suite)
      """, sourceLocation: sourceLocation)
  }

  private var name: String { url.lastPathComponent }

  /// The lines that went and the lines that came, in order.
  private static func difference(from old: String, to new: String) -> String {
    let changes = new.split(separator: "\n", omittingEmptySubsequences: false)
      .difference(from: old.split(separator: "\n", omittingEmptySubsequences: false))
    return changes.sorted { place(of: $0) < place(of: $1) }.map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }.joined(separator: "\n")
  }

  private static func place(
    of change: CollectionDifference<Substring>.Change
  ) -> (offset: Int, isInsertion: Int) {
    switch change {
    case .remove(let offset, _, _): (offset, 0)
    case .insert(let offset, _, _): (offset, 1)
    }
  }
}
