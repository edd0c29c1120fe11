// The declarations of a Swift source: what they are, where, in which types, and how long.
//
// Made of the words and marks of the code, by counting braces; it relies on what the formatter
// makes of a source and on the compiler's having accepted it. Declarations inside of bodies are
// left out.

/// A word or mark of Swift code.
struct SwiftToken: Equatable {
  let text: String
  /// The line, counted from 1.
  let line: Int
  let isWord: Bool

  /// The tokens of lines in which comments and literals are blank.
  static func tokens(in lines: [String]) -> [SwiftToken] {
    var tokens: [SwiftToken] = []
    for (index, line) in lines.enumerated() {
      var word: [UInt8] = []
      func endWord() {
        guard !word.isEmpty else { return }
        tokens.append(
          SwiftToken(text: String(decoding: word, as: UTF8.self), line: index + 1, isWord: true))
        word.removeAll(keepingCapacity: true)
      }
      for byte in line.utf8 {
        if isWordByte(byte) {
          word.append(byte)
          continue
        }
        endWord()
        guard byte != UInt8(ascii: " "), byte != UInt8(ascii: "`") else { continue }
        let mark = String(Character(Unicode.Scalar(byte)))
        tokens.append(SwiftToken(text: mark, line: index + 1, isWord: false))
      }
      endWord()
    }
    return tokens
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}

/// A declaration at the top of a file or in a type.
struct SwiftDeclaration: Equatable {
  enum Kind: Equatable {
    case type, `extension`, function, initializer, variable, enumCase, alias
  }

  let kind: Kind
  let name: String
  /// The types around it, the outermost first.
  let types: [String]
  /// The line, counted from 1.
  let line: Int
  /// Its attributes, `@` included, and its modifiers.
  let modifiers: Set<String>
  /// Of a type and of an enum's case, what stands after the colon of the type.
  var inherited: Set<String> = []
  /// How many lines stand between its braces.
  fileprivate(set) var bodyLineCount = 0

  /// Its name after those of the types around it.
  var qualifiedName: String { (types + [name]).joined(separator: ".") }
}

/// The declarations of a Swift source.
struct SwiftOutline {
  /// The declarations, in order.
  private(set) var declarations: [SwiftDeclaration] = []

  private struct Scope {
    enum Kind: Equatable {
      case type(name: String, isEnum: Bool, inherited: Set<String>)
      case code
    }

    var kind: Kind
    var declaration: Int?
    var openingLine: Int
    /// How many parentheses were open around it.
    var parentheses: Int
  }

  /// A declaration whose body may come.
  private struct Pending {
    var declaration: Int
    var kind: Scope.Kind
    var isInitialized = false
  }

  private let tokens: [SwiftToken]
  private var position = 0
  private var scopes: [Scope] = []
  private var parentheses = 0
  private var pending: Pending?
  private var modifiers: Set<String> = []

  /// Finds the declarations among tokens.
  ///
  /// - Complexity: O(*n*) in the number of tokens.
  init(_ tokens: [SwiftToken]) {
    self.tokens = tokens
    while position < tokens.count {
      if tokens[position].isWord { takeWord() } else { takeMark() }
    }
  }

  private func token(_ offset: Int) -> SwiftToken? {
    tokens.indices.contains(position + offset) ? tokens[position + offset] : nil
  }

  /// Whether declarations stand here, and no expressions.
  private var isAmongDeclarations: Bool {
    guard parentheses == 0 else { return false }
    guard let scope = scopes.last else { return true }
    return scope.kind != .code
  }

  private var isInEnum: Bool {
    if case .type(_, isEnum: true, _)? = scopes.last?.kind { true } else { false }
  }

  private var typeNames: [String] {
    scopes.compactMap { if case .type(let name, _, _) = $0.kind { name } else { nil } }
  }

  // MARK: - Marks

  private mutating func takeMark() {
    let mark = tokens[position]
    position += 1
    switch mark.text {
    case "{": open(at: mark.line)
    case "}": close(at: mark.line)
    case "(", "[": parentheses += 1
    case ")", "]": parentheses -= 1
    case "=" where parentheses == 0: pending?.isInitialized = true
    case "@": takeAttribute()
    default: break
    }
  }

  private mutating func open(at line: Int) {
    var scope = Scope(kind: .code, openingLine: line, parentheses: parentheses)
    if let pending, parentheses == 0, isAmongDeclarations {
      let isClosure =
        pending.isInitialized && declarations[pending.declaration].kind == .variable
      if !isClosure {
        scope.kind = pending.kind
        scope.declaration = pending.declaration
        self.pending = nil
      }
    }
    scopes.append(scope)
    parentheses = 0
  }

