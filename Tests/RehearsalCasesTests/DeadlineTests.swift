// What follows a search, a storm, a mutation or a run keeps to the time and to one Ctrl-C, each phase by itself:
// a function of the host counts how often scripts are played, and stops what is under way where a phase is.

import Rehearsal
import RehearsalSyntax
import Synchronization
import TestSupport
import Testing

@testable import RehearsalExploration
@testable import RehearsalRunner

@Suite("Deadlines after the work itself")
struct DeadlineTests {
  /// Who stops what, and counts it.
  private final class Watch: Sendable {
    let supervisor: CaseSupervisor
    private let clock: Clock
    private let counts = Mutex((played: 0, last: Int.max))

    init() {
      let clock = Clock()
      self.clock = clock
      supervisor = CaseSupervisor(stopwatch: { clock.now.withLock(\.self) })
    }

    private final class Clock: Sendable {
      let now = Mutex(Duration.zero)
    }

    /// How often scripts were played.
    var played: Int { counts.withLock { $0.played } }

    /// Stops what is under way when scripts are played for the given time from now on.
    func stop(at number: Int) { counts.withLock { $0.last = $0.played + number } }

    /// A script is played; at the last time the user interrupts it, or an hour passes.
    func play(passingTime: Bool) {
      let isLast = counts.withLock { counts in
        counts.played += 1
        return counts.played == counts.last
      }
      guard isLast else { return }
      guard passingTime else { return supervisor.interrupt() }
      clock.now.withLock { $0 = .seconds(3600) }
      supervisor.stopOverdueCases()
    }

    /// A host whose function `played` tells this watch.
    func host(passingTime: Bool = false) throws -> ScriptHost {
      var host = ScriptHost()
      try host.define("played") { () -> Bool in
        self.play(passingTime: passingTime)
        return true
      }
      return host
    }
  }

  private static let text = """
    app Notes {
      var draft = ""
      button "Type" { draft += "x" }
    }
    let isThere = played()
    scenario "typed" {
      launch Notes
      touch "Type"
      touch "Type"
      advance 5s
      press .home
      advance 30min
      launch Notes
      expect isThere && played() && Notes.draft == "xx"
    }

    """

  private func script(_ watch: Watch, passingTime: Bool = false) throws -> Script {
    let host = try watch.host(passingTime: passingTime)
    let script = Script(SourceText(name: "main.rehearsal", Self.text), host: host)
    try #require(script.isRunnable, "\(script.diagnostics.map(\.message))")
    return script
  }

  /// How often a storm plays, and what it finds; it is stopped when it has begun to shorten.
  private func storm(stopsAt number: Int?) throws -> (played: Int, found: Int) {
    let watch = Watch()
    let script = try script(watch)
    let lane = watch.supervisor.lane()
    var session = try #require(Session(script, cancellation: lane.cancellation))
    session.runStatements { _ in }
    var storm = Storm(script)
    storm.options.disturbances = storm.options.disturbances.filter { $0.name == "purge" }
    let before = storm.run(case: 0, of: session)
    let phase = watch.played
    if let number { watch.stop(at: number) }
    // The storm itself is the same again; what it plays besides is its shortening.
    var again = try #require(Session(script, cancellation: lane.cancellation))
    again.runStatements { _ in }
    let result = storm.run(case: 0, of: again)
    #expect(number != nil || result.findings.count == before.findings.count)
    return (watch.played - phase, result.findings.count)
  }

  @Test("A storm that is stopped while it shortens plays no more, and keeps what it found")
  func shortening() throws {
    let whole = try storm(stopsAt: nil)
    try #require(whole.found > 0 && whole.played > 12)
    let cut = try storm(stopsAt: whole.played - 6)
    #expect(cut.found == whole.found)
    #expect(cut.played <= whole.played - 5)
  }

  @Test("A change of code that is stopped has no outcome, and nothing more of it is played")
  func mutation() throws {
    let watch = Watch()
    var suite = try MutationSuite(
      [(SourceText(name: "main.rehearsal", Self.text.replacing("30min", with: "1s")), nil)],
      host: try watch.host())
    try suite.runUnchanged()
    let change = try #require(suite.changes.first)
    let lane = watch.supervisor.lane()
    #expect(suite.outcome(of: change, stoppedBy: lane.cancellation) == .noticed)
    let before = watch.played
    watch.stop(at: 1)
    #expect(suite.outcome(of: change, stoppedBy: lane.cancellation) == nil)
    #expect(watch.played == before + 1)
  }

  @Test("A scenario that was found is played within the time, and until the user stops it")
  func foundScenario() throws {
    for passingTime in [false, true] {
      let watch = Watch()
      let script = try script(watch, passingTime: passingTime)
      let lane = watch.supervisor.lane()
      let found = "scenario \"found\" { launch Notes; expect played() }\n"
      let result = {
        FoundScenario.result(
          of: found, after: script, imports: nil, in: "main.rehearsal", stoppedBy: lane,
          within: .seconds(1))
      }
      #expect(result()?.status == .passed)
      watch.stop(at: 1)
      #expect(result() == nil)
    }
  }

  @Test("Advice that would take too long is not given")
  func advice() throws {
    let script = Script(
      SourceText(
        name: "main.rehearsal",
        """
        app Notes {
          var draft = disk["draft"] ?? ""
          button "Type" { draft += "x" }
          on willTerminate { disk["draft"] = draft }
        }
        scenario "a day" {
          launch Notes
          touch "Type"
          press .home
          advance 8h
          launch Notes
          advance 10s
          expect Notes.draft == "x"
        }
        """))
    #expect(AbsenceAdvice(script, case: 0, imports: nil) != nil)
    let time = ExplanationTime(milliseconds: 60_000)
    time.begin()
    time.cancellation.cancel()
    #expect(AbsenceAdvice(script, case: 0, imports: nil, within: time) == nil)
  }
}
