// What the parser says about declarations.

extension Finding {
  static func expectedInitialValue(
    _ name: String, found: String, at range: SourceRange
  ) -> Finding {
    Finding(
      .unexpectedToken, range, "expected `=` and an initial value for `\(name)`, found \(found)")
  }

  static func oneNamePerDeclaration(_ range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, range,
      "`let` and `var` declare one name each; write the next one on a line of its own")
  }

  static func observersNotAvailable(_ range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, range, "variables have no observers and no computed values; write a `func`")
  }

  static func missingParameterList(_ name: String, _ range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, range, "expected the parameters of `\(name)`; `()` where it has none",
      fixIts: [.insert("()", after: range, isSafe: true)])
  }

  static func duplicateParameter(_ name: Name) -> Finding {
    Finding(
      .duplicateParameter, name.range,
      "`\(name.text)` is the name of an earlier parameter; choose another, or `_`")
  }

  static func argumentLabel(_ label: Name, _ range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, label.range,
      "a parameter has one name, which is its argument's name too; remove `\(label.text)`",
      fixIts: [.remove(SourceRange(Int(label.range.start), Int(range.start)), "`\(label.text)`")])
  }

  static func misplacedImport(_ range: SourceRange) -> Finding {
    Finding(
      .misplacedDeclaration, range, "`import` stands at the top level of a file; move it there")
  }

  static func expectedString(_ what: String, found: String, at range: SourceRange) -> Finding {
    Finding(.literalTextNeeded, range, "expected \(what) as a string in quotes, found \(found)")
  }

  static func expectedKey(found: String, at range: SourceRange) -> Finding {
    Finding(
      .expectedName, range, "expected an entry such as `memory: 80MB`, found \(found)")
  }

  static func expectedColon(
    _ key: String, found: String, at range: SourceRange, isAssignment: Bool
  ) -> Finding {
    let start = SourceRange(Int(range.start), Int(range.start))
    return Finding(
      .unexpectedToken, range, "expected `:` behind the key `\(key)`, found \(found)",
      fixIts: [
        isAssignment
          ? .replace(range, with: ":", isSafe: true) : .insert(":", before: start, isSafe: true)
      ])
  }

  static func misplacedDeclaration(_ range: SourceRange, _ word: String) -> Finding {
    Finding(
      .misplacedDeclaration, range,
      "`\(word)` stands at the top level of a file; move it out of the app")
  }

  static func misplacedMember(
    _ range: SourceRange, _ quoted: String, _ contents: String
  ) -> Finding {
    Finding(
      .misplacedDeclaration, range, "\(quoted) does not stand here; this block holds \(contents)")
  }

  static func incompleteMember(_ range: SourceRange, _ word: ContextualWord) -> Finding {
    let shape =
      switch word.shape {
      case .name: "a name, as in `\(word.rawValue) didBecomeActive { }`"
      case .string: "a string, as in `\(word.rawValue) \"Save\" { }`"
      case .brace: "`{`"
      }
    return Finding(
      .unexpectedToken, range, "expected \(shape) behind `\(word.rawValue)`")
  }

  static func statementInApp(
    _ range: SourceRange, _ quoted: String, _ owner: String, _ contents: String
  ) -> Finding {
    Finding(
      .misplacedStatement, range,
      "expected a declaration of the \(owner), found \(quoted); statements stand inside handlers "
        + "and functions, and the \(owner) holds \(contents)")
  }
}
