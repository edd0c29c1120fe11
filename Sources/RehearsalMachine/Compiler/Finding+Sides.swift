// What the compiler says about words on the wrong side of the stage.
// The words only; what is wrong is found by the `SideChecker`.

import RehearsalSyntax

extension Finding {
  /// A word used where its side is not.
  static func wrongSide(_ word: SideChecker.Word, needs side: Side, _ range: SourceRange) -> Finding
  {
    let message: String
    switch word {
    case .function: message = side.refusalOfCall(word.text)
    case .thing: message = "\(side.owner(of: word.text)): \(side.others) cannot use it"
    case .app:
      message =
        "\(side.owner(of: word.text)): \(side.others) sees its own variables and functions, by "
        + "their plain names"
    case .variable:
      message =
        "`\(word.text)` is a variable of the outside: an app's code sees its own variables and "
        + "the file's constants (`let`)"
    case .expectation:
      message =
        "\(side.owner(of: word.text)): \(side.others) cannot check what is expected of it"
    }
    return Finding(side.identifier, range, message)
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

  /// Whose a word of this side is.
  fileprivate func owner(of name: String) -> String {
    "`\(name)` is \(self == .outside ? "the user's and the system's" : "an app's own")"
  }

  /// Why a function of this side was not called by the other one; checking and running say the
  /// same.
  func refusalOfCall(_ name: String) -> String {
    "\(owner(of: name)): \(others) cannot call it"
  }
}
