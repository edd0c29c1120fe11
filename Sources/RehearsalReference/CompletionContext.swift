// Where the cursor is in an unfinished text, from its tokens: in which block, after which
// word, in which argument of which call. No tree is needed, for an unfinished text has none.

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

  private let texts: [String]
  private let tokens: [Token]

  /// Reads a text up to the cursor.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ whole: String) {
    let open = OpenString(whole)
    // An interpolated expression is completed as if it replaced the string.
    let text = open?.withoutString(whole) ?? whole
    let inString = open.flatMap { Self.kind(in: $0, of: whole) }
    let label = inString?.label
    typed =
      label
      ?? String(text.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
    let head = String(text.dropLast(typed.count))
    let source = SourceText(name: "input", head)
    tokens = Array(Lexer.tokenize(source).tokens.dropLast())
    texts = tokens.map { source.text(in: $0.range) }
    var path = BlockTracker()
    for index in texts.indices { path.read(texts, index, startsLine: tokens[index].newlineBefore) }
    block = path.block
    app = path.app
    declared = path.declared
    let statement = Array(texts[path.statementStart...])
    if Self.isInText(source) {
      kind = inString?.kind ?? .nothing
      call = nil
    } else {
      let isBehindDot = statement.last == "."
      call = Self.call(isBehindDot ? statement.dropLast() : statement[...])
      kind = Self.kind(
        texts, spaceBeforeDot: tokens.last?.spaceBefore ?? true, block: path.block,
        statementStart: path.statementStart)
    }
  }

  /// Whether the cursor is after the title of a scenario, before its block.
  package var isInScenarioHeader: Bool {
    block == .outside && call?.callee == ContextualKeyword.scenario.rawValue
  }

  /// The possible contents of a string that is open, and the typed part; nil if nothing is known.
  private static func kind(in open: OpenString, of text: String) -> (kind: Kind, label: String)? {
    guard open.expression == nil else { return nil }
    let before = SourceText(name: "input", String(text[..<open.quote]))
    let words = Array(Lexer.tokenize(before).tokens.map { before.text(in: $0.range) }.dropLast())
    let label = String(text[open.content...])
    switch words.last {
    case "touch": return (.control, label)
    case "(" where words.dropLast().last == "touch": return (.control, label)
    case "import": return (.path, label)
    case ":" where words.count > 1: return (.text(ofKey: words[words.count - 2]), label)
    case "[" where words.count > 1: return (.key(of: path(endingAt: words.dropLast())), label)
    default: return nil
    }
  }

  /// Whether the end of a source is in a string or a comment.
  private static func isInText(_ source: SourceText) -> Bool {
    switch InputCompleteness(of: source) {
    case .incomplete(_, .string), .incomplete(_, .comment): true
    default:
      Parser.parse(source, mode: .prompt).diagnostics
        .contains { $0.identifier == .unterminatedString }
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
  private var blocks: [CompletionContext.Block] = []
  private(set) var app: String?
  private(set) var declared: [String] = []
  /// Where the current statement begins.
  private(set) var statementStart = 0

  var block: CompletionContext.Block { blocks.last ?? .outside }

  mutating func read(_ texts: [String], _ index: Int, startsLine: Bool) {
    if startsLine { statementStart = index }
    switch texts[index] {
    case "{":
      open(Array(texts[statementStart..<index]))
      statementStart = index + 1
    case "}":
      if blocks.popLast() == .app { app = nil }
      statementStart = index + 1
    case ";": statementStart = index + 1
    default:
      if index > 0, ["var", "let", "func"].contains(texts[index - 1]) {
        declared.append(texts[index])
      }
    }
  }

  private mutating func open(_ head: [String]) {
    switch (head.first, block) {
    case ("app", .outside) where head.count == 2:
      blocks.append(.app)
      app = head[1]
    case ("device", .outside) where head.count == 1: blocks.append(.device)
    case ("info", .app): blocks.append(.info)
    case ("scene", .app): blocks.append(.scene)
    case ("view", .app), ("view", .scene): blocks.append(.view)
    case (_, .app), (_, .scene), (_, .view): blocks.append(.inside)
    default: blocks.append(block)
    }
  }
}

/// The string in which a text ends.
private struct OpenString {
  /// Where it begins.
  let quote: String.Index
  /// Where its text begins.
  let content: String.Index
  /// Where the expression begins that is being interpolated, if any.
  let expression: String.Index?

  /// The open brackets and blocks, from the outside inward.
  private enum Level {
    case string(quote: String.Index, content: String.Index, isLong: Bool)
    case interpolation(start: String.Index, depth: Int)
  }

  /// Looks for the string; nil if the text ends in none.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init?(_ text: String) {
    var levels: [Level] = []
    var index = text.startIndex
    while index < text.endIndex { index = Self.read(text, at: index, &levels) }
    guard case .string(let quote, let content, _)? = levels.last(where: Self.isString) else {
      return nil
    }
    self.quote = quote
    self.content = content
    if case .interpolation(let start, _)? = levels.last {
      expression = start
    } else {
      expression = nil
    }
  }

  /// The text with the expression in place of the string; nil if none is being interpolated.
  func withoutString(_ text: String) -> String? {
    expression.map { String(text[..<quote] + text[$0...]) }
  }

  private static func isString(_ level: Level) -> Bool {
    if case .string = level { true } else { false }
  }

  /// Reads what is at a place; the place after it.
  private static func read(
    _ text: String, at index: String.Index, _ levels: inout [Level]
  ) -> String.Index {
    let next = text.index(after: index)
    let rest = text[index...]
    guard case .string(_, _, let isLong)? = levels.last else {
      switch text[index] {
      case "\"":
        let isLong = rest.hasPrefix("\"\"\"")
        let content = text.index(index, offsetBy: isLong ? 3 : 1)
        levels.append(.string(quote: index, content: content, isLong: isLong))
        return content
      case "/" where rest.hasPrefix("//"): return rest.firstIndex(of: "\n") ?? text.endIndex
      case "(", ")": changeDepth(by: text[index] == "(" ? 1 : -1, &levels)
      default: break
      }
      return next
    }
    if rest.hasPrefix("\\(") {
      let start = text.index(after: next)
      levels.append(.interpolation(start: start, depth: 1))
      return start
    }
    if text[index] == "\\", next < text.endIndex { return text.index(after: next) }
    let end = isLong ? "\"\"\"" : "\""
    if rest.hasPrefix(end) {
      levels.removeLast()
      return text.index(index, offsetBy: end.count)
    }
    if !isLong, text[index].isNewline { levels.removeLast() }
    return next
  }

  private static func changeDepth(by change: Int, _ levels: inout [Level]) {
    guard case .interpolation(let start, let depth)? = levels.last else { return }
    levels.removeLast()
    if depth + change > 0 { levels.append(.interpolation(start: start, depth: depth + change)) }
  }
}
