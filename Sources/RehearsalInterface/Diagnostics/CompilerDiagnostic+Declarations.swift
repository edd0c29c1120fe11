// What the compiler says about declarations, settings, calls and literals, and about code that runs
// and is probably not what was meant. The words only; what is wrong is found where it is compiled.

import RehearsalSyntax

// MARK: - Handlers and settings

extension CompilerDiagnostic {
  package static func buttonArgument(_ range: SourceRange, targets: [String]) -> Self {
    let words = targets.map { "`\($0)`" }.joined(separator: " or ")
    return Self(
      .wrongArguments, range,
      "a button takes `sends:` with the name of a function, and `to:` with \(words)")
  }

  package static func buttonWithTwoActions(_ range: SourceRange) -> Self {
    Self(
      .wrongArguments, range,
      "this button has an action of its own; remove either the closure or `sends:`")
  }

  package static func duplicateHandler(_ name: Name, first: SourceRange) -> Self {
    Self(
      .duplicateHandler, name.range,
      "`\(name.text)` already has a handler; merge the two"
    )
    .noting("the first handler", at: first)
  }

  package static func secondDevice(_ range: SourceRange, first: SourceRange?) -> Self {
    Self(
      .secondDevice, range, "there is already a device; merge the two into one `device { }`"
    )
    .noting("the first device", at: first)
  }

  /// A key of the device that another file sets otherwise, and neither of them imports the other.
  package static func deviceKeyTwice(_ range: SourceRange, _ key: String, other: String) -> Self {
    Self(
      .secondDevice, range,
      "`\(other)` describes the device too, with another `\(key)`; set it in the file that imports "
        + "both")
  }

  package static func secondSetup(_ range: SourceRange, first: SourceRange) -> Self {
    Self(.duplicateName, range, "there is already a `setup`; merge the two into one")
      .noting("the first `setup`", at: first)
  }

  /// A key that nothing has; where no known one is meant, all are named.
  package static func unknownKey(
    _ name: Name, of what: String, known: [String], suggestion: Suggestion?
  ) -> Self {
    let list = known.map { "`\($0)`" }.joined(separator: ", ")
    return Self(
      .unknownKey, name.range,
      "`\(what)` has no key `\(name.text)`" + (suggestion == nil ? "; it has \(list)" : "")
    ).suggesting(suggestion, for: name.range)
  }

  package static func unknownKey(_ key: String, at range: SourceRange, of map: HostMap) -> Self {
    let known = map.keys.map { key in
      "`\(key.name)`" + (key.otherName.map { " (`\($0)`)" } ?? "")
    }
    return Self(
      .unknownKey, range,
      "there is no key `\(key)` here (\(map.title)); there are \(known.joined(separator: ", "))")
  }
}

extension HostHandler {
  /// How it is written, with a literal where it selects by one.
  package var written: String {
    guard hasSelector else { return "on \(name)(\(parameters.joined(separator: ", "))) { … }" }
    // A text that it selects by is its first parameter; a symbol stands before all of them.
    let literal = selectorSymbols.first.map { ".\($0)" } ?? "\"id\""
    let others = parameters.dropFirst(firstName)
    return "on \(name)(\(([literal] + others).joined(separator: ", "))) { … }"
  }
}

// MARK: - Literals and constants

extension CompilerDiagnostic {
  /// A literal argument of a kind or value that is never accepted.
  package static func wrongLiteral(
    _ range: SourceRange, _ text: String, _ callee: String, _ expected: String
  ) -> Self {
    Self(.wrongLiteral, range, "`\(callee)` takes \(expected), not \(text)")
  }

  /// The name of a unit in quotes.
  package static func quotedUnit(_ range: SourceRange, _ name: String, _ callee: String) -> Self {
    Self(
      .wrongLiteral, range, "`\(callee)` takes `\(name)` itself, not its name as a String"
    )
    .fixing(range, by: name, "remove the quotes")
  }

  /// The number of an instance that a unit never has.
  package static func noSuchInstance(
    _ range: SourceRange, _ number: Int64, of unit: String, _ groups: HostGroups
  ) -> Self {
    Self(
      .wrongLiteral, range,
      "`\(unit)` declares no `\(groups.instance.singular) { }`, so it has one window, and no "
        + "window \(number)")
  }

  /// An operator between literals.
  package static func wrongOperands(
    _ range: SourceRange, _ mark: String, _ left: String, _ right: String
  ) -> Self {
    Self(.wrongLiteral, range, "`\(mark)` cannot combine \(left) and \(right)")
  }

  package static func duplicateKey(_ range: SourceRange, first: SourceRange) -> Self {
    Self(.duplicateKey, range, "this key occurs twice; remove one of the entries")
      .noting("the first entry", at: first)
  }

  package static func notAConstant(_ range: SourceRange) -> Self {
    Self(
      .notAConstant, range,
      "expected a constant: a literal, a list, map or range of constants, or the name of a `let` "
        + "whose value is one")
  }

  package static func unboundTitleName(_ name: Name, bound: [Name]) -> Self {
    let known = bound.map { "`\($0.text)`" }.joined(separator: ", ")
    return Self(
      .literalTextNeeded, name.range,
      "the scenario's header does not bind `\(name.text)`; "
        + (bound.isEmpty
          ? "write `, \(name.text) in [...]` after the title" : "it binds \(known)"))
  }

  package static func missingTitleKey(_ key: Name, _ range: SourceRange) -> Self {
    Self(.literalTextNeeded, range, "not every value here is a map with the key `\(key.text)`")
  }

  package static func notAChoice(
    _ name: Name, _ range: SourceRange, _ reason: String = "the scenario runs once for each element"
  ) -> Self {
    Self(
      .wrongType, range, "`\(name.text) in` takes a list, or a range of Ints: \(reason)")
  }

  package static func emptyChoice(_ range: SourceRange) -> Self {
    Self(.wrongType, range, "there is no value here, so the scenario would never run")
  }

  /// `advice` says what is written for a word of other tools.
  package static func unknownSymbol(
    _ name: Name, for what: String?, among symbols: [String], suggestion: Suggestion?,
    advice: String? = nil
  ) -> Self {
    let listed = symbols.map { "`.\($0)`" }.joined(separator: ", ")
    // Nobody reads through the list of all messages where there is a word to begin with.
    let isListed = symbols.count <= (suggestion == nil && advice == nil ? 60 : 12)
    let hint = (advice.map { "; \($0)" } ?? "") + (isListed ? ": \(listed)" : "")
    return Self(
      .unknownSymbol, name.range,
      "`.\(name.text)` is not possible for \(what.map { "`\($0)`" } ?? "what it is compared with")"
        + hint
    )
    .suggesting(suggestion, for: name.range, prefix: ".")
  }
}

// MARK: - Comparisons

extension CompilerDiagnostic {
}

// MARK: - Warnings

extension CompilerDiagnostic {
  /// A name that no other text of the scripts is.
  package static func nameOfNothing(
    _ range: SourceRange, _ text: String, _ what: NamedArgument, suggestion: Suggestion?
  ) -> Self {
    var diagnostic = Self(
      .nameOfNothing, range,
      "no app names \(what.noun) \"\(text)\": this string occurs nowhere else in the scripts"
        + (suggestion.map { "; did you mean \"\($0.word)\"?" } ?? ""))
    if let suggestion {
      diagnostic = diagnostic.fixing(range, by: "\"\(suggestion.word)\"")
    }
    return diagnostic
  }
}
