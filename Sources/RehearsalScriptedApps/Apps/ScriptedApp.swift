// One process of an app that is written in the language: a machine of its own behind the device's
// border. The device hands it deliveries; it starts the script's functions, answers what they ask
// with the system (`AppCall`), and stays paused in the middle of a handler while
// `work` lasts. It is a value, so a copy of the simulation holds a copy of every process.

import RehearsalCode
import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// What app code tells the session beside the trace.
package enum AppReport: Sendable {
  /// What a line or a record counts as output, not counting its texts and the names in it.
  ///
  /// Reports for people write about as much, JSON up to five times as much.
  package static let bytesOfALine = 40

  /// A line that the app printed.
  case output(String)
  /// An error that crashed the app, or that its main thread does not come back from.
  case runtimeError(RuntimeError, isHang: Bool)
}

/// The bounds of the code of an app.
package struct AppLimits: Sendable {
  /// Instructions, calls and heap of a process, for each delivery on its main thread.
  let machine: MachineLimits
  /// The bytes that all of a run may take.
  let memoryBytes: Int
  /// The timers, background tasks and background works that a process may have at once.
  let pendingWork: Int
  /// The bytes that a process may print and log in its life.
  let outputBytes: Int

  /// Makes the bounds.
  package init(
    machine: MachineLimits, memoryBytes: Int, pendingWork: Int, outputBytes: Int
  ) {
    self.machine = machine
    self.memoryBytes = memoryBytes
    self.pendingWork = pendingWork
    self.outputBytes = outputBytes
  }
}

/// A function as the code of an app meets it.
package enum AppWord: Sendable {
  /// A function of app code.
  case call(AppCall)
  /// A function that both sides have.
  case neutral(NeutralFunction)
  /// A verb of the user or the system, by its name, which app code cannot call.
  case outside(String)
}

/// Who adds functions to the language, and runs them.
package protocol AppHost: Sendable {
  /// Carries out a call of an added function.
  ///
  /// - Parameters:
  ///   - function: The number of the function in the host interface.
  ///   - app: The process that calls.
  ///   - context: What the process asks the system by.
  /// - Returns: What the function gives, or what it waits for.
  /// - Throws: `HostFunctionError`, where the arguments do not fit.
  func call(
    _ function: Int, from app: inout ScriptedApp, in context: AppContext
  ) throws(HostFunctionError) -> MachineReply<CodeProgress>
}

/// What all processes of one scripted app share, behind one reference: processes are copied with
/// their device.
package final class ScriptedAppPlan: Sendable {
  let image: CodeImage
  /// The app's number in the program.
  let number: Int
  let limits: AppLimits
  let seed: UInt64
  let collectsAlways: Bool
  /// The file's top-level constants by slot, where they have values.
  let constants: [ScriptValue]
  /// The handlers of the app.
  package let handlers: HandlerTable
  /// The built-in functions by their number in the host interface.
  let words: [AppWord]
  /// Who runs the functions after those.
  let host: any AppHost
  /// By what another thread stops the app's code; nil where only limits do.
  let cancellation: CancellationFlag?
  /// Who is notified of what the app's code computes from moments; nil where nobody asks.
  let times: TimeWatch?

  /// Makes a plan, of which each part is documented above.
  package init(
    image: CodeImage, number: Int, limits: AppLimits, seed: UInt64, collectsAlways: Bool,
    constants: [ScriptValue], handlers: HandlerTable, words: [AppWord], host: any AppHost,
    cancellation: CancellationFlag?, times: TimeWatch?
  ) {
    self.image = image
    self.number = number
    self.limits = limits
    self.seed = seed
    self.collectsAlways = collectsAlways
    self.constants = constants
    self.handlers = handlers
    self.words = words
    self.host = host
    self.cancellation = cancellation
    self.times = times
  }

  var program: Program { image.program }
  /// The code of the app.
  package var app: CompiledUnit { program.units[number] }
}

