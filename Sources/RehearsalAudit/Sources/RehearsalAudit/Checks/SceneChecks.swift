// Findings about scenes: the manifest, handlers that scenes replace, the ways into an app, each of which comes
// by another door when the app runs already, and windows, of which each scene has its own.

import RehearsalRules
import SwiftSyntax

extension AuditedApp {
  /// What no longer comes to whom it is written for.
  func sceneFindings() -> [AuditFinding] {
    var findings = manifestFindings()
    if hasScenes { findings += replacedHandlers() + emptyLaunchOptions() + sceneEntries() }
    if sceneAdoption == .missing, manifest.source != nil { findings += launchEntries() }
    if manifest.exitsOnSuspend, let source = manifest.source, deploysFrom13 {
      findings.append(
        AuditFinding(
          .exitsOnSuspendIgnored,
          at: Place(
            path: source.path, line: source.line(of: "UIApplicationExitsOnSuspend"), column: 1)))
    }
    return findings
  }

  /// An Info.plist without what makes an app live with scenes.
  private func manifestFindings() -> [AuditFinding] {
    // Of an app in another language the Info.plist alone is known, and enough.
    guard let source = manifest.source, !hasScenes,
      applicationDelegate != nil || !program.hasSources
    else { return [] }
    let words: String
    switch manifest.sceneManifest {
    case .missing: words = "has no UIApplicationSceneManifest"
    case .withoutConfiguration:
      words = "has a UIApplicationSceneManifest that names no configuration of a window's scene"
    case .withoutDelegate, .complete:
      words = "has a UIApplicationSceneManifest whose configuration names no delegate class"
    }
    let key =
      manifest.sceneManifest == .missing ? "CFBundleIdentifier" : AppManifest.sceneManifestKey
    let listed = Place(path: source.path, line: source.line(of: key), column: 1)
    let place =
      source.path.hasSuffix(".plist") ? listed : applicationDelegate?.place ?? listed
    return [
      AuditFinding(
        sceneAdoption == .uncertain ? .sceneManifestMayNotCount : .noSceneManifest, at: place, words
      )
    ]
  }

  /// Whether it runs on no version before scenes, as far as anybody says.
  var deploysFrom13: Bool {
    manifest.deploymentTarget.map { $0 >= 13 } ?? !program.asksForScenes
  }

  private func replacedHandlers() -> [AuditFinding] {
    handlers.compactMap { found in
      guard found.handler.recipient == .application, let replacement = found.handler.replacement,
        !found.isEmpty, !isForwarded(found)
      else { return nil }
      let exists = handlers.contains { $0.handler.selector == replacement.selector }
      // On older systems it is still called, and there is one for each of them.
      if exists, !deploysFrom13 { return nil }
      return AuditFinding(
        exists ? .handlerDuplicated : .handlerNeverCalled, replacement.rule, at: found.place,
        found.handler.selector, replacement.selector)
    }
  }

  private func emptyLaunchOptions() -> [AuditFinding] {
    // On older systems they are filled.
    guard deploysFrom13 else { return [] }
    return launchKeys().compactMap { key, place in
      ["url", "shortcutItem", "userActivityDictionary", "userActivityType", "sourceApplication"]
        .contains(key) ? AuditFinding(.launchOptionsEmpty, at: place, "." + key) : nil
    }
  }

  /// The keys of the launch options that launch methods read, with their places.
  private func launchKeys() -> [(String, Place)] {
    var keys: [(String, Place)] = []
    for found in handlers
    where found.handler.moment == .launch && found.handler.recipient == .application {
      guard let function = found.function, let options = function.parameters.last else { continue }
      for node in SubscriptReader.subscripts(in: Syntax(function.body))
      where node.calledExpression.strippedOfOptionality.compactText == options {
        guard let key = node.arguments.first?.expression.compactText.split(separator: ".").last
        else { continue }
        keys.append((String(key), function.source.place(of: node)))
      }
    }
    return keys
  }

  // MARK: Ways in

  /// A way into an app with scenes: what a running app gets, and where it stands at a cold launch.
  private struct Way {
    let message: Message
    let member: String
    let things: String
    let rule: RuleNumber
    /// The key of the launch options without scenes, and the message to the application then.
    let launchKey: String
    let applicationMessage: Message
  }

