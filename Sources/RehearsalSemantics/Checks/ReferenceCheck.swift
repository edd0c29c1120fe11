// What scripts name by texts, in arguments and under keys, as the rows of the host say: names that stand
// for nothing, and keys that nobody reads.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

/// Checks the arguments of calls for what they name, and for the keys of maps that somebody reads.
struct ReferenceCheck: Check {
  static let finds: [DiagnosticIdentifier] = [.nameOfNothing, .differsInCase]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    let check = ReferenceCheck(walk: walk)
    switch subject {
    case .text(let literal): walk.context.references.note(literal, in: walk.context.current)
    case .call(let arranged, let callee): check.note(arranged, of: callee)
    case .subscripted(let handle, let key): check.note(key: key, of: handle)
    case .looked(let key): check.note(spelling: key)
    case .map(let entries): for entry in entries { check.note(spelling: entry.key) }
    case .end:
      let findings = walk.context.references.findings()
      for (script, diagnostic) in findings.keys {
        walk.inference.keep(diagnostic, of: script)
      }
      for (script, diagnostic) in findings.names {
        walk.context.keep(diagnostic, of: script)
      }
    default: return
    }
  }

  private let walk: CheckWalk

  private var context: CompilationContext { walk.context }

  /// Notes the arguments of a call that name something, and reports keys that are nearly right.
  private func note(_ arranged: ArrangedArguments, of callee: Callee) {
    guard context.base == nil else { return }
    for (index, parameter) in callee.parameters.enumerated() {
      guard let value = arranged.passed[index]?.value else { continue }
      if let map = parameter.map { checkKeys(of: value, map) }
      // Who asks whether a verb is refused may ask with any name.
      if let reference = parameter.reference, walk.inference.questionDepth == 0 {
        refer(to: reference, by: value)
      }
    }
  }

  /// Notes the key of something that is kept under keys, where the code reads it, or the outside
  /// prepares it for an app.
  private func note(key: Expression, of handle: CompilationContext.KnownHandle) {
    guard context.base == nil,
      let reference = context.kind(of: handle)?.keys
    else { return }
    refer(to: reference, by: key)
  }

  /// Notes how a key is written.
  private func note(spelling key: Expression) {
    guard context.base == nil, let text = key.literalText else { return }
    context.references.note(key: text, at: key.unparenthesized.range, in: context.current)
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
      let kind = LiteralArguments(context: context).kind(of: literal), !kinds.contains(kind)
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

// MARK: - Its words

extension CompilerDiagnostic {
  /// A key that is another key of the map but for a letter or a mark.
  static func nearlyAKey(_ range: SourceRange, _ key: String, _ meant: Suggestion) -> Self {
    Self(
      .nameOfNothing, range,
      "the system does not read the key \"\(key)\" here; did you mean \"\(meant.word)\"?"
    )
    .fixing(range, by: "\"\(meant.word)\"")
  }

  /// A value that is not accepted under its key; `words` are what is taken.
  static func valueOfNothing(_ range: SourceRange, of key: String, _ words: String) -> Self {
    Self(
      .nameOfNothing, range,
      "the system reads \(words) under the key \"\(key)\", and ignores this")
  }

  /// A key that the system reads of a map inside of this one.
  static func keyOfInnerMap(_ range: SourceRange, _ key: String, owner: String) -> Self {
    Self(
      .nameOfNothing, range,
      "the system reads \"\(key)\" inside of \"\(owner)\": write `\"\(owner)\": [\"\(key)\": …]`")
  }
}
