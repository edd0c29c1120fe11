// What app code can call, one row each: name, parameters, help and what the call asks of the system
// on behalf of the calling process. Checker, completion, help and the reference read the rows.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalText
import RehearsalValues

/// A function that app code can call.
package struct AppCall: Sendable {
  /// What a call does.
  typealias Body =
    @Sendable (inout ScriptedApp, HostFunction, AppContext) throws(HostFunctionError) ->
    MachineReply<CodeProgress>

  /// What the host interface says of the function.
  package private(set) var definition: HostFunction
  /// The versions that have it (R167).
  package let versions: SystemVersionRange
  let body: Body

  init(
    _ name: String, reads: [Reading], staysInProcess: Bool = false,
    _ parameters: [HostFunction.Parameter] = [], isVariadic: Bool = false, isHidden: Bool = false,
    isProperty: Bool = false,
    neverReturns: Bool = false,
    versions: SystemVersionRange = .all, _ summary: String, _ body: @escaping Body
  ) {
    var function = HostFunction(name, side: .inside, parameters, summary: summary)
    function.isVariadic = isVariadic
    function.isHidden = isHidden
    function.isProperty = isProperty
    function.neverReturns = neverReturns
    function.reads = reads
    function.staysInProcess = staysInProcess
    definition = function
    self.versions = versions
    self.body = body
  }

  /// The same with what a call gives, and what is passed to the function that it takes last.
  func giving(_ result: ValueKind, passing passed: [ValueKind] = []) -> AppCall {
    var call = self
    call.definition.result = result
    if let last = definition.parameters.indices.last {
      call.definition.parameters[last].passes = passed
    }
    return call
  }

  /// The parameter that takes a closure.
  private static func closure(
    _ name: String, isOptional: Bool = false
  ) -> HostFunction.Parameter {
    .init(name, .function, isOptional: isOptional, ignoresResult: true)
  }

  private static func optional(
    _ name: String, _ domain: HostDomain? = nil, isNamed: Bool = false, symbols: [String] = []
  ) -> HostFunction.Parameter {
    .init(name, domain, isOptional: true, isNamed: isNamed, symbols: symbols)
  }
}

extension DeviceAPIError {
  /// Lets a part of the device act; what it cannot carry out becomes the script's error.
  package static func translated<Result>(
    _ body: () throws(DeviceAPIError) -> Result
  ) throws(HostFunctionError) -> Result {
    do throws(DeviceAPIError) { return try body() } catch { throw HostFunctionError(error) }
  }
}

// MARK: - Time and work