  private static let ways: [Way] = [
    Way(
      message: .sceneOpenURLContexts, member: "urlContexts", things: "links", rule: .R024,
      launchKey: "url", applicationMessage: .open),
    Way(
      message: .scenePerformAction, member: "shortcutItem", things: "quick actions", rule: .R023,
      launchKey: "shortcutItem", applicationMessage: .performAction),
    Way(
      message: .sceneContinueUserActivity, member: "userActivities", things: "activities",
      rule: .R017, launchKey: "userActivityDictionary",
      applicationMessage: .continueUserActivity),
  ]

  private func sceneEntries() -> [AuditFinding] {
    var findings: [AuditFinding] = []
    guard !hasForeignSceneDelegate else { return [] }
    let connections =
      handlers(.sceneWillConnect) + handlers(.configurationForConnecting)
    for way in Self.ways {
      let warm = handlers(way.message).filter { !$0.isEmpty }
      let readings = connections.map { self.reading(of: way, in: $0) }
      if let found = warm.first, !readings.contains(.maybe), !readings.contains(.yes) {
        let isSwiftUI = isSwiftUIApp && program.mentions("onOpenURL")
        if !isSwiftUI {
          findings.append(
            AuditFinding(
              .coldLaunchMissed, way.rule, at: found.place, found.handler.selector, way.things,
              way.member))
        }
      }
      if warm.isEmpty, handlers(way.message).isEmpty, !isSwiftUIApp,
        way.message != .sceneContinueUserActivity || hearsOfOthersActivities,
        let index = readings.firstIndex(of: .yes)
      {
        findings.append(
          AuditFinding(
            .warmLaunchMissed, way.rule == .R017 ? .R070 : way.rule, at: connections[index].place,
            "connectionOptions." + way.member, way.things, way.message.selector))
      }
    }
    return findings
  }

  /// Whether activities come from elsewhere than the app itself, which hands its own to new scenes.
  private var hearsOfOthersActivities: Bool {
    !manifest.associatedDomains.isEmpty
      || program.mentions(anyOf: ["NSUserActivityTypeBrowsingWeb", "webpageURL"])
  }

  private enum Reading { case yes, no, maybe }

  /// Whether the connection of a scene reads a member of its options; maybe, where it hands them on.
  private func reading(of way: Way, in found: FoundHandler) -> Reading {
    let alternative = way.member == "userActivities" ? "userActivity" : way.member
    if let text = found.objectiveC?.body {
      let member = way.member == "urlContexts" ? "URLContexts" : alternative
      if text.contains(member) { return .yes }
      // The parameter's name is in the head; any other use of options may hand them on.
      return text.lowercased().contains("options") ? .maybe : .no
    }
    guard let function = found.function, let options = function.parameters.last else {
      return .maybe
    }
    if options == "_" { return .no }
    var result = Reading.no
    for use in ReferenceReader.references(to: options, in: Syntax(function.body)) {
      guard let member = use.parent?.as(MemberAccessExprSyntax.self),
        member.base?.id == ExprSyntax(use).id
      else {
        result = .maybe
        continue
      }
      let name = member.declName.baseName.text
      if name == way.member || name == alternative { return .yes }
    }
    return result
  }

  /// Ways into an app without scenes: read at the launch alone, or twice.
  private func launchEntries() -> [AuditFinding] {
    let keys = launchKeys()
    return Self.ways.compactMap { way in
      guard let (key, place) = keys.first(where: { $0.0 == way.launchKey }) else { return nil }
      // The address of an activity comes by the activity.
      if way.launchKey == "url", keys.contains(where: { $0.0.hasPrefix("userActivity") }) {
        return nil
      }
      let warm = handlers(way.applicationMessage)
      guard let other = warm.first(where: { !$0.isEmpty }) else {
        if hasForeignDelegate || !warm.isEmpty { return nil }
        let number: RuleNumber = way.rule == .R023 ? .R023 : .R069
        return AuditFinding(
          .warmLaunchMissed, number, at: place, "launchOptions." + key, way.things,
          way.applicationMessage.selector)
      }
      guard launchAlwaysReturnsTrue(), !isSetAgain(by: other, where: way.launchKey),
        isUsed(key)
      else { return nil }
      return AuditFinding(
        .handledTwice, way.rule == .R023 ? .R023 : .R020, at: place, "." + key,
        other.handler.selector)
    }
  }

