// The formatter against every script of the repository, and against samples with their layout.

import Foundation
import TestSupport
import Testing

@testable import RehearsalSyntax

@Suite struct FormatterTests {
  /// Where the repository's scripts stand.
  private static let scriptFolders = [
    "Examples", "Tests/Scripts", "Tests/Performance/Programs",
    "Tests/RehearsalSyntaxTests/Goldens/Trees",
  ]

  /// The scripts below the repository's folders, sorted by path.
  private static func scripts() throws -> [SourceText] {
    let repository = try Repository()
    return try scriptFolders.flatMap { try repository.scripts(below: $0) }
  }

  /// The tokens, comments included, without needless `;` and white space at the end of comments.
  private func words(_ source: SourceText) -> [String] {
    var words: [String] = []
    var end = 0
    for token in Lexer.tokenize(source).tokens {
      for piece in Trivia(source, SourceRange(end, Int(token.range.start))).pieces {
        switch piece {
        case .lineComment(let range), .blockComment(let range):
          words.append(source.text(in: range))
        case .space, .lineEnd: continue
        }
      }
      end = Int(token.range.end)
      if !token.isMark(.semicolon) { words.append(source.text(in: token.range)) }
    }
    return words
  }

  /// The tree of a script; the source text of settings, which it shows, without white space.
  private func tree(_ script: ParsedScript) -> [String] {
    TreePrinter.print(script, showsPlaces: false).split(separator: "\n").map { line in
      let depth = line.prefix { $0 == " " }
      guard line.contains(": \"") else { return String(line) }
      let text = line.replacing("\\r", with: "").replacing("\\n", with: "")
      return String(depth) + text.replacing(" ", with: "")
    }
  }

  /// Checks that formatting a script keeps its pieces and its tree, and happens once.
  private func check(_ source: SourceText) {
    guard let text = Formatter.format(source) else {
      Issue.record("\(source.name) has errors")
      return
    }
    let result = SourceText(name: source.name, text)
    #expect(words(source) == words(result), "\(source.name)")
    let (before, after) = (Parser.parse(source), Parser.parse(result))
    #expect(!after.hasErrors, "\(source.name)\n\(text)")
    #expect(tree(before) == tree(after), "\(source.name)\n\(text)")
    #expect(Formatter.format(result) == text, "\(source.name)")
    for line in text.split(whereSeparator: \.isNewline) where !text.contains("\"\"\"") {
      #expect(line.last != " ", "\(source.name): \(line)")
    }
  }

  @Test func keepsTheScriptsOfTheRepository() throws {
    var count = 0
    for source in TestTier.sample(try Self.scripts(), oneOf: 5)
    where !Parser.parse(source).hasErrors {
      check(source)
      count += 1
    }
    #expect(count > 100)
  }

  /// Trees of strange layout are what the goldens are for.
  @Test func theScriptsOfTheRepositoryAreFormatted() throws {
    for source in try Self.scripts() where !source.name.contains("Goldens") {
      guard let text = Formatter.format(source) else { continue }
      #expect(
        source.bytes.elementsEqual(text.utf8), "run: rehearse format '\(source.name)'")
    }
  }

  /// Line ends and spaces in other places than the authors chose, for each script in one way of five.
  @Test func keepsScriptsThatAreLaidOutBadly() throws {
    for (number, source) in TestTier.sample(try Self.scripts(), oneOf: 6).enumerated() {
      let filler = Self.fillers[number % Self.fillers.count]
      let distorted = SourceText(name: source.name, distortion(of: source, by: filler))
      if !Parser.parse(distorted).hasErrors { check(distorted) }
    }
  }

  private static let fillers = ["  ", "", "\n", " /* c */ ", "/**/"]

  /// The script with something else in place of two spaces of three.
  private func distortion(of source: SourceText, by filler: String) -> String {
    var text = ""
    var end = 0
    for (index, token) in Lexer.tokenize(source).tokens.enumerated() {
      let gap = source.text(in: SourceRange(end, Int(token.range.start)))
      let isPlain = gap.allSatisfy { $0 == " " } && !gap.isEmpty
      text += isPlain && index % 3 != 0 ? filler : gap
      text += source.text(in: token.range)
      end = Int(token.range.end)
    }
    return text
  }

  @Test(arguments: [
    // Where two readings meet.
    "", ";;", "a(); ; b();", "a()\n;b()", "a();\n- 5.f()", "a();\n.home.f()", "a();\n-5.f()",
    "let x = a\n- -b", "let x = a\n- b", "f(\na\n-b\n)", "f(\na\n- b\n)", "- 5.f()", "-5s()",
    "let x = - - b", "let x = !(!a)", "let x = a ? .b : .c",
    "press .home", "press.home()", "print (1)", "f(a) [1](2)", "log.write \"done\", f [0]",
    "let x = a[2 ...]", "let x = a[ ..< b - 1]", "let x = a ... -1", "let x = a\n..< b",
    "let x = [ : ]", "let x = [a ? b : c : d]", "f wait: 1, class: 2", "f in: - 1",
    "let x = stream.in - 1", "print { $0 } (1)", "let x = a /* c */ - b", "let x = a -/**/b",
    "let x = \"a \\( b [ 1 ] + c ) d\"", "for (k , v) in m { }", "let x = `in` - 1",
    "after 1s, b ? { c() } : { d() }", "f { (a, b,) in c() }", "f { ;a; }",
    "#!/usr/bin/rehearse  \na()", "\u{FEFF}a ()", "a() // c  \n;b()", "a() ; // c\nb()",
    "/* a\n b */ c()", "let a = 1 /* x\n*/ let b = 2", "device { a: [1], b: -2 ; c: 3 }",
    "let x = \"\"\"\n   a  \n     b\n   \"\"\"", "func f() { return;\na() }",
  ])
  func keepsWhereTwoReadingsMeet(_ text: String) {
    let source = SourceText(name: text.debugDescription, text)
    check(source)
  }

  @Test func leavesScriptsWithErrors() {
    #expect(Formatter.format(SourceText(name: "a", "let x =")) == nil)
    #expect(Formatter.format(SourceText(name: "a", "f(\"a")) == nil)
    #expect(Formatter.format(SourceText(name: "a", bytes: [0xFF])) == nil)
  }

  @Test func keepsTheLineEndsOfAScript() {
    #expect(Formatter.format(SourceText(name: "a", "a ()\r\nb()  \n")) == "a()\r\nb()\r\n")
    #expect(Formatter.format(SourceText(name: "a", "a ()\rb()")) == "a()\rb()\r")
  }

  @Test(arguments: FormatterSamples.all)
  func laysOut(_ sample: FormatterSamples.Sample) {
    let result = Formatter.format(SourceText(name: sample.title, sample.before))
    #expect(result == sample.after + "\n", "\(sample.title)")
  }
}
