// Aligns a pasted life with the rule book: of all that may be done to an app, one act after the other, the
// fewest acts are looked for after which it prints the words of the log. The states of the device that
// look the same are taken for one, so the work grows with the length of the log and not beyond.

import RehearsalLifecycle

/// The search for one life.
struct LifeSearch {
  /// A word with the rule by which an app prints it.
  struct Said: Hashable {
    let text: String
    let rule: RuleNumber?
  }

  /// A next step in a state: some acts, of which the last one makes the app print something.
  private struct Move {
    let acts: [LifeAct]
    let words: [Said]
    let target: Int
  }

  /// A state of the device.
  private struct Node {
    let model: LifeModel
    var steps: [(act: LifeAct, words: [Said], target: Int)]?
    var moves: [Move]?
  }

  /// How a state was reached at a place of the log.
  private struct Arrival {
    let cost: Int
    let from: (position: Int, node: Int)?
    let acts: [LifeAct]
    let words: [Said]
  }

  /// How many states of the device there may be.
  private static let mostNodes = 400
  private let log: LifeLog
  private let alphabet: Set<String>
  private let words: [String]
  private let acts: [LifeAct]
  private let everyday: [LifeAct]
  /// How many acts of which nothing is printed come one after the other.
  private let mostSilentActs: Int
  private var nodes: [Node] = []
  private var numbers: [String: Int] = [:]

  /// Prepares a search; nil if no such app can be played.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - profile: The device.
  ///   - shape: How the app is built.
  ///   - isThorough: Whether acts of which nothing is printed may come between the others, so that a life
  ///     is found wherever there is one; without them a search takes a tenth of the time.
  init?(_ log: LifeLog, on profile: Profile, shape: Probe.Shape, isThorough: Bool = true) {
    guard let model = LifeModel(shape, on: profile) else { return nil }
    self.log = log
    alphabet = log.alphabet
    words = log.words.map(\.text)
    acts = LifeAct.all(on: model.app)
    everyday = LifeAct.everyday(on: model.app)
    mostSilentActs = isThorough ? 2 : 0
    _ = number(of: model)
  }

  // MARK: - States

  private mutating func number(of model: LifeModel) -> Int? {
    let key = model.key
    if let number = numbers[key] { return number }
    guard nodes.count < Self.mostNodes else { return nil }
    numbers[key] = nodes.count
    nodes.append(Node(model: model))
    return nodes.count - 1
  }

  /// The result of each act in a state.
  private mutating func steps(of node: Int) -> [(act: LifeAct, words: [Said], target: Int)] {
    if let known = nodes[node].steps { return known }
    var steps: [(act: LifeAct, words: [Said], target: Int)] = []
    for act in acts {
      var model = nodes[node].model
      guard let records = model.perform(act), let target = number(of: model) else { continue }
      let words = records.flatMap { record in
        log.vocabulary.words(for: record).filter(alphabet.contains)
          .map { Said(text: $0, rule: record.rule) }
      }
      guard target != node || !words.isEmpty else { continue }
      steps.append((act, words, target))
    }
    nodes[node].steps = steps
    return steps
  }

  /// All that may come next in a state, each way of printing something once, by the fewest acts.
  private mutating func moves(of node: Int) -> [Move] {
    if let known = nodes[node].moves { return known }
    struct Key: Hashable {
      let words: [Said]
      let target: Int
    }
    var moves: [Move] = []
    var known: Set<Key> = []
    var seen: Set<Int> = [node]
    var front: [(node: Int, acts: [LifeAct])] = [(node, [])]
    for depth in 0...mostSilentActs {
      var next: [(node: Int, acts: [LifeAct])] = []
      for (place, before) in front {
        for step in steps(of: place) {
          if step.words.isEmpty {
            guard depth < mostSilentActs, seen.insert(step.target).inserted else { continue }
            next.append((step.target, before + [step.act]))
          } else if known.insert(Key(words: step.words, target: step.target)).inserted {
            moves.append(Move(acts: before + [step.act], words: step.words, target: step.target))
          }
        }
      }
      front = next
    }
    nodes[node].moves = moves
    return moves
  }

