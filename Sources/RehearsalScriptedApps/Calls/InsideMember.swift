// The members of what an app's own code holds: the application object, timers, works, tasks, windows,
// resources. One row each: name, help, what it gives, and what reading, calling and assigning it ask
// of the system on behalf of the calling process.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

/// A member of something that app code holds.
struct InsideMember: Sendable {
  /// What reading it gives, or calling it where it has parameters.
  typealias Value =
    @Sendable (inout ScriptedApp, Handle, AppContext) throws(HostFunctionError) -> ScriptValue
  /// What a call does that gives nothing.
  typealias Call =
    @Sendable (inout ScriptedApp, Handle, AppContext) throws(HostFunctionError) -> Void
  /// What an assignment does; the new value is argument 0 of the word.
  typealias Change =
    @Sendable (inout ScriptedApp, Handle, AppContext, HostFunction) throws(HostFunctionError) ->
    Void

  /// What the host interface says of the member.
  let definition: HostMember
  let value: Value
  /// Nil where it cannot be set.
  let change: Change?

  /// A property.
  init(
    _ name: String, reads: [Reading], _ result: ValueKind, _ summary: String,
    value: @escaping Value, change: Change? = nil
  ) {
    definition = HostMember(
      name, reads: reads, isSettable: change != nil, result: result, summary: summary)
    self.value = value
    self.change = change
  }

  /// A method, which does something and gives nothing.
  init(
    _ name: String, reads: [Reading], staysInProcess: Bool = false,
    calledWith parameters: [HostFunction.Parameter], _ summary: String, _ call: @escaping Call
  ) {
    var definition = HostMember(
      name, reads: reads, parameters: parameters, isReadOnly: false, result: .nothing,
      summary: summary)
    definition.staysInProcess = staysInProcess
    self.definition = definition
    value = { app, handle, context throws(HostFunctionError) in
      try call(&app, handle, context)
      return .nil
    }
    change = nil
  }

  /// A method that gives something; its body reads the arguments of the word.
  init(
    _ name: String, reads: [Reading], calledWith parameters: [HostFunction.Parameter],
    giving result: ValueKind, isReadOnly: Bool = false, _ summary: String,
    _ call:
      @escaping @Sendable (inout ScriptedApp, HostFunction, AppContext) throws(HostFunctionError) ->
      ScriptValue
  ) {
    definition = HostMember(
      name, reads: reads, parameters: parameters, isReadOnly: isReadOnly, result: result,
      summary: summary)
    let word = HostFunction(name, side: .inside, parameters)
    value = { app, _, context throws(HostFunctionError) in try call(&app, word, context) }
    change = nil
  }

  /// By kind and name.
  private static let all: [[String: InsideMember]] = HandleKind.allCases.map { kind in
    Dictionary(uniqueKeysWithValues: kind.insideMembers.map { ($0.definition.name, $0) })
  }

  /// The member of a thing that has a name, which a call writes with the labels of its arguments.
  static func named(_ name: String, of handle: Handle) -> InsideMember? {
    let plain = String(name.prefix { $0 != "(" })
    return handle.handleKind.flatMap { all[Int($0.rawValue)][plain] }
  }

  /// Whether a thing has members that can be set.
  fileprivate static func areSettable(of handle: Handle) -> Bool {
    handle.handleKind.map { all[Int($0.rawValue)].values.contains { $0.change != nil } } ?? false
  }
}

// MARK: - Requests

extension ScriptedApp {
  /// The value of a member of something that the app holds.
  mutating func member(
    _ name: MemberName, of handle: Handle, _ context: AppContext
  ) throws(HostFunctionError) -> ScriptValue {
    guard handle.handleKind != .application || !isBeforeApplication else {
      throw HostFunctionError(
        .appNotRunning, "in `main` there is no application object yet; the launch creates it")
    }
    let text = machine.text(of: name)
    guard let member = InsideMember.named(text, of: handle), member.definition.parameters == nil
    else { throw missingMember(text, of: handle) }
    return try member.value(&self, handle, context)
  }

  /// Calls a member of something that the app holds.
  mutating func callMember(
    _ name: MemberName, of handle: Handle, _ context: AppContext
  ) throws(HostFunctionError) -> ScriptValue {
    let text = machine.text(of: name)
    guard let member = InsideMember.named(text, of: handle), member.definition.parameters != nil
    else { throw missingMember(text, of: handle) }
    return try member.value(&self, handle, context)
  }

