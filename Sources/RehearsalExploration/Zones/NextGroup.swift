// Which group of moments is the next to be due, and how those lie that may be due with it.

/// A group of a state's moments that is the next to be due.
struct NextGroup: Hashable, Sendable {
  /// Its number among the groups of the state.
  let number: Int
  /// Those that may be due at the same moment, of which everything has its turn after it.
  var followers: [Int] = []
  /// Those that are due at the same moment, and have turns between its own: only what comes before them
  /// is done.
  var interrupters: [Int] = []

  /// How many others are told apart: each of them may be due with it or after it, and that doubles what
  /// is tried.
  static let mostInterrupters = 4

  /// Whether others may be due at the same moment.
  var mayMeetOthers: Bool { !followers.isEmpty || !interrupters.isEmpty }
}
