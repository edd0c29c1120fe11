// A completion that one closure alone has, such as that of a request: where this closure returns early
// for an error and does not call it, nobody does. Who calls the closure, and how often, is not known,
// hence what is found is a suspicion.

import SwiftSyntax

extension PathAnalysis {
  /// Early returns of closures that miss what only they could do; of a whole body, as that of a closure
  /// is, also its own.
  static func suspectedPaths(
    of obligation: Obligation, in body: CodeBlockItemListSyntax, isWhole: Bool = false,
    depth: Int = 0
  ) -> [MissedPath] {
    var found: [MissedPath] = []
    if isWhole {
      found = missedPaths(of: obligation, in: body, canThrow: false)
        .filter { $0.end == .returns && isForFailure($0.node) }
    }
    let beginning = obligation.beginning
    let closures = ClosureReader.outermost(in: body).filter { closure, call in
      obligation.isNamed(in: closure.statements) && call?.id != beginning?.id
        && closure.signature?.capture == nil
    }
    guard depth < 4, closures.count == 1, let (closure, call) = closures.first,
      !isNamedOutside(obligation, of: closure, in: body), !runsOften(call)
    else { return found }
    let inner = Obligation(kind: obligation.kind, name: obligation.name, beginning: nil)
    return found
      + suspectedPaths(of: inner, in: closure.statements, isWhole: true, depth: depth + 1)
  }

  private static func isNamedOutside(
    _ obligation: Obligation, of closure: ClosureExprSyntax, in body: CodeBlockItemListSyntax
  ) -> Bool {
    let beginning = obligation.beginning
    return body.tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(obligation.name) = token.tokenKind else { return false }
      let position = token.positionAfterSkippingLeadingTrivia
      if closure.position <= position, position < closure.endPosition { return false }
      if let beginning, beginning.position <= position, position < beginning.endPosition {
        return false
      }
      // Its own declaration.
      return !(token.parent?.is(IdentifierPatternSyntax.self) ?? false)
    }
  }

  /// Whether the call may run its closure more than once, as observers do.
  private static func runsOften(_ call: FunctionCallExprSyntax?) -> Bool {
    guard let call else { return true }
    let name = Call(call, isInClosure: false).name.lowercased()
    return [
      "observe", "subscribe", "sink", "receive", "foreach", "progress", "timer", "change", "map",
    ]
    .contains { name.contains($0) }
  }

  private static let failures = ["error", "data", "response", "result", "self", "nil", "success"]

  /// Whether a statement is the way out of a `guard` or `if` about a failure, or of a `catch`.
  private static func isForFailure(_ node: Syntax) -> Bool {
    var next = node.parent
    while let current = next, !current.is(ClosureExprSyntax.self) {
      if current.is(CatchClauseSyntax.self) { return true }
      let conditions =
        current.as(GuardStmtSyntax.self)?.conditions ?? current.as(IfExprSyntax.self)?.conditions
      if let text = conditions?.compactText.lowercased() {
        return failures.contains { text.contains($0) }
      }
      next = current.parent
    }
    return false
  }
}

/// Finds the closures of a body that stand in no other, with the calls that they are given to.
private final class ClosureReader: SyntaxVisitor {
  private var closures: [(ClosureExprSyntax, FunctionCallExprSyntax?)] = []

  static func outermost(
    in body: CodeBlockItemListSyntax
  ) -> [(ClosureExprSyntax, FunctionCallExprSyntax?)] {
    let reader = ClosureReader(viewMode: .sourceAccurate)
    reader.walk(body)
    return reader.closures
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    var next = node.parent
    while let current = next, !current.is(CodeBlockItemSyntax.self) {
      if let call = current.as(FunctionCallExprSyntax.self) {
        closures.append((node, call))
        return .skipChildren
      }
      next = current.parent
    }
    closures.append((node, nil))
    return .skipChildren
  }
}
