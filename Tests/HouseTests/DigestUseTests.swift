// Digests of states have a secret key that no two processes share: only what explores, and what explorations
// are made of, may know them, and nothing else is made of numbers that nobody can repeat.

import Testing

@Suite struct DigestUseTests {
  /// The modules that make or compare digests of states.
  static let modules = [
    "RehearsalValues", "RehearsalMachine", "RehearsalLifecycle", "RehearsalScriptedApps",
    "Rehearsal", "RehearsalReference", "RehearsalDevice", "RehearsalExploration",
  ]

  @Test func onlyStatesAreKnownByKeyedDigests() throws {
    let files = try SourceFile.all().filter { $0.path.hasPrefix("Sources/") }
    let users = files.filter { $0.text.contains("StateDigest") }
    #expect(!users.isEmpty)
    for file in users {
      let module = file.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      #expect(Self.modules.contains(module), "\(file.path) names a digest of states")
    }
  }

  /// The key of digests, and names of files that are not whole yet, which a process on another machine that
  /// sees the same folder must not make, too; none of it is ever seen.
  @Test func onlyTheKeyAndNamesOfUnfinishedFilesAreRandom() throws {
    let files = try SourceFile.all().filter { $0.path.hasSuffix(".swift") }
    let random = files.filter {
      $0.path.hasPrefix("Sources/") && $0.text.contains("SystemRandomNumberGenerator")
    }
    #expect(
      random.map(\.path).sorted() == [
        "Sources/LineEditing/HistoryFile.swift", "Sources/RehearsalFiles/WholeFile.swift",
        "Sources/RehearsalValues/StateDigest.swift",
      ])
  }
}
