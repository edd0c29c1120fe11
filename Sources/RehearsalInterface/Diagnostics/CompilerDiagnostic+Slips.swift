// What the compiler says about tests that hold whatever the app does: the words only.

import RehearsalSyntax

extension CompilerDiagnostic {
  /// What is compared with the same, which calls functions that only look.
  package static func comparedWithItself(_ range: SourceRange) -> Self {
    Self(
      .comparedWithItself, range,
      "both sides are the same and change nothing, so they are always equal; compare with what is expected"
    )
  }

  /// A question with a block, of the name `text`, that an expectation may hold without.
  package static func skippedQuestion(_ range: SourceRange, of text: String) -> Self {
    Self(
      .skippedQuestion, range,
      "if the condition before it decides, the block of `\(text)` never runs and the expectation holds; "
        + "expect the two one after the other")
  }

  /// A block of a question, of the name `text`, in which nothing happens.
  package static func emptyQuestion(_ range: SourceRange, of text: String) -> Self {
    Self(
      .emptyQuestion, range,
      "nothing happens in this block, so `\(text)` has nothing to report; write in it what the user or "
        + "the system does")
  }

  /// A question that one of several answers, of conditions in a list or of verbs in a block.
  package static func oneOfSeveral(_ range: SourceRange, ofConditions: Bool) -> Self {
    Self(
      .oneOfSeveral, range,
      ofConditions
        ? "one of these conditions is enough; for all of them, expect each, or `allSatisfy { $0 }`"
        : "one refused verb in the block is enough; expect each verb on its own")
  }

  /// A comparison on which nothing depends; `fate` is the predicate that
  /// says what becomes of it.
  package static func uncheckedVerdict(_ range: SourceRange, _ fate: String) -> Self {
    Self(
      .uncheckedVerdict, range,
      "this comparison \(fate), and the test passes whatever comes out; write `expect` before it"
    )
  }

  /// A name that hides another one; `what` says what that is, with its article.
  package static func hiddenVariable(_ name: Name, _ what: String, first: SourceRange?) -> Self {
    Self(
      .hiddenVariable, name.range,
      "`\(name.text)` hides \(what) of that name, which stays as it is; give this one another name, or "
        + "assign without `let` and `var`"
    )
    .noting("what it hides", at: first)
  }

  /// Something that was written before; `fact` says what, as half a sentence.
  package static func writtenTwice(_ range: SourceRange, _ fact: String, first: SourceRange) -> Self
  {
    Self(
      .writtenTwice, range,
      "\(fact) before, and nothing is different here; write what was meant, or remove it"
    )
    .noting("the first one", at: first)
  }

  /// A name of a header that nothing reads.
  package static func unreadName(_ name: Name) -> Self {
    Self(
      .writtenTwice, name.range,
      "nothing reads `\(name.text)`, so that the scenario plays the same with each of its values; use it, or "
        + "leave it out")
  }

  /// A name that differs from another of its kind in capitals only.
  package static func differsInCase(
    _ range: SourceRange, _ name: String, as other: String, first: SourceRange?
  ) -> Self {
    Self(
      .differsInCase, range,
      "`\(name)` and `\(other)` differ in capitals only, and are two names; write one of them in both "
        + "places, or another word"
    )
    .noting("the other one", at: first)
  }

  /// A control that the user cannot tell from another one.
  package static func sameLabel(_ range: SourceRange, _ label: String, first: SourceRange) -> Self {
    Self(
      .sameLabel, range,
      "there is a control \"\(label)\" here already, and only one of the two can be used; give this one "
        + "another label"
    )
    .noting("the first one", at: first)
  }

  /// An exploration that no state can break.
  package static func explorationOfNothing(_ range: SourceRange) -> Self {
    Self(
      .explorationOfNothing, range,
      "this exploration looks at nothing, so it cannot fail; say what holds with `always`, or declare "
        + "what runs on the device")
  }
}