  /// Changes a member of something that the app holds; the new value is argument 0.
  mutating func setMember(
    _ name: MemberName, of handle: Handle, _ context: AppContext
  ) throws(HostFunctionError) {
    let text = machine.text(of: name)
    let member = InsideMember.named(text, of: handle)
    guard let change = member?.change else {
      // Where others can be set, a name that none has is misspelt.
      guard member != nil || !InsideMember.areSettable(of: handle) else {
        throw missingMember(text, of: handle)
      }
      throw HostFunctionError(.immutableAssignment, "`\(text)` cannot be set here")
    }
    try change(&self, handle, context, HostFunction(text, side: .inside, [.init("value")]))
  }

  private func missingMember(_ name: String, of handle: Handle) -> HostFunctionError {
    guard let kind = handle.handleKind, kind.side == .outside else {
      return HostFunctionError.missingMember(name, of: handle.handleKind?.ownDefinition)
    }
    return HostFunctionError(
      .wrongSide,
      "this \(kind.ownDefinition.name) belongs to the user and the system; an app's own code cannot "
        + "use it")
  }
}

extension Handle {
  fileprivate var timer: TimerIdentifier { TimerIdentifier(rawValue: number) }
  fileprivate var work: BackgroundWorkIdentifier { BackgroundWorkIdentifier(rawValue: number) }
  fileprivate var transfer: TransferIdentifier { TransferIdentifier(rawValue: number) }
  fileprivate var completion: CompletionIdentifier { CompletionIdentifier(rawValue: number) }
  fileprivate var resource: ResourceIdentifier { ResourceIdentifier(rawValue: number) }
  fileprivate var call: CallIdentifier { CallIdentifier(rawValue: number) }
  fileprivate var scene: SceneIdentifier {
    SceneIdentifier(number: Int32(truncatingIfNeeded: number))
  }
  fileprivate var session: SceneSessionIdentifier { SceneSessionIdentifier(number) }
}

// MARK: - The process

extension InsideMember {
  /// What an app can read of its application object.
  static let ofApplication: [InsideMember] = [
    InsideMember(
      "state", reads: [], .symbol(ApplicationState.names),
      "`.active`, `.inactive` or `.background`."
    ) { _, _, context in .symbol(context.state.processState.rawValue) },
    InsideMember(
      "backgroundTimeRemaining", reads: [.time, .backgroundTime],
      .either([.duration, .symbol(["unlimited"])]),
      "The remaining background time, `.unlimited` in the foreground."
    ) { _, _, context in
      switch context.backgroundTimeRemaining {
      case .unlimited: .symbol("unlimited")
      case .limited(let left): left.scriptValue
      }
    },
    InsideMember(
      "backgroundRefreshStatus", reads: [.setting(.backgroundRefresh), .setting(.lowPowerMode)],
      .symbol(BackgroundRefresh.self),
      "`.available`, `.denied` or `.restricted`."
    ) { _, _, context in .symbol(context.backgroundRefreshStatus.rawValue) },
    InsideMember(
      "isProtectedDataAvailable", reads: [], .boolean, "Whether protected files can be read."
    ) { _, _, context in .boolean(context.isProtectedDataAvailable) },
    InsideMember("connectedScenes", reads: [], .list(.handle(.scene)), "The scenes, in order.") {
      _, _, context in
      .list(context.connectedScenes.map { .handle($0.handle) })
    },
    InsideMember(
      "openSessions", reads: [], .list(.handle(.sceneSession)),
      "The sessions whose windows were not closed, in order."
    ) { _, _, context in .list(context.openSessions.map(\.scriptValue)) },
    InsideMember(
      "isRegisteredForRemoteNotifications", reads: [], .boolean,
      "Whether the app is registered for remote notifications."
    ) { _, _, context in .boolean(context.isRegisteredForRemoteNotifications) },
    InsideMember(
      "isIdleTimerDisabled", reads: [], .boolean,
      "Whether the app keeps the device from locking itself while it is in front.",
      value: { _, _, context in .boolean(context.isIdleTimerDisabled) },
      change: { app, _, context, word throws(HostFunctionError) in
        context.setIdleTimerDisabled(try app.machine.truth(0, of: word))
      }),
  ]

  /// What an app can read of the device's power and heat.
  static let ofProcessInfo: [InsideMember] = [
    InsideMember(
      "isLowPowerModeEnabled", reads: [.setting(.lowPowerMode)], .boolean,
      "Whether Low Power Mode is on."
    ) {
      _, _, context in .boolean(context.isLowPowerModeEnabled)
    },
    InsideMember(
      "thermalState", reads: [.condition], .symbol(ThermalState.self),
      "`.nominal`, `.fair`, `.serious` or `.critical`."
    ) { _, _, context in .symbol(context.thermalState.rawValue) },
    InsideMember(
      "activePrewarm", reads: [.condition], .boolean, "Whether a prewarm started the process."
    ) {
      _, _, context in .boolean(context.isPrewarmActive)
    },
  ]

