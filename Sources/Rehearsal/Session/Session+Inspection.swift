// What the outside reads that takes more than asking the device: variables of apps, messages and
// records, of which a history has to be whole, windows, what is kept under keys.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalScriptedApps
import RehearsalSyntax
import RehearsalValues

extension Session {
  var device: Device { simulation.device }

  func app(_ handle: Handle) throws(HostFunctionError) -> AppIdentifier {
    guard let app = app(numbered: handle.number) else {
      throw HostFunctionError(.staleHandle, "the device has no such app")
    }
    return app
  }

  /// The app that scripts hold by a number.
  package func app(numbered number: UInt64) -> AppIdentifier? {
    if let index = ScriptHost.appIndex(number) {
      return nativeApps.indices.contains(index) ? nativeApps[index] : nil
    }
    let index = Int(clamping: number)
    return apps.indices.contains(index) ? apps[index] : nil
  }

  /// What scripts hold an app by.
  package func handle(of app: AppIdentifier) -> Handle {
    if let index = nativeApps.firstIndex(of: app) { return ScriptHost.handle(ofApp: index) }
    return HandleKind.app.handle(UInt64(apps.firstIndex(of: app) ?? apps.count))
  }

  /// An app as scripts hold it; nil for none.
  func value(of app: AppIdentifier?) -> ScriptValue {
    app.map { .handle(handle(of: $0)) } ?? .nil
  }

  /// The calls of the current outside, the innermost first.
  package var stack: [RuntimeError.Call] { machine.stack() }

  /// The calls under way in the code of an app that is at work; empty where it is not.
  package func stack(of app: AppIdentifier) -> [RuntimeError.Call] {
    (simulation.code(of: app) as? ScriptedApp)?.machine.stack() ?? []
  }

  // MARK: - Apps

  /// What belongs to an app, which scripts hold by the app's number.
  func part(_ kind: HandleKind, of app: AppIdentifier) -> ScriptValue {
    .handle(kind.handle(handle(of: app).number))
  }

  /// Whether a record was neither injected nor caused by one that was.
  private func isVisible(_ record: Record) -> Bool {
    guard !injected.isEmpty else { return true }
    var record: Record? = record
    while let current = record {
      if injected.contains(current.index) { return false }
      record = current.cause.flatMap { simulation.history[$0] }
    }
    return true
  }

  private func isVisible(_ exit: ProcessExit) -> Bool {
    simulation.history[exit.record].map(isVisible) ?? !injected.contains(exit.record)
  }

  private func visibleExits(of app: AppIdentifier) -> [ProcessExit] {
    simulation.history.exits(of: app).filter(isVisible)
  }

  /// How the last process of an app ended.
  func lastExit(of app: AppIdentifier) -> ProcessExit? {
    guard let last = device.lastExit(of: app) else { return nil }
    return isVisible(last) ? last : visibleExits(of: app).last
  }

  /// How the processes of an app ended, which has to be whole.
  func exits(of app: AppIdentifier) throws(HostFunctionError) -> ScriptValue {
    guard simulation.history.keepsExits(of: app) else {
      throw .history("ends of processes", of: name(of: app), .exits, script.limits)
    }
    return .list(visibleExits(of: app).map(\.scriptValue))
  }

  /// A copy of a variable of the app's process.
  mutating func variable(
    _ name: String, of app: AppIdentifier, _ handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    guard content.program.units.indices.contains(Int(clamping: handle.number)) else {
      return try exposedValue(name, of: app, handle)
    }
    let globals = content.program.units[Int(handle.number)].globalTable
    guard globals.names.dropFirst(globals.constantCount).contains(name) else {
      throw HostFunctionError.missingMember(name, of: handle.handleKind?.definition)
    }
    let scripted = simulation.code(of: app) as? ScriptedApp
    if let value = scripted?.variable(named: name) { return value }
    // In a prewarm no initial value was evaluated; a constant needs no evaluation.
    if device.state(of: app) == .prewarmed { return globals.constantValue(named: name) ?? .nil }
    guard scripted != nil else { throw noMemory(of: app, holding: name) }
    throw HostFunctionError(
      .uninitializedVariable, "`\(name)` of \(self.name(of: app)) has no value yet")
  }

