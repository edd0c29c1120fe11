// Names that scripts give as texts: a verb says "refresh", and an app registered a task of that name,
// or one a letter off. The host's table says which arguments are such names; a name that no other
// text of the scripts is, or could evaluate to, stands for nothing.

import RehearsalSyntax
import RehearsalValues

/// What a text argument names.
package struct NamedArgument: Hashable, Sendable {
  /// What it names, with its article: "a region".
  package let noun: String
  /// Whether a name that occurs nowhere has no effect; else it may be any, and only one that is
  /// nearly another one is reported.
  package let isDeclared: Bool
  /// Whether naming it here makes it known, so that a second time is not a mistake.
  package let isKnownByItself: Bool

  /// Makes a reference.
  package init(_ noun: String, isDeclared: Bool, isKnownByItself: Bool = false) {
    self.noun = noun
    self.isDeclared = isDeclared
    self.isKnownByItself = isKnownByItself
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

  /// Where each text is.
  private var places: [String: Set<Place>] = [:]
  /// The beginning and the end of each text that is put together.
  private var frames: [(prefix: String, suffix: String)] = []
  private var references: [Reference] = []
  private var referring: Set<Place> = []

  /// Notes a text in a script.
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
    if what.isKnownByItself { return }
    referring.insert(Place(script: script, start: range.start))
    if let constant { referring.insert(Place(script: constant.script, start: constant.start)) }
  }

  /// How often a text occurs in the scripts.
  func count(of text: String) -> Int { places[text]?.count ?? 0 }

  /// The names that occur nowhere else, each with the script it is in and what was meant.
  func findings() -> [(script: Int, diagnostic: CompilerDiagnostic)] {
    guard !references.isEmpty else { return [] }
    let others = places.filter { !$0.value.isSubset(of: referring) }.keys.sorted()
    let known = Set(others)
    var result: [(script: Int, diagnostic: CompilerDiagnostic)] = []
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
          reference.script,
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

  /// Notes the key of something that is kept under keys, where the code reads it, or the outside
  /// prepares it for an app.
  func note(key: Expression, of handle: CompilationContext.KnownHandle) {
    guard !context.isInPrelude, context.base == nil,
      let reference = context.kind(of: handle)?.keys
    else { return }
    refer(to: reference, by: key)
  }

  /// What apps name that are none of the scripts', only their own code says.
  private func refer(to what: NamedArgument, by value: Expression) {
    guard !context.host.objects.contains(where: { $0.handle.kind == context.host.unitKind }) else {
      return
    }
    let (literal, script) = context.following(value)
    guard let text = literal.literalText else { return }
    context.references.refer(
      to: what, by: text, at: value.unparenthesized.range, in: context.current,
      constant: (script, literal.range.start))
  }

  /// Warns of keys of a map literal that are nearly, or at the wrong place, one of those that a map
  /// of its kind has, and of values that nobody takes there.
  private func checkKeys(of value: Expression, _ map: HostMap) {
    let (literal, script) = context.following(value)
    guard case .map(let entries) = literal.kind else { return }
    let keys = entries.compactMap { $0.key.literalText }
    for entry in entries {
      guard let key = entry.key.literalText else { continue }
      if let known = map.key(key) {
        if let inner = innerMap(of: known) { checkKeys(of: entry.value, inner) }
        if let reference = known.reference { refer(to: reference, by: entry.value) }
        checkValue(entry.value, of: known, in: script)
        continue
      }
      let range = entry.key.unparenthesized.range
      let owner = map.keys.first { outer in
        !keys.contains(outer.name) && innerMap(of: outer)?.key(key) != nil
      }
      if let owner {
        keep(.keyOfInnerMap(range, key, owner: owner.name), of: script)
      } else if let meant = map.keyMeant(by: key) ?? keyMeant(by: entry.value, in: map),
        !keys.contains(meant.word)
      {
        keep(.nearlyAKey(range, key, meant), of: script)
      }
    }
  }

  /// Keeps a finding in the script that it is about, once: a constant may be passed often.
  private func keep(_ diagnostic: CompilerDiagnostic, of script: Int) {
    guard !context.hasFinding(at: diagnostic.range, of: script) else { return }
    context.keep(diagnostic, of: script)
  }

  /// Warns of a literal of a kind that nobody takes under a key.
  private func checkValue(_ value: Expression, of key: HostSetting, in script: Int) {
    let (literal, place) = context.following(value)
    guard let (kinds, words) = key.kind?.literals,
      let kind = LiteralCheck(context: context).kind(of: literal), !kinds.contains(kind)
    else { return }
    keep(.valueOfNothing(literal.range, of: key.name, words), of: place)
  }

  /// The key of an inner map that a map was meant for which holds what the system reads there.
  private func keyMeant(by value: Expression, in map: HostMap) -> Suggestion? {
    guard case .map(let entries) = context.following(value).value.kind else { return nil }
    let keys = entries.compactMap { $0.key.literalText }
    return map.keys.first { outer in
      keys.contains { innerMap(of: outer)?.key($0) != nil }
    }.map { Suggestion($0.name) }
  }

  /// The map that a key holds; nil where it holds none.
  private func innerMap(of key: HostSetting) -> HostMap? {
    context.host.map(of: key.kind).flatMap { $0.isList ? nil : $0 }
  }
}

extension ValueKind {
  /// The kinds of literals that are such values, and what they are in words; nil for anything.
  fileprivate var literals: (kinds: [LiteralKind], words: String)? {
    switch self {
    case .boolean: return ([.boolean], "a Bool")
    case .integer: return ([.integer], "an Int")
    case .double: return ([.double, .integer], "a number")
    case .string: return ([.string], "a String")
    case .map, .mapHolding, .fields: return ([.map], "a map")
    case .either(let kinds):
      let rows = kinds.map(\.literals)
      guard rows.allSatisfy({ $0 != nil }) else { return nil }
      return (
        rows.flatMap { $0?.kinds ?? [] },
        rows.compactMap { $0?.words }.joined(separator: " or ")
      )
    default: return nil
    }
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
