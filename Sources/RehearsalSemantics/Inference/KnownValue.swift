// What is known of a value, for code that shows it: completion after a dot, and editors that
// describe the expression under the pointer.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// What a value can be, in words for people.
package struct KnownValue: Sendable {
  /// The kinds that it can have, in words, with the symbols where they are few.
  package let summary: String
  /// What can be written after a dot, each once, in the order of the tables.
  package let members: [String]
  /// The symbols that it can be, or its elements can be; empty for none, and for any.
  package let symbols: [String]
  /// The text of the map's keys, for a subscript.
  package let keys: [String]
}

extension InferredValue {
  /// The value in words for people.
  ///
  /// - Parameters:
  ///   - host: The words of the host.
  ///   - unitVariables: The variables of each unit, by its number.
  /// - Returns: What is known of it.
  func known(in host: HostInterface, unitVariables: [[String]]) -> KnownValue {
    let known = symbols ?? contents?.element.symbols
    let keys = mapKeys
    var members = handleKinds(of: host).flatMap { $0.members.map(\.name) }
    if kinds.contains(.handle), let unit, unitVariables.indices.contains(unit) {
      members += unitVariables[unit]
    }
    members += keys.filter(\.isPlainName)
    for row in CoreMember.all where has(row) {
      let name = String(row.usage.prefix { $0.isLetter })
      if !members.contains(name) { members.append(name) }
    }
    return KnownValue(
      summary: summary(in: host), members: members, symbols: known?.listed ?? [],
      keys: keys)
  }

  private func handleKinds(of host: HostInterface) -> [HostKind] {
    guard kinds.contains(.handle) else { return [] }
    return host.kinds.indices.filter { handles & Self.bit(of: UInt8($0)) != 0 }
      .map { host.kinds[$0] }
  }

  private var mapKeys: [String] {
    guard kinds.contains(.map), let contents else { return [] }
    if let map = contents.map {
      return map.keys.flatMap { [$0.name] + ($0.otherName.map { [$0] } ?? []) }
    }
    return contents.fields.keys.compactMap { if case .text(let key) = $0 { key } else { nil } }
      .sorted()
  }

  /// The kinds in words: `a symbol (.active, .inactive) or nil`.
  func summary(in host: HostInterface) -> String {
    var names = Kinds.named.filter { kinds.contains($0.kind) && $0.kind != .nothing }.map(\.name)
    if kinds.contains(.symbol), let symbols, symbols.names.count <= 12,
      let place = names.firstIndex(of: "a symbol")
    {
      names[place] += " (" + symbols.listed.map { "." + $0 }.joined(separator: ", ") + ")"
    }
    if kinds.contains(.handle) {
      let isUnit = handles == Self.bit(of: host.unitKind)
      let kinds = handleKinds(of: host)
      names.removeLast()
      names.append(
        isUnit
          ? host.groups.unit.indefinite : kinds.count == 1 ? "a \(kinds[0].name)" : "a handle")
    }
    if kinds.contains(.nothing) { names.append("nil") }
    return names.joined(separator: " or ")
  }
}
