// What the outside can look at: apps, the device, storage, the trace, as values of the language.
// Things that are plain data are given as maps, so that `Notes.exit.reason` is a map's member.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension Session {
  private var device: Device { simulation.device }

  /// The value of a member of a thing.
  mutating func member(
    _ name: MemberName, of handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    let text = machine.text(of: name)
    switch handle.handleKind {
    case .app:
      let app = try app(handle)
      guard let member = AppMember(rawValue: text) else {
        return try variable(text, of: app, handle)
      }
      return try value(of: member, of: app, handle)
    case .device:
      if let member = DeviceMember(rawValue: text), let value = value(of: member) { return value }
    case .settings:
      if let member = SettingsMember(rawValue: text) { return value(of: member) }
    case .appSettings:
      if let member = AppSettingsMember(rawValue: text) {
        return value(of: member, of: try app(handle))
      }
    default: break
    }
    throw refusal(of: name, handle)
  }

  /// Calls a member of a thing.
  mutating func callMember(
    _ name: MemberName, of handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    guard handle.handleKind == .device,
      DeviceMember(rawValue: machine.text(of: name)) == .isAtLeast
    else { throw refusal(of: name, handle) }
    let text: String? =
      switch machine.argument(0) {
      case .string(let text): text
      case .integer(let number): "\(number)"
      case .double(let number): "\(number)"
      default: nil
      }
    guard let version = text.flatMap({ SystemVersion(parsing: $0) }) else {
      throw HostFunctionError(
        .typeMismatch,
        "`isAtLeast` takes a version, such as 13, 6.1 or \"11.0.3\", not "
          + machine.argumentText(0))
    }
    return .boolean(device.profile.system >= version)
  }

  /// Why nothing can be done from outside with a member of a thing.
  func refusal(of name: MemberName, _ handle: Handle) -> HostFunctionError {
    guard handle.handleKind?.side == .inside else {
      return .missingMember(machine.text(of: name), of: handle)
    }
    return HostFunctionError(
      .wrongSide,
      "this \(handle.handleKind?.definition.name ?? "thing") belongs to an app's process; only "
        + "the app's own code can use it")
  }

  /// Why a thing cannot be called from outside.
  func callRefusal(_ handle: Handle) -> HostFunctionError {
    HostFunctionError(
      .wrongSide,
      "this \(handle.handleKind?.definition.name ?? "thing") belongs to an app's process; only "
        + "the app's own code can call it")
  }

  func app(_ handle: Handle) throws(HostFunctionError) -> AppIdentifier {
    guard let app = app(numbered: handle.number) else {
      throw HostFunctionError(.staleHandle, "the device has no such app")
    }
    return app
  }

  /// The app that scripts hold by a number.
  func app(numbered number: UInt64) -> AppIdentifier? {
    if let index = ScriptHost.appIndex(number) {
      return nativeApps.indices.contains(index) ? nativeApps[index] : nil
    }
    let index = Int(clamping: number)
    return apps.indices.contains(index) ? apps[index] : nil
  }

  /// What scripts hold an app by.
  func handle(of app: AppIdentifier) -> Handle {
    if let index = nativeApps.firstIndex(of: app) { return ScriptHost.handle(ofApp: index) }
    return HandleKind.app.handle(UInt64(apps.firstIndex(of: app) ?? apps.count))
  }

  // MARK: - Apps

  private mutating func value(
    of member: AppMember, of app: AppIdentifier, _ handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    switch member {
    case .state: return .symbol(device.state(of: app).rawValue)
    case .isRunning: return .boolean(device.process(of: app) != nil)
    case .pid: return device.process(of: app).map { .integer(Int64($0.number)) } ?? .nil
    case .incarnation: return .integer(Int64(device.incarnations(of: app)))
    case .launchReason:
      return device.process(of: app).map { .symbol($0.launchReason.rawValue) } ?? .nil
    case .calls: return try calls(of: app)
    case .scenes: return try scenes(of: app)
    case .screen: return device.screen(of: app).map { .string($0) } ?? .nil
    case .presented: return device.presented(of: app).map { .string($0) } ?? .nil
    case .snapshot: return device.snapshots(of: app).last.map { .string($0) } ?? .nil
    case .snapshots: return .list(device.snapshots(of: app).map { .string($0) })
    case .trace: return try trace(of: app)
    case .exit: return device.lastExit(of: app).map(exit) ?? .nil
    case .exits:
      guard simulation.history.keepsExits(of: app) else {
        throw .history("ends of processes", of: name(of: app), .exits, script.limits)
      }
      return .list(simulation.history.exits(of: app).map(exit))
    case .tasks:
      return .list(
        device.backgroundTasks(of: app).map { task in
          .map(named: [("name", .string(task.name)), ("began", .span(task.began.spanSinceStart))])
        })
    case .timers:
      return .list(
        device.timers(of: app).map { timer in
          .map(
            named: [
              ("due", .span(timer.due.spanSinceStart)),
              ("interval", timer.interval.map { .span($0) }),
            ])
        })
    case .disk: return .handle(HandleKind.disk.handle(handle.number))
    case .preferences: return .handle(HandleKind.preferences.handle(handle.number))
    case .caches: return .handle(HandleKind.caches.handle(handle.number))
    case .protectedDisk: return .handle(HandleKind.protectedDisk.handle(handle.number))
    case .requests: return requests(of: app)
    case .assertions: return assertions(of: app)
    case .memory: return .integer(device.memory(of: app))
    case .priority: return device.memoryPriority(of: app).map { .integer(Int64($0)) } ?? .nil
    case .settings: return .handle(HandleKind.appSettings.handle(handle.number))
    case .notifications: return .list(device.notifications(of: app))
    case .pendingNotifications:
      return .list(device.pendingNotifications(of: app).map(\.scriptValue))
    }
  }

  private func exit(_ exit: ProcessExit) -> ScriptValue {
    .map(
      named: [
        ("reason", .symbol(exit.reason.rawValue)), ("code", exit.code.map { .integer($0) }),
        ("time", .span(exit.time.spanSinceStart)), ("report", .boolean(exit.hasReport)),
        ("detail", .string(exit.detail)), ("notice", .boolean(exit.notice != nil)),
        ("rule", exit.rule.map { .string($0.description) }),
      ])
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
      throw HostFunctionError.missingMember(name, of: handle)
    }
    let scripted = simulation.code(of: app) as? ScriptedApp
    guard let scripted else {
      throw HostFunctionError(
        .appNotRunning,
        "`\(name)` is in the memory of a process of \(self.name(of: app)), and there is none: the "
          + "app is not running")
    }
    guard let value = scripted.variable(named: name) else {
      throw HostFunctionError(
        .uninitializedVariable, "`\(name)` of \(self.name(of: app)) has no value yet")
    }
    return value
  }

  /// What the delegate of a native app exposes under a name.
  private func exposedValue(
    _ name: String, of app: AppIdentifier, _ handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    guard let code = simulation.code(of: app) else {
      throw HostFunctionError(
        .appNotRunning,
        "`\(name)` is in the memory of a process of \(self.name(of: app)), and there is none: the "
          + "app is not running")
    }
    guard let value = (code as? any ExposingCode)?.exposedValue(name) else {
      throw HostFunctionError.missingMember(name, of: handle)
    }
    return value
  }

  // MARK: - The device

  /// What a member of the device holds; nil for one that is called.
  private func value(of member: DeviceMember) -> ScriptValue? {
    switch member {
    case .os: return .string(device.profile.system.description)
    case .model: return .string(device.profile.model)
    case .isAtLeast: return nil
    case .frontmost: return device.frontmost.map { .handle(handle(of: $0)) } ?? .nil
    case .isLocked: return .boolean(device.isLocked)
    case .switcher: return cards()
    case .orientation: return .symbol(device.orientation.rawValue)
    case .stage: return .list(device.stage.map { .handle(handle(of: $0)) })
    case .carPlay: return device.appInCar.map { .handle(handle(of: $0)) } ?? .nil
    case .isAwake: return .boolean(device.isPoweredOn && !device.isLocked)
    case .batteryLevel: return .double(device.conditions.batteryLevel)
    case .batteryState: return .symbol(device.conditions.batteryState.rawValue)
    case .proximityState: return .boolean(device.conditions.proximityState)
    case .screenMode: return .string(device.conditions.screenMode)
    case .iCloudAccount: return device.conditions.iCloudAccount.map { .string($0) } ?? .nil
    case .thermalState: return .symbol(device.conditions.thermalState.rawValue)
    case .freeMemory: return .integer(device.freeMemory)
    case .freeStorage: return .integer(device.conditions.freeStorage)
    case .language: return .string(device.language)
    }
  }

  // MARK: - The trace

  /// The messages that an app was sent, from a place in the trace on.
  mutating func calls(
    of app: AppIdentifier, since index: Int? = nil
  ) throws(HostFunctionError) -> ScriptValue {
    try requireRecords(of: app, since: index)
    return .list(simulation.history.messages(to: app, since: index).map { .symbol($0.name) })
  }

  /// The records about an app, from a place in the trace on.
  mutating func trace(
    of app: AppIdentifier, since index: Int? = nil
  ) throws(HostFunctionError) -> ScriptValue {
    try requireRecords(of: app, since: index)
    let records = simulation.history.records(since: index ?? 0).filter { $0.app == app }
    // Each becomes a map; what the script's memory cannot hold is not made.
    guard records.count <= script.limits.outside.heapBytes / 2 / Self.bytesOfARecord else {
      throw HostFunctionError(
        .heapLimit,
        "the trace of \(name(of: app)) has \(records.count) records, more than the limit `heap` "
          + "has room for; look at a part of it, with `trace(\(name(of: app))) { … }`")
    }
    machine.charge(records.count * Self.instructionsOfARecord)
    return .list(records.map(map))
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

  private func map(_ record: Record) -> ScriptValue {
    .map(
      named: [
        ("kind", .symbol(record.kind.rawValue)), ("name", .symbol(record.name)),
        ("time", .span(record.time.spanSinceStart)),
        ("rule", record.rule.map { .string($0.description) }),
        ("handled", record.handled.map { .boolean($0) }),
        ("declined", record.declined.map { .boolean($0) }),
        ("state", record.state.map { .symbol($0.processState.rawValue) }),
        ("scene", record.scene.map { .integer(Int64($0.number)) }),
        ("arguments", .list(record.arguments)),
        ("cause", record.cause.map { .integer(Int64($0)) }),
        ("detail", record.detail.isEmpty ? nil : .string(record.detail)),
      ])
  }

  // MARK: - What keeps apps running, and windows

  /// The requests that an app has waiting for the task scheduler.
  func requests(of app: AppIdentifier) -> ScriptValue {
    .list(
      simulation.device.taskRequests(of: app).map { request in
        .map(
          named: [
            ("identifier", .string(request.identifier)), ("kind", .symbol(request.kind.rawValue)),
            ("earliest", .span(request.earliest.spanSinceStart)),
          ])
      })
  }

  /// What keeps an app's process running.
  func assertions(of app: AppIdentifier) -> ScriptValue {
    .list(
      simulation.device.assertions(of: app).map { assertion in
        .map(
          named: [
            ("kind", .symbol(assertion.kind.name)),
            ("allowance", assertion.allowance.map { .span($0) } ?? .symbol("unlimited")),
            ("remaining", assertion.remaining.map { .span($0) } ?? .symbol("unlimited")),
            ("warned", .boolean(assertion.isWarned)),
          ])
      })
  }

  /// The windows of an app, as maps.
  mutating func scenes(of app: AppIdentifier) throws(HostFunctionError) -> ScriptValue {
    let windows = device.scenes(of: app)
    // Each tells its messages, which have to be whole.
    if windows.contains(where: { $0.scene != nil }) { try requireRecords(of: app, since: nil) }
    let scripted = simulation.code(of: app) as? ScriptedApp
    return .list(
      windows.map { scene in
        let calls = messages(to: scene, of: app)
        let own: [(String, ScriptValue?)] = [
          ("number", .integer(Int64(scene.number))),
          ("state", .symbol(scene.state.rawValue)),
          ("session", scene.session.scriptValue), ("role", .symbol(scene.role.rawValue)),
          ("calls", .list(calls.map { .symbol($0.name) })),
          ("screen", scene.screen.map { .string($0) }),
        ]
        // A variable that is called like one of these is for the app's own code only.
        let names = Set(own.map(\.0))
        let variables = scene.scene.flatMap { scripted?.variables(of: $0) } ?? []
        return .map(
          named: own + variables.filter { !names.contains($0.name) }.map { ($0.name, $0.value) })
      })
  }

  /// The cards of the switcher, each with what it shows.
  func cards() -> ScriptValue {
    .list(
      simulation.device.switcher.map { app in
        .map(
          named: [
            ("app", .handle(handle(of: app))),
            ("snapshot", simulation.device.snapshots(of: app).last.map { .string($0) }),
          ])
      })
  }

  /// The messages that a window's scene was sent in the app's present life.
  private func messages(to scene: SceneDescription, of app: AppIdentifier) -> [Message] {
    guard let identifier = scene.scene, let process = device.process(of: app) else { return [] }
    return simulation.history.messages(
      to: identifier, of: app, incarnation: process.identifier.incarnation)
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
}
