// One process of an app that is written in Swift, as is: each delivery becomes a call of a
// delegate, which runs to its end. The time that the delegate says it worked is charged
// to the main thread before the delivery counts as done. The library's code is not specialized for
// the client's types, so what runs for every delivery changes delegates in place and copies none,
// and is inlined into one function, which then finds the layout of the whole only once.

import RehearsalLifecycle
import RehearsalValues

/// A process of a native app with all that its code keeps.
struct NativeApp<Delegate: ApplicationDelegate>: Sendable {
  private var native = NativeProcess()
  /// The scenes that have a delegate, at the positions of their delegates; apart from them, so that
  /// a scene is found without a copy of any delegate.
  private var scenes: [NativeScene] = []
  private var delegatesOfScenes: [Delegate.Scene] = []
  /// Whether a scene is kept only for what may still call it back.
  private var hasDisconnectedScenes = false
  /// What the current delivery returns when its work is done.
  private var result = ScriptValue.nil
  private(set) var delegate: Delegate
  /// Whether delegates of these types are values through and through, asked once.
  private let hasValuesOnly = Self.hasValuesOnly

  /// Makes the code of a process that begins.
  init(_ delegate: Delegate) { self.delegate = delegate }

  /// What the device is told of the app.
  static func description(
    _ name: String, _ info: [InfoKey: ScriptValue], containingApp: String? = nil
  ) -> AppDescription {
    AppDescription(
      name: name, containingApp: containingApp,
      controls: Delegate.controls + Delegate.Scene.controls, info: info,
      declaresScenes: (Delegate.Scene.self as? any SceneStandIn.Type)?.representsScenes ?? true,
      hasCarRole: Delegate.Scene.optionalMessages.contains(.carPlayDidConnect),
      intents: Delegate.optionalMessages.contains(.intent) ? nil : [],
      registersForPushes: Delegate.registersForRemoteNotifications,
      lateDelegates: DelegateSet(Delegate.lateDelegates))
  }

  /// The messages that a delegate of that type implements.
  static var handledMessages: MessageSet { MessageSet(where: handles) }

  private static func handles(_ message: Message) -> Bool {
    let row = message.definition
    switch row.receiver {
    case .application: return !row.isOptIn || Delegate.optionalMessages.contains(message)
    case .scene: return !row.isOptIn || Delegate.Scene.optionalMessages.contains(message)
    case .view:
      return Delegate.optionalMessages.contains(message)
        || Delegate.Scene.optionalMessages.contains(message)
    }
  }

  /// The delegates of the scenes that are connected, in the order of their connection.
  var sceneDelegates: [Delegate.Scene] {
    zip(scenes, delegatesOfScenes).filter(\.0.isConnected).map(\.1)
  }

  // MARK: - Deliveries

  mutating func perform(
    _ work: NativeWork, at moment: ProcessMoment, in context: AppContext
  ) -> CodeProgress {
    if native.chance == 0 { native.chance = UInt64(context.process.incarnation) << 32 | 1 }
    native.moment = moment
    // What the turn begins counts from here, not from where the tasks last ran.
    native.tasks?.clock.move(to: moment.time)
    switch work {
    case .delivery(let delivery): return run(delivery, in: context)
    case .resuming: return .returned(takeResult())
    case .waking:
      native.scheduleWaking(in: context)
      return .returned(.nil)
    }
  }

