// Golden files: scripts in a folder, and beside each what the stage under test makes of it.

import Foundation
import TestSupport
import Testing

@testable import RehearsalSyntax

/// A folder of scripts with their expected outputs.
struct GoldenFolder {
  /// All golden folders of these tests.
  static let root = Repository.url(of: "Tests/RehearsalSyntaxTests/Goldens")

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
      let golden = GoldenFile(url.appendingPathComponent(name + ".golden"), of: "GoldenTests")
      try golden.expect(output(try script(name)))
    }
    let orphans = Set(try names(endingIn: ".golden")).subtracting(scripts)
    #expect(orphans.isEmpty, "golden files without a script: \(orphans.sorted())")
  }
}
