// What the compiler says about calls, literals and words that are not there yet.
// The words only; what is wrong is found where the calls are compiled.

import RehearsalSyntax

// MARK: - Arguments

extension Finding {
  static func surplusArgument(_ callee: Callee, _ range: SourceRange) -> Finding {
    Finding(
      .wrongArguments, range,
      "`\(callee.name)` takes \(callee.expectation) and is given more")
  }

  static func missingArgument(
    _ parameter: HostFunction.Parameter, _ callee: Callee, _ range: SourceRange
  ) -> Finding {
    let label = parameter.isNamed ? "\(parameter.name):" : parameter.name
    return Finding(
      .wrongArguments, range,
      "`\(callee.name)` takes \(callee.expectation); the argument `\(label)` is missing")
  }

  static func unknownArgument(_ label: Name, _ callee: Callee, suggestion: Suggestion?) -> Finding {
    Finding(
      .wrongArguments, label.range,
      "`\(callee.name)` takes \(callee.expectation), and none is named `\(label.text)`"
    )
    .suggesting(suggestion, for: label.range)
  }

  static func argumentTwice(_ label: Name) -> Finding {
    Finding(
      .wrongArguments, label.range, "the argument `\(label.text)` is given twice; remove one")
  }

  static func positionalAfterNamed(_ range: SourceRange) -> Finding {
    Finding(
      .wrongArguments, range,
      "arguments without a name come first; move this one before the named ones or name it")
  }

  static func labelOfValueCall(_ label: Name) -> Finding {
    Finding(
      .wrongArguments, label.range,
      "arguments have names only where a function is called by its own name; remove "
        + "`\(label.text):`")
  }

  static func unknownLabel(_ label: Name, of member: Name, _ forms: [String]) -> Finding {
    let forms = forms.map { "`\($0)`" }.joined(separator: " or ")
    return Finding(
      .wrongArguments, label.range,
      "`\(member.text)` has no argument named `\(label.text)`; write \(forms)")
  }

  static func notAFunction(_ name: Name) -> Finding {
    Finding(
      .wrongType, name.range,
      "`\(name.text)` is a thing with members and cannot be called; expected a function")
  }
}

extension Callee {
  /// What it takes, as in `2 arguments (app, payload)`.
  fileprivate var expectation: String {
    guard !parameters.isEmpty else { return isVariadic ? "any arguments" : "no arguments" }
    let list = parameters.map { $0.isOptional ? "\($0.name)?" : $0.name }.joined(separator: ", ")
    let count = parameters.count == 1 ? "1 argument" : "\(parameters.count) arguments"
    return "\(count)\(isVariadic ? " or more" : "") (\(list))"
  }
}

// MARK: - Literals and constants

extension Finding {
  static func duplicateKey(_ range: SourceRange, first: SourceRange) -> Finding {
    Finding(.duplicateKey, range, "this key stands twice; remove one of the entries")
      .noting("the first entry", at: first)
  }

  static func notAConstant(_ range: SourceRange) -> Finding {
    Finding(
      .notAConstant, range,
      "expected a constant: a literal, a list or map of constants, or the name of a `let` whose "
        + "value is a literal")
  }

  static func unknownSymbol(
    _ name: Name, for what: String, among symbols: [String], suggestion: Suggestion?
  ) -> Finding {
    let listed = symbols.map { "`.\($0)`" }.joined(separator: ", ")
    // Nobody reads through the list of all messages.
    let hint = symbols.count > 12 ? "" : ": \(listed)"
    return Finding(
      .unknownSymbol, name.range, "`.\(name.text)` is none of what `\(what)` can be\(hint)"
    )
    .suggesting(suggestion, for: name.range, prefix: ".")
  }
}
