// Findings about completions: messages whose handler has to call one on every path, once, and pushes that
// have to be reported as calls.

import RehearsalRules
import SwiftSyntax

extension AuditedApp {
  /// The messages with a completion, and the rules that want it called.
  ///
  /// That of a VoIP push has no part in what the system does: a call has to be reported before the method
  /// returns.
  private static let completions: [Message: RuleNumber] = [
    .didReceiveRemoteNotification: .R098, .performFetch: .R097,
    .handleEventsForBackgroundURLSession: .R105, .didReceiveNotificationResponse: .R144,
    .willPresentNotification: .R143, .performAction: .R023, .scenePerformAction: .R023,
    .handleAction: .R144,
  ]
  private static let callMessages: Set<Message> = [
    .didReceiveIncomingPush, .didReceiveIncomingVoIPPush,
  ]

  /// Handlers that do not call their completion.
  func completionFindings() -> [AuditFinding] {
    handlers.flatMap { found -> [AuditFinding] in
      guard let message = found.handler.message, isCalled(found) || isForwarded(found) else {
        return []
      }
      if Self.callMessages.contains(message) {
        return [unreported(by: found)?.finding].compactMap(\.self)
      }
      guard let rule = Self.completions[message] else { return [] }
      if let method = found.objectiveC { return objectiveCCompletion(method, rule) }
      guard let function = found.function, !function.isAsync, let name = function.parameters.last
      else { return [] }
      return completion(name, of: function, rule, at: found.place)
        + calledAgain(name, of: function, rule)
    } + secondCompletions()
  }

  private func completion(
    _ name: String, of function: Function, _ rule: RuleNumber, at place: Place
  ) -> [AuditFinding] {
    let owed = Obligation(kind: .completion, name: name, beginning: nil)
    let missed = PathAnalysis.missedPaths(of: owed, in: function.body, canThrow: false)
    if let path = missed.first {
      let node = path.end == .fallsThrough ? nil : path.node
      let place = node.map { function.source.place(of: $0) } ?? place
      // One that has no name inside goes by its label.
      let shown =
        name == "_"
        ? function.selector.split(separator: ":").dropLast().last.map(String.init) : name
      return [AuditFinding(.completionNotCalled, rule, at: place, path.end.words, shown ?? name)]
    }
    return OwedElsewhere(program: program)
      .suspectedPaths(of: owed, in: function.body, of: function).prefix(1).map { found in
        AuditFinding(
          .completionMayBeMissed, rule, at: found.source.place(of: found.path.node), name,
          found.path.end.words)
      }
  }

  /// A call of a completion on a path on which it was called before.
  private func calledAgain(
    _ name: String, of function: Function, _ rule: RuleNumber
  ) -> [AuditFinding] {
    let owed = Obligation(kind: .completion, name: name, beginning: nil)
    let reader = RepeatedCalls(owed) { [program] call in
      guard let helper = program.function(for: call, in: function.owner, from: function),
        let argument = call.node.arguments.enumerated()
          .first(where: { $0.element.expression.handedName == name })?.offset,
        let index = helper.index(of: argument, in: call), index < helper.parameters.count
      else { return false }
      let inner = Obligation(kind: .completion, name: helper.parameters[index], beginning: nil)
      return inner.isNamed(in: helper.body)
        && PathAnalysis.missedPaths(of: inner, in: helper.body, canThrow: false).isEmpty
    }
    guard let again = reader.first(in: function.body) else { return [] }
    return [AuditFinding(.completionCalledAgain, rule, at: function.source.place(of: again), name)]
  }

  private func objectiveCCompletion(
    _ method: ObjectiveCSource.Method, _ rule: RuleNumber
  ) -> [AuditFinding] {
    guard !method.isConditional, let name = method.parameters.last,
      let path = method.missed(.named(name))
    else { return [] }
    let place = method.place(of: path)
    return [AuditFinding(.completionMayBeMissed, rule, at: place, name, "comes to the end")]
  }

  // MARK: Calls

