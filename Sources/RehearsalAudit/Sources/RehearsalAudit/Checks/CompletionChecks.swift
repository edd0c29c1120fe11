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
      return [AuditFinding(.completionNotCalled, rule, at: place, path.end.words, name)]
    }
    return OwedElsewhere(program: program)
      .suspectedPaths(of: owed, in: function.body, of: function).prefix(1).map { found in
        AuditFinding(
          .completionMayBeMissed, rule, at: found.source.place(of: found.path.node), name,
          found.path.end.words)
      }
  }

  private func objectiveCCompletion(
    _ method: ObjectiveCSource.Method, _ rule: RuleNumber
  ) -> [AuditFinding] {
    guard !method.isConditional, let name = method.parameters.last,
      let line = ObjectiveCPaths.missedLine(of: name, in: method.body)
    else { return [] }
    let place = Place(path: method.place.path, line: method.bodyLine + line, column: 1)
    return [AuditFinding(.completionMayBeMissed, rule, at: place, name, "comes to the end")]
  }

  // MARK: Calls

  /// A path on which a VoIP push is not reported as a call, or only when its method has returned.
  private func unreported(by found: FoundHandler) -> (finding: AuditFinding, isLate: Bool)? {
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
      guard let end = missed(late.map(\.closure)).first, let first = late.first else { return nil }
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
