// The folders of a module: how many pairs of them use each other. Each such pair is a wall that a module
// could have and does not; their number may only fall.

import TestSupport
import Testing

/// The pairs of folders of a module that use each other's types.
///
/// - Parameters:
///   - module: The name of the module.
///   - files: All sources.
/// - Returns: The pairs, as `Compiler ↔ Inference`, sorted.
func twoWayPairs(in module: String, _ files: [SourceFile]) -> [String] {
  let own = files.filter { $0.module.map { String($0) } == module }
  /// The folder below the module in which a file is; files beside the folders are in none.
  func folder(of file: SourceFile) -> String {
    let parts = file.path.split(separator: "/")
    return parts.count > 3 ? String(parts[2]) : ""
  }
  var homes: [String: Set<String>] = [:]
  for file in own {
    for declaration in file.declarations where [.type, .alias].contains(declaration.kind) {
      homes[declaration.name, default: []].insert(folder(of: file))
    }
  }
  var uses: [String: Set<String>] = [:]
  for file in own {
    for token in file.tokens where token.isWord {
      // A name that several folders have says nothing.
      guard let home = homes[token.text], home.count == 1, let home = home.first else { continue }
      uses[folder(of: file), default: []].insert(home)
    }
  }
  return uses.flatMap { folder, used in
    used.filter { folder < $0 && uses[$0]?.contains(folder) == true }.map { "\(folder) ↔ \($0)" }
  }.sorted()
}

@Suite struct FolderTests {
  /// The most pairs that a module may have.
  private static let most = [
    ("RehearsalInterface", 0), ("RehearsalNames", 0), ("RehearsalSemantics", 1),
    ("RehearsalMachine", 2),
    ("RehearsalRules", 1), ("RehearsalLifecycle", 20), ("RehearsalScriptedApps", 1),
    ("Rehearsal", 4),
  ]

  @Test(arguments: most)
  func fewFoldersUseEachOther(module: String, most: Int) throws {
    let pairs = twoWayPairs(in: module, try SourceFile.all())
    #expect(pairs.count <= most, "\(module) has \(pairs.count): \(pairs.joined(separator: ", "))")
    #expect(pairs.count == most, "\(module) has fewer, \(pairs.count): say so in `most`")
  }

  /// What has to be read to change one thing: the device, which is one state machine, may be larger.
  @Test func noModuleIsTooLargeToRead() throws {
    let modules: Set = [
      "RehearsalRules", "RehearsalSyntax", "RehearsalInterface", "RehearsalCode",
      "RehearsalNames", "RehearsalSemantics", "RehearsalCompiler", "RehearsalMachine",
      "RehearsalScriptedApps",
      "Rehearsal",
    ]
    let lines = try Self.lines()
    for module in modules {
      let count = lines[module] ?? 0
      #expect(count > 0 && count <= 10_000, "\(module) has \(count) lines")
    }
  }

  /// What a client compiles that names apps in Swift and scripts, as the one of the README does, before
  /// its first test runs; a third of it is the device with its rules.
  @Test func aClientCompilesNoMoreThanItPlays() throws {
    let (modules, sum) = try Self.compiled(for: "RehearsalTesting")
    #expect(sum > 0 && sum <= 91_500, "\(sum) lines of \(modules.sorted())")
    let tools: Set = [
      "RehearsalExploration", "RehearsalRunner", "RehearsalReference", "RehearsalPictures",
      "RehearsalPrompt",
    ]
    #expect(modules.isDisjoint(with: tools), "\(modules.intersection(tools).sorted())")
  }

  /// What a client compiles that drives the device from Swift: no language.
  @Test func aClientWithoutScriptsCompilesNoLanguage() throws {
    let (modules, sum) = try Self.compiled(for: "RehearsalDeviceTesting")
    #expect(sum > 0 && sum <= 42_200, "\(sum) lines of \(modules.sorted())")
    #expect(modules.isDisjoint(with: ["RehearsalSyntax", "RehearsalMachine", "Rehearsal"]))
  }

  /// The modules that a module is built of, itself among them, and their lines of Swift.
  private static func compiled(for name: String) throws -> (modules: Set<String>, lines: Int) {
    var modules: Set<String> = []
    var waiting = [name]
    while let name = waiting.popLast() {
      guard let module = Module.table.first(where: { $0.name == name }),
        modules.insert(name).inserted
      else { continue }
      waiting += module.imports.union(module.linked).sorted()
    }
    let lines = try lines()
    return (modules, modules.reduce(0) { $0 + (lines[$1] ?? 0) })
  }

  /// The lines of Swift of each module.
  private static func lines() throws -> [String: Int] {
    var lines: [String: Int] = [:]
    for file in try SourceFile.all() where file.path.hasSuffix(".swift") {
      if let module = file.module.map({ String($0) }) {
        lines[module, default: 0] += file.lines.count - 1
      }
    }
    return lines
  }
}
