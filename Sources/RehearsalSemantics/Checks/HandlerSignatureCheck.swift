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
