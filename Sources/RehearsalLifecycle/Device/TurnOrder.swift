// The order in which what waits has its turns, where it may be due together: that of its scheduling, apart
// from what decides nothing. Two orders that differ in nothing else are one (a trace in the sense of
// Mazurkiewicz, by its lexicographic normal form), so histories with one future are one state.

import RehearsalValues

/// What waits, in the order of its turns.
struct TurnOrder: Sendable {
  /// A deadline that waits for its turn.
  struct Turn: Sendable {
    let due: VirtualTime
    let deadline: Deadline

    /// Whether the order of this and another decides nothing: they are two apps' that notice nothing of
    /// each other, or never due together.
    fileprivate func commutes(with other: Turn, _ areAppsApart: Bool) -> Bool {
      if areAppsApart, let app = deadline.app, let otherApp = other.deadline.app, app != otherApp {
        return true
      }
      return due != other.due
        && MomentGroups.remainder(of: due) == MomentGroups.remainder(of: other.due)
    }

    /// Whether it comes first of two whose order decides nothing.
    fileprivate func comesBefore(_ other: Turn) -> Bool {
      (deadline.app?.position ?? -1, due) < (other.deadline.app?.position ?? -1, other.due)
    }
  }

  private(set) var turns: [Turn] = []
  /// Whether no app can notice what another one does.
  private let areAppsApart: Bool
  /// The places by the events' sequence numbers.
  private var places: [UInt32: Int] = [:]

  /// How many turns another is compared with: of more it is still in order, but not always in the same.
  private static let mostCompared = 64

  /// Orders deadlines.
  ///
  /// - Parameters:
  ///   - deadlines: The deadlines.
  ///   - areAppsApart: Whether no app can notice what another one does.
  init(_ deadlines: EventQueue<Deadline>, areAppsApart: Bool) {
    self.areAppsApart = areAppsApart
    var sequences: [UInt32] = []
    for event in deadlines.inOrderOfScheduling {
      let turn = Turn(due: event.due, deadline: event.payload)
      let place = place(for: turn)
      turns.insert(turn, at: place)
      sequences.insert(event.sequence, at: place)
    }
    places = Dictionary(uniqueKeysWithValues: sequences.enumerated().map { ($1, $0) })
  }

  /// Where a turn comes that was scheduled after all others: before the first of those that it may precede
  /// and that come after it.
  private func place(for turn: Turn) -> Int {
    let last = max(0, turns.count - Self.mostCompared)
    var first = turns.count
    while first > last, turns[first - 1].commutes(with: turn, areAppsApart) { first -= 1 }
    return turns[first...].firstIndex { turn.comesBefore($0) } ?? turns.count
  }

  /// The place of an event by its sequence number.
  func place(ofEvent sequence: UInt32) -> Int? { places[sequence] }
}
