// The matrix of a case while it is filled: every disturbance at every step, and after those with a
// lasting effect every disturbance at every later step.

import Rehearsal
import RehearsalCode
import RehearsalLifecycle
import RehearsalValues

/// The cells of a storm and what was found in them.
struct StormMatrix {
  private let run: UndisturbedRun
  private let columns: [Disturbance]
  private var judge: StormJudge
  private let options: StormOptions
  private(set) var marks: [[StormMark]] = []
  private(set) var findings = FindingCollection()
  /// How many pairs took place.
  private(set) var pairCount = 0

  init(
    _ run: UndisturbedRun, _ columns: [Disturbance], _ options: StormOptions,
    knowing isKnown: @escaping (String) -> Bool
  ) {
    self.run = run
    self.columns = columns
    self.options = options
    judge = StormJudge(run, options, knowing: isKnown)
  }

  /// Plays the case on the devices of a disturbance that comes at no step.
  ///
  /// - Parameters:
  ///   - disturbance: The disturbance.
  ///   - profile: The device of the case.
  ///   - play: Plays the case on a device.
  mutating func play(
    _ disturbance: Disturbance, _ profile: Profile, by play: (Profile) -> Session
  ) {
    for device in disturbance.devices?(profile) ?? [] where !run.end.isCancelled {
      deviceCount += 1
      if let found = judge.fault(on: device, disturbance, play(device.profile)) {
        _ = findings.add(found)
      }
    }
  }

  /// What was found and is known.
  var known: Set<String> { judge.knownFindings }

  /// The handlers of the script's apps that ran neither in the case nor in a disturbed run of it.
  var handlersNeverRun: [String] {
    let handled = judge.handled.union(run.end.messagesHandled(since: 0))
    return run.end.handlers(ofUnits: run.end.program.units.indices)
      .filter { handled.isDisjoint(with: $0.messages) }.map(\.name)
  }

  /// On how many other devices the case was played.
  private(set) var deviceCount = 0

  /// Puts in everything; false where it was stopped.
  mutating func fill() -> Bool {
    for (step, point) in run.points.enumerated() {
      var row: [StormMark] = []
      // What leaves the same world is not judged again.
      var marks: [Kin: StormMark] = [:]
      for disturbance in columns {
        guard !point.session.isCancelled else { return false }
        row.append(mark(disturbance, step, point, &marks))
      }
      self.marks.append(row)
    }
    return options.injectsPairs ? fillPairs() : true
  }

  /// What tells disturbed runs of a step apart.
  private struct Kin: Hashable {
    let world: StateDigest
    let script: StateDigest
    let undisturbed: StateDigest
    let demand: Disturbance.Demand
    let needsEveryStep: Bool

    /// Nil where equal digests may be of worlds that continue differently, or an app has failed.
    init?(_ disturbed: DisturbedSession) {
      guard !disturbed.session.hasReplayedCode, !disturbed.hasFailed else { return nil }
      (world, script) = disturbed.session.identity
      undisturbed = disturbed.undisturbed.identity.world
      demand = disturbed.demand
      needsEveryStep = disturbed.needsEveryStep
    }
  }

  /// Puts a disturbance in at a step in each of its ways, up to the first that the scenario does not
  /// survive.
  private mutating func mark(
    _ disturbance: Disturbance, _ step: Int, _ point: StormPoint, _ known: inout [Kin: StormMark]
  ) -> StormMark {
    var mark = StormMark.didNotTakePlace
    for disturbed in run.disturbed(disturbance, at: point) {
      let kin = Kin(disturbed)
      var own = kin.flatMap { known[$0] }
      if own == nil {
        own = self.mark(disturbed, step)
        if let kin, let own { known[kin] = own }
      } else if case .failed(let number)? = own {
        findings.note(disturbed.parts.map(\.name), step, at: number)
      }
      if case .failed? = own { return own ?? mark }
      if own == .held { mark = .held }
    }
    return mark
  }

  private mutating func mark(_ disturbed: DisturbedSession, _ step: Int) -> StormMark {
    switch judge.judgement(disturbed, step: step) {
    case .notPossible: return .didNotTakePlace
    case .survived(let differences):
      findings.note(differences, of: disturbed.parts.map(\.name))
      return .held
    case .found(let found): return .failed(finding: findings.add(found))
    }
  }

