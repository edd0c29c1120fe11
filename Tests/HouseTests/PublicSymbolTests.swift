// The public symbols of every module against recorded ones, so that a change of the interface is
// read in a review.

import Foundation
import TestSupport
import Testing

// The goldens are recorded on Linux: other platforms add their own conformances.
#if os(Linux)
  @Suite struct PublicSymbolTests {
    private static let modules = Module.table.map(\.name).filter { !$0.hasPrefix("C") }

    /// The imports that a module hands on to whoever imports it.
    private func exports(of module: String) throws -> [String] {
      try Repository().paths(below: "Sources/\(module)", endingIn: ".swift").flatMap { path in
        try Repository.text(of: path).split(separator: "\n")
          .filter { $0.hasPrefix("@_exported import ") }.map(String.init)
      }
    }

    @Test(arguments: modules) func areThoseRecorded(of module: String) throws {
      let lines = try PublicSymbols(of: module).lines + exports(of: module)
      let url = Repository.url(of: "Tests/HouseTests/Goldens/\(module).golden")
      if lines.isEmpty {
        let isThere = FileManager.default.fileExists(atPath: url.path)
        #expect(!isThere, "\(module) has no public symbols: remove \(url.lastPathComponent)")
      } else {
        let text = lines.map { $0 + "\n" }.joined()
        try GoldenFile(url, of: "PublicSymbolTests").expect(text)
      }
    }

    @Test func everyGoldenIsOfAModule() throws {
      let goldens = try Repository().paths(below: "Tests/HouseTests/Goldens", endingIn: ".golden")
      let names = goldens.compactMap { $0.split(separator: "/").last?.split(separator: ".").first }
      #expect(names.filter { !Self.modules.contains(String($0)) } == [])
      // What is promised to clients is written down.
      let manifest = try Repository.text(of: "Package.swift")
      let products = manifest.matches(of: /library\([^)]*targets: \["(\w+)"\]/).map { $0.1 }
      #expect(products.count > 5 && products.filter { !names.contains($0) } == [])
    }
  }
#endif

@Suite struct SymbolGraphTests {
  @Test func symbolsAndConformancesAreLines() throws {
    let text = """
      {
        "symbols": [
          {
            "identifier": { "precise": "s:1A" },
            "pathComponents": ["A"], "declarationFragments": [{ "spelling": "struct A" }]
          },
          {
            "identifier": { "precise": "s:1f" },
            "pathComponents": ["Int", "f()"],
            "declarationFragments": [{ "spelling": "@a\\n" }, { "spelling": "func f()" }]
          }
        ],
        "relationships": [
          { "kind": "memberOf", "source": "s:1f", "target": "s:Si" },
          { "kind": "conformsTo", "source": "s:Si", "target": "s:1P", "targetFallback": "M.P" },
          {
            "kind": "conformsTo", "source": "s:1A", "target": "s:C",
            "targetFallback": "Swift.Copyable"
          }
        ]
      }
      """
    let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(text.utf8))
    let expected = ["A  struct A", "Int  : P", "Int.f()  @a func f()"]
    #expect(graph.lines == expected)
  }
}
