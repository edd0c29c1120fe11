// Assignments that leave everything as it is: a name was meant on one side that is not there.

import RehearsalInterface
import RehearsalSyntax

/// Finds variables that are assigned to themselves.
enum SelfAssignmentCheck: Check {
  static let finds = [DiagnosticIdentifier.assignedToItself]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    guard case .assignment(let assignment) = subject,
      assignment.assignmentOperator.combining == nil,
      case .name(let target) = assignment.target.unparenthesized.kind,
      case .name(let value) = assignment.value.unparenthesized.kind, target.text == value.text
    else { return }
    walk.report(.assignedToItself(target, assignment.target.range.union(assignment.value.range)))
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  /// A variable that stays what it is.
  static func assignedToItself(_ name: Name, _ range: SourceRange) -> Self {
    Self(
      .assignedToItself, range,
      "`\(name.text)` is assigned to itself, which changes nothing; assign another value, or remove "
        + "the assignment")
  }
}
