// Findings about scheduled tasks: where they are registered, under which identifiers, and whether what
// they are handed to completes them.

import Rehearsal
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
          findings += scheduledTask(named: name, in: closure.statements, false, function.source)
        }
      }
    }
    for function in taskHandlers() {
      for (name, type) in zip(function.parameters, function.parameterTypes)
      where Self.taskTypes.contains(type) {
        findings += scheduledTask(
          named: name, in: function.body, function.canThrow, function.source)
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
    named name: String, in body: CodeBlockItemListSyntax, _ canThrow: Bool, _ source: SwiftSource
  ) -> [AuditFinding] {
    let owed = Obligation(kind: .scheduledTask, name: name, beginning: nil)
    let missed = PathAnalysis.missedPaths(of: owed, in: body, canThrow: canThrow)
    if let path = missed.first {
      return [
        AuditFinding(.scheduledTaskNotCompleted, at: source.place(of: path.node), path.end.words)
      ]
    }
    return PathAnalysis.suspectedPaths(of: owed, in: body).prefix(1).map {
      AuditFinding(.scheduledTaskMayNotComplete, at: source.place(of: $0.node), $0.end.words)
    }
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
