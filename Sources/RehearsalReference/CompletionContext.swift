// Where the cursor is in an unfinished text, from its tokens: in which block, after which
// word, in which argument of which call. No tree is needed, for an unfinished text has none. The text is
// split into tokens once, and only the last two statements are looked at as words.

import RehearsalSyntax

/// The syntactic context of the word that is being typed.
package struct CompletionContext {
  /// The blocks whose words differ.
  package enum Block: Equatable {
    case outside, app, inside, scene, view, info, device
  }

  /// The kind of words allowed at the cursor.
  package enum Kind: Equatable {
    /// Any name or word of the language.
    case word
    /// A handler, after `on`.
    case handler
    /// A member of something, named by the words of a path.
    case member(of: [String])
    /// A symbol that fits an argument of a call.
    case argument(of: Call)
    /// A symbol that is compared with a path.
    case comparison(with: [String])
    /// A symbol that fits a key.
    case value(ofKey: String)
    /// A text that fits a key, in a string that is not closed.
    case text(ofKey: String)
    /// A symbol that fits nothing in particular.
    case symbol
    /// The label of a control, in a string that is not closed.
    case control
    /// The path of a file, in the string of an import.
    case path
    /// A key of something, in the string of a subscript; named by the words of a path.
    case key(of: [String])
    /// Nothing: in another string or a comment.
    case nothing
  }

  /// A call in whose arguments the cursor is.
  package struct Call: Equatable {
    package let callee: String
    /// How many arguments are complete.
    package let position: Int
    /// The name before the argument, if it has one.
    package var label: String?
  }

  /// The typed part of the word.
  package let typed: String
  package let kind: Kind
  /// The call whose argument is being typed, if any; every word may turn out to be called.
  package let call: Call?
  /// The innermost block.
  package let block: Block
  /// The name of the app whose code is being typed, if any.
  package private(set) var app: String?
  /// The names that the unfinished text declares, with `var`, `let`, `func` or as parameters.
  package private(set) var declared: [String] = []

  /// Reads a text up to the cursor.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ whole: String) { self.init(SourceText(name: "input", whole)) }

  /// Reads a source, which ends at the cursor.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ source: SourceText) {
    let text = UnfinishedText(source)
    var tracker = BlockTracker(source)
    for index in text.tokens.indices { tracker.read(text.tokens, index) }
    // Symbols on a line of their own continue the statement before.
    let first = tracker.previousStart
    let texts = text.tokens[first...].map { source.text(in: $0.range) }
    let start = tracker.statementStart - first
    let inString = text.quote.flatMap { Self.kind(in: $0, of: text) }
    typed = inString?.label ?? text.typed
    block = tracker.block
    app = tracker.app
    declared = tracker.declared
    if text.isInText {
      kind = inString?.kind ?? .nothing
      call = nil
    } else {
      let statement = texts[start...]
      call = Self.call(statement.last == "." ? statement.dropLast() : statement)
      kind = Self.kind(
        texts, spaceBeforeDot: text.tokens.last?.spaceBefore ?? true, block: tracker.block,
        statementStart: start)
    }
  }

  /// Whether the cursor is after the title of a scenario, before its block.
  package var isInScenarioHeader: Bool {
    block == .outside && call?.callee == ContextualKeyword.scenario.rawValue
  }

  /// What may be in a string that is open, and what was typed of it; nil where nothing is known.
  private static func kind(
    in quote: Token, of text: UnfinishedText
  ) -> (kind: Kind, label: String)? {
    let first = text.tokens.lastIndex { $0.newlineBefore } ?? 0
    let words = text.tokens[first...].map { text.source.text(in: $0.range) }
    let label = text.source.text(in: SourceRange(Int(quote.range.end), text.source.bytes.count))
    switch words.last {
    case "touch": return (.control, label)
    case "(" where words.dropLast().last == "touch": return (.control, label)
    case "import": return (.path, label)
    case ":" where words.count > 1: return (.text(ofKey: words[words.count - 2]), label)
    case "[" where words.count > 1: return (.key(of: path(endingAt: words.dropLast())), label)
    default: return nil
    }
  }

  private static func kind(
    _ texts: [String], spaceBeforeDot: Bool, block: Block, statementStart: Int
  ) -> Kind {
    guard let last = texts.last else { return .word }
    if last == "on", block != .outside { return .handler }
    guard last == "." || last == "?." else { return .word }
    let before = texts.dropLast()
    guard let previous = before.last else { return .symbol }
    let isMember = last == "?." || (!spaceBeforeDot && Self.endsValue(previous))
    if isMember { return .member(of: Self.path(endingAt: before)) }
    if previous == "==" || previous == "!=" {
      return .comparison(with: Self.path(endingAt: before.dropLast()))
    }
    return argument(texts[statementStart...].dropLast(), block)
  }

  /// The use of a symbol at the end of a statement's tokens.
  private static func argument(_ texts: ArraySlice<String>, _ block: Block) -> Kind {
    let before = Array(texts)
    if before.count >= 2, before.last == ":", block == .info || block == .device {
      return .value(ofKey: before[before.count - 2])
    }
    if let bracket = openBracket(before), before[bracket] == "[" {
      if bracket > 1, before[bracket - 1] == ":" { return .value(ofKey: before[bracket - 2]) }
      if bracket > 0, before[bracket - 1] == "==" {
        return .comparison(with: path(endingAt: before[..<(bracket - 1)]))
      }
    }
    return call(texts).map { .argument(of: $0) } ?? .symbol
  }

  /// The innermost bracket that is open at the end of a statement's tokens.
  private static func openBracket(_ texts: [String]) -> Int? {
    var depth = 0
    for index in texts.indices.reversed() {
      switch texts[index] {
      case ")", "]", "}": depth += 1
      case "(", "[":
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  /// The call in whose arguments the end of a statement's tokens is: that of the innermost
  /// parenthesis, else the command call that the statement is.
  private static func call(_ texts: ArraySlice<String>) -> Call? {
    let texts = Array(texts)
    var position = 0
    var depth = 0
    let label = texts.last == ":" ? texts.dropLast().last : nil
    for index in texts.indices.reversed() {
      switch texts[index] {
      case ")", "]", "}": depth += 1
      case "(" where depth == 0 && index > 0:
        return Call(callee: texts[index - 1], position: position, label: label)
      case "(", "[": depth = max(0, depth - 1)
      case ",": if depth == 0 { position += 1 }
      default: break
      }
    }
    return texts.first.map { Call(callee: $0, position: position, label: label) }
  }

  private static func endsValue(_ text: String) -> Bool {
    guard let last = text.last else { return false }
    return last.isLetter || last.isNumber || "_)]}\"`".contains(last)
  }

  /// The names of a path such as `Notes.settings`, from its end back to its beginning.
  private static func path(endingAt texts: ArraySlice<String>) -> [String] {
    var names: [String] = []
    var index = texts.endIndex - 1
    while index >= texts.startIndex {
      names.insert(texts[index], at: 0)
      guard index - 1 >= texts.startIndex, texts[index - 1] == "." || texts[index - 1] == "?."
      else { break }
      index -= 2
    }
    return names
  }
}

/// The blocks that are open, found token by token.
private struct BlockTracker {
  private let source: SourceText
  private var blocks: [CompletionContext.Block] = []
  private(set) var app: String?
  private(set) var declared: [String] = []
  /// Where the current statement begins.
  private(set) var statementStart = 0
  /// Where the statement before it begins.
  private(set) var previousStart = 0

  init(_ source: SourceText) { self.source = source }

  var block: CompletionContext.Block { blocks.last ?? .outside }

  mutating func read(_ tokens: [Token], _ index: Int) {
    if tokens[index].newlineBefore { begin(at: index) }
    switch tokens[index].kind {
    case .punctuation(.leftBrace):
      open(tokens[statementStart..<index])
      begin(at: index + 1)
    case .punctuation(.rightBrace):
      if blocks.popLast() == .app { app = nil }
      begin(at: index + 1)
    case .punctuation(.semicolon): begin(at: index + 1)
    default:
      guard index > 0 else { return }
      switch tokens[index - 1].kind {
      case .keyword(.var), .keyword(.let), .keyword(.func): declared.append(text(tokens[index]))
      default: break
      }
    }
  }

  private mutating func begin(at index: Int) {
    if index > statementStart { (previousStart, statementStart) = (statementStart, index) }
  }

  private func text(_ token: Token) -> String { source.text(in: token.range) }

  private mutating func open(_ head: ArraySlice<Token>) {
    let word = head.first.flatMap { $0.kind == .name ? ContextualKeyword(rawValue: text($0)) : nil }
    switch (word, block) {
    case (.app, .outside) where head.count == 2:
      blocks.append(.app)
      app = head.last.map(text)
    case (.device, .outside) where head.count == 1: blocks.append(.device)
    case (.info, .app): blocks.append(.info)
    case (.scene, .app): blocks.append(.scene)
    case (.view, .app), (.view, .scene): blocks.append(.view)
    case (_, .app), (_, .scene), (_, .view): blocks.append(.inside)
    default: blocks.append(block)
    }
  }
}

/// A text that ends at the cursor, as tokens up to the word that is being typed.
///
/// What is interpolated into a string is read as if it replaced the string.
private struct UnfinishedText {
  let source: SourceText
  private(set) var tokens: [Token]
  /// The quotes of the string in which the text ends, outside of interpolations; the tokens before
  /// them are all that is left.
  private(set) var quote: Token?
  /// Whether the text ends in a string or a comment.
  private(set) var isInText: Bool
  /// The letters, digits and underscores at the end of the text.
  let typed: String

  /// Reads a source.
  ///
  /// - Complexity: O(*n*) in the length of the source.
  init(_ source: SourceText) {
    self.source = source
    let end = source.bytes.count
    let read = Lexer.tokenize(source)
    let lastLine = source.text(in: source.lineRange(around: end))
    typed = String(
      lastLine.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
    // What is missing at the end was put in, with no length.
    tokens = Array(read.tokens.prefix { $0.range.count > 0 || $0.range.start < end })
    let missing = read.tokens[tokens.count...]
    isInText = read.endsInComment || missing.first?.kind == .stringEnd
    var (strings, interpolations): ([Int], [Int]) = ([], [])
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .stringStart, .multilineStringStart: strings.append(index)
      case .stringEnd: _ = strings.popLast()
      case .interpolationStart: interpolations.append(index)
      case .interpolationEnd: _ = interpolations.popLast()
      default: break
      }
    }
    if missing.first?.kind == .stringEnd, let start = strings.popLast() {
      quote = tokens[start]
      tokens.removeSubrange(start...)
    } else {
      let head = end - typed.utf8.count
      while let last = tokens.last, Int(last.range.end) > head { tokens.removeLast() }
    }
    for (start, interpolation) in zip(strings, interpolations).reversed() {
      tokens.removeSubrange(start...interpolation)
    }
  }
}
