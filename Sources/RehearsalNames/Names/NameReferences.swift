// Names that scripts give as texts: a verb says "refresh", and an app registered a task of that name,
// or one a letter off. The host's table says which arguments are such names; a name that no other
// text of the scripts is, or could evaluate to, stands for nothing.

import RehearsalInterface
import RehearsalSyntax

/// The texts of a compilation, and those among them that name something.
package struct NameReferences {
  private struct Reference {
    let what: NamedArgument
    let text: String
    let script: Int
    let range: SourceRange
  }

  /// Where each text is.
  private var places: [String: Set<ScriptOffset>] = [:]
  /// The beginning and the end of each text that is put together.
  private var frames: [(prefix: String, suffix: String)] = []
  private var references: [Reference] = []
  /// The keys that the scripts read and write, of whatever keeps something under keys.
  private var keys = SpelledNames()
  private var referring: Set<ScriptOffset> = []

  /// Notes a text in a script.
  package mutating func note(_ literal: StringLiteral, in script: Int) {
    if let text = literal.plainText {
      places[text, default: []].insert(ScriptOffset(script: script, start: literal.range.start))
      return
    }
    var (prefix, suffix) = ("", "")
    if case .text(let text)? = literal.segments.first { prefix = text }
    if case .text(let text)? = literal.segments.last { suffix = text }
    frames.append((prefix, suffix))
  }

  /// Notes a text under which something is kept or looked up.
  package mutating func note(key: String, at range: SourceRange, in script: Int) {
    keys.note(key, at: range, in: script)
  }

  /// Notes a text that names something; `places` are where the text stands for that only.
  package mutating func refer(
    to what: NamedArgument, by text: String, at range: SourceRange, in script: Int,
    constant: (script: Int, start: Int32)? = nil
  ) {
    references.append(Reference(what: what, text: text, script: script, range: range))
    if what.isKnownByItself { return }
    referring.insert(ScriptOffset(script: script, start: range.start))
    if let constant {
      referring.insert(ScriptOffset(script: constant.script, start: constant.start))
    }
  }

  /// How often a text occurs in the scripts.
  package func count(of text: String) -> Int { places[text]?.count ?? 0 }

  /// A diagnostic and the script that it is about.
  package typealias Finding = (script: Int, diagnostic: CompilerDiagnostic)

  /// The names that occur nowhere else, and the keys of which another spelling is there: a key that is
  /// among the former is none of the latter.
  package func findings() -> (names: [Finding], keys: [Finding]) {
    let names = namesOfNothing()
    let reported = Set(names.map { $0.text.lowercased() })
    return (
      names.map { ($0.script, $0.diagnostic) }, keys.findings(besides: reported)
    )
  }

  /// The names that occur nowhere else, each with the script it is in and what was meant.
  private func namesOfNothing() -> [(text: String, script: Int, diagnostic: CompilerDiagnostic)] {
    guard !references.isEmpty else { return [] }
    let others = places.filter { !$0.value.isSubset(of: referring) }.keys.sorted()
    let known = Set(others)
    var result: [(text: String, script: Int, diagnostic: CompilerDiagnostic)] = []
    var searched: [String: (isMade: Bool, meant: Suggestion?)] = [:]
    for reference in references
    where reference.what.isKnownByItself
      ? count(of: reference.text) < 2 : !known.contains(reference.text)
    {
      if searched[reference.text] == nil {
        guard searched.count < SyntaxLimits().diagnostics else { break }
        let rest = others.filter { $0 != reference.text }
        searched[reference.text] = (
          isPutTogether(reference.text, of: rest),
          Suggestion.closest(to: reference.text, among: rest)
        )
      }
      guard let (isMade, meant) = searched[reference.text], !isMade,
        reference.what.isDeclared || meant?.isCertain == true
      else { continue }
      result.append(
        (
          reference.text, reference.script,
          .nameOfNothing(reference.range, reference.text, reference.what, suggestion: meant)
        ))
    }
    return result
  }

  /// Whether a text may result from an interpolation, or a text that ends as a part of one does.
  private func isPutTogether(_ text: String, of others: [String]) -> Bool {
    frames.contains { text.hasPrefix($0.prefix) && text.hasSuffix($0.suffix) }
      || others.contains { part in
        guard part.count > 1, part.count < text.count else { return false }
        if text.hasPrefix(part), part.last?.isLetter == false { return true }
        if text.hasSuffix(part), part.first?.isLetter == false { return true }
        return text.hasPrefix(part) && text.dropFirst(part.count).allSatisfy(\.isNumber)
      }
  }
}
