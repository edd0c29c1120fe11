// Keywords, operators and characters that people bring from Swift, other languages and word
// processors, and that the language lacks; each with what to write instead. The lexer knows them,
// so that a mistake of this kind gives one clear diagnostic and not a chain of guesses.

/// A word that is reserved in Swift and has no meaning here.
package enum ForeignWord: String, CaseIterable, Sendable {
  case `struct`, `class`, `enum`, `protocol`, `extension`, `typealias`, `associatedtype`
  case `operator`, `precedencegroup`, `init`, `deinit`, `subscript`
  case `switch`, `case`, `default`, `fallthrough`, `repeat`, `do`, `catch`, `defer`, `throw`
  case `public`, `private`, `fileprivate`, `internal`, `static`
  case `try`, `await`
  case `self`, `Self`, `super`
  case `as`, `is`, `where`
  case `throws`, `rethrows`, `async`, `inout`

  /// What the parser does after the word to continue reading.
  enum Role {
    /// It begins a declaration with a block, which is skipped whole.
    case declaration
    /// It begins a statement, which is skipped whole.
    case statement
    /// It precedes a declaration, which is read as if it were alone.
    case modifier
    /// It precedes a value, which is read as if it were alone.
    case prefix
    /// It stands for a value.
    case value
    /// It is between or after values.
    case infix
    /// It belongs to the head of a function.
    case signature
  }

  /// How the word is used in Swift.
  var role: Role {
    switch self {
    case .struct, .class, .enum, .protocol, .extension, .typealias, .associatedtype, .operator,
      .precedencegroup, .`init`, .deinit, .subscript:
      .declaration
    case .switch, .case, .default, .fallthrough, .repeat, .do, .catch, .defer, .throw: .statement
    case .public, .private, .fileprivate, .internal, .static: .modifier
    case .try, .await: .prefix
    case .self, .Self, .super: .value
    case .as, .is, .where: .infix
    case .throws, .rethrows, .async, .inout: .signature
    }
  }

  /// What to write instead, as the second half of a sentence.
  var advice: String {
    switch self {
    case .struct, .class, .enum, .protocol, .extension, .associatedtype:
      "scripts declare no types; keep data in maps and lists, and code in functions"
    case .typealias: "values have no declared types; remove it"
    case .operator, .precedencegroup: "operators cannot be declared; write a function"
    case .`init`, .deinit: "an app's variables get their initial values at each launch"
    case .subscript: "write a function"
    case .switch, .case, .default, .fallthrough: "write `if` … `else if` … `else`"
    case .repeat: "write `while`"
    case .do, .catch, .throw, .throws, .rethrows:
      "an error ends the app or the scenario, and is not caught"
    case .defer: "write the statement at the end of the block"
    case .public, .private, .fileprivate, .internal, .static: "declarations take no modifiers"
    case .try: "calls are not marked; remove it"
    case .await, .async: "nothing runs concurrently; remove it"
    case .self: "use the plain names of an app's variables and functions"
    case .Self, .super: "scripts declare no types"
    case .as: "values are not cast; `int(x)`, `double(x)` and `string(x)` convert"
    case .is: "compare `type(of: x)` with a string"
    case .where: "write an `if` in the loop, or filter the list"
    case .inout: "arguments are passed by value; return the new value"
    }
  }
}

/// A macro or attribute of a test framework, or of Swift.
enum ForeignMacro: String {
  case expect = "#expect"
  case require = "#require"
  case test = "@Test"
  case suite = "@Suite"
  case main = "@main"
  case appStorage = "@AppStorage"
  case sceneStorage = "@SceneStorage"
  case environment = "@Environment"
  case state = "@State"
  case stateObject = "@StateObject"
  case observedObject = "@ObservedObject"
  case published = "@Published"
  case binding = "@Binding"
  case mainActor = "@MainActor"
  case delegateAdaptor = "@UIApplicationDelegateAdaptor"

  /// What to write instead, as the second half of a sentence.
  var advice: String {
    switch self {
    case .expect: "write `expect` without it"
    case .require: "write `expect condition`; the scenario goes on"
    case .test: "a test is `scenario \"title\" { … }`"
    case .suite: "a file is a suite"
    case .main: "a file's statements run from its beginning"
    case .appStorage: "`preferences[\"key\"]` in the app is what the system keeps"
    case .sceneStorage:
      "`on stateRestorationActivity { return [\"key\": value] }` in `scene { }` keeps it, and "
        + "`on willConnect(session, options)` gets it back"
    case .environment: "`on scenePhase(old, new) { … }` in the app or a scene follows the phase"
    case .state, .stateObject, .observedObject, .published, .binding:
      "a variable is `var name = value`"
    case .mainActor: "all code of an app runs on its main thread"
    case .delegateAdaptor: "the delegate's methods stand in the app itself"
    }
  }
}

// MARK: - Operators

