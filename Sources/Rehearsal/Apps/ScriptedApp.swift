// One process of an app that is written in the language: a machine of its own behind the device's
// border. The device hands it deliveries; it starts the script's functions, answers what they ask
// by acting on the device (`ScriptedApp+Calls`), and stays paused in the middle of a handler while
// `work` lasts. It is a value, so a copy of the simulation holds a copy of every process.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// What app code tells the session beside the trace.
enum AppReport: Sendable {
  /// A line that the app printed.
  case output(String)
  /// An error that crashed the app, or that its main thread does not come back from.
  case runtimeError(RuntimeError, isHang: Bool)
}

/// What all processes of one scripted app share.
struct ScriptedAppPlan: Sendable {
  let program: Program
  /// The app's number in the program.
  let number: Int
  let limits: RunLimits
  let seed: UInt64
  let collectsAlways: Bool
  /// The file's top-level constants by slot, as far as they have values.
  var constants: [ScriptValue]
  let handlers: HandlerTable
  /// The embedder's functions.
  let host: ScriptHost
  /// By what another thread stops the app's code; nil where only limits do.
  let cancellation: CancellationFlag?

  var app: CompiledUnit { program.units[number] }
}

/// The code of a scripted app in one process.
struct ScriptedApp: AppCode {
  var plan: ScriptedAppPlan
  var machine: Machine
  /// The message whose handler is under way, and that handler.
  private var message: Message?
  private var handler: CompiledUnit.Handler?
  /// The scene whose code is under way; nil for the app's own.
  private(set) var currentScene: SceneIdentifier?
  /// Whether the code under way runs before the application object exists (R026).
  private(set) var isBeforeApplication = false
  /// The bytes that this process has printed and logged.
  var writtenBytes = 0

  init(_ plan: ScriptedAppPlan) {
    self.plan = plan
    machine = Machine(
      program: plan.program, role: .unit(plan.number), limits: plan.limits.app, seed: plan.seed,
      collectsAlways: plan.collectsAlways, cancellation: plan.cancellation)
  }

  func handles(_ message: Message) -> Bool { plan.handlers.answers(message) }

  func observes(_ notification: SystemNotification) -> Bool {
    plan.handlers.observer(of: notification) != nil
  }

  // MARK: - Deliveries

  mutating func run(
    _ delivery: Delivery, in process: ProcessIdentifier, on device: inout Device
  ) -> CodeProgress {
    message = nil
    handler = nil
    isBeforeApplication = delivery == .main
    enter(SceneIdentifier(number: 0))
    switch delivery {
    case .main:
      guard let main = plan.handlers.main else { return .returned(.none) }
      machine.start(main.function)
    case .initialize:
      // Every life of an app draws numbers of its own, the same in every run.
      let life = UInt64(UInt32(bitPattern: process.incarnation))
      machine.reseed(plan.seed &+ UInt64(plan.number) << 32 &+ life)
      machine.start(plan.app.globalTable.initializer)
    case .initializeScene(let scene):
      enter(scene)
      guard let initializer = plan.app.instanceInitializer else { return .returned(.none) }
      machine.start(initializer)
    case .message(let message, let arguments):
      guard start(plan.handlers.handler(of: message, arguments), message, arguments) else {
        return .returned(.none)
      }
    case .sceneMessage(let scene, let message, let arguments):
      enter(scene)
      let handler = plan.handlers.handler(of: message, arguments, isToScene: true)
      guard start(handler, message, arguments) else { return .returned(.none) }
    case .notification(let notification, let info):
      guard let handler = plan.handlers.observer(of: notification) else {
        return .returned(.none)
      }
      machine.start(handler.function, [ScriptValue(info)])
    case .callback(let callback, let arguments, let isLast):
      let function = FunctionReference(number: callback.number)
      machine.start(function, arguments.map { ScriptValue($0) })
      enter(SceneIdentifier(number: Int32(truncatingIfNeeded: machine.instance)))
      if isLast { machine.release(function) }
    case .control(let position, let scene):
      if let scene { enter(scene) }
      guard let action = action(ofControl: position) else { return .returned(.none) }
      machine.start(action)
    }
    return runMachine(in: process, on: &device)
  }

