// Findings about work in the background that an app declares: scheduled tasks, with where they are registered,
// under which identifiers, and whether what they are handed to completes them; and its background modes.

import RehearsalRules
import SwiftSyntax

extension AuditedApp {
  /// What is wrong with the registration of scheduled tasks, and with their handlers.
  func scheduledTaskFindings() -> [AuditFinding] {
    var findings: [AuditFinding] = []
    for function in program.functions(near: Self.schedulingWords) {
      for call in function.calls {
        let place = function.source.place(of: call.node)
        if let expression = taskIdentifier(of: call) {
          let number: RuleNumber = call.name == "register" ? .R101 : .R102
          let identifiers = program.texts(of: expression, in: function)
          findings += identifiers.filter { !isListed($0) }
            .map { AuditFinding(.taskNotListed, number, at: place, $0) }
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
    for function in program.functions(near: "appRefresh") {
      for call in function.calls
      where call.name == "backgroundTask"
        && call.argument(nil)?.compactText.hasPrefix(".appRefresh(") == true
      {
        guard let closure = call.closures.last else { continue }
        findings += nextRefresh(
          in: closure.statements, function, at: function.source.place(of: closure))
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

  private static let schedulingWords = [
    "forTaskWithIdentifier", "BGAppRefreshTaskRequest", "BGProcessingTaskRequest",
  ]
  private static let taskTypes = [
    "BGTask", "BGAppRefreshTask", "BGProcessingTask", "BGContinuedProcessingTask",
  ]

  /// The functions to which registrations hand their tasks: it is theirs to complete them.
  private func taskHandlers() -> [Function] {
    var handlers: [Function] = []
    for function in program.functions(near: "forTaskWithIdentifier") {
      for call in function.calls
      where call.name == "register" && call.argument("forTaskWithIdentifier") != nil {
        handlers += self.handlers(registeredBy: call, in: function)
          .filter { found in !handlers.contains { $0 === found } }
      }
    }
    return handlers
  }

  /// The functions to which one registration hands its task.
  private func handlers(registeredBy call: Call, in function: Function) -> [Function] {
    if let closure = call.closures.last, let task = closure.parameterNames.first {
      let names = AliasReader.names(of: task, in: closure.statements)
      return CallCollector.calls(in: Syntax(closure.statements))
        .filter { inner in inner.closures.isEmpty && names.contains(where: inner.isHanded) }
        .flatMap { program.functions(for: $0, in: function.owner, isSure: true) }
    }
    guard let name = call.argument("launchHandler")?.handlerName, let owner = function.owner else {
      return []
    }
    return program.functions(of: owner, named: name)
  }

  /// What handles each scheduled task that is registered, as far as one sees.
  func scheduledTaskHandlers() -> [ScheduledTaskHandler] {
    program.functions(near: "forTaskWithIdentifier").flatMap { function in
      function.calls.filter { $0.name == "register" }.flatMap { call -> [ScheduledTaskHandler] in
        guard let expression = call.argument("forTaskWithIdentifier") else { return [] }
        let place = function.source.place(of: call.node)
        let isLate = lateMoment(of: call, in: function) != nil
        return program.texts(of: expression, in: function).map { identifier in
          var handler = self.handler(of: identifier, registeredBy: call, in: function, at: place)
          handler.registration = place
          handler.isRegisteredLate = isLate
          return handler
        }
      }
    }
  }

  private func handler(
    of identifier: String, registeredBy call: Call, in function: Function, at place: Place
  ) -> ScheduledTaskHandler {
    if let named = handlers(registeredBy: call, in: function).first,
      let index = named.parameterTypes.firstIndex(where: Self.taskTypes.contains)
    {
      return ScheduledTaskHandler(
        identifier: identifier, place: named.place, code: Code(named),
        owed: Obligation(kind: .scheduledTask, name: named.parameters[index], beginning: nil),
        in: named.body, of: named, program)
    }
    guard let closure = call.closures.last, let name = closure.parameterNames.first else {
      return ScheduledTaskHandler(identifier: identifier, place: place, code: Code(function))
    }
    return ScheduledTaskHandler(
      identifier: identifier, place: place, code: Code(Syntax(closure.statements), in: function),
      owed: Obligation(kind: .scheduledTask, name: name, beginning: nil), in: closure.statements,
      of: function, program)
  }

  private func taskIdentifier(of call: Call) -> ExprSyntax? {
    switch call.name {
    case "register": call.argument("forTaskWithIdentifier")
    case "BGAppRefreshTaskRequest", "BGProcessingTaskRequest": call.argument("identifier")
    default: nil
    }
  }

  func isListed(_ identifier: String) -> Bool {
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
    if let modifier = call.node.modifierOfView(in: function) { return modifier }
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
      .suspectedPaths(of: owed, in: body, of: function)
      .filter { !isForExpired($0.path, owed, in: body) }.prefix(1).map { found in
        AuditFinding(
          .scheduledTaskMayNotComplete, at: found.source.place(of: found.path.node),
          found.path.end.words)
      }
    return suspected + expiry(of: owed, in: body, function) + nextRefresh(in: body, function)
  }

  // MARK: Expiry

  /// Whether a path misses the end under a condition about something that the expiration handler does,
  /// which completes the task itself.
  private func isForExpired(
    _ path: MissedPath, _ owed: Obligation, in body: CodeBlockItemListSyntax
  ) -> Bool {
    let handlers = ExpirationReader.handlers(in: body).filter { handler in
      CallCollector.calls(in: Syntax(handler.statements)).contains { owed.isMet(by: $0.node) }
    }
    let verbs = handlers.flatMap { CallCollector.calls(in: Syntax($0.statements)) }
      .filter { !owed.isMet(by: $0.node) && !Logging.isLog($0.node) }
      .map { call in String(call.name.prefix { !$0.isUppercase }) }.filter { $0.count > 3 }
    let around = sequence(first: path.node, next: \.parent).prefix { $0.id != Syntax(body).id }
    let own = around.compactMap { $0.as(IfExprSyntax.self) }.map(\.conditions.compactText)
    let conditions = own + ConditionReader.conditions(in: path.node)
    return conditions.contains { text in verbs.contains(where: text.lowercased().contains) }
  }

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
    let names = AliasReader.names(of: owed.name, in: body)
    return CallCollector.calls(in: Syntax(body)).contains { names.contains(where: $0.isHanded) }
  }

  private func isHandedToOwn(
    _ owed: Obligation, _ body: CodeBlockItemListSyntax, _ function: Function
  ) -> Bool {
    let names = AliasReader.names(of: owed.name, in: body)
    return CallCollector.calls(in: Syntax(body)).contains { call in
      names.contains(where: call.isHanded)
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
    guard hasType else { return [] }
    return nextRefresh(in: body, function, at: function.source.place(of: body))
  }

  private func nextRefresh(
    in body: CodeBlockItemListSyntax, _ function: Function, at place: Place
  ) -> [AuditFinding] {
    guard program.mentions("BGAppRefreshTaskRequest") else { return [] }
    let asks = program.reach([Code(Syntax(body), in: function)], isSure: false).contains { code in
      code.calls.contains { call in
        let name = call.name.lowercased()
        return ["submit", "schedule", "request", "enqueue", "plan", "register"]
          .contains { name.contains($0) }
      }
    }
    guard !asks else { return [] }
    return [AuditFinding(.refreshNotAskedAgain, at: place)]
  }
}

/// What handles a scheduled task.
struct ScheduledTaskHandler {
  /// On which of its paths a task is completed.
  enum Completion { case always, sometimes, never, unknown }

  let identifier: String
  let place: Place
  let code: Code
  /// Where it is registered.
  fileprivate(set) var registration: Place
  /// Whether it is registered after the launch.
  fileprivate(set) var isRegisteredLate = false
  private(set) var completion = Completion.unknown
  /// Whether its expiration handler completes it.
  private(set) var completesOnExpiry = false

  /// A handler of which nothing is known.
  init(identifier: String, place: Place, code: Code) {
    self.identifier = identifier
    self.place = place
    self.code = code
    registration = place
  }

  init(
    identifier: String, place: Place, code: Code, owed: Obligation,
    in body: CodeBlockItemListSyntax, of function: Function, _ program: Program
  ) {
    self.init(identifier: identifier, place: place, code: code)
    let missed = PathAnalysis.missedPaths(of: owed, in: body, canThrow: function.canThrow)
    let elsewhere = OwedElsewhere(program: program)
      .suspectedPaths(of: owed, in: body, of: function)
    let handlers = ExpirationReader.handlers(in: body)
    completesOnExpiry = handlers.contains { handler in
      CallCollector.calls(in: Syntax(handler.statements)).contains { $0.name == "setTaskCompleted" }
    }
    let isEverCompleted = program.mentions("setTaskCompleted")
    completion =
      !isEverCompleted ? .never : missed.isEmpty && elsewhere.isEmpty ? .always : .sometimes
  }
}

/// Finds the names that a body gives to what it has by another name already, perhaps cast to another type.
private final class AliasReader: SyntaxVisitor {
  private var names: Set<String>

  private init(_ name: String) {
    names = [name]
    super.init(viewMode: .sourceAccurate)
  }

  static func names(of name: String, in body: CodeBlockItemListSyntax) -> Set<String> {
    let reader = AliasReader(name)
    reader.walk(body)
    return reader.names
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    add(node.pattern, node.initializer)
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    add(node.pattern, node.initializer)
    return .visitChildren
  }

  private func add(_ pattern: PatternSyntax, _ initializer: InitializerClauseSyntax?) {
    guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let value = initializer?.value.handedName, names.contains(value)
    else { return }
    names.insert(name)
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

extension AuditedApp {
  /// What the declarations of the app do not allow, or promise in vain.
  func modeFindings() -> [AuditFinding] {
    guard manifest.source != nil else { return [] }
    let modes = Set(manifest.backgroundModes)
    var findings: [AuditFinding] = []
    let needed: [(Message, String, RuleNumber)] = [
      (.performFetch, "fetch", .R097), (.didReceiveIncomingPush, "voip", .R141),
      (.didReceiveIncomingVoIPPush, "voip", .R141),
    ]
    let hasCalls = program.mentions(anyOf: ["voIP", "PKPushTypeVoIP"])
    for (message, mode, rule) in needed
    where !modes.contains(mode) && (mode != "voip" || hasCalls) {
      for found in handlers(message) where !found.isEmpty {
        findings.append(
          AuditFinding(.modeMissing, rule, at: found.place, found.handler.selector, mode, mode))
      }
    }
    if !modes.contains("remote-notification") {
      findings += handlers(.didReceiveRemoteNotification).filter { !$0.isEmpty }
        .map { AuditFinding(.modeMayBeMissing, at: $0.place, $0.handler.selector) }
    }
    if modes.contains("remote-notification"),
      handlers(.didReceiveRemoteNotification).isEmpty, !hasForeignDelegate
    {
      findings +=
        foregroundPushes
        .filter { !$0.isEmpty }
        .map { AuditFinding(.pushWithoutCompletion, at: $0.place, $0.handler.selector) }
    }
    if manifest.taskIdentifiers != nil, modes.contains("fetch"), deploysFrom13 {
      findings += handlers(.performFetch).filter { !$0.isEmpty }
        .map { AuditFinding(.fetchReplaced, at: $0.place, $0.handler.selector) }
    }
    findings += modesInVain(modes) + locationUpdates(modes) + requests(modes)
    return findings
  }

  private func modesInVain(_ modes: Set<String>) -> [AuditFinding] {
    guard let source = manifest.source, applicationDelegate != nil || isSwiftUIApp else {
      return []
    }
    let uses: [(mode: String, names: Set<String>, does: String)] = [
      (
        "fetch",
        [
          "performFetchWithCompletionHandler", "BGAppRefreshTaskRequest", "appRefresh",
          "BGAppRefreshTask",
        ], "fetches or schedules a refresh"
      ),
      (
        "remote-notification",
        Self.pushHandlers, "handles pushes with new content"
      ),
    ]
    return uses.compactMap { use in
      guard modes.contains(use.mode), !program.mentions(anyOf: use.names),
        !hasForeignDelegate, !(manifest.hasCloud && use.mode == "remote-notification"),
        handlers(.didReceiveRemoteNotification).isEmpty || use.mode != "remote-notification"
      else { return nil }
      let place = Place(path: source.path, line: source.line(of: "UIBackgroundModes"), column: 1)
      return AuditFinding(
        .modeWithoutHandler, use.mode == "fetch" ? .R097 : .R135, at: place, use.mode, use.does)
    }
  }

  /// What handles pushes with new content: methods, and what others wrote and swizzles them in.
  private static let pushHandlers: Set = [
    "didReceiveRemoteNotification", "fetchCompletionHandler", "CloudKit",
    "NSPersistentCloudKitContainer", "Messaging", "FirebaseMessaging", "OneSignal",
    "OneSignalFramework", "AirshipKit", "AirshipCore", "BrazeKit", "AppboyKit", "Appboy_iOS_SDK",
    "Batch", "CleverTapSDK", "Intercom", "Leanplum", "MarketingCloudSDK", "Pushwoosh",
    "PushwooshFramework", "Capacitor", "Cordova", "React",
  ]

  private func locationUpdates(_ modes: Set<String>) -> [AuditFinding] {
    // Sources that name the key look whether the mode is there.
    guard !modes.contains("location"), !program.mentions(AppManifest.modesKey) else {
      return []
    }
    let name = "allowsBackgroundLocationUpdates"
    return program.functions(near: name).flatMap { function in
      AssignmentReader.assignments(
        of: "true", to: name, in: function.body
      )
      .filter { !Self.isUnderCondition(aboutTheBackground: $0) }
      .map { AuditFinding(.locationModeMissing, at: function.source.place(of: $0)) }
    }
  }

  /// Whether a condition around it asks whether the app does something in the background.
  private static func isUnderCondition(aboutTheBackground node: Syntax) -> Bool {
    sequence(first: node, next: \.parent).contains { parent in
      parent.as(IfExprSyntax.self)?.conditions.compactText.lowercased().contains("background")
        ?? false
    }
  }

  private func requests(_ modes: Set<String>) -> [AuditFinding] {
    let kinds = [("BGProcessingTaskRequest", "processing"), ("BGAppRefreshTaskRequest", "fetch")]
    return program.functions(near: kinds.map(\.0)).flatMap { function in
      function.calls.compactMap { call in
        guard let (kind, mode) = kinds.first(where: { $0.0 == call.callee }), !modes.contains(mode)
        else { return nil }
        return AuditFinding(
          .requestNotPermitted, at: function.source.place(of: call.node), kind, mode, mode)
      }
    }
  }
}

extension MissedPath.End {
  /// What the path does, for a sentence.
  var words: String {
    switch self {
    case .returns: "returns"
    case .throwsError: "throws"
    case .fallsThrough: "comes to the end"
    }
  }
}

extension ClosureExprSyntax {
  /// The names of its parameters.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let list): list.map(\.name.text)
    case .parameterClause(let clause):
      clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    case nil: []
    }
  }
}

/// Finds assignments of a literal to a member.
private final class AssignmentReader: SyntaxVisitor {
  private let value: String
  private let member: String
  private var found: [Syntax] = []

  private init(_ value: String, _ member: String) {
    self.value = value
    self.member = member
    super.init(viewMode: .sourceAccurate)
  }

  static func assignments(
    of value: String, to member: String, in body: CodeBlockItemListSyntax
  ) -> [Syntax] {
    let reader = AssignmentReader(value, member)
    reader.walk(body)
    return reader.found
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
      elements[2].compactText == value,
      elements[0].as(MemberAccessExprSyntax.self)?.declName.baseName.text == member
    {
      found.append(Syntax(node))
    }
    return .visitChildren
  }
}
