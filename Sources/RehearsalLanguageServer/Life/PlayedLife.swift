// The outcome of playing a document: after each line of the outside what happened, what failed, and
// which handlers ran. It moves with the text while somebody types, where that is still the same.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// The outcome of playing a document.
struct PlayedLife: Equatable, Sendable {
  /// What happened at a line.
  struct LineTrace: Equatable, Sendable {
    /// The line, without its end.
    fileprivate(set) var range: SourceRange
    /// What is shown after it, in at most 40 characters.
    let hint: String
    /// What happened, a line each, as a run shows it.
    let details: [String]
  }

  /// How often a handler ran.
  struct HandlerTrace: Equatable, Sendable {
    /// The handler, from `on` to its end.
    fileprivate(set) var range: SourceRange
    let name: String
    /// In how many playings it ran.
    let count: Int
    /// When it ran last, in the last playing in which it did; nil where it never ran.
    let last: String?
  }

  /// Something that the run found.
  struct Finding: Equatable, Sendable {
    fileprivate(set) var range: SourceRange
    /// The error or warning that it is; nil for a failed expectation.
    let identifier: DiagnosticIdentifier?
    let message: String
    let severity: FindingSeverity
  }

  var lines: [LineTrace]
  var handlers: [HandlerTrace]
  var findings: [Finding]

  /// The longest text after a line, in characters.
  static let longestHint = 40

  /// Moves what is known from one text to another, and forgets what was where they differ.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  mutating func move(from old: DocumentText, to new: DocumentText) {
    let change = TextChange(old.source.bytes, new.source.bytes)
    lines = change.moved(lines, at: \.range)
    handlers = change.moved(handlers, at: \.range)
    findings = change.moved(findings, at: \.range)
  }

  /// Forgets what is at a place of the text or after it, which cannot be played.
  mutating func cut(at offset: Int32) {
    lines.removeAll { $0.range.end >= offset }
    handlers.removeAll { $0.range.end >= offset }
    findings.removeAll { $0.range.end >= offset }
  }

  /// What happened at a line, from 0.
  func trace(ofLine line: Int, in text: DocumentText) -> LineTrace? {
    lines.first { text.line(at: $0.range.start) == line }
  }
}

/// Where two texts differ: between what they have in common at their beginnings and ends.
private struct TextChange {
  private let start: Int
  private let oldEnd: Int
  private let shift: Int

  init(_ old: [UInt8], _ new: [UInt8]) {
    let most = min(old.count, new.count)
    var start = 0
    while start < most, old[start] == new[start] { start += 1 }
    var same = 0
    while same < most - start, old[old.count - 1 - same] == new[new.count - 1 - same] { same += 1 }
    self.start = start
    oldEnd = old.count - same
    shift = new.count - old.count
  }

  /// What was in the old text, where it is in the new one; without what was changed.
  func moved<Element>(
    _ elements: [Element], at range: WritableKeyPath<Element, SourceRange>
  ) -> [Element] {
    elements.compactMap { element in
      guard let place = moved(element[keyPath: range]) else { return nil }
      var element = element
      element[keyPath: range] = place
      return element
    }
  }

  /// Where a range of the old text is in the new one; nil where it was changed.
  func moved(_ range: SourceRange) -> SourceRange? {
    if range.end <= start { return range }
    guard range.start >= oldEnd else { return nil }
    return SourceRange(Int(range.start) + shift, Int(range.end) + shift)
  }
}
