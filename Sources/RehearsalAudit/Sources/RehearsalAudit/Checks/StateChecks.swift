// Findings about what an app keeps: what is saved too late, read too early, locked too long, or started
// again and again; and about the way to the background, on which work is begun that nothing keeps alive.

import RehearsalRules
import SwiftSyntax

extension AuditedApp {
  // MARK: Saving

  private static let savingStarts = [
    "save", "persist", "archive", "synchronize", "flush", "writeTo",
  ]

  private static func saves(_ call: Call) -> Bool {
    if savingStarts.contains(where: { call.name.hasPrefix($0) }) { return true }
    if call.name == "write" { return call.argument("to") != nil || call.argument("toFile") != nil }
    guard call.name == "set", call.callee.contains("UserDefaults") else { return false }
    // A mark that the app was terminated is no data.
    let value = call.argument(nil)?.compactText ?? ""
    return !["true", "false", "Date()"].contains(value)
  }

  /// What is saved when the app is terminated, and at no other moment.
  func savingFindings() -> [AuditFinding] {
    let codes = code(at: .terminates).filter { $0.calls.contains(where: Self.saves) }
    guard !codes.isEmpty else { return [] }
    let earlier = [Moment.entersBackground, .resigns].flatMap { code(at: $0) }
    if program.reach(earlier, isSure: false).contains(where: {
      $0.calls.contains(where: Self.saves)
    }) {
      return []
    }
    let leaving = ["applicationDidEnterBackground", "applicationWillResignActive"]
    if program.objectiveCSources(mentioning: leaving).contains(where: {
      $0.methods.contains(where: Self.savesEarlier)
    }) {
      return []
    }
    for code in codes {
      guard let call = code.calls.first(where: Self.saves) else { continue }
      // Called elsewhere too, it may be called at each change.
      let others = program.functions(near: call.name).flatMap(\.calls)
        .filter { $0.name == call.name }
      guard others.count == 1 || call.callee.contains("UserDefaults") else { continue }
      return [
        AuditFinding(.savesOnlyAtTermination, at: code.source.place(of: call.node), call.callee)
      ]
    }
    return []
  }

  private static func savesEarlier(_ method: ObjectiveCSource.Method) -> Bool {
    let moments = ["applicationDidEnterBackground:", "applicationWillResignActive:"]
    return moments.contains(method.selector) && method.body.lowercased().contains("save")
  }

  // MARK: Shut data

  private static let awareness: Set = [
    "errSecInteractionNotAllowed", "isProtectedDataAvailable", "protectedDataDidBecomeAvailable",
    "protectedDataDidBecomeAvailableNotification", "applicationProtectedDataDidBecomeAvailable",
    "interactionNotAllowed",
  ]

  /// Reads at launch that find nothing while the data is shut.
  func protectedDataFindings() -> [AuditFinding] {
    guard mayStartLocked else { return [] }
    var entries = code(at: .launch) + code(at: .connection)
    for type in program.entryTypes
    where type.attributes.contains("main") && type.inherited.contains("App") {
      entries += program.functions(of: type.name, named: "init").map(Code.init)
    }
    guard !entries.contains(where: { $0.node.names(oneOf: Self.awareness) }) else { return [] }
    let reached = program.reach(entries, isSure: true)
    for code in reached where !isAware(code, among: reached) {
      for call in code.calls where !call.isInClosure {
        guard let thing = protectedItem(read: call, in: code),
          thing.rule == .R166 || !program.mentions(anyOf: Self.awareness)
        else { continue }
        return [
          AuditFinding(
            .protectedDataTakenForAbsent, thing.rule, at: code.source.place(of: call.node),
            thing.name)
        ]
      }
    }
    return shutProperty(read: reached) ?? shutFile(read: reached) ?? migrationFindings(reached)
  }