  /// A path on which a VoIP push is not reported as a call, or only when its method has returned.
  private func unreported(by found: FoundHandler) -> (finding: AuditFinding, isLate: Bool)? {
    if let method = found.objectiveC { return unreported(by: method).map { ($0, false) } }
    guard let function = found.function, !found.isEmpty else { return nil }
    let names = reportingNames
    // Who else reports, such as a plug-in, is not known.
    guard !names.isEmpty, let payload = function.parameters.dropFirst().first else { return nil }
    let owed = Obligation(
      kind: .callReport, name: payload, beginning: nil, meetingNames: names)
    let late = LateClosures.closures(in: function.body).filter { owed.mayBeMet(in: $0.closure) }
    func missed(_ ignored: [ClosureExprSyntax]) -> [MissedPath] {
      PathAnalysis.missedPaths(
        of: owed, in: function.body, canThrow: false, ignoring: Set(ignored.map(\.id))
      )
      .filter { !needsNoCall($0, in: function) }
    }
    guard let path = missed([]).first else {
      // What reports in a closure that runs when the method has returned is too late.
      guard let end = missed(late.map(\.closure)).first, let first = late.first else {
        return unreported(byHelperOf: function, owed).map { ($0, false) }
      }
      let finding = AuditFinding(
        .callNotReported, at: function.source.place(of: first.closure), end.end.words,
        ", which `\(first.callee)` does after the method has returned")
      return (finding, true)
    }
    // A function that others wrote may report it.
    let isHandedOn = function.calls.contains { call in
      call.node.arguments.contains { $0.expression.compactText.contains(payload) }
        && program.functions(for: call, in: function.owner, isSure: false).isEmpty
        && !Logging.isLog(call.node) && call.name.first?.isLowercase == true
    }
    guard !isHandedOn || path.end == .returns else { return nil }
    let node = path.end == .fallsThrough ? nil : path.node
    let place = node.map { function.source.place(of: $0) } ?? found.place
    return (AuditFinding(.callNotReported, at: place, path.end.words, ""), false)
  }

  /// A path of a method in Objective-C that reports a call itself, and not on it.
  private func unreported(by method: ObjectiveCSource.Method) -> AuditFinding? {
    let type = method.parameters.dropFirst(2).first ?? "type"
    // What asks for the type may be about pushes that are none of VoIP.
    guard !method.isConditional, method.code.names(prefixes: ["reportnewincoming"]),
      !method.code.names(type), !method.code.names(prefixes: ["pkpushtype", "mustreport"]),
      let path = ObjectiveCPaths.missed(.callReport, in: method.code), path.end == .returns
    else { return nil }
    return AuditFinding(.callNotReported, at: method.place(of: path), path.end.words, "")
  }

  /// A path of the one function to which a method leaves it to report the call, and which does not.
  private func unreported(
    byHelperOf function: Function, _ owed: Obligation, depth: Int = 0
  ) -> AuditFinding? {
    let reports = function.calls.filter { owed.isMet(by: $0.node) }
    guard depth < 3, reports.count == 1, let call = reports.first, !call.isInClosure,
      let helper = program.function(for: call, in: function.owner, from: function),
      helper.name != function.name, !helper.isAsync
    else { return nil }
    let missed = PathAnalysis.missedPaths(of: owed, in: helper.body, canThrow: false)
      .filter { $0.end == .returns && !needsNoCall($0, in: helper) }
    guard let path = missed.first else {
      return unreported(byHelperOf: helper, owed, depth: depth + 1)
    }
    return AuditFinding(
      .callNotReported, at: helper.source.place(of: path.node), path.end.words, "")
  }

  /// When a method for VoIP pushes reports a call.
  enum CallReport { case always, sometimes, late, unknown }

  /// When a handler reports a call, as far as one sees; nil for one of another message.
  func callReport(of found: FoundHandler) -> CallReport? {
    guard let message = found.handler.message, Self.callMessages.contains(message) else {
      return nil
    }
    // Who else reports, such as a plug-in, is not known.
    guard found.function != nil, !reportingNames.isEmpty else { return .unknown }
    return unreported(by: found).map { $0.isLate ? .late : .sometimes } ?? .always
  }

  /// The names of functions that report a call to the system, or call one that does.
  private var reportingNames: Set<String> {
    var names: Set = ["reportNewIncomingCall", "reportNewIncomingVoIPPushPayload"]
    guard program.mentions(anyOf: names) else { return [] }
    for _ in 0..<4 {
      let more = program.functions(near: names).filter { function in
        function.name != "init" && !function.name.hasPrefix("pushRegistry")
          && function.calls.contains { names.contains($0.name) }
      }.map(\.name)
      if names.isSuperset(of: more) { break }
      names.formUnion(more)
    }
    return names
  }

  /// Whether a path is that of a push that is none of VoIP, or that the system says needs no call.
  private func needsNoCall(_ path: MissedPath, in function: Function) -> Bool {
    let type = function.parameters.dropFirst(2).first ?? "type"
    func asks(_ text: String) -> Bool {
      text.contains(type) || text.contains("PKPushType") || text.contains("mustReport")
    }
    // At the end only the other branch of such a condition is left.
    if path.end == .fallsThrough {
      return ConditionReader.conditions(in: function.body).contains(where: asks)
    }
    return sequence(first: path.node, next: \.parent).prefix { $0.id != Syntax(function.body).id }
      .contains { node in
        if let escape = node.as(GuardStmtSyntax.self) { return asks(escape.conditions.compactText) }
        if let choice = node.as(SwitchExprSyntax.self) { return asks(choice.subject.compactText) }
        guard let branch = node.as(IfExprSyntax.self) else { return false }
        let text = branch.conditions.compactText
        let isOther = text.contains("!=") || text.hasPrefix("!")
        return asks(text) && (isOther || !branch.body.contains(path.node))
      }
  }

