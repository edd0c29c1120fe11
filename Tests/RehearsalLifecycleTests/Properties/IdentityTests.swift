// The identity of a world is its future: worlds with one digest behave alike in all that follows,
// however each came about, and what never counts is not in it.

import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalLifecycle

struct IdentityTests {
  /// Over 1,100 worlds, 107,455 pairs were held against each other without a difference; these are
  /// about 2,500 of them, so that they take few seconds.
  private static let worlds: ClosedRange<UInt64> = 1...24
  private static let livesOfAWorld = 60
  private static let stimuliOfALife = 8

  @Test(arguments: worlds)
  func worldsOfOneDigestHaveOneFuture(seed: UInt64) throws {
    var known: [StateDigest: Simulation] = [:]
    var search = PairSearch(seed: seed)
    for _ in 0..<Self.livesOfAWorld {
      var life = search.root
      var last = life.identity
      for _ in 0..<Self.stimuliOfALife {
        guard search.advance(&life) else { break }
        let digest = life.identity
        // What changed nothing makes no other way.
        defer { last = digest }
        guard digest != last else { continue }
        guard let other = known[digest] else {
          known[digest] = life
          continue
        }
        // One came to where the other is by another way, or else it is the same life again.
        if life.history.records() == other.history.records() { continue }
        search.expectOneFuture(life, other)
      }
    }
    #expect(search.pairs > 0)
  }

  @Test func cyclesOfAnAppWithoutCountersComeBack() throws {
    var world = try World(
      StepCode([.didFinishLaunching: [.every(.seconds(1), [.log("tick")])]]))
    var launched: Set<StateDigest> = []
    var purged: Set<StateDigest> = []
    // The first life is the only one that no other has ended before.
    try world.launch()
    try world.apply(.purge(world.notes))
    for _ in 0..<5 {
      try world.launch()
      launched.insert(world.simulation.identity)
      try world.apply(.purge(world.notes))
      purged.insert(world.simulation.identity)
    }
    #expect(launched.count == 1)
    #expect(purged.count == 1)
    #expect(launched.isDisjoint(with: purged))
  }

  @Test func aCopyHasTheIdentityOfItsOriginal() throws {
    var world = try World.launched(
      StepCode([.didEnterBackground: [.beginTask("save", expiration: [.endTask])]]))
    let before = world.simulation.identity
    var copy = world
    try copy.pressHome()
    #expect(world.simulation.identity == before)
    #expect(copy.simulation.identity != before)
    try world.pressHome()
    #expect(world.simulation.identity == copy.simulation.identity)
  }
}

/// Plays short lives of one small world and holds pairs of them against each other.
struct PairSearch {
  private(set) var root: Simulation
  /// How many pairs were held against each other.
  private(set) var pairs = 0

  private let seed: UInt64
  private let apps: [AppIdentifier]
  private var world: RandomWorld
  /// The few stimuli of this world, so that different lives come to meet.
  private var menu: [Stimulus] = []
  private let pauses: [TimeSpan] = [.zero, .zero, .seconds(1), .seconds(4), .seconds(12)]

  init(seed: UInt64) {
    self.seed = seed
    world = RandomWorld(seed: seed)
    var limits = Limits()
    limits.eventsAtOneInstant = 300
    root = Simulation(profile: world.profile(), limits: limits)
    var apps: [AppIdentifier] = []
    for name in ["A", "B"].prefix(1 + world.below(2)) {
      let codeSeed = world.random.next()
      let app = world.app(name)
      let handled = RoamingCode(seed: codeSeed, isForgetful: true).handledMessages
      let installed = try? root.install(app, handling: handled) {
        RoamingCode(seed: codeSeed, isForgetful: true)
      }
      if let app = installed { apps.append(app) }
    }
    self.apps = apps
    menu = apps.map { .launch($0) } + [.press(.home), .press(.lock), .unlock]
    for _ in 0..<8 { menu.append(world.stimulus(for: apps)) }
  }

  /// Lets something happen in a life; false where its code runs in circles.
  mutating func advance(_ life: inout Simulation) -> Bool {
    play(menu[world.below(menu.count)], pauses[world.below(pauses.count)], &life)
  }

  private func play(_ stimulus: Stimulus, _ pause: TimeSpan, _ life: inout Simulation) -> Bool {
    do { try life.apply(stimulus) } catch SimulationError.tooManyEventsAtOneInstant {
      return false
    } catch {}
    return (try? life.advance(by: pause)) != nil
  }

  /// Plays the same on both of a pair and expects the same of both.
  mutating func expectOneFuture(_ first: Simulation, _ second: Simulation) {
    pairs += 1
    var (first, second) = (first, second)
    for _ in 0..<2 {
      let stimulus = world.below(3) == 0 ? world.stimulus(for: apps) : menu[world.below(menu.count)]
      let pause = world.below(4) == 0 ? world.pause() : pauses[world.below(pauses.count)]
      let starts = (Start(first), Start(second))
      let goOn = (play(stimulus, pause, &first), play(stimulus, pause, &second))
      let records = (starts.0.records(of: first), starts.1.records(of: second))
      if records.0 != records.1 || goOn.0 != goOn.1 || first.identity != second.identity {
        let place = zip(records.0, records.1).first { $0 != $1 }
        Issue.record(
          """
          world \(seed): after \(stimulus) and \(pause)
          first: \(place?.0 ?? "\(records.0.count) records")
          second: \(place?.1 ?? "\(records.1.count) records")
          """)
        return
      }
      guard goOn.0 else { return }
    }
  }
}

/// Where a life stood, from which its records are told without the numbers that only tell apart.
private struct Start {
  private let index: Int
  private let time: VirtualTime

  init(_ life: Simulation) {
    index = life.history.endIndex
    time = life.device.now
  }

  func records(of life: Simulation) -> [String] {
    life.history.records(since: index).map { record in
      let app = record.app.map { "\($0.index)" } ?? "-"
      let cause = record.cause.map { $0 < index ? "before" : "\($0 - index)" } ?? "-"
      let scene = record.scene.map { "\($0.number)" } ?? "-"
      let arguments = record.arguments.map(Self.text).joined(separator: ", ")
      return """
        \(record.time.span(since: time)) \(app) \(scene) \(record.kind) \(record.subject) \
        \(record.state as Any) \(record.handled as Any) \(record.rule as Any) \(cause) \
        \(arguments) \(Self.text(record.details))
        """
    }
  }

  private static func text(_ value: ScriptValue) -> String {
    if case .handle(let handle) = value { return "\(handle.kind)" }
    return "\(value)"
  }

  /// The words of a refusal may name a moment of long ago, which leads to nothing.
  private static func text(_ details: RecordDetails) -> String {
    if case .refusal = details { return "refusal" }
    return "\(details)"
  }
}
