// What the compiler says about words on the wrong side of the stage.
// The words only; what is wrong is found by the `SideChecker`.

import RehearsalSyntax

extension Finding {
  /// A word used where its side is not.
  static func wrongSide(_ word: SideChecker.Word, needs side: Side, _ range: SourceRange) -> Finding
  {
    Finding(side.identifier, range, "\(word.owner(side)): \(side.refusal(word))")
  }

  /// A function called that needs the other side.
  static func wrongSideOfCall(
    _ name: String, needs side: Side, _ range: SourceRange, word: SideChecker.Word
  ) -> Finding {
    Finding(
      side.identifier, range,
      "`\(name)` uses `\(word.text)`, so it belongs to \(side.people): "
        + "\(side.others) cannot call it"
    )
  }

  /// A function that needs both sides.
  static func bothSides(
    _ name: String, _ range: SourceRange, outside: SideChecker.Word, inside: SideChecker.Word
  ) -> Finding {
    Finding(
      .bothSidesNeeded, range,
      "`\(name)` uses `\(outside.text)`, which is the user's and the system's, and "
        + "`\(inside.text)`, which is an app's own: no side can call it; make two functions of it")
  }
}

extension SideChecker.Word {
  /// Whose the word is.
  fileprivate func owner(_ side: Side) -> String {
    switch self {
    case .variable: "`\(text)` is a variable of the outside"
    default: "`\(text)` is \(side == .outside ? "the user's and the system's" : "an app's own")"
    }
  }
}

extension Side {
  /// What using a word of this side on the other one is.
  fileprivate var identifier: DiagnosticIdentifier {
    self == .outside ? .outsideWordInside : .insideWordOutside
  }

  /// Who stands on this side.
  fileprivate var people: String {
    self == .outside ? "the user and the system" : "an app's own code"
  }

  /// Who stands on the other side.
  fileprivate var others: String {
    self == .outside ? "an app's code" : "the user and the system"
  }

  /// What the other side cannot do with a word of this one.
  fileprivate func refusal(_ word: SideChecker.Word) -> String {
    switch word {
    case .function: "\(others) cannot call it"
    case .thing: "\(others) cannot use it"
    case .variable:
      "an app's code sees its own variables and the file's constants (`let`)"
    case .expectation: "\(others) cannot check what is expected of it"
    }
  }
}
