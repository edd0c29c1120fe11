// Expectations that nothing can break: a condition that always holds, and a wait for no time. They
// test nothing, so they are errors before anything runs.

import RehearsalInterface
import RehearsalSyntax

/// Finds expectations and properties of explorations that cannot fail.
enum VacuousExpectationCheck: Check {
  static let finds = [DiagnosticIdentifier.vacuousExpectation]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    switch subject {
    case .expectation(let expectation):
      if let wait = expectation.waitForNothing {
        walk.report(wait)
      } else {
        check(expectation.condition, walk)
      }
    case .property(let property):
      if let condition = property.body.statements.answer { check(condition, walk) }
    default: return
    }
  }

  /// Reports a condition that always holds, or the first part of one that adds nothing to it.
  private static func check(_ condition: Expression, _ walk: CheckWalk) {
    var reader = FormulaReader(walk.inference, readsConstants: true)
    guard let trial = reader.trial(of: condition) else { return }
    if trial.alwaysHolds {
      let finding = CompilerDiagnostic.vacuousCondition(condition.range)
      return reader.hasReadConstants ? walk.reportValue(finding) : walk.report(finding)
    }
    let parts = condition.conjuncts
    guard parts.count > 1, let part = parts.first(where: { isVacuous($0, walk) }) else { return }
    walk.reportValue(.vacuousCondition(part.range))
  }

  /// Whether one of several conditions always holds although it reads something; a constant beside another
  /// condition is there for whoever changes it.
  private static func isVacuous(_ part: Expression, _ walk: CheckWalk) -> Bool {
    var reader = FormulaReader(walk.inference, readsConstants: false)
    return reader.trial(of: part)?.alwaysHolds == true && reader.looks
  }
}

extension Expectation {
  /// What is wrong with an expectation that waits for no time; nil for any other, judging by its text.
  fileprivate var waitForNothing: CompilerDiagnostic? {
    switch timing {
    case .within(let span) where span.isNoTime: .noTimeToWait("within", span.range)
    case .throughout(let span) where span.isNoTime: .noTimeToWait("throughout", span.range)
    case .immediately, .within, .throughout: nil
    }
  }
}

extension Expression {
  fileprivate var isNoTime: Bool {
    if case .duration(0) = unparenthesized.kind { true } else { false }
  }

  /// The conditions of which it says that all hold.
  fileprivate var conjuncts: [Expression] {
    guard case .binary(.and, _, let left, let right) = unparenthesized.kind else { return [self] }
    return left.conjuncts + right.conjuncts
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  static func vacuousCondition(_ range: SourceRange) -> Self {
    Self(
      .vacuousExpectation, range,
      "this always holds, regardless of the app; expect something that could fail")
  }

  static func noTimeToWait(_ word: String, _ range: SourceRange) -> Self {
    Self(
      .vacuousExpectation, range,
      "`\(word)` needs a time above 0s, since nothing happens in 0s; remove it, or change the time")
  }
}