extension AppCall {
  /// Tasks, timers, work, and the end of the process.
  package static let work: [AppCall] = [
    AppCall(
      "beginBackgroundTask", reads: [.backgroundTime], staysInProcess: true,
      [optional("name"), closure("expiration", isOptional: true)],
      versions: .from(4),
      "Begins a background task; the closure is its expiration handler."
    ) { app, word, context throws(HostFunctionError) in
      try app.requireRoom(context)
      // `beginBackgroundTask { … }` binds its closure to the last parameter, the handler.
      let name = app.machine.hasArgument(0) ? try app.machine.name(0, of: word) : "task"
      let expiration = app.machine.hasArgument(1) ? try app.machine.function(1, of: word) : nil
      let task = context.beginBackgroundTask(
        name: name, expiration: expiration.map { CallbackIdentifier($0.number) })
      guard task != .invalid else {
        if let expiration { app.machine.release(expiration) }
        return .value(.symbol("invalid"))
      }
      return .value(.handle(HandleKind.backgroundTask.handle(task.rawValue)))
    }.giving(
      .either([.handle(.backgroundTask), .symbol(["invalid"])]), passing: [.handle(.backgroundTask)]
    ),
    AppCall(
      "endBackgroundTask", reads: [], staysInProcess: true, [.init("task")], versions: .from(4),
      "Ends a background task."
    ) {
      app, word, context throws(HostFunctionError) in
      let task = try app.machine.argument(0, of: word, "a background task or `.invalid`") {
        (value: ScriptValue) -> BackgroundTaskIdentifier? in
        switch value {
        case .symbol("invalid"): .invalid
        case .handle(let handle) where handle.handleKind == .backgroundTask:
          BackgroundTaskIdentifier(rawValue: handle.number)
        default: nil
        }
      }
      app.release(context.endBackgroundTask(task))
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "after", reads: [], staysInProcess: true, [.init("delay", .span), closure("action")],
      "Schedules a timer that fires once."
    ) { app, word, context throws(HostFunctionError) in
      .value(try app.schedule(word, repeats: false, context))
    }.giving(.handle(.timer)),
    AppCall(
      "every", reads: [], staysInProcess: true, [.init("interval", .span), closure("action")],
      "Schedules a timer that repeats."
    ) { app, word, context throws(HostFunctionError) in
      .value(try app.schedule(word, repeats: true, context))
    }.giving(.handle(.timer)),
    AppCall(
      "work", reads: [], [.init("duration", .span)], "Keeps the main thread busy while time passes."
    ) {
      app, word, _ throws(HostFunctionError) in
      .pause(.working(try app.machine.span(0, of: word)))
    }.giving(.nothing),
    AppCall(
      "perform", reads: [],
      [.init("duration", .span), optional("cpu", .number, isNamed: true), closure("completion")],
      "Waits on a background thread, as for the network, or computes with `cpu`; then calls back on "
        + "the main thread."
    ) { app, word, context throws(HostFunctionError) in
      try app.requireRoom(context)
      let span = try app.machine.span(0, of: word)
      let share =
        app.machine.hasArgument(1)
        ? try app.machine.argument(1, of: word, "a number from 0 to 1") {
          (value: ScriptValue) -> Double? in
          switch value {
          case .double(let share) where (0...1).contains(share): share
          case .integer(let share) where (0...1).contains(share): Double(share)
          default: nil
          }
        } : 0
      return .value(try app.begin(.perform(cpu: share), for: span, word, closure: 2, context))
    }.giving(.handle(.backgroundWork)),
    AppCall(
      "download", reads: [],
      [
        .init("url", .text), .init("takes", .span, isNamed: true),
        optional("session", .text, isNamed: true), optional("timeout", .span, isNamed: true),
        closure("completion"),
      ],
      "Loads something off the main thread, then calls back on it; within the process it may time out."
    ) { app, word, context throws(HostFunctionError) in
      try app.requireRoom(context)
      let url = try app.machine.name(0, of: word)
      let span = try app.machine.span(1, of: word)
      let timeout = app.machine.hasArgument(3) ? try app.machine.span(3, of: word) : nil
      guard app.machine.hasArgument(2) else {
        return .value(
          try app.begin(
            .download(url: url), for: span, timeout: timeout, word, closure: 4, context))
      }
      guard timeout == nil else {
        throw HostFunctionError(
          .invalidArgument, "a transfer of a background session has no `timeout:` of its own")
      }
      let session = try app.machine.text(2, of: word)
      return .value(
        try app.keepingCallback(4, of: word) { callback throws(DeviceAPIError) in
          let transfer = try context.beginTransfer(
            of: url, in: session, for: span, callback: callback)
          return HandleKind.transfer.handle(transfer.rawValue)
        })
    }.giving(.either([.handle(.backgroundWork), .handle(.transfer)])),
    AppCall(
      "webSocket", reads: [], [.init("url", .text), closure("closed")], versions: .from(13),
      "Opens a web socket; the closure gets the error with which its connection ends."
    ) { app, word, context throws(HostFunctionError) in
      try app.requireRoom(context)
      let url = try app.machine.name(0, of: word)
      return .value(
        try app.begin(.webSocket(url: url), for: .zero, word, closure: 1, context))
    }.giving(.handle(.backgroundWork)),
    AppCall("log", reads: [], staysInProcess: true, isVariadic: true, "Writes a line to the trace.")
    {
      app, _, context throws(HostFunctionError) in
      let text = (0..<app.machine.argumentCount).map { app.machine.argumentText($0) }
      try app.write(text.joined(separator: " ")) { context.log($0) }
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "fatalError", reads: [], staysInProcess: true, [optional("message")], neverReturns: true,
      "Crashes the app."
    ) {
      app, _, _ throws(HostFunctionError) in
      let message = app.machine.hasArgument(0) ? app.machine.argumentText(0) : "fatalError"
      throw HostFunctionError(.fatalError, message.shortened(toBytes: 4000))
    },
    AppCall(
      "exit", reads: [], staysInProcess: true, [optional("code", .number)], neverReturns: true,
      "Ends the process."
    ) {
      app, word, _ throws(HostFunctionError) in
      guard app.machine.hasArgument(0) else { return .pause(.exited(0)) }
      return .pause(
        .exited(
          try app.machine.argument(0, of: word, "an Int") {
            if case .integer(let code) = $0 { Int(exactly: code) } else { nil }
          }))
    },
  ]
}

extension ScriptedApp {
  /// What a process has begun and not ended is bounded.
  fileprivate func requireRoom(_ context: AppContext) throws(HostFunctionError) {
    let limit = plan.limits.pendingWork
    guard context.pendingWorkCount < limit else {
      throw HostFunctionError(
        .heapLimit,
        "the process has \(limit) timers, background tasks and background work at once, the "
          + "limit `pendingWork`")
    }
  }

