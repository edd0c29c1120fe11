// The grammar's file in itself, and against the language's tables: words and marks both ways,
// precedence, comments, and that each production is of use.

import Testing

@testable import RehearsalSyntax

@Suite struct GrammarFileTests {
  private let grammar: LanguageGrammar

  init() throws { grammar = try LanguageGrammar.file.get() }

  /// The quoted texts of some productions, in their order.
  private func literals(where isWanted: (Production) -> Bool) -> [String] {
    var texts: [String] = []
    for production in grammar.productions where isWanted(production) {
      production.expression.visit { if case .literal(let text) = $0 { texts.append(text) } }
    }
    return texts
  }

  private func literals(of name: String) -> [String] { literals { $0.name == name } }

  @Test func quotedTextsAreThoseOfTheTables() {
    var tables: [String] = []
    tables += Keyword.allCases.map(\.rawValue)
    tables += ContextualKeyword.allCases.map(\.rawValue)
    tables += ForeignWord.allCases.map(\.rawValue)
    tables += Punctuation.allCases.map(\.rawValue)
    tables += PrefixOperator.allCases.map(\.rawValue)
    tables += BinaryOperator.allCases.map(\.rawValue)
    tables += RangeOperator.allCases.map(\.rawValue)
    tables += AssignmentOperator.allCases.map(\.rawValue)
    tables.append(AppDeclaration.containingAppLabel)
    let quoted = Set(literals { $0.kind == .syntax })
    #expect(Set(tables).subtracting(quoted).sorted() == [], "not in the grammar")
    #expect(quoted.subtracting(tables).sorted() == [], "in no table")
  }

  @Test func listsOfTheGrammarAreTheTables() {
    #expect(literals(of: "keyword").sorted() == Keyword.allCases.map(\.rawValue).sorted())
    #expect(
      literals(of: "contextual_word").sorted()
        == ContextualKeyword.allCases.map(\.rawValue).sorted())
    #expect(literals(of: "swift_word").sorted() == ForeignWord.allCases.map(\.rawValue).sorted())
    #expect(literals(of: "range_operator") == RangeOperator.allCases.map(\.rawValue))
    #expect(literals(of: "assignment_operator") == AssignmentOperator.allCases.map(\.rawValue))
    #expect(literals(of: "SUFFIX").sorted() == NumericSuffix.allCases.map(\.rawValue).sorted())
  }

  /// The productions of binary operators, from loose to tight.
  private static let levels: [(precedence: Precedence, production: String)] = [
    (.disjunction, "disjunction"), (.conjunction, "conjunction"),
    (.comparison, "comparison_operator"), (.coalescing, "coalescing"), (.range, "range_operator"),
    (.addition, "sum"), (.multiplication, "product"),
  ]

  @Test func levelsOfTheGrammarAreThoseOfTheOperators() {
    #expect(Self.levels.map(\.precedence) == Precedence.allCases)
    for (precedence, production) in Self.levels where precedence != .range {
      let operators = BinaryOperator.allCases.filter { $0.precedence == precedence }
      #expect(literals(of: production).sorted() == operators.map(\.rawValue).sorted())
    }
    let order = grammar.productions.map(\.name)
    let places = Self.levels.compactMap { order.firstIndex(of: $0.production) }
    #expect(places == places.sorted() && places.count == Self.levels.count)
  }

  @Test func everyProductionHasANameOfItsOwnAndAComment() {
    let names = grammar.productions.map(\.name)
    #expect(Set(names).count == names.count)
    for production in grammar.productions {
      let comment = production.comment ?? ""
      #expect(comment.hasPrefix(" ") && comment.hasSuffix(". "), "\(production.name)")
    }
  }

  @Test func everyReferenceHasAProduction() {
    let names = Set(grammar.productions.map(\.name))
    for production in grammar.productions {
      production.expression.visit {
        guard case .reference(let name) = $0 else { return }
        #expect(names.contains(name), "\(production.name) refers to \(name)")
      }
    }
  }

  @Test func theConditionsOfTheGrammarAreThoseOfTheTokens() {
    let conditions = grammar.productions.filter { $0.kind == .condition }.map(\.name)
    #expect(conditions == TokenInput.Condition.allCases.map(\.rawValue))
  }

  @Test func faultsOfTheNotationAreFound() {
    for text in ["a", "a ::= ", "a ::= (b", "a ::= \"b", "a ::= [b-a]", "/* a", "a ::= #xG", "1"] {
      #expect(throws: NotationReader.Fault.self, "\(text)") { try NotationReader.read(text) }
    }
  }

  @Test func theNotationIsReadAsItIsMeant() throws {
    let text = "/* A. */ a ::= b? ('c' | [^x-z#x20])+\n/* B. */\nb ::= #xA a*"
    let read = try NotationReader.read(text)
    let set = NotationExpression.CharacterSet(ranges: [0x78...0x7A, 0x20...0x20], isNegated: true)
    let newline = NotationExpression.CharacterSet(ranges: [0xA...0xA])
    #expect(read.map(\.name) == ["a", "b"])
    #expect(read.map(\.comment) == [" A. ", " B. "])
    #expect(
      read.map(\.expression) == [
        .sequence([
          .repeated(.reference("b"), atLeastOnce: false, isBounded: true),
          .repeated(
            .choice([.literal("c"), .character(set)]), atLeastOnce: true, isBounded: false),
        ]),
        .sequence([
          .character(newline), .repeated(.reference("a"), atLeastOnce: false, isBounded: false),
        ]),
      ])
  }
}
