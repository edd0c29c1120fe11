// Handlers as they are declared: their names, what they select, and how many names they bind.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// Finds handlers that the host does not know, and parameters that they do not have.
struct HandlerSignatureCheck: Check {
  static let finds: [DiagnosticIdentifier] = [.unknownHandler, .handlerParameters]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    guard case .handlerDeclaration(let handler, let group) = subject else { return }
    let check = HandlerSignatureCheck(context: walk.context)
    let known = walk.context.handler(named: handler.name.text, in: group)
    if known == nil { check.reportUnknownHandler(handler, in: group) }
    check.checkParameters(of: handler, known)
  }

  private let context: CompilationContext

  private func checkParameters(of handler: HandlerDeclaration, _ known: HostHandler?) {
    var isSelecting = false
    var names: [Name] = []
    for (position, parameter) in handler.parameters.enumerated() {
      switch parameter {
      case .name(let name): names.append(name)
      case .string(let literal):
        isSelecting = isSelecting || literal.plainText != nil
        context.references.note(literal, in: context.current)
        checkSelector(known, position, literal.range)
        if let known, known.selectorSymbols.contains(literal.plainText ?? "") {
          context.report(.selectorInQuotes(literal, of: known))
        }
      case .symbol(let name):
        isSelecting = true
        checkSelector(known, position, name.range)
        if let known, !known.selectorSymbols.isEmpty {
          context.checkSymbol(name, among: known.selectorSymbols, for: known.name)
        }
      }
    }
    guard let known else { return }
    if known.hasSelector && !isSelecting {
      context.report(.missingSelector(handler.name, known))
    } else if names.count > known.parameters.count - known.firstName,
      !known.parameters.isEmpty || names.count > known.unusedParameterCount
    {
      let surplus = names[known.parameters.count - known.firstName]
      context.report(.surplusHandlerParameter(surplus, known))
    }
  }

  private func checkSelector(_ known: HostHandler?, _ position: Int, _ range: SourceRange) {
    guard let known, !known.hasSelector || position > 0 else { return }
    context.report(.unexpectedSelector(known, range))
  }

  private func reportUnknownHandler(_ handler: HandlerDeclaration, in group: CodeGroup) {
    let name = handler.name
    if let other = context.host.handlers.first(where: { $0.name == name.text }) {
      return context.report(.handlerElsewhere(name, other, context.host.groups))
    }
    if let other = context.host.handlers.first(where: {
      $0.group != group && $0.otherNames().contains(name.text)
    }), !context.handlers(in: group).contains(where: { $0.otherNames().contains(name.text) }) {
      return context.report(.handlerElsewhere(name, other, context.host.groups))
    }
    if let selecting = context.handlers(in: group).first(where: {
      $0.selectorSymbols.contains(name.text)
    }) {
      return context.report(.selectorAsHandler(name, of: selecting))
    }
    let known = context.handlers(in: group)
    let meant = known.first { $0.otherNames().contains(name.text) }?.name
    context.report(
      .unknownHandler(
        name, in: context.host.groups.noun(of: group),
        advice: context.host.handlerAdvice(name.text),
        suggestion: meant.map { Suggestion($0) }
          ?? context.suggestion(for: name.text) { known.map(\.name) }))
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  static func unknownHandler(
    _ name: Name, in group: HostNoun, advice: String?, suggestion: Suggestion?
  ) -> Self {
    let message = "no message named `\(name.text)` is sent to \(group.indefinite)"
    if let advice { return Self(.unknownHandler, name.range, message + "; " + advice) }
    return Self(.unknownHandler, name.range, message).suggesting(suggestion, for: name.range)
  }

  static func handlerElsewhere(
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
  static func selectorAsHandler(_ name: Name, of handler: HostHandler) -> Self {
    Self(
      .unknownHandler, name.range,
      "`\(name.text)` is not a message of its own: write `on \(handler.name)(.\(name.text)) { }`")
  }

  /// What a handler selects by, as a text where a symbol is meant.
  static func selectorInQuotes(_ literal: StringLiteral, of handler: HostHandler) -> Self {
    let symbol = "." + (literal.plainText ?? "")
    return Self(
      .handlerParameters, literal.range,
      "`\(handler.name)` takes a symbol that says what it handles: write `\(symbol)`"
    )
    .fixing(literal.range, by: symbol)
  }

  static func surplusHandlerParameter(_ name: Name, _ handler: HostHandler) -> Self {
    let given =
      handler.parameters.isEmpty
      ? "has no parameters"
      : "has the parameters (\(handler.parameters.joined(separator: ", ")))"
    return Self(
      .handlerParameters, name.range,
      "`\(handler.name)` \(given); remove the parameter `\(name.text)`")
  }

  static func missingSelector(_ name: Name, _ handler: HostHandler) -> Self {
    Self(
      .handlerParameters, name.range,
      "the first parameter of `\(handler.name)` is a literal that says what it handles: write "
        + "`\(handler.written)`")
  }

  static func unexpectedSelector(_ handler: HostHandler, _ range: SourceRange) -> Self {
    Self(
      .handlerParameters, range,
      handler.hasSelector
        ? "only the first parameter of `\(handler.name)` is a literal; expected a name"
        : "the parameters of `\(handler.name)` are names; expected a name")
  }
}