  /// Submits the request that the arguments of a call describe, and tells what the scheduler answers.
  fileprivate mutating func submitTask(
    _ word: HostFunction, _ context: AppContext
  ) throws(HostFunctionError) -> SubmissionResult {
    let identifier = try machine.text(0, of: word)
    let delay = machine.hasArgument(1) ? try machine.span(1, of: word) : .zero
    let kind =
      machine.hasArgument(2) ? try machine.symbol(2, of: word, as: TaskRequestKind.self) : .refresh
    let options = try taskOptions(of: word, kind: kind)
    return try DeviceAPIError.translated { () throws(DeviceAPIError) in
      try context.submitBackgroundTask(identifier, after: delay, kind: kind, options: options)
    }
  }

  /// What a request asks for beyond its kind, by the arguments after that.
  fileprivate mutating func taskOptions(
    of word: HostFunction, kind: TaskRequestKind
  ) throws(HostFunctionError) -> TaskRequestOptions {
    var options = TaskRequestOptions()
    if machine.hasArgument(3) { options.requiresExternalPower = try machine.truth(3, of: word) }
    if machine.hasArgument(4) {
      options.strategy = try machine.symbol(4, of: word, as: SubmissionStrategy.self)
    }
    if machine.hasArgument(5) {
      options.requiresGPU = try machine.argument(5, of: word, "`.gpu`") {
        $0 == .symbol("gpu") ? true : nil
      }
    }
    guard !options.requiresExternalPower || kind == .processing else {
      throw HostFunctionError(
        .invalidArgument, "only a request of the kind `.processing` can require power")
    }
    guard kind == .continued || !machine.hasArgument(4) && !machine.hasArgument(5) else {
      throw HostFunctionError(
        .invalidArgument,
        "only a request of the kind `.continued` has a strategy or asks for resources")
    }
    return options
  }

  fileprivate mutating func schedule(
    _ word: HostFunction, repeats: Bool, _ context: AppContext
  ) throws(HostFunctionError) -> ScriptValue {
    try requireRoom(context)
    let span = try machine.span(0, of: word)
    return try keepingCallback(1, of: word) { callback throws(DeviceAPIError) in
      let timer = try context.scheduleTimer(
        after: span, every: repeats ? span : nil, callback: callback)
      return HandleKind.timer.handle(timer.rawValue)
    }
  }

  fileprivate mutating func begin(
    _ kind: BackgroundWorkKind, for span: TimeSpan, timeout: TimeSpan? = nil,
    _ word: HostFunction, closure: Int, _ context: AppContext
  ) throws(HostFunctionError) -> ScriptValue {
    try keepingCallback(closure, of: word) { callback throws(DeviceAPIError) in
      let work = try context.beginBackgroundWork(
        kind, for: span, timeout: timeout, callback: callback)
      return HandleKind.backgroundWork.handle(work.rawValue)
    }
  }

  /// Hands the closure of an argument to the device, which keeps it unless it refuses.
  fileprivate mutating func keepingCallback(
    _ position: Int, of word: HostFunction,
    _ body: (CallbackIdentifier) throws(DeviceAPIError) -> Handle
  ) throws(HostFunctionError) -> ScriptValue {
    let function = try machine.function(position, of: word)
    do throws(DeviceAPIError) {
      return .handle(try body(CallbackIdentifier(function.number)))
    } catch {
      machine.release(function)
      throw HostFunctionError(error)
    }
  }
}

// MARK: - Services

extension AppCall {
  /// What a request of the task scheduler is described by.
  private static let taskRequest: [HostFunction.Parameter] = [
    .init("identifier", .text), optional("earliest", .span, isNamed: true),
    optional("kind", isNamed: true, symbols: TaskRequestKind.allCases.map(\.rawValue)),
    optional("requiresExternalPower", .truth, isNamed: true),
    optional("strategy", isNamed: true, symbols: SubmissionStrategy.allCases.map(\.rawValue)),
    optional("requiredResources", isNamed: true, symbols: ["gpu"]),
  ]

