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
    return migrationFindings(reached)
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
    return program.functions(near: words).compactMap { function in
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

extension AuditedApp {
  // MARK: Work

  /// Work that begins in a closure as the app enters the background, and that nothing keeps alive.
  func leavingFindings() -> [AuditFinding] {
    code(at: .entersBackground).flatMap { code -> [AuditFinding] in
      guard !isKeptAlive(code) else { return [] }
      return program.reach([code], isSure: true).lazy.compactMap { reached in
        self.lostWork(in: reached)
      }.prefix(1).map { $0 }
    } + coverFindings()
  }

  static let keepers: Set = [
    "beginBackgroundTask", "performExpiringActivity", "beginActivity",
    "beginBackgroundTaskWithName", "beginBackgroundTaskWithExpirationHandler",
  ]

  /// Whether something that runs at this moment, anywhere in the app, keeps it running.
  private func isKeptAlive(_ code: Code) -> Bool {
    // Whoever plays sound, follows places or talks to accessories is not suspended.
    let modes = Set(manifest.backgroundModes).intersection([
      "audio", "location", "bluetooth-central", "bluetooth-peripheral", "external-accessory",
    ])
    guard modes.isEmpty else { return true }
    let moments = [Moment.entersBackground, .resigns].flatMap { self.code(at: $0) }
    return program.reach(moments, isSure: false).contains { reached in
      reached.calls.contains { call in
        Self.keepers.contains(call.name) || call.name.lowercased().contains("backgroundtask")
      }
    }
  }

  private static let verbs = [
    "save", "persist", "write", "archive", "flush", "synchron", "sync", "upload", "send", "backup",
    "export", "commit", "store",
  ]
  private static let beginnings: Set = ["async", "asyncAfter", "detached", "Task", "perform"]

  private func lostWork(in code: Code) -> AuditFinding? {
    for call in code.calls where !call.isInClosure && Self.beginnings.contains(call.name) {
      let isQueue = call.callee.lowercased().contains("queue") || call.callee.contains("global")
      let isTask = call.callee == "Task" || call.callee == "Task.detached"
      guard isQueue || isTask, let closure = call.closures.last else { continue }
      let work = CallCollector.calls(in: Syntax(closure.statements)).first { inner in
        let name = inner.name.lowercased()
        return Self.verbs.contains(where: name.hasPrefix) && !name.hasPrefix("sendaction")
          && !Logging.isLog(inner.node)
      }
      guard let work else { continue }
      return AuditFinding(
        .workWithoutBackgroundTask, at: code.source.place(of: call.node), work.callee)
    }
    return nil
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
        !call.isInClosure
          && (call.callee == "Task" || call.name == "async" || call.name == "asyncAfter")
          && call.closures.contains { Self.covers(Syntax($0.statements)) }
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
      || node.compactText.lowercased().contains("ishidden=false")
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
        function.calls.contains { $0.name.hasPrefix("removeObserver") || $0.name == "cancel" }
      }
      guard !removes else { return [] }
      return code.calls.filter { call in
        call.name == "addObserver" && !call.isInClosure
          && (call.argument("selector") != nil || call.argument("forName") != nil)
          && Self.runsAlways(call, in: code)
      }.prefix(1).map {
        AuditFinding(.observerDoubled, at: code.source.place(of: $0.node), counterpart)
      }
    }
  }
}
