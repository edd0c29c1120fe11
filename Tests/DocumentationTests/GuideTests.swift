// The pages of the documentation catalog are true: each script on them is run and does what its
// comments say, and the guide shows everything that the tables of the language hold.

import Foundation
import Rehearsal
import RehearsalRunner
import TestSupport
import Testing

@testable import RehearsalInterface
@testable import RehearsalSyntax

@Suite("The guide is true")
struct GuideTests {
  static let catalog = "Sources/Rehearsal/Documentation.docc"
  static let catalogs = [catalog, "Sources/RehearsalDevice/Documentation.docc"]

  /// The fenced blocks on the pages of catalogs.
  static func blocks(in catalogs: [String] = catalogs) throws -> [MarkdownBlock] {
    try catalogs.flatMap { try blocks(inCatalog: $0) }
  }

  private static func blocks(inCatalog catalog: String) throws -> [MarkdownBlock] {
    let folder = Repository.url(of: catalog).path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try pages.filter { $0.hasSuffix(".md") }.sorted()
      .flatMap { try MarkdownBlock.all(in: "\(catalog)/\($0)") }
  }

  /// The scripts on the pages.
  static let scripts = ((try? blocks()) ?? []).filter { $0.language == "rehearsal" }

  /// Lower than the defaults, so that scripts that never end do so soon in a debug build.
  private static let limits: RunLimits = {
    var limits = RunLimits()
    limits.outside.instructions = 20_000_000
    limits.app.instructions = 5_000_000
    return limits
  }()

  @Test func thereAreScripts() {
    #expect(Self.scripts.count > 50)
  }

  /// A block as a script that may import the named blocks.
  private func script(_ block: MarkdownBlock) -> Script {
    Script(block.source, limits: Self.limits) { path, _ in
      guard let other = Self.scripts.first(where: { $0.name == path }) else {
        return .failure(.notFound)
      }
      return .success(other.source)
    }
  }

  @Test("A script does what its comments say", arguments: scripts)
  func isTrue(_ block: MarkdownBlock) {
    let script = script(block)
    #expect(ScriptExpectations(block.source).comparison(with: script).differences == [])
    if !block.text.contains("// prints: ") {
      #expect(output(of: script) == [], "what is printed is not told")
    }
  }

  @Test("A script has no warnings but those that it tells of", arguments: scripts + ofReadme)
  func isFreeOfWarnings(_ block: MarkdownBlock) {
    let warnings = script(block).diagnostics.filter { $0.severity == .warning }
    let announced = ScriptExpectations(block.source).warningCount(except: [.refusedVerb])
    #expect(warnings.count == announced, "\(warnings)")
  }

  private static let ofReadme = ((try? MarkdownBlock.all(in: "README.md")) ?? []).filter {
    $0.language == "rehearsal"
  }

  /// What a run of the script prints; nothing for a script with errors.
  private func output(of script: Script) -> [String] {
    guard var session = Session(script) else { return [] }
    var lines: [String] = []
    _ = session.run { event in
      if case .output(let text, _) = event { lines.append(text) }
    }
    return lines
  }

  @Test("A script is laid out as the formatter does it", arguments: scripts)
  func isFormatted(_ block: MarkdownBlock) {
    guard let text = Formatter.format(block.source) else { return }
    #expect(text == block.text)
  }

  // MARK: - Everything is shown

  /// The spellings of all tokens on the pages, from texts' interpolations too.
  private static let spellings: Set<String> = Set(
    scripts.flatMap { block in
      Lexer.tokenize(block.source).tokens.map { block.source.text(in: $0.range) }
    })

  @Test func everyWordOfTheGrammarIsShown() {
    let words =
      Keyword.allCases.map(\.rawValue) + ContextualKeyword.allCases.map(\.rawValue)
      + BinaryOperator.allCases.map(\.rawValue) + Punctuation.allCases.map(\.rawValue)
    #expect(words.filter { !Self.spellings.contains($0) } == [], "show them on a page")
  }

  @Test func everySuffixIsShown() {
    let numbers = Self.spellings.filter { $0.first?.isNumber == true }
    for suffix in NumericSuffix.allCases.map(\.rawValue) {
      let isShown = numbers.contains { number in
        number.hasSuffix(suffix) && number.dropLast(suffix.count).last?.isNumber == true
      }
      #expect(isShown, "show a number with `\(suffix)` on a page")
    }
  }

  @Test func everyWordOfTheLibraryIsShown() {
    let text = Self.scripts.map(\.text).joined()
    let functions = LibraryFunction.all.map(\.name)
    #expect(functions.filter { !text.contains($0 + "(") } == [], "show them on a page")
    let members = CoreMember.all.flatMap(\.spellings)
    let missing = members.filter { spelling in
      let name = spelling.prefix { $0 != "(" }
      let label = spelling.dropFirst(name.count + 1).split(separator: ":").last { $0 != ")" }
      let pattern = label.map { ".\(name)(\($0): " } ?? ".\(name)"
      return !text.contains(pattern)
        && !(label.map { text.contains(", \($0): ") && text.contains(".\(name)(") } ?? false)
    }
    #expect(missing == [], "show them on a page")
  }
}
