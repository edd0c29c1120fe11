// Names that scripts give as texts: a verb says "refresh", and an app registered a task of that name,
// or one a letter off. The host's table says which arguments are such names; a name that no other
// text of the scripts is, or could come to, stands for nothing.

import RehearsalSyntax
import RehearsalValues

/// What a text argument names.
package struct NamedArgument: Hashable, Sendable {
  /// What it names, with its article: "a region".
  package let noun: String
  /// Whether nothing comes of a name that stands nowhere; else it may be any, and only one that is
  /// nearly another one is told.
  package let isDeclared: Bool

  /// Makes a reference.
  package init(_ noun: String, isDeclared: Bool) {
    self.noun = noun
    self.isDeclared = isDeclared
  }
}

/// The texts of a compilation, and those among them that name something.
struct NameReferences {
  private struct Place: Hashable {
    let script: Int
    let start: Int32
  }

  private struct Reference {
    let what: NamedArgument
    let text: String
    let script: Int
    let range: SourceRange
  }

  /// Where each text stands.
  private var places: [String: Set<Place>] = [:]
  /// The beginning and the end of each text that is put together.
  private var frames: [(prefix: String, suffix: String)] = []
  private var references: [Reference] = []
  private var referring: Set<Place> = []

  /// Notes a text that stands in a script.
  mutating func note(_ literal: StringLiteral, in script: Int) {
    if let text = literal.plainText {
      places[text, default: []].insert(Place(script: script, start: literal.range.start))
      return
    }
    var (prefix, suffix) = ("", "")
    if case .text(let text)? = literal.segments.first { prefix = text }
    if case .text(let text)? = literal.segments.last { suffix = text }
    frames.append((prefix, suffix))
  }

  /// Notes a text that names something; `places` are where the text stands for that only.
  mutating func refer(
    to what: NamedArgument, by text: String, at range: SourceRange, in script: Int,
    constant: (script: Int, start: Int32)? = nil
  ) {
    references.append(Reference(what: what, text: text, script: script, range: range))
    referring.insert(Place(script: script, start: range.start))
    if let constant { referring.insert(Place(script: constant.script, start: constant.start)) }
  }

  /// The names that stand nowhere else, each with the script it stands in and what was meant.
  func findings() -> [(script: Int, diagnostic: CompilerDiagnostic)] {
    guard !references.isEmpty else { return [] }
    let others = places.filter { !$0.value.isSubset(of: referring) }.keys.sorted()
    let known = Set(others)
    var result: [(script: Int, diagnostic: CompilerDiagnostic)] = []
    for reference in references.prefix(SyntaxLimits().diagnostics)
    where !known.contains(reference.text) && !isPutTogether(reference.text, of: others) {
      let meant = Suggestion.closest(to: reference.text, among: others)
      guard reference.what.isDeclared || meant != nil else { continue }
      result.append(
        (
          reference.script,
          .nameOfNothing(reference.range, reference.text, reference.what, suggestion: meant)
        ))
    }
    return result
  }

  /// Whether a text may come of an interpolation, or of a text that ends as a part of one does.
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

/// Checks the arguments of calls for what they name, and for the keys of maps that somebody reads.
struct ReferenceCheck {
  let context: CompilationContext

  /// Notes the arguments of a call that name something, and reports keys that are nearly right.
  func note(_ arranged: ArrangedArguments, of callee: Callee) {
    guard !context.isInPrelude, context.base == nil else { return }
    for (index, parameter) in callee.parameters.enumerated() {
      guard let value = arranged.passed[index]?.value else { continue }
      if let map = parameter.map { checkKeys(of: value, map) }
      // Who asks whether a verb is refused may ask with any name.
      if let reference = parameter.reference, context.questionDepth == 0 {
        refer(to: reference, by: value)
      }
    }
  }

  private func refer(to what: NamedArgument, by value: Expression) {
    if let text = value.literalText {
      context.references.refer(
        to: what, by: text, at: value.unparenthesized.range, in: context.current)
    } else if case .name(let name) = value.unparenthesized.kind,
      case .other(.global(let index)) = context.resolve(name.text),
      let literal = context.globals[index].inlinedLiteral, let text = literal.literalText
    {
      context.references.refer(
        to: what, by: text, at: name.range, in: context.current,
        constant: (context.globals[index].script, literal.unparenthesized.range.start))
    }
  }

  /// Warns of keys of a map literal that are nearly, or at the wrong place, one of those that a map
  /// of its kind has.
  private func checkKeys(of value: Expression, _ map: HostMap) {
    guard case .map(let entries) = value.unparenthesized.kind else { return }
    let keys = entries.compactMap { $0.key.literalText }
    for entry in entries {
      guard let key = entry.key.literalText else { continue }
      if let known = map.key(key) {
        if let inner = innerMap(of: known) { checkKeys(of: entry.value, inner) }
        continue
      }
      let owner = map.keys.first { outer in
        !keys.contains(outer.name) && innerMap(of: outer)?.key(key) != nil
      }
      if let owner {
        context.report(.keyOfInnerMap(entry.key.range, key, owner: owner.name))
      } else if let meant = map.keyMeant(by: key), !keys.contains(meant.word) {
        context.report(.nearlyAKey(entry.key.unparenthesized.range, key, meant))
      }
    }
  }

  /// The map that a key holds; nil where it holds none.
  private func innerMap(of key: HostSetting) -> HostMap? {
    context.host.map(of: key.kind).flatMap { $0.isList ? nil : $0 }
  }
}

extension HostMap {
  /// The key that a text is nearly: with other marks between its words, or mistyped.
  fileprivate func keyMeant(by text: String) -> Suggestion? {
    func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
    if let same = keys.first(where: { letters($0.name) == letters(text) }) {
      return Suggestion(same.name)
    }
    guard text.count > 3 else { return nil }
    let meant = Suggestion.closest(to: text, among: keys.map(\.name))
    return meant?.isCertain == true ? meant : nil
  }
}