  /// A file that is made anew, or what else it stands for, where it cannot be read.
  private func shutFile(read reached: [Code]) -> [AuditFinding]? {
    let verbs = ["create", "reset", "wipe", "clear", "remove", "delete", "logout", "signout"]
    for code in reached where !isAware(code, among: reached) {
      for escape in GuardReader.guards(in: code.node) {
        let text = escape.conditions.compactText
        guard text.contains("try?Data(contentsOf:") || text.contains("try?String(contentsOf:"),
          !text.contains("Bundle."),
          CallCollector.calls(in: Syntax(escape.body)).contains(where: { call in
            verbs.contains(where: call.name.lowercased().hasPrefix)
          })
        else { continue }
        return [
          AuditFinding(
            .protectedDataTakenForAbsent, .R166, at: code.source.place(of: escape), "A file")
        ]
      }
    }
    return nil
  }

  /// A property that tells who is logged in and reads what is shut, in its getter or its wrapper.
  private func shutProperty(read reached: [Code]) -> [AuditFinding]? {
    for code in reached where !isAware(code, among: reached) {
      for token in code.node.tokens(viewMode: .sourceAccurate) {
        guard case .identifier(let name) = token.tokenKind,
          Self.tellingWords.contains(where: name.lowercased().contains), token.isRead,
          let thing = shutGetter(name) ?? shutWrapper(name),
          thing.rule == .R166 || !program.mentions(anyOf: Self.awareness)
        else { continue }
        return [
          AuditFinding(
            .protectedDataTakenForAbsent, thing.rule, at: code.source.place(of: token), thing.name)
        ]
      }
    }
    return nil
  }

  private func shutGetter(_ name: String) -> (name: String, rule: RuleNumber)? {
    let getters = program.functions(named: name).filter { $0.selector == name }
    guard getters.count == 1, let getter = getters.first,
      !Self.awareness.contains(where: getter.source.mentions)
    else { return nil }
    return getter.calls.lazy.compactMap { self.protectedItem(read: $0, in: Code(getter)) }.first
  }

  /// A property under a wrapper that reads the preferences by a key.
  private func shutWrapper(_ name: String) -> (name: String, rule: RuleNumber)? {
    let wrapped = program.properties(named: name)
    guard wrapped.count == 1, let wrapper = wrapped.first?.wrapper,
      Self.tellingWords.contains(where: wrapper.key.lowercased().contains)
    else { return nil }
    let reads =
      wrapper.name == "AppStorage"
      || program.functions(of: wrapper.name).contains { function in
        function.selector == "wrappedValue"
          && function.calls.contains { $0.callee.lowercased().contains("userdefaults") }
      }
    return reads ? ("\(wrapper.key) of the preferences", .R166) : nil
  }

  /// Whether code, its source, or what calls it asks whether data can be read.
  private func isAware(_ code: Code, among reached: [Code]) -> Bool {
    Self.awareness.contains(where: code.source.mentions)
      || reached.contains { caller in
        caller.calls.contains { $0.name == code.function.name }
          && caller.node.names(oneOf: Self.awareness)
      }
  }

  /// Migrations at a launch, or as the first view loads, that depend on the number of the last one: it
  /// reads as if there had been none.
  private func migrationFindings(_ reached: [Code]) -> [AuditFinding] {
    let words = program.words { $0.lowercased().contains("migrat") }
    let views = program.functions(near: words).filter { $0.selector == "viewDidLoad()" }
    for code in reached + views.map(Code.init)
    where !code.node.names(oneOf: Self.awareness.union(["applicationState"])) {
      for branch in BranchReader.branches(in: code.node) {
        let text = branch.conditions.compactText
        guard text.lowercased().contains("migrat"), text.contains("<"),
          CallCollector.calls(in: Syntax(branch.body)).contains(where: {
            $0.name.lowercased().hasPrefix("migrat")
          })
        else { continue }
        return [
          AuditFinding(
            .protectedDataTakenForAbsent, .R166, at: code.source.place(of: branch),
            "The number of the last migration")
        ]
      }
    }
    return []
  }

  /// Words of keys by which apps tell who is logged in, and what they were when they last ran.
  private static let tellingWords = [
    "token", "session", "login", "loggedin", "credential", "auth", "lastrunversion", "lastversion",
    "installedversion", "migration", "firstlaunch", "firstrun",
  ]