  /// The services of the system.
  package static let services: [AppCall] =
    [
      AppCall(
        "setMinimumBackgroundFetchInterval", reads: [], [.init("interval")],
        versions: .from(7),
        "Sets the minimum time between background fetches; `.never` for none."
      ) { app, word, context throws(HostFunctionError) in
        let interval: TimeSpan? =
          switch app.machine.argument(0) {
          case .symbol("never"): nil
          case .symbol("minimum"): .zero
          default: try app.machine.span(0, of: word)
          }
        try DeviceAPIError.translated { () throws(DeviceAPIError) in
          try context.setMinimumBackgroundFetchInterval(interval)
        }
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "registerBackgroundTask", reads: [], [.init("identifier", .text)],
        versions: .from(13),
        "Registers the handler of a scheduled task; whether its identifier is listed."
      ) { app, word, context throws(HostFunctionError) in
        let identifier = try app.machine.text(0, of: word)
        return .value(
          .boolean(
            try DeviceAPIError.translated { () throws(DeviceAPIError) in
              try context.registerBackgroundTask(identifier)
            }))
      }.giving(.boolean),
      AppCall(
        "submitBackgroundTask", reads: [.condition], taskRequest, versions: .from(13),
        "Submits a request to the task scheduler."
      ) { app, word, context throws(HostFunctionError) in
        .value(.symbol(try app.submitTask(word, context).rawValue))
      }.giving(.symbol(SubmissionResult.self)),
      AppCall(
        "submitTaskRequest", reads: [.condition], taskRequest + [closure("completion")],
        versions: .from(27),
        "Submits a request to the task scheduler; the closure is given what was wrong, or nil."
      ) { app, word, context throws(HostFunctionError) in
        try app.requireRoom(context)
        let result = try app.submitTask(word, context)
        _ = try app.begin(
          .submission(result), for: .zero, word, closure: taskRequest.count, context)
        return .value(.nil)
      }.giving(.nothing, passing: [.optional(.symbol(SubmissionResult.self))]),
      AppCall(
        "supportedResources", reads: [], isProperty: true, versions: .from(26),
        "The resources that a continued task can ask for on this device: `[.gpu]` or nothing."
      ) { _, _, context in
        .value(.list(context.supportsBackgroundGPU ? [.symbol("gpu")] : []))
      }.giving(.list(.symbol(["gpu"]))),
      AppCall(
        "reportNewIncomingCall", reads: [], [.init("caller", .text)], versions: .from(10),
        "Reports a call, which the system shows."
      ) {
        app, word, context throws(HostFunctionError) in
        let call = context.reportNewIncomingCall(from: try app.machine.text(0, of: word))
        return .value(call.map { .handle(HandleKind.call.handle($0.rawValue)) } ?? .nil)
      }.giving(.optional(.handle(.call))),
      AppCall(
        "reportNewIncomingConversation", reads: [], [.init("caller", .text)],
        versions: .from(SystemVersion(17, 4)),
        "Reports a call by LiveCommunicationKit; what follows is as for `reportNewIncomingCall`."
      ) {
        app, word, context throws(HostFunctionError) in
        let call = context.reportNewIncomingCall(from: try app.machine.text(0, of: word))
        return .value(call.map { .handle(HandleKind.call.handle($0.rawValue)) } ?? .nil)
      }.giving(.optional(.handle(.call))),
      AppCall(
        "endCall", reads: [], [.init("call")], versions: .from(10),
        "Ends a call that the app reported."
      ) {
        app, word, context throws(HostFunctionError) in
        let call = try app.machine.argument(0, of: word, "a call") {
          (value: ScriptValue) -> CallIdentifier? in
          guard case .handle(let handle) = value, handle.handleKind == .call else { return nil }
          return CallIdentifier(rawValue: handle.number)
        }
        context.endCall(call)
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "startMonitoringSignificantLocationChanges", reads: [], [],
        versions: .from(4),
        "Starts monitoring significant location changes, which also launch the app."
      ) { _, _, context in .value(.boolean(context.startMonitoring(.significantChanges))) }.giving(
        .boolean),
      AppCall(
        "stopMonitoringSignificantLocationChanges", reads: [], [],
        versions: .from(4), "Stops monitoring significant location changes."
      ) { _, _, context in
        context.stopMonitoring(.significantChanges)
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "startMonitoring", reads: [], [.init("region", .text)],
        versions: .from(4),
        "Starts monitoring a region; false for more regions than an app may have."
      ) { app, word, context throws(HostFunctionError) in
        .value(.boolean(context.startMonitoring(.region(try app.machine.text(0, of: word)))))
      }.giving(.boolean),
      AppCall(
        "stopMonitoring", reads: [], [.init("region", .text)], versions: .from(4),
        "Stops monitoring a region."
      ) { app, word, context throws(HostFunctionError) in
        context.stopMonitoring(.region(try app.machine.text(0, of: word)))
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "startMonitoringVisits", reads: [], [], versions: .from(8),
        "Starts monitoring visits, which also launch the app."
      ) { _, _, context in .value(.boolean(context.startMonitoring(.visits))) }.giving(.boolean),
      AppCall(
        "stopMonitoringVisits", reads: [], [], versions: .from(8), "Stops monitoring visits."
      ) {
        _, _, context in
        context.stopMonitoring(.visits)
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "startUpdatingLocation", reads: [],
        [optional("allowsBackgroundLocationUpdates", .truth, isNamed: true)],
        "Starts location updates."
      ) { app, word, context throws(HostFunctionError) in
        let isAllowed = app.machine.hasArgument(0) ? try app.machine.truth(0, of: word) : false
        try DeviceAPIError.translated { () throws(DeviceAPIError) in
          try context.startUpdatingLocation(allowsBackground: isAllowed)
        }
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "startServiceSession", reads: [.permission],
        [.init("permission", symbols: ["whenInUse", "always"])],
        versions: .from(18), "Begins a location session, for which the user is asked once."
      ) { app, word, context throws(HostFunctionError) in
        context.startServiceSession(
          try app.machine.symbol(0, of: word, as: LocationPermission.self))
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "startBackgroundActivity", reads: [], [], versions: .from(17),
        "Continues location updates in the background, with an indicator; whether it does."
      ) { _, _, context in .value(.boolean(context.startBackgroundActivity())) }.giving(.boolean),
      AppCall(
        "endBackgroundActivity", reads: [], [], versions: .from(17),
        "Ends the app's background activity."
      ) { _, _, context in
        context.endBackgroundActivity()
        return .value(.nil)
      }.giving(.nothing),
      AppCall("stopUpdatingLocation", reads: [], [], "Stops location updates.") { _, _, context in
        context.stopUpdatingLocation()
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "playAudio", reads: [.audioRoute],
        [optional("mixes", .truth, isNamed: true), optional("video", .truth, isNamed: true)],
        "Starts playing audio, alone or with a video, which mixes with that of other apps or interrupts it."
      ) { app, word, context throws(HostFunctionError) in
        context.playAudio(
          mixes: app.machine.hasArgument(0) ? try app.machine.truth(0, of: word) : false,
          video: app.machine.hasArgument(1) ? try app.machine.truth(1, of: word) : false)
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "startRecording", reads: [], [], versions: .from(3),
        "Starts recording sound, in the foreground; whether it does."
      ) { _, _, context in .value(.boolean(context.startRecording())) }.giving(.boolean),
      AppCall("stopRecording", reads: [], [], versions: .from(3), "Stops recording sound.") {
        _, _, context in
        context.stopRecording()
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "isRecording", reads: [], isProperty: true, versions: .from(3),
        "Whether the app records sound."
      ) { _, _, context in .value(.boolean(context.isRecording)) }.giving(.boolean),
      AppCall(
        "reportNewIncomingVoIPPushPayload", reads: [], [.init("payload")],
        versions: .callsOfExtensions,
        "Hands a notification on to the app of the extension as a VoIP push; whether it comes."
      ) { app, word, context throws(HostFunctionError) in
        let payload = try app.machine.plainArgument(0, forKey: "payload") ?? .emptyMap
        return .value(.boolean(context.reportIncomingVoIPPush(payload)))
      }.giving(.boolean),
      AppCall("stopAudio", reads: [], [], "Stops playing audio.") { _, _, context in
        context.stopAudio()
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "setAudioCategory", reads: [],
        [.init("category", symbols: AudioCategory.allCases.map(\.rawValue))],
        versions: .from(3), "Sets the category of the app's audio session."
      ) { app, word, context throws(HostFunctionError) in
        context.setAudioCategory(try app.machine.symbol(0, of: word, as: AudioCategory.self))
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "overrideOutputAudioPort", reads: [],
        [.init("port", symbols: AudioPort.allCases.map(\.rawValue))],
        versions: .from(6), "Routes audio to the speaker even with headphones, or stops that."
      ) { app, word, context throws(HostFunctionError) in
        context.overrideOutputAudioPort(try app.machine.symbol(0, of: word, as: AudioPort.self))
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "startPictureInPicture", reads: [], [],
        versions: .from(9),
        "Starts Picture in Picture with the app's video; whether it does."
      ) { _, _, context in .value(.boolean(context.startPictureInPicture())) }.giving(.boolean),
      AppCall(
        "stopPictureInPicture", reads: [], [], versions: .from(9),
        "Ends the app's Picture in Picture."
      ) { _, _, context in
        context.stopPictureInPicture()
        return .value(.nil)
      }.giving(.nothing),
      AppCall(
        "enableBackgroundDelivery", reads: [], [.init("type", .text)],
        versions: .from(8), "Enables background delivery for a type of health data; whether it is."
      ) { app, word, context throws(HostFunctionError) in
        .value(.boolean(context.enableBackgroundDelivery(of: try app.machine.text(0, of: word))))
      }.giving(.boolean),
      AppCall(
        "connectPeripheral", reads: [],
        [.init("name", .text), optional("restoreIdentifier", .text, isNamed: true)],
        versions: .from(5),
        "Connects to a Bluetooth accessory, with a name for restoring the connection."
      ) { app, word, context throws(HostFunctionError) in
        let restored = app.machine.hasArgument(1) ? try app.machine.text(1, of: word) : nil
        context.connectPeripheral(try app.machine.text(0, of: word), restoreIdentifier: restored)
        return .value(.nil)
      }.giving(.nothing),
    ] + activities + delegates + resources

