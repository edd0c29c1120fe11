// The outcomes of the transitions that were tried. What a transition does depends on the state
// alone, not on when the state was reached: in another zone of a state the outcome is the same, so
// only how the moments lie has to be found out. A state is reached with several zones, and
// arithmetic is much quicker than code.

import RehearsalLifecycle
import RehearsalValues

/// A transition of a state, and its outcome in any of the state's zones.
struct KnownTransition: Sendable {
  /// The action and how its choices come out.
  let transition: Transition
  /// The state that it leads to.
  let identity: StateDigest
  /// By group of moments of that state: where it comes from.
  let sources: [Zone.Source]
  /// How far the next moment of each group is after its base, in units; nil where none lies ahead.
  let nexts: [Int64?]
  /// The turns of what is due then.
  let turns: [[MomentGroups.Turns]]
  /// What breaks with it, apart from what the properties find in the state after it.
  let breaches: [ExplorationBreach]
}

/// The transitions that were tried.
struct KnownTransitions: Sendable {
  /// Transitions that can take place in the same part of a state's zones.
  enum Occasion: Hashable, Sendable {
    /// What the user and the world can do before anything is due.
    case actions
    /// A group of moments is due.
    case deadline(NextGroup)
  }

  /// The outcome of trying it.
  struct Findings: Sendable {
    /// What can take place in the state that was tried; without what is not the same in all of its
    /// zones.
    var transitions: [Occasion: [KnownTransition]] = [:]
    /// What the properties find in states in which they were checked.
    var breaches: [StateDigest: [ExplorationBreach]] = [:]
    /// The states that hold something that another zone may have otherwise.
    var inexact: Set<StateDigest> = []
  }

  /// Of how many states it is kept at most: that of one takes some kilobytes.
  private static let mostStates = 1 << 17

  private var transitions: [StateDigest: [Occasion: [KnownTransition]]] = [:]
  private var breaches: [StateDigest: [ExplorationBreach]] = [:]
  private var inexact: Set<StateDigest> = []

  /// Adds the outcome of trying everything in a state.
  mutating func add(_ findings: Findings, of identity: StateDigest) {
    breaches.merge(findings.breaches) { first, _ in first }
    for state in findings.inexact where inexact.insert(state).inserted { transitions[state] = nil }
    guard !inexact.contains(identity), !findings.transitions.isEmpty,
      transitions[identity] != nil || transitions.count < Self.mostStates
    else { return }
    transitions[identity, default: [:]].merge(findings.transitions) { first, _ in first }
  }

  /// Whether all that a state holds is the same in each of its zones.
  func isExact(_ identity: StateDigest) -> Bool { !inexact.contains(identity) }

  /// Whether anything is known to take place in a state.
  func areKnown(of identity: StateDigest) -> Bool { transitions[identity] != nil }

  /// What can take place in a state on an occasion; nil where it was not tried.
  func transitions(of identity: StateDigest, on occasion: Occasion) -> [KnownTransition]? {
    transitions[identity]?[occasion]
  }

  /// What the properties find in a state; nil where they were not checked there.
  func breaches(in identity: StateDigest) -> [ExplorationBreach]? { breaches[identity] }
}
