// What the compiler says about declarations, settings, calls and literals, and about code that runs
// and is probably not what was meant. The words only; what is wrong is found where it is compiled.

import RehearsalSyntax

// MARK: - Handlers and settings

extension CompilerDiagnostic {
  package static func unknownHandler(
    _ name: Name, in group: HostNoun, advice: String?, suggestion: Suggestion?
  ) -> Self {
    let message = "no message named `\(name.text)` is sent to \(group.indefinite)"
    if let advice { return Self(.unknownHandler, name.range, message + "; " + advice) }
    return Self(.unknownHandler, name.range, message).suggesting(suggestion, for: name.range)
  }

  package static func handlerElsewhere(
    _ name: Name, _ handler: HostHandler, _ groups: HostGroups
  ) -> Self {
    let noun = groups.noun(of: handler.group)
    let kind = handler.instanceKind.map { "(.\($0))" } ?? ""
    let written = handler.name == name.text ? "it" : "`on \(handler.name)`"
    let place =
      handler.group == .unit
      ? "directly in the \(noun.singular)" : "inside `\(noun.singular)\(kind) { }`"
    return Self(
      .unknownHandler, name.range,
      "`\(name.text)` is sent to \(noun.indefinite): write \(written) \(place)")
  }

  /// What a handler selects by, written as a handler of its own.
  package static func selectorAsHandler(_ name: Name, of handler: HostHandler) -> Self {
    Self(
      .unknownHandler, name.range,
      "`\(name.text)` is not a message of its own: write `on \(handler.name)(.\(name.text)) { }`")
  }

  /// What a handler selects by, as a text where a symbol is meant.
  package static func selectorInQuotes(_ literal: StringLiteral, of handler: HostHandler) -> Self {
    let symbol = "." + (literal.plainText ?? "")
    return Self(
      .handlerParameters, literal.range,
      "`\(handler.name)` takes a symbol that says what it handles: write `\(symbol)`"
    )
    .fixing(literal.range, by: symbol)
  }

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

  package static func surplusHandlerParameter(_ name: Name, _ handler: HostHandler) -> Self {
    let given =
      handler.parameters.isEmpty
      ? "has no parameters"
      : "has the parameters (\(handler.parameters.joined(separator: ", ")))"
    return Self(
      .handlerParameters, name.range,
      "`\(handler.name)` \(given); remove the parameter `\(name.text)`")
  }

  package static func missingSelector(_ name: Name, _ handler: HostHandler) -> Self {
    Self(
      .handlerParameters, name.range,
      "the first parameter of `\(handler.name)` is a literal that says what it handles: write "
        + "`\(handler.written)`")
  }

  package static func unexpectedSelector(_ handler: HostHandler, _ range: SourceRange) -> Self {
    Self(
      .handlerParameters, range,
      handler.hasSelector
        ? "only the first parameter of `\(handler.name)` is a literal; expected a name"
        : "the parameters of `\(handler.name)` are names; expected a name")
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
  /// A comparison of values of kinds that are never equal; `meant` is what to write in place of one.
  package static func neverEqual(
    _ range: SourceRange, _ left: String, _ kind: String, _ right: String, _ other: String,
    meant: (range: SourceRange, text: String)?
  ) -> Self {
    let message =
      "\(left) is \(kind) and \(right) \(other), which are never equal"
      + (meant.map { "; did you mean `\($0.text)`?" } ?? "")
    let diagnostic = Self(.neverEqual, range, message)
    return meant.map { diagnostic.fixing($0.range, by: $0.text) } ?? diagnostic
  }

  /// A question whether something is nil that never is.
  ///
  /// A member of a map that may lack the key fails before it is compared; in brackets it is nil then.
  package static func neverNil(
    _ range: SourceRange, _ value: String, _ kind: String, key: (place: SourceRange, text: String)?
  ) -> Self {
    guard let key else { return Self(.neverEqual, range, "\(value) is \(kind), and never nil") }
    return Self(
      .neverEqual, range,
      "\(value) is \(kind), and fails where the map has no such key; `\(key.text)` is nil then"
    ).fixing(key.place, by: key.text)
  }

  /// A text where a symbol was meant.
  package static func quotedSymbol(_ range: SourceRange, _ text: String) -> Self {
    Self(
      .neverEqual, range,
      "this string occurs nowhere else in the scripts; did you mean `.\(text)`?"
    ).fixing(range, by: "." + text)
  }

  /// A comparison of symbols that have none in common.
  package static func neverAmong(_ range: SourceRange, _ names: [String], _ others: [String])
    -> Self
  {
    func list(_ names: [String]) -> String {
      names.prefix(6).map { "`.\($0)`" }.joined(separator: ", ") + (names.count > 6 ? " …" : "")
    }
    return Self(
      .neverEqual, range,
      "these are never equal: one is among \(list(names)), the other among \(list(others))")
  }

  /// A comparison with a text that is none of those that something can be.
  package static func neverText(
    _ range: SourceRange, _ names: [String], of owner: String, _ suggestion: Suggestion?
  ) -> Self {
    let text = names.prefix(6).map { "\"\($0)\"" }.joined(separator: ", ")
    return Self(
      .neverEqual, range,
      "`\(owner)` is never \(text)"
        + (suggestion.map { "; the nearest is \"\($0.word)\"" } ?? ""))
  }

  /// A symbol that nothing can be equal to.
  package static func orphanedSymbol(_ name: Name, _ suggestion: Suggestion) -> Self {
    Self(
      .unknownSymbol, name.range,
      "`.\(name.text)` occurs nowhere else, so nothing is ever equal to it"
    )
    .suggesting(suggestion, for: name.range, prefix: ".")
  }
}

// MARK: - Warnings

extension CompilerDiagnostic {
  package static func unusedResult(_ range: SourceRange, of name: String) -> Self {
    Self(
      .unusedResult, range,
      "`\(name)` changes nothing, and its result is not used; store it with `let`, or remove the "
        + "call")
  }

