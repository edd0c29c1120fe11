// How a document is built: its symbols, what can be folded, what a selection grows to, and which kind
// of word each token is.

import Rehearsal
import RehearsalSyntax
import RehearsalText
import RehearsalValues

// MARK: - Symbols

/// A symbol of a document, with those in it.
private struct DocumentSymbol {
  /// What the protocol calls it, by its number.
  enum Kind: Int {
    case namespace = 3
    case `class` = 5
    case method = 6
    case constructor = 9
    case function = 12
    case variable = 13
    case constant = 14
    case boolean = 17
    case object = 19
    case structure = 23
    case event = 24
  }

  let name: String
  let kind: Kind
  let range: SourceRange
  let nameRange: SourceRange
  var children: [DocumentSymbol] = []

  init(
    _ name: String, _ kind: Kind, _ range: SourceRange, at nameRange: SourceRange? = nil,
    _ children: [DocumentSymbol] = []
  ) {
    self.name = name.isEmpty ? "…" : name.printableLine
    self.kind = kind
    self.range = range
    self.nameRange = nameRange ?? range
    self.children = children
  }

  init(_ variable: VariableDeclaration, _ range: SourceRange) {
    self.init(
      variable.name.text, variable.isMutable ? .variable : .constant, range,
      at: variable.name.range)
  }

  func json(in text: DocumentText) -> JSONValue {
    [
      "name": name, "kind": kind.rawValue, "range": text.range(range),
      "selectionRange": text.range(nameRange),
      "children": JSONValue.list(children.map { $0.json(in: text) }),
    ]
  }

  func flat(in document: OpenDocument, containedIn container: String?) -> [JSONValue] {
    let own: JSONValue = [
      "name": name, "kind": kind.rawValue, "containerName": container,
      "location": ["uri": document.address.text, "range": document.text.range(range)] as JSONValue,
    ]
    return [own] + children.flatMap { $0.flat(in: document, containedIn: name) }
  }
}

extension OpenDocument {
  /// The symbols of the document.
  func symbols(nested: Bool) -> JSONValue {
    let symbols = check.main.statements.compactMap(symbol)
    return .list(
      nested
        ? symbols.map { $0.json(in: text) }
        : symbols.flatMap { $0.flat(in: self, containedIn: nil) })
  }

  private func title(_ literal: StringLiteral) -> String {
    literal.plainText ?? text.source.text(in: literal.range)
  }

  private func symbol(of statement: Statement) -> DocumentSymbol? {
    let range = statement.range
    switch statement.kind {
    case .variable(let variable): return DocumentSymbol(variable, range)
    case .function(let function):
      return DocumentSymbol(function.name.text, .function, range, at: function.name.range)
    case .app(let app):
      return DocumentSymbol(
        app.name.text, .class, range, at: app.name.range, app.members.compactMap(symbol))
    case .device: return DocumentSymbol("device", .structure, range)
    case .scenario(let scenario):
      return DocumentSymbol(title(scenario.title), .method, range, at: scenario.title.range)
    case .setup: return DocumentSymbol("setup", .constructor, range)
    case .exploration(let exploration):
      return DocumentSymbol(
        title(exploration.title), .method, range, at: exploration.title.range,
        exploration.body.statements.compactMap(symbol))
    case .property(let property):
      return DocumentSymbol(title(property.title), .boolean, range, at: property.title.range)
    default: return nil
    }
  }

  private func symbol(of member: AppMember) -> DocumentSymbol? {
    let range = member.range
    switch member.kind {
    case .info: return DocumentSymbol("info", .structure, range)
    case .variable(let variable): return DocumentSymbol(variable, range)
    case .function(let function):
      return DocumentSymbol(function.name.text, .function, range, at: function.name.range)
    case .handler(let handler):
      return DocumentSymbol("on " + handler.name.text, .event, range, at: handler.name.range)
    case .button(let button):
      return DocumentSymbol(
        "button " + title(button.label), .object, range, at: button.label.range)
    case .scene(let role, let members):
      return DocumentSymbol(
        "scene" + (role.map { "(.\($0.text))" } ?? ""), .namespace, range, at: role?.range,
        members.compactMap(symbol))
    case .view(let members):
      return DocumentSymbol("view", .namespace, range, members.compactMap(symbol))
    case .missing: return nil
    }
  }
}

// MARK: - Folding and selections

extension OpenDocument {
  /// What can be folded: blocks and lists of several lines, long strings, and comments.
  var foldingRanges: JSONValue {
    let lexed = LexedText(text.source)
    var ranges: [JSONValue] = []
    for (index, token) in lexed.tokens.enumerated() {
      guard let closer = lexed.brackets.closer(of: index) else { continue }
      let first = text.line(at: token.range.start)
      let last = text.line(at: lexed.tokens[closer].range.start)
      let isString = token.kind == .multilineStringStart
      // The line with the closing bracket stays in sight.
      if last - 1 > first || isString && last > first {
        ranges.append(["startLine": first, "endLine": isString ? last : last - 1])
      }
    }
    for comment in comments(lexed) where comment.last > comment.first {
      ranges.append(["startLine": comment.first, "endLine": comment.last, "kind": "comment"])
    }
    return .list(ranges)
  }

