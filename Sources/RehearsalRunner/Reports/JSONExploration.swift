// What an exploration came to, for programs: how far it went, and what broke.

import RehearsalExploration
import RehearsalValues

/// What a search came to.
struct JSONExploration: JSONRepresentable {
  let json: JSONValue

  init(_ result: ExplorationResult) {
    json = [
      "states": result.states, "transitions": result.transitions, "diameter": result.diameter,
      "levels": result.levels.map { level -> JSONValue in
        [
          "disruptions": level.disruptions, "states": level.states,
          "transitions": level.transitions,
        ]
      },
      "counterexamples": result.counterexamples.map { broken -> JSONValue in
        [
          "title": broken.title, "place": broken.place, "disruptions": broken.disruptions,
          "steps": broken.steps, "scenario": broken.scenario, "deeds": broken.actions,
          "changes": broken.changes, "essentials": broken.essentials,
          "passingNeighbour": broken.passingNeighbour, "isReplayed": broken.isReplayed,
        ]
      },
      "neverReached": result.neverReached, "handlersNeverRun": result.handlersNeverRun,
      "gridSeconds": result.grid.map { $0 / .seconds(1) },
      "growingVariables": result.growingVariables,
    ]
  }
}