  /// A variable that stays what it is.
  package static func assignedToItself(_ name: Name, _ range: SourceRange) -> Self {
    Self(
      .assignedToItself, range,
      "`\(name.text)` is assigned to itself, which changes nothing; assign another value, or remove "
        + "the assignment")
  }

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

  /// A key that is another key of the map but for a letter or a mark.
  package static func nearlyAKey(_ range: SourceRange, _ key: String, _ meant: Suggestion) -> Self {
    Self(
      .nameOfNothing, range,
      "the system does not read the key \"\(key)\" here; did you mean \"\(meant.word)\"?"
    )
    .fixing(range, by: "\"\(meant.word)\"")
  }

  /// A value that is not accepted under its key; `words` are what is taken.
  package static func valueOfNothing(_ range: SourceRange, of key: String, _ words: String) -> Self
  {
    Self(
      .nameOfNothing, range,
      "the system reads \(words) under the key \"\(key)\", and ignores this")
  }

  /// A key that the system reads of a map inside of this one.
  package static func keyOfInnerMap(_ range: SourceRange, _ key: String, owner: String) -> Self {
    Self(
      .nameOfNothing, range,
      "the system reads \"\(key)\" inside of \"\(owner)\": write `\"\(owner)\": [\"\(key)\": …]`")
  }

  /// A call that was made for its answer, which is lost; `text` is what was called, as in `refused`.
  package static func lostAnswer(
    _ range: SourceRange, of text: String, isVerdict: Bool, _ edits: [Diagnostic.FixIt.Edit]
  ) -> Self {
    guard isVerdict else {
      return Self(
        .lostValue, range,
        "the result of `\(text)` is not used, and the call has no other purpose; compare it in an "
          + "`expect`, print it, or store it with `let`")
    }
    var diagnostic = Self(
      .lostValue, range,
      "the result of `\(text)` is a Bool that is not used; write `expect` before it")
    diagnostic.fixIts.append(Diagnostic.FixIt("write `expect`", edits))
    return diagnostic
  }

  /// A comparison that is all that a body does whose value is dropped.
  package static func lostComparison(_ range: SourceRange) -> Self {
    Self(
      .lostValue, range,
      "the result of this comparison is not used; test it with `if`, assign with `=`, or remove it")
  }

  /// A condition on which nothing depends.
  package static func emptyConditional(_ range: SourceRange) -> Self {
    Self(
      .unusedResult, range,
      "this `if` does nothing; write `expect`, or add statements")
  }

  /// An answer in a local that is never read.
  package static func unreadAnswer(_ range: SourceRange, in name: String) -> Self {
    Self(
      .unusedResult, range,
      "the result in `\(name)` is never read; write `expect \(name)`, or `let _ =` for a result "
        + "that is not needed")
  }

  package static func unreachableCode(_ range: SourceRange, after last: SourceRange) -> Self {
    Self(
      .unreachableCode, range,
      "this code never runs; remove it, or the statement before it that ends the block"
    )
    .noting("nothing after this runs", at: last)
  }

  /// A loop over what never holds anything.
  package static func emptyLoop(_ range: SourceRange) -> Self {
    Self(
      .unreachableCode, range,
      "this is always empty, so the loop never runs; remove the loop, or correct its list or map")
  }

  package static func vacuousCondition(_ range: SourceRange) -> Self {
    Self(
      .vacuousExpectation, range,
      "this always holds, regardless of the app; expect something that could fail")
  }

  package static func noTimeToWait(_ word: String, _ range: SourceRange) -> Self {
    Self(
      .vacuousExpectation, range,
      "`\(word)` needs a time above 0s, since nothing happens in 0s; remove it, or change the time")
  }

  /// A function that is named like a message, and the handler that is called.
  package static func deadHandler(
    _ name: Name, _ handler: HostHandler, isInUnit: Bool, isInInstance: Bool, _ groups: HostGroups
  ) -> Self {
    let list = handler.parameters.isEmpty ? "" : "(\(handler.parameters.joined(separator: ", ")))"
    var living = "on \(handler.name)\(list) { }"
    switch handler.group {
    case .unit: if isInInstance { living = "\(living)` outside `\(groups.instance.singular) { }" }
    case .instance:
      if !isInInstance { living = "\(groups.instance.singular) { \(living) }" }
    case .handlers: living = "\(groups.handlers.singular) { \(living) }"
    }
    let place = isInUnit ? "" : " inside \(groups.unit.indefinite)"
    return Self(
      .deadHandler, name.range,
      "nothing calls the function `\(name.text)`; messages call handlers: write "
        + "`\(living)`\(place)")
  }

  /// A function that another tool would call.
  package static func deadFunction(_ name: Name, _ advice: String) -> Self {
    Self(.deadHandler, name.range, "nothing calls the function `\(name.text)`; \(advice)")
  }

  package static func emptyReturn(_ range: SourceRange, from handler: Name) -> Self {
    Self(
      .missingReturnValue, range,
      "`\(handler.text)` returns true or false; write which after `return`"
    )
    .fixing(range.endPoint, by: " true", "write `return true`")
  }

  package static func missingReturn(_ handler: Name) -> Self {
    Self(
      .missingReturnValue, handler.range,
      "`\(handler.text)` returns true or false, and this code can end without a value; "
        + "write `return true` where it ends")
  }
}
