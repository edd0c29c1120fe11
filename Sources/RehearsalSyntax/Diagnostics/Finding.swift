// A diagnostic of the lexer or parser before its source is attached. The factories in
// `Finding+*.swift` hold every sentence that these two stages say; report sites hold none.

/// What the lexer or the parser found wrong, at a place in the source that is being read.
struct Finding: Sendable {
  let identifier: DiagnosticIdentifier
  let range: SourceRange
  let message: String
  var notes: [Diagnostic.Note] = []
  var fixIts: [Diagnostic.FixIt] = []

  init(
    _ identifier: DiagnosticIdentifier, _ range: SourceRange, _ message: String,
    notes: [Diagnostic.Note] = [], fixIts: [Diagnostic.FixIt] = []
  ) {
    self.identifier = identifier
    self.range = range
    self.message = message
    self.notes = notes
    self.fixIts = fixIts
  }

  /// The finding as a diagnostic of its source.
  func diagnostic(in source: SourceText) -> Diagnostic {
    Diagnostic(identifier, in: source, at: range, message, notes: notes, fixIts: fixIts)
  }
}

extension Diagnostic.FixIt {
  /// Replaces one range.
  static func replace(
    _ range: SourceRange, with text: String, isSafe: Bool = false
  ) -> Diagnostic.FixIt {
    Diagnostic.FixIt("write `\(text)`", [Edit(range, text)], isSafe: isSafe)
  }

  /// Puts text at the start of a range.
  static func insert(
    _ text: String, before range: SourceRange, isSafe: Bool = false
  ) -> Diagnostic.FixIt {
    let place = SourceRange(Int(range.start), Int(range.start))
    return Diagnostic.FixIt("insert `\(text)`", [Edit(place, text)], isSafe: isSafe)
  }

  /// Puts text at the end of a range.
  static func insert(
    _ text: String, after range: SourceRange, isSafe: Bool = false
  ) -> Diagnostic.FixIt {
    Diagnostic.FixIt("insert `\(text)`", [Edit(range.endPoint, text)], isSafe: isSafe)
  }

  /// Takes a range out.
  static func remove(
    _ range: SourceRange, _ what: String, isSafe: Bool = false
  ) -> Diagnostic.FixIt {
    Diagnostic.FixIt("remove \(what)", [Edit(range, "")], isSafe: isSafe)
  }
}