  /// Why there is no variable of an app: no process, or one that has run none of its code yet.
  private func noMemory(of app: AppIdentifier, holding name: String) -> HostFunctionError {
    let owner = self.name(of: app)
    guard device.process(of: app) == nil else {
      return HostFunctionError(
        .appNotRunning,
        "`\(name)` gets its value when \(owner) is launched, and its process has not run any code "
          + "of the app yet: it is \(device.state(of: app).rawValue)")
    }
    // Whoever reads what is gone wants to know why before anything else.
    let crash = simulation.history.exits(of: app).last { $0.crash != nil }
    let end = crash.map { ": it crashed, \($0.circumstance.text)" } ?? ""
    return HostFunctionError(
      .appNotRunning,
      "`\(name)` is in the memory of \(owner)'s process, and the app is not running\(end)"
        + (crash == nil ? refusal(of: app) : ""))
  }

  /// What the device refused of an app last, where no process of it has ended since; empty for nothing.
  private func refusal(of app: AppIdentifier) -> String {
    let history = simulation.history
    let last = history.records(since: history.endIndex - Self.searchedRecordCount)
      .last { $0.app == app && ($0.kind == .refusal || $0.kind == .exit) }
    guard let last, last.kind == .refusal, let entry = TimelineEntry(last, appName: nil) else {
      return ""
    }
    return ". Before that something was refused: \(entry.text)"
  }

  /// What the delegate of a native app exposes under a name.
  private func exposedValue(
    _ name: String, of app: AppIdentifier, _ handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    guard let code = simulation.code(of: app) else { throw noMemory(of: app, holding: name) }
    guard let value = (code as? any ExposingCode)?.exposedValue(name) else {
      throw HostFunctionError.missingMember(name, of: handle.handleKind?.definition)
    }
    return value
  }

  // MARK: - The trace

  /// The messages that an app was sent, from a place in the trace on.
  mutating func calls(
    of app: AppIdentifier, since index: Int? = nil
  ) throws(HostFunctionError) -> ScriptValue {
    try requireRecords(of: app, since: index)
    return .list(
      simulation.history.messages(to: app, since: index, where: isVisible).map { .symbol($0.name) })
  }

  /// The records about an app, from a place in the trace on.
  mutating func trace(
    of app: AppIdentifier, since index: Int? = nil
  ) throws(HostFunctionError) -> ScriptValue {
    try requireRecords(of: app, since: index)
    let records = simulation.history.records(since: index ?? 0).filter {
      $0.app == app && isVisible($0)
    }
    // Each becomes a map; what the script's memory cannot hold is not made.
    guard records.count <= script.limits.outside.heapBytes / 2 / Self.bytesOfARecord else {
      throw HostFunctionError(
        .heapLimit,
        "the trace of \(name(of: app)) has \(records.count) records, too many for the limit `heap`; "
          + "read a part of it with `trace(\(name(of: app))) { … }`")
    }
    machine.charge(records.count * Self.instructionsOfARecord)
    return .list(records.map(\.scriptValue))
  }

  /// About what a record takes of the script's memory.
  private static var bytesOfARecord: Int { 512 }

  /// What making a value of a record costs of the script's budget.
  private static var instructionsOfARecord: Int { 100 }

  /// A history is whole, or it is an error: nothing of it is left out in silence.
  private mutating func requireRecords(
    of app: AppIdentifier, since index: Int?
  ) throws(HostFunctionError) {
    // All apps' records are gone through for those of one.
    let history = simulation.history
    machine.charge((history.endIndex - max(history.firstIndex, index ?? 0)) / 4)
    guard history.keepsRecords(of: app, since: index) else {
      throw .history("records", of: name(of: app), .records, script.limits)
    }
  }

  // MARK: - Windows

