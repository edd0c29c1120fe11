// Findings about scheduled tasks: where they are registered, under which identifiers, and whether what
// they are handed to completes them.

import RehearsalLifecycle
import SwiftSyntax

extension AuditedApp {
  /// What is wrong with the registration of scheduled tasks, and with their handlers.
  func scheduledTaskFindings() -> [AuditFinding] {
    var findings: [AuditFinding] = []
    for function in program.allFunctions {
      for call in function.calls {
        let place = function.source.place(of: call.node)
        if let expression = taskIdentifier(of: call) {
          if let identifier = program.text(of: expression, in: function.owner),
            !isListed(identifier)
          {
            let number: RuleNumber = call.name == "register" ? .R101 : .R102
            findings.append(AuditFinding(.taskNotListed, number, at: place, identifier))
          }
        }
        guard call.name == "register", call.argument("forTaskWithIdentifier") != nil else {
          continue
        }
        if let moment = lateMoment(of: call, in: function) {
          findings.append(AuditFinding(.taskRegisteredLate, at: place, moment))
        }
        for closure in call.closures.suffix(1) {
          guard let name = closure.parameterNames.first else { continue }
          findings += scheduledTask(named: name, in: closure.statements, false, function)
        }
      }
    }
    for function in taskHandlers() {
      for (name, type) in zip(function.parameters, function.parameterTypes)
      where Self.taskTypes.contains(type) {
        findings += scheduledTask(named: name, in: function.body, function.canThrow, function)
      }
    }
    return findings
  }

  private static let taskTypes = [
    "BGTask", "BGAppRefreshTask", "BGProcessingTask", "BGContinuedProcessingTask",
  ]

  /// The functions to which registrations hand their tasks: it is theirs to complete them.
  private func taskHandlers() -> [Function] {
    var handlers: [Function] = []
    for function in program.allFunctions {
      for call in function.calls
      where call.name == "register" && call.argument("forTaskWithIdentifier") != nil {
        var named: [Function] = []
        if let closure = call.closures.last, let task = closure.parameterNames.first {
          for inner in CallCollector.calls(in: Syntax(closure.statements))
          where inner.closures.isEmpty && inner.isHanded(task) {
            named += program.functions(for: inner, in: function.owner, isSure: true)
          }
        } else if let name = call.argument("launchHandler")?.handlerName, let owner = function.owner
        {
          named = program.functions(of: owner, named: name)
        }
        handlers += named.filter { found in !handlers.contains { $0 === found } }
      }
    }
    return handlers
  }

  private func taskIdentifier(of call: Call) -> ExprSyntax? {
    switch call.name {
    case "register": call.argument("forTaskWithIdentifier")
    case "BGAppRefreshTaskRequest", "BGProcessingTaskRequest": call.argument("identifier")
    default: nil
    }
  }

  private func isListed(_ identifier: String) -> Bool {
    guard manifest.source != nil else { return true }
    return (manifest.taskIdentifiers ?? []).contains { listed in
      if listed == identifier { return true }
      // A variable that is not known stands for anything, and so does the star at the end.
      guard let sign = listed.firstIndex(where: { $0 == "$" || $0 == "*" }) else { return false }
      if listed[sign] == "$" {
        guard let end = listed[sign...].firstIndex(where: { $0 == ")" || $0 == "}" }) else {
          return true
        }
        return identifier.hasPrefix(listed[..<sign])
          && identifier.hasSuffix(listed[listed.index(after: end)...])
      }
      return identifier.hasPrefix(listed[..<sign])
    }
  }

  private static let lateFunctions: Set = [
    "applicationDidBecomeActive(_:)", "applicationDidEnterBackground(_:)",
    "applicationWillEnterForeground(_:)", "sceneDidBecomeActive(_:)", "sceneDidEnterBackground(_:)",
    "sceneWillEnterForeground(_:)", "scene(_:willConnectTo:options:)",
  ]
  /// Without scenes, the first view loads before the launch returns.
  private static let lateWithScenes: Set = [
    "viewDidLoad()", "viewWillAppear(_:)", "viewDidAppear(_:)",
  ]

  /// Where a registration stands that comes after the launch for sure.
  private func lateMoment(of call: Call, in function: Function) -> String? {
    if Self.lateFunctions.contains(function.selector)
      || hasScenes && Self.lateWithScenes.contains(function.selector)
    {
      return function.selector
    }
    let isLaunch = function.selector.contains("FinishLaunching")
    guard isLaunch, call.isInClosure else { return nil }
    var node = call.node.parent
    while let current = node, current.id != Syntax(function.body).id {
      if let outer = current.as(FunctionCallExprSyntax.self) {
        let callee = Call(outer, isInClosure: false).callee
        if callee.hasPrefix("DispatchQueue.main.async") || callee == "Task" {
          return callee.hasPrefix("Task") ? "Task { }" : "DispatchQueue.main.async"
        }
      }
      node = current.parent
    }
    return nil
  }

