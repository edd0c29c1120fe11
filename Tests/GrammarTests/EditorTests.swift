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
    let strays = Set(paths).subtracting(EditorFile.all.map(\.path) + EditorFile.written)
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
    #expect(files.count == 4)
  }

  // MARK: - VS Code

  private static let visualStudioCode = EditorFile.folder + "/vscode"

  /// A file of the extension, which is an object.
  private func object(_ name: String) throws -> [String: Any] {
    let data = Data(try Repository.text(of: Self.visualStudioCode + "/" + name).utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  // What VS Code's reference says of the manifest of an extension, of its contributions, of language
  // configurations and of tasks: the keys that there are, and those that must be there.
  @Test("The manifest has what packaging needs, and nothing that VS Code does not know")
  func theManifestIsOne() throws {
    let manifest = try object("package.json")
    for key in ["name", "version", "publisher", "engines"] { #expect(manifest[key] != nil) }
    let known: Set = [
      "name", "version", "publisher", "engines", "displayName", "description", "categories",
      "keywords", "contributes", "main", "activationEvents", "capabilities",
    ]
    #expect(Set(manifest.keys).subtracting(known) == [])
    #expect((manifest["name"] as? String)?.wholeMatch(of: /[a-z0-9-]+/) != nil)
    #expect((manifest["version"] as? String)?.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    let engines = try #require(manifest["engines"] as? [String: String])
    #expect(engines["vscode"]?.wholeMatch(of: /\^\d+\.\d+\.\d+/) != nil)
    #expect((manifest["keywords"] as? [String] ?? []).count <= 5)
    let categories: Set = [
      "Programming Languages", "Linters", "Testing", "Formatters", "Debuggers",
    ]
    #expect(Set(manifest["categories"] as? [String] ?? []).subtracting(categories) == [])
    let contributes = try #require(manifest["contributes"] as? [String: Any])
    #expect(
      Set(contributes.keys) == [
        "languages", "grammars", "problemMatchers", "debuggers", "breakpoints", "configuration",
        "commands", "menus",
      ])
    #expect(FileManager.default.fileExists(atPath: Repository.url(of: EditorFile.written[0]).path))
    let lists = contributes.values.compactMap { $0 as? [[String: Any]] }
    let files = lists.joined().flatMap { entry in
      ["path", "configuration"].compactMap { entry[$0] as? String }
    }
    #expect(files.count == 2)
    for file in files {
      let path = Self.visualStudioCode + file.dropFirst()
      #expect(FileManager.default.fileExists(atPath: Repository.url(of: path).path), "\(path)")
    }
  }

  // The shape that TextMate's grammars have by their published schema.
  @Test("The grammar's rules are of the shapes that TextMate knows, and name rules that there are")
  func theGrammarIsOne() throws {
    let grammar = try object("syntaxes/rehearsal.tmLanguage.json")
    let scope = try #require(grammar["scopeName"] as? String)
    #expect(scope.wholeMatch(of: /(text|source)(\.[A-Za-z0-9_-]+)+/) != nil)
    let named = try #require(grammar["repository"] as? [String: [String: Any]])
    var rules = try #require(grammar["patterns"] as? [[String: Any]]) + named.values
    var count = 0
    while let rule = rules.popLast() {
      count += 1
      let keys = Set(rule.keys)
      #expect(keys.subtracting(["include", "name", "match", "begin", "end", "patterns"]) == [])
      #expect(keys.contains("begin") == keys.contains("end"), "\(rule)")
      #expect(!keys.isSuperset(of: ["begin", "match"]), "\(rule)")
      if let included = rule["include"] as? String {
        #expect(
          included.hasPrefix("#") && named[String(included.dropFirst())] != nil, "\(included)")
      }
      for key in ["match", "begin", "end"] {
        if let pattern = rule[key] as? String { _ = try NSRegularExpression(pattern: pattern) }
      }
      rules += rule["patterns"] as? [[String: Any]] ?? []
    }
    #expect(count > 20)
  }

  @Test("Lines of reports are read, with file, place and words")
  func problemsAreMatched() throws {
    let manifest = try object("package.json")
    let contributes = try #require(manifest["contributes"] as? [String: Any])
    let matchers = contributes["problemMatchers"] as? [[String: Any]] ?? []
    #expect(matchers.compactMap { $0["name"] as? String } == ["rehearse", "rehearse-watch"])
    let keys: Set = [
      "name", "label", "owner", "source", "severity", "fileLocation", "pattern", "background",
    ]
    let lines = [
      "a.rehearsal:9:12: failed: `A` does not hold": [
        "a.rehearsal", "9", "12", "", "", "`A` does not hold",
      ],
      "    Scripts/a b.rehearsal:6:53: error[E0704]: A crashed: no": [
        "Scripts/a b.rehearsal", "6", "53", "error", "E0704", "A crashed: no",
      ],
      "x.rehearsal:1:2: warning[W0905]: `x` was refused": [
        "x.rehearsal", "1", "2", "warning", "W0905", "`x` was refused",
      ],
    ]
    for matcher in matchers {
      #expect(Set(matcher.keys).subtracting(keys) == [])
      let pattern = try #require(matcher["pattern"] as? [String: Any])
      let expression = try NSRegularExpression(pattern: try #require(pattern["regexp"] as? String))
      for (line, parts) in lines {
        let text = line as NSString
        let match = try #require(
          expression.firstMatch(in: line, range: NSRange(location: 0, length: text.length)),
          "\(line)")
        for (key, part) in zip(["file", "line", "column", "severity", "code", "message"], parts) {
          let range = match.range(at: try #require(pattern[key] as? Int))
          #expect((range.length == 0 ? "" : text.substring(with: range)) == part, "\(key)")
        }
      }
      let other = "           at 30s, after" as NSString
      let all = NSRange(location: 0, length: other.length)
      #expect(expression.firstMatch(in: other as String, range: all) == nil)
    }
  }

  @Test("The tasks name matchers and groups that there are")
  func tasksAreTasks() throws {
    let content = try object("tasks.json")
    #expect(content["version"] as? String == "2.0.0")
    let tasks = try #require(content["tasks"] as? [[String: Any]])
    let keys: Set = [
      "label", "type", "command", "args", "group", "problemMatcher", "presentation", "isBackground",
    ]
    for task in tasks {
      #expect(Set(task.keys).subtracting(keys) == [])
      #expect(task["type"] as? String == "process" && task["command"] as? String == "rehearse")
      let group = task["group"] as? String ?? (task["group"] as? [String: Any])?["kind"] as? String
      #expect(["build", "test"].contains(group))
      let isWatching = task["isBackground"] as? Bool == true
      #expect(task["problemMatcher"] as? String == (isWatching ? "$rehearse-watch" : "$rehearse"))
    }
    #expect(tasks.count == 4)
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
    for source in TestTier.sample(try Samples.scripts(), oneOf: 4)
    where Verdict(of: source) == .valid {
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
