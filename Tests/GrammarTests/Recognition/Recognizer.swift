// An Earley recogniser: tells whether a grammar of any shape can make an input, in the presence of
// left recursion, ambiguity and rules made of nothing. Conditions are symbols that take no input
// and hold or fail at a place, so the language's layout needs no tokens of its own.

/// What a recogniser reads.
protocol RecognizerInput {
  /// The number of letters.
  var count: Int { get }

  /// The terminals of the grammar that the letter at a place is; after the last place none.
  func terminals(at place: Int) -> [Int]

  /// Whether a condition of the grammar holds before the letter at a place.
  func holds(condition: Int, at place: Int) -> Bool
}

/// One run over one input.
struct Recognizer<Input: RecognizerInput> {
  /// A rule that has been followed up to a position since a place of the input.
  private struct Item: Hashable {
    let position: Int
    let origin: Int
  }

  /// All items that are possible at one place.
  private struct ItemSet {
    var items: [Item] = []
    var known: Set<Item> = []
    /// For each nonterminal that is wanted at the place the items that want it.
    var waiting: [Int: [Item]] = [:]
    /// Nonterminals that were found here, made of nothing.
    var empty: Set<Int> = []

    mutating func insert(_ item: Item) {
      if known.insert(item).inserted { items.append(item) }
    }
  }

  private let grammar: FlatGrammar
  private let input: Input
  private let start: Int
  private var sets: [ItemSet]

  /// Whether the grammar makes the whole input from a nonterminal.
  let isAccepted: Bool

  /// The last place that some reading of the input reaches.
  let reach: Int

  init(_ grammar: FlatGrammar, _ input: Input, from start: Int) {
    self.grammar = grammar
    self.input = input
    self.start = start
    var sets = [ItemSet](repeating: ItemSet(), count: input.count + 1)
    Self.predict(start, at: 0, grammar, input, &sets)
    var place = 0
    while place <= input.count, !sets[place].items.isEmpty {
      Self.close(place, grammar, input, &sets)
      place += 1
    }
    reach = place - 1
    isAccepted = sets[input.count].items.contains { item in
      guard item.origin == 0, case .end(let nonterminal) = grammar.symbols[item.position] else {
        return false
      }
      return nonterminal == start
    }
    self.sets = sets
  }

  /// Works off all items at a place, those that are added meanwhile included.
  private static func close(
    _ place: Int, _ grammar: FlatGrammar, _ input: Input, _ sets: inout [ItemSet]
  ) {
    let here = input.terminals(at: place)
    var index = 0
    while index < sets[place].items.count {
      let item = sets[place].items[index]
      index += 1
      let next = Item(position: item.position + 1, origin: item.origin)
      switch grammar.symbols[item.position] {
      case .terminal(let terminal):
        if here.contains(terminal) { sets[place + 1].insert(next) }
      case .condition(let condition):
        if input.holds(condition: condition, at: place) { sets[place].insert(next) }
      case .nonterminal(let nonterminal):
        if sets[place].waiting[nonterminal] == nil {
          predict(nonterminal, at: place, grammar, input, &sets)
        }
        sets[place].waiting[nonterminal, default: []].append(item)
        if sets[place].empty.contains(nonterminal) { sets[place].insert(next) }
      case .end(let nonterminal):
        if item.origin == place { sets[place].empty.insert(nonterminal) }
        for waiting in sets[item.origin].waiting[nonterminal] ?? [] {
          sets[place].insert(Item(position: waiting.position + 1, origin: waiting.origin))
        }
      }
    }
  }

  private static func predict(
    _ nonterminal: Int, at place: Int, _ grammar: FlatGrammar, _ input: Input,
    _ sets: inout [ItemSet]
  ) {
    let here = input.terminals(at: place)
    for rule in grammar.rules[nonterminal]
    where rule.isNullable || here.contains(where: { rule.first[$0] }) {
      sets[place].insert(Item(position: rule.start, origin: place))
    }
  }

  /// The productions that some reading of the whole input uses.
  func productionsUsed() -> Set<String> {
    guard isAccepted else { return [] }
    var used: Set<String> = []
    var seen = [Set<Item>](repeating: [], count: sets.count)
    var pending: [(item: Item, place: Int)] = []
    func visit(_ item: Item, _ place: Int) {
      if seen[place].insert(item).inserted { pending.append((item, place)) }
    }
    let completed = sets.map { set in
      var found: [Int: [Item]] = [:]
      for item in set.items {
        if case .end(let nonterminal) = grammar.symbols[item.position] {
          found[nonterminal, default: []].append(item)
        }
      }
      return found
    }
    for item in completed[input.count][start] ?? [] where item.origin == 0 {
      visit(item, input.count)
    }
    while let (item, place) = pending.popLast() {
      if case .end(let nonterminal) = grammar.symbols[item.position],
        let name = grammar.names[nonterminal]
      {
        used.insert(name)
      }
      guard item.position > 0 else { continue }
      let before = Item(position: item.position - 1, origin: item.origin)
      switch grammar.symbols[before.position] {
      case .end:
        continue  // The item stands at the beginning of its rule.
      case .terminal:
        visit(before, place - 1)
      case .condition(let condition):
        used.insert(grammar.conditions[condition])
        visit(before, place)
      case .nonterminal(let nonterminal):
        for inner in completed[place][nonterminal] ?? []
        where sets[inner.origin].known.contains(before) {
          visit(inner, place)
          visit(before, inner.origin)
        }
      }
    }
    return used
  }
}