  private func scheduledTask(
    named name: String, in body: CodeBlockItemListSyntax, _ canThrow: Bool, _ function: Function
  ) -> [AuditFinding] {
    let owed = Obligation(kind: .scheduledTask, name: name, beginning: nil)
    let missed = PathAnalysis.missedPaths(of: owed, in: body, canThrow: canThrow)
    if let path = missed.first {
      let place = function.source.place(of: path.node)
      return [AuditFinding(.scheduledTaskNotCompleted, at: place, path.end.words)]
    }
    // The function that it is handed to is followed by itself.
    if isHandedToOwn(owed, body, function) { return [] }
    let suspected = OwedElsewhere(program: program)
      .suspectedPaths(of: owed, in: body, of: function).prefix(1).map { found in
        AuditFinding(
          .scheduledTaskMayNotComplete, at: found.source.place(of: found.path.node),
          found.path.end.words)
      }
    return suspected + expiry(of: owed, in: body, function) + nextRefresh(in: body, function)
  }

  // MARK: Expiry

  /// A task whose expiration handler is missing, or does nothing.
  private func expiry(
    of owed: Obligation, in body: CodeBlockItemListSyntax, _ function: Function
  ) -> [AuditFinding] {
    for handler in ExpirationReader.handlers(in: body) {
      let calls = CallCollector.calls(in: Syntax(handler.statements))
      let hasEffect = handler.tokens(viewMode: .sourceAccurate).contains { token in
        token.tokenKind == .equal && !(token.parent?.is(InitializerClauseSyntax.self) ?? false)
      }
      guard calls.allSatisfy({ Logging.isLog($0.node) }), !hasEffect else { continue }
      let why =
        handler.statements.isEmpty
        ? "The expiration handler of this task is empty"
        : "The expiration handler of this task only logs"
      return [
        AuditFinding(
          .scheduledTaskNotEndedOnExpiry, at: function.source.place(of: handler), why)
      ]
    }
    // Where no source sets one at all, this task has none; else whoever is handed the task may.
    let setters = program.expirationSetters
    let mayBeSet =
      setters.contains { $0 === function } || !setters.isEmpty && isHandedOn(owed, body)
    guard !mayBeSet, waits(for: owed, in: body) else { return [] }
    let place = function.source.place(of: body)
    return [
      AuditFinding(.scheduledTaskNotEndedOnExpiry, at: place, "This task has no expiration handler")
    ]
  }

  private func isHandedOn(_ owed: Obligation, _ body: CodeBlockItemListSyntax) -> Bool {
    CallCollector.calls(in: Syntax(body)).contains { $0.isHanded(owed.name) }
  }

  private func isHandedToOwn(
    _ owed: Obligation, _ body: CodeBlockItemListSyntax, _ function: Function
  ) -> Bool {
    CallCollector.calls(in: Syntax(body)).contains { call in
      call.isHanded(owed.name)
        && !program.functions(for: call, in: function.owner, isSure: true).isEmpty
    }
  }

  /// Whether the task is completed later than its handler returns.
  private func waits(for owed: Obligation, in body: CodeBlockItemListSyntax) -> Bool {
    let isEnded = CallCollector.calls(in: Syntax(body)).contains {
      !$0.isInClosure && owed.isMet(by: $0.node)
    }
    return !isEnded && owed.isNamed(in: body)
  }

  // MARK: The next refresh

  /// A handler of a refresh that asks for no next one, as far as one can follow what it calls.
  private func nextRefresh(
    in body: CodeBlockItemListSyntax, _ function: Function
  ) -> [AuditFinding] {
    let hasType =
      function.parameterTypes.contains("BGAppRefreshTask")
      || body.compactText.contains("BGAppRefreshTask")
    guard hasType, program.mentions.contains("BGAppRefreshTaskRequest") else { return [] }
    let asks = program.reach([Code(Syntax(body), in: function)], isSure: false).contains { code in
      code.calls.contains { call in
        let name = call.name.lowercased()
        return ["submit", "schedule", "request", "enqueue", "plan", "register"]
          .contains { name.contains($0) }
      }
    }
    guard !asks else { return [] }
    return [AuditFinding(.refreshNotAskedAgain, at: function.source.place(of: body))]
  }
}

extension Call {
  /// Whether an argument is a name and nothing else, perhaps cast to another type.
  fileprivate func isHanded(_ name: String) -> Bool {
    node.arguments.contains { argument in
      argument.expression.plainName == name
        || argument.expression.as(SequenceExprSyntax.self)?.elements.first?.plainName == name
    }
  }
}

extension ExprSyntax {
  /// The name of a method that is given as a function, with or without its labels.
  fileprivate var handlerName: String? {
    if let reference = self.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
    return self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}