/// An operator that people try and that has no meaning here.
package enum ForeignOperator: String, CaseIterable, Sendable {
  case arrow = "->"
  case fatArrow = "=>"
  case reversedLessOrEqual = "=<"
  case identical = "==="
  case notIdentical = "!=="
  case increment = "++"
  case decrement = "--"
  case power = "**"
  case twoDots = ".."
  case twoDotsEqual = "..="
  case colonEqual = ":="
  case coalesceAssign = "??="
  case bitAnd = "&"
  case bitOr = "|"
  case bitXor = "^"
  case bitNot = "~"
  case shiftLeft = "<<"
  case shiftRight = ">>"

  /// The operator that other languages have a word for; nil for any other word.
  static func meant(by word: String) -> String? {
    switch word {
    case "and": BinaryOperator.and.rawValue
    case "or": BinaryOperator.or.rawValue
    case "equals", "eq": BinaryOperator.equal.rawValue
    default: nil
    }
  }

  /// What to write instead, as the second half of a sentence.
  var advice: String {
    switch self {
    case .arrow: "functions have no declared types; remove it and the type"
    case .fatArrow: "write `>=` to compare, or `in` after a closure's parameters"
    case .reversedLessOrEqual: "write `<=`"
    case .identical: "write `==`"
    case .notIdentical: "write `!=`"
    case .increment: "write `+= 1`"
    case .decrement: "write `-= 1`, or a space between two minus signs"
    case .power: "write `pow(a, b)`"
    case .twoDots: "write `...` to include the upper end, `..<` to exclude it"
    case .twoDotsEqual: "write `...`"
    case .colonEqual: "write `let name = value`"
    case .coalesceAssign: "write `a = a ?? b`"
    case .bitAnd, .bitOr, .bitXor, .bitNot, .shiftLeft, .shiftRight:
      "there are no bitwise operators"
    }
  }

  /// The operator that means the same, where the exchange is safe.
  var replacement: String? {
    switch self {
    case .reversedLessOrEqual: "<="
    case .identical: "=="
    case .notIdentical: "!="
    case .twoDotsEqual: "..."
    default: nil
    }
  }
}

// MARK: - Characters

/// What to say about a character that begins no token.
enum ConfusableCharacter {
  /// A character, what it is called, and the text that was meant where there is one.
  private struct Row {
    let scalar: Unicode.Scalar
    let name: String
    let meant: String?
  }

  private static let rows: [Row] = [
    Row(scalar: "\u{00A0}", name: "a no-break space", meant: " "),
    Row(scalar: "\u{3000}", name: "an ideographic space", meant: " "),
    Row(scalar: "\u{200B}", name: "an invisible zero-width space", meant: ""),
    Row(scalar: "\u{FEFF}", name: "a byte-order mark in the middle of the text", meant: ""),
    Row(scalar: "\u{201C}", name: "a typographic quote", meant: "\""),
    Row(scalar: "\u{201D}", name: "a typographic quote", meant: "\""),
    Row(scalar: "\u{201E}", name: "a typographic quote", meant: "\""),
    Row(scalar: "\u{2018}", name: "a typographic quote", meant: "\""),
    Row(scalar: "\u{2019}", name: "a typographic quote", meant: "\""),
    Row(scalar: "'", name: "a single quote", meant: "\""),
    Row(scalar: "\u{2013}", name: "a dash", meant: "-"),
    Row(scalar: "\u{2014}", name: "a dash", meant: "-"),
    Row(scalar: "\u{2212}", name: "a typographic minus sign", meant: "-"),
    Row(scalar: "\u{2026}", name: "an ellipsis", meant: "..."),
    Row(scalar: "\u{00D7}", name: "a multiplication sign", meant: "*"),
    Row(scalar: "\u{00F7}", name: "a division sign", meant: "/"),
    Row(scalar: "\u{2260}", name: "a not-equal sign", meant: "!="),
    Row(scalar: "\u{2264}", name: "a less-or-equal sign", meant: "<="),
    Row(scalar: "\u{2265}", name: "a greater-or-equal sign", meant: ">="),
    Row(scalar: "@", name: "an attribute", meant: nil),
    Row(scalar: "#", name: "a compiler directive", meant: nil),
    Row(scalar: "$", name: "a dollar sign without a number", meant: nil),
    Row(scalar: "\\", name: "a backslash outside a string", meant: nil),
    Row(scalar: "\0", name: "a NUL byte", meant: nil),
  ]

  /// What people call it; its code point where it has no row.
  static func name(of scalar: Unicode.Scalar) -> String {
    if let row = rows.first(where: { $0.scalar == scalar }) { return row.name }
    let code = String(scalar.value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
    let isVisible = scalar.properties.generalCategory != .control
    return isVisible ? "`\(scalar)` (U+\(padded))" : "the control character U+\(padded)"
  }

  /// What was probably meant; nil where there is no telling.
  static func meaning(of scalar: Unicode.Scalar) -> String? {
    rows.first { $0.scalar == scalar }?.meant
  }

  /// The quote that closes what this one opens; nil where it is no quote.
  static func closingQuote(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\u{201C}", "\u{201E}": "\u{201D}"
    case "\u{2018}": "\u{2019}"
    case "'": "'"
    default: nil
    }
  }
}
