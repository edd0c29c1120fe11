// What broke, explained: the shortest scenario, replayed in a session of its own; the values that
// its last expectation found; which of its steps matter, and which order of them would have passed.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// The shortest scenario that breaks something.
public struct Counterexample: Sendable {
  /// What does not hold, as the report names it.
  public let title: String
  /// Where it is, as `file:line:column`.
  public let place: String
  /// The same as a place of a source.
  package let sourcePlace: SourcePlace
  /// How many disruptions the path holds.
  public let disruptions: Int
  /// How many lines the scenario has without its `expect`.
  public let steps: Int
  /// The scenario, which is in the exploration's file or in one that imports it.
  public let scenario: String
  /// The scenario's title.
  public let scenarioTitle: String
  /// What is done on the path, a line for each action.
  public let actions: [String]
  /// The same as inputs of a prompt, one for each step.
  package let inputs: [String]
  /// What changed with the last action, as `Notes.draft "x" → ""`.
  public let changes: [String]
  /// The verbs of the steps without which nothing breaks.
  public let essentials: [String]
  /// What would have been well, as a sentence; nil where no neighbour is known.
  public let passingNeighbour: String?
  /// Whether the scenario fails in a fresh session as the search found it.
  public let isReplayed: Bool
  /// Whether no time was left to explain all of it.
  public let isCut: Bool
}

/// Makes a counterexample of a path.
struct CounterexampleMaker {
  let script: Script
  let imports: ImportSource?
  /// The state that everything begins with, which no other thread stops.
  let initial: ExplorationWorld
  /// The time that it may take; what is not done by then is left out.
  let time: ExplanationTime

  private var exploration: RunnableExploration { initial.exploration }

  /// Tells what broke at the end of a path.
  ///
  /// - Parameters:
  ///   - paths: The path with times, in some ways: the first that fails when played is reported.
  ///   - breach: What broke.
  ///   - disruptions: How many disruptions the path holds.
  /// - Returns: The counterexample.
  func make(
    _ paths: some Sequence<[Transition]>, _ breach: ExplorationBreach, disruptions: Int
  ) -> Counterexample {
    var path: [Transition] = []
    var scenario = ExploredScenario(path, breaking: breach, in: exploration)
    var replay: (fails: Bool, remark: String?) = (false, nil)
    for next in paths {
      path = next
      scenario = ExploredScenario(path, breaking: breach, in: exploration)
      replay = self.replay(scenario, stoppedBy: time.cancellation)
      if replay.fails || time.isOver { break }
    }
    return Counterexample(
      title: title(of: breach), place: "\(place(of: breach))", sourcePlace: place(of: breach),
      disruptions: disruptions, steps: scenario.lineCount,
      scenario: scenario.text(remark: replay.remark).text,
      scenarioTitle: scenario.title,
      actions: path.map { scenario.bodyLines(of: $0).joined(separator: "; ") },
      inputs: path.enumerated().map { number, transition in
        scenario.lines(of: transition, number: number).joined(separator: "\n")
      },
      changes: changes(at: path), essentials: essentials(of: path, breach, scenario),
      passingNeighbour: passingNeighbour(of: path, scenario), isReplayed: replay.fails,
      isCut: time.isOver)
  }

  /// Whether one of some scenarios fails when it is played.
  func replays(_ paths: some Sequence<[Transition]>, _ breach: ExplorationBreach) -> Bool {
    paths.contains {
      replay(ExploredScenario($0, breaking: breach, in: exploration), stoppedBy: nil).fails
    }
  }

  // MARK: - Words

  /// A transition as lines of a scenario.
  func words(of transition: Transition) -> String {
    ExploredScenario([], breaking: .property(0), in: exploration).bodyLines(of: transition)
      .joined(separator: "; ")
  }

  /// What does not hold, as reports name it.
  func title(of breach: ExplorationBreach) -> String {
    switch breach {
    case .property(let number): "“\(exploration.compiled.properties[number].title)”"
    case .expectation(_, _, let condition): "`\(condition)`"
    case .builtIn(let property, let app, _): "“\(property.title)” of \(app)"
    }
  }

