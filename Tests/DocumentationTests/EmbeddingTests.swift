// The Swift on the documentation's pages stands in a file that is compiled and run.

import Foundation
import Testing

@Suite("The Swift of the pages is true")
struct EmbeddingTests {
  @Test func everyBlockStandsInTheCompiledFile() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("ClientTests/PageExamples.swift")
    let compiled = try String(contentsOf: file, encoding: .utf8)
    let blocks = try GuideTests.blocks().filter { $0.language == "swift" }
    for block in blocks {
      let parts = block.text.split(separator: "\n\n", maxSplits: 1)
      let hasImports = block.text.hasPrefix("import ")
      if hasImports {
        for line in parts[0].split(separator: "\n") { #expect(compiled.contains(line + "\n")) }
      }
      let code = hasImports ? String(parts[1]) : block.text
      #expect(compiled.contains("\n\n" + code), "\(block.place)")
    }
    #expect(blocks.count >= 10)
  }
}
