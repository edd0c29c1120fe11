// `expect`: the condition is evaluated so that the parts worth showing stay in registers of their
// own until the host has been informed of the result.

import RehearsalCode
import RehearsalSyntax

/// Turns an expectation into code, and its parts into a site that a failure is reported from.
struct ExpectationCompiler {
  let generator: CodeGenerator

  private var builder: FunctionBuilder { generator.builder }

  /// Emits an expectation.
  func compile(_ expectation: Expectation, at range: SourceRange) {
    let duration = compileDuration(expectation.timing)
    let outerParts = builder.expectationParts
    builder.expectationParts = partsOfCondition(expectation.condition).map { part in
      (range: part.range, register: builder.allocate())
    }
    let outerCalls = builder.decidingCalls
    builder.decidingCalls =
      expectation.isThroughout
      ? []
      : decidingCalls(of: expectation.condition).map { (range: $0.range, builder.allocate()) }
    let message = expectation.message.map { _ in builder.allocate() }
    let site = addSite(for: expectation, at: range, messageRegister: message)
    let outcome = builder.allocate()
    if let duration {
      compileWait(expectation, duration: duration, outcome: outcome, at: range)
    } else {
      presetParts(at: range)
      look(at: expectation.condition, outcome: outcome, at: range)
    }
    builder.expectationParts = outerParts
    builder.decidingCalls = outerCalls
    if let message, let text = expectation.message {
      builder.emit(.loadAbsent, a: message, at: text.range)
      let holds = builder.newLabel()
      builder.emitJump(.jumpIfTrue, a: outcome, to: holds, at: text.range)
      generator.compile(text, into: message)
      builder.bind(holds)
    }
    builder.emit(.expectation, a: outcome, bc: site, at: range)
  }

  private func compileDuration(_ timing: Expectation.Timing) -> Int? {
    switch timing {
    case .immediately: return nil
    case .within(let duration), .throughout(let duration):
      let register = builder.allocate()
      generator.compile(duration, into: register)
      return register
    }
  }

  /// What was not evaluated in this check of the condition must not be shown.
  private func presetParts(at range: SourceRange) {
    for part in builder.expectationParts + builder.decidingCalls {
      builder.emit(.loadAbsent, a: part.register, at: range)
    }
  }

  /// Checks the condition once.
  ///
  /// What is true of every element of nothing does not hold: nothing was checked.
  private func look(at condition: Expression, outcome: Int, at range: SourceRange) {
    generator.compileTruth(of: condition, into: outcome)
    for call in builder.decidingCalls {
      let isEmpty = builder.newLabel()
      let goesOn = builder.newLabel()
      builder.emitJump(.jumpIfPresent, a: call.register, to: isEmpty, at: range)
      builder.emitJump(.jump, to: goesOn, at: range)
      builder.bind(isEmpty)
      builder.emit(.loadBool, a: outcome, b: 0, at: range)
      builder.bind(goesOn)
    }
  }

