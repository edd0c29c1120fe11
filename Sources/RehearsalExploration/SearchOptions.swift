// How far a search goes. A script's header can only make it stop sooner.

import Rehearsal

/// How a search is done.
public struct SearchOptions: Sendable {
  /// How many disruptions a path may hold; nil for more and more in turn.
  public var disruptions: Int?
  /// The most states to store.
  public var states = 10_000_000
  /// How many lines the scenario of a path may have.
  public var events = 10_000
  /// Whether the search ends once no shorter violation can be found.
  ///
  /// Otherwise it continues until it has reached every state.
  public var stopsAtViolation = true
  /// What is known already: it breaks nothing, and the search goes on behind it.
  package var baseline = Baseline()
  /// Whether everything is tried in each zone of a state, and not taken from another zone of it: the
  /// result is the same, after more time.
  var triesEachZone = false
  /// From how many states on, and then from each twice as many, it is looked at whether something
  /// grows without end: what breaks by growth that is soon over is found before.
  var statesOfGrowth = 16_384
  /// How long what follows the search may take, in milliseconds of this computer, or 0 for any time:
  /// what is not explained by then is left out.
  var explanationMilliseconds = 10_000

  /// Makes the options of an ordinary search.
  public init() {}
}

extension SearchOptions {
  /// The options with what a header says where that is less.
  func following(_ header: ExplorationSettings) -> SearchOptions {
    var options = self
    options.disruptions = [header.disruptions, disruptions].compactMap(\.self).min()
    options.states = min(header.states ?? states, states, StateStore.mostStates)
    options.events = min(header.events ?? events, events)
    return options
  }
}
