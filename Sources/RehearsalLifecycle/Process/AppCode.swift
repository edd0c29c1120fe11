// The border to the app's code. The device hands deliveries to it and learns how they went; while
// code runs it reads and asks through a context that knows its process and nothing else. The same
// protocol carries a scripted program and a native one.
//
// When a callback ends: one that is delivered with `isLast` after that delivery; one whose
// identifier a call returns (`invalidateTimer`, `endBackgroundTask`, `cancelBackgroundWork`,
// `cancelTransfer`, `complete`, `setExpirationHandler`) at once; and every one with its process.
// Nothing else frees a callback.

import RehearsalValues

/// The code of an app in one process.
///
/// A conforming type must be a value: copying a simulation copies its code, or what it takes to play it
/// again.
package protocol AppCode: Sendable {
  /// The notifications that the app observes; asked once, when the process starts.
  var observedNotifications: NotificationSet { get }

  /// Runs one delivery on the main thread until it returns, goes to work, or ends.
  mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress

  /// Continues after a `working` whose time is over.
  mutating func resume(in context: AppContext) -> CodeProgress

  /// Whether the code has something to do that arrived from outside of the device.
  func wantsTurn(at now: VirtualTime) -> Bool

  /// Whether code of this type is ever given work from outside of the device; only such is asked.
  static var mayWantTurns: Bool { get }

  /// Asks the system for the turn that the code wants.
  mutating func scheduleTurn(in context: AppContext)

  /// What the process has of which the device sees only a part.
  var counts: [CodeCount] { get }

  /// Whether a copy of the code is made by playing it again, since its memory cannot be copied; then
  /// only what can be seen of that tells its states apart.
  var isReplayed: Bool { get }

  /// Combines everything that decides how the code continues, where it can be seen.
  ///
  /// - Parameters:
  ///   - digester: What it becomes part of.
  ///   - numbering: The closures that the device keeps for the process, in the device's order, and
  ///     the ranks of the handles that the code may hold.
  ///   - moments: Meets the moments that the code keeps.
  func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups)

  /// The same, of which a part may be known.
  ///
  /// - Parameters:
  ///   - digester: What it becomes part of.
  ///   - numbering: The closures and ranks, as above.
  ///   - moments: Meets the moments that the code keeps.
  ///   - known: What is known of it; afterwards what is known of it then, nil for nothing.
  func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups,
    knowing known: inout CodeDigest?)

  /// Where what the code keeps is, which is copied before it is changed by one of several holders; nil for
  /// code that has no such place.
  var place: CodePlace? { get }

  /// The bytes of memory that the code holds in its process, if it knows.
  var heldBytes: Int { get }

  /// Gives back the memory that is not needed while nothing happens to the process.
  mutating func compact()
}

extension AppCode {
  /// No notification: apps are told by messages.
  package var observedNotifications: NotificationSet { NotificationSet() }

  /// None: by default the device sees everything.
  package var counts: [CodeCount] { [] }

  /// False: by default the code is a value.
  package var isReplayed: Bool { false }

  /// By default nothing is known.
  package func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups,
    knowing known: inout CodeDigest?
  ) {
    known = nil
    digest(into: &digester, numbering: numbering, moments: &moments)
  }

  /// Nil: by default the code has no such place.
  package var place: CodePlace? { nil }

  /// 0: by default the code counts nothing.
  package var heldBytes: Int { 0 }

  /// Keeps everything: code that knows of nothing it could give back need not implement it.
  package mutating func compact() {}

  /// False: by default code acts only on its deliveries.
  package static var mayWantTurns: Bool { false }

  /// False: by default nothing but its deliveries gives the code work.
  package func wantsTurn(at now: VirtualTime) -> Bool { false }

  /// Asks for nothing.
  package mutating func scheduleTurn(in context: AppContext) {}
}

/// How many of something the code of a process has.
package struct CodeCount: Sendable {
  /// What is counted, for people, such as `observers`.
  package let name: String
  /// How many there are.
  package let count: Int
  /// Whether another run of the app may have fewer and be as well.
  package let mayBeLess: Bool

  /// Makes a count.
  package init(_ name: String, _ count: Int, mayBeLess: Bool = false) {
    (self.name, self.count, self.mayBeLess) = (name, count, mayBeLess)
  }
}