  /// What the call that sets a delegate tells of its app.
  package static func reading(of kind: DelegateKind) -> Reading { .delegate(kind.rawValue) }

  private static func setter(of kind: DelegateKind) -> String {
    switch kind {
    case .notificationCenter: "setNotificationCenterDelegate"
    case .pushRegistry: "setPushRegistryDelegate"
    case .urlSession: "setURLSessionDelegate"
    }
  }

  /// What an app that sets its delegates itself calls; any other has them from the start.
  private static let delegates: [AppCall] = DelegateKind.allCases.map { kind in
    let (versions, summary): (SystemVersionRange, String) =
      switch kind {
      case .notificationCenter:
        (
          .from(10),
          "Sets the delegate for notifications, which has to be done before `didFinishLaunching` returns."
        )
      case .pushRegistry: (.from(8), "Sets the delegate for VoIP pushes, which wait for it.")
      case .urlSession:
        (.from(7), "Sets the delegate of background sessions, whose events wait for it.")
      }
    return AppCall(setter(of: kind), reads: [reading(of: kind)], [], versions: versions, summary) {
      _, _, context in
      context.setDelegate(kind)
      return .value(.nil)
    }.giving(.nothing)
  }

  /// What an app shows on the lock screen.
  private static let activities: [AppCall] = [
    AppCall(
      "startActivity", reads: [],
      [
        .init("id", .text), optional("content"), optional("link", .text, isNamed: true),
      ], versions: .liveActivities,
      "Starts a Live Activity, with a link for taps; whether it was started."
    ) { app, word, context throws(HostFunctionError) in
      let identifier = try app.machine.name(0, of: word)
      let content = try app.machine.plainArgument(1, forKey: identifier)
      let link = app.machine.hasArgument(2) ? try app.machine.text(2, of: word) : nil
      return .value(.boolean(context.startActivity(identifier, link: link, content: content)))
    }.giving(.boolean),
    AppCall(
      "updateActivity", reads: [], [.init("id", .text), optional("content")],
      versions: .liveActivities,
      "Updates the content of a Live Activity; whether it is active."
    ) { app, word, context throws(HostFunctionError) in
      let identifier = try app.machine.name(0, of: word)
      let content = try app.machine.plainArgument(1, forKey: identifier)
      return .value(.boolean(context.updateActivity(identifier, content: content)))
    }.giving(.boolean),
    AppCall(
      "endActivity", reads: [], [.init("id", .text)], versions: .liveActivities,
      "Ends a Live Activity; whether it was active."
    ) { app, word, context throws(HostFunctionError) in
      .value(.boolean(context.endActivity(try app.machine.name(0, of: word))))
    }.giving(.boolean),
    AppCall(
      "activities", reads: [], isProperty: true, versions: .liveActivities,
      "The app's Live Activities, including those of earlier processes, as maps."
    ) { _, _, context in .value(.list(context.activities.map(\.value))) }.giving(.list(.map(nil))),
  ]

