// Findings about background tasks: paths that leave one running, expiration handlers that end nothing,
// and identifiers that are lost.

import RehearsalRules
import SwiftSyntax

extension AuditedApp {
  /// Background tasks that are not ended.
  func backgroundTaskFindings() -> [AuditFinding] {
    var findings: [AuditFinding] = []
    let isEverEnded = program.mentions(
      anyOf: program.words { $0.hasPrefix("endBackgroundTask") })
    for function in program.functions(near: beginningWords) {
      for call in function.calls {
        if let name = helperTaskName(call) {
          findings += helperTask(call, name, function)
          continue
        }
        guard isSystemTask(call) else { continue }
        let place = function.source.place(of: call.node)
        guard isEverEnded else {
          findings.append(AuditFinding(.backgroundTaskNeverEnded, at: place))
          continue
        }
        findings += expiry(of: call, in: function, at: place) + backgroundTask(call, function)
      }
    }
    return findings + namedTasks() + (isEverEnded ? overwrittenTasks() : [])
  }

  /// The words of what begins a task, of the system or of a helper.
  private var beginningWords: [String] {
    program.words { word in
      guard word.utf8.count > 18 else { return false }
      let name = word.lowercased()
      return name.contains("backgroundtask")
        && ["start", "begin", "create"].contains(where: name.hasPrefix)
    }
  }

  /// Whether a background task is ended somewhere, as far as one sees.
  func isEnded(_ call: Call, in function: Function) -> Bool {
    program.mentions("endBackgroundTask") && backgroundTask(call, function).isEmpty
  }

  /// Whether a call begins a task of the system, and not one of a class that wraps them.
  func isSystemTask(_ call: Call) -> Bool {
    let names: Set = [
      "beginBackgroundTask", "beginBackgroundTaskWithName",
      "beginBackgroundTaskWithExpirationHandler",
    ]
    guard names.contains(call.name) else { return false }
    let base = call.callee.dropLast(call.name.count).lowercased()
    return base.contains("app") || program.functions(named: call.name).isEmpty
  }

  private func backgroundTask(_ call: Call, _ function: Function) -> [AuditFinding] {
    guard let name = identifier(of: call.node),
      let body = enclosingBody(of: call.node, in: function)
    else { return [] }
    let owed = Obligation(kind: .backgroundTask, name: name, beginning: call.node)
    let isEndedOnExpiry = call.closures.contains(where: owed.isNamed)
    let elsewhere = OwedElsewhere(program: program)
    let canThrow = body.id == function.body.id && function.canThrow
    let missed = PathAnalysis.missedPaths(of: owed, in: body, canThrow: canThrow)
    if isEndedOnExpiry {
      // Left to the expiration handler on purpose, unless other paths end it at once.
      guard isEndedBesidesExpiry(owed, call, in: body) else { return [] }
      let own = missed.filter { $0.end == .returns }
        .map { SuspectedPath(path: $0, source: function.source) }
      let all = own + elsewhere.suspectedPaths(of: owed, in: body, of: function)
      return all.firstOfEachEnd.map { found in
        AuditFinding(
          .backgroundTaskLeftToExpiry, at: found.source.place(of: found.path.node),
          found.path.end.words, name)
      }
    }
    if let path = missed.first {
      let place = function.source.place(of: path.node)
      return [AuditFinding(.backgroundTaskNotEnded, at: place, path.end.words, name)]
    }
    return elsewhere.suspectedPaths(of: owed, in: body, of: function).prefix(1).map { found in
      AuditFinding(
        .backgroundTaskMayNotEnd, at: found.source.place(of: found.path.node),
        found.path.end.words, name)
    }
  }

