// The history is an output: how much of it is kept changes nothing of what happens.

import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalLifecycle

struct HistoryTests {
  @Test(arguments: 1...UInt64(TestTier.rounds(20, thorough: 60)))
  func whatIsKeptChangesNothing(seed: UInt64) throws {
    var lives: [Simulation] = []
    var world = RandomWorld(seed: seed)
    for kept in [1_000_000, 1, 0] {
      world = RandomWorld(seed: seed)
      lives.append(try Self.life(of: &world, keeping: kept))
    }
    let apps = lives[0].device.apps
    for number in 0..<80 {
      let (stimulus, pause) = (world.stimulus(for: apps), world.pause())
      var answers: [String] = []
      for position in lives.indices {
        answers.append(Self.play(stimulus, pause, &lives[position]))
      }
      #expect(Set(answers).count == 1, "seed \(seed), stimulus \(number): \(stimulus)")
      Self.expectAlike(lives, "seed \(seed), stimulus \(number): \(stimulus)")
      if answers[0].hasPrefix("tooMany") { return }
    }
    #expect(lives[0].history.records().count == lives[0].history.endIndex)
    #expect(lives[1].history.records().count == 1)
    #expect(lives[2].history.records().isEmpty)
  }

  private static func life(
    of world: inout RandomWorld, keeping records: Int
  ) throws -> Simulation {
    var limits = Limits()
    limits.eventsAtOneInstant = 1_000
    limits.traceRecords = records
    limits.exitsOfAnApp = records
    var life = Simulation(profile: world.profile(), limits: limits)
    for name in ["A", "B", "C"] {
      let app = world.app(name)
      let codeSeed = world.random.next()
      try life.install(app, handling: RoamingCode(seed: codeSeed).handledMessages) {
        RoamingCode(seed: codeSeed)
      }
    }
    return life
  }

  /// How a stimulus was answered.
  private static func play(
    _ stimulus: Stimulus, _ pause: TimeSpan, _ life: inout Simulation
  ) -> String {
    do {
      let outcome = try life.apply(stimulus)
      try life.advance(by: pause)
      return "\(outcome)"
    } catch { return "\(error)" }
  }

  /// Expects that the device and the code of all lives stand alike; the code has seen the same, for
  /// what it does next is drawn from a sequence that every delivery goes on in.
  private static func expectAlike(_ lives: [Simulation], _ place: Comment) {
    let first = lives[0]
    for other in lives.dropFirst() {
      #expect(other.history.endIndex == first.history.endIndex, place)
      #expect(other.device.now == first.device.now, place)
      #expect(other.device.nextEventTime == first.device.nextEventTime, place)
      #expect(other.identity == first.identity, place)
      for app in first.device.apps {
        #expect(other.device.state(of: app) == first.device.state(of: app), place)
        #expect(other.device.lastExit(of: app) == first.device.lastExit(of: app), place)
        #expect(other.device.scenes(of: app) == first.device.scenes(of: app), place)
        for storage in StoragePlace.allCases {
          #expect(
            other.device.keys(in: storage, of: app) == first.device.keys(in: storage, of: app),
            place)
        }
      }
    }
  }
}
