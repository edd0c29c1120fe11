// The tokens of a script as the recogniser's input: which letter of the grammar each token is, and
// which of the grammar's conditions hold before it. Conditions speak of tokens alone, never of
// what the parser made of them; `TokenLayout` finds those that need a look at more than two.

@testable import RehearsalSyntax

/// Tokens as letters.
struct TokenInput: RecognizerInput {
  let tokens: [Token]
  private let source: SourceText
  private let layout: TokenLayout
  private let letters: [[Int]]
  private let conditions: [Condition?]

  /// The conditions of the grammar by name.
  enum Condition: String, CaseIterable {
    case newLine = "NEW_LINE"
    case sameLine = "SAME_LINE"
    case space = "SPACE"
    case noSpace = "NO_SPACE"
    case goesOn = "GOES_ON"
    case firstArgument = "FIRST_ARGUMENT"
    case ownClosure = "OWN_CLOSURE"
    case trailing = "TRAILING"
    case notABlock = "NOT_A_BLOCK"
    case inLoop = "IN_LOOP"
    case inFunction = "IN_FUNCTION"
    case noDeclaration = "NO_DECLARATION"
    case noPart = "NO_PART"
  }

  /// The tokens of a source, the end of the file left out.
  init(_ source: SourceText, _ grammar: FlatGrammar) {
    self.source = source
    let tokens = Lexer.tokenize(source).tokens
    self.tokens = tokens
    layout = TokenLayout(tokens, in: source)
    conditions = grammar.conditions.map { Condition(rawValue: $0) }
    letters = tokens.indices.map { place in
      // The label of an extension's app is a word of the language there, and a name elsewhere.
      let isLabel =
        place > 1 && tokens[place - 2].kind == .foreignWord(.extension)
        && source.text(in: tokens[place].range) == AppDeclaration.containingAppLabel
      let terminal =
        isLabel
        ? .literal(AppDeclaration.containingAppLabel)
        : Self.terminal(of: tokens[place], in: source)
      return terminal.flatMap { grammar.terminal($0) }.map { [$0] } ?? []
    }
  }

  var count: Int { tokens.count - 1 }

  func terminals(at place: Int) -> [Int] { place < count ? letters[place] : [] }

  /// The letter of the grammar that a token is; nil for what no valid script holds.
  static func terminal(of token: Token, in source: SourceText) -> FlatGrammar.Terminal? {
    let text = source.text(in: token.range)
    return switch token.kind {
    case .name where token.isQuoted: .token("NAME")
    case .name where text == "_": .token("PLACEHOLDER")
    case .name: ContextualKeyword(rawValue: text) == nil ? .token("NAME") : .literal(text)
    case .number: .token("NUMBER")
    case .shorthandParameter: .token("SHORTHAND_PARAMETER")
    case .keyword, .foreignWord, .punctuation, .binary, .prefix, .range, .assignment:
      .literal(text)
    case .stringStart: .token("STRING_START")
    case .multilineStringStart: .token("MULTILINE_STRING_START")
    case .stringText: .token("STRING_TEXT")
    case .interpolationStart: .token("INTERPOLATION_START")
    case .interpolationEnd: .token("INTERPOLATION_END")
    case .stringEnd: .token("STRING_END")
    case .foreignOperator, .invalid, .endOfFile: nil
    }
  }

  func holds(condition: Int, at place: Int) -> Bool {
    conditions[condition].map { holds($0, at: place) } ?? false
  }

  func holds(_ condition: Condition, at place: Int) -> Bool {
    let token = tokens[place]
    return switch condition {
    case .newLine: token.newlineBefore
    case .sameLine: !token.newlineBefore
    case .space: token.spaceBefore
    case .noSpace: !token.spaceBefore
    case .goesOn: layout.goesOn(at: place)
    case .firstArgument: layout.beginsArgument(at: place)
    case .ownClosure: !layout.isMemberOrCall(before: place)
    case .trailing: !token.newlineBefore && !layout.isAmongCommandArguments[place]
    case .notABlock: !layout.isBlock[place]
    case .inLoop: layout.isInLoop[place]
    case .inFunction: layout.isInFunction[place]
    case .noDeclaration: declaration(of: .file, at: place) == nil
    case .noPart:
      token.kind != .keyword(.choose) && declaration(of: .exploration, at: place) == nil
    }
  }

  /// The word that begins a declaration where one may stand, if one does.
  private func declaration(
    of owner: ContextualKeyword.Place, at place: Int
  ) -> ContextualKeyword? {
    guard place + 1 < tokens.count, tokens[place].kind == .name, !tokens[place].isQuoted,
      let word = ContextualKeyword(rawValue: source.text(in: tokens[place].range)),
      word.place == owner
    else { return nil }
    let next = tokens[place + 1]
    let fits =
      switch word.shape {
      case .name: next.isWord && !next.newlineBefore
      case .string:
        (next.kind == .stringStart || next.kind == .multilineStringStart) && !next.newlineBefore
      case .brace, .roleOrBrace: next.isMark(.leftBrace)
      case .header: false
      }
    return fits ? word : nil
  }
}
