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
    /// By a method that ends the task which a helper of this name began.
    case helperTask
    /// By reporting a call to the system; the name is that of what the push brought.
    case callReport
  }

  let kind: Kind
  /// The name of the closure, the identifier or the task.
  let name: String
  /// The calls that begin it; nil where it is owed from the start.
  let beginning: FunctionCallExprSyntax?
  /// Functions of the app that meet it, whatever they are handed.
  var meetingNames: Set<String> = []
  /// Whether the name is a key by which others know it, too.
  var isKey = false

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
      return Self.name(of: called)?.hasPrefix("endBackgroundTask") ?? false
        && call.arguments.first.map { $0.expression.compactText.contains(name) } ?? false
    case .scheduledTask:
      let member = called.as(MemberAccessExprSyntax.self)
      return member?.declName.baseName.text == "setTaskCompleted"
        && member?.base?.strippedOfOptionality.as(DeclReferenceExprSyntax.self)?.baseName.text
          == name
    case .helperTask:
      let member = called.as(MemberAccessExprSyntax.self)
      let base = member?.base?.strippedOfOptionality.as(DeclReferenceExprSyntax.self)
      guard let member, base?.baseName.text == name else { return false }
      return Self.ends(member.declName.baseName.text)
    case .callReport:
      return Self.name(of: called).map(meetingNames.contains) ?? false
    }
  }

  private static func name(of called: ExprSyntax) -> String? {
    (called.as(MemberAccessExprSyntax.self)?.declName.baseName
      ?? called.as(DeclReferenceExprSyntax.self)?.baseName)?.text
  }

  /// Whether a method's name says that it ends something.
  static func ends(_ name: String) -> Bool {
    ["stop", "end", "finish", "complete", "invalidate"].contains { name.hasPrefix($0) }
  }

  /// Whether a node names it.
  func isNamed(in node: some SyntaxProtocol) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains { token in
      if case .identifier(name) = token.tokenKind { true } else { false }
    }
  }

  /// Whether a node calls something that meets it without naming it.
  func mayBeMet(in node: some SyntaxProtocol) -> Bool {
    guard !meetingNames.isEmpty else { return false }
    return node.tokens(viewMode: .sourceAccurate).contains { meetingNames.contains($0.text) }
  }

  /// Whether a use of the name leaves it as it is: a comparison, a property, an assignment.
  func isHarmless(_ use: DeclReferenceExprSyntax) -> Bool {
    guard let parent = use.parent else { return false }
    // What a push brought is read, and handed to whoever likes.
    if kind == .callReport { return true }
    if Logging.isArgument(use) { return true }
    if isKey, parent.parent?.parent?.is(SubscriptCallExprSyntax.self) ?? false { return true }
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

/// Calls that write to a log, which keep nothing of what they are handed.
enum Logging {
  /// Whether a call only writes to a log, by what it is called.
  static func isLog(_ call: FunctionCallExprSyntax) -> Bool {
    let callee = Call(call, isInClosure: false).callee
    let parts = callee.split { !$0.isLetter && $0 != "_" }.map { $0.lowercased() }
    let functions: Set = ["print", "debugprint", "nslog", "os_log", "dump", "assertionfailure"]
    if let last = parts.last, functions.contains(last) { return true }
    return parts.contains { part in
      part == "log" || part == "logger" || part == "os_signpost" || part.hasPrefix("ddlog")
        || part.hasSuffix("logger") || part.hasSuffix("log") && !part.hasSuffix("dialog")
        || part.hasPrefix("log") && !part.hasPrefix("login") && !part.hasPrefix("logout")
    }
  }

  /// Whether a name is handed to a log and to nobody else.
  static func isArgument(_ use: DeclReferenceExprSyntax) -> Bool {
    var node = use.parent
    while let current = node, !current.is(CodeBlockItemSyntax.self),
      !current.is(ClosureExprSyntax.self)
    {
      if let call = current.as(FunctionCallExprSyntax.self) { return isLog(call) }
      node = current.parent
    }
    return false
  }
}
