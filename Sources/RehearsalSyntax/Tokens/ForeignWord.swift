// Words of Swift that the language lacks, each with what to write instead. A Swift programmer
// meets one clear sentence, not a chain of guesses. They are names behind a dot, before an
// argument's colon and in back-ticks, like reserved words.

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

  /// What the parser does behind the word to go on reading.
  enum Role {
    /// It begins a declaration with a block, which is skipped whole.
    case declaration
    /// It begins a statement, which is skipped whole.
    case statement
    /// It stands before a declaration, which is read as if it were alone.
    case modifier
    /// It stands before a value, which is read as if it were alone.
    case prefix
    /// It stands for a value.
    case value
    /// It stands between or behind values.
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
    case .typealias: "values have no declared types; leave it out"
    case .operator, .precedencegroup: "operators cannot be declared; write a function"
    case .`init`, .deinit: "an app's variables get their initial values at each launch"
    case .subscript: "write a function"
    case .switch, .case, .default, .fallthrough: "write `if` … `else if` … `else`"
    case .repeat: "write `while`"
    case .do, .catch, .throw, .throws, .rethrows:
      "an error ends the app or the scenario, and is not caught"
    case .defer: "write the statement at the end of the block"
    case .public, .private, .fileprivate, .internal, .static: "declarations take no modifiers"
    case .try: "calls need no mark; leave it out"
    case .await, .async: "nothing runs at the same time; leave it out"
    case .self: "an app's variables and functions are seen by their plain names"
    case .Self, .super: "scripts declare no types"
    case .as: "values are not cast; `int(x)`, `double(x)` and `string(x)` convert"
    case .is: "compare `type(of: x)` with a string"
    case .where: "put an `if` into the loop, or filter the list"
    case .inout: "arguments are passed by value; return the new value"
    }
  }
}
