// What the parser says about Swift that the language lacks; the advice stands in the tables of
// `ForeignWord` and `ForeignOperator`.

extension Finding {
  static func foreignWord(_ word: ForeignWord, _ range: SourceRange) -> Finding {
    Finding(
      .foreignKeyword, range, "there is no `\(word.rawValue)` in scripts: \(word.advice)")
  }

  static func foreignModifier(_ word: String, _ range: SourceRange) -> Finding {
    Finding(
      .foreignKeyword, range, "there is no `\(word)` in scripts: declarations take no modifiers")
  }

  static func foreignOperator(_ mark: ForeignOperator, _ range: SourceRange) -> Finding {
    Finding(
      .foreignKeyword, range, "there is no operator `\(mark.rawValue)`: \(mark.advice)",
      fixIts: mark.replacement.map { [.replace(range, with: $0, isSafe: true)] } ?? [])
  }

  static func needlessSelf(_ range: SourceRange) -> Finding {
    Finding(
      .foreignKeyword, range, "there is no `self` in scripts: \(ForeignWord.`self`.advice)",
      fixIts: [.remove(range, "`self.`", isSafe: true)])
  }

  static func typeAnnotation(_ range: SourceRange) -> Finding {
    Finding(
      .foreignKeyword, range, "names have no declared types; leave the type out",
      fixIts: [.remove(range, "the type", isSafe: true)])
  }

  static func resultType(_ range: SourceRange) -> Finding {
    Finding(
      .foreignKeyword, range, "functions have no declared result types; leave the type out",
      fixIts: [.remove(range, "the type", isSafe: true)])
  }

  static func genericParameters(_ range: SourceRange) -> Finding {
    Finding(
      .foreignKeyword, range, "functions have no type parameters; leave them out")
  }
}
