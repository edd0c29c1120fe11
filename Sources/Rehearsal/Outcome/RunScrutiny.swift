// What a run makes of what is probably not meant: refused verbs, and scenarios that expect nothing.

/// How closely a run looks at what could pass by mistake.
package struct RunScrutiny: Hashable, Sendable {
  /// Whether scenarios are tests, so that one that expects nothing is worth a warning.
  package var isTest: Bool
  /// Whether warnings of the run are failures.
  package var isStrict: Bool

  /// Says how closely to look.
  package init(isTest: Bool = false, isStrict: Bool = false) {
    self.isTest = isTest
    self.isStrict = isStrict
  }
}