  /// Starts the handler of a message; false without one.
  private mutating func start(
    _ handler: CompiledUnit.Handler?, _ message: Message, _ arguments: [PlainValue]
  ) -> Bool {
    guard let handler else { return false }
    self.message = message
    self.handler = handler
    // What a handler selects by is no parameter of it.
    let given = arguments.dropFirst(handler.selector == nil ? 0 : 1)
    machine.start(handler.function, given.map { ScriptValue($0) })
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

  mutating func resume(in process: ProcessIdentifier, on device: inout Device) -> CodeProgress {
    machine.answer(.nil)
    return runMachine(in: process, on: &device)
  }

  /// Runs the machine and answers its requests until it is done or has to wait.
  private mutating func runMachine(
    in process: ProcessIdentifier, on device: inout Device
  ) -> CodeProgress {
    while true {
      switch machine.run() {
      case .finished:
        do { return .returned(try result()) } catch {
          return failed(runtimeError(error), in: process, on: &device)
        }
      case .failed(let error): return failed(error, in: process, on: &device)
      case .requests(let request):
        do {
          let reply = try reply(to: request, in: process, on: &device)
          // What the app asked for may have been the end of its process.
          guard device.applicationState(of: process) != nil else { return .returned(.none) }
          switch reply {
          case .value(let value):
            machine.answer(value)
            // A function that was handed back is the script's own from here on.
            for reference in value.functions { machine.release(reference) }
          case .leave(let progress): return progress
          case .failed(let error): return failed(error, in: process, on: &device)
          }
        } catch { machine.failRequest(error.identifier, error.message) }
      }
    }
  }

  private func failed(
    _ error: RuntimeError, in process: ProcessIdentifier, on device: inout Device
  ) -> CodeProgress {
    // A handler that uses up its instructions would go on for ever: its thread hangs.
    let isHang = error.identifier == .handlerInstructionLimit
    device.tellHost(AppReport.runtimeError(error, isHang: isHang), in: process)
    let report = CrashReport(message: error.message)
    return isHang ? .hung(report) : .crashed(report)
  }

  /// Calls a function of the script while a host function runs that the script called.
  ///
  /// - Throws: The error by which the code under way ended.
  mutating func invoke(
    _ function: FunctionReference, _ arguments: [ScriptValue], in process: ProcessIdentifier,
    on device: inout Device
  ) throws(RuntimeError) -> ScriptValue {
    machine.startCallback(function, arguments)
    while true {
      switch machine.run() {
      case .finished: return machine.takeResult()
      case .failed(let error): throw error
      case .requests(let request):
        do {
          switch try reply(to: request, in: process, on: &device) {
          case .value(let value):
            machine.answer(value)
            for reference in value.functions { machine.release(reference) }
          case .leave:
            throw HostFunctionError(
              .wrongSide, "code that the host calls can neither wait nor end the process")
          case .failed(let error): return try ended(error)
          }
        } catch let refusal as HostFunctionError {
          machine.failRequest(refusal.identifier, refusal.message)
        } catch let error as RuntimeError { throw error } catch {}
      }
    }
  }

  private func ended(_ error: RuntimeError) throws(RuntimeError) -> ScriptValue { throw error }

  // MARK: - Results

  /// What the handler returned, where the message waits for something.
  private mutating func result() throws(HostFunctionError) -> PlainValue {
    guard let message, message.definition.result != .nothing else { return .none }
    let value = machine.takeResult()
    let expected = message.definition.result
    if let plain = expected.plain(value) { return plain }
    for reference in value.functions { machine.release(reference) }
    // `on didFinishLaunching { every(1s) { … } }` does something and answers nothing.
    if handler?.isExpression == true { return .none }
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
  mutating func variable(named name: String) -> ScriptValue? {
    guard let value = machine.global(named: name) else { return nil }
    for reference in value.functions { machine.release(reference) }
    return value.withoutFunctions
  }
}
