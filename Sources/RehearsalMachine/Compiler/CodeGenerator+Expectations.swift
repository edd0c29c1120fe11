// `expect`: the condition is evaluated so that the parts worth showing stay in registers of their
// own until the host has been told how it came out.

import RehearsalSyntax

extension CodeGenerator {
  /// Emits an expectation.
  func compile(_ expectation: Expectation, at range: SourceRange) {
    use(.expectation, of: .outside, at: range.keyword("expect"))
    let duration = compileDuration(expectation.timing)
    let outerParts = builder.expectationParts
    builder.expectationParts = partsOfCondition(expectation.condition).map { part in
      (range: part.range, register: builder.allocate())
    }
    let message = expectation.message.map { _ in builder.allocate() }
    let site = addSite(for: expectation, at: range, messageRegister: message)
    let outcome = builder.allocate()
    if let duration {
      compileWait(expectation, duration: duration, outcome: outcome, at: range)
    } else {
      presetParts(at: range)
      compileTruth(of: expectation.condition, into: outcome)
    }
    builder.expectationParts = outerParts
    if let message, let text = expectation.message {
      builder.emit(.loadAbsent, a: message, at: text.range)
      let holds = builder.newLabel()
      builder.emitJump(.jumpIfTrue, a: outcome, to: holds, at: text.range)
      compile(text, into: message)
      builder.bind(holds)
    }
    builder.emit(.expectation, a: outcome, bc: site, at: range)
  }

  private func compileDuration(_ timing: Expectation.Timing) -> Int? {
    switch timing {
    case .immediately: return nil
    case .within(let duration), .throughout(let duration):
      let register = builder.allocate()
      compile(duration, into: register)
      return register
    }
  }

  /// What was not evaluated in this look at the condition must not be shown.
  private func presetParts(at range: SourceRange) {
    for part in builder.expectationParts {
      builder.emit(.loadAbsent, a: part.register, at: range)
    }
  }

  /// Looks at the condition at once and after each event: until it holds for `within`, as long as
  /// it holds for `throughout`.
  private func compileWait(
    _ expectation: Expectation, duration: Int, outcome: Int, at range: SourceRange
  ) {
    let isThroughout = expectation.isThroughout
    let wait = builder.allocate()
    let goesOn = builder.allocate()
    let look = builder.newLabel()
    let done = builder.newLabel()
    builder.emit(.beginWait, a: wait, b: duration, c: isThroughout ? 1 : 0, at: range)
    builder.bind(look)
    presetParts(at: range)
    builder.emit(.beginReadOnly, at: range)
    compileTruth(of: expectation.condition, into: outcome)
    builder.emit(.endReadOnly, at: range)
    builder.emitJump(
      isThroughout ? .jumpIfFalse : .jumpIfTrue, a: outcome, to: done, at: range)
    builder.emit(.continueWait, a: goesOn, b: wait, at: range)
    builder.emitJump(.jumpIfTrue, a: goesOn, to: look, at: range)
    builder.bind(done)
  }

  private func addSite(
    for expectation: Expectation, at range: SourceRange, messageRegister: Int?
  ) -> Int {
    let source = scripts[current].parsed.source
    let patience: ExpectationSite.Patience?
    switch expectation.timing {
    case .immediately: patience = nil
    case .within: patience = .within
    case .throughout: patience = .throughout
    }
    tables.expectations.append(
      ExpectationSite(
        place: SourcePlace(source, range),
        conditionPlace: SourcePlace(source, expectation.condition.range), patience: patience,
        parts: builder.expectationParts.map { part in
          ExpectationSite.Part(text: source.text(in: part.range), register: part.register)
        },
        messageRegister: messageRegister))
    return tables.expectations.count - 1
  }
}

extension Expectation {
  fileprivate var isThroughout: Bool {
    if case .throughout = timing { true } else { false }
  }
}

// MARK: - Parts

extension CodeGenerator {
  /// The expressions whose values a failure shows, in the order of the source.
  private func partsOfCondition(_ condition: Expression) -> [Expression] {
    let condition = condition.unparenthesized
    switch condition.kind {
    case .prefix(.not, let inner): return partsOfCondition(inner)
    case .binary(.and, _, let left, let right), .binary(.or, _, let left, let right):
      return partsOfCondition(left) + partsOfCondition(right)
    case .binary(let operation, _, let left, let right) where operation.isComparison:
      return partsOfOperand(left) + partsOfOperand(right)
    case .binary, .boolean, .missing: return []
    default: return [condition]
    }
  }

  /// An operand of a comparison, and where it is arithmetic, the operands of that.
  private func partsOfOperand(_ operand: Expression) -> [Expression] {
    let operand = operand.unparenthesized
    guard operand.isWorthShowing else { return [] }
    guard case .binary(let operation, _, let left, let right) = operand.kind,
      operation != .coalesce, operation != .and, operation != .or
    else { return [operand] }
    let inner = [left.unparenthesized, right.unparenthesized].filter(\.isWorthShowing)
    return ([operand] + inner).sorted {
      ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end)
    }
  }
}

extension Expression {
  /// Whether its value does not stand in the source already.
  fileprivate var isWorthShowing: Bool {
    switch kind {
    case .closure, .missing: false
    case .list(let elements): elements.contains { $0.isWorthShowing }
    case .map(let entries): entries.contains { $0.value.isWorthShowing }
    default: !isPlainLiteral
    }
  }
}

extension SourceRange {
  /// The keyword that a range begins with.
  func keyword(_ word: String) -> SourceRange {
    SourceRange(Int(start), Int(start) + word.utf8.count)
  }
}