  /// Hardware, memory, and the user's permission.
  private static let resources: [AppCall] = [
    AppCall(
      "acquire", reads: [],
      [
        .init(
          "kind",
          symbols: ResourceKind.allCases.map(\.rawValue) + [ResourceKind.oldNameOfStore]),
        optional("name", .text),
        optional("multitasking", .truth, isNamed: true), optional("audio", .truth, isNamed: true),
      ],
      "Acquires hardware or shared data; `release()` releases it. `.fileLock` is the lock of a file or "
        + "of a database, such as SQLite."
    ) { app, word, context throws(HostFunctionError) in
      let name = app.machine.hasArgument(1) ? try app.machine.text(1, of: word) : ""
      let isOldName = app.machine.argument(0) == .symbol(ResourceKind.oldNameOfStore)
      if isOldName { context.noteOldNameOfStore() }
      let kind =
        isOldName
        ? .contactsStore : try app.machine.symbol(0, of: word, as: ResourceKind.self)
      let capture = CaptureOptions(
        multitasks: app.machine.hasArgument(2) ? try app.machine.truth(2, of: word) : false,
        records: app.machine.hasArgument(3) ? try app.machine.truth(3, of: word) : false)
      let resource = context.acquire(kind, name: name, capture)
      return .value(resource.map { .handle(HandleKind.resource.handle($0.rawValue)) } ?? .nil)
    }.giving(.optional(.handle(.resource))),
    AppCall(
      "render", reads: [],
      [.init("interface", symbols: GraphicsInterface.allCases.map(\.rawValue))],
      "Draws with the GPU; `.done` or `.notPermitted`."
    ) { app, word, context throws(HostFunctionError) in
      let interface = try app.machine.symbol(0, of: word, as: GraphicsInterface.self)
      return .value(.symbol(context.render(with: interface).rawValue))
    }.giving(.symbol(DrawingResult.self)),
    AppCall("allocate", reads: [.memory], [.init("bytes", .size)], "Allocates memory.") {
      app, word, context throws(HostFunctionError) in
      let bytes = try app.machine.size(0, of: word)
      try DeviceAPIError.translated { () throws(DeviceAPIError) in try context.allocate(bytes) }
      return .value(.nil)
    }.giving(.nothing),
    AppCall("free", reads: [], [.init("bytes", .size)], "Frees allocated memory.") {
      app, word, context throws(HostFunctionError) in
      let bytes = try app.machine.size(0, of: word)
      try DeviceAPIError.translated { () throws(DeviceAPIError) in try context.free(bytes) }
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "setKeepAliveTimeout", reads: [], [.init("timeout"), closure("handler")],
      versions: .majors(4, 8),
      "Sets the handler that keeps a VoIP app's connection alive; whether it is set."
    ) { app, word, context throws(HostFunctionError) in
      let timeout = try app.machine.span(0, of: word)
      let handler = CallbackIdentifier(try app.machine.function(1, of: word).number)
      let result = context.setKeepAliveTimeout(timeout, callback: handler)
      app.release(result.freed)
      return .value(.boolean(result.isSet))
    }.giving(.boolean),
    AppCall(
      "requestPermission", reads: [.permission],
      [
        .init("permission", symbols: Permission.requested.map(\.rawValue)),
        optional("provisional", .truth, isNamed: true), closure("answer"),
      ], "Asks the user for a permission, or provisionally; the closure gets the answer."
    ) { app, word, context throws(HostFunctionError) in
      let permission = try app.machine.symbol(0, of: word, as: Permission.self)
      let isProvisional = app.machine.hasArgument(1) ? try app.machine.truth(1, of: word) : false
      let callback = CallbackIdentifier(try app.machine.function(2, of: word).number)
      context.requestPermission(permission, isProvisional: isProvisional, callback: callback)
      return .value(.nil)
    }.giving(.nothing, passing: [.boolean]),
    AppCall(
      "useLocalNetwork", reads: [.permission], [],
      "Sends data in the local network, for which the user is asked once; whether it may."
    ) { _, _, context in .value(.boolean(context.useLocalNetwork())) }.giving(.boolean),
    AppCall(
      "evaluatePolicy", reads: [], [closure("answer")],
      versions: .from(8), "Asks for Face ID or Touch ID; the closure gets the result."
    ) { app, word, context throws(HostFunctionError) in
      let callback = CallbackIdentifier(try app.machine.function(0, of: word).number)
      context.evaluatePolicy(callback: callback)
      return .value(.nil)
    }.giving(.nothing, passing: [.boolean]),
  ]
}