/// The code of a scripted app in one process.
package struct ScriptedApp: AppCode, MachineOwner {
  /// What it shares with the other processes of the app.
  package var plan: ScriptedAppPlan
  /// What runs its code.
  package var machine: Machine
  /// The message whose handler is under way, and that handler.
  private(set) var message: Message?
  private var handler: CompiledUnit.Handler?
  /// What the current handler is done with when it returns, for it does not name the completion.
  private var unnamedCompletion: CompletionIdentifier?
  /// The scene whose code is under way; nil for the app's own.
  private(set) var currentScene: SceneIdentifier?
  /// Whether the current code runs before the application object exists (R026).
  private(set) var isBeforeApplication = false
  /// The bytes that this process has printed and logged.
  var writtenBytes = 0

  /// Makes the code of a process.
  package init(_ plan: ScriptedAppPlan) {
    self.plan = plan
    machine = Machine(
      plan.image, role: .unit(plan.number), limits: plan.limits.machine,
      seed: plan.seed,
      collectsAlways: plan.collectsAlways, cancellation: plan.cancellation, times: plan.times)
  }

  package var observedNotifications: NotificationSet { plan.handlers.notifications }

  package var heldBytes: Int { machine.heldBytes }

  package mutating func compact() { machine.compact() }

  // MARK: - Deliveries

  package mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
    message = nil
    handler = nil
    unnamedCompletion = nil
    isBeforeApplication = delivery == .main
    enter(SceneIdentifier(number: 0))
    switch delivery {
    case .main:
      guard let main = plan.handlers.main else { return .returned(.nil) }
      machine.start(main.function)
    case .initialize:
      // Every life of an app draws numbers of its own, the same in every run.
      let life = UInt64(UInt32(bitPattern: context.process.incarnation))
      machine.reseed(plan.seed &+ UInt64(plan.number) << 32 &+ life)
      machine.start(plan.app.globalTable.initializer)
    case .initializeScene(let scene):
      enter(scene)
      let kind = plan.handlers.kind(of: context.role(of: scene))
      guard let initializer = plan.app.instanceInitializers[kind] else { return .returned(.nil) }
      machine.start(initializer)
    case .message(let message, let arguments):
      guard start(plan.handlers.handler(of: message, arguments), message, arguments) else {
        return .returned(.nil)
      }
    case .sceneMessage(let scene, let message, let arguments):
      enter(scene)
      let handler = plan.handlers.handler(of: message, arguments, in: context.role(of: scene))
      guard start(handler, message, arguments) else { return .returned(.nil) }
    case .notification(let notification, let info):
      guard let handler = plan.handlers.observer(of: notification) else {
        return .returned(.nil)
      }
      machine.start(handler.function, [info])
    case .callback(let callback, let arguments, let isLast):
      let function = FunctionReference(number: callback.number)
      machine.start(function, arguments)
      enter(SceneIdentifier(number: Int32(truncatingIfNeeded: machine.instance)))
      if isLast { machine.release(function) }
    case .control(let position, let scene):
      if let scene { enter(scene) }
      guard let action = action(ofControl: position) else { return .returned(.nil) }
      machine.start(action)
    }
    // What the start itself has cost, too.
    return runMachine(in: context, after: 0)
  }

  /// Starts the handler of a message; false without one.
  private mutating func start(
    _ handler: CompiledUnit.Handler?, _ message: Message, _ arguments: [ScriptValue]
  ) -> Bool {
    guard let handler else { return false }
    self.message = message
    self.handler = handler
    // What a handler selects by is no parameter of it.
    let given = arguments.dropFirst(handler.selector == nil ? 0 : 1)
    // Of the messages with a completion, this one is answered by most handlers as they return.
    if message == .didReceiveNotificationResponse,
      plan.program.parameterCount(of: handler.function) < given.count
    {
      unnamedCompletion = given.last?.completion
    }
    machine.start(handler.function, Array(given))
    return true
  }

  /// Makes a scene the one whose code runs; number 0 stands for none.
  private mutating func enter(_ scene: SceneIdentifier) {
    currentScene = scene.number > 0 ? scene : nil
    machine.selectInstance(Int(scene.number))
  }

  private func action(ofControl position: Int) -> FunctionIndex? {
    guard plan.app.controls.indices.contains(position) else { return nil }
    let control = plan.app.controls[position]
    return control.action ?? control.sentAction.flatMap { action($0, to: control.target) }
  }

  package mutating func resume(in context: AppContext) -> CodeProgress {
    machine.answer(.nil)
    return runMachine(in: context, after: machine.usedInstructions)
  }

  /// Runs the machine and answers its requests until it is done or has to wait; instructions that
  /// were used before are accounted for already.
  private mutating func runMachine(in context: AppContext, after used: Int) -> CodeProgress {
    defer { context.noteWork(machine.usedInstructions - used) }
    let rest = runMachine { app, request throws(HostFunctionError) in
      let reply = try app.reply(to: request, in: context)
      // What the app asked for may have been the end of its process.
      return context.isAlive ? reply : .pause(.returned(.nil))
    }
    switch rest {
    case .finished:
      if let unnamedCompletion { context.finishWithReturn(unnamedCompletion) }
      do throws(HostFunctionError) { return .returned(try result()) } catch {
        return failed(runtimeError(error), in: context)
      }
    case .failed(let error): return failed(error, in: context)
    case .paused(let progress): return progress
    case .stopped: return .returned(.nil)
    }
  }

  private func failed(_ error: RuntimeError, in context: AppContext) -> CodeProgress {
    // A handler that uses up its instructions would continue for ever: its thread hangs.
    let isHang = error.identifier == .handlerInstructionLimit
    context.send(toHost: AppReport.runtimeError(error, isHang: isHang))
    let report = CrashReport(message: error.message)
    return isHang ? .hung(report) : .crashed(report)
  }

  /// Calls a function of the script while a host function runs that the script called.
  ///
  /// - Throws: The error by which the current code ended.
  package mutating func invoke(
    _ function: FunctionReference, _ arguments: [ScriptValue], in context: AppContext
  ) throws(RuntimeError) -> ScriptValue {
    machine.startCallback(function, arguments)
    let rest: MachineStop<Never> = runMachine { app, request throws(HostFunctionError) in
      switch try app.reply(to: request, in: context) {
      case .value(let value): return .value(value)
      case .failed(let error): return .failed(error)
      case .pause:
        throw HostFunctionError(
          .wrongSide, "code that the host calls can neither wait nor end the process")
      }
    }
    switch rest {
    case .finished, .stopped: return try machine.takeWholeResult()
    case .failed(let error): throw error
    }
  }

  // MARK: - Results

  /// What the handler returned, where the message waits for something.
  private mutating func result() throws(HostFunctionError) -> ScriptValue {
    guard let message, message.definition.result != .nothing else { return .nil }
    let value = machine.takeResult()
    let expected = message.definition.result
    if let plain = expected.plain(value) { return plain }
    for reference in value.functions { machine.release(reference) }
    // `on didFinishLaunching { every(1s) { … } }` does something and answers nothing.
    if handler?.isExpression == true { return .nil }
    throw HostFunctionError(
      .typeMismatch,
      "`\(message.definition.handler)` returns \(expected.expectation), or nothing at all")
  }

  /// The error of a handler that has returned already.
  private func runtimeError(_ refusal: HostFunctionError) -> RuntimeError {
    let call = handler.map {
      RuntimeError.Call(function: $0.name, place: $0.place)
    }
    return RuntimeError(refusal.identifier, refusal.message, stack: call.map { [$0] } ?? [])
  }

  // MARK: - Looking from outside

  /// A copy of a variable's value; nil where the app has no such variable, or it has no value yet.
  package func variable(named name: String) -> ScriptValue? {
    machine.slot(ofGlobal: name).flatMap(machine.readGlobal)
  }

  /// Copies of the values that the variables of a scene have, in their order.
  package func variables(of scene: SceneIdentifier) -> [(name: String, value: ScriptValue)] {
    machine.readVariables(ofInstance: Int(scene.number))
  }
}

