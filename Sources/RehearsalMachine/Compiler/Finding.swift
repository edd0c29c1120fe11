// A diagnostic before its source is known. Every message of the compiler is made by a factory in
// one of the `Finding+….swift` files, none where it is reported.

import RehearsalSyntax

/// What the compiler found wrong at a place of the script under way.
struct Finding {
  let identifier: DiagnosticIdentifier
  let range: SourceRange
  let message: String
  var notes: [Diagnostic.Note] = []
  var fixIts: [Diagnostic.FixIt] = []

  init(_ identifier: DiagnosticIdentifier, _ range: SourceRange, _ message: String) {
    self.identifier = identifier
    self.range = range
    self.message = message
  }

  /// The same with a remark at a further place, if that is in the same source.
  func noting(_ message: String, at range: SourceRange?) -> Finding {
    guard let range else { return self }
    var finding = self
    finding.notes.append(Diagnostic.Note(message, at: range))
    return finding
  }

  /// The same with a remark that further findings were made.
  func noting(dropped count: Int) -> Finding {
    var finding = self
    finding.notes.append(Diagnostic.Note("\(count) further findings are not shown"))
    return finding
  }

  /// The same with an offer to replace the text of a range.
  func fixing(
    _ range: SourceRange, by replacement: String, _ message: String? = nil, isSafe: Bool = false
  ) -> Finding {
    var finding = self
    finding.fixIts.append(
      Diagnostic.FixIt(
        message ?? "write `\(replacement)`",
        [Diagnostic.FixIt.Edit(range, replacement)], isSafe: isSafe))
    return finding
  }

  /// The same with `did you mean …?` and an offer to write that, where there is a suggestion.
  ///
  /// `prefix` is what stands before the name in the script, such as the dot of a symbol.
  func suggesting(
    _ suggestion: Suggestion?, for range: SourceRange, prefix: String = ""
  ) -> Finding {
    guard let suggestion else { return self }
    let shown = "`\(prefix)\(suggestion.word)`"
    var finding = Finding(identifier, self.range, "\(message); did you mean \(shown)?")
    finding.notes = notes
    finding.fixIts = fixIts
    return finding.fixing(
      range, by: suggestion.word, "write \(shown)", isSafe: suggestion.isUnique)
  }

  /// The finding as a diagnostic of a source.
  func diagnostic(in source: SourceText) -> Diagnostic {
    Diagnostic(identifier, in: source, at: range, message, notes: notes, fixIts: fixIts)
  }
}
