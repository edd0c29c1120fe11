// How far a search goes and what it leaves out. What a script says of it in a header can only make
// it stop sooner.

import Rehearsal

/// How a search is done.
public struct SearchOptions: Sendable {
  /// How many disruptions a path may hold; nil for more and more in turn.
  public var disruptions: Int?
  /// How many states may be kept.
  public var states = 10_000_000
  /// How many lines the scenario of a path may have.
  public var events = 10_000
  /// Whether the search ends once nothing shorter can be found than what was found.
  ///
  /// Otherwise it goes on until it has seen every state, violated or not.
  public var stopsAtViolation = true
  /// Whether what code of plain models does is remembered by what it read.
  ///
  /// The outcome is the same; without it every state runs all of the code.
  public var remembers = true
  /// By what the states become fewer; the verdict and the lengths stay the same.
  public var reductions: Set<Reduction> = []
  /// On how many threads states are gone on from; the outcome is the same for any number.
  public var threads = 1

  /// Makes the options of an ordinary search.
  public init() {}
}

/// A way to have fewer states: what is found, and how long it is, stays the same.
public enum Reduction: String, CaseIterable, Hashable, Sendable {
  /// What variables hold that nothing reads tells no states apart.
  case unreadVariables
  /// States in which only one thing can happen are passed through.
  case forcedMoves
  /// States that differ only in which of several like things is which are one.
  ///
  /// Such things are apps that are declared alike and that nothing tells apart, and in plain models
  /// the indexes of a list that are used alike, which is tried in each search.
  case symmetry

  /// What it does, as a sentence without its full stop.
  public var summary: String {
    switch self {
    case .unreadVariables: "what variables hold that nothing reads tells no states apart"
    case .forcedMoves: "states in which only one thing can happen are passed through"
    case .symmetry:
      "states that differ only in which of several apps is which are one, where these are declared "
        + "alike and nothing tells them apart; so are states of plain variables that differ only in "
        + "which index of a list is which"
    }
  }
}

extension SearchOptions {
  /// The options with what a header says where that is less.
  func following(_ header: ExplorationOptions) -> SearchOptions {
    var options = self
    options.disruptions = [header.disruptions, disruptions].compactMap(\.self).min()
    options.states = min(header.states ?? states, states)
    options.events = min(header.events ?? events, events)
    return options
  }
}