  /// Whether a launch does something with what stands under a key, and does not only ask whether it is
  /// there.
  private func isUsed(_ key: String) -> Bool {
    handlers.filter { $0.handler.moment == .launch }.compactMap(\.function).contains { function in
      SubscriptReader.subscripts(in: Syntax(function.body)).contains { node in
        node.arguments.first?.expression.compactText.hasSuffix("." + key) == true
          && !node.isCompared && !node.isBoundInVain
      }
    }
  }

  /// Whether a launch only keeps what it reads, in a property that a handler sets, too.
  private func isSetAgain(by other: FoundHandler, where key: String) -> Bool {
    let launches = handlers(.didFinishLaunching).compactMap(\.function)
    let kept = launches.flatMap(\.body).compactMap { item -> String? in
      guard let sequence = item.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self),
        sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        sequence.compactText.contains("." + key)
      else { return nil }
      return sequence.elements.first?.plainName
    }
    let tokens = other.function?.body.tokens(viewMode: .sourceAccurate).map(\.text) ?? []
    return !Set(kept).isDisjoint(with: tokens)
  }

  private func launchAlwaysReturnsTrue() -> Bool {
    handlers.filter {
      $0.handler.message == .didFinishLaunching || $0.handler.message == .willFinishLaunching
    }
    .allSatisfy { found in
      guard let function = found.function else { return false }
      return ReturnReader.values(in: function.body).allSatisfy { $0 == "true" }
    }
  }
}

extension SubscriptCallExprSyntax {
  /// Whether a comparison is all that is done with it.
  fileprivate var isCompared: Bool {
    sequence(first: Syntax(self), next: \.parent)
      .prefix { !$0.is(CodeBlockItemSyntax.self) && !$0.is(ClosureExprSyntax.self) }
      .contains { node in
        node.as(ExprListSyntax.self)?.contains { element in
          element.as(BinaryOperatorExprSyntax.self)
            .map { ["==", "!="].contains($0.operator.text) } ?? false
        } ?? false
      }
  }

  /// Whether it is bound to a name that nobody reads.
  fileprivate var isBoundInVain: Bool {
    guard
      let binding = sequence(first: Syntax(self), next: \.parent)
        .prefix(while: { !$0.is(CodeBlockItemSyntax.self) })
        .lazy.compactMap({ $0.as(OptionalBindingConditionSyntax.self) }).first
    else { return false }
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      return true
    }
    let body = sequence(first: Syntax(self), next: \.parent)
      .lazy.compactMap { $0.as(CodeBlockItemListSyntax.self) }.first
    return body.map { ReferenceReader.references(to: name, in: Syntax($0)).isEmpty } ?? false
  }
}

/// Finds subscripts.
final class SubscriptReader: SyntaxVisitor {
  private var found: [SubscriptCallExprSyntax] = []

  static func subscripts(in node: Syntax) -> [SubscriptCallExprSyntax] {
    let reader = SubscriptReader(viewMode: .sourceAccurate)
    reader.walk(node)
    return reader.found
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }
}

/// Finds uses of a name.
final class ReferenceReader: SyntaxVisitor {
  private let name: String
  private var found: [DeclReferenceExprSyntax] = []

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  static func references(to name: String, in node: Syntax) -> [DeclReferenceExprSyntax] {
    let reader = ReferenceReader(name)
    reader.walk(node)
    return reader.found
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    if node.baseName.text == name, !isMember { found.append(node) }
    return .visitChildren
  }
}

/// Reads what a function returns.
private final class ReturnReader: SyntaxVisitor {
  private var values: [String] = []

