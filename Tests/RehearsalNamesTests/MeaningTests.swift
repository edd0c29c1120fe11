// What names stand for, asked by their places once they are resolved.

import RehearsalNames
import RehearsalSyntax
import TestSupport
import Testing

/// A script whose names are resolved.
private struct Resolved {
  let context: CompilationContext
  let text: String

  init(_ text: String, importing imported: [String] = []) {
    self.text = text
    let scripts =
      imported.enumerated().map { Parser.parse(SourceText(name: "\($0).rehearsal", $1)) }
      + [Parser.parse(SourceText(name: "main.rehearsal", text))]
    context = CompilationContext(host: SampleHost.interface)
    context.declareWords(of: scripts)
    context.occurrences = NameOccurrences()
    let main = context.declare(scripts)
    context.resolve(main: main)
    context.completeOccurrences()
    if let main { context.current = main }
  }

  /// Where a word stands, in bytes.
  func places(of word: String) -> [Int] {
    text.ranges(of: word).map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) }
  }

  /// The name at the place of a word that has that number among its like.
  func name(_ word: String, _ number: Int) -> Name {
    let start = places(of: word)[number]
    return Name(word, SourceRange(start, start + word.utf8.count))
  }

  /// The number, among its like, of the word that declares what a word stands for; nil if that is no local.
  func declaration(of word: String, _ number: Int) -> Int? {
    guard case .local(let local) = context.meaning(of: name(word, number)) else { return nil }
    return places(of: word).firstIndex(of: Int(context.locals[local].name.range.start))
  }

  /// The local that a word declares.
  func local(_ word: String, _ number: Int = 0) throws -> LocalVariable {
    try context.locals[#require(context.local(declaredBy: name(word, number)))]
  }
}

@Suite("What names stand for")
struct MeaningTests {
  @Test(
    "The innermost declaration before it",
    arguments: [
      ("func f(v) { print(v); if true { let v = 2; print(v) }; print(v) }", [1: 0, 3: 2, 4: 0]),
      // The name of a binding is a use of what it hides, too.
      ("func f(v) { if let v { print(v) } else { print(v) } }", [1: 0, 2: 1, 3: 0]),
      ("func f(v) { guard let v else { return v }; print(v) }", [1: 0, 2: 0, 3: 1]),
      ("func f(v) { for v in v { print(v) } }", [2: 0, 3: 1]),
      ("func f(v) { let g = { v in v }; v }", [2: 1, 3: 0]),
      ("func f() { func v() { v() }; v() }", [1: 0, 2: 0]),
      // What is wrong with a place does not keep the names in it from being resolved.
      ("func f(v) { v[v..<v] = v }", [1: 0, 2: 0, 3: 0, 4: 0]),
      ("func f(v) { (1 + v).append(v) { v } }", [1: 0, 2: 0, 3: 0]),
    ] as [(String, [Int: Int])])
  func innermost(_ text: String, _ declarations: [Int: Int]) {
    let resolved = Resolved(text)
    for (use, declaration) in declarations.sorted(by: { $0.key < $1.key }) {
      #expect(resolved.declaration(of: "v", use) == declaration, "\(use)")
    }
  }

  @Test("Who shares a local, and which function needs no closure")
  func captures() throws {
    let resolved = Resolved(
      """
      func f() {
        var changed = 0; var kept = 0; let fixed = 1
        func plain() { 1 }
        func closure() { changed += fixed; kept }
        closure(); plain()
      }
      """)
    #expect(try resolved.local("changed").isCell)
    #expect(try !resolved.local("kept").isCell)
    #expect(try !resolved.local("fixed").isCell)
    #expect(try resolved.local("plain").isPlain)
    #expect(try !resolved.local("closure").isPlain)
  }

  @Test("A local knows what it hides")
  func hidden() throws {
    let resolved = Resolved("let v = 1\nfunc f() { let v = 2; if true { let v = 3 } }")
    guard case .other(.global(0)) = try resolved.local("v", 1).hidden else {
      Issue.record("not the variable of the file")
      return
    }
    guard case .local(let outer) = try resolved.local("v", 2).hidden else {
      Issue.record("not the local around it")
      return
    }
    #expect(resolved.context.local(declaredBy: resolved.name("v", 1)) == outer)
  }

  @Test("A name of another script that begins at the same byte is another name")
  func scripts() {
    let text = "func f(v) { v }"
    let resolved = Resolved(text, importing: ["let v = 1; let w = v"])
    let name = Name("v", SourceRange(19, 20))
    guard
      case .other(.global) = resolved.context.within(
        script: resolved.context.current - 1, { resolved.context.meaning(of: name) })
    else {
      Issue.record("not the variable of the other file")
      return
    }
    #expect(resolved.declaration(of: "v", 1) == 0)
  }

  @Test(
    "Every use counts: in code, settings, headers and titles",
    arguments: [
      "let word = 1\ndevice { memory: word }\nprint(word)",
      "let word = [.fetch]\napp A { info { backgroundModes: word } }",
      "let word = [1]\nscenario \"s\", n in word { print(n) }",
      "scenario \"s \\(word)\", word in [1] { print(word) }",
    ])
  func occurrences(_ text: String) {
    let resolved = Resolved(text)
    let all = resolved.places(of: "word").map { start in
      NamedPlace(file: "main.rehearsal", range: SourceRange(start, start + 4))
    }
    let declaration = all.compactMap { resolved.context.occurrences?.declaration(of: $0) }.first
    let uses = declaration.map { resolved.context.occurrences?.uses(of: $0) ?? [] } ?? []
    #expect(Set(uses) == Set(all))
  }
}