  /// Whether the expiration handler of a task ends it.
  func isEndedOnExpiry(_ call: Call, in function: Function) -> Bool {
    guard let handler = call.closures.last, failure(of: handler, for: call, in: function) == nil
    else { return false }
    let calls = CallCollector.calls(in: Syntax(handler.statements))
    let reached = calls.flatMap { program.functions(for: $0, in: function.owner, isSure: false) }
    return calls.contains { $0.name.hasPrefix("endBackgroundTask") }
      || program.reach(reached.map(Code.init), isSure: false).contains { code in
        code.calls.contains { $0.name.hasPrefix("endBackgroundTask") }
      }
  }

  private func isEndedBesidesExpiry(
    _ owed: Obligation, _ beginning: Call, in body: CodeBlockItemListSyntax
  ) -> Bool {
    CallCollector.calls(in: Syntax(body)).contains { call in
      owed.isMet(by: call.node)
        && !(beginning.node.position <= call.node.position
          && call.node.position < beginning.node.endPosition)
    }
  }

  // MARK: Helpers that wrap a task

  /// The local name that keeps what a helper of the app began; nil for any other call.
  private func helperTaskName(_ call: Call) -> String? {
    let name = call.name.lowercased()
    guard name.contains("backgroundtask"), !isSystemTask(call),
      ["start", "begin", "create"].contains(where: name.hasPrefix)
    else { return nil }
    return identifier(of: call.node)
  }

  private func helperTask(_ call: Call, _ name: String, _ function: Function) -> [AuditFinding] {
    guard let body = enclosingBody(of: call.node, in: function) else { return [] }
    let owed = Obligation(kind: .helperTask, name: name, beginning: call.node)
    guard isEndedBesidesExpiry(owed, call, in: body) else { return [] }
    let own = PathAnalysis.missedPaths(of: owed, in: body, canThrow: function.canThrow)
      .map { SuspectedPath(path: $0, source: function.source) }
    let all =
      own
      + OwedElsewhere(program: program).suspectedPaths(of: owed, in: body, of: function)
    return all.prefix(1).map { found in
      AuditFinding(
        .helperTaskMayNotEnd, at: found.source.place(of: found.path.node), found.path.end.words,
        name)
    }
  }

  /// Tasks that are begun and ended by a name: `end…(name)` on some paths out of a function that
  /// begins one, and not on all.
  private func namedTasks() -> [AuditFinding] {
    program.functions(near: beginningWords).flatMap { function -> [AuditFinding] in
      let begins = function.calls.filter { call in
        if isSystemTask(call) { return call.argument("withName")?.handedName != nil }
        let name = call.name.lowercased()
        return name.contains("backgroundtask") && identifier(of: call.node) == nil
          && ["start", "begin", "create"].contains(where: name.hasPrefix)
      }
      return begins.filter { !$0.isInClosure }.prefix(1).flatMap { begin -> [AuditFinding] in
        let key = begin.argument("withName") ?? begin.node.arguments.first?.expression
        guard let name = key?.handedName else { return [] }
        let owed = Obligation(
          kind: .backgroundTask, name: name, beginning: begin.node, isKey: true)
        guard isEndedBesidesExpiry(owed, begin, in: function.body) else { return [] }
        // What stands before it cannot end it yet; it is what ends it when its time is over.
        let before = ClosureFinder.closures(in: function.body)
          .filter { $0.endPosition <= begin.node.position }.map(\.id)
        return PathAnalysis.missedPaths(
          of: owed, in: function.body, canThrow: false, ignoring: Set(before)
        )
        .filter { $0.end == .returns }.prefix(1).map { path in
          AuditFinding(
            .helperTaskMayNotEnd, at: function.source.place(of: path.node), path.end.words, name)
        }
      }
    }
  }

  // MARK: Expiry