/// How the identifiers that a process and its code share are numbered in a digest: by their order on
/// the device, whatever their serial numbers are.
package struct ProcessNumbering: Hashable, Sendable {
  /// The closures that the device may deliver, each once, in the order in which the device's own
  /// state names them.
  package let callbacks: [CallbackIdentifier]
  /// The handles that name something of the process, in the device's order, by kind and number.
  let handles: RankTable
  /// The scenes of the process in the order of their connection, where they and their windows count
  /// by their rank as well; nil where these count by their numbers.
  package let scenes: [SceneIdentifier]?

  /// What a handle counts as: its rank among those of its kind where it names something of the
  /// process, nil where that is over, and its number where that means the same in every life.
  package func rank(of handle: Handle) -> UInt64? {
    switch handle.handleKind {
    case .timer, .backgroundTask, .backgroundWork, .completion, .scheduledTask, .transfer,
      .resource, .displayLink, .call:
      handles[handle.bits]
    case .scene, .sceneSession: scenes != nil ? handles[handle.bits] : handle.number
    default: handle.number
    }
  }
}

/// What the main thread hands to the app's code.
package enum Delivery: Hashable, Sendable {
  /// What runs before the application object exists; only for an app that says it has such code.
  case main
  /// The process's own initial values, the first code of a launch.
  case initialize
  /// A message with its arguments in the order of its parameters.
  case message(Message, arguments: [ScriptValue])
  /// The initial values of a new scene's own variables.
  case initializeScene(SceneIdentifier)
  /// A message to a scene's delegate or its view controller.
  case sceneMessage(SceneIdentifier, Message, arguments: [ScriptValue])
  /// A notification that the code observes, with its `info`.
  case notification(SystemNotification, info: ScriptValue)
  /// A closure that the code handed in; `isLast` when it is never delivered again.
  case callback(CallbackIdentifier, arguments: [ScriptValue], isLast: Bool)
  /// The action of the control at that position of the app's controls, in a scene's window.
  case control(Int, in: SceneIdentifier?)
}

/// How a delivery went.
package enum CodeProgress: Hashable, Sendable {
  /// The code is done and returned a value.
  case returned(ScriptValue)
  /// The main thread is busy for a span, negative ones counting as none; then the code continues.
  case working(TimeSpan)
  /// The code failed and takes its process with it.
  case crashed(CrashReport)
  /// The main thread does not come back; the watchdog's limit applies.
  case hung(CrashReport)
  /// The code ended its process with an exit code.
  case exited(Int)
}

/// Names a closure that app code handed to the device; the code chooses the number.
package struct CallbackIdentifier: Hashable, Sendable {
  /// The number the code knows the closure by.
  package let number: Int

  /// Makes the identifier of a closure.
  package init(_ number: Int) {
    self.number = number
  }
}

/// How code failed, in words and in a number that the host can map back to its own report.
package struct CrashReport: Hashable, Sendable {
  /// What went wrong, for people.
  package var message: String
  /// A number of the host's own.
  package var detail: Int

  /// Makes a report.
  package init(message: String, detail: Int = 0) {
    self.message = message
    self.detail = detail
  }
}