  private func protectedItem(read call: Call, in code: Code) -> (name: String, rule: RuleNumber)? {
    if call.callee == "SecItemCopyMatching" { return ("An item of the Keychain", .R169) }
    let argument = call.argument("forKey") ?? call.argument(nil)
    let key =
      argument.flatMap { program.text(of: $0, in: code.owner) } ?? argument?.compactText ?? ""
    let base = call.callee.dropLast(call.name.count).lowercased()
    if base.contains("keychain"),
      ["get", "string", "data", "getString", "getData"].contains(call.name)
    {
      return ("\(key) of the Keychain", .R169)
    }
    guard base.contains("userdefaults"),
      ["string", "data", "bool", "object", "integer"].contains(call.name),
      Self.tellingWords.contains(where: key.lowercased().contains),
      // Who pushes to the device is asked again, which loses nothing.
      !["push", "device", "fcm"].contains(where: key.lowercased().contains)
    else { return nil }
    return ("\(key) of the preferences", .R166)
  }

  // MARK: Locks

  /// Locks on files that nothing protects from suspension.
  func lockFindings() -> [AuditFinding] {
    let covers: Set = [
      "beginBackgroundTask", "performExpiringActivity", "observesSuspensionNotifications",
    ]
    var findings: [AuditFinding] = []
    for function in program.functions(near: ["flock", "lockf", "fcntl"]) {
      let names = Set(function.calls.map(\.name))
      guard names.isDisjoint(with: covers) else { continue }
      for call in function.calls {
        let place = function.source.place(of: call.node)
        let text = call.node.arguments.compactText
        let isLock =
          call.callee == "flock" && (text.contains("LOCK_EX") || text.contains("LOCK_SH"))
          || call.callee == "lockf" && text.contains("F_LOCK")
          || call.callee == "fcntl" && (text.contains("F_SETLK"))
            && function.body.compactText.contains("F_WRLCK")
        guard isLock, !isReleased(in: function) else { continue }
        findings.append(
          AuditFinding(
            .lockOverSuspension, at: place,
            "\(call.callee) locks a file, and this function keeps it locked"))
      }
    }
    return findings + sharedDatabases()
  }

  private func isReleased(in function: Function) -> Bool {
    function.calls.contains { call in
      let text = call.node.arguments.compactText
      return text.contains("LOCK_UN") || text.contains("F_UNLCK") || text.contains("F_ULOCK")
        || call.callee == "close" || call.name == "close"
    }
  }

  private static let databases: Set = [
    "sqlite3_open", "sqlite3_open_v2", "DatabaseQueue", "DatabasePool", "Connection", "FMDatabase",
    "FMDatabaseQueue", "Realm.Configuration", "NSPersistentStoreDescription", "ModelConfiguration",
  ]

  /// Databases in the folder of an app group, where nothing is done on the way to the background.
  private func sharedDatabases() -> [AuditFinding] {
    // GRDB's own handling of suspension lets go of the locks.
    guard !program.mentions("observesSuspensionNotifications"),
      program.mentions("forSecurityApplicationGroupIdentifier")
    else { return [] }
    let opened = openedDatabases()
    guard !opened.isEmpty else { return [] }
    let leaving = [Moment.resigns, .entersBackground].flatMap { code(at: $0) }
    let owners = Set(leaving.compactMap(\.owner))
    // A task over the whole way counts; one of a helper covers what the helper does.
    let isHandled = program.reach(leaving, isSure: false).contains { code in
      code.calls.contains { call in
        Self.keepers.contains(call.name) && code.owner.map(owners.contains) ?? false
          || ["close", "suspend", "interrupt"].contains(where: call.name.lowercased().hasPrefix)
      }
    }
    return isHandled ? [] : opened
  }