  private mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
    deliver(delivery, in: context)
    if native.tasks != nil { runTasks(in: context) }
    if hasDisconnectedScenes { dropDisconnectedScenes() }
    return native.takeProgress() ?? .returned(takeResult())
  }

  func wantsTurn(at now: VirtualTime) -> Bool { native.wantsTurn(at: now) }

  /// Whether a copy of it continues by itself: structures that are hashable are values through and
  /// through, and tasks cannot be copied.
  var isValue: Bool { hasValuesOnly && native.tasks == nil }

  private static var hasValuesOnly: Bool {
    isValue(Delegate.self)
      && (Delegate.Scene.self == NoScene<Delegate>.self || isValue(Delegate.Scene.self))
  }

  private static func isValue(_ type: Any.Type) -> Bool {
    !(type is AnyClass) && type is any Hashable.Type
  }

  /// What decides how the process continues, where it can be seen: what a value holds, and of any
  /// other what it exposes.
  func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
  ) {
    if Self.isValue(Delegate.self) { digester.combine(reflecting: delegate) }
    if Self.isValue(Delegate.Scene.self) { digester.combine(reflecting: delegatesOfScenes) }
    for name in Delegate.exposed.keys.sorted() {
      if let value = exposedValue(name) { digester.combine(value) }
    }
    digester.combine(numbering.callbacks.count)
    for count in counts { digester.combine(count.count) }
  }

  private mutating func takeResult() -> ScriptValue {
    defer { result = .nil }
    return result
  }

  @inline(__always)
  private mutating func deliver(
    _ delivery: Delivery, in context: AppContext
  ) {
    switch delivery {
    case .main, .initialize: break
    case .initializeScene(let scene):
      scenes.append(NativeScene(identifier: scene))
      delegatesOfScenes.append(Delegate.Scene())
    case .message(let message, let arguments):
      callApp(.app(), in: context) { delegate, application in
        delegate.receive(message, arguments, &application)
      }
    case .sceneMessage(let scene, let message, let arguments):
      deliver(message, arguments, to: scene, in: context)
    case .callback(.wakesTasks, _, _): native.tasks?.timer = nil
    case .callback(let callback, let arguments, let isLast):
      let found = isLast ? native.callbacks.remove(callback) : native.callbacks[callback]
      if let found { call(found, arguments, in: context) }
    case .notification(let notification, let info):
      for observer in native.observers
      where observer.notification == notification && native.end == nil {
        // One that was called before may have removed it.
        if let callback = native.callbacks[observer.callback] {
          call(callback, [info], in: context)
        }
      }
    case .control(let position, let scene):
      touch(position, in: scene, in: context)
    }
  }

  @inline(__always)
  private mutating func deliver(
    _ message: Message, _ arguments: [ScriptValue], to scene: SceneIdentifier,
    in context: AppContext
  ) {
    // A view controller of the app's own stands in for one that the scenes do not have.
    let row = message.definition
    let isForScene =
      row.receiver == .scene
      || row.receiver == .view && Delegate.Scene.optionalMessages.contains(message)
    guard isForScene else {
      return callApp(.app(in: scene), in: context) { delegate, application in
        delegate.receive(message, arguments, &application)
      }
    }
    callScene(scene, in: context) { delegate, application in
      delegate.receive(message, arguments, &application)
    }
    if message == .sceneDidDisconnect { disconnect(scene) }
  }

  private mutating func touch(
    _ position: Int, in scene: SceneIdentifier?, in context: AppContext
  ) {
    let controls = Delegate.controls
    if controls.indices.contains(position) {
      callApp(.app(in: scene), in: context) { delegate, application in
        delegate.application(&application, didTouch: controls[position])
        return nil
      }
    } else if let scene {
      let controls = Delegate.Scene.controls
      let position = position - Delegate.controls.count
      guard controls.indices.contains(position) else { return }
      callScene(scene, in: context) { delegate, application in
        delegate.scene(&application, didTouch: controls[position])
        return nil
      }
    }
  }

  // MARK: - Calls

  /// Calls a closure with the delegate that it is for.
  @inline(__always)
  private mutating func call(
    _ callback: NativeCallback, _ arguments: [ScriptValue], in context: AppContext
  ) {
    let owner = callback.owner
    if owner.isOfScene, let scene = owner.scene {
      callScene(scene, in: context) { delegate, application in
        application.arguments = arguments
        callback.call(&delegate, &application)
        return nil
      }
    } else {
      callApp(owner, in: context) { delegate, application in
        application.arguments = arguments
        callback.call(&delegate, &application)
        return nil
      }
    }
  }

  @inline(__always)
  private mutating func callApp(
    _ owner: CodeOwner, in context: AppContext,
    _ body: (inout Delegate, inout Application<Delegate>) -> ScriptValue?
  ) {
    let answer = withUnsafeMutablePointer(to: &native) { native in
      withUnsafeMutablePointer(to: &delegate) { delegate in
        var application = Application<Delegate>(
          system: context, native: native, owner: owner,
          appDelegate: UnsafeMutableRawPointer(delegate))
        return TaskScope(of: RunningProcess(native: native, system: context)).run {
          body(&delegate.pointee, &application)
        }
      }
    }
    if let answer { result = answer }
  }

  /// Calls the delegate of a scene; without effect once it was dropped.
  @inline(__always)
  private mutating func callScene(
    _ scene: SceneIdentifier, in context: AppContext,
    _ body: (inout Delegate.Scene, inout Application<Delegate.Scene>) -> ScriptValue?
  ) {
    guard let index = scenes.firstIndex(where: { $0.identifier == scene }) else { return }
    let answer = withUnsafeMutablePointer(to: &native) { native in
      withUnsafeMutablePointer(to: &delegate) { delegate in
        var application = Application<Delegate.Scene>(
          system: context, native: native, owner: .scene(scene),
          appDelegate: UnsafeMutableRawPointer(delegate))
        return TaskScope(of: RunningProcess(native: native, system: context)).run {
          body(&delegatesOfScenes[index], &application)
        }
      }
    }
    if let answer { result = answer }
  }

  // MARK: - The end of scenes

  private mutating func disconnect(_ scene: SceneIdentifier) {
    for index in scenes.indices where scenes[index].identifier == scene {
      scenes[index].isConnected = false
      hasDisconnectedScenes = true
    }
  }

  /// Drops the scenes that nothing can call back any more; a task may do so as long as it runs.
  private mutating func dropDisconnectedScenes() {
    guard native.tasks == nil else { return }
    for (index, scene) in scenes.enumerated().reversed()
    where !scene.isConnected && !native.callbacks.holdsAny(of: .scene(scene.identifier)) {
      scenes.remove(at: index)
      delegatesOfScenes.remove(at: index)
    }
    hasDisconnectedScenes = scenes.contains { !$0.isConnected }
  }

  // MARK: - Tasks

  /// Runs the tasks until all of them wait, and what they want of the main thread.
  private mutating func runTasks(in context: AppContext) {
    guard let tasks = native.tasks else { return }
    repeat {
      withUnsafeMutablePointer(to: &native) { native in
        let process = RunningProcess(native: native, system: context)
        tasks.clock.advance(to: context.now, process: process)
      }
      judge(tasks.clock.takeProblems(), in: context)
      let actions = tasks.mainThread.takeAll()
      for action in actions { call(action, [], in: context) }
      if actions.isEmpty { break }
    } while native.end == nil
    native.scheduleWaking(in: context)
  }
}

