// Findings about work in the background: modes, scheduled tasks, and what has to be done on every path.

import Rehearsal
import SwiftSyntax

extension AuditedApp {
  /// What the declarations of the app do not allow, or promise in vain.
  func modeFindings() -> [AuditFinding] {
    guard manifest.source != nil else { return [] }
    let modes = Set(manifest.backgroundModes)
    var findings: [AuditFinding] = []
    let needed: [(String, Recipient, String, RuleNumber)] = [
      ("performFetch", .application, "fetch", .R097),
      ("didReceiveIncomingPush", .pushRegistry, "voip", .R141),
    ]
    let hasCalls = !program.mentions.isDisjoint(with: ["voIP", "PKPushTypeVoIP"])
    for (word, recipient, mode, rule) in needed
    where !modes.contains(mode) && (mode != "voip" || hasCalls) {
      for found in handlers(word, recipient) where !found.isEmpty {
        findings.append(
          AuditFinding(.modeMissing, rule, at: found.place, found.handler.selector, mode, mode))
      }
    }
    if !modes.contains("remote-notification") {
      findings += handlers("didReceiveRemoteNotification", .application).filter { !$0.isEmpty }
        .map { AuditFinding(.modeMayBeMissing, at: $0.place, $0.handler.selector) }
    }
    if manifest.taskIdentifiers != nil, modes.contains("fetch"), deploysFrom13 {
      findings += handlers("performFetch", .application).filter { !$0.isEmpty }
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
      guard modes.contains(use.mode), program.mentions.isDisjoint(with: use.names),
        !hasForeignDelegate, !(manifest.hasCloud && use.mode == "remote-notification"),
        !handlers.contains(where: { $0.handler.word == "didReceiveRemoteNotification" })
          || use.mode != "remote-notification"
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
    guard !modes.contains("location"), !program.mentions.contains(AppManifest.modesKey) else {
      return []
    }
    return program.allFunctions.flatMap { function in
      AssignmentReader.assignments(
        of: "true", to: "allowsBackgroundLocationUpdates", in: function.body
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
    return program.allFunctions.flatMap { function in
      function.calls.compactMap { call in
        guard let (kind, mode) = kinds.first(where: { $0.0 == call.callee }), !modes.contains(mode)
        else { return nil }
        return AuditFinding(
          .requestNotPermitted, at: function.source.place(of: call.node), kind, mode, mode)
      }
    }
  }

  // MARK: Background tasks

  /// Background tasks that are not ended.
  func backgroundTaskFindings() -> [AuditFinding] {
    var findings: [AuditFinding] = []
    let isEverEnded = program.mentions.contains("endBackgroundTask")
    for function in program.allFunctions {
      for call in function.calls where isSystemTask(call) {
        let place = function.source.place(of: call.node)
        guard isEverEnded else {
          findings.append(AuditFinding(.backgroundTaskNeverEnded, at: place))
          continue
        }
        findings += expiry(of: call, at: place) + backgroundTask(call, function)
      }
    }
    return findings
  }

  /// Whether a background task is ended somewhere, as far as one sees.
  func isEnded(_ call: Call, in function: Function) -> Bool {
    program.mentions.contains("endBackgroundTask") && backgroundTask(call, function).isEmpty
  }

  /// Whether a call begins a task of the system, and not one of a class that wraps them.
  private func isSystemTask(_ call: Call) -> Bool {
    guard call.name == "beginBackgroundTask" else { return false }
    let base = call.callee.dropLast(call.name.count).lowercased()
    return base.contains("app") || !program.allFunctions.contains { $0.name == call.name }
  }

  private func backgroundTask(_ call: Call, _ function: Function) -> [AuditFinding] {
    guard let name = identifier(of: call.node),
      let body = enclosingBody(of: call.node, in: function)
    else { return [] }
    let owed = Obligation(kind: .backgroundTask, name: name, beginning: call.node)
    // Its expiration handler ends it, if nobody did before.
    if call.closures.contains(where: owed.isNamed) { return [] }
    let canThrow = body.id == function.body.id && function.canThrow
    if let path = PathAnalysis.missedPaths(of: owed, in: body, canThrow: canThrow).first {
      let place = function.source.place(of: path.node)
      return [AuditFinding(.backgroundTaskNotEnded, at: place, path.end.words, name)]
    }
    return PathAnalysis.suspectedPaths(of: owed, in: body).prefix(1).map { path in
      let place = function.source.place(of: path.node)
      return AuditFinding(.backgroundTaskMayNotEnd, at: place, path.end.words, name)
    }
  }

  private func expiry(of call: Call, at place: Place) -> [AuditFinding] {
    guard
      call.node.arguments.allSatisfy({ ["withName", "expirationHandler"].contains($0.label?.text) })
    else { return [] }
    let handler = call.closures.last
    let given = call.argument("expirationHandler")
    if let handler {
      guard handler.statements.isEmpty else { return [] }
      return [
        AuditFinding(
          .backgroundTaskNotEndedOnExpiry, at: place, "The expiration handler of this task is empty"
        )
      ]
    }
    guard given == nil || given?.is(NilLiteralExprSyntax.self) == true else { return [] }
    return [
      AuditFinding(
        .backgroundTaskNotEndedOnExpiry, at: place, "This task has no expiration handler")
    ]
  }

  /// The local name that keeps the identifier of a task; nil where it is kept elsewhere.
  private func identifier(of call: FunctionCallExprSyntax) -> String? {
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
      list.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
      let name = first.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return nil }
    return name
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

  // MARK: Completions

  private static let completions: [(word: String, rule: RuleNumber)] = [
    ("didReceiveRemoteNotification", .R098), ("performFetch", .R097),
    ("handleEventsForBackgroundURLSession", .R105), ("didReceiveNotificationResponse", .R144),
    ("willPresentNotification", .R143), ("didReceiveIncomingPush", .R141),
  ]

  /// Handlers that do not call their completion.
  func completionFindings() -> [AuditFinding] {
    handlers.compactMap { found in
      guard let rule = Self.completions.first(where: { $0.word == found.handler.word })?.rule,
        let function = found.function, !function.isAsync, let name = function.parameters.last
      else { return nil }
      let owed = Obligation(kind: .completion, name: name, beginning: nil)
      let missed = PathAnalysis.missedPaths(of: owed, in: function.body, canThrow: false)
      if let path = missed.first {
        let node = path.end == .fallsThrough ? nil : path.node
        let place = node.map { function.source.place(of: $0) } ?? found.place
        return AuditFinding(.completionNotCalled, rule, at: place, path.end.words, name)
      }
      return PathAnalysis.suspectedPaths(of: owed, in: function.body).first.map { path in
        AuditFinding(
          .completionMayBeMissed, rule, at: function.source.place(of: path.node), name,
          path.end.words)
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