  private func place(of breach: ExplorationBreach) -> SourcePlace {
    switch breach {
    case .property(let number): exploration.compiled.properties[number].body
    case .expectation(let file, let offset, _):
      initial.expectationPlace(in: file, at: offset) ?? exploration.compiled.place
    case .builtIn: exploration.compiled.place
    }
  }

  // MARK: - Playing again

  /// Plays the scenario in a fresh session, at the end of the exploration's file.
  private func replay(
    _ scenario: ExploredScenario, stoppedBy cancellation: CancellationFlag?
  ) -> (fails: Bool, remark: String?) {
    let failures = script.failures(
      playing: scenario.text(), imports: imports, stoppedBy: cancellation)
    guard let failures, cancellation?.isCancelled != true else { return (false, nil) }
    let parts = failures.lazy.compactMap { failure -> String? in
      switch failure.reason {
      case .expectation(let failed) where !failed.parts.isEmpty:
        failed.parts.reduce(into: [String]()) { parts, part in
          let text = "\(part.text) is \(part.value)"
          // What stands in a condition twice is said once.
          if !parts.contains(text) { parts.append(text) }
        }.joined(separator: ", ")
      case .appRuntimeError(_, let error, _), .appEnded(_, _, let error): error.message
      default: nil
      }
    }.first
    return (!failures.isEmpty, parts)
  }

  /// The state at the end of a path and whether something broke there; nil where not all of it takes
  /// place.
  private func walk(
    _ path: [Transition]
  ) -> (world: ExplorationWorld, breaches: [ExplorationBreach])? {
    var world = initial
    var breaches: [ExplorationBreach] = []
    for transition in path {
      if time.isOver { return nil }
      guard let outcome = try? world.perform(transition), outcome.isTaken else { return nil }
      breaches += outcome.breaches
    }
    return (world, breaches)
  }

  // MARK: - What changed, what matters

  /// How many transitions a path has at most that is examined: each of them takes a walk of all.
  private static let longestExamined = 500

  /// What the last action changed among the variables of the exploration and of its apps.
  private func changes(at path: [Transition]) -> [String] {
    guard let before = walk(path.dropLast())?.world.variables,
      let after = walk(path)?.world.variables
    else { return [] }
    return after.compactMap { name, value in
      guard let old = before.first(where: { $0.name == name })?.value, old != value else {
        return nil
      }
      return "\(name) \(old) → \(value)"
    }
  }

  /// The first words of the steps without which the path breaks nothing, or does not take place.
  private func essentials(
    of path: [Transition], _ breach: ExplorationBreach, _ scenario: ExploredScenario
  ) -> [String] {
    guard path.count <= Self.longestExamined else { return [] }
    let found = path.indices.filter { index in
      var rest = path
      rest.remove(at: index)
      return walk(rest)?.breaches.contains(breach) != true
    }
    // Without time for all of them nothing is known of any.
    if time.isOver { return [] }
    return found.map { index in
      let line = scenario.bodyLines(of: path[index]).first ?? ""
      return String(line.prefix { $0.isLetter })
    }
  }

  /// Two steps in the other order with which nothing breaks.
  private func passingNeighbour(of path: [Transition], _ scenario: ExploredScenario) -> String? {
    guard path.count <= Self.longestExamined else { return nil }
    for index in path.indices.dropLast().reversed() {
      // Time that passes twice is the same in either order.
      if case .advance = path[index].action, case .advance = path[index + 1].action { continue }
      var swapped = path
      swapped.swapAt(index, index + 1)
      guard let walked = walk(swapped), walked.breaches.isEmpty else { continue }
      let first = scenario.bodyLines(of: path[index]).joined(separator: "; ")
      let second = scenario.bodyLines(of: path[index + 1]).joined(separator: "; ")
      return "passes if `\(second)` comes before `\(first)`"
    }
    return nil
  }
}
