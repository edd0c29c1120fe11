// Words that are used on the wrong side: those of apps outside of them, and the other way round.

import RehearsalInterface
import RehearsalSyntax

extension CompilerDiagnostic {
  /// A word used where its side is not.
  static func wrongSide(
    _ word: SideChecker.Word, needs side: Side, _ range: SourceRange, _ groups: HostGroups
  ) -> Self {
    let owned = "`\(word.text)` is \(groups.owner(of: side)): \(groups.people(opposite: side))"
    let message =
      switch word {
      case .function: groups.refusal(ofCallTo: word.text, on: side)
      case .handle: "\(owned) cannot use it"
      case .unit: "\(owned) uses the plain names of its own variables and functions"
      case .variable:
        "`\(word.text)` is a variable of the file: \(groups.unit.indefinite)'s code can use only its "
          + "own variables and the file's constants (`let`)"
      case .expectation: "\(owned) cannot have expectations"
      }
    return Self(identifier(of: side), range, message)
  }

  /// A function called that needs the other side.
  static func wrongSideOfCall(
    _ name: String, needs side: Side, _ range: SourceRange, word: SideChecker.Word,
    _ groups: HostGroups
  ) -> Self {
    Self(
      identifier(of: side), range,
      "`\(name)` uses `\(word.text)`, so it belongs to \(groups.people(on: side)): "
        + "\(groups.people(opposite: side)) cannot call it"
    )
  }

  /// A function that needs both sides.
  static func bothSides(
    _ name: String, _ range: SourceRange, outside: SideChecker.Word, inside: SideChecker.Word,
    _ groups: HostGroups
  ) -> Self {
    Self(
      .bothSidesNeeded, range,
      "`\(name)` uses `\(outside.text)`, which is \(groups.owner(of: .outside)), and "
        + "`\(inside.text)`, which is \(groups.owner(of: .inside)): no side can call it; split it "
        + "into two functions")
  }

  /// What using a word of a side on the other one is.
  private static func identifier(of side: Side) -> DiagnosticIdentifier {
    side == .outside ? .outsideWordInside : .insideWordOutside
  }
}
