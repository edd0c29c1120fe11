// What is wrong with explorations and choices.

import RehearsalSyntax

extension CompilerDiagnostic {
  static func explorationAtPrompt(_ range: SourceRange) -> Self {
    Self(
      .notAllowedHere, range,
      "an exploration stands in a file; save it and run `rehearse explore` with the file")
  }

  /// A place that may only look changes something.
  static func changeWhileLooking(_ range: SourceRange, _ name: String) -> Self {
    Self(
      .changeWhileLooking, range,
      "`\(name)` is changed here, and a condition of an exploration only looks; what follows the "
        + "system's actions belongs into `after { }`")
  }

  /// A place that looks at a state reads what is no part of one.
  static func historyWhileLooking(
    _ range: SourceRange, _ name: String, _ advice: String
  ) -> Self {
    Self(
      .historyWhileLooking, range,
      "`\(name)` tells of the past, which is no part of a state; \(advice)")
  }

  static func noChoices(_ range: SourceRange) -> Self {
    Self(.notAllowedHere, range, "this host decides nothing, so there is no `choose`")
  }
}
