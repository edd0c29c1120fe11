// Whole outputs of each stage against recorded ones.

import Testing

@testable import RehearsalSyntax

@Suite struct GoldenTests {
  @Test func tokens() throws {
    try GoldenFolder("Tokens").check { TokenPrinter.print(Lexer.tokenize($0)) }
  }

  @Test func trees() throws {
    try GoldenFolder("Trees").check { source in
      let script = Parser.parse(source)
      return TreePrinter.print(script) + DiagnosticRenderer().render(script.diagnostics)
    }
  }

  @Test func renderedDiagnostics() throws {
    try GoldenFolder("Diagnostics").check {
      DiagnosticRenderer().render(Parser.parse($0).diagnostics)
    }
  }

  /// The scripts of the trees are valid: their goldens hold no diagnostics.
  @Test func validScriptsHaveNoFindings() throws {
    let folder = GoldenFolder("Trees")
    for name in try folder.names(endingIn: ".rehearsal") {
      #expect(Parser.parse(try folder.script(name)).diagnostics.isEmpty, "\(name)")
    }
  }

  /// Every identifier that the lexer or the parser can give is shown by some golden.
  @Test func everySyntaxDiagnosticIsReached() throws {
    let folder = GoldenFolder("Diagnostics")
    var reached: Set<DiagnosticIdentifier> = [.sourceTooLarge, .invalidUTF8]
    for name in try folder.names(endingIn: ".rehearsal") {
      reached.formUnion(Parser.parse(try folder.script(name)).diagnostics.map(\.identifier))
    }
    let missing = DiagnosticIdentifier.allCases.filter {
      ($0.rawValue.hasPrefix("E01") || $0.rawValue.hasPrefix("E02")) && !reached.contains($0)
    }
    #expect(missing.isEmpty)
  }
}
