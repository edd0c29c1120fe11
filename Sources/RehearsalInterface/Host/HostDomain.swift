// What the host's functions take, where a literal shows whether an argument fits: `advance 5` and
// `launch "Bank"` cannot succeed, and checking says so before anything runs.

import RehearsalValues

/// What kind of value an expression has that shows it.
package enum LiteralKind: Sendable {
  case boolean, integer, double, string, duration, symbol, list, map, range, function
  /// The name of a unit.
  case unit
}

/// What an argument may be.
package struct HostDomain: Sendable {
  /// What is accepted, in words: `a Duration, such as 5s`.
  package var words: String
  /// The kinds that are accepted.
  package var kinds: [LiteralKind]
  /// Whether a literal of an accepted kind is accepted; for values that are no constants nobody asks.
  package var accepts: @Sendable (ScriptValue) -> Bool
  /// Whether the argument is the number of an instance of the unit that another argument names.
  package var isInstanceNumber = false

  /// Makes a domain.
  package init(
    _ words: String, _ kinds: [LiteralKind],
    accepts: @Sendable @escaping (ScriptValue) -> Bool = { _ in true }
  ) {
    self.words = words
    self.kinds = kinds
    self.accepts = accepts
  }

  /// A span of time.
  package static let span = HostDomain("a Duration, such as 5s", [.duration])
  /// A text.
  package static let text = HostDomain("a String", [.string])
  /// A number.
  package static let number = HostDomain("a number", [.integer, .double])
  /// A truth value.
  package static let truth = HostDomain("true or false", [.boolean])
  /// A function.
  package static let function = HostDomain("a function", [.function])
}