  private func expiry(of call: Call, in function: Function, at place: Place) -> [AuditFinding] {
    func finding(_ why: String) -> [AuditFinding] {
      [AuditFinding(.backgroundTaskNotEndedOnExpiry, at: place, why)]
    }
    let labels: Set = ["withName", "expirationHandler"]
    guard
      call.node.arguments.allSatisfy({ argument in
        argument.label.map { labels.contains($0.text) } ?? (call.name != "beginBackgroundTask")
      })
    else { return [] }
    guard let handler = call.closures.last else {
      let given = call.argument("expirationHandler")
      if let name = given?.plainName, let owner = function.owner {
        let named = program.functions(of: owner, named: name)
        guard named.count == 1, let only = named.first, onlyLogs(only) else { return [] }
        return finding("The expiration handler of this task, `\(name)`, only logs")
      }
      guard given == nil || given?.is(NilLiteralExprSyntax.self) == true else { return [] }
      return finding("This task has no expiration handler")
    }
    if handler.statements.isEmpty {
      return finding("The expiration handler of this task is empty")
    }
    return failure(of: handler, for: call, in: function).map(finding) ?? []
  }

  /// Why an expiration handler does not end its task; nil where it does, or may.
  private func failure(
    of handler: ClosureExprSyntax, for call: Call, in function: Function
  ) -> String? {
    let kept = identifier(of: call.node)
    let calls = CallCollector.calls(in: Syntax(handler.statements))
    if let end = calls.first(where: { $0.name.hasPrefix("endBackgroundTask") }) {
      guard let name = end.node.arguments.first?.expression.handedName else { return nil }
      return isCapturedTooEarly(name, kept, by: handler, call, function)
        ? "The expiration handler captures `\(name)` by value, before it is set" : nil
    }
    let active = calls.filter { !Logging.isLog($0.node) }
    if let kept, isInvalidated(kept, in: handler) {
      let reached = active.flatMap { program.functions(for: $0, in: function.owner, isSure: false) }
      let ends = program.reach(reached.map(Code.init), isSure: false).contains { code in
        code.calls.contains { $0.name.hasPrefix("endBackgroundTask") }
      }
      if !ends { return "The expiration handler forgets `\(kept)` and does not end its task" }
    }
    if active.isEmpty, !handlesOtherwise(handler) {
      return "The expiration handler of this task only logs"
    }
    guard let kept else { return nil }
    for call in active
    where call.node.arguments.contains(where: { $0.expression.handedName == kept }) {
      guard let helper = program.function(for: call, in: function.owner, from: function),
        let argument = call.node.arguments.enumerated()
          .first(where: { $0.element.expression.handedName == kept })?.offset,
        let index = helper.index(of: argument, in: call), index < helper.parameters.count
      else { continue }
      let owed = Obligation(
        kind: .backgroundTask, name: helper.parameters[index], beginning: nil)
      let uses = ReferenceReader.references(to: owed.name, in: Syntax(helper.body))
      if uses.allSatisfy(Logging.isArgument) {
        return "The expiration handler hands the task to `\(helper.name)`, which does not end it"
      }
    }
    return nil
  }

