// Golden files: scripts in a folder, and beside each what the stage under test makes of it.
// `RECORD_GOLDENS=1 swift test --filter Golden` writes them, and fails, so that no run records
// and passes at once.

import Foundation
import Testing

@testable import RehearsalSyntax

/// A folder of scripts with their expected outputs.
struct GoldenFolder {
  /// All golden folders of these tests.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Goldens")

  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil

  let url: URL

  init(_ name: String) {
    url = Self.root.appendingPathComponent(name)
  }

  /// The names of the files with an ending, without it, in order.
  func names(endingIn suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix(suffix) }
      .map { String($0.dropLast(suffix.count)) }
      .sorted()
  }

  func script(_ name: String) throws -> SourceText {
    let file = url.appendingPathComponent(name + ".rehearsal")
    return SourceText(name: name + ".rehearsal", bytes: Array(try Data(contentsOf: file)))
  }

  /// Compares every script's output with its golden file, and finds golden files without script.
  func check(_ output: (SourceText) -> String) throws {
    let scripts = try names(endingIn: ".rehearsal")
    #expect(!scripts.isEmpty)
    for name in scripts {
      let file = url.appendingPathComponent(name + ".golden")
      let actual = output(try script(name))
      let expected = try? String(contentsOf: file, encoding: .utf8)
      if Self.isRecording {
        if expected != actual { try Data(actual.utf8).write(to: file) }
        continue
      }
      #expect(
        expected == actual,
        "\(name) differs; if the new output is right: RECORD_GOLDENS=1 swift test --filter Golden")
    }
    let orphans = Set(try names(endingIn: ".golden")).subtracting(scripts)
    #expect(orphans.isEmpty, "golden files without a script: \(orphans.sorted())")
    if Self.isRecording { Issue.record("goldens were recorded; look at the changes, run again") }
  }
}
