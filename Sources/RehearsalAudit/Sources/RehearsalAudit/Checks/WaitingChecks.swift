// Findings about the main thread, which waits while the watchdog counts, and about who is there too late or
// not at all: the delegate of notifications, and the handler of a background session.

import RehearsalRules
import SwiftSyntax

extension AuditedApp {
  // MARK: Waiting

  /// Waits of the main thread at a launch and on the way to the background.
  func waitingFindings() -> [AuditFinding] {
    let occasions: [(Moment, String, RuleNumber)] = [
      (.launch, "while the app launches", .R109), (.connection, "while the app launches", .R109),
      (.entersBackground, "as the app enters the background", .R055),
      (.entersForeground, "as the app returns", .R110),
    ]
    var seen: Set<SyntaxIdentifier> = []
    return occasions.flatMap { moment, when, rule in
      program.reach(code(at: moment), isSure: true).filter { !$0.function.isAsync }.flatMap {
        code in
        code.calls.filter { call in
          !call.isInClosure && isWait(call, in: code) && seen.insert(call.node.id).inserted
        }.prefix(1).map {
          AuditFinding(.mainThreadWaits, rule, at: code.source.place(of: $0.node), $0.callee, when)
        }
      }
    }
  }

  private func isWait(_ call: Call, in code: Code) -> Bool {
    switch call.name {
    case "wait", "waitUntilFinished", "waitUntilAllOperationsAreFinished":
      return call.name != "wait" || isWaitedFor(call, in: code)
    case "sleep" where call.callee == "Thread.sleep":
      return (Double(call.node.arguments.first?.expression.compactText ?? "") ?? 0) >= 1
    case "sleep" where call.callee == "sleep": return true
    case "usleep":
      let text = call.node.arguments.first?.expression.compactText.filter { $0 != "_" } ?? ""
      return (Double(text) ?? 0) >= 1_000_000
    case "sendSynchronousRequest": return true
    case "run": return call.callee.hasPrefix("RunLoop.") && call.argument("until") != nil
    case "addOperations": return call.argument("waitUntilFinished")?.compactText == "true"
    case "Data", "String": return isOfTheNetwork(call, in: code)
    case "sync":
      // Who asks which thread it is does not wait for itself.
      return call.callee == "DispatchQueue.main.sync"
        && !code.function.source.mentions("isMainThread")
    default: return false
    }
  }

  /// Whether something is read from an address of the web.
  private func isOfTheNetwork(_ call: Call, in code: Code) -> Bool {
    guard let url = call.argument("contentsOf") else { return false }
    let name = url.strippedOfOptionality.plainName
    let local = name.flatMap { LocalReader.value(of: $0, in: code.function.body) }
    let own = code.owner.map { program.properties(of: [$0]) } ?? []
    let value = local ?? own.first { $0.name == name }?.value ?? url
    return value.compactText.replacing("Foundation.", with: "").hasPrefix("URL(string:\"http")
  }

  /// Whether what is waited for is a semaphore that others signal, or a group.
  private func isWaitedFor(_ call: Call, in code: Code) -> Bool {
    guard
      let member = call.node.calledExpression.strippedOfOptionality.as(MemberAccessExprSyntax.self),
      let name = member.base?.plainName
    else { return false }
    let local = LocalReader.value(of: name, in: code.function.body)
    let own = code.owner.map { program.properties(of: [$0]) } ?? []
    let property = own.first { $0.name == name }?.value
    guard let value = local ?? property else { return false }
    let text = value.compactText
    // One that begins with a count is a lock.
    return text == "DispatchSemaphore(value:0)" || text == "DispatchGroup()"
  }

  // MARK: The delegate of notifications

  private static let lateFunctions: Set = [
    "viewDidLoad()", "viewWillAppear(_:)", "viewDidAppear(_:)", "viewIsAppearing(_:)",
    "applicationDidBecomeActive(_:)", "sceneDidBecomeActive(_:)",
    "applicationDidEnterBackground(_:)",
    "sceneDidEnterBackground(_:)",
  ]

