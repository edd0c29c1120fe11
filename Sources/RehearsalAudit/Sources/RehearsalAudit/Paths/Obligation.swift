// What code has to do on every path: call a completion, end a background task, complete a scheduled
// one. An expression either meets it, hands it on to code that is not followed, or leaves it as it is.

import SwiftSyntax

/// Something that is owed on every path from a point on.
struct Obligation {
  /// How it is met.
  enum Kind {
    /// By calling the closure of this name.
    case completion
    /// By `endBackgroundTask` with the identifier of this name.
    case backgroundTask
    /// By `setTaskCompleted` of the task of this name.
    case scheduledTask
  }

  let kind: Kind
  /// The name of the closure, the identifier or the task.
  let name: String
  /// The calls that begin it; nil where it is owed from the start.
  let beginning: FunctionCallExprSyntax?

  /// What is owed still on the paths that come to a point; several may hold, one for each path.
  struct State: OptionSet {
    let rawValue: UInt8
    /// It has not begun.
    static let none = State(rawValue: 1)
    static let owed = State(rawValue: 2)
    static let met = State(rawValue: 4)
    /// Whether it is met is not known from here on.
    static let unknown = State(rawValue: 8)

    /// The same where it is met now.
    var meeting: State { replacing(.met) }
    /// The same where it is handed on now.
    var handingOn: State { replacing(.unknown) }
    /// The same where code that is not followed keeps it now, though it may begin later only.
    var kept: State { contains(.none) ? .unknown : handingOn }

    private func replacing(_ other: State) -> State {
      contains(.owed) ? subtracting(.owed).union(other) : self
    }
  }

  /// What a node does to it.
  enum Effect {
    case begins, meets, handsOn
  }

  /// Whether a call meets it.
  func isMet(by call: FunctionCallExprSyntax) -> Bool {
    let called = call.calledExpression.strippedOfOptionality
    switch kind {
    case .completion: return called.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    case .backgroundTask:
      let member = called.as(MemberAccessExprSyntax.self)
      let reference = called.as(DeclReferenceExprSyntax.self)
      return (member?.declName.baseName ?? reference?.baseName)?.text == "endBackgroundTask"
        && call.arguments.first.map { $0.expression.compactText.contains(name) } ?? false
    case .scheduledTask:
      let member = called.as(MemberAccessExprSyntax.self)
      return member?.declName.baseName.text == "setTaskCompleted"
        && member?.base?.strippedOfOptionality.as(DeclReferenceExprSyntax.self)?.baseName.text
          == name
    }
  }

  /// Whether a node names it.
  func isNamed(in node: some SyntaxProtocol) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains { token in
      if case .identifier(name) = token.tokenKind { true } else { false }
    }
  }

  /// Whether a use of the name leaves it as it is: a comparison, a property, an assignment.
  func isHarmless(_ use: DeclReferenceExprSyntax) -> Bool {
    guard let parent = use.parent else { return false }
    if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == ExprSyntax(use).id {
      // A scheduled task's own members, such as its expiration handler; a method may keep it.
      return !(parent.parent?.is(FunctionCallExprSyntax.self) ?? false)
    }
    guard let list = parent.as(ExprListSyntax.self) else {
      return parent.is(OptionalBindingConditionSyntax.self)
        || parent.is(ConditionElementSyntax.self)
    }
    let elements = Array(list)
    guard let index = elements.firstIndex(where: { $0.id == ExprSyntax(use).id }) else {
      return false
    }
    let neighbours = [index - 1, index + 1].filter(elements.indices.contains).map { elements[$0] }
    return neighbours.contains { neighbour in
      if let sign = neighbour.as(BinaryOperatorExprSyntax.self) {
        return ["==", "!="].contains(sign.operator.text)
      }
      // On the right of `=` it would be kept elsewhere.
      return neighbour.is(AssignmentExprSyntax.self) && index == 0
    }
  }
}
