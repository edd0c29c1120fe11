// The programs of the comparison with other languages, with next to no work: they are checked here
// with every change, and measured by `Tests/Performance/compare`.

import Foundation
import Rehearsal
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Performance programs")
struct PerformanceProgramTests {
  /// What each program prints at size 3, in every language.
  static let results = everywhere.merging(besideLua) { $1 }

  /// The programs that are measured against all languages.
  private static let everywhere = [
    "allocation": "12", "calls": "2", "dispatch": "321", "doubles": "3", "fields": "9",
    "lists": "2007", "loop": "9", "maps": "15", "strings": "33",
  ]

  /// Those of Are We Fast Yet, which are measured against Lua alone.
  private static let besideLua = [
    "bounce": "4278", "linked": "30", "permute": "25980", "planets": "23204", "queens": "21",
    "storage": "16383", "towers": "24573",
  ]

  static let folder = Repository.url(of: "Tests/Performance/Programs")

  @Test("Each program stands here and in each language that it is measured against")
  func programsAreComplete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    let expected =
      Self.everywhere.keys.flatMap { name in
        ["rehearsal", "lua", "js", "py"].map { "\(name).\($0)" }
      } + Self.besideLua.keys.flatMap { ["\($0).rehearsal", "\($0).lua"] }
    #expect(files == expected.sorted())
  }

  @Test("A program prints its result", arguments: results.keys.sorted())
  func printsItsResult(_ name: String) throws {
    let file = Self.folder.appendingPathComponent("\(name).rehearsal")
    var text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let size = try #require(text.firstMatch(of: /let size = (\d+)/))
    text.replaceSubrange(size.1.startIndex..<size.1.endIndex, with: "3")
    let play = Play(Script(SourceText(name: file.path, text)))
    #expect(play.identifiers == [])
    #expect(play.printed == Self.results[name].map { [$0] })
  }
}