  /// The delegate of notifications, where all that set it are late.
  func notificationDelegateFindings() -> [AuditFinding] {
    var late: (AuditFinding)?
    for function in program.functions(near: "UNUserNotificationCenter") {
      for node in DelegateReader.settings(in: function.body) {
        let isInClosure = sequence(first: Syntax(node), next: \.parent)
          .prefix { $0.id != Syntax(function.body).id }.contains { $0.is(ClosureExprSyntax.self) }
        let isLaunch = function.selector.contains("FinishLaunching")
        let moment =
          lateMoment(of: Syntax(node), in: function)
          ?? (isLaunch && isInClosure ? "a closure of the launch" : nil)
          ?? lateCaller(of: function)
        guard let moment else { return [] }
        late =
          late
          ?? AuditFinding(
            .notificationDelegateLate, at: function.source.place(of: node), moment)
      }
    }
    for method in program.objectiveCSources(mentioning: ["UNUserNotificationCenter"])
      .flatMap(\.methods)
    {
      guard let setting = method.delegateSetting else { continue }
      guard
        ["viewDidAppear:", "viewWillAppear:"].contains(method.selector)
          || hasScenes && method.selector == "viewDidLoad"
      else { return [] }
      late =
        late
        ?? AuditFinding(
          .notificationDelegateLate, at: method.place(of: setting), method.selector)
    }
    guard let late, !handlers(.didReceiveNotificationResponse).isEmpty else {
      return []
    }
    return [late]
  }

  /// Where a node runs that is later than the launch: a method of views or moments, or a modifier of a view
  /// of SwiftUI.
  private func lateMoment(of node: Syntax, in function: Function) -> String? {
    if let modifier = node.modifierOfView(in: function) { return modifier }
    let isLate =
      Self.lateFunctions.contains(function.selector)
      && (hasScenes || function.selector != "viewDidLoad()")
    return isLate ? function.selector : nil
  }

  /// Who alone calls a function, where that is later than the launch.
  private func lateCaller(of function: Function) -> String? {
    guard function.name != "init" else { return nil }
    var moment: String?
    for caller in program.functions(near: function.name) where caller !== function {
      for call in caller.calls where call.name == function.name {
        let meant = program.functions(for: call, in: caller.owner, isSure: true)
        guard meant.isEmpty || meant.contains(where: { $0 === function }) else { continue }
        guard !meant.isEmpty, let late = lateMoment(of: Syntax(call.node), in: caller) else {
          return nil
        }
        moment = moment ?? late
      }
    }
    return moment
  }

  // MARK: Background sessions

  /// Background URL sessions whose events nobody answers.
  func backgroundSessionFindings() -> [AuditFinding] {
    let answers = handlers(.handleEventsForBackgroundURLSession)
    if answers.isEmpty { return unanswered() }
    return answers.compactMap { found in
      guard let function = found.function, let completion = function.parameters.last,
        let (name, keeper) = keeping(completion, function)
      else { return nil }
      let isRead = program.functions(near: name).contains { other in
        other !== keeper && other.body.names(oneOf: [name])
      }
      guard !isRead, !program.mentionsInObjectiveC(name) else { return nil }
      return AuditFinding(.backgroundSessionDropped, at: found.place, name)
    }
  }

  /// The property in which a function, or one that it hands it to, keeps a completion and does nothing
  /// else with it; nil where none does.
  private func keeping(_ completion: String, _ function: Function) -> (String, Function)? {
    if let kept = KeptReader.property(keeping: completion, in: function.body) {
      return (kept, function)
    }
    guard
      ReferenceReader.references(to: completion, in: Syntax(function.body)).count == 1,
      let call = function.calls.first(where: { call in
        call.node.arguments.contains { $0.expression.handedName == completion }
      }), let helper = program.function(for: call, in: function.owner, from: function),
      let argument = call.node.arguments.enumerated()
        .first(where: { $0.element.expression.handedName == completion })?.offset,
      let index = helper.index(of: argument, in: call), index < helper.parameters.count
    else { return nil }
    let name = helper.parameters[index]
    guard ReferenceReader.references(to: name, in: Syntax(helper.body)).count == 1 else {
      return nil
    }
    return KeptReader.property(keeping: name, in: helper.body).map { ($0, helper) }
  }

