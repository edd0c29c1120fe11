// The undisturbed run of a case, taken apart: a copy of the session at every place where something
// can be injected. The script is run once; each disturbance continues from such a copy.

import Rehearsal
import RehearsalLifecycle
import RehearsalValues

/// A place of a run with the session there.
struct StormPoint: Sendable {
  let step: StormStep
  /// The session; before a deadline, as the event before left it.
  let session: Session
  /// The deadline, for places before and around one.
  let due: VirtualTime?
  /// The session after the deadline, for a place around one.
  let after: Session?

  /// The session right before something is injected: shortly before a deadline.
  var sessionBefore: Session {
    var session = session
    if let due, let moment = try? due.adding(UndisturbedRun.lead), moment > session.now {
      session.pass(until: moment)
    }
    return session
  }
}

/// The undisturbed run of a case.
struct UndisturbedRun: Sendable {
  /// From a deadline to the moment before it at which something is injected.
  static let lead = TimeSpan(nanoseconds: -1_000_000)

  private(set) var points: [StormPoint] = []
  /// What the code of the apps looks at.
  let facts: ProgramFacts
  /// The sessions after the acts of the script, by how many there were.
  private(set) var sessions: [Int: Session] = [:]
  /// The session at the end.
  private(set) var end: Session

  /// Runs a case from a session whose statements were run.
  init(_ number: Int, of session: Session, _ facts: ProgramFacts) {
    self.facts = facts
    var session = session
    session.keepActs()
    session.begin(case: number)
    end = session
    while end.isCaseRunning { takeStep() }
  }

  /// Continues with a case that was disturbed, until its world is that of another run again.
  ///
  /// - Parameters:
  ///   - disturbed: The session after the disturbance.
  ///   - step: Where it was disturbed, which is the first place again.
  ///   - facts: What is known of the program.
  ///   - isOver: Whether the sessions after an act have become alike.
  init(
    of disturbed: Session, at step: StormStep, _ facts: ProgramFacts,
    until isOver: (Session, Int) -> Bool
  ) {
    self.facts = facts
    end = disturbed
    points.append(StormPoint(step: step, session: disturbed, due: nil, after: nil))
    while end.isCaseRunning {
      let count = end.acts?.count ?? 0
      takeStep()
      if let now = end.acts?.count, now > count, isOver(end, now) { break }
    }
    while end.isCaseRunning {
      end.step()
      _ = end.takeEvents()
    }
  }

  /// What the scenario does around a place, and what its program looks at.
  func course(at point: StormPoint) -> DisturbedCourse {
    let acts = end.acts ?? []
    let count = min(acts.count, point.session.acts?.count ?? 0)
    func stimulus(_ act: ScriptAct) -> Stimulus? { end.simulation.stimulus(act) }
    var course = DisturbedCourse()
    course.last = acts[..<count].reversed().lazy.compactMap(stimulus).first
    course.next = acts[count...].lazy.compactMap(stimulus).first
    course.isAfterStatement = point.step.moment == .afterStatement
    course.spans = facts.spans
    course.keys = facts.keys
    course.payloads = payloads
    return course
  }

  /// The payloads of the pushes that the script sends, each once, in order.
  private var payloads: [ScriptValue] {
    var known: [ScriptValue] = []
    for act in end.acts ?? [] {
      guard let stimulus = end.simulation.stimulus(act), stimulus.name == .push,
        let payload = stimulus.arguments.first, !known.contains(payload)
      else { continue }
      known.append(payload)
    }
    return known
  }

  private var deadlinesOfWait: Set<String> = []

  private mutating func takeStep() {
    let earlier = end
    end.step()
    _ = end.takeEvents()
    let (count, earlierCount) = (end.acts?.count ?? 0, earlier.acts?.count ?? 0)
    guard let act = end.acts?.last else { return }
    if count > earlierCount {
      deadlinesOfWait = []
      guard case .stimulus = act.kind else { return }
      sessions[count] = end
      add(act, .afterStatement, end)
    } else if earlier.isWaiting, !end.isWaiting,
      end.now > earlier.now || !end.hasRecords(since: earlier)
    {
      sessions[count] = end
      add(act, .afterStatement, end)
    } else if case .wait = act.kind, end.hasRecords(since: earlier) {
      addDeadline(of: act, between: earlier)
    }
  }

  /// Adds the places at a deadline, the first time that one of its kind passes in a wait.
  private mutating func addDeadline(of act: ScriptAct, between earlier: Session) {
    let name = end.nameOfDeadline(since: earlier)
    guard deadlinesOfWait.insert(name).inserted else { return }
    let due = end.now
    if let moment = try? due.adding(Self.lead), moment > earlier.now {
      add(act, .before, earlier, name, due: due)
    }
    add(act, .during, earlier, name, due: due, after: end)
    add(act, .after, end, name)
  }

  private mutating func add(
    _ act: ScriptAct, _ moment: StormStep.Moment, _ session: Session, _ deadline: String = "",
    due: VirtualTime? = nil, after: Session? = nil
  ) {
    // What `setup` does is there before the scenario, and belongs to all of them.
    guard !act.isInSetup, !session.isCaseOver else { return }
    let step = StormStep(
      text: end.text(of: act), place: act.calls.first?.place, moment: moment, deadline: deadline,
      time: due ?? session.now)
    points.append(StormPoint(step: step, session: session, due: due, after: after))
  }
}

extension Session {
  var now: VirtualTime { simulation.device.now }

  fileprivate func hasRecords(since earlier: Session) -> Bool {
    simulation.history.endIndex > earlier.simulation.history.endIndex
  }

  /// What was due between two moments, by the first record it led to.
  fileprivate func nameOfDeadline(since earlier: Session) -> String {
    let records = simulation.history.records(since: earlier.simulation.history.endIndex)
    guard let first = records.first(where: { $0.kind != .notification }) ?? records.first else {
      return ""
    }
    let name = first.app.flatMap { simulation.device.description(of: $0)?.name }
    return first.deadlineText + (name.map { " of \($0)" } ?? "")
  }

  /// An act as a script writes it.
  func text(of act: ScriptAct) -> String {
    switch act.kind {
    case .stimulus: return simulation.call(act.record) ?? ""
    case .wait:
      guard let place = act.calls.first?.place else { return "" }
      return place.source.text(in: place.range).split(separator: "\n").first.map(String.init) ?? ""
    case .storage(let place, let app, let key, let value):
      let name = simulation.device.description(of: app)?.name ?? ""
      let quoted = ScriptValue.string(key).description
      return "\(name).\(place.rawValue)[\(quoted)] = \(value.map(\.description) ?? "nil")"
    }
  }
}

extension Simulation {
  /// What a script did to the device with an act; nil for one that did something else.
  func stimulus(_ act: ScriptAct) -> Stimulus? {
    // The record of a wait is the first one after it, which may be the next stimulus.
    guard case .stimulus = act.kind, let record = history[act.record],
      case .stimulus(let name) = record.subject
    else { return nil }
    return Stimulus(name, record.app, record.arguments)
  }

  /// The stimulus of a record as a call or a setting.
  func call(_ index: Int) -> String? {
    guard let record = history[index], case .stimulus = record.subject else { return nil }
    return record.call(
      appName: record.app.flatMap { device.description(of: $0)?.name }, as: .script)
  }
}

extension Record {
  /// What was due, where this is the first record of it.
  fileprivate var deadlineText: String {
    switch subject {
    case .state(let state, _): "→ " + state.rawValue
    case .exit(let reason): "✕ " + reason.rawValue
    case .callback(let kind): kind.rawValue
    default: name
    }
  }
}