/// What a process can read of the device and ask of it, for the length of one delivery.
///
/// Nothing else of the device is in sight. The context of another delivery, or of a process that has
/// ended, must not be kept. Each part of the device adds the requests that it answers, in an
/// extension at the end of its file.
package struct AppContext {
  /// Where the device is while the code of the process runs.
  private let device: UnsafeMutablePointer<DeviceState>
  /// The process whose code runs.
  package let process: ProcessIdentifier
  /// Where answers are kept, or are taken from; nil where each request goes to the device alone.
  private let answers: UnsafeMutablePointer<RecordedAnswers>?

  init(
    _ device: UnsafeMutablePointer<DeviceState>, _ process: ProcessIdentifier,
    _ answers: UnsafeMutablePointer<RecordedAnswers>? = nil
  ) {
    self.device = device
    self.process = process
    self.answers = answers
  }

  /// The same context, whose answers are kept.
  init(_ context: AppContext, recording answers: UnsafeMutablePointer<RecordedAnswers>) {
    self.init(context.device, context.process, answers)
  }

  /// Lets a part of the device act on behalf of the process.
  @inline(__always)
  func ask<Answer: Sendable, Failure: Error>(
    _ request: StaticString = #function,
    _ body: (inout DeviceParts, inout Kernel) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard let answers else { return try device.pointee.act(body) }
    return try answers.answer(to: request) { () throws(Failure) in try device.pointee.act(body) }
  }

  /// Reads something of the device on behalf of the process.
  @inline(__always)
  func read<Answer: Sendable>(
    _ request: StaticString = #function,
    _ body: (borrowing DeviceParts, borrowing Kernel) -> Answer
  ) -> Answer {
    guard let answers else { return body(device.pointee.parts, device.pointee.kernel) }
    return answers.answer(to: request) { body(device.pointee.parts, device.pointee.kernel) }
  }

  /// A copy of the device as it is while the code runs, for those who look on.
  package var snapshot: Device { Device(device.pointee) }

  // MARK: - The process itself

  /// The app that runs.
  package var app: AppIdentifier { process.app }

  /// Whether the process still lives; what it asked for may have been its end.
  package var isAlive: Bool { read { $1.isAlive(process) } }

  /// Whether a prewarm started the process, which it can read all its life (R026, R149).
  package var isPrewarmActive: Bool {
    read { $1.read(process) { $0.wasStartedByPrewarm } } ?? false
  }

  /// The device's time.
  package var now: VirtualTime { read { $1.now } }

  /// Makes a choice of the world; a way from 0.
  package func choose(among count: Int) -> Int { ask { $1.choices.choose(among: count) } }

  /// What the process can read of its state; while a method leads to another state it is the old
  /// one.
  package var state: ApplicationState {
    read { $1.read(process) { $0.readableState } } ?? .background
  }

  /// Writes a line of the app's own into the history; a process that has ended writes none.
  package func log(_ text: String) {
    ask { _, kernel in
      guard kernel.isAlive(process) else { return }
      kernel.record(.log, of: process, cause: kernel.cause, details: .text(text))
    }
  }

  /// Records that app code sent an action by name along its responder chain.
  package func noteAction(_ name: String, isHandled: Bool) {
    ask { _, kernel in
      guard kernel.isAlive(process) else { return }
      kernel.record(
        .sentAction, of: process, cause: kernel.cause, handled: isHandled, details: .text(name))
    }
  }

  /// Begins or ends to hand a notification to the code of the process, in addition to recording it.
  package func setObserved(_ isObserved: Bool, _ notification: SystemNotification) {
    ask { _, kernel in kernel.change(process) { $0.setObserved(isObserved, notification) } }
  }

  /// How many timers, background tasks and background works the process has.
  package var pendingWorkCount: Int { read { $0.pendingWorkCount(of: process, $1) } }

  /// Adds a call of the code, with what it passes to the device, to the device's account.
  ///
  /// - Parameter bytes: About how many bytes are passed.
  /// - Returns: Whether the device has room for it, within the limit `memory`.
  package func noteCall(passing bytes: Int) -> Bool {
    device.pointee.charge(bytes + MemoryAccount.bytesOfACall)
    return device.pointee.memoryBytes <= device.pointee.kernel.traits.limits.memoryBytes
  }

  /// What each search through the device's lists costs beyond the usual, in instructions.
  package var scanCost: Int { device.pointee.scanCost }

  /// Notes what the code has used of its budget.
  package func noteWork(_ instructions: Int) { ask { _, kernel in kernel.noteWork(instructions) } }

  /// Ends the process with an exception of the system, for code that cannot be given the error.
  package func raise(_ misuse: APIMisuse) {
    ask { _, kernel in
      kernel.emit(.end(process, .crash, rule: nil, cause: kernel.cause, .misuse(misuse)))
    }
  }

  /// Keeps something for the host until `Simulation.takeHostMessages()`.
  package func send(toHost content: any Sendable) {
    ask { _, kernel in kernel.keep(content, from: process) }
  }
}

/// Something that app code told the host of the simulation.
package struct HostMessage: Sendable {
  /// The process whose code it was.
  package let process: ProcessIdentifier
  /// When it was told.
  package let time: VirtualTime
  /// The index that the next record had then, which places it among the records.
  package let recordIndex: Int
  /// What was told; a type of the host's own.
  package let content: any Sendable
}

/// What code in Swift tells the host of the simulation.
package enum NativeReport: Sendable {
  /// The code crashed.
  ///
  /// - Parameters:
  ///   - message: What went wrong, for people.
  ///   - isUncontrolled: Whether it is something that does not happen on the simulated device.
  case crash(message: String, isUncontrolled: Bool)
  /// Something that the code changed beyond the device.
  case warning(String)
}

/// A call of app code that the device cannot carry out; the code made a mistake.
public enum DeviceAPIError: Error, Hashable, Sendable {
  /// A span that must not be negative is.
  case negativeSpan
  /// A repeating timer's interval is not above zero.
  case intervalNotPositive
  /// The number of frames in a second is below 1 or above 120.
  case framesOutOfRange
  /// The moment lies beyond the end of the clock.
  case clockOverflow
  /// The calling process has ended.
  case processEnded
  /// A value stands for nothing of the kind that the call takes.
  case wrongHandle
  /// A value that names something of a process cannot be kept.
  case notPlainData
  /// A size that must not be negative is.
  case negativeSize
  /// A text is no date.
  case noDate
  /// The app keeps more bytes than the limit.
  case storageFull(limit: Int)
  /// The call is one that ends the app with an exception on a device.
  case exception(APIMisuse)
}

/// A call that ends the app with an exception on a device.
public enum APIMisuse: String, CaseIterable, Hashable, Sendable {
  case registeredTwice, registeredAfterLaunch, noLaunchHandler, backgroundLocationWithoutMode
  case backgroundSessionTooEarly, repeatsTooOften, completedTwice
}