  private var isAnsweredInObjectiveC: Bool {
    program.hasObjectiveC
      && program.mentions(anyOf: [
        "handleEventsForBackgroundURLSession", "sessionSendsLaunchEvents",
      ])
  }

  private func unanswered() -> [AuditFinding] {
    guard !hasForeignDelegate, !isAnsweredInObjectiveC,
      applicationDelegate != nil || isSwiftUIApp,
      !program.mentions(anyOf: [
        "handleEventsForBackgroundURLSession", "urlSession", "sessionSendsLaunchEvents",
      ])
        || !program.mentions(anyOf: ["backgroundTask", "sessionSendsLaunchEvents"])
    else { return [] }
    return objectiveCSessions()
      + program.sources(mentioning: ["withIdentifier"]).filter { $0.mentions("background") }
      .flatMap(\.functions).flatMap { function in
        function.calls.filter { $0.name == "background" && $0.argument("withIdentifier") != nil }
          .map {
            AuditFinding(.backgroundSessionUnanswered, at: function.source.place(of: $0.node))
          }
      }.prefix(1).map { $0 }
  }
}

extension SyntaxProtocol {
  /// The modifier of a view of SwiftUI in whose closure a node stands, such as `onAppear`; nil where it
  /// stands in none.
  func modifierOfView(in function: Function) -> String? {
    guard function.selector == "body" else { return nil }
    return sequence(first: Syntax(self), next: \.parent)
      .prefix { $0.id != Syntax(function.body).id }
      .lazy.compactMap { $0.as(ClosureExprSyntax.self) }
      .compactMap { closure -> String? in
        guard let call = closure.parent?.as(FunctionCallExprSyntax.self) else { return nil }
        let name = Call(call, isInClosure: false).name
        return ["onAppear", "task"].contains(name) ? name : nil
      }.first
  }
}

/// Finds the value with which a body declares a name.
final class LocalReader: SyntaxVisitor {
  private let name: String
  private var value: ExprSyntax?

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  static func value(of name: String, in body: CodeBlockItemListSyntax) -> ExprSyntax? {
    let reader = LocalReader(name)
    reader.walk(body)
    return reader.value
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
      value = value ?? node.initializer?.value
    }
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
      value = value ?? node.initializer?.value
    }
    return .visitChildren
  }
}

/// Finds what sets the delegate of the center of notifications.
private final class DelegateReader: SyntaxVisitor {
  private var found: [SequenceExprSyntax] = []
  private var centers: Set<String> = []

  static func settings(in body: CodeBlockItemListSyntax) -> [SequenceExprSyntax] {
    let reader = DelegateReader(viewMode: .sourceAccurate)
    reader.walk(body)
    return reader.found
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer?.value.compactText == "UNUserNotificationCenter.current()",
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      centers.insert(name)
    }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count > 2, elements[1].is(AssignmentExprSyntax.self),
      let member = elements[0].as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "delegate", let base = member.base?.compactText
    {
      let name = base.split(separator: ".").last.map(String.init) ?? base
      if base == "UNUserNotificationCenter.current()" || centers.contains(base)
        || name.lowercased().contains("notificationcenter")
      {
        found.append(node)
      }
    }
    return .visitChildren
  }
}

/// Finds the property that keeps a completion.
private enum KeptReader {
  static func property(keeping name: String, in body: CodeBlockItemListSyntax) -> String? {
    for item in body {
      guard let sequence = item.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self) else {
        continue
      }
      let elements = Array(sequence.elements)
      if elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
        elements[2].plainName == name
      {
        // Under a key it is kept with others.
        let target =
          elements[0].as(SubscriptCallExprSyntax.self)?.calledExpression ?? elements[0]
        guard
          let kept = target.plainName
            ?? target.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        else { continue }
        return kept
      }
    }
    return nil
  }
}
