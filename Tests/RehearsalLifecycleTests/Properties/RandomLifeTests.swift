// Random lives: seeded stimuli over random profiles and app code. The invariants hold after every
// event, every stimulus is answered in every state, a refusal is a record with its rule, and a run
// with the same seed leaves the same trace.

import TestSupport
import Testing

@testable import RehearsalLifecycle

struct RandomLifeTests {
  /// Two runs of 200 lives with so many stimuli each are about 100,000 stimuli.
  private static let lives: ClosedRange<UInt64> =
    1...UInt64(TestTier.rounds(40, thorough: 200))
  private static let stimuli = 250

  /// Low, so that an app that keeps ending and launching itself at one instant is soon found out.
  private static let limits: Limits = {
    var limits = Limits()
    limits.eventsAtOneInstant = 3_000
    return limits
  }()

  @Test(arguments: lives)
  func invariantsHoldAndRunsRepeat(seed: UInt64) throws {
    let first = try Self.play(seed: seed, isChecked: true)
    let second = try Self.play(seed: seed, isChecked: false)
    #expect(first.history.records() == second.history.records(), "seed \(seed)")
    Self.expectSoundRecords(first, seed: seed)
  }

  /// Plays a random life; broken invariants are reported on the way.
  private static func play(seed: UInt64, isChecked: Bool) throws -> Simulation {
    var world = RandomWorld(seed: seed)
    var simulation = Simulation(profile: world.profile(), limits: limits)
    var apps: [AppIdentifier] = []
    for name in ["A", "B", "C"] {
      let app = world.app(name)
      let codeSeed = world.random.next()
      apps.append(
        try simulation.install(app, handling: RoamingCode(seed: codeSeed).handledMessages) {
          RoamingCode(seed: codeSeed)
        })
    }
    do {
      for number in 0..<stimuli {
        let stimulus = world.stimulus(for: apps)
        try play(stimulus, number, &simulation, for: world.pause(), seed: seed, isChecked)
      }
    } catch SimulationError.tooManyEventsAtOneInstant {
      // The code of an app ran in circles; the limit has ended it.
    }
    return simulation
  }

  /// Applies a stimulus and lets some time pass.
  private static func play(
    _ stimulus: Stimulus, _ number: Int, _ simulation: inout Simulation, for pause: TimeSpan,
    seed: UInt64, _ isChecked: Bool
  ) throws {
    let before = simulation.history.endIndex
    do {
      let outcome = try simulation.apply(stimulus)
      if isChecked { expectAnswer(outcome, stimulus, simulation.history, before, seed: seed) }
    } catch SimulationError.notInstalled {
    } catch SimulationError.unknownControl {
      // Without an installed app no control is known.
    }
    if isChecked { expectSound(simulation, "seed \(seed), stimulus \(number): \(stimulus)") }
    let end = simulation.device.now.after(pause)
    while try simulation.stepOnce(notAfter: end) {
      if isChecked { expectSound(simulation, "seed \(seed), after \(number): \(stimulus)") }
    }
    try simulation.advance(to: end)
  }

  private static func expectSound(_ simulation: Simulation, _ place: String) {
    let violations = simulation.device.checkInvariants()
    if !violations.isEmpty { Issue.record("\(place): \(violations.map(\.text))") }
  }

  /// Each stimulus leaves its record, and a refusal one of its own with the reason.
  private static func expectAnswer(
    _ outcome: StimulusOutcome, _ stimulus: Stimulus, _ history: History, _ before: Int,
    seed: UInt64
  ) {
    #expect(history[before]?.subject == .stimulus(stimulus.name), "seed \(seed)")
    guard case .refused(let index) = outcome else { return }
    guard let record = history[index], case .refusal(let refusal) = record.subject else {
      Issue.record("seed \(seed): a refusal of \(stimulus) without its record")
      return
    }
    #expect(record.rule == refusal.rule)
    #expect(record.cause == before)
  }

  /// Whether what happens follows from a rule of the system's version.
  ///
  /// A refusal and a request that was not taken may name the rule of a later version, which brings
  /// what was asked for. Before iOS 7 the sources are thin, and some records name the rule of the
  /// version that is the first to be described.
  private static func citesRuleInForce(_ record: Record, on profile: Profile) -> Bool {
    guard profile.system >= 7, let rule = record.rule.flatMap(RuleBook.rule) else { return true }
    switch record.subject {
    case .refusal, .assertion(.taskSubmitted): return true
    default:
      return rule.versions.contains(profile.system)
        || profile.quirks.contains { $0.rule == rule.number }
    }
  }

  /// What the whole trace must be like.
  private static func expectSoundRecords(_ simulation: Simulation, seed: UInt64) {
    var states: [AppIdentifier: ProcessState] = [:]
    // The apps whose first code may run, which reads Background until the first message (R005).
    var beginning: Set<AppIdentifier> = []
    var last = VirtualTime.zero
    for record in simulation.history.records() {
      let place = "seed \(seed), record \(record.index), \(record.name)"
      #expect(record.time >= last, "time goes back: \(place)")
      #expect(record.cause.map { $0 < record.index } ?? true, "caused by a later one: \(place)")
      #expect(citesRuleInForce(record, on: simulation.device.profile), "\(place)")
      last = record.time
      #expect(record.details != .end(.crash(RoamingCode.deadCallback), nil, code: nil), "\(place)")
      guard let app = record.app else { continue }
      let state = states[app] ?? .notRunning
      switch record.subject {
      case .state(let new, let old):
        #expect(old == state, "\(place)")
        states[app] = new
        if old == .notRunning || old == .prewarmed { beginning.insert(app) }
      case .message, .notification, .callback, .action, .log:
        #expect(state != .suspended && state != .notRunning, "told in \(state): \(place)")
        if record.kind == .message { beginning.remove(app) }
        let readsAhead = beginning.contains(app) && record.state == .background
        #expect(
          record.state?.processState == state || state == .prewarmed || readsAhead,
          "\(state): \(place)")
      default: break
      }
    }
  }
}
