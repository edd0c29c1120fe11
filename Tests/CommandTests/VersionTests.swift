// One number stands for the whole, wherever it is written.

import TestSupport
import Testing

@Suite("The version")
struct VersionTests {
  @Test("The command says the newest of the page of changes")
  func command() throws {
    let version = try Repository.version()
    #expect(try Command("--version").output == version + "\n")
    #expect(try Command("doctor").output.hasPrefix("rehearse \(version)\n"))
  }

  @Test("Whatever else names a version of the whole names this one")
  func elsewhere() throws {
    let pages = "Sources/Rehearsal/Documentation.docc"
    let named = [
      try named(in: "Grammar/editors/vscode/package.json", #/"version": "([^"]+)"/#),
      try named(in: pages + "/Editors.md", /rehearsal\.rehearsal-([0-9.]+)/),
      try named(in: pages + "/ThePrompt.md", /\nrehearse ([0-9.]+):/),
    ]
    #expect(named == Array(repeating: [try Repository.version()], count: named.count))
  }

  private func named(
    in path: String, _ pattern: Regex<(Substring, Substring)>
  ) throws -> [String] {
    try Repository.text(of: path).matches(of: pattern).map { String($0.1) }
  }
}