extension NativeApp {
  /// What cannot be controlled ends the process; what it only leaves behind is a warning.
  private mutating func judge(_ problems: [TaskProblem], in context: AppContext) {
    for problem in problems where problem.isWarning {
      context.send(toHost: NativeReport.warning("\(problem)"))
    }
    if native.end == nil, let problem = problems.first(where: { !$0.isWarning }) {
      native.end = .crashed(CrashReport(uncontrolled: "\(problem)"))
    }
  }
}

extension NativeApp {
  static var exposedNames: [String] {
    (Array(Delegate.exposed.keys) + Array(Delegate.asyncExposed.keys)).sorted()
  }

  func exposedValue(_ name: String) -> ScriptValue? {
    if let read = Delegate.exposed[name] { return read(delegate).scriptValue }
    guard let read = Delegate.asyncExposed[name] else { return nil }
    return AwaitedValue<ScriptValue>.read { [delegate] in await read(delegate).scriptValue } ?? .nil
  }
}

extension NativeApp {
  /// The delegates, with what a path to something in them begins with.
  var roots: [(path: String, value: Any)] {
    let scenes = sceneDelegates.enumerated().map { ("scenes[\($0.offset)]", $0.element as Any) }
    return ([("delegate", delegate)] + scenes).map { path, value in
      (path, (value as? any DelegateHost).map { $0.hostedDelegate as Any } ?? value)
    }
  }

  /// The clock of the tasks of the process; nil where it has begun none.
  var taskClock: VirtualClock? { native.tasks?.clock }

  /// What the process has of which the device sees only a part.
  var counts: [CodeCount] {
    [
      CodeCount("sleeping tasks", taskClock?.sleeperCount ?? 0),
      CodeCount("observers", native.observers.count, mayBeLess: true),
      CodeCount("equal uploads at once", native.mostEqualUploads, mayBeLess: true),
    ]
  }
}

extension StateDigester {
  /// Combines a value of Swift by what it holds.
  ///
  /// - Complexity: O(*n* log *n*) in the parts of the value.
  fileprivate mutating func combine(reflecting value: Any) {
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else { return combine("\(value)") }
    // The elements of sets and dictionaries have no order.
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
      let parts = mirror.children.map { child in
        var digester = StateDigester()
        digester.combine(reflecting: child.value)
        return digester.finish()
      }
      combine(parts.count)
      return combine(StateDigest(unordered: parts))
    }
    for child in mirror.children {
      combine(child.label ?? "")
      combine(reflecting: child.value)
    }
    combine(mirror.children.count)
  }
}
