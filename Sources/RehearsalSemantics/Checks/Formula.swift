// Conditions as formulas: what is asked of which values, put together by `&&`, `||`, `!` and `?:`. A
// formula is tried with every value that makes a difference, so that a condition which comes out true with
// all of them is known to test nothing.

import RehearsalSyntax
import RehearsalValues

/// A condition as its form shows it.
indirect enum Formula {
  case constant(Bool)
  /// What is asked of the value of a term.
  case question(Int, Question)
  case not(Formula)
  case all([Formula])
  case any([Formula])
  case choice(Formula, Formula, Formula)

  /// What can be asked of a value.
  enum Question {
    /// Whether it is true, of a value that is a Bool.
    case holds
    case equals(ScriptValue)
    /// Whether it is before or after a number, or a span of time.
    case order(BinaryOperator, Double)
  }

  /// What a term stands for while a formula is tried.
  enum Candidate: Hashable {
    case value(ScriptValue)
    /// A number between those that are named.
    case number(Double)
    /// A value that is not named.
    case other
  }

  /// How it comes out; nil where evaluating it is an error.
  func outcome(_ candidates: [Candidate]) -> Bool? {
    switch self {
    case .constant(let value): return value
    case .question(let term, let question): return question.answer(about: candidates[term])
    case .not(let inner): return inner.outcome(candidates).map { !$0 }
    case .all(let parts): return outcome(of: parts, endingWith: false, candidates)
    case .any(let parts): return outcome(of: parts, endingWith: true, candidates)
    case .choice(let condition, let first, let second):
      guard let isFirst = condition.outcome(candidates) else { return nil }
      return isFirst ? first.outcome(candidates) : second.outcome(candidates)
    }
  }

  private func outcome(
    of parts: [Formula], endingWith end: Bool, _ candidates: [Candidate]
  ) -> Bool? {
    for part in parts {
      guard let outcome = part.outcome(candidates) else { return nil }
      if outcome == end { return end }
    }
    return !end
  }

  /// How many questions it consists of.
  var weight: Int {
    switch self {
    case .constant, .question: 1
    case .not(let inner): inner.weight
    case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.weight }
    case .choice(let condition, let first, let second):
      condition.weight + first.weight + second.weight
    }
  }

  /// The same without parts that decide nothing.
  var simplified: Formula {
    switch self {
    case .constant, .question: return self
    case .not(let inner):
      if case .constant(let value) = inner.simplified { return .constant(!value) }
      return .not(inner.simplified)
    case .all(let parts): return Self.simplified(parts, endingWith: false) { .all($0) }
    case .any(let parts): return Self.simplified(parts, endingWith: true) { .any($0) }
    case .choice(let condition, let first, let second):
      guard case .constant(let value) = condition.simplified else {
        return .choice(condition.simplified, first.simplified, second.simplified)
      }
      return value ? first.simplified : second.simplified
    }
  }

  private static func simplified(
    _ parts: [Formula], endingWith end: Bool, _ make: ([Formula]) -> Formula
  ) -> Formula {
    var rest: [Formula] = []
    for part in parts {
      let part = part.simplified
      guard case .constant(let value) = part else {
        rest.append(part)
        continue
      }
      if value == end { return .constant(end) }
    }
    return rest.isEmpty ? .constant(!end) : rest.count == 1 ? rest[0] : make(rest)
  }
}

extension Formula.Question {
  /// How the question is answered about a value; nil where asking it is an error.
  func answer(about candidate: Formula.Candidate) -> Bool? {
    switch (self, candidate) {
    case (.holds, .value(.boolean(let value))): return value
    case (.holds, _): return nil
    case (.equals(let value), .value(let other)):
      if let first = value.position, let second = other.position { return first == second }
      return value == other
    case (.equals(let value), .number(let number)): return value.position == number
    case (.equals, .other): return false
    case (.order(let operation, let bound), .number(let number)):
      return operation.order(of: number, bound)
    case (.order(let operation, let bound), .value(let value)):
      return value.position.flatMap { operation.order(of: $0, bound) }
    case (.order, .other): return nil
    }
  }
}