  /// What an app can read of the screen that shows it.
  static let ofScreen: [InsideMember] = [
    InsideMember(
      "isCaptured", reads: [.condition], .boolean, "Whether the screen is recorded or mirrored."
    ) {
      _, _, context in .boolean(context.isScreenCaptured)
    }
  ]
}

// MARK: - Secrets

extension InsideMember {
  /// What an app can do with the Keychain, beside reading and setting items by key.
  static let ofKeychain: [InsideMember] = [
    InsideMember(
      "set", reads: [],
      calledWith: [
        .init("key", .text), .init("value"),
        .init(
          "accessible", isOptional: true, isNamed: true,
          symbols: KeychainAccessibility.allCases.map(\.rawValue)),
      ], giving: .boolean,
      "Stores an item, with its accessibility; whether it was stored."
    ) { app, word, context throws(HostFunctionError) in
      let key = try app.machine.name(0, of: word)
      let value = try app.machine.plainArgument(1, forKey: key)
      let accessibility =
        app.machine.hasArgument(2)
        ? try app.machine.symbol(2, of: word, as: KeychainAccessibility.self) : nil
      return .boolean(
        try DeviceAPIError.translated { () throws(DeviceAPIError) in
          try context.setKeychainItem(value, forKey: key, accessible: accessibility)
        })
    },
    InsideMember(
      "remove", reads: [], calledWith: [.init("key", .text)], giving: .nothing,
      "Removes an item, at any time."
    ) { app, word, context throws(HostFunctionError) in
      let key = try app.machine.name(0, of: word)
      _ = try DeviceAPIError.translated { () throws(DeviceAPIError) in
        try context.setKeychainItem(nil, forKey: key)
      }
      return .nil
    },
    InsideMember(
      "status", reads: [], calledWith: [.init("key", .text)], giving: .symbol(KeychainStatus.self),
      isReadOnly: true, "Whether an item exists and can be read."
    ) { app, word, context throws(HostFunctionError) in
      .symbol(context.keychainStatus(of: try app.machine.name(0, of: word)).rawValue)
    },
  ]
}

// MARK: - What is under way

extension InsideMember {
  private static func invalidate(_ summary: String) -> InsideMember {
    InsideMember("invalidate", reads: [], staysInProcess: true, calledWith: [], summary) {
      app, handle, context in
      app.release(context.invalidateTimer(handle.timer))
    }
  }

  /// What an app can do with a timer.
  static let ofTimer: [InsideMember] = [
    invalidate("Ends the timer for good."),
    InsideMember("isValid", reads: [], .boolean, "Whether the timer may still fire.") {
      _, handle, context in
      .boolean(context.isTimerValid(handle.timer))
    },
  ]

  /// What an app can do with a display link.
  static let ofDisplayLink: [InsideMember] = [
    InsideMember(
      "preferredFramesPerSecond", reads: [], .integer, "The preferred number of frames per second.",
      value: { _, handle, context in
        .integer(Int64(context.displayLink(handle.timer)?.framesPerSecond ?? 0))
      },
      change: { app, handle, context, word throws(HostFunctionError) in
        let frames = try app.frames(0, of: word)
        try DeviceAPIError.translated { () throws(DeviceAPIError) in
          try context.setFramesPerSecond(frames, displayLink: handle.timer)
        }
      }),
    InsideMember(
      "isPaused", reads: [], .boolean, "Whether the app has paused it.",
      value: { _, handle, context in
        .boolean(context.displayLink(handle.timer)?.isPaused ?? true)
      },
      change: { app, handle, context, word throws(HostFunctionError) in
        context.setPaused(try app.machine.truth(0, of: word), displayLink: handle.timer)
      }),
    invalidate("Ends the display link for good."),
  ]

  /// What an app can do with work beside its main thread, or with a transfer.
  private static func work(
    cancel: @escaping Call, suspend: @escaping Call, resume: @escaping Call
  ) -> [InsideMember] {
    [
      InsideMember("cancel", reads: [], calledWith: [], "Ends the work for good.", cancel),
      InsideMember("suspend", reads: [], calledWith: [], "Suspends the work.", suspend),
      InsideMember("resume", reads: [], calledWith: [], "Resumes suspended work.", resume),
    ]
  }

