// The Swift on the documentation's pages stands in a file that is compiled and run.

import Foundation
import TestSupport
import Testing

@Suite("The Swift of the pages is true")
struct EmbeddingTests {
  /// Where the blocks of a catalog are compiled, and how many there are at least.
  @Test(arguments: [
    (
      GuideTests.catalogs,
      ["ClientTests/PageExamples.swift", "RehearsalDeviceTestingTests/PageExample.swift"], 12
    ),
    (
      [
        "Sources/RehearsalDeviceTesting/Documentation.docc",
        "Sources/RehearsalTesting/Documentation.docc",
      ], ["ClientTests/TestingExamples.swift", "ClientTests/XCTestExamples.swift"], 4
    ),
  ])
  func everyBlockIsCompiled(_ catalogs: [String], in files: [String], atLeast count: Int) throws {
    let compiled = try files.map { try Repository.text(of: "Tests/\($0)") }.joined()
    let blocks = try GuideTests.blocks(in: catalogs).filter { $0.language == "swift" }
    for block in blocks {
      let parts = block.text.split(separator: "\n\n", maxSplits: 1)
      let hasImports = block.text.hasPrefix("import ")
      if hasImports {
        for line in parts[0].split(separator: "\n") { #expect(compiled.contains(line + "\n")) }
      }
      let code = hasImports ? String(parts[1]) : block.text
      #expect(compiled.contains("\n\n" + code), "\(block.place)")
    }
    #expect(blocks.count >= count)
  }
}