  /// Where databases in the folder of an app group are opened.
  private func openedDatabases() -> [AuditFinding] {
    let words = Self.databases.map { String($0.prefix { $0 != "." }) }
    let configured = program.functions(near: "Realm").compactMap { function -> AuditFinding? in
      guard let node = FileAssignments.first(in: function.body), program.namesGroupPlace(function)
      else { return nil }
      return AuditFinding(
        .lockOverSuspension, at: function.source.place(of: node),
        "Realm gets the file of an app group, which is locked while it is used")
    }
    return configured
      + program.functions(near: words).compactMap { function in
        guard
          let database = function.calls.first(where: { call in
            Self.databases.contains(call.callee) && !call.node.arguments.isEmpty
              && (call.callee != "Connection" || function.source.mentions("SQLite"))
              && call.argument("named") == nil
              && !program.types.contains { $0.isClass && $0.name == call.callee }
          }), program.namesGroupPlace(function) || isHandedGroupPlace(database, function)
        else { return nil }
        return AuditFinding(
          .lockOverSuspension, at: function.source.place(of: database.node),
          "\(database.callee) opens a database of an app group, which is locked while it is used")
      }
  }

  /// Whether a database is opened at a path that callers hand over, one of them in an app group.
  private func isHandedGroupPlace(_ database: Call, _ function: Function) -> Bool {
    let isHanded = database.node.arguments.contains { argument in
      argument.expression.handedName.map(function.parameters.contains) ?? false
    }
    guard isHanded, function.name != "init" else { return false }
    return program.functions(near: function.name).contains { caller in
      caller.calls.contains { $0.name == function.name } && program.namesGroupPlace(caller)
    }
  }

  // MARK: Timers

  /// Timers that are started each time the app becomes active.
  func timerFindings() -> [AuditFinding] {
    let starts = code(at: .becomesActive)
    let stops = [Moment.resigns, .entersBackground].flatMap { code(at: $0) }
    let areStopped = program.reach(stops, isSure: false).contains { code in
      code.calls.contains { ["invalidate", "cancel", "stop", "pause"].contains($0.name) }
        || code.node.compactText.contains("invalidate")
    }
    guard !areStopped else { return [] }
    let counterpart =
      hasScenes && !isSwiftUIApp ? "sceneWillResignActive(_:)" : "applicationWillResignActive(_:)"
    return program.reach(starts, isSure: true, following: Self.runsAlways).compactMap { code in
      guard let timer = code.calls.first(where: { Self.startsTimer($0) }),
        !Self.isGuarded(timer, in: code)
      else { return nil }
      let place = code.source.place(of: timer.node)
      let own = code.owner.map { owner in
        program.functions(of: owner).flatMap(\.calls)
          .contains { $0.name == "invalidate" }
      }
      guard own == false, let owner = code.owner else {
        return AuditFinding(.timerMayDouble, at: place, counterpart)
      }
      return AuditFinding(.timerDoubled, at: place, owner, counterpart)
    }
  }

  private static func startsTimer(_ call: Call) -> Bool {
    let isTimer =
      call.callee == "Timer.scheduledTimer" || call.callee == "Foundation.Timer.scheduledTimer"
    return isTimer && call.argument("repeats")?.compactText == "true" && !call.isInClosure
  }

  /// Whether a timer starts under a condition, such as that there is none, or an old one is stopped.
  private static func isGuarded(_ timer: Call, in code: Code) -> Bool {
    code.calls.contains { $0.name == "invalidate" } || !runsAlways(timer, in: code)
  }

  /// Whether a call is made each time that a piece of code runs.
  static func runsAlways(_ call: Call, in code: Code) -> Bool {
    var node = Syntax(call.node)
    while node.id != code.node.id, let parent = node.parent {
      if parent.is(IfExprSyntax.self) || parent.is(SwitchExprSyntax.self)
        || parent.is(GuardStmtSyntax.self) || parent.is(TernaryExprSyntax.self)
        || parent.is(CatchClauseSyntax.self) || parent.is(ClosureExprSyntax.self)
        || parent.is(ForStmtSyntax.self) || parent.is(WhileStmtSyntax.self)
      {
        return false
      }
      if let items = parent.as(CodeBlockItemListSyntax.self),
        items.prefix(while: { $0.id != node.id }).contains(where: { LeavingFinder.leaves($0) })
      {
        return false
      }
      node = parent
    }
    return true
  }
}