  // MARK: Twice

  /// Completions that the expiration handler calls, and the end of the work again, without a mark.
  private func secondCompletions() -> [AuditFinding] {
    let words = ["expirationHandler", "beginBackgroundTask"]
    return program.functions(near: words).flatMap { function -> [AuditFinding] in
      ExpirationReader.handlers(in: function.body).compactMap { handler in
        guard let (name, kind) = completed(by: handler, function) else { return nil }
        let owed = Obligation(kind: kind, name: name, beginning: nil)
        let ends = function.calls.filter { call in
          owed.isMet(by: call.node) && !handler.contains(call.node)
        }
        guard let again = ends.first, !isMarked(handler, function), !stopsWork(handler) else {
          return nil
        }
        return AuditFinding(.completedTwice, at: function.source.place(of: again.node), name)
      }
    }
  }

  /// What an expiration handler completes, of what its function was handed.
  private func completed(
    by handler: ClosureExprSyntax, _ function: Function
  ) -> (String, Obligation.Kind)? {
    // A weak task is gone once the system has let go of it.
    guard handler.signature?.capture == nil else { return nil }
    for call in CallCollector.calls(in: Syntax(handler.statements)) {
      if call.name == "setTaskCompleted",
        let base = call.node.calledExpression.strippedOfOptionality.as(MemberAccessExprSyntax.self)?
          .base?.plainName
      {
        return (base, .scheduledTask)
      }
      if let index = function.parameters.firstIndex(of: call.name),
        function.parameterTypes[index].contains("->")
      {
        return (call.name, .completion)
      }
    }
    return nil
  }

  /// Whether a mark tells the one from the other: a variable that the handler sets or looks at.
  private func isMarked(_ handler: ClosureExprSyntax, _ function: Function) -> Bool {
    handler.tokens(viewMode: .sourceAccurate).contains { token in
      switch token.tokenKind {
      case .equal, .keyword(.guard), .keyword(.if), .keyword(.await): true
      default: false
      }
    }
  }

  private func stopsWork(_ handler: ClosureExprSyntax) -> Bool {
    CallCollector.calls(in: Syntax(handler.statements)).contains { call in
      let name = call.name.lowercased()
      return ["cancel", "stop", "invalidate", "suspend", "abort", "terminate"]
        .contains { name.contains($0) }
    }
  }
}

/// Finds a call of a completion that follows another one: after a branch that calls it and goes on, or in a
/// closure beside that of a delay, which nothing tells from each other.
private struct RepeatedCalls {
  private let owed: Obligation
  private let isMetByHelper: (Call) -> Bool

  init(_ owed: Obligation, isMetByHelper: @escaping (Call) -> Bool) {
    self.owed = owed
    self.isMetByHelper = isMetByHelper
  }

  func first(in body: CodeBlockItemListSyntax) -> Syntax? {
    afterBranches(in: body) ?? besideDelay(in: body)
  }

  /// The first statement that calls it though a branch before it, which goes on, has done so.
  private func afterBranches(in body: CodeBlockItemListSyntax) -> Syntax? {
    var isCalled = false
    for item in body {
      if isCalled, let again = meeting(item) { return again }
      let bodies = BranchBodies.of(item)
      // What stands between may be what tells the paths apart.
      if bodies.isEmpty { isCalled = isCalled && !item.item.is(StmtSyntax.self) }
      if let again = bodies.lazy.compactMap({ afterBranches(in: $0) }).first { return again }
      isCalled = bodies.contains { branch in
        guard let last = branch.last, !Self.leaves(last) else { return false }
        return branch.contains { isDirect($0) }
      }
    }
    return nil
  }

  /// What a statement calls it by, at once or in a closure that does so on each path.
  private func meeting(_ item: CodeBlockItemSyntax) -> Syntax? {
    if isDirect(item) { return Syntax(item) }
    guard let call = Self.call(of: item) else { return nil }
    let isMet = call.closures.contains { closure in
      owed.isNamed(in: closure)
        && PathAnalysis.missedPaths(of: owed, in: closure.statements, canThrow: false).isEmpty
        && !Self.asks(closure)
    }
    return isMet ? Syntax(item) : nil
  }