  /// What an app can do with work beside its main thread.
  static let ofBackgroundWork = work(
    cancel: { app, handle, context in app.release(context.cancelBackgroundWork(handle.work)) },
    suspend: { _, handle, context in context.suspend(handle.work) },
    resume: { _, handle, context in context.resume(handle.work) })

  /// What an app can do with a transfer of a background URL session.
  static let ofTransfer = work(
    cancel: { app, handle, context in app.release(context.cancelTransfer(handle.transfer)) },
    suspend: { _, handle, context in context.suspend(handle.transfer) },
    resume: { _, handle, context in context.resume(handle.transfer) })

  /// What an app can do with a task of the background task scheduler.
  static let ofScheduledTask: [InsideMember] = [
    InsideMember("identifier", reads: [], .optional(.string), "The task's identifier.") {
      _, handle, context in
      context.identifier(ofTask: handle.completion).map { .string($0) } ?? .nil
    },
    InsideMember(
      "progress", reads: [], .number,
      "The progress of a continued task, from 0 to 1; it has to increase.",
      value: { _, handle, context in .double(context.progress(ofTask: handle.completion)) },
      change: { app, handle, context, word throws(HostFunctionError) in
        context.setProgress(try app.machine.number(0, of: word), ofTask: handle.completion)
      }),
    InsideMember(
      "setTaskCompleted", reads: [], calledWith: [.init("success")],
      "Ends the task, and says whether it succeeded."
    ) { app, handle, context throws(HostFunctionError) in
      try app.complete(handle.completion, context)
    },
    InsideMember(
      "expirationHandler", reads: [], calledWith: [.init("handler")],
      "Sets the closure for the end of the task's time."
    ) { app, handle, context throws(HostFunctionError) in
      let word = HostFunction("expirationHandler", side: .inside, [.init("handler")])
      let handler = CallbackIdentifier(try app.machine.function(0, of: word).number)
      app.release(context.setExpirationHandler(handler, of: handle.completion))
    },
  ]

  /// What an app can do with hardware or shared data that it holds.
  static let ofResource: [InsideMember] = [
    InsideMember("release", reads: [], calledWith: [], "Releases it.") { _, handle, context in
      context.release(handle.resource)
    },
    InsideMember("isValid", reads: [], .boolean, "Whether it can still be used.") {
      _, handle, context in
      .boolean(context.isValid(handle.resource))
    },
  ]

  /// What an app can do with a call that it reported.
  static let ofCall: [InsideMember] = [
    InsideMember(
      "fulfill", reads: [], calledWith: [], "Confirms that the user's action was carried out."
    ) {
      _, handle, context in context.fulfill(handle.call)
    },
    InsideMember(
      "fail", reads: [], calledWith: [],
      "Reports that the action failed, which ends the call."
    ) { _, handle, context in context.fail(handle.call) },
  ]
}

// MARK: - Windows

extension InsideMember {
  /// What app code can read of a scene.
  static let ofScene: [InsideMember] = [
    InsideMember(
      "activationState", reads: [], .symbol(SceneState.self),
      "The scene's state, such as `.foregroundActive`."
    ) { _, handle, context in .symbol((context.state(of: handle.scene) ?? .unattached).rawValue) },
    InsideMember(
      "session", reads: [], .optional(.handle(.sceneSession)),
      "The session, which outlives the scene."
    ) { _, handle, context in context.session(of: handle.scene)?.scriptValue ?? .nil },
  ]

  /// What app code can read of a scene session.
  static let ofSceneSession: [InsideMember] = [
    InsideMember(
      "persistentIdentifier", reads: [.windowNumber], .string,
      "A string that stays the same from launch to launch."
    ) { _, handle, _ in .string("session \(handle.session.number)") },
    InsideMember(
      "stateRestorationActivity", reads: [], .optional(.map(nil)),
      "The last user activity for state restoration, or nil."
    ) { _, handle, context in context.restorationActivity(of: handle.session) },
    InsideMember(
      "role", reads: [], .symbol(SceneRole.self),
      "The role of its scenes: `.application`, `.externalDisplay`, `.carPlay`."
    ) { _, handle, context in .symbol(context.role(of: handle.session).rawValue) },
  ]
}

extension ApplicationState {
  /// The states as scripts name them.
  package static let names = allCases.map(\.processState.rawValue)
}

extension SceneSessionIdentifier {
  /// What scripts hold the session by.
  package var scriptValue: ScriptValue { .handle(handle) }
}