  static func values(in body: CodeBlockItemListSyntax) -> [String] {
    let reader = ReturnReader(viewMode: .sourceAccurate)
    reader.walk(body)
    return reader.values
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    values.append(node.expression?.compactText ?? "")
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension AuditedApp {
  /// Windows that are read or made where there is none.
  func windowFindings() -> [AuditFinding] {
    guard hasScenes, deploysFrom13, !hasForeignDelegate else { return [] }
    return delegateWindows() + launchWindows() + connectionWindows() + windowsOfWakings()
  }

  /// The window of the application's delegate, where the system sets it for no app with scenes.
  private func delegateWindows() -> [AuditFinding] {
    guard let delegate = applicationDelegate?.name else { return [] }
    let lineage = program.lineage(of: delegate)
    let hasWindow = program.properties(of: lineage).contains { $0.name == "window" }
    // The protocol asks for none, and whoever reads it there gets none.
    guard hasWindow != isSwiftUIApp else { return [] }
    // Set by anybody, as a whole or through the delegate, it may be there.
    let own = program.functions(of: lineage)
    guard !own.contains(where: { WindowReader.assigns(in: $0.body, isDelegate: true) }) else {
      return []
    }
    let others = program.functions(near: "delegate").filter { function in
      function.source.mentions("window") && !own.contains { $0 === function }
    }
    let read = others.flatMap { function in
      DelegateWindowReader.reads(in: function.body, of: lineage).prefix(1)
        .map { AuditFinding(.delegateWindow, at: function.source.place(of: $0)) }
    }
    let findings =
      read
      + own.flatMap { function -> [AuditFinding] in
        guard function.name != "window", hasWindow else { return [] }
        return ReferenceReader.references(to: "window", in: Syntax(function.body))
          .filter { use in
            !function.parameters.contains("window")
              && !DeclarationFinder.declares("window", in: function.body)
              && (use.parent?.is(ForceUnwrapExprSyntax.self) ?? false
                || use.parent?.is(OptionalChainingExprSyntax.self) ?? false)
          }
          .prefix(1).map { AuditFinding(.delegateWindow, at: function.source.place(of: $0)) }
      }
    guard !findings.isEmpty else { return [] }
    let delegates = program.words { $0.lowercased().contains("delegate") }
    let isSetByOthers = program.sources(mentioning: delegates).contains { source in
      source.mentions("window")
        && source.functions.contains { WindowReader.assigns(in: $0.body, isDelegate: false) }
    }
    return isSetByOthers ? [] : findings
  }

  /// Windows of the launch itself.
  private func launchWindows() -> [AuditFinding] {
    let launches = program.reach(code(at: .launch), isSure: true)
    let scenes = Set(program.reach(code(at: .connection), isSure: false).map(\.node.id))
    return launches.filter { !scenes.contains($0.node.id) }.flatMap { code -> [AuditFinding] in
      let made = code.calls.filter {
        !$0.isInClosure && $0.callee == "UIWindow" && $0.argument("windowScene") == nil
          && !isSwiftUIApp && !isForOlderSystems($0.node, in: code)
      }
      let keys = KeyWindowReader.reads(in: code.node).filter { !isForOlderSystems($0, in: code) }
      return made.prefix(1).map {
        AuditFinding(.windowWithoutScene, at: code.source.place(of: $0.node))
      }
        + keys.prefix(1).map {
          AuditFinding(
            .keyWindowAtLaunch, at: code.source.place(of: $0), $0.declName.baseName.text,
            "while an app with scenes launches, before any scene is connected")
        }
    }
  }

  /// Windows that have to be there in a handler that wakes an app in the background, without scenes.
  private func windowsOfWakings() -> [AuditFinding] {
    let wakings: Set<Message> = [
      .didReceiveRemoteNotification, .performFetch, .handleEventsForBackgroundURLSession,
      .didReceiveIncomingPush, .didReceiveIncomingVoIPPush,
    ]
    return handlers.flatMap { found -> [AuditFinding] in
      guard let message = found.handler.message, wakings.contains(message),
        let function = found.function
      else { return [] }
      return KeyWindowReader.reads(in: Syntax(function.body)).filter(\.isForced).prefix(1).map {
        AuditFinding(
          .keyWindowAtLaunch, at: function.source.place(of: $0), $0.declName.baseName.text,
          "in a handler that wakes the app in the background, where no scene may be connected")
      }
    }
  }

  /// Windows of a connection that get no scene.
  private func connectionWindows() -> [AuditFinding] {
    program.reach(code(at: .connection), isSure: true).flatMap { code -> [AuditFinding] in
      guard !code.text.contains("windowScene=") else { return [] }
      return code.calls.filter {
        !$0.isInClosure && $0.callee == "UIWindow" && $0.argument("frame") != nil
      }.prefix(1).map { AuditFinding(.windowWithoutScene, at: code.source.place(of: $0.node)) }
    }
  }

  /// Whether a condition about the version of the system stands around a node.
  private func isForOlderSystems(_ node: some SyntaxProtocol, in code: Code) -> Bool {
    sequence(first: Syntax(node), next: \.parent).prefix { $0.id != code.node.id }.contains {
      parent in
      parent.as(IfExprSyntax.self)?.conditions.compactText.contains("available") ?? false
        || parent.is(ClosureExprSyntax.self)
    }
  }
}

/// Finds reads of the window of the application's delegate, by itself or by a name that the body gives it.
private final class DelegateWindowReader: SyntaxVisitor {
  private let types: Set<String>
  private var names: Set<String> = []
  private var found: [MemberAccessExprSyntax] = []

  private init(_ types: Set<String>) {
    self.types = types
    super.init(viewMode: .sourceAccurate)
  }

  static func reads(
    in body: CodeBlockItemListSyntax, of types: Set<String>
  ) -> [MemberAccessExprSyntax] {
    let reader = DelegateWindowReader(types)
    reader.walk(body)
    return reader.found
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
      let value = initializer?.value, isDelegate(value)
    else { return }
    names.insert(name)
  }

  /// Whether an expression is the delegate of the application.
  private func isDelegate(_ value: ExprSyntax) -> Bool {
    let text = value.compactText.filter { !"()?!".contains($0) }
    guard text.hasPrefix("UIApplication.shared.delegate") else { return false }
    let rest = text.dropFirst("UIApplication.shared.delegate".count)
    return rest.isEmpty || rest.hasPrefix("as") && types.contains(String(rest.dropFirst(2)))
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.declName.baseName.text == "window", let base = node.base,
      base.plainName.map(names.contains) ?? isDelegate(base)
    {
      found.append(node)
    }
    return .visitChildren
  }
}

extension MemberAccessExprSyntax {
  /// Whether it, or what is read of it, is unwrapped by force.
  fileprivate var isForced: Bool {
    sequence(first: Syntax(self), next: \.parent)
      .prefix { !$0.is(CodeBlockItemSyntax.self) && !$0.is(ClosureExprSyntax.self) }
      .contains { $0.is(ForceUnwrapExprSyntax.self) }
  }
}

/// Looks for what sets a window.
private final class WindowReader: SyntaxVisitor {
  private let isDelegate: Bool
  private var isFound = false

  private init(_ isDelegate: Bool) {
    self.isDelegate = isDelegate
    super.init(viewMode: .sourceAccurate)
  }

  static func assigns(in body: CodeBlockItemListSyntax, isDelegate: Bool) -> Bool {
    let reader = WindowReader(isDelegate)
    reader.walk(body)
    return reader.isFound
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count > 2, elements[1].is(AssignmentExprSyntax.self) {
      let target = elements[0].compactText.lowercased()
      if target.hasSuffix(".window"), target.contains("delegate") { isFound = true }
      if isDelegate, elements[0].plainName == "window" { isFound = true }
    }
    return .visitChildren
  }
}

/// Finds reads of the windows that an application has.
private final class KeyWindowReader: SyntaxVisitor {
  private var found: [MemberAccessExprSyntax] = []

  static func reads(in node: Syntax) -> [MemberAccessExprSyntax] {
    let reader = KeyWindowReader(viewMode: .sourceAccurate)
    reader.walk(node)
    return reader.found
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.declName.baseName.text
    let base = node.base?.compactText ?? ""
    if ["keyWindow", "windows"].contains(name),
      base == "UIApplication.shared" || base == "application"
    {
      found.append(node)
    }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
