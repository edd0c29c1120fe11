// The layer table held against every import in `Sources`, and proof that each check can fail.

import TestSupport
import Testing

@Suite struct LayerTests {
  @Test func everyImportIsAllowedByTheLayerTable() throws {
    let repository = try Repository()
    var findings: [Finding] = []
    for module in Module.table {
      var all: [Import] = []
      for path in repository.paths where path.hasPrefix("Sources/\(module.name)/") {
        // The imports that pages of documentation show are their readers'.
        guard !path.hasSuffix(".md"), let text = try? Repository.text(of: path) else { continue }
        let found = imports(in: text)
        findings += forbidden(found, path: path, module: module)
        all += found
      }
      findings += staleImports(of: module, importing: all)
    }
    #expect(findings.isEmpty, "\(findings.report)")
  }

  @Test func theManifestSaysWhatTheLayerTableSays() throws {
    let manifest = PackageManifest(try Repository.text(of: "Package.swift"))
    let findings = manifest.differences(from: Module.table, products: [])
    #expect(findings.isEmpty, "\(findings.report)")
  }

  @Test func everyModuleHasTestsOfItsOwn() throws {
    let manifest = PackageManifest(try Repository.text(of: "Package.swift"))
    // The C modules are tested by those that import them.
    let tested = Module.table.map(\.name).filter { !$0.hasPrefix("C") }
      .map { ["rehearse", "RehearsalCommand"].contains($0) ? "CommandTests" : $0 + "Tests" }
    #expect(tested.filter { !manifest.testTargets.contains($0) } == [])
  }

  @Test func everyModuleFolderHasARowAndEveryRowAFolder() throws {
    // What is written in other languages is no module.
    let paths = try Repository().paths.filter { path in
      [".swift", ".c", ".h", ".modulemap"].contains { path.hasSuffix($0) }
    }
    let parts = paths.map { (path: String) in path.split(separator: "/") }
    let folders = parts.filter { $0.first == "Sources" && $0.count > 2 }.map { String($0[1]) }
    // What has a manifest of its own is a package, not a module of this one.
    let packages = parts.filter { part in
      part.first == "Sources" && part.dropFirst(2).first == "Package.swift"
    }
    let modules = Set(folders).subtracting(packages.map { String($0[1]) })
    let findings = strayModules(folders: modules.sorted(), table: Module.table)
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
    let findings = forbidden(imports(in: text), path: "Sources/Low/A.swift", module: module)
    #expect(findings.map(\.line) == [2, 3])
  }

  @Test func whatIsAllowedAndNotImportedIsFound() {
    let module = Module(name: "Low", layer: 3, imports: ["Lower", "Lowest", "Glibc"])
    let all = imports(in: "import Lower\nimport Foundation")
    let found = staleImports(of: module, importing: all).map(\.message)
    #expect(found == ["imports Lowest nowhere: remove it from the row in LayerTable.swift"])
    #expect(staleImports(of: module, importing: all + imports(in: "import struct Lowest.A")) == [])
  }

  @Test func differencesOfTheManifestAreFound() {
    let manifest = PackageManifest(
      """
      targets: [
        .target(name: "Low"),
        .target(
          name: "Middle",
          dependencies: ["Low", .product(name: "Heap", package: "collections")]),
        .executableTarget(name: "High", dependencies: ["Middle"]),
        .testTarget(name: "LowTests", dependencies: ["Low"]),
      ]
      """)
    #expect(manifest.testTargets == ["LowTests"])
    let low = Module(name: "Low", layer: 0, imports: ["Glibc"])
    let middle = Module(name: "Middle", layer: 1, imports: ["Low", "Heap"])
    let high = Module(name: "High", layer: 2, imports: ["Middle"])
    #expect(manifest.differences(from: [low, middle, high], products: ["Heap"]) == [])
    let wrong = [
      Module(name: "Low", layer: 0, imports: ["Middle"]),
      Module(name: "Middle", layer: 1, imports: ["Heap"]),
      Module(name: "Higher", layer: 2, imports: []),
    ]
    let messages = manifest.differences(from: wrong, products: ["Heap"]).map(\.message)
    #expect(
      messages == [
        "Low may import Middle and does not depend on it",
        "Middle depends on Low, which its row in LayerTable.swift lacks",
        "has no target Higher",
      ])
  }

  @Test func anUnknownFolderAndAStaleRowAreFound() {
    let table = [Module(name: "Known", layer: 0, imports: [])]
    #expect(strayModules(folders: ["Known"], table: table).isEmpty)
    #expect(strayModules(folders: ["Other"], table: table).count == 2)
  }
}
