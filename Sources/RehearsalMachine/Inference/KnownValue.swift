// What is known of a value, for code that shows it: completion after a dot, and editors that
// describe the expression under the pointer.

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

/// A place that somebody asks about.
struct InferenceProbe {
  let script: Int
  let offset: Int32
  /// The innermost expression around it so far, with what it can be.
  private(set) var found: (range: SourceRange, value: InferredValue)?

  init(script: Int, offset: Int32) {
    self.script = script
    self.offset = offset
  }

  /// Keeps an expression that is nearer than the one that was found.
  mutating func note(_ value: InferredValue, at range: SourceRange, in script: Int) {
    guard script == self.script, range.start <= offset, offset <= range.end,
      found.map({ range.count <= $0.range.count }) ?? true
    else { return }
    found = (range, value)
  }
}

extension Compiler {
  /// What is known of the innermost expression at a place of the main script.
  ///
  /// - Parameters:
  ///   - offset: The place, in bytes from the beginning of the main script.
  ///   - scripts: The parsed scripts, imported ones first, the main script last.
  ///   - host: The words that the host gives to scripts.
  /// - Returns: The expression and what it can be; nil if there is none, or nothing is known.
  /// - Complexity: O(*n*) in the length of the scripts.
  package static func knownValue(
    at offset: Int, of scripts: [ParsedScript], host: HostInterface
  ) -> (range: SourceRange, value: KnownValue)? {
    let pipeline = CompilerPipeline(CompilationContext(host: host))
    pipeline.context.declareWords(of: scripts)
    pipeline.context.asksAt = Int32(clamping: offset)
    _ = pipeline.compile(scripts)
    return pipeline.context.answer.flatMap { range, value in
      value.isKnown ? (range, value.known(in: pipeline.context)) : nil
    }
  }
}

extension IncrementalProgram {
  /// What is known of the value of an expression, as the next input.
  ///
  /// - Parameter expression: The expression, as a source of its own; parsed as of a prompt.
  /// - Returns: What it can be; nil where it is none, or nothing is known of it.
  /// - Complexity: O(*n*) in what was declared so far, most of it copying.
  package func knownValue(of expression: ParsedScript) -> KnownValue? {
    let pipeline = CompilerPipeline(
      CompilationContext(continuing: lastingState, host: program.host))
    pipeline.context.asksAt = Int32(clamping: expression.source.bytes.count)
    _ = pipeline.compile([expression])
    guard let answer = pipeline.context.answer, answer.value.isKnown else { return nil }
    return answer.value.known(in: pipeline.context)
  }
}

extension InferredValue {
  /// The value in words for people.
  func known(in context: CompilationContext) -> KnownValue {
    let known = symbols ?? contents?.element.symbols
    let keys = mapKeys
    var members = handleKinds(of: context.host).flatMap { $0.members.map(\.name) }
    members += unitVariables(in: context)
    members += keys.filter(\.isPlainName)
    for row in CoreMember.all where has(row) {
      let name = String(row.usage.prefix { $0.isLetter })
      if !members.contains(name) { members.append(name) }
    }
    return KnownValue(
      summary: summary(in: context.host), members: members, symbols: known?.listed ?? [],
      keys: keys)
  }

  private func handleKinds(of host: HostInterface) -> [HostKind] {
    guard kinds.contains(.handle) else { return [] }
    return host.kinds.indices.filter { handles & Self.bit(of: UInt8($0)) != 0 }
      .map { host.kinds[$0] }
  }

  private func unitVariables(in context: CompilationContext) -> [String] {
    guard kinds.contains(.handle), let unit, context.unitScopes.indices.contains(unit) else {
      return []
    }
    return context.unitVariables(of: unit)
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

extension String {
  /// Whether the text can be written after a dot.
  package var isPlainName: Bool {
    first.map { $0.isLetter || $0 == "_" } == true
      && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
