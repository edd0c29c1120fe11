// What an editor needs to know to colour a script: words by the role they play, and the patterns
// of names, numbers and operators. All of it comes from the language's tables; the files for the
// single editors put it into their own notations and add nothing to it.

@testable import RehearsalSyntax

/// What a word is to the reader of a coloured script.
enum WordRole: CaseIterable {
  case control, declaration, check, constant
}

extension Keyword {
  /// The role by which the word is coloured.
  var role: WordRole {
    switch self {
    case .func, .let, .var, .import: .declaration
    case .true, .false, .nil: .constant
    case .expect, .within, .throughout: .check
    case .if, .else, .guard, .while, .for, .in, .return, .break, .continue, .choose, .or: .control
    }
  }
}

/// Words and patterns for all editors.
enum EditorLexicon {
  static func words(_ role: WordRole) -> [String] {
    Keyword.allCases.filter { $0.role == role }.map(\.rawValue)
  }

  static func words(_ shape: ContextualKeyword.Shape) -> [String] {
    ContextualKeyword.allCases.filter { $0.shape == shape }.map(\.rawValue)
  }

  static var foreignWords: [String] { ForeignWord.allCases.map(\.rawValue) }

  static var suffixes: [String] { NumericSuffix.allCases.map(\.rawValue) }

  /// Operators and assignments, the longest first, so that no part of one is taken for another.
  static var operators: [String] {
    let all =
      BinaryOperator.allCases.map(\.rawValue) + PrefixOperator.allCases.map(\.rawValue)
      + RangeOperator.allCases.map(\.rawValue) + AssignmentOperator.allCases.map(\.rawValue)
      + [Punctuation.question.rawValue]
    return Array(Set(all)).sorted { ($1.count, $0) < ($0.count, $1) }
  }

  static let escapes = "nrt0\\\"".map(String.init)

  // MARK: - Patterns that Oniguruma, ICU and Sublime's engine read alike

  static let name = #"[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*"#

  /// One of some words, and no more of a word than it.
  static func anyOf(_ words: [String]) -> String {
    #"\b(?:"# + words.joined(separator: "|") + #")\b"#
  }

  /// A contextual word in its shape.
  static func declaration(_ shape: ContextualKeyword.Shape) -> String {
    let after =
      switch shape {
      case .name: #"[ \t]+(?:`|[\p{L}\p{Nl}_])"#
      case .string: #"[ \t]*""#
      case .header: #"[ \t]*(?:where\b|\{)"#
      case .brace: #"\s*\{"#
      case .roleOrBrace: #"\s*(?:\{|\(\s*\.)"#
      }
    return anyOf(words(shape)) + "(?=" + after + ")"
  }

  static var number: String {
    #"\b(?:0x[0-9A-Fa-f][0-9A-Fa-f_]*|0b[01][01_]*|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?"#
      + "(?:" + suffixes.joined(separator: "|") + #"|[eE][+-]?[0-9][0-9_]*)?)\b"#
  }

  /// `.name` where a value begins.
  static var symbol: String { #"(?<![\w)\]}"`?.])\."# + name }

  /// `.name` after a value.
  static var member: String { #"\??\."# + name }

  /// The name before an argument's colon.
  static var label: String { name + "(?=:)" }

  static var operatorPattern: String {
    operators.map { sign in
      sign.map { #"\^$.|?*+()[]{}"#.contains($0) ? "\\\($0)" : String($0) }.joined()
    }.joined(separator: "|")
  }

  static var escape: String {
    #"\\(?:["# + escapes.map { $0 == "\\" ? #"\\"# : $0 }.joined() + #"]|u\{[0-9A-Fa-f]{1,8}\})"#
  }
}
