// The public symbols of a module, as the compiler's symbol graph lists them: what a client has to
// learn, and what a change of it may break.

import Foundation
import TestSupport
import Testing

/// The public symbols of a module, one a line: its path and its declaration.
struct PublicSymbols {
  /// The lines, sorted.
  let lines: [String]

  /// Extracts the symbols of a module that was built with the tests.
  init(of module: String) throws {
    let folder = TestFolder()
    let program = try #require(Command.program, "rehearse is not built beside the tests")
    let modules = program.deletingLastPathComponent().appendingPathComponent("Modules").path
    try Self.run([
      "swift", "symbolgraph-extract", "-module-name", module, "-target", Self.target(),
      "-minimum-access-level", "public", "-skip-synthesized-members", "-I", modules,
      "-I", Repository.url(of: "Sources/CEditLine").path,
      "-I", Repository.url(of: "Sources/CTaskHooks/include").path,
      "-I", Repository.url(of: "Sources/CProcess/include").path,
      "-output-dir", folder.url.path,
    ])
    // One file for the module's own symbols, and one for each module whose types it extends.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    var graph = SymbolGraph(symbols: [], relationships: [])
    for name in names where name.hasSuffix(".symbols.json") {
      let data = try Data(contentsOf: folder.url.appendingPathComponent(name))
      let part = try JSONDecoder().decode(SymbolGraph.self, from: data)
      graph.symbols += part.symbols
      graph.relationships += part.relationships
    }
    lines = graph.lines
  }

  /// The platform that the modules are built for.
  private static func target() throws -> String {
    struct Information: Decodable {
      struct Target: Decodable { var unversionedTriple: String }
      var target: Target
    }
    let output = try run(["swiftc", "-print-target-info"])
    return try JSONDecoder().decode(Information.self, from: output).target.unversionedTriple
  }

  /// Runs a tool of the toolchain, which has to succeed, and gives what it wrote.
  @discardableResult
  private static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(arguments.joined(separator: " "))")
    return data
  }
}

/// The part of a symbol graph that these tests read.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { var precise: String }
    struct Fragment: Decodable { var spelling: String }

    var identifier: Identifier
    var pathComponents: [String]
    var declarationFragments: [Fragment]

    /// The names of the types around it and its own.
    var name: String { pathComponents.joined(separator: ".") }

    /// The declaration in one line.
    var declaration: String {
      declarationFragments.map(\.spelling).joined()
        .split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    }
  }

  struct Relationship: Decodable {
    var kind: String
    var source: String
    var target: String
    var targetFallback: String?
  }

  var symbols: [Symbol]
  var relationships: [Relationship]

  /// Each symbol with its declaration and each type with the protocols it conforms to, sorted.
  var lines: [String] {
    var names: [String: String] = [:]
    for symbol in symbols { names[symbol.identifier.precise] = symbol.name }
    // A type of another module has no symbol here, but its members' names begin with its own.
    let known = Set(names.keys)
    for relationship in relationships
    where relationship.kind == "memberOf" && !known.contains(relationship.target) {
      let member = names[relationship.source]?.split(separator: ".").dropLast()
      names[relationship.target] = member?.joined(separator: ".")
    }
    var conformances: [String: Set<String>] = [:]
    for relationship in relationships where relationship.kind == "conformsTo" {
      let target = relationship.targetFallback ?? names[relationship.target] ?? relationship.target
      guard !Self.impliedProtocols.contains(target) else { continue }
      let name = target.split(separator: ".").last.map(String.init) ?? target
      conformances[names[relationship.source] ?? relationship.source, default: []].insert(name)
    }
    let declarations = symbols.map { "\($0.name)  \($0.declaration)" }
    return
      (declarations + conformances.map { "\($0)  : \($1.sorted().joined(separator: ", "))" })
      .sorted()
  }

  /// Protocols of which nobody writes that a type conforms to them.
  private static let impliedProtocols: Set<String> = [
    "Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype",
  ]
}