  /// The states in which a log may begin, with what was done before: the device is fresh, or the app has
  /// been used as every app is.
  private mutating func beginnings() -> [(node: Int, acts: [LifeAct])] {
    var found: [(node: Int, acts: [LifeAct])] = [(0, [])]
    var seen: Set<Int> = [0]
    var front = found
    for _ in 0..<3 {
      var next: [(node: Int, acts: [LifeAct])] = []
      for (node, before) in front {
        for act in everyday {
          var model = nodes[node].model
          guard model.perform(act) != nil, let target = number(of: model),
            seen.insert(target).inserted
          else { continue }
          next.append((target, before + [act]))
        }
      }
      found += next
      front = next
    }
    return found
  }

  // MARK: - The search

  /// The result of a search.
  struct Finding {
    /// The acts before the log begins.
    let before: [LifeAct]
    /// The acts, each with the words that it made the app print.
    let steps: [(acts: [LifeAct], words: [Said])]
    /// How many words of the log are explained.
    let count: Int
    /// The possible words in place of the first that is not explained.
    let alternatives: [Said]
    /// The state of the app at the end.
    let state: ProcessState
    /// How many ways on were looked at, by which the work is measured.
    let work: Int
  }

  /// Looks for the life with the fewest acts that explains as much of the log as possible.
  ///
  /// - Complexity: O(*n*) in the length of the log
  mutating func run() -> Finding {
    var arrivals = [[Int: Arrival]](repeating: [:], count: words.count + 1)
    var reached = (position: 0, alternatives: [Said]())
    for (node, acts) in beginnings() {
      // Acts before the log count more than those within it.
      arrivals[0][node] = Arrival(cost: acts.count * 2, from: nil, acts: acts, words: [])
    }
    var (last, work) = (0, 0)
    for position in words.indices where !arrivals[position].isEmpty {
      last = position
      // In the order in which the states were found, so that a search always finds the same.
      for node in arrivals[position].keys.sorted() {
        guard let arrival = arrivals[position][node] else { continue }
        for move in moves(of: node) {
          work += 1
          let printed = printed(move.words, at: position)
          let count = zip(printed, words[position...]).prefix { $0.text == $1 }.count
          note(printed, count, at: position, &reached)
          guard !printed.isEmpty,
            count == printed.count || position + count == words.count && count > 0
          else { continue }
          let cost = arrival.cost + move.acts.count
          let known = arrivals[position + count][move.target]
          guard known.map({ $0.cost > cost }) ?? true else { continue }
          arrivals[position + count][move.target] = Arrival(
            cost: cost, from: (position, node), acts: move.acts, words: Array(printed.prefix(count))
          )
        }
      }
    }
    if !arrivals[words.count].isEmpty { last = words.count }
    return finding(at: last, arrivals, reached, work)
  }

  /// The words that a move prints at a place of the log: a state that was printed last is not printed again.
  private func printed(_ said: [Said], at position: Int) -> [Said] {
    guard log.vocabulary.printsChanges else { return said }
    var previous = position > 0 ? words[position - 1] : nil
    return said.filter { word in
      defer { previous = word.text }
      return word.text != previous
    }
  }

  private func note(
    _ printed: [Said], _ count: Int, at position: Int,
    _ reached: inout (position: Int, alternatives: [Said])
  ) {
    guard printed.indices.contains(count), position + count < words.count else { return }
    if position + count > reached.position { reached = (position + count, []) }
    if position + count == reached.position, !reached.alternatives.contains(printed[count]),
      reached.alternatives.count < 8
    {
      reached.alternatives.append(printed[count])
    }
  }

  private func finding(
    at last: Int, _ arrivals: [[Int: Arrival]], _ reached: (position: Int, alternatives: [Said]),
    _ work: Int
  ) -> Finding {
    var steps: [(acts: [LifeAct], words: [Said])] = []
    var before: [LifeAct] = []
    let best = arrivals[last].min { ($0.value.cost, $0.key) < ($1.value.cost, $1.key) }
    var place = best.map { (position: last, node: $0.key) }
    while let here = place, let arrival = arrivals[here.position][here.node] {
      if arrival.from == nil {
        before = arrival.acts
      } else {
        steps.append((arrival.acts, arrival.words))
      }
      place = arrival.from
    }
    return Finding(
      before: before, steps: steps.reversed(),
      count: last == words.count ? last : max(last, reached.position),
      alternatives: last == words.count ? [] : reached.alternatives,
      state: best.map { nodes[$0.key].model.state } ?? .notRunning, work: work)
  }
}
