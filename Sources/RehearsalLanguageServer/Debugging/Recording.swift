// A run as a debugger sees it: it is played to its end at once, since that takes a millisecond, and
// every moment of it is noted. To go to a moment is to play from the copy of the session that was
// kept last before it; so going back costs what going on does.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import Synchronization

/// A run of a script, moment by moment.
struct Recording: Sendable {
  /// A moment of a run.
  struct Moment: Sendable {
    /// What the moment is.
    enum Kind: Sendable, Equatable {
      /// A statement is about to run.
      case statement
      /// Something has happened.
      case event
    }

    let kind: Kind
    /// The app whose code is under way; nil for the outside.
    let app: AppIdentifier?
    /// How many calls are under way on its side.
    let depth: Int
    /// The function that the statement is part of.
    let function: String
    let place: SourcePlace?
    /// The line of the place, from 1.
    let line: Int
    /// The events that were told then.
    var events = 0..<0
  }

  /// A copy of the session to play from.
  private struct Snapshot: Sendable {
    /// How many moments are before it.
    let moment: Int
    let session: Session
    /// Whether the chosen case begins there, to which nothing before it leads.
    var isBeginning = false
  }

  /// What a debugger sees at a moment.
  struct Position: Sendable {
    let moment: Int
    /// The app whose code is under way; nil for the outside.
    let app: AppIdentifier?
    /// The calls of the outside, the innermost first.
    var outsideStack: [RuntimeError.Call]
    /// The calls of the app's code, the innermost first.
    var appStack: [RuntimeError.Call] = []
    var locals: [(name: String, value: String)] = []
    var appVariables: [(name: String, value: String)] = []
    let device: Device
    /// The session; in an app's code, as it was when that began.
    let session: Session
  }

  /// How many moments are noted at most; after them the run is not recorded.
  static let mostMoments = 200_000

  /// How many copies are kept: where there are more, every second one goes.
  private static let mostSnapshots = 256

  private(set) var moments: [Moment] = []
  private(set) var events: [RunEvent] = []
  private(set) var report: RunReport
  /// Whether the run is longer than what was noted.
  private(set) var isCut = false
  private var snapshots: [Snapshot] = []
  /// Of how many steps one is kept.
  private var stride = 1
  private let watcher: StatementWatcher

  /// Plays a script and notes its moments; nil for a script that cannot be run.
  ///
  /// - Parameters:
  ///   - script: The script, whose host is the watcher's.
  ///   - number: The case to play; nil for all in their order.
  ///   - watcher: Is notified of the statements.
  ///   - cancellation: By what the playing is stopped.
  init?(
    _ script: Script, case number: Int?, watcher: StatementWatcher, cancellation: CancellationFlag
  ) {
    guard var session = Session(script, cancellation: cancellation) else { return nil }
    self.watcher = watcher
    report = session.report
    watcher.beginNoting()
    defer { watcher.stop() }
    var isChosen = number == nil
    var stepCount = 0
    while moments.count < Self.mostMoments, !session.isCancelled {
      if !isChosen, session.isInScenarios, let number {
        isChosen = true
        session.goTo(case: number)
        snapshots.append(Snapshot(moment: moments.count, session: session, isBeginning: true))
      } else {
        keep(session, at: stepCount)
      }
      guard session.step() else { break }
      stepCount += 1
      moments += watcher.takeNoted()
      let told = session.takeEvents()
      moments.append(event(events.count..<events.count + told.count, session))
      events += told
      report = session.report
      if isChosen, number != nil, session.isCaseOver { break }
    }
    isCut = moments.count >= Self.mostMoments
  }

  /// Keeps a copy of the session before a step.
  private mutating func keep(_ session: Session, at step: Int) {
    guard step % stride == 0 else { return }
    snapshots.append(Snapshot(moment: moments.count, session: session))
    guard snapshots.count > Self.mostSnapshots else { return }
    stride *= 2
    snapshots = snapshots.enumerated().filter { $0.offset % 2 == 0 || $0.element.isBeginning }
      .map(\.element)
  }

  /// The moment after a step, which is where the outside is.
  private func event(_ events: Range<Int>, _ session: Session) -> Moment {
    let call = session.stack.first
    let last = moments.last { $0.app == nil }
    let place = call?.place ?? last?.place
    return Moment(
      kind: .event, app: nil, depth: session.stack.count,
      function: call?.function ?? last?.function ?? "", place: place, line: place?.line ?? 0,
      events: events)
  }

  // MARK: - Going to a moment

  /// What there is to see at a moment.
  ///
  /// - Complexity: O(*n*) in the steps since the session was last kept.
  func position(at moment: Int) -> Position? {
    guard moments.indices.contains(moment),
      let snapshot = snapshots.last(where: { $0.moment <= moment })
    else { return nil }
    var session = snapshot.session
    watcher.beginLooking(for: moment, after: snapshot.moment)
    defer { watcher.stop() }
    while watcher.count <= moment {
      let before = session
      guard session.step() else { return nil }
      _ = session.takeEvents()
      if let found = watcher.found { return Position(found, before: before, at: moment) }
      if watcher.count == moment { return Position(session, moments[moment], at: moment) }
      watcher.pass()
    }
    return nil
  }
}

extension Recording.Position {
  /// The moment before a statement.
  fileprivate init(_ found: StatementWatcher.Found, before: Session, at moment: Int) {
    self.moment = moment
    app = found.app
    session = found.session ?? before
    outsideStack = found.app == nil ? found.stack : session.stack
    appStack = found.app == nil ? [] : found.stack
    locals = found.locals
    appVariables = found.appVariables
    device = found.device
  }

