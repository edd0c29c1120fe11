// A diagnostic of the compiler before its source is attached. The factories in the files beside
// this one, and at the end of each check's own file, hold every sentence that the compiler says; report
// sites hold none.

import RehearsalSyntax

/// What the compiler found wrong at a place of the current script.
package typealias CompilerDiagnostic = FoundDiagnostic

extension CompilerDiagnostic {
  /// The same with a remark at a further place, if that is in the same source.
  package func noting(_ message: String, at range: SourceRange?) -> Self {
    guard let range else { return self }
    var diagnostic = self
    diagnostic.notes.append(Diagnostic.Note(message, at: range))
    return diagnostic
  }

  /// The same with further remarks.
  package func noting(_ notes: [Diagnostic.Note]) -> Self {
    var diagnostic = self
    diagnostic.notes += notes
    return diagnostic
  }

  /// The same with an offer to replace the text of a range.
  package func fixing(
    _ range: SourceRange, by replacement: String, _ message: String? = nil, isSafe: Bool = false
  ) -> Self {
    var diagnostic = self
    diagnostic.fixIts.append(
      Diagnostic.FixIt(
        message ?? "write `\(replacement)`",
        [Diagnostic.FixIt.Edit(range, replacement)], isSafe: isSafe))
    return diagnostic
  }

  /// The same with `did you mean …?` and an offer to write that where a suggestion is certain, and
  /// with the nearest words where it is a guess.
  ///
  /// `prefix` is what precedes the name in the script, such as the dot of a symbol.
  package func suggesting(
    _ suggestion: Suggestion?, for range: SourceRange, prefix: String = ""
  ) -> Self {
    guard let suggestion else { return self }
    let shown = "`\(prefix)\(suggestion.word)`"
    let words = ([suggestion.word] + suggestion.others).map { "`\(prefix)\($0)`" }
    let diagnostic = Self(
      identifier, self.range,
      message
        + (suggestion.isCertain
          ? "; did you mean \(shown)?"
          : "; nearest word\(words.count > 1 ? "s" : ""): \(words.joined(separator: ", "))"),
      notes: notes, fixIts: fixIts)
    guard suggestion.isCertain else { return diagnostic }
    return diagnostic.fixing(range, by: suggestion.word, "write \(shown)", isSafe: true)
  }
}