  /// Checks the condition at once and after each event: until it holds for `within`, as long as
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
    self.look(at: expectation.condition, outcome: outcome, at: range)
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
    let source = generator.context.scripts[generator.context.current].parsed.source
    let timing: ExpectationSite.Timing?
    switch expectation.timing {
    case .immediately: timing = nil
    case .within: timing = .within
    case .throughout: timing = .throughout
    }
    generator.tables.expectations.append(
      ExpectationSite(
        place: SourcePlace(source, range),
        conditionPlace: SourcePlace(source, expectation.condition.range),
        namedEnds: namedEnds(by: expectation.condition), timing: timing,
        parts: builder.expectationParts.map { part in
          ExpectationSite.Part(text: source.text(in: part.range), register: part.register)
        }
          + zip(decidingCalls(of: expectation.condition), builder.decidingCalls).map {
            ExpectationSite.Part(
              text: source.text(in: $0.collection.range) + ".isEmpty", register: $1.register)
          },
        loopVariables: loopVariables(), messageRegister: messageRegister))
    return generator.tables.expectations.count - 1
  }

  /// The ends of units that a condition names, by their reason or by the state of one that has ended.
  private func namedEnds(by condition: Expression) -> [ExpectationSite.NamedEnd] {
    guard case .binary(let operation, _, let left, let right) = condition.unparenthesized.kind
    else {
      return []
    }
    guard operation == .equal else { return namedEnds(by: left) + namedEnds(by: right) }
    return (namedEnd(left, right) ?? namedEnd(right, left)).map { [$0] } ?? []
  }

  private func namedEnd(
    _ subject: Expression, _ value: Expression
  ) -> ExpectationSite.NamedEnd? {
    guard let words = generator.context.host.endWords,
      case .symbol(let symbol) = value.unparenthesized.kind,
      let (base, member) = member(subject)
    else { return nil }
    if member == words.state, symbol.text == words.ended, let unit = unit(base) {
      return .init(unit: unit, reason: nil)
    }
    guard member == words.reason, let (owner, end) = self.member(base), end == words.end,
      let unit = unit(owner)
    else { return nil }
    return .init(unit: unit, reason: symbol.text)
  }

  private func member(_ expression: Expression) -> (base: Expression, name: String)? {
    var expression = expression.unparenthesized
    if case .optionalChain(let chain) = expression.kind { expression = chain }
    guard case .member(let base, let name, _) = expression.kind else { return nil }
    return (base, name.text)
  }

  private func unit(_ expression: Expression) -> Int? {
    guard case .name(let name) = expression.unparenthesized.kind,
      case .other(.unit(let number)) = generator.context.meaning(of: name)
    else { return nil }
    return number
  }
}

// MARK: - Loops

extension ExpectationCompiler {
  /// The names that the loops around the expectation bind and that still mean the loop's, from the
  /// outermost loop inward; those that are parts of the condition are shown already.
  private func loopVariables() -> [ExpectationSite.Part] {
    guard !builder.loops.isEmpty else { return [] }
    let source = generator.context.scripts[generator.context.current].parsed.source
    let shown = Set(builder.expectationParts.map { source.text(in: $0.range) })
    let open = generator.openLocals
    let hidden = open.compactMap { number in
      if case .local(let hidden) = generator.context.locals[number].hidden { hidden } else { nil }
    }
    return open.compactMap { number in
      let local = generator.context.locals[number]
      guard case .loopName = local.kind, local.depth == builder.depth, !local.isCell,
        !hidden.contains(number), !shown.contains(local.name.text)
      else { return nil }
      return ExpectationSite.Part(text: local.name.text, register: generator[number].register)
    }
  }
}

extension Expectation {
  fileprivate var isThroughout: Bool {
    if case .throughout = timing { true } else { false }
  }
}

// MARK: - Parts

extension ExpectationCompiler {
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

  /// The calls of `allSatisfy` that decide whether the condition holds, each with what it looks
  /// through.
  private func decidingCalls(
    of condition: Expression
  ) -> [(range: SourceRange, collection: Expression)] {
    let condition = condition.unparenthesized
    switch condition.kind {
    case .binary(.and, _, let left, let right), .binary(.or, _, let left, let right):
      return decidingCalls(of: left) + decidingCalls(of: right)
    case .call(let call):
      guard case .member(let base, let name, _) = call.callee.unparenthesized.kind,
        name.text == "allSatisfy"
      else { return [] }
      return [(condition.range, base)]
    default: return []
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
  /// Whether its value is not in the source already.
  fileprivate var isWorthShowing: Bool {
    switch kind {
    case .closure, .missing: false
    case .list(let elements): elements.contains { $0.isWorthShowing }
    case .map(let entries): entries.contains { $0.value.isWorthShowing }
    default: !isPlainLiteral
    }
  }
}