// MARK: - Requests

extension ScriptedApp {
  /// Carries out what the app asks for.
  private mutating func reply(
    to request: HostRequest, in context: AppContext
  ) throws(HostFunctionError) -> MachineReply<CodeProgress> {
    switch request {
    case .call(let number): return try call(number, in: context)
    case .member(let handle, let name): return .value(try member(name, of: handle, context))
    case .callMember(let handle, let name):
      return .value(try callMember(name, of: handle, context))
    case .callHandle(let handle):
      try complete(CompletionIdentifier(rawValue: handle.number), context)
      return .value(.nil)
    case .setMember(let handle, let name):
      try setMember(name, of: handle, context)
      return .value(.nil)
    case .index(let handle) where handle.handleKind == .call:
      return .value(try element(ofCall: CallIdentifier(rawValue: handle.number), context))
    case .index(let handle):
      let place = try storagePlace(handle)
      return .value(context.value(forKey: try machine.storageKey(), in: place) ?? .nil)
    case .setIndex(let handle):
      try store(in: try storagePlace(handle), context)
      return .value(.nil)
    case .constant(let slot): return .value(try constant(slot))
    case .output:
      try write(machine.argumentText(0)) {
        _ = context.noteCall(passing: $0.utf8.count)
        context.send(toHost: AppReport.output($0))
      }
      return .value(.nil)
    case .expectation, .beginWait, .continueWait:
      throw HostFunctionError(.wrongSide, "`expect` belongs in a scenario, not in an app")
    }
  }

