// Swift that the language lacks: keywords, modifiers, types. Each gets one diagnostic that says
// what to write instead, and the parser reads on as if it were not there.

extension Parser {
  /// Words that Swift puts before a declaration and that are plain names elsewhere.
  private static let modifiers = [
    "lazy", "weak", "unowned", "final", "override", "mutating", "nonisolated", "open", "indirect",
  ]

  /// Skips `private`, `lazy` and the like before a declaration, with one diagnostic.
  func skipModifiers() {
    skipAttributes()
    var isFirst = true
    while let diagnostic = modifierHere {
      if isFirst { report(diagnostic) }
      isFirst = false
      advance()
    }
  }

  /// Skips attributes with their arguments, which the lexer has spoken of: what they stand before is read.
  private func skipAttributes() {
    while current.kind == .invalid, source.text(in: current.range).hasPrefix("@") {
      advance()
      guard at(.leftParenthesis), !current.spaceBefore, let closer = brackets.closer(of: index)
      else { continue }
      index = closer
      advance()
    }
  }

  private var modifierHere: SyntaxDiagnostic? {
    if case .foreignWord(let word) = current.kind, word.role == .modifier || word == .async {
      return .foreignWord(word, current.range)
    }
    let next = peek()
    guard current.kind == .name, !next.newlineBefore,
      Self.modifiers.contains(where: { isWord(current, $0) })
    else { return nil }
    switch next.kind {
    case .keyword(.let), .keyword(.var), .keyword(.func), .foreignWord(.class),
      .foreignWord(.enum), .foreignWord(.`init`):
      return .foreignModifier(source.text(in: current.range), current.range)
    default:
      return nil
    }
  }

  /// A statement or declaration that only Swift has: one diagnostic, and all of it is skipped.
  func foreignStatement(_ word: ForeignWord) -> Statement.Kind {
    report(.foreignWord(word, current.range))
    let outer = isRecovering
    isRecovering = true
    advance()
    skipForeignRest()
    // `do { } catch { }` and `repeat { } while x` are one statement.
    while !isAtEnd, !current.newlineBefore || current.kind == .foreignWord(.catch),
      current.kind == .foreignWord(.catch) || (word == .repeat && at(.while))
    {
      advance()
      skipForeignRest()
    }
    isRecovering = outer
    return .missing
  }

  /// Skips to the end of the line or after the block on it, whichever comes first.
  private func skipForeignRest() {
    while !isAtStatementEnd {
      let isBlock = at(.leftBrace)
      skipBalanced()
      if isBlock { return }
    }
  }

  /// Skips `: Type` after a declared name, with a diagnostic.
  func rejectTypeAnnotation() {
    guard at(.colon) else { return }
    let start = previousEnd
    advance()
    skipType()
    let type = range(from: start)
    report(.typeAnnotation(type, source.text(in: type)))
  }

  /// Skips `async throws -> Type` between a function's parameters and its body.
  func rejectSignature() {
    while case .foreignWord(let word) = current.kind, word.role == .signature {
      report(.foreignWord(word, current.range))
      advance()
    }
    guard current.kind == .foreignOperator(.arrow) else { return }
    let start = previousEnd
    advance()
    skipType()
    let type = range(from: start)
    report(.resultType(type, source.text(in: type)))
  }

  /// Skips what reads like a type: `inout [String: Int]?`, `(A) -> B`, `Set<Int>`.
  private func skipType() {
    while !isAtEnd {
      switch current.kind {
      case .foreignWord(let word) where word.role == .signature || word == .Self:
        advance()
        continue
      case .name:
        advance()
        // `some App`, `any App`
        if current.kind == .name, !current.newlineBefore { continue }
      case .punctuation(.leftParenthesis), .punctuation(.leftBracket):
        guard brackets.closer(of: index) != nil else { return }
        skipBalanced()
      default:
        return
      }
      skipTypeSuffix()
      guard
        at(.dot) || current.kind == .foreignOperator(.arrow)
          || current.kind == .foreignOperator(.bitAnd)
      else { return }
      advance()
    }
  }

  /// Skips `<Int>`, `?` and `!` after a type's name.
  private func skipTypeSuffix() {
    if current.kind == .binary(.less), !current.spaceBefore { skipAngleBrackets() }
    while at(.question) || current.kind == .prefix(.not), !current.spaceBefore { advance() }
  }

  /// Skips `<T: A, U>` where it is closed on its line and holds nothing but names.
  func skipAngleBrackets() {
    var count = 1
    var depth = 1
    while depth > 0 {
      let ahead = peek(count)
      switch ahead.kind {
      case .binary(.less): depth += 1
      case .binary(.greater): depth -= 1
      case .name, .punctuation(.comma), .punctuation(.colon), .punctuation(.dot): break
      default: return
      }
      if ahead.newlineBefore { return }
      count += 1
    }
    index += count
  }

  /// Skips `try`, `try?`, `await` before a value, with one diagnostic.
  func skipForeignPrefixes() {
    var isFirst = true
    while case .foreignWord(let word) = current.kind, word.role == .prefix {
      if isFirst { report(.foreignWord(word, current.range)) }
      isFirst = false
      advance()
      if at(.question) || current.kind == .prefix(.not), !current.spaceBefore { advance() }
    }
  }

  /// `self`, `Self`, `super`: a diagnostic; `self.` is left out and the name after it read.
  func foreignValue(_ word: ForeignWord) -> Expression {
    let start = start
    if word == .self, peek().isMark(.dot), peek(2).isWord {
      let dot = peek().range
      report(.needlessSelf(current.range.union(dot)))
      advance()
      advance()
      let token = current
      advance()
      return Expression(.name(name(of: token)), token.range)
    }
    report(.foreignWord(word, current.range))
    advance()
    return Expression(.missing, range(from: start))
  }

  /// `as Type`, `is Type` after a value: a diagnostic, and the value stands alone.
  func rejectCasts() {
    while case .foreignWord(let word) = current.kind, word == .as || word == .is,
      !current.newlineBefore
    {
      report(.foreignWord(word, current.range))
      advance()
      if at(.question) || current.kind == .prefix(.not) { advance() }
      skipType()
    }
  }
}
