// The code of all scripts of the suite against recorded digests: a change of the compiler that is meant to
// leave code as it is leaves every listing the same, byte for byte. A script that was changed or added since
// the recording is compared from the next one on, so that nobody who writes a script has to record.

import Foundation
import Rehearsal
import RehearsalFiles
import TestSupport
import Testing

@testable import RehearsalCode

@Suite("The listings of all scripts")
struct ListingSuiteTests {
  /// What is recorded of a script: a digest of its text with the files that it imports, and one of its code.
  private struct Entry: Equatable {
    let text: String
    let listing: String
  }

  private static let file = Repository.url(of: "Tests/RehearsalCodeTests/Goldens/listings.txt")

  /// A script by its path in the repository, its entry, and how the line of the file is written.
  private static func recorded() throws -> [Substring: Entry] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let words = line.split(separator: " ", maxSplits: 2)
        return (words[2], Entry(text: String(words[0]), listing: String(words[1])))
      })
  }

  /// The entry of a script; nil for one with errors.
  private static func entry(of path: String) throws -> Entry? {
    guard let script = try? ScriptFile.load(path, limits: ScriptSuite.limits),
      let program = script.program
    else { return nil }
    let texts = ([path] + script.importedFiles.sorted()).map { file in
      (try? String(contentsOfFile: file, encoding: .utf8)) ?? file
    }
    return Entry(
      text: digest(of: texts.joined()),
      listing: digest(of: Disassembler.listing(of: program, library: true)))
  }

  /// FNV-1a, which is the same in every process: nobody is kept from making two texts of one digest.
  private static func digest(of text: String) -> String {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(digest, radix: 16)
  }

  private static func name(of path: String) -> Substring {
    path.dropFirst(Repository.url(of: "").path.count).drop { $0 == "/" }
  }

  @Test func codeIsAsRecorded() throws {
    if ProcessInfo.processInfo.environment["RECORD_LISTINGS"] != nil { return try record() }
    let recorded = try Self.recorded()
    let paths = TestTier.sample(ScriptSuite.scripts, oneOf: 8)
    var compared = 0
    for path in paths {
      guard let known = recorded[Self.name(of: path)], let entry = try Self.entry(of: path),
        entry.text == known.text
      else { continue }
      compared += 1
      #expect(
        entry.listing == known.listing,
        """
        the code of \(Self.name(of: path)) has changed; if that is right: \
        RECORD_LISTINGS=1 swift test --filter ListingSuiteTests
        """)
    }
    // A recording that knows little of the scripts holds nothing.
    #expect(compared > paths.count / 2, "RECORD_LISTINGS=1 swift test --filter ListingSuiteTests")
  }

  private func record() throws {
    let lines = try ScriptSuite.scripts.compactMap { path in
      try Self.entry(of: path).map { "\($0.text) \($0.listing) \(Self.name(of: path))\n" }
    }
    try Data(lines.joined().utf8).write(to: Self.file)
    Issue.record("the listings of \(lines.count) scripts were recorded; run again")
  }
}
