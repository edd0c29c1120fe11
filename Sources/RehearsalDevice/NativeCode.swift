// A process of a native app as a value, whatever its code keeps. Objects and tasks of Swift cannot be
// copied, so all copies of a simulation begin with the same ones: the first to continue has them,
// and for each of the others the life of the process is played again when it is needed, from its
// first delivery on, with the answers that the system gave then. The device is not asked for that,
// and nothing is played again while there is one simulation only. A delegate that is known to be a
// value through and through, and that has begun no task, is copied as such.

import CTaskHooks
import RehearsalLifecycle
import RehearsalValues
import Synchronization

/// The code of a native app in one process.
struct NativeCode<Delegate: ApplicationDelegate>: AppCode {
  /// Something that the process did, with what it was answered.
  private struct Turn: Sendable {
    let work: NativeWork
    let moment: ProcessMoment
    let answers: RecordedAnswers
    let progress: CodeProgress
  }

  /// Where the process is kept as is; copies that have not gone on share it.
  private final class Place: Sendable {
    /// Nil once a copy has gone on with it.
    let app: Mutex<NativeApp<Delegate>?>

    init(_ app: NativeApp<Delegate>?) { self.app = Mutex(app) }
  }

  private let name: String
  private let make: @Sendable () -> Delegate
  /// Whether the code can run where somebody wants it to; nil for code that can anywhere.
  private let canRunHere: (@Sendable () -> Bool)?
  private let mostTurns: Int
  /// Everything since the process began; none of a life that is too long.
  private var turns: [Turn] = []
  private var isTooLong = false
  /// About what the turns take.
  private(set) var heldBytes = 0
  /// The process at its beginning and a device on which it lives; nil until then.
  private var beginning: (process: ProcessIdentifier, device: Device)?
  private var place: Place

  /// Makes the code of a process that begins.
  ///
  /// - Parameters:
  ///   - name: The app's name.
  ///   - canRunHere: Whether the code can run where somebody wants it to; nil for any place.
  ///   - mostTurns: How many deliveries a life may have that is played again.
  ///   - make: Makes the delegate, again for each time that the life is played again.
  init(
    _ name: String, canRunHere: (@Sendable () -> Bool)? = nil, mostTurns: Int = 100_000,
    _ make: @Sendable @escaping () -> Delegate
  ) {
    self.name = name
    self.canRunHere = canRunHere
    self.mostTurns = mostTurns
    self.make = make
    place = Place(NativeApp(make()))
  }

  // MARK: - Turns

  mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
    perform(.delivery(delivery), in: context)
  }

  mutating func resume(in context: AppContext) -> CodeProgress { perform(.resuming, in: context) }

  mutating func scheduleTurn(in context: AppContext) { _ = perform(.waking, in: context) }

  static var mayWantTurns: Bool { true }

  func wantsTurn(at now: VirtualTime) -> Bool {
    // What came from outside reached the process itself.
    place.app.withLock { $0?.wantsTurn(at: now) } ?? false
  }

  private mutating func perform(_ work: NativeWork, in context: AppContext) -> CodeProgress {
    if beginning == nil { beginning = (context.process, context.snapshot) }
    let isShared = !isKnownUniquelyReferenced(&place)
    var app: NativeApp<Delegate>
    switch takeApp(isShared: isShared) {
    case .success(let taken): app = taken
    case .failure(let reason):
      let report = CrashReport(uncontrolled: reason.description)
      report.tell(in: context)
      return .crashed(report)
    }
    let moment = ProcessMoment(context)
    let (progress, answers) = watched(work) {
      context.recordingAnswers { app.perform(work, at: moment, in: $0) }
    }
    note(Turn(work: work, moment: moment, answers: answers, progress: progress))
    if case .crashed(let report) = progress { report.tell(in: context) }
    if isShared { place = Place(app) } else { place.app.withLock { $0 = app } }
    return progress
  }

  /// Runs code of the app while it can be named from outside, should it not come back.
  private func watched<Result>(_ work: NativeWork, _ body: () -> Result) -> Result {
    guard let play = PlayUnderWay.current else { return body() }
    rehearsal_watch_activities()
    let span = play.deliveryLimit / .nanoseconds(1)
    rehearsal_begin_activity(
      "\(work) of \(name), in \(play.name)",
      rehearsal_monotonic_now() + UInt64(min(max(1, span), 1e18)))
    defer { rehearsal_end_activity() }
    return body()
  }

  private mutating func note(_ turn: Turn) {
    guard !isTooLong, turns.count < mostTurns else {
      (isTooLong, turns, heldBytes) = (true, [], 0)
      return
    }
    turns.append(turn)
    heldBytes += MemoryLayout<Turn>.stride + turn.answers.bytes
  }

  // MARK: - Copies

  /// Why a life cannot be played again.
  private enum Failure: Error, CustomStringConvertible {
    case tooLong(Int)
    case diverged(String)
    case wrongThread

    var description: String {
      switch self {
      case .tooLong(let limit):
        "a copy of the simulation is to go on with a process that has had more than \(limit) "
          + "deliveries; so long a life is not played again"
      case .diverged(let difference):
        "the code does not do the same when its life is played again: \(difference). It depends on "
          + "something outside of its process, such as a global, a clock of the computer or chance"
      case .wrongThread: "code of the main actor cannot be played again here"
      }
    }
  }

  /// The process as is, for the copy that continues; others have it too where it is a value.
  private func takeApp(isShared: Bool) -> Result<NativeApp<Delegate>, Failure> {
    let known = place.app.withLock { app in
      if isShared, let app, app.isValue { return Optional(app) }
      return app.take()
    }
    return known.map { .success($0) } ?? replayed()
  }

  /// The process as is, for inspection; nil where it cannot be played again.
  var app: NativeApp<Delegate>? {
    if let app = place.app.withLock({ $0 }) { return app }
    guard case .success(let app) = replayed() else { return nil }
    return place.app.withLock { known in
      known = known ?? app
      return known
    }
  }

  /// Plays the life again.
  ///
  /// - Complexity: O(*n*) in the deliveries of the process
  private func replayed() -> Result<NativeApp<Delegate>, Failure> {
    guard !isTooLong else { return .failure(.tooLong(mostTurns)) }
    guard canRunHere?() != false else { return .failure(.wrongThread) }
    var app = NativeApp(make())
    guard let (process, device) = beginning else { return .success(app) }
    for turn in turns {
      let (progress, divergence) = watched(turn.work) {
        turn.answers.replayed(for: process, on: device) {
          app.perform(turn.work, at: turn.moment, in: $0)
        }
      }
      if let divergence { return .failure(.diverged("\(turn.work): \(divergence)")) }
      if progress != turn.progress { return .failure(.diverged("\(turn.work) ends otherwise")) }
    }
    return .success(app)
  }

  var counts: [CodeCount] { app?.counts ?? [] }

  /// Whether a copy of the process as is was played again.
  var isReplayed: Bool { place.app.withLock { $0.map { !$0.isValue } } ?? true }

  // MARK: - Looking

  func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
  ) {
    app?.digest(into: &digester, numbering: numbering, moments: &moments)
  }
}

extension NativeCode: ExposingCode {
  var exposedNames: [String] { NativeApp<Delegate>.exposedNames }

  func exposedValue(_ name: String) -> ScriptValue? { app?.exposedValue(name) }
}

extension NativeCode: InspectableCode {
  var roots: [(path: String, value: Any)] { app?.roots ?? [] }

  var taskClock: VirtualClock? { app?.taskClock }
}

extension CrashReport {
  /// A crash by something that does not happen on the simulated device.
  init(uncontrolled message: String) { self.init(message: message, detail: Self.uncontrolled) }

  /// The number of such reports; others have zero.
  private static let uncontrolled = 1

  /// Tells who plays a script that the app crashed, so that it fails there.
  fileprivate func tell(in context: AppContext) {
    let isUncontrolled = detail == Self.uncontrolled
    context.send(toHost: NativeReport.crash(message: message, isUncontrolled: isUncontrolled))
  }
}

/// What a native process does on its main thread.
enum NativeWork: Sendable, CustomStringConvertible {
  case delivery(Delivery)
  /// What comes after the time that a delivery took.
  case resuming
  /// Asking for the turn that tasks want which were resumed from outside.
  case waking

  /// What it is, for people.
  var description: String {
    switch self {
    case .delivery(.message(let message, _)), .delivery(.sceneMessage(_, let message, _)):
      "\(message)"
    case .delivery(.notification(let notification, _)): notification.rawValue
    case .delivery(.control): "a touch"
    case .delivery(.callback(.wakesTasks, _, _)), .waking: "a task"
    case .delivery(.callback): "a closure"
    case .delivery(.main), .delivery(.initialize), .delivery(.initializeScene): "its beginning"
    case .resuming: "the end of its work"
    }
  }
}

extension RecordedAnswers.Divergence: CustomStringConvertible {
  /// What it asked for at first, and then.
  package var description: String {
    func text(_ request: String?) -> String { request.map { "`\($0)`" } ?? "nothing more" }
    return "it asked for \(text(recorded)), and then for \(text(repeated))"
  }
}
