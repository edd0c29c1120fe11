// Lives as values: which bands and spans a simulation comes to, and where the moments lie on an axis.

import RehearsalLifecycle
import RehearsalPictures
import RehearsalValues
import Testing

@Suite("Lives for pictures")
struct LifeTests {
  /// Code that does nothing but hold a background task from the first touch on.
  private struct Holder: AppCode {
    mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
      if case .control = delivery { _ = context.beginBackgroundTask(name: "save", expiration: nil) }
      return .returned(.nil)
    }
    mutating func resume(in context: AppContext) -> CodeProgress { .returned(.nil) }
    func digest(
      into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
    ) {}
  }

  private struct Recorded {
    var simulation: Simulation
    var recorder = LifeRecorder()

    mutating func apply(_ stimulus: Stimulus) throws {
      _ = try simulation.apply(stimulus)
      recorder.note(simulation)
    }

    mutating func advance(by seconds: Int64) throws {
      let end = try simulation.end(of: .seconds(seconds))
      while try simulation.stepOnce(notAfter: end) { recorder.note(simulation) }
      try simulation.advance(to: end)
      recorder.note(simulation)
    }
  }

  /// A task is begun, the app goes to the background and is killed there.
  private func killed() throws -> Life {
    var simulation = Simulation(profile: Profile(system: SystemVersion(17)))
    let app = try simulation.install(
      AppDescription(name: "Notes", controls: ["Save"]), handling: MessageSet()
    ) { Holder() }
    var recorded = Recorded(simulation: simulation)
    for stimulus in [
      Stimulus.launch(app), .touch(nil, control: "Save"), .press(.lock),
    ] { try recorded.apply(stimulus) }
    try recorded.advance(by: 40)
    try recorded.apply(.unlock)
    try recorded.advance(by: 3600)
    return recorded.recorder.life
  }

  private func spans(_ life: Life, _ kinds: String...) -> [String] {
    life.bands.flatMap(\.spans).filter { kinds.contains($0.kind.name) }.map { span in
      "\(span.label) \(span.start.time)–\(span.goesOn ? "…" : "\(span.end.time)")"
        + (span.limit.map { ", until \($0)" } ?? "")
    }
  }

  @Test("States, tasks with their limits and the lock are spans; the end of a process ends its own")
  func spans() throws {
    let life = try killed()
    #expect(life.bands.map(\.title) == ["iPhone, iOS 17", "Notes"])
    #expect(spans(life, "task") == ["save 0s–30s, until 30s"])
    #expect(spans(life, "locked") == ["locked 0s–40s"])
    #expect(spans(life, "background") == ["background 0s–30s"])
    #expect(life.bands.allSatisfy { $0.spans.allSatisfy { $0.start < $0.end } })
    #expect(life.end.time.description == "3640s")
  }

  @Test("Each record has a moment of its own and stands in a band; stimuli are the device's")
  func moments() throws {
    let life = try killed()
    let shown = zip(life.records, life.moments).filter { life.entry($0.0) != nil }.map(\.1)
    #expect(Set(shown).count == shown.count && life.moments == life.moments.sorted())
    for (record, band) in zip(life.records, life.bandOfRecord) {
      let isStimulus = record.kind == .stimulus || record.app == nil
      #expect((life.bands[band].subject == .device) == isStimulus, "\(record.name)")
    }
    let exit = try #require(life.records.first { $0.kind == .exit })
    #expect(life.position(ofRecord: exit.index).map { life.records[$0] } == exit)
    #expect(life.position(ofRecord: -1) == nil && life.position(ofRecord: 1 << 40) == nil)
    #expect(life.clause(exit).hasPrefix("Notes was killed"))
    #expect(life.entry(exit)?.mark == "  ✕")
  }

  @Test("Nothing lies over another in a row, and states come first")
  func rows() throws {
    for band in try killed().bands {
      for row in band.rows {
        for (one, next) in zip(row, row.dropFirst()) { #expect(one.end <= next.start) }
      }
      #expect(band.rows.dropFirst().allSatisfy { $0.allSatisfy { !$0.kind.isState } })
    }
  }

  @Test("The axis goes on in order, is to scale between instants, and folds what is long")
  func scale() throws {
    let life = try killed()
    let scale = LifeScale([life])
    let shown = zip(life.records, life.moments).filter { life.entry($0.0) != nil }.map(\.1)
    let positions = shown.map { scale.position(of: $0) }
    #expect(positions == positions.sorted() && Set(positions).count == positions.count)
    #expect(scale.instants.map(\.isFolded).filter { $0 }.count == 1)
    #expect(scale.instants.dropLast().last?.isFolded == true)
    let third = try #require(VirtualTime(nanoseconds: 10_000_000_000))
    let between = scale.position(of: third)
    let gap = try #require(scale.instants.first)
    #expect(between > gap.start + gap.width && between < gap.start + gap.width + gap.gap)
    #expect(scale.position(of: LifeMoment.end(of: life)) == scale.width)
    var narrow = LifeScale.Widths()
    narrow.mostGap = 20
    #expect(LifeScale([life], narrow).width < scale.width)
    #expect(LifeScale([]).width == 0 && LifeScale([]).position(of: third) == 0)
  }

  @Test("Windows have bands of their own, with the records of their scenes")
  func windows() throws {
    var simulation = Simulation(
      profile: Profile(system: SystemVersion(17), model: "iPad"))
    let app = try simulation.install(
      AppDescription(
        name: "Notes", info: [.multipleScenes: .boolean(true)], declaresScenes: true),
      handling: MessageSet()
    ) { Holder() }
    var recorded = Recorded(simulation: simulation)
    try recorded.apply(.launch(app))
    try recorded.apply(.newWindow(app))
    try recorded.apply(.press(.home))
    let life = recorded.recorder.life
    #expect(life.bands.map(\.title) == ["iPad, iOS 17", "Notes", "window 1", "window 2"])
    let connections = zip(life.records, life.bandOfRecord).filter {
      $0.0.subject == .message(.sceneWillConnect)
    }
    #expect(connections.map(\.1) == [2, 3])
    #expect(life.bands[2].spans.map(\.kind.name).contains("background"))
    #expect(life.bands[3].spans.map(\.kind.name).contains("foregroundActive"))
  }
}

extension LifeMoment {
  fileprivate static func end(of life: Life) -> LifeMoment { life.end }
}
