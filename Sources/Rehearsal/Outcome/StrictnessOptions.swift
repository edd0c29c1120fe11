// How strict a run is about probable mistakes: refused verbs, and scenarios that expect nothing.

/// How strict a run is about what could pass by mistake.
package struct StrictnessOptions: Hashable, Sendable {
  /// Whether scenarios are tests, so that one that expects nothing is worth a warning.
  package var isTest: Bool
  /// Whether warnings of the run are failures.
  package var isStrict: Bool

  /// Makes options.
  package init(isTest: Bool = false, isStrict: Bool = false) {
    self.isTest = isTest
    self.isStrict = isStrict
  }
}
