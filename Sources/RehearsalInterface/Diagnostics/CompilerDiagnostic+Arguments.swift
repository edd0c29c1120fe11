// What is wrong with the arguments of a call.

import RehearsalSyntax

extension CompilerDiagnostic {
  /// An argument too many; `handler` is what takes a closure that is none of the function's.
  package static func surplusArgument(
    _ callee: Callee, _ range: SourceRange, handler: HostHandler?
  ) -> Self {
    Self(
      .wrongArguments, range,
      "`\(callee.name)` takes \(callee.expectation), and there are more"
        + (handler.map { "; what it does is a handler of the app: `\($0.written)`" }
          ?? callee.hintOnNames)
    )
  }

  package static func missingArgument(
    _ parameter: HostFunction.Parameter, _ callee: Callee, _ range: SourceRange
  ) -> Self {
    let label = parameter.isNamed ? "\(parameter.name):" : parameter.name
    return Self(
      .wrongArguments, range,
      "`\(callee.name)` takes \(callee.expectation); the argument `\(label)` is missing")
  }

  package static func unknownArgument(_ label: Name, _ callee: Callee, suggestion: Suggestion?)
    -> Self
  {
    Self(
      .wrongArguments, label.range,
      "`\(callee.name)` takes \(callee.expectation), and none is named `\(label.text)`"
    )
    .suggesting(suggestion, for: label.range)
  }

  package static func argumentTwice(_ label: Name) -> Self {
    Self(
      .wrongArguments, label.range, "the argument `\(label.text)` is given twice; remove one")
  }

  package static func positionalAfterNamed(_ range: SourceRange) -> Self {
    Self(
      .wrongArguments, range,
      "arguments without a name come first; move this one before the named ones or name it")
  }

  package static func labelOfValueCall(_ label: Name) -> Self {
    Self(
      .wrongArguments, label.range,
      "arguments have names only where a function is called by its own name; remove "
        + "`\(label.text):`")
  }

  package static func unknownLabel(_ label: Name, of member: Name, _ forms: [String]) -> Self {
    let forms = forms.map { "`\($0)`" }.joined(separator: " or ")
    return Self(
      .wrongArguments, label.range,
      "`\(member.text)` has no argument named `\(label.text)`; write \(forms)")
  }

  package static func notAFunction(_ name: Name) -> Self {
    Self(
      .wrongType, name.range,
      "`\(name.text)` has members but cannot be called; expected a function")
  }
}

extension Callee {
  /// How arguments are passed that have names, as the end of a sentence; empty where none has one.
  fileprivate var hintOnNames: String {
    guard parameters.contains(where: \.isNamed) else { return "" }
    return parameters.allSatisfy(\.isNamed)
      ? "; each is passed by its name, and none without one"
      : "; those with a colon are passed by name"
  }

  /// What it takes, as in `2 arguments (name, payload)`.
  fileprivate var expectation: String {
    guard !parameters.isEmpty else { return isVariadic ? "any arguments" : "no arguments" }
    let list = parameters.map { parameter in
      parameter.name + (parameter.isNamed ? ":" : "") + (parameter.isOptional ? "?" : "")
    }
    .joined(separator: ", ")
    let count = parameters.count == 1 ? "1 argument" : "\(parameters.count) arguments"
    return "\(count)\(isVariadic ? " or more" : "") (\(list))"
  }
}
