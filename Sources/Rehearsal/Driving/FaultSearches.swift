// The searches for faults that a prompt can start. Storms and explorations are a kit of their own,
// which provides them; a prompt without them needs none of that kit.

import RehearsalLifecycle
import RehearsalMachine

/// Searches for faults, for a prompt to start.
public struct FaultSearches: Sendable {
  /// The result of a storm.
  package enum StormOutcome: Sendable {
    /// The scenario fails as it is.
    case fails([Failure])
    /// The lines of a report.
    case report([String])
  }

  /// The result of an exploration.
  package struct ExplorationOutcome: Sendable {
    /// What broke.
    package struct Breach: Sendable {
      /// What does not hold, as a report names it.
      package let title: String
      /// What leads there, as inputs of a prompt.
      package let inputs: [String]

      /// Makes a breach.
      package init(title: String, inputs: [String]) {
        self.title = title
        self.inputs = inputs
      }
    }

    /// How many states were seen.
    package let states: Int
    /// Whether a bound ended the search.
    package let isBoundHit: Bool
    /// What broke first; nil where nothing did.
    package let breach: Breach?

    /// Makes an outcome.
    package init(states: Int, isBoundHit: Bool, breach: Breach?) {
      self.states = states
      self.isBoundHit = isBoundHit
      self.breach = breach
    }
  }

  /// How a report is laid out.
  package struct Layout: Sendable {
    /// How wide lines may be, in columns.
    package let width: Int
    /// Whether to colour with ANSI escape sequences.
    package let usesColor: Bool

    /// Makes a layout.
    package init(width: Int, usesColor: Bool) {
      self.width = width
      self.usesColor = usesColor
    }
  }

  /// Disturbs the last case of a script at each of its steps; nil for a script without any.
  package typealias Storm =
    @Sendable (Script, ImportSource?, [Disturbance], Layout) -> StormOutcome?
  /// Searches the first exploration of a script for so many states, unless another thread ends it;
  /// nil for a script without any.
  package typealias Exploration =
    @Sendable (Script, ImportSource?, _ states: Int, CancellationFlag) throws -> ExplorationOutcome?

  package let storm: Storm
  package let explore: Exploration

  /// Makes searches.
  package init(storm: @escaping Storm, explore: @escaping Exploration) {
    self.storm = storm
    self.explore = explore
  }
}
