// A grammar as the recogniser wants it: rules without groups and repetitions, which become rules
// of their own, and for each rule what it can begin with. It is made once for each kind of input:
// for tokens, where names in capitals are the letters, and for characters.

/// Rules of the form `name ::= symbol symbol …`.
struct FlatGrammar: Sendable {
  /// What the letters of the input are.
  enum Level: Sendable {
    case tokens, characters
  }

  enum Terminal: Hashable, Sendable {
    /// A token with this text, or the character.
    case literal(String)
    /// A token that is made by this production.
    case token(String)
    /// One of some characters, by position in `characterSets`.
    case character(Int)
  }

  enum Symbol: Sendable {
    case terminal(Int)
    case nonterminal(Int)
    case condition(Int)
    /// The end of a rule for the given nonterminal.
    case end(Int)
  }

  struct Rule: Sendable {
    let start: Int
    /// For each terminal whether the rule can begin with it.
    var first: [Bool] = []
    /// Whether the rule can be made of nothing.
    var isNullable = false
  }

  /// All rules, one after the other.
  private(set) var symbols: [Symbol] = []
  private(set) var terminals: [Terminal] = []
  private(set) var characterSets: [NotationExpression.CharacterSet] = []
  private(set) var conditions: [String] = []
  /// The rules of each nonterminal.
  private(set) var rules: [[Rule]] = []
  /// The productions that nonterminals stand for; nil for those made of groups and repetitions.
  private(set) var names: [String?] = []

  private let level: Level
  private let productions: [String: Production]
  private var terminalIndices: [Terminal: Int] = [:]
  private var nonterminalIndices: [String: Int] = [:]

  init(_ productions: [Production], level: Level) {
    self.level = level
    self.productions = Dictionary(productions.map { ($0.name, $0) }) { first, _ in first }
    let included = productions.filter { ($0.kind == .syntax) == (level == .tokens) }
    for production in included where production.kind != .condition {
      nonterminalIndices[production.name] = addNonterminal(named: production.name)
    }
    for production in included {
      guard let index = nonterminalIndices[production.name] else { continue }
      addRules(of: index, production.expression)
    }
    findFirstTerminals()
  }

  func nonterminal(named name: String) -> Int? { nonterminalIndices[name] }

  func terminal(_ terminal: Terminal) -> Int? { terminalIndices[terminal] }

  // MARK: - Rules

  private mutating func addNonterminal(named name: String? = nil) -> Int {
    rules.append([])
    names.append(name)
    return rules.count - 1
  }

  private mutating func addRule(of nonterminal: Int, _ body: [Symbol]) {
    rules[nonterminal].append(Rule(start: symbols.count))
    symbols += body
    symbols.append(.end(nonterminal))
  }

  private mutating func addRules(of nonterminal: Int, _ expression: NotationExpression) {
    let choices: [NotationExpression] =
      if case .choice(let parts) = expression { parts } else { [expression] }
    for choice in choices {
      let body = symbols(for: choice)
      addRule(of: nonterminal, body)
    }
  }

  private mutating func symbols(for expression: NotationExpression) -> [Symbol] {
    switch expression {
    case .sequence(let parts):
      return parts.flatMap { symbols(for: $0) }
    case .choice:
      let group = addNonterminal()
      addRules(of: group, expression)
      return [.nonterminal(group)]
    case .repeated(let part, let atLeastOnce, let isBounded):
      let group = addNonterminal()
      let once = symbols(for: part)
      addRule(of: group, atLeastOnce ? once : [])
      addRule(of: group, isBounded ? once : [.nonterminal(group)] + once)
      return [.nonterminal(group)]
    case .reference(let name):
      if let index = nonterminalIndices[name] { return [.nonterminal(index)] }
      if productions[name]?.kind == .condition { return [condition(name)] }
      return [terminal(adding: .token(name))]
    case .literal(let text) where level == .characters:
      return text.unicodeScalars.map { terminal(adding: .literal(String($0))) }
    case .literal(let text):
      return [terminal(adding: .literal(text))]
    case .character(let set):
      characterSets.append(set)
      return [terminal(adding: .character(characterSets.count - 1))]
    }
  }

  private mutating func terminal(adding terminal: Terminal) -> Symbol {
    if let index = terminalIndices[terminal] { return .terminal(index) }
    terminals.append(terminal)
    terminalIndices[terminal] = terminals.count - 1
    return .terminal(terminals.count - 1)
  }

  private mutating func condition(_ name: String) -> Symbol {
    if let index = conditions.firstIndex(of: name) { return .condition(index) }
    conditions.append(name)
    return .condition(conditions.count - 1)
  }

  // MARK: - What rules begin with

  /// Computes what each rule can begin with, until nothing changes.
  private mutating func findFirstTerminals() {
    var first = rules.map { _ in [Bool](repeating: false, count: terminals.count) }
    var isNullable = rules.map { _ in false }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for nonterminal in rules.indices {
        for index in rules[nonterminal].indices {
          let rule = rule(from: rules[nonterminal][index].start, first, isNullable)
          rules[nonterminal][index] = rule
          for terminal in terminals.indices
          where rule.first[terminal] && !first[nonterminal][terminal] {
            first[nonterminal][terminal] = true
            hasChanged = true
          }
          if rule.isNullable, !isNullable[nonterminal] {
            isNullable[nonterminal] = true
            hasChanged = true
          }
        }
      }
    }
  }

  /// A rule with what it can begin with, as far as that is known of the nonterminals in it.
  private func rule(from start: Int, _ first: [[Bool]], _ isNullable: [Bool]) -> Rule {
    var rule = Rule(start: start)
    rule.first = [Bool](repeating: false, count: terminals.count)
    for symbol in symbols[start...] {
      switch symbol {
      case .condition: continue
      case .terminal(let terminal):
        rule.first[terminal] = true
        return rule
      case .nonterminal(let other):
        for terminal in terminals.indices where first[other][terminal] {
          rule.first[terminal] = true
        }
        if !isNullable[other] { return rule }
      case .end:
        rule.isNullable = true
        return rule
      }
    }
    return rule
  }
}
