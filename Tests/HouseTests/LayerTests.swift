// The layer table held against every import in `Sources`, and proof that each check can fail.

import TestSupport
import Testing

@Suite struct LayerTests {
  @Test func everyImportIsAllowedByTheLayerTable() throws {
    let repository = try Repository()
    var findings: [Finding] = []
    var seen = 0
    for module in Module.table {
      for path in repository.paths where path.hasPrefix("Sources/\(module.name)/") {
        // The imports that pages of documentation show are their readers'.
        guard !path.hasSuffix(".md"), let text = try? Repository.text(of: path) else { continue }
        seen += imports(in: text).count
        findings += forbiddenImports(in: text, path: path, module: module)
      }
    }
    #expect(findings.isEmpty, "\(findings.report)")
    #expect(seen > 0, "no import was read at all")
  }

  @Test func everyModuleFolderHasARowAndEveryRowAFolder() throws {
    let folders = try Repository().paths
      .filter { $0.hasPrefix("Sources/") }
      .map { String($0.split(separator: "/")[1]) }
    let findings = strayModules(folders: Set(folders).sorted(), table: Module.table)
    #expect(findings.isEmpty, "\(findings.report)")
  }

  @Test func importsReadsEveryForm() {
    let text = """
      // import Comment
      import A
      @testable import B
      @_spi(Inner) @preconcurrency public import C
        internal import struct D.E; import F
      #if canImport(G)
        import G
      #endif
      let text = "import H"
      #include <i.h>
      #include "j.h"
      let importance = 1
      """
    let expected = ["A", "B", "C", "D", "F", "G", "i.h", "j.h"]
    #expect(imports(in: text).map(\.name) == expected)
    #expect(imports(in: text).map(\.line) == [2, 3, 4, 5, 5, 7, 10, 11])
  }

  @Test func anImportUpwardIsFound() {
    let module = Module(name: "Low", layer: 0, imports: ["Lower"])
    let text = "import Lower\nimport Foundation\nimport Higher"
    let findings = forbiddenImports(in: text, path: "Sources/Low/A.swift", module: module)
    #expect(findings.map(\.line) == [2, 3])
  }

  @Test func foundationIsAllowedFromLayer3() {
    #expect(!Module(name: "M", layer: 2, imports: []).allows("Foundation"))
    #expect(Module(name: "M", layer: 3, imports: []).allows("Foundation"))
  }

  @Test func anUnknownFolderAndAStaleRowAreFound() {
    let table = [Module(name: "Known", layer: 0, imports: [])]
    #expect(strayModules(folders: ["Known"], table: table).isEmpty)
    #expect(strayModules(folders: ["Other"], table: table).count == 2)
  }
}