  /// Whether a method does nothing but write to a log.
  private func onlyLogs(_ function: Function) -> Bool {
    !function.calls.isEmpty && function.calls.allSatisfy { Logging.isLog($0.node) }
      && !function.body.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .equal }
  }

  /// Whether a handler does something that is no call, such as setting a mark that others look at.
  private func handlesOtherwise(_ handler: ClosureExprSyntax) -> Bool {
    handler.tokens(viewMode: .sourceAccurate).contains { token in
      token.tokenKind == .equal && !(token.parent?.is(InitializerClauseSyntax.self) ?? false)
        || token.tokenKind == .keyword(.await)
    }
  }

  private func isInvalidated(_ name: String, in handler: ClosureExprSyntax) -> Bool {
    handler.statements.compactText.replacing("UIBackgroundTaskIdentifier", with: "")
      .contains("\(name)=.invalid")
  }

  /// Whether a capture list takes the identifier as it is before the call that gives it.
  private func isCapturedTooEarly(
    _ name: String, _ kept: String?, by handler: ClosureExprSyntax, _ call: Call,
    _ function: Function
  ) -> Bool {
    guard let items = handler.signature?.capture?.items else { return false }
    return items.contains { item in
      guard item.specifier == nil, item.name.text == name else { return false }
      if let value = item.initializer?.value { return value.compactText.contains("invalid") }
      return name == kept
    }
  }

  // MARK: Identifiers

  /// Properties that get a new task each time the app leaves, while they may hold one that runs.
  private func overwrittenTasks() -> [AuditFinding] {
    let leaving = [Moment.entersBackground, .resigns].flatMap { code(at: $0) }
    let returning = [Moment.entersForeground, .becomesActive].flatMap { code(at: $0) }
    guard !program.reach(returning, isSure: false).contains(where: Self.endsTask) else { return [] }
    return program.reach(leaving, isSure: true).flatMap { code -> [AuditFinding] in
      guard code.function.name != "init" || code.node.id != Syntax(code.function.body).id else {
        return []
      }
      return code.calls.compactMap { call -> AuditFinding? in
        guard !call.isInClosure, isSystemTask(call), let name = overwritten(by: call, in: code)
        else { return nil }
        return AuditFinding(.backgroundTaskOverwritten, at: code.source.place(of: call.node), name)
      }
    }
  }

  private static func endsTask(_ code: Code) -> Bool {
    code.calls.contains { $0.name.hasPrefix("endBackgroundTask") }
  }

  /// The property that a call gives a task though it may hold one.
  private func overwritten(by call: Call, in code: Code) -> String? {
    guard let name = identifier(of: call.node),
      let body = code.node.as(CodeBlockItemListSyntax.self),
      !DeclarationFinder.declares(name, in: body)
    else { return nil }
    let before = body.prefix { item in item.endPosition <= call.node.position }
    let looks = before.contains { item in
      item.compactText.contains(name)
        || CallCollector.calls(in: Syntax(item)).contains { call in
          Obligation.ends(call.name)
            || program.reach(
              program.functions(for: call, in: code.owner, isSure: false).map(Code.init),
              isSure: false
            ).contains(where: Self.endsTask)
        }
    }
    // Under a condition, or after one, it may be known that there is none.
    return looks || isConditional(call.node, in: code.function) ? nil : name
  }

  private func isConditional(_ node: FunctionCallExprSyntax, in function: Function) -> Bool {
    sequence(first: Syntax(node), next: \.parent).prefix { $0.id != Syntax(function.body).id }
      .contains { $0.is(IfExprSyntax.self) || $0.is(SwitchExprSyntax.self) }
  }

  /// The name that keeps the identifier of a task; nil where nothing keeps it.
  func identifier(of call: FunctionCallExprSyntax) -> String? {
    guard let parent = call.parent else { return nil }
    if let value = parent.as(InitializerClauseSyntax.self),
      let binding = value.parent?.as(PatternBindingSyntax.self)
    {
      guard !(binding.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) ?? false) else {
        return nil
      }
      return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
    guard let list = parent.as(ExprListSyntax.self), let first = list.first,
      list.dropFirst().first?.is(AssignmentExprSyntax.self) == true
    else { return nil }
    return first.plainName
  }

  /// The body, of the function or of the innermost closure, that declares a name and begins its task;
  /// nil where the name is declared elsewhere.
  private func enclosingBody(
    of call: FunctionCallExprSyntax, in function: Function
  ) -> CodeBlockItemListSyntax? {
    var node = call.parent
    var body = function.body
    while let current = node, current.id != Syntax(function.body).id {
      if let closure = current.as(ClosureExprSyntax.self) {
        body = closure.statements
        break
      }
      node = current.parent
    }
    guard let name = identifier(of: call) else { return nil }
    return DeclarationFinder.declares(name, in: body) ? body : nil
  }
}

/// Finds all closures of a body.
private final class ClosureFinder: SyntaxVisitor {
  private var found: [ClosureExprSyntax] = []

  static func closures(in body: CodeBlockItemListSyntax) -> [ClosureExprSyntax] {
    let finder = ClosureFinder(viewMode: .sourceAccurate)
    finder.walk(body)
    return finder.found
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }
}