  /// The windows of an app, as maps.
  mutating func scenes(of app: AppIdentifier) throws(HostFunctionError) -> ScriptValue {
    let windows = device.scenes(of: app)
    // Each tells its messages, which have to be whole. What a search looks at has no past.
    if !isExploring, windows.contains(where: { $0.scene != nil }) {
      try requireRecords(of: app, since: nil)
    }
    let scripted = simulation.code(of: app) as? ScriptedApp
    return .list(
      windows.map { scene in
        let calls = isExploring ? nil : messages(to: scene, of: app)
        let own: [(String, ScriptValue?)] = [
          ("number", .integer(Int64(scene.number))),
          ("state", .symbol(scene.state.rawValue)),
          ("session", scene.session.scriptValue), ("role", .symbol(scene.role.rawValue)),
          ("calls", calls.map { .list($0.map { .symbol($0.name) }) }),
          ("screen", scene.screen.map { .string($0) }),
        ]
        // A variable that is called like one of these is for the app's own code only.
        let names = Set(own.map(\.0))
        let variables = scene.scene.flatMap { scripted?.variables(of: $0) } ?? []
        return .map(
          named: own + variables.filter { !names.contains($0.name) }.map { ($0.name, $0.value) })
      })
  }

  /// The messages that a window's scene was sent in the app's present life.
  private func messages(to scene: SceneDescription, of app: AppIdentifier) -> [Message] {
    guard let identifier = scene.scene, let process = device.process(of: app) else { return [] }
    return simulation.history.messages(
      to: identifier, of: app,
      since: injected.original(of: process).identifier.incarnation, where: isVisible)
  }

  // MARK: - Storage

  /// What an app keeps under a key.
  mutating func storedValue(
    of handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    let (place, app) = try storage(handle)
    let key = try machine.storageKey()
    return device.value(forKey: key, in: place, of: app) ?? .nil
  }

  /// Changes what an app keeps, to prepare a scenario.
  mutating func store(in handle: Handle) throws(HostFunctionError) {
    let (place, app) = try storage(handle)
    let key = try machine.storageKey()
    let value = try machine.plainArgument(1, forKey: key)
    noteAct(.storage(place, app, key: key, value))
    do {
      try simulation.setValue(value, forKey: key, in: place, of: app)
    } catch { throw HostFunctionError(error) }
  }

  private func storage(
    _ handle: Handle
  ) throws(HostFunctionError) -> (StoragePlace, AppIdentifier) {
    guard let place = handle.handleKind?.storagePlace else {
      throw HostFunctionError(.typeMismatch, "only storage is read by key")
    }
    return (place, try app(handle))
  }

  // MARK: - Settings bundles

  /// What is under a key of an app's settings bundle.
  mutating func bundleSetting(
    of handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    let key = try machine.storageKey()
    return device.setting(forKey: key, of: try app(handle)) ?? .nil
  }

  /// Changes a key of an app's settings bundle.
  mutating func setBundleSetting(of handle: Handle) throws(HostFunctionError) {
    let app = try app(handle)
    let key = try machine.storageKey()
    let value = try machine.plainArgument(1, forKey: key)
    _ = try apply(.appSetting(app, .key(key, value)))
  }
}

extension ProcessExit {
  /// The end as scripts see it.
  var scriptValue: ScriptValue {
    .map(
      named: [
        ("reason", .symbol(reason.rawValue)), ("code", code.map { .integer($0) }),
        ("codeName", code.flatMap(ExitCode.name).map { .string($0) }),
        ("terminationCategory", category.map { .symbol($0.rawValue) }),
        ("domain", domain.map { .string($0) }),
        ("watchdogEvent", watchdogEvent.map { .string($0) }),
        ("time", .span(time.spanSinceStart)), ("report", .boolean(hasReport)),
        ("detail", .string(detail)), ("notice", .boolean(notice != nil)),
        ("rule", rule.map { .string($0.description) }),
      ])
  }
}

extension Record {
  /// The record as scripts see it.
  fileprivate var scriptValue: ScriptValue {
    .map(
      named: [
        ("kind", .symbol(kind.rawValue)), ("name", .symbol(name)),
        ("time", .span(time.spanSinceStart)),
        ("rule", rule.map { .string($0.description) }),
        ("handled", handled.map { .boolean($0) }),
        ("declined", declined.map { .boolean($0) }),
        ("state", state.map { .symbol($0.processState.rawValue) }),
        ("scene", scene.map { .integer(Int64($0.number)) }),
        ("arguments", .list(arguments)),
        ("cause", cause.map { .integer(Int64($0)) }),
        ("detail", detail.isEmpty ? nil : .string(detail)),
      ])
  }
}