  /// Puts in two, where the first one alone is borne: what one alone leads to is known by now.
  private mutating func fillPairs() -> Bool {
    for (step, point) in run.points.enumerated() {
      for (disturbance, mark) in zip(columns, marks[step]) where mark == .held {
        guard !point.session.isCancelled else { return false }
        for first in run.disturbed(disturbance, at: point) where !first.hasFailed {
          injectSecond(after: first, step, point.step)
        }
      }
    }
    return true
  }

  /// Puts in a second disturbance at each step after one that has left something in the world.
  private mutating func injectSecond(
    after first: DisturbedSession, _ step: Int, _ place: StormStep
  ) {
    guard !first.isAsUndisturbed else { return }
    let rest = UndisturbedRun(of: first.session, at: place, run.facts) { session, count in
      judge.isAsUndisturbed(session, count)
    }
    guard !rest.end.failures.contains(where: { _ in first.needsEveryStep }) else { return }
    var laterJudge = StormJudge(rest, options)
    for point in rest.points {
      for disturbance in columns where !point.session.isCancelled {
        for second in rest.disturbed(disturbance, at: point, after: first) {
          pairCount += 1
          guard case .found(var found) = laterJudge.judgement(second, step: step) else { continue }
          found.finding.secondStep = point.step
          if !findings.knows(found) { _ = findings.add(found) }
        }
      }
    }
  }
}

extension UndisturbedRun {
  /// The runs in which a disturbance comes at a place, one for each of its ways that can take place.
  func disturbed(
    _ disturbance: Disturbance, at point: StormPoint, after earlier: DisturbedSession? = nil
  ) -> [DisturbedSession] {
    let device = point.sessionBefore.simulation.device
    guard let context = DisturbanceContext(device, course(at: point)) else { return [] }
    return disturbance.ways(context).compactMap {
      DisturbedSession($0, of: disturbance, in: context, at: point, after: earlier)
    }
  }
}

/// A finding with the runs that show it.
struct FoundFault {
  var finding: StormFinding
  let disturbed: DisturbedSession
  /// The disturbed session where it shows.
  let end: Session
  /// The options of a scenario's header by which it shows.
  var options: [(name: String, value: String)] = []
}

/// The findings of a case.
struct FindingCollection {
  /// What was found, in order.
  private(set) var faults: [FoundFault] = []
  private var numbers: [[String]: Int] = [:]

  var isEmpty: Bool { faults.isEmpty }

  /// Whether the same was found already.
  func knows(_ fault: FoundFault) -> Bool { numbers[fault.finding.key] != nil }

  /// Adds a finding, or what led to it again to the one that is there; the number of it.
  mutating func add(_ fault: FoundFault) -> Int {
    let key = fault.finding.key
    if let number = numbers[key] {
      faults[number].finding.others.append((fault.finding.disturbances, fault.finding.step))
      return number
    }
    numbers[key] = faults.count
    faults.append(fault)
    return faults.count - 1
  }

  /// Notes what led to a finding again.
  mutating func note(_ disturbances: [String], _ step: Int, at number: Int) {
    faults[number].finding.others.append((disturbances, step))
  }

  /// What differs without telling against the app, by its subject, in the order in which it was seen.
  private(set) var differences: [StormResult.Difference] = []

  /// Notes what differs after disturbances.
  mutating func note(_ differences: [StormDifference], of disturbances: [String]) {
    let name = disturbances.joined(separator: " and ")
    for difference in differences where !difference.isFinding {
      if let known = self.differences.firstIndex(where: { $0.subject == difference.subject }) {
        if !self.differences[known].disturbances.contains(name) {
          self.differences[known].disturbances.append(name)
        }
      } else {
        self.differences.append(
          StormResult.Difference(
            subject: difference.subject, was: difference.was, is: difference.is,
            condition: difference.condition, disturbances: [name]))
      }
    }
  }

  /// The findings with the scenarios that show them.
  func shown(_ scenario: (FoundFault) -> String?) -> [StormFinding] {
    faults.map { fault in
      var finding = fault.finding
      finding.scenario = scenario(fault)
      return finding
    }
  }
}