  /// Whether a statement calls it, or hands it to a function that does on each path.
  private func isDirect(_ item: CodeBlockItemSyntax) -> Bool {
    guard let call = Self.call(of: item) else { return false }
    return owed.isMet(by: call.node) || isMetByHelper(call)
  }

  /// The second of two closures that call it without a condition, one of which a delay runs for sure.
  private func besideDelay(in body: CodeBlockItemListSyntax) -> Syntax? {
    let calls = body.compactMap(Self.call)
    func calling(_ call: Call) -> Bool {
      call.closures.contains { closure in
        !Self.asks(closure) && closure.statements.contains { isDirect($0) }
      }
    }
    guard let delayed = calls.first(where: { $0.name == "asyncAfter" && calling($0) }) else {
      return nil
    }
    return calls.first { $0.node.id != delayed.node.id && calling($0) }.map { Syntax($0.node) }
  }

  private static func call(of item: CodeBlockItemSyntax) -> Call? {
    guard let expression = item.item.as(ExprSyntax.self) else { return nil }
    return expression.strippedOfOptionality.as(FunctionCallExprSyntax.self)
      .map { Call($0, isInClosure: false) }
  }

  /// Whether a closure looks at something before it goes on.
  private static func asks(_ closure: ClosureExprSyntax) -> Bool {
    closure.tokens(viewMode: .sourceAccurate).contains { token in
      [.keyword(.guard), .keyword(.if), .equal, .keyword(.switch)].contains(token.tokenKind)
    }
  }

  private static func leaves(_ item: CodeBlockItemSyntax) -> Bool {
    if let call = call(of: item) {
      return ["fatalError", "preconditionFailure", "exit", "abort"].contains(call.name)
    }
    guard let statement = item.item.as(StmtSyntax.self) else { return false }
    return statement.is(ReturnStmtSyntax.self) || statement.is(ThrowStmtSyntax.self)
      || statement.is(ContinueStmtSyntax.self)
  }
}

/// The bodies of the branches of a statement.
private enum BranchBodies {
  static func of(_ item: CodeBlockItemSyntax) -> [CodeBlockItemListSyntax] {
    let expression =
      item.item.as(ExprSyntax.self)
      ?? item.item.as(StmtSyntax.self)?.as(ExpressionStmtSyntax.self)?.expression
    if let branch = expression?.as(IfExprSyntax.self) { return of(branch) }
    guard let choice = expression?.as(SwitchExprSyntax.self) else { return [] }
    return choice.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.statements }
  }

  private static func of(_ branch: IfExprSyntax) -> [CodeBlockItemListSyntax] {
    let own = [branch.body.statements]
    switch branch.elseBody {
    case .codeBlock(let block): return own + [block.statements]
    case .ifExpr(let next): return own + of(next)
    case nil: return own
    }
  }
}

extension SyntaxProtocol {
  /// Whether another node of the same source stands inside.
  func contains(_ other: some SyntaxProtocol) -> Bool {
    position <= other.position && other.endPosition <= endPosition
  }
}

/// Reads what conditions and switches ask.
final class ConditionReader: SyntaxVisitor {
  private var found: [String] = []

  static func conditions(in body: some SyntaxProtocol) -> [String] {
    let reader = ConditionReader(viewMode: .sourceAccurate)
    reader.walk(body)
    return reader.found
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(node.conditions.compactText)
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(node.subject.compactText)
    return .visitChildren
  }
}

/// Finds closures that run only when the code around them has returned.
private final class LateClosures: SyntaxVisitor {
  private var found: [(callee: String, closure: ClosureExprSyntax)] = []

  static func closures(
    in body: CodeBlockItemListSyntax
  ) -> [(callee: String, closure: ClosureExprSyntax)] {
    let reader = LateClosures(viewMode: .sourceAccurate)
    reader.walk(body)
    return reader.found
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let call = Call(node, isInClosure: false)
    let isLate =
      call.callee == "Task" || call.callee == "Task.detached" || call.name == "asyncAfter"
      || call.name == "async" && call.callee.lowercased().contains("queue")
    if isLate { found += call.closures.map { (call.callee, $0) } }
    return .visitChildren
  }
}

/// Finds expiration handlers.
final class ExpirationReader: SyntaxVisitor {
  private var found: [ClosureExprSyntax] = []

  static func handlers(in body: some SyntaxProtocol) -> [ClosureExprSyntax] {
    let reader = ExpirationReader(viewMode: .sourceAccurate)
    reader.walk(body)
    return reader.found
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let call = node.parent?.as(FunctionCallExprSyntax.self)
    if node.isExpirationHandler
      || call.map({ Call($0, isInClosure: false).name.hasPrefix("beginBackgroundTask") }) ?? false
    {
      found.append(node)
    }
    return .visitChildren
  }
}
