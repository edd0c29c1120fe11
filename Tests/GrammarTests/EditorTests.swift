// The editors' files are those that the tables give, and their patterns find in scripts what the
// lexer finds.

import Foundation
import TestSupport
import Testing

@testable import RehearsalSyntax

@Suite struct EditorTests {
  @Test func theFilesAreThoseOfTheTables() throws {
    let isRecording = ProcessInfo.processInfo.environment["RECORD_EDITORS"] != nil
    for file in EditorFile.all {
      let url = Repository.url(of: file.path)
      if isRecording {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url)
        continue
      }
      let written = try? Repository.text(of: file.path)
      #expect(written == file.text, "\(file.path) is stale; run: \(EditorFile.command)")
    }
    let paths = try Repository().paths(below: EditorFile.folder, endingIn: "")
      .filter { $0.split(separator: "/").last?.contains(".") == true }
    let strays = Set(paths).subtracting(EditorFile.all.map(\.path))
    #expect(strays.isEmpty, "written by nobody: \(strays.sorted())")
    if isRecording { Issue.record("the files were written; look at the changes, run again") }
  }

  @Test func jsonFilesAreJSON() throws {
    let files = EditorFile.all.filter { $0.path.hasSuffix(".json") }
    for file in files {
      #expect(throws: Never.self, "\(file.path)") {
        try JSONSerialization.jsonObject(with: Data(file.text.utf8))
      }
    }
    #expect(files.count == 3)
  }

  /// The rules with their patterns ready for use.
  private static func rules() throws -> [(scope: String, pattern: NSRegularExpression)] {
    try HighlightRule.all.map { ($0.scope, try NSRegularExpression(pattern: $0.pattern)) }
  }

  /// The scope that the first rule with a match at a place gives, and what it matches.
  private static func highlight(
    _ text: NSString, at place: Int, _ rules: [(scope: String, pattern: NSRegularExpression)]
  ) -> (scope: String, text: String)? {
    let rest = NSRange(location: place, length: text.length - place)
    for rule in rules {
      let options: NSRegularExpression.MatchingOptions = [.anchored, .withTransparentBounds]
      if let match = rule.pattern.firstMatch(in: text as String, options: options, range: rest) {
        return (rule.scope, text.substring(with: match.range))
      }
    }
    return nil
  }

  /// The scopes that fit a token; nil where the rules say nothing about it.
  private static func scopes(of token: Token, behindDot: Bool, _ text: String) -> [String]? {
    let names = ["variable.other", "variable.parameter", "entity.name.function"]
    if behindDot { return nil }
    switch token.kind {
    case .name where token.isQuoted: return ["variable.other"]
    case .name where ContextualKeyword(rawValue: text) != nil:
      return names + ["keyword.declaration"]
    case .name: return names
    case .number: return ["constant.numeric"]
    case .shorthandParameter: return ["variable.language"]
    case .keyword(let keyword):
      let scope =
        switch keyword.role {
        case .control: "keyword.control"
        case .declaration: "keyword.declaration"
        case .check: "keyword.other"
        case .constant: "constant.language"
        }
      return [scope, "variable.parameter"]
    case .binary, .prefix, .range, .assignment, .punctuation(.question):
      return ["keyword.operator"]
    case .punctuation(.dot), .punctuation(.optionalDot):
      return ["constant.other.symbol", "variable.other.member"]
    default: return nil
    }
  }

  @Test func rulesAndLexerFindTheSameTokens() throws {
    let rules = try Self.rules()
    var seen: [String: Int] = [:]
    for source in try Samples.scripts() where Verdict(of: source) == .valid {
      let text = String(decoding: source.bytes, as: UTF8.self)
      let tokens = Lexer.tokenize(source).tokens
      var (cursor, place) = (text.startIndex, 0)
      for (index, token) in tokens.enumerated() {
        let before = index > 0 ? tokens[index - 1] : token
        let isBehindDot = before.isMark(.dot) || before.isMark(.optionalDot)
        let spelling = source.text(in: token.range)
        let start = text.utf8.index(text.startIndex, offsetBy: Int(token.range.start))
        place += text.utf16.distance(from: cursor, to: start)
        cursor = start
        guard let scopes = Self.scopes(of: token, behindDot: isBehindDot, spelling) else {
          continue
        }
        let found = Self.highlight(text as NSString, at: place, rules)
        let isSame = found.map { scopes.contains($0.scope) && $0.text.hasPrefix(spelling) } ?? false
        #expect(isSame, "\(source.name): `\(spelling)` is \(String(describing: found))")
        if isSame { seen[found?.scope ?? "", default: 0] += 1 }
      }
    }
    #expect(Set(HighlightRule.all.map(\.scope)).subtracting(seen.keys) == ["invalid.illegal"])
  }
}
