// Names that scripts give as texts: which arguments and keys of the host are such names.

/// What a text argument names.
package struct NamedArgument: Hashable, Sendable {
  /// What it names, with its article: "a region".
  package let noun: String
  /// Whether a name that occurs nowhere has no effect; else it may be any, and only one that is
  /// nearly another one is reported.
  package let isDeclared: Bool
  /// Whether naming it here makes it known, so that a second time is not a mistake.
  package let isKnownByItself: Bool

  /// Makes a reference.
  package init(_ noun: String, isDeclared: Bool, isKnownByItself: Bool = false) {
    self.noun = noun
    self.isDeclared = isDeclared
    self.isKnownByItself = isKnownByItself
  }
}