extension ScriptValue {
  /// Where a number or a span of time is among its kind; nil for other values.
  var position: Double? {
    switch self {
    case .integer(let value), .duration(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}

extension BinaryOperator {
  /// How two numbers compare; nil for other operators.
  fileprivate func order(of first: Double, _ second: Double) -> Bool? {
    switch self {
    case .less: first < second
    case .lessOrEqual: first <= second
    case .greater: first > second
    case .greaterOrEqual: first >= second
    default: nil
    }
  }

  /// The operator with its sides exchanged; nil for one that compares nothing.
  var mirrored: BinaryOperator? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: nil
    }
  }
}

// MARK: - Terms

/// A value that a formula asks about.
struct FormulaTerm {
  /// The expression; nil for one that may give something else each time, or act.
  let expression: Expression?
  /// What is known of it.
  let value: InferredValue
  /// Whether it is never below 0.
  let isNeverNegative: Bool
  /// Symbols that no value is in these scripts.
  var absentSymbols: Set<String> = []
  var questions: [Formula.Question] = []

  /// The values that make a difference to what is asked.
  var candidates: [Formula.Candidate] {
    var values: [ScriptValue] = []
    var bounds: [Double] = []
    var isTruth = false
    for question in questions {
      switch question {
      case .holds: isTruth = true
      case .equals(let value):
        values.append(value)
        if let position = value.position { bounds.append(position) }
      case .order(_, let bound): bounds.append(bound)
      }
    }
    let hasOrder = questions.contains { if case .order = $0 { true } else { false } }
    if value.isKnown, value.kinds.contains(.nothing) { values.append(.nil) }
    if isTruth || isBoolean { values += [.boolean(true), .boolean(false)] }
    if let names = closedSymbols { values += names.map { .symbol($0) } }
    if let texts = closedTexts { values += texts.map { .string($0) } }
    var candidates = values.filter { $0.position == nil }.map { Formula.Candidate.value($0) }
    candidates += positions(around: bounds).map { .number($0) }
    let isClosed = isTruth || isBoolean || hasOrder || closedSymbols != nil || closedTexts != nil
    if !isClosed || candidates.isEmpty { candidates.append(.other) }
    var seen: Set<Formula.Candidate> = []
    return candidates.filter { seen.insert($0).inserted }
  }

  /// Numbers at, between and beyond some bounds.
  private func positions(around bounds: [Double]) -> [Double] {
    guard !bounds.isEmpty else { return [] }
    var known = Set(bounds)
    if isNeverNegative { known.insert(0) }
    let sorted = known.sorted()
    let isWhole = value.isKnown && value.kinds.isSubset(of: [.integer, .nothing])
    var all = sorted
    for (lower, upper) in zip(sorted, sorted.dropFirst()) where !isWhole || upper - lower > 1 {
      all.append(isWhole ? lower + 1 : (lower + upper) / 2)
    }
    if let first = sorted.first, let last = sorted.last { all += [first - 1, last + 1] }
    return all.filter { !isNeverNegative || $0 >= 0 }
  }

  private var isBoolean: Bool { value.isKnown && value.kinds == .boolean }

  /// The symbols that it can be, where a table has them and it can be nothing else.
  private var closedSymbols: [String]? {
    guard value.isKnown, !value.isPassed, value.kinds.isSubset(of: [.symbol, .nothing]),
      let domain = value.symbols, domain.owner != nil
    else { return nil }
    return domain.listed.filter { !absentSymbols.contains($0) }
  }

  /// The texts that it can be, where a table has them and it can be nothing else.
  private var closedTexts: [String]? {
    guard value.isKnown, !value.isPassed, value.kinds.isSubset(of: [.string, .nothing]),
      let domain = value.texts, domain.owner != nil
    else { return nil }
    return domain.listed
  }
}

// MARK: - Trying

/// A formula with the values that it asks about.
struct FormulaTrial {
  let formula: Formula
  let terms: [FormulaTerm]

  /// How many questions are answered at most; what takes more may be false somewhere.
  private static let most = 20_000

  /// Whether it holds whatever its terms are.
  var alwaysHolds: Bool {
    let formula = formula.simplified
    if case .constant(let value) = formula { return value }
    let candidates = terms.map(\.candidates)
    var count = formula.weight
    for choices in candidates {
      count *= choices.count
      guard count <= Self.most else { return false }
    }
    var positions = Array(repeating: 0, count: terms.count)
    while true {
      let chosen = positions.indices.map { candidates[$0][positions[$0]] }
      guard formula.outcome(chosen) == true else { return false }
      guard let next = positions.indices.last(where: { positions[$0] + 1 < candidates[$0].count })
      else { return true }
      positions[next] += 1
      for later in positions.indices where later > next { positions[later] = 0 }
    }
  }
}
