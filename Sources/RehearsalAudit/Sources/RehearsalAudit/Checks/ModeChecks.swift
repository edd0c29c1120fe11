// Findings about what the declarations of an app allow it to do in the background.

import RehearsalLifecycle
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
    if modes.contains("remote-notification"),
      handlers("didReceiveRemoteNotification", .application).isEmpty, !hasForeignDelegate
    {
      findings += handlers("didReceiveRemoteNotificationInFront", .application)
        .filter { !$0.isEmpty }
        .map { AuditFinding(.pushWithoutCompletion, at: $0.place, $0.handler.selector) }
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
    let name = "allowsBackgroundLocationUpdates"
    return program.allFunctions.filter { $0.source.mentions.contains(name) }.flatMap { function in
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
    return program.allFunctions.flatMap { function in
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
