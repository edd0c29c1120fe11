// Which code a word is for, and which code may run a function.

/// The side that code belongs to.
package enum Side: String, Sendable {
  /// The file's own code, which acts on units from outside.
  case outside
  /// A unit's own code.
  case inside
  /// Either.
  case neutral
}
