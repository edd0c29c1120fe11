// Random lives: seeded stimuli over random profiles and app code. The invariants hold after every
// event, every stimulus is answered, and a run with the same seed leaves the same trace.

import Testing

@testable import RehearsalLifecycle

struct RandomLifeTests {
  private static let spans: [TimeSpan] = [
    .zero, .milliseconds(300), .seconds(1), .seconds(3), .seconds(7), .seconds(25),
  ]

  private static func steps(
    _ random: inout SeededGenerator, depth: Int
  ) -> [Step] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      let span = spans[Int.random(in: 0..<spans.count, using: &random)]
      let inner = depth > 0 ? steps(&random, depth: depth - 1) : [.log("leaf")]
      let positive = max(span, .seconds(1))
      switch Int.random(in: 0..<17, using: &random) {
      case 0: return .work(span)
      case 1, 2: return .beginTask("t", expiration: inner)
      case 3: return .beginTask("u")
      case 4, 5, 6: return .endTask
      case 7: return .after(span, inner)
      case 8: return .every(positive, inner)
      case 9, 10: return .invalidateLastTimer
      case 11: return .perform(span, inner)
      case 12: return .cancelLastWork
      case 13: return .holdLastWork
      case 14: return .resumeLastWork
      case 15: return .logRemaining
      default:
        return Int.random(in: 0..<12, using: &random) == 0
          ? [.crash("c"), .hang, .exit(1)][Int.random(in: 0..<3, using: &random)]
          : .store("k", .span(span))
      }
    }
  }

  private static func code(_ random: inout SeededGenerator) -> StepCode {
    var handlers: [Message: [Step]] = [:]
    for message in Message.allCases
    where Bool.random(using: &random) {
      handlers[message] = steps(&random, depth: 2)
    }
    let controls = (0..<2).map { _ in steps(&random, depth: 2) }
    return StepCode(initial: [], handlers, controls: controls)
  }

  private static func profile(_ random: inout SeededGenerator) -> Profile {
    var profile = Profile(system: SystemVersion(Int.random(in: 4...17, using: &random)))
    profile.evidence = Bool.random(using: &random) ? .observed : .documented
    profile.hasDebugger = Int.random(in: 0..<8, using: &random) == 0
    return profile
  }

  private static func stimulus(
    _ random: inout SeededGenerator, apps: [AppIdentifier]
  ) -> Stimulus {
    let app = apps[Int.random(in: 0..<apps.count, using: &random)]
    let kinds = InterruptionKind.allCases
    let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<6: return .launch(app)
    case 6..<9: return .press(.home)
    case 9: return .press(.lock)
    case 10, 11: return .unlock
    case 12: return .touch(nil, control: "Button 0")
    case 13: return .touch(app, control: "Button 1")
    case 14: return .forceQuit(app)
    case 15, 16: return .interrupt(kind)
    case 17: return .answer(kind)
    case 18, 19: return .dismiss(kind)
    case 20: return .hangUp
    case 21: return .purge(app)
    case 22: return .terminate(app)
    default: return Bool.random(using: &random) ? .install(app) : .uninstall(app)
    }
  }

  /// Plays a random life and returns what happened; broken invariants are reported on the way.
  private static func play(seed: UInt64, stimuli: Int) throws -> [Record] {
    var random = SeededGenerator(seed: seed)
    var simulation = Simulation(profile: profile(&random))
    var apps: [AppIdentifier] = []
    for name in ["A", "B", "C"] {
      let code = code(&random)
      apps.append(
        try simulation.install(
          AppDescription(name: name, controls: ["Button 0", "Button 1"])
        ) { code })
    }
    for _ in 0..<stimuli {
      let stimulus = stimulus(&random, apps: apps)
      do {
        _ = try simulation.apply(stimulus)
      } catch SimulationError.notInstalled {
      } catch SimulationError.unknownControl {
        // Without an installed app no control is known.
      }
      expectSound(simulation, seed: seed)
      let end = simulation.device.now.after(
        spans[Int.random(in: 0..<spans.count, using: &random)])
      while try simulation.stepOnce(notAfter: end) { expectSound(simulation, seed: seed) }
      try simulation.advance(to: end)
    }
    return simulation.device.trace.records()
  }

  private static func expectSound(_ simulation: Simulation, seed: UInt64) {
    let violations = simulation.device.checkInvariants()
    if !violations.isEmpty { Issue.record("seed \(seed): \(violations.map(\.text))") }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func invariantsHoldAndRunsRepeat(seed: UInt64) throws {
    let first = try Self.play(seed: seed, stimuli: 100)
    let second = try Self.play(seed: seed, stimuli: 100)
    #expect(first == second)
    Self.expectSoundRecords(first, seed: seed)
  }

  /// No message reaches a dead or suspended process, and time never goes back.
  private static func expectSoundRecords(_ records: [Record], seed: UInt64) {
    var states: [AppIdentifier: ProcessState] = [:]
    var last = VirtualTime.zero
    for record in records {
      #expect(record.time >= last, "seed \(seed), record \(record.index)")
      last = record.time
      guard let app = record.app else { continue }
      let state = states[app] ?? .notRunning
      switch record.subject {
      case .state(let new, let old):
        #expect(old == state, "seed \(seed), record \(record.index)")
        states[app] = new
      case .message, .notification, .callback, .action, .log:
        #expect(
          state != .suspended && state != .notRunning, "seed \(seed), record \(record.index)")
        #expect(record.state?.processState == state, "seed \(seed), record \(record.index)")
      default: break
      }
    }
  }
}
