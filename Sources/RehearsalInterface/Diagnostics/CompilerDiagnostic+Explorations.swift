// What is wrong with explorations and choices.

import RehearsalSyntax

extension CompilerDiagnostic {
  package static func explorationAtPrompt(_ range: SourceRange) -> Self {
    Self(
      .notAllowedHere, range,
      "an exploration has to be in a file; save it and run `rehearse explore` with the file")
  }

  /// A place that may only look changes something.
  package static func changeInCondition(_ range: SourceRange, _ name: String) -> Self {
    Self(
      .changeInCondition, range,
      "a condition of an exploration must not change `\(name)`; statements that follow the "
        + "system's actions belong in `after { }`")
  }

  /// A place that inspects a state reads what is not part of one.
  package static func historyInCondition(
    _ range: SourceRange, _ name: String, _ advice: String
  ) -> Self {
    Self(
      .historyInCondition, range,
      "`\(name)` depends on the past, which is not part of a state; \(advice)")
  }

  package static func noChoices(_ range: SourceRange) -> Self {
    Self(.notAllowedHere, range, "this host makes no choices, so there is no `choose`")
  }
}