  private mutating func close(at line: Int) {
    guard let scope = scopes.popLast() else { return }
    parentheses = scope.parentheses
    guard let declaration = scope.declaration else { return }
    declarations[declaration].bodyLineCount = max(0, line - scope.openingLine - 1)
    pending = nil
  }

  private mutating func takeAttribute() {
    guard let name = token(0), name.isWord else { return }
    modifiers.insert("@" + name.text)
    position += 1
    guard token(0)?.text == "(" else { return }
    var depth = 0
    repeat {
      if token(0)?.text == "(" { depth += 1 }
      if token(0)?.text == ")" { depth -= 1 }
      position += 1
    } while depth > 0 && position < tokens.count
  }

  // MARK: - Words

  private static let typeWords: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "extension",
  ]
  private static let modifierWords: Set<String> = [
    "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "final",
    "override", "mutating", "nonmutating", "lazy", "weak", "unowned", "indirect", "convenience",
    "required", "nonisolated", "prefix", "postfix", "infix",
  ]

  private mutating func takeWord() {
    let word = tokens[position]
    let before = token(-1)?.text
    defer { if !Self.modifierWords.contains(word.text) { modifiers = [] } }
    guard isAmongDeclarations, before != ".", before != "import" else {
      position += 1
      return
    }
    if Self.typeWords.contains(word.text), let next = token(1), !isModified(next) {
      takeType(word)
      return
    }
    switch word.text {
    case "func": declare(.function, named: functionName())
    case "init", "deinit", "subscript": declare(.initializer, named: word.text)
    case "var", "let": declare(.variable, named: token(1)?.text ?? "")
    case "typealias", "associatedtype": declare(.alias, named: token(1)?.text ?? "")
    case "case" where isInEnum: takeCases()
    default:
      if Self.modifierWords.contains(word.text) { modifiers.insert(word.text) }
      position += 1
    }
  }

  /// Whether the word `class` before this one is a modifier.
  private func isModified(_ next: SwiftToken) -> Bool {
    ["func", "var", "let", "subscript"].contains(next.text)
      || Self.modifierWords.contains(next.text)
  }

  private mutating func declare(_ kind: SwiftDeclaration.Kind, named name: String) {
    declarations.append(
      SwiftDeclaration(
        kind: kind, name: name, types: typeNames, line: tokens[position].line,
        modifiers: modifiers))
    pending = Pending(declaration: declarations.count - 1, kind: .code)
    // After a word that names something else than it declares, as in `init`, nothing is skipped.
    position += kind == .initializer ? 1 : 2
  }

  private mutating func takeType(_ word: SwiftToken) {
    position += 1
    var name = token(0)?.text == "[" ? "Array" : token(0)?.text ?? ""
    while token(1)?.text == ".", let next = token(2), next.isWord {
      name += "." + next.text
      position += 2
    }
    let inherited = inheritedWords()
    declarations.append(
      SwiftDeclaration(
        kind: word.text == "extension" ? .extension : .type, name: name, types: typeNames,
        line: word.line, modifiers: modifiers, inherited: inherited))
    pending = Pending(
      declaration: declarations.count - 1,
      kind: .type(name: name, isEnum: word.text == "enum", inherited: inherited))
    if token(0)?.isWord == true { position += 1 }
  }

  /// The name of a function: a word, or the marks of an operator.
  private func functionName() -> String {
    guard let first = token(1), !first.isWord else { return token(1)?.text ?? "" }
    return tokens[(position + 1)...].prefix { !$0.isWord && $0.text != "(" }.map(\.text).joined()
  }

  /// Declares the cases of one line: `case a, b(Int), c = 1`.
  private mutating func takeCases() {
    let line = tokens[position].line
    guard case .type(_, _, let inherited)? = scopes.last?.kind else { return }
    position += 1
    var depth = 0
    var isName = true
    while let next = token(0), depth > 0 || isName || next.line == line, next.text != "}" {
      if isName, next.isWord {
        declarations.append(
          SwiftDeclaration(
            kind: .enumCase, name: next.text, types: typeNames, line: next.line,
            modifiers: modifiers, inherited: inherited))
        isName = false
      } else if next.text == "(" {
        depth += 1
      } else if next.text == ")" {
        depth -= 1
      } else if depth == 0, next.text == "," {
        isName = true
      } else if depth == 0, next.isWord, Self.declarationWords.contains(next.text) {
        break
      }
      position += 1
    }
    pending = nil
  }

  private static let declarationWords: Set<String> = [
    "case", "var", "let", "func", "init", "static", "struct", "enum", "typealias", "subscript",
  ]

  // MARK: - What a type is made of

  /// The words between a type's name and its body: the protocols, and for an enum its raw values.
  private func inheritedWords() -> Set<String> {
    guard token(1)?.text == ":" else { return [] }
    return Set(tokens[(position + 1)...].prefix { $0.text != "{" }.filter(\.isWord).map(\.text))
  }
}
