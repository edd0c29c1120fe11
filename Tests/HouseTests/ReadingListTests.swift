// The map of the sources says which files to read first: they exist, and they stay few.

import TestSupport
import Testing

@Suite struct ReadingListTests {
  /// The files that the section of the map names, from `Sources` on.
  private static func files() throws -> [String] {
    let map = try Repository.text(of: "Sources/README.md")
    let section = map.split(separator: "## ").first { $0.hasPrefix("What to read\n") } ?? ""
    return section.matches(of: /`([A-Za-z]+\/[A-Za-z+\/]+\.swift)`/).map { String($0.1) }
  }

  @Test func aNewcomerReadsNineThousandLines() throws {
    let files = try Self.files()
    #expect(files.count > 15)
    let lines = try files.map { file in
      try Repository.text(of: "Sources/\(file)").count { $0.isNewline }
    }
    #expect(lines.reduce(0, +) < 9_000, "\(zip(files, lines).map { "\($0) \($1)" })")
  }
}