/// Finds guards outside of closures.
private final class GuardReader: SyntaxVisitor {
  private var found: [GuardStmtSyntax] = []

  static func guards(in node: Syntax) -> [GuardStmtSyntax] {
    let reader = GuardReader(viewMode: .sourceAccurate)
    reader.walk(node)
    return reader.found
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension TokenSyntax {
  /// Whether it is a name that is read: neither called nor assigned to nor declared.
  fileprivate var isRead: Bool {
    guard let reference = parent?.as(DeclReferenceExprSyntax.self) else { return false }
    let whole =
      reference.parent?.as(MemberAccessExprSyntax.self).flatMap { member in
        member.declName.id == reference.id ? Syntax(member) : nil
      } ?? Syntax(reference)
    if whole.parent?.as(FunctionCallExprSyntax.self).map({ Syntax($0.calledExpression).id })
      == whole.id
    {
      return false
    }
    guard let list = whole.parent?.as(ExprListSyntax.self),
      list.first.map({ Syntax($0).id }) == whole.id
    else { return true }
    return list.dropFirst().first?.is(AssignmentExprSyntax.self) != true
  }
}

/// Finds conditions with what runs under them.
private final class BranchReader: SyntaxVisitor {
  private var found: [IfExprSyntax] = []

  static func branches(in node: Syntax) -> [IfExprSyntax] {
    let reader = BranchReader(viewMode: .sourceAccurate)
    reader.walk(node)
    return reader.found
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }
}

/// Looks for a way out of a body.
private final class LeavingFinder: SyntaxVisitor {
  private var isFound = false

  static func leaves(_ item: CodeBlockItemSyntax) -> Bool {
    let finder = LeavingFinder(viewMode: .sourceAccurate)
    finder.walk(item)
    return finder.isFound
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// Finds what sets the file of a configuration.
private final class FileAssignments: SyntaxVisitor {
  private var found: SequenceExprSyntax?

  static func first(in body: CodeBlockItemListSyntax) -> SequenceExprSyntax? {
    let reader = FileAssignments(viewMode: .sourceAccurate)
    reader.walk(body)
    return reader.found
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count > 2, elements[1].is(AssignmentExprSyntax.self),
      elements[0].as(MemberAccessExprSyntax.self)?.declName.baseName.text == "fileURL"
    {
      found = found ?? node
    }
    return .visitChildren
  }
}

extension AuditedApp {
  // MARK: Work

  /// Work that begins in a closure as the app enters the background, and that nothing keeps alive.
  func leavingFindings() -> [AuditFinding] {
    let isKept = isKeptAliveAsItLeaves
    return code(at: .entersBackground).flatMap { code -> [AuditFinding] in
      guard !isKept else { return [] }
      return program.reach([code], isSure: true).lazy.compactMap { reached in
        self.lostWork(in: reached)
      }.prefix(1).map { $0 }
    } + coverFindings() + expiringActivities()
  }

  /// Activities whose closure returns before the work that it begins is done: that is their end.
  private func expiringActivities() -> [AuditFinding] {
    program.functions(near: "performExpiringActivity").flatMap { function in
      function.calls.filter { $0.name == "performExpiringActivity" }.compactMap { call in
        guard let closure = call.closures.last,
          !CallCollector.calls(in: Syntax(closure.statements)).contains(where: {
            ["wait", "sync", "waitUntilFinished"].contains($0.name)
          })
        else { return nil }
        return lostWork(in: Code(Syntax(closure.statements), in: function))
      }
    }
  }

  static let keepers: Set = [
    "beginBackgroundTask", "performExpiringActivity", "beginActivity",
    "beginBackgroundTaskWithName", "beginBackgroundTaskWithExpirationHandler",
  ]

  /// Whether something that runs at this moment, anywhere in the app, keeps it running.
  var isKeptAliveAsItLeaves: Bool {
    // Whoever plays sound, follows places or talks to accessories is not suspended.
    let modes = Set(manifest.backgroundModes).intersection([
      "audio", "location", "bluetooth-central", "bluetooth-peripheral", "external-accessory",
    ])
    guard modes.isEmpty else { return true }
    let moments = [Moment.entersBackground, .resigns].flatMap { self.code(at: $0) }
    return program.reach(moments, isSure: false).contains { reached in
      reached.calls.contains { call in
        Self.keepers.contains(call.name)
          || call.name.lowercased().contains("backgroundtask")
            && call.name != "performBackgroundTask"
      }
    }
  }

  private static let verbs = [
    "save", "persist", "write", "archive", "flush", "synchron", "sync", "upload", "send", "backup",
    "export", "commit", "store",
  ]
  /// Those that a function which is only called there says surely enough.
  private static let keepingVerbs = [
    "save", "persist", "write", "archive", "flush", "upload", "backup",
  ]

  private func lostWork(in code: Code) -> AuditFinding? {
    let isSequence = code.node.parent?.parent?.is(ForStmtSyntax.self) ?? false
    for call in code.calls where !call.isInClosure {
      guard let work = laterWork(of: call, in: code) ?? (isSequence ? awaited(call) : nil) else {
        continue
      }
      return AuditFinding(.workWithoutBackgroundTask, at: code.source.place(of: call.node), work)
    }
    return nil
  }

  /// What a call does later than it returns, and keeps something by.
  private func laterWork(of call: Call, in code: Code) -> String? {
    if Self.isUpload(call, in: code) { return call.callee }
    guard Self.isLater(call), let closure = call.closures.last ?? workItem(of: call, in: code)
    else { return nil }
    for inner in CallCollector.calls(in: Syntax(closure.statements))
    where !Logging.isLog(inner.node) {
      if Self.names(inner, oneOf: Self.verbs) { return inner.callee }
      guard let function = program.function(for: inner, in: code.owner, from: code.function),
        function.calls.contains(where: {
          Self.names($0, oneOf: Self.keepingVerbs) && !Logging.isLog($0.node)
        })
      else { continue }
      return inner.callee
    }
    return nil
  }

  /// The closure of a work item or an operation that a queue is handed by its name.
  private func workItem(of call: Call, in code: Code) -> ClosureExprSyntax? {
    let name = (call.argument("execute") ?? call.argument(nil))?.plainName
    let value = name.flatMap { LocalReader.value(of: $0, in: code.function.body) }
    guard let made = value?.as(FunctionCallExprSyntax.self).map({ Call($0, isInClosure: false) }),
      ["DispatchWorkItem", "BlockOperation"].contains(made.name)
    else { return nil }
    return made.closures.last
  }

  private static func names(_ call: Call, oneOf verbs: [String]) -> Bool {
    let name = call.name.lowercased()
    return verbs.contains(where: name.hasPrefix) && !name.hasPrefix("sendaction")
  }

  /// Whether a call runs its closure when it has returned, as tasks, queues and contexts of Core Data do.
  private static func isLater(_ call: Call) -> Bool {
    let callee = call.callee.lowercased()
    return switch call.name {
    case "Task", "detached": ["task", "task.detached"].contains(callee)
    // Queues have names of all kinds; nothing else is called so.
    case "async", "asyncAfter": callee != call.name
    case "addOperation", "addBarrierBlock":
      ["queue", "operation"].contains(where: callee.contains)
    case "perform": ["queue", "context"].contains(where: callee.contains)
    case "performBackgroundTask": callee.contains("container")
    default: false
    }
  }

  /// Whether a call sends something to a server by a session that lives with the app.
  private static func isUpload(_ call: Call, in code: Code) -> Bool {
    guard call.callee.hasPrefix("URLSession.shared.") else { return false }
    if call.name == "uploadTask" { return true }
    return call.name == "dataTask"
      && ["\"POST\"", "\"PUT\"", "\"PATCH\""].contains { code.text.contains("httpMethod=" + $0) }
  }

  /// What is awaited in the body of a loop over notifications, which goes on when they were sent.
  private func awaited(_ call: Call) -> String? {
    let isAwaited = sequence(first: Syntax(call.node), next: \.parent)
      .prefix { !$0.is(CodeBlockItemSyntax.self) }.contains { $0.is(AwaitExprSyntax.self) }
    return isAwaited && Self.names(call, oneOf: Self.verbs) ? call.callee : nil
  }

  // MARK: Covers

  private static let coverWords = [
    "blur", "cover", "privacy", "shield", "curtain", "overlay", "obscur", "splash", "lockscreen",
  ]

  /// What covers the screen in a closure that runs after the app has entered the background.
  private func coverFindings() -> [AuditFinding] {
    let resigning = program.reach(code(at: .resigns), isSure: false)
    guard !resigning.contains(where: { Self.covers(Syntax($0.node)) }) else { return [] }
    return code(at: .entersBackground).flatMap { code -> [AuditFinding] in
      code.calls.filter { call in
        guard !call.isInClosure else { return false }
        // What an animation shows in the end is not what the picture has.
        if call.name == "present", call.argument("animated")?.compactText == "true" {
          return Self.covers(Syntax(call.node))
        }
        return ["Task", "UIView.animate", "UIView.transition"].contains(call.callee)
          || ["async", "asyncAfter"].contains(call.name)
          ? call.closures.contains { Self.covers(Syntax($0.statements)) } : false
      }.prefix(1).map {
        AuditFinding(.secretCoveredLate, at: code.source.place(of: $0.node), $0.callee)
      }
    }
  }

  private static func covers(_ node: Syntax) -> Bool {
    CallCollector.calls(in: node).contains { call in
      let text = (call.callee + call.node.arguments.compactText).lowercased()
      let isAdding =
        ["addSubview", "present", "insertSubview", "makeKeyAndVisible", "bringSubviewToFront"]
        .contains(call.name) || coverWords.contains { call.name.lowercased().contains($0) }
      return isAdding && coverWords.contains(where: text.contains)
    }
      || ["ishidden=false", "alpha=1"].contains(where: node.compactText.lowercased().contains)
        && coverWords.contains(where: node.compactText.lowercased().contains)
  }

  // MARK: Observers

  /// Observers that are added at each return, and never removed.
  func observerFindings() -> [AuditFinding] {
    let starts = [Moment.becomesActive, .entersForeground].flatMap { code(at: $0) }
    let counterpart =
      hasScenes && !isSwiftUIApp
      ? "sceneDidEnterBackground(_:)" : "applicationDidEnterBackground(_:)"
    return program.reach(starts, isSure: true, following: Self.runsAlways).flatMap {
      code -> [AuditFinding] in
      let removes = (code.owner.map { program.functions(of: $0) } ?? []).contains { function in
        function.calls.contains {
          $0.name.hasPrefix("removeObserver") || ["cancel", "removeAll"].contains($0.name)
        }
      }
      guard !removes else { return [] }
      return code.calls.filter { call in
        !call.isInClosure && Self.addsObserver(call) && Self.runsAlways(call, in: code)
      }.prefix(1).map {
        AuditFinding(.observerDoubled, at: code.source.place(of: $0.node), counterpart)
      }
    }
  }
  /// Whether a call adds an observer that stays beside those of before: to a center, to a publisher whose
  /// subscriptions are collected, or in a task that nobody keeps.
  private static func addsObserver(_ call: Call) -> Bool {
    switch call.name {
    case "addObserver":
      return call.argument("selector") != nil || call.argument("forName") != nil
    case "store":
      return call.argument("in") != nil
        && CallCollector.calls(in: Syntax(call.node.calledExpression)).contains {
          $0.name == "publisher" && $0.argument("for") != nil
        }
    case "Task":
      guard call.node.parent?.is(CodeBlockItemSyntax.self) ?? false,
        let closure = call.closures.last
      else { return false }
      return closure.statements.contains { item in
        item.item.as(StmtSyntax.self)?.as(ForStmtSyntax.self)
          .map { $0.sequence.compactText.contains(".notifications(named:") } ?? false
      }
    default: return false
    }
  }
}