  /// The moment after a step.
  fileprivate init(_ session: Session, _ noted: Recording.Moment, at moment: Int) {
    self.moment = moment
    app = nil
    self.session = session
    device = session.simulation.device
    outsideStack = session.stack
    if outsideStack.isEmpty, let place = noted.place {
      outsideStack = [RuntimeError.Call(function: noted.function, place: place)]
    }
  }
}

/// Is notified of the statements of a run, and notes them, or looks for one of them.
final class StatementWatcher: Sendable {
  /// What was seen before the statement that was looked for.
  struct Found: Sendable {
    let app: AppIdentifier?
    let stack: [RuntimeError.Call]
    let locals: [(name: String, value: String)]
    let appVariables: [(name: String, value: String)]
    let device: Device
    /// The session at the last statement of the outside.
    let session: Session?
  }

  private enum Work {
    case nothing, noting
    case looking(for: Int)
  }

  private struct State {
    var work = Work.nothing
    var noted: [Recording.Moment] = []
    var lines: [String: LineTable] = [:]
    /// How many moments have passed.
    var count = 0
    var session: Session?
    var found: Found?
  }

  private let state = Mutex(State())

  /// The host with this watcher, for the script that is debugged.
  func watching(_ host: ScriptHost) -> ScriptHost {
    host.watchingStatements { [self] moment in note(moment) }
  }

  /// Begins to note every statement.
  func beginNoting() {
    state.withLock {
      $0 = State()
      $0.work = .noting
    }
  }

  /// Begins to look for the statement at a moment, after as many moments.
  func beginLooking(for moment: Int, after count: Int) {
    state.withLock {
      $0 = State()
      $0.work = .looking(for: moment)
      $0.count = count
    }
  }

  /// Pays no more attention.
  func stop() { state.withLock { $0 = State() } }

  /// The statements since they were last taken.
  func takeNoted() -> [Recording.Moment] {
    state.withLock { state in
      defer { state.noted.removeAll(keepingCapacity: true) }
      return state.noted
    }
  }

  /// How many moments have passed.
  var count: Int { state.withLock(\.count) }

  /// What was looked for.
  var found: Found? { state.withLock(\.found) }

  /// Counts a moment that is no statement: a step is over.
  func pass() {
    state.withLock {
      $0.count += 1
      $0.session = nil
    }
  }

  private func note(_ moment: borrowing StatementMoment) {
    switch state.withLock(\.work) {
    case .nothing: return
    case .noting:
      let stack = moment.stack
      let app = moment.app
      state.withLock { state in
        guard state.noted.count <= Recording.mostMoments, let call = stack.first else { return }
        let source = call.place.source
        let table = state.lines[source.name] ?? LineTable(source)
        state.lines[source.name] = table
        state.noted.append(
          Recording.Moment(
            kind: .statement, app: app, depth: stack.count, function: call.function,
            place: call.place, line: table.position(at: Int(call.place.range.start)).line))
      }
    case .looking(let target):
      let session = moment.session
      let isFound = state.withLock { state in
        if let session { state.session = session }
        defer { state.count += 1 }
        return state.count == target && state.found == nil
      }
      guard isFound else { return }
      let locals = moment.locals
      let (app, stack, variables) = (moment.app, moment.stack, moment.appVariables)
      let device = moment.device
      state.withLock {
        $0.found = Found(
          app: app, stack: stack, locals: locals, appVariables: variables, device: device,
          session: $0.session)
      }
    }
  }
}

// MARK: - Steps

extension Recording {
  /// How a debugger goes from one statement to another.
  enum StepKind {
    /// To the next statement of the same call, or of one around it.
    case over
    /// To the next statement at all: of a function that is called, or of the next handler.
    case into
    /// To the next statement of a call around this one.
    case out
    /// To the statement before, of the same call or of one around it.
    case back
  }

  /// The first statement.
  var first: Int { moments.firstIndex { $0.kind == .statement } ?? 0 }

  /// The statement to which a step goes; nil for the end, or the beginning.
  func target(of kind: StepKind, from moment: Int) -> Int? {
    guard moments.indices.contains(moment) else { return nil }
    let (app, depth) = (moments[moment].app, moments[moment].depth)
    // What an app does when its handler is over is for those who step into it.
    func isWithin(_ other: Moment, deepest: Int) -> Bool {
      guard other.kind == .statement else { return false }
      return other.app == nil && app != nil || other.app == app && other.depth <= deepest
    }
    switch kind {
    case .into: return moments[(moment + 1)...].firstIndex { $0.kind == .statement }
    case .over: return moments[(moment + 1)...].firstIndex { isWithin($0, deepest: depth) }
    case .out: return moments[(moment + 1)...].firstIndex { isWithin($0, deepest: depth - 1) }
    case .back: return moments[..<moment].lastIndex { isWithin($0, deepest: depth) }
    }
  }

  /// Whether a function of a name begins with the statement at a moment.
  func begins(_ name: String, at index: Int) -> Bool {
    let moment = moments[index]
    guard moment.kind == .statement, moment.function == name else { return false }
    guard index > 0 else { return true }
    let last = moments[index - 1]
    return last.kind == .event || last.app != moment.app || last.depth < moment.depth
      || last.function != name
  }
}
