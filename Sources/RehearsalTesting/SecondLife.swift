// A case played twice, each time on a device of its own. On a device nothing of a process outlives it but
// what it stored; in a test the app is code of one program, and a static, a singleton or a file of the
// computer brings into the second life what no fresh install would find. What does is named.

import Rehearsal
import RehearsalNativeApps
import Testing

extension ScriptScenario {
  /// Runs the case twice, each time on a fresh device, and says what of the first time the second one
  /// finds: objects that the app has again, and what then happens or can be seen otherwise.
  ///
  /// State that outlives the app makes scenarios depend on their order, and a storm or an exploration
  /// plays a life again many times. Not seen is what was there before the first time, and what makes
  /// no difference in this case and no property leads to.
  ///
  /// - Returns: What is left of the first time, at the case's place, after what goes wrong in the
  ///   first; empty where both are alike.
  public func problemsOfTwoLives() -> [Problem] {
    let first = Life(of: self)
    guard first.outcome.problems.isEmpty, first.outcome.skipReason == nil else {
      return first.outcome.problems
    }
    let (outcome, session) = play()
    guard var session else { return outcome.problems }
    let objects = first.memories.flatMap { $0.survivors(beside: session.simulation) }
      .filter { $0.nextPath != nil }
      .map { "\($0.type) at \($0.path) is the same object in the next life of the app" }
    let difference = first.difference(from: outcome, Life.exposed(in: &session))
    return (objects + [difference].compactMap(\.self)).map {
      Problem(
        message: "\($0): a static, a singleton or a file of this computer outlives the app",
        place: place)
    }
  }

  /// Runs the case twice, see `problemsOfTwoLives`, and records what is found as issues of the current
  /// test.
  public func runTwice() async {
    for problem in await script.host.play({ problemsOfTwoLives() }) {
      Issue.record(Comment(rawValue: problem.message), sourceLocation: problem.sourceLocation)
    }
  }
}

/// What is kept of a life when its device is gone.
private struct Life {
  let outcome: ScriptScenario.Outcome
  /// What the apps hold in memory at the end, without keeping it.
  private(set) var memories: [ProcessMemory] = []
  /// What can be seen of the apps at the end.
  private var exposed: [String] = []

  init(of scenario: ScriptScenario) {
    let (outcome, session) = scenario.play()
    self.outcome = outcome
    guard var session else { return }
    exposed = Self.exposed(in: &session)
    memories = session.simulation.device.apps.compactMap { session.simulation.memory(of: $0) }
  }

  /// What can be seen of the apps, a line for each value.
  static func exposed(in session: inout Session) -> [String] {
    var lines: [String] = []
    for app in session.simulation.device.apps {
      let name = session.simulation.device.description(of: app)?.name ?? ""
      lines += session.visibleVariables(of: app).map { "`\(name).\($0.name)` is \($0.text)" }
      let device = session.simulation.device
      lines += device.visibleFacts(of: app).map { "\(name), \($0.name): \($0.value)" }
      lines += device.storage(of: app).flatMap { place, entries in
        entries.map { "`\(name).\(place.rawValue)[\"\($0.name)\"]` is \($0.value)" }
      }
    }
    return lines
  }

  /// In what another life is not like this one; nil where it is.
  func difference(from outcome: ScriptScenario.Outcome, _ exposed: [String]) -> String? {
    Self.difference(self.outcome.timeline, outcome.timeline)
      ?? Self.difference(self.exposed, exposed)
  }

  private static func difference(_ first: [String], _ second: [String]) -> String? {
    guard first != second else { return nil }
    let index = zip(first, second).prefix { $0 == $1 }.count
    func line(_ lines: [String]) -> String {
      lines.indices.contains(index)
        ? String(lines[index].drop { $0 == " " }) : "nothing more happens"
    }
    return "in the first life: \(line(first)); in the second: \(line(second))"
  }
}
