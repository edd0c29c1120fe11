// Makes sentences from a grammar: pieces in a random walk over its productions, from a seed. Where
// a sentence gets long, the walk takes the shortest way out. It knows tokens only by their names;
// `SentenceText` gives them a spelling.

import TestSupport

/// A source of random sentences.
struct SentenceGenerator {
  /// A part of a sentence.
  enum Piece: Equatable {
    /// A token with this text.
    case literal(String)
    /// A token that the production makes.
    case token(String)
    /// What must hold before the next token.
    case condition(String)
  }

  private let productions: [String: Production]
  /// For each production how deep its simplest sentence is.
  private var heights: [String: Int] = [:]
  private var pieces: [Piece] = []
  private var depth = 0
  private var random: SeededGenerator

  /// The productions of small letters that the last sentence was made by.
  private(set) var used: Set<String> = []

  /// Beyond these the walk takes the shortest way out.
  private static let length = 24
  private static let greatestDepth = 60

  init(_ productions: [Production], seed: UInt64) {
    self.productions = Dictionary(productions.map { ($0.name, $0) }) { first, _ in first }
    random = SeededGenerator(seed: seed)
    findHeights(productions)
  }

  /// The next sentence that a production makes.
  mutating func sentence(from start: String) -> [Piece] {
    pieces = []
    used = []
    expand(.reference(start))
    return pieces
  }

  private var mustEnd: Bool { pieces.count > Self.length || depth > Self.greatestDepth }

  private mutating func expand(_ expression: NotationExpression) {
    depth += 1
    defer { depth -= 1 }
    switch expression {
    case .literal(let text): pieces.append(.literal(text))
    case .character: break
    case .reference(let name): expand(named: name)
    case .sequence(let parts): for part in parts { expand(part) }
    case .choice(let parts):
      if let choice = (mustEnd ? simplest(of: parts) : parts).randomElement(using: &random) {
        expand(choice)
      }
    case .repeated(let part, let atLeastOnce, let isBounded):
      if atLeastOnce { expand(part) }
      while !mustEnd, random.isOnce(in: 4) {
        expand(part)
        if isBounded { break }
      }
    }
  }

  private mutating func expand(named name: String) {
    switch productions[name]?.kind {
    case .syntax?:
      used.insert(name)
      if let production = productions[name] { expand(production.expression) }
    case .condition?: pieces.append(.condition(name))
    case .token?, nil: pieces.append(.token(name))
    }
  }

  // MARK: - Heights

  private mutating func findHeights(_ productions: [Production]) {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for production in productions where production.kind == .syntax {
        let height = height(of: production.expression) + 1
        if height < heights[production.name, default: Self.unknown] {
          heights[production.name] = height
          hasChanged = true
        }
      }
    }
  }

  private func simplest(of parts: [NotationExpression]) -> [NotationExpression] {
    let heights = parts.map { height(of: $0) }
    let least = heights.min()
    return zip(parts, heights).filter { $0.1 == least }.map(\.0)
  }

  private static let unknown = 1_000_000

  private func height(of expression: NotationExpression) -> Int {
    switch expression {
    case .literal, .character: 0
    case .reference(let name):
      productions[name]?.kind == .syntax ? heights[name, default: Self.unknown] : 0
    case .sequence(let parts): parts.map { height(of: $0) }.max() ?? 0
    case .choice(let parts): parts.map { height(of: $0) }.min() ?? 0
    case .repeated(let part, let atLeastOnce, _): atLeastOnce ? height(of: part) : 0
    }
  }
}