  private mutating func call(
    _ number: Int, in context: AppContext
  ) throws(HostFunctionError) -> MachineReply<CodeProgress> {
    guard plan.words.indices.contains(number) else {
      return try plan.host.call(number, from: &self, in: context)
    }
    switch plan.words[number] {
    case .call(let call):
      // A call inspects far less than a verb does, and an app may begin ten thousand things.
      machine.charge(context.scanCost / 64)
      let reply = try call.body(&self, call.definition, context)
      guard context.noteCall(passing: machine.takeHandedBytes()) else {
        throw .memoryLimit(plan.limits.memoryBytes)
      }
      return reply
    case .neutral(.now): return .value(.span(context.now.spanSinceStart))
    case .neutral(.date): return .value(.string(context.date))
    case .neutral(let word): return .value(word.choose(&machine) { context.choose(among: $0) })
    case .outside(let name):
      throw HostFunctionError(.wrongSide, "`\(name)` belongs to the user and the system")
    }
  }

  mutating func release(_ callback: CallbackIdentifier?) {
    if let callback { machine.release(FunctionReference(number: callback.number)) }
  }

  /// `completion(.newData)`, or `task.setTaskCompleted(true)`.
  mutating func complete(
    _ completion: CompletionIdentifier, _ context: AppContext
  ) throws(HostFunctionError) {
    let result = try machine.plainArgument(0, forKey: "result") ?? .nil
    do { release(try context.complete(completion, with: result)) } catch {
      throw HostFunctionError(error)
    }
  }

  /// `call["caller"]`; nil for another key, and for a call that is gone.
  private mutating func element(
    ofCall call: CallIdentifier, _ context: AppContext
  ) throws(HostFunctionError) -> ScriptValue {
    guard try machine.storageKey() == "caller" else { return .nil }
    return context.caller(of: call).map { .string($0) } ?? .nil
  }

  // MARK: - Storage

  private func storagePlace(_ handle: Handle) throws(HostFunctionError) -> StoragePlace {
    guard let place = handle.handleKind?.storagePlace else {
      throw HostFunctionError(.typeMismatch, "only storage is read by key")
    }
    return place
  }

  private mutating func store(
    in place: StoragePlace, _ context: AppContext
  ) throws(HostFunctionError) {
    let key = try machine.storageKey()
    let value = try machine.plainArgument(1, forKey: key)
    // Removing a key moves those after it.
    if value == nil { machine.charge(context.keyCount(in: place) / 8) }
    try DeviceAPIError.translated { () throws(DeviceAPIError) in
      try context.setValue(value, forKey: key, in: place)
    }
  }

  // MARK: - Actions

  /// Finds the responder with an action along the chain: the scene's delegate, then the
  /// application's; a named target is asked alone.
  func action(_ name: String, to target: CodeGroup? = nil) -> FunctionIndex? {
    let chain: [CodeGroup] = currentScene == nil ? [.unit] : [.instance, .unit]
    for responder in chain where target == nil || target == responder {
      if let action = plan.app.actions.first(where: { $0.name == name && $0.target == responder }) {
        return action.function
      }
    }
    return nil
  }

  // MARK: - Constants and output

  private func constant(_ slot: Int) throws(HostFunctionError) -> ScriptValue {
    let globals = plan.app.globalTable
    let name = globals.names.indices.contains(slot) ? globals.names[slot] : ""
    guard slot < globals.constantCount else {
      // Before the application object exists no initial value was evaluated; a constant needs no
      // evaluation.
      if isBeforeApplication { return globals.constantValues[slot] ?? .nil }
      throw HostFunctionError(
        .uninitializedVariable, "`\(name)` is read before its declaration has run")
    }
    guard plan.constants.indices.contains(slot) else {
      throw HostFunctionError(
        .uninitializedVariable,
        "the constant `\(name)` has no value yet: its declaration has not run")
    }
    let value = plan.constants[slot]
    guard value.functions.isEmpty else {
      throw HostFunctionError(
        .notPlainData,
        "the constant `\(name)` is a closure that apps cannot call; declare it with `func`")
    }
    return value
  }

  /// Writes a line somewhere, within what a process may write.
  mutating func write(
    _ text: String, to sink: (String) -> Void
  ) throws(HostFunctionError) {
    charge(forWriting: text)
    writtenBytes += AppReport.bytesOfALine + text.utf8.count
    guard writtenBytes <= plan.limits.outputBytes else {
      throw HostFunctionError.outputLimit(plan.limits.outputBytes)
    }
    sink(text)
  }
}