// MARK: - The interface

extension AppCall {
  /// Screens, frames, windows, links and actions.
  package static let interface: [AppCall] = [
    AppCall(
      "show", reads: [], staysInProcess: true, [.init("screen", .text)],
      "Shows a screen, with a name of the app's choice."
    ) {
      app, word, context throws(HostFunctionError) in
      context.show(try app.machine.text(0, of: word), in: app.currentScene)
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "present", reads: [], staysInProcess: true,
      [
        .init("title", .text),
        optional("style", isNamed: true, symbols: PresentationStyle.allCases.map(\.rawValue)),
      ], "Presents an alert or an action sheet over the screen."
    ) { app, word, context throws(HostFunctionError) in
      if app.machine.hasArgument(1) {
        _ = try app.machine.symbol(1, of: word, as: PresentationStyle.self)
      }
      context.present(try app.machine.text(0, of: word), in: app.currentScene)
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "dismissPresented", reads: [], staysInProcess: true, [], "Dismisses what was presented."
    ) { app, _, context in
      context.dismissPresented(in: app.currentScene)
      return .value(.nil)
    }.giving(.nothing),
    AppCall("ignoreSnapshot", reads: [], [], "Keeps the next snapshot out of the switcher.") {
      app, _, context in
      context.ignoreSnapshot(in: app.currentScene)
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "registerSceneAccessory", reads: [], [], versions: .from(27),
      "Registers content for a connected screen, for which the app then gets a scene."
    ) { _, _, context in
      context.offerScreenContent(true)
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "unregisterSceneAccessory", reads: [], [], versions: .from(27),
      "Takes back the content for a connected screen, and its scene goes."
    ) { _, _, context in
      context.offerScreenContent(false)
      return .value(.nil)
    }.giving(.nothing),
    AppCall("setNeedsDisplay", reads: [], staysInProcess: true, [], "Marks the view for drawing.") {
      app, _, context in
      context.setNeedsDisplay(in: app.currentScene)
      return .value(.nil)
    }.giving(.nothing),
    AppCall("setNeedsLayout", reads: [], staysInProcess: true, [], "Marks the view for layout.") {
      app, _, context in
      context.setNeedsLayout(in: app.currentScene)
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "displayLink", reads: [], [.init("framesPerSecond", .number), closure("action")],
      "Calls back for frames while the app is on the screen."
    ) { app, word, context throws(HostFunctionError) in
      let frames = try app.frames(0, of: word)
      return .value(
        try app.keepingCallback(1, of: word) { callback throws(DeviceAPIError) in
          let link = try context.startDisplayLink(framesPerSecond: frames, callback: callback)
          return HandleKind.displayLink.handle(link.rawValue)
        })
    }.giving(.handle(.displayLink), passing: [.handle(.displayLink)]),
    AppCall(
      "requestSceneSessionActivation", reads: [], [optional("session")],
      versions: .from(13), "Shows the window of a session, or a new one for nil."
    ) { app, word, context throws(HostFunctionError) in
      let session = app.machine.hasArgument(0) ? try app.session(0, of: word) : nil
      context.requestSceneSessionActivation(session)
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "requestSceneSessionDestruction", reads: [], [.init("session")],
      versions: .from(13), "Closes the window of a session for good."
    ) { app, word, context throws(HostFunctionError) in
      context.requestSceneSessionDestruction(try app.session(0, of: word))
      return .value(.nil)
    }.giving(.nothing),
    AppCall(
      "openURL", reads: [], [.init("url", .text)],
      "Opens a link; whether an app on the device can open it."
    ) { app, word, context throws(HostFunctionError) in
      .value(.boolean(context.openURL(try app.machine.text(0, of: word))))
    }.giving(.boolean),
    // The prelude's own function calls what this one finds.
    AppCall(
      "__sendAction", reads: [], [.init("name", .text)], isHidden: true,
      "The target of an action in the responder chain, nil without one."
    ) { app, word, context throws(HostFunctionError) in
      let name = try app.machine.text(0, of: word)
      let found = app.action(name)
      context.noteAction(name, isHandled: found != nil)
      return .value(found.map { .function(app.machine.keep($0)) } ?? .nil)
    },
    AppCall(
      "scene", reads: [], staysInProcess: true, isProperty: true, versions: .from(13),
      "The scene whose code runs."
    ) {
      app, _, _ throws(HostFunctionError) in
      guard let scene = app.currentScene else {
        throw HostFunctionError(.invalidArgument, "`scene` is available only in a scene's own code")
      }
      return .value(.handle(scene.handle))
    }.giving(.handle(.scene)),
    AppCall(
      "scenePhase", reads: [], staysInProcess: true, isProperty: true,
      versions: .from(14), "`.active`, `.inactive` or `.background`, of the scene or of all scenes."
    ) { app, _, context in
      let scene = app.currentScene.flatMap { context.state(of: $0)?.applicationState }
      return .value(.symbol((scene ?? context.state).processState.rawValue))
    }.giving(.symbol(ApplicationState.names)),
  ]
}

extension ScriptedApp {
  fileprivate mutating func session(
    _ position: Int, of word: HostFunction
  ) throws(HostFunctionError) -> SceneSessionIdentifier {
    try machine.argument(position, of: word, "a scene session") {
      guard case .handle(let handle) = $0, handle.handleKind == .sceneSession else { return nil }
      return SceneSessionIdentifier(handle.number)
    }
  }

  mutating func frames(
    _ position: Int, of word: HostFunction
  ) throws(HostFunctionError) -> Int {
    try machine.argument(position, of: word, "a number of frames in a second") {
      if case .integer(let frames) = $0 { Int(exactly: frames) } else { nil }
    }
  }
}
