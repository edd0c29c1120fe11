// What an exploration came to, for programs: how far it went, and what broke.

import RehearsalExploration

/// What a search came to.
struct JSONExploration: Encodable {
  private struct Level: Encodable {
    let disruptions: Int
    let states: Int
    let transitions: Int
  }

  private struct Broken: Encodable {
    let title: String
    let place: String
    let disruptions: Int
    let steps: Int
    let scenario: String
    let deeds: [String]
    let changes: [String]
    let essentials: [String]
    let passingNeighbour: String?
    let isReplayed: Bool
  }

  private let states: Int
  private let transitions: Int
  private let diameter: Int
  private let levels: [Level]
  private let counterexamples: [Broken]
  private let neverReached: [String]
  private let handlersNeverRun: [String]
  private let gridSeconds: Double?
  private let growingVariables: [String]

  init(_ result: ExplorationResult) {
    states = result.states
    transitions = result.transitions
    diameter = result.diameter
    levels = result.levels.map {
      Level(disruptions: $0.disruptions, states: $0.states, transitions: $0.transitions)
    }
    counterexamples = result.counterexamples.map {
      Broken(
        title: $0.title, place: $0.place, disruptions: $0.disruptions, steps: $0.steps,
        scenario: $0.scenario, deeds: $0.actions, changes: $0.changes, essentials: $0.essentials,
        passingNeighbour: $0.passingNeighbour, isReplayed: $0.isReplayed)
    }
    neverReached = result.neverReached
    handlersNeverRun = result.handlersNeverRun
    gridSeconds = result.grid.map { $0 / .seconds(1) }
    growingVariables = result.growingVariables
  }
}