  /// The runs of comments, as lines.
  private func comments(_ lexed: LexedText) -> [(first: Int, last: Int)] {
    var runs: [(first: Int, last: Int)] = []
    for range in commentRanges(lexed) {
      let (first, last) = (text.line(at: range.start), text.line(at: range.end))
      if let previous = runs.last, previous.last + 1 >= first, previous.last < first {
        runs[runs.count - 1].last = last
      } else {
        runs.append((first, last))
      }
    }
    return runs
  }

  /// Where comments are.
  func commentRanges(_ lexed: LexedText) -> [SourceRange] {
    var ranges: [SourceRange] = []
    var end = 0
    for token in lexed.tokens {
      if Int(token.range.start) > end || token.kind == .endOfFile {
        for piece in Trivia(text.source, SourceRange(end, Int(token.range.start))).pieces {
          switch piece {
          case .lineComment(let range), .blockComment(let range): ranges.append(range)
          case .space, .lineEnd: break
          }
        }
      }
      end = max(end, Int(token.range.end))
    }
    return ranges
  }

  /// What a selection at a place grows to, the smallest first.
  func selectionRange(at offset: Int) -> JSONValue {
    let lexed = LexedText(text.source)
    let place = Int32(clamping: offset)
    var ranges = [SourceRange(offset, offset)]
    if let index = lexed.index(at: offset) { ranges.append(lexed.tokens[index].range) }
    for (index, token) in lexed.tokens.enumerated() where token.range.end <= place {
      guard let closer = lexed.brackets.closer(of: index), lexed.tokens[closer].range.start >= place
      else { continue }
      let end = lexed.tokens[closer].range
      ranges.append(SourceRange(Int(token.range.end), Int(end.start)))
      ranges.append(token.range.union(end))
      if token.isMark(.leftBrace) {
        let line = text.lines.lineRange(text.line(at: token.range.start) + 1)
        let first = lexed.tokens.first { $0.range.start >= line.start } ?? token
        ranges.append(first.range.union(end))
      }
    }
    ranges.append(SourceRange(0, text.source.bytes.count))
    ranges.sort { $0.count < $1.count }
    var parent: JSONValue?
    var outer: SourceRange?
    for range in ranges.reversed() {
      if let outer, range.start < outer.start || range.end > outer.end || range == outer {
        continue
      }
      parent = ["range": text.range(range), "parent": parent]
      outer = range
    }
    return parent ?? .null
  }
}

// MARK: - Semantic tokens

/// The kinds of tokens, in the order of their numbers.
enum SemanticTokenKind: String, CaseIterable {
  case keyword, string, number, comment, function, `class`, event, enumMember, property, variable

  static let legend: JSONValue = [
    "tokenTypes": allCases.map(\.rawValue), "tokenModifiers": [String](),
  ]

  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension OpenDocument {
  /// The tokens of a range with their kinds, in the numbers of the protocol; nil for everything.
  func semanticTokens(functions: Set<String>, within range: SourceRange?) -> JSONValue {
    let lexed = LexedText(text.source)
    let apps = Set(
      check.script.appNames
        + check.main.statements.compactMap {
          if case .app(let app) = $0.kind { app.name.text } else { nil }
        })
    var marked = commentRanges(lexed).map { ($0, SemanticTokenKind.comment) }
    for (index, token) in lexed.tokens.enumerated() where token.range.count > 0 {
      if let kind = kind(of: index, lexed, apps, functions) { marked.append((token.range, kind)) }
    }
    marked.sort { $0.0.start < $1.0.start }
    var numbers: [Int] = []
    var (lastLine, lastColumn, lastStart) = (0, 0, Int32(0))
    for (whole, kind) in marked {
      if let range, whole.end < range.start || range.end < whole.start { continue }
      // The protocol knows no token of several lines.
      for line in text.line(at: whole.start)...text.line(at: whole.end) {
        let bounds = text.lines.lineRange(line + 1)
        let (start, end) = (max(bounds.start, whole.start), min(bounds.end, whole.end))
        guard start < end else { continue }
        // From the token before on, since a line may hold all of them.
        let isFirst = line != lastLine || start < lastStart
        let column =
          isFirst
          ? text.units(Int(bounds.start)..<Int(start))
          : lastColumn + text.units(Int(lastStart)..<Int(start))
        numbers += [
          line - lastLine, line == lastLine ? column - lastColumn : column,
          text.units(Int(start)..<Int(end)), kind.number, 0,
        ]
        (lastLine, lastColumn, lastStart) = (line, column, start)
      }
    }
    return ["data": numbers]
  }

  private func kind(
    of index: Int, _ lexed: LexedText, _ apps: Set<String>, _ functions: Set<String>
  ) -> SemanticTokenKind? {
    switch lexed.tokens[index].kind {
    case .keyword: return lexed.isMember(index) ? .property : .keyword
    case .number: return .number
    case .stringStart, .multilineStringStart, .stringText, .stringEnd: return .string
    case .shorthandParameter: return .variable
    case .name: break
    default: return nil
    }
    if lexed.declares(index) { return .keyword }
    if lexed.isMember(index) { return .property }
    if lexed.isSymbol(index) { return .enumMember }
    let name = lexed.text(of: index)
    if index > 0, lexed.text(of: index - 1) == ContextualKeyword.on.rawValue,
      lexed.declares(index - 1)
    {
      return .event
    }
    if apps.contains(name) { return .class }
    return functions.contains(name) ? .function : .variable
  }
}
