// Comparisons whose outcome their form tells, whatever is compared: a value with the largest of itself and
// others, a difference of the same, the name of a type, the length of a list of conditions.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

extension FormulaReader {
  /// The tokens of an expression of the current script, by which expressions are compared.
  func form(of expression: Expression) -> String {
    inference.context.scripts[inference.context.current].parsed.source.form(of: expression.range)
  }

  // MARK: - Outcomes

  /// How a value compares with the largest or smallest of itself and others.
  func outcomeOfBounds(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression
  ) -> Bool? {
    if case .call(let call) = left.kind, let bound = bound(of: call), bound != .zero {
      return call.arguments.lazy.compactMap { outcome(operation, of: bound, $0.value, right) }.first
    }
    if case .call(let call) = right.kind, let bound = bound(of: call), bound != .zero,
      let mirrored = operation.mirrored
    {
      return call.arguments.lazy.compactMap { outcome(mirrored, of: bound, $0.value, left) }.first
    }
    return nil
  }

  /// How the largest or smallest of some values, of which one is known, compares with another value; nil
  /// where that depends on the rest.
  private func outcome(
    _ operation: BinaryOperator, of bound: LibraryFunction.Bound, _ argument: Expression,
    _ other: Expression
  ) -> Bool? {
    if areSame(argument, other) { return bound.outcome(of: operation) }
    guard let own = argument.constantValue?.position, let value = other.constantValue?.position
    else { return nil }
    switch (bound, operation) {
    case (.atLeastArguments, .greaterOrEqual): return own >= value ? true : nil
    case (.atLeastArguments, .greater): return own > value ? true : nil
    case (.atMostArguments, .lessOrEqual): return own <= value ? true : nil
    case (.atMostArguments, .less): return own < value ? true : nil
    default: return nil
    }
  }

  /// How what has the same form whatever happens compares: nothing that is added up, the name of a value's
  /// type, the length of a list of conditions or functions.
  func outcomeOfForms(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression
  ) -> Bool? {
    guard let value = right.constantValue else {
      return outcomeOfMore(operation, left, right)
        ?? operation.mirrored.flatMap { outcomeOfMore($0, right, left) }
    }
    if isNothing(left), let position = value.position {
      return Formula.Question.order(operation, position).answer(about: .number(0))
        ?? operation.equality.map { $0 == (position == 0) }
    }
    if let position = value.position, case .member(let base, let name, _) = left.kind,
      name.text == "count", case .list(let elements) = base.unparenthesized.kind,
      elements.contains(where: { code.looks($0) })
    {
      let length = Double(elements.count)
      return Formula.Question.order(operation, position).answer(about: .number(length))
        ?? operation.equality.map { $0 == (position == length) }
    }
    guard let equality = operation.equality else { return nil }
    if left.holdsText, case .string("") = value { return !equality }
    guard let form = typeName(asked: left) ?? lengthOfChecks(left) else { return nil }
    return equality == (form == value)
  }

  /// How a value compares with itself after something was added or taken.
  private func outcomeOfMore(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression
  ) -> Bool? {
    guard case .binary(let sign, _, let first, let second) = left.unparenthesized.kind,
      sign == .add || sign == .subtract, let more = second.constantValue?.position, more != 0,
      areSame(first, right)
    else { return nil }
    let difference = sign == .add ? more : -more
    return Formula.Question.order(operation, 0).answer(about: .number(difference))
      ?? operation.equality.map { !$0 }
  }

  /// Whether a text that is put together begins with, ends with or holds one of which it is made; nil where
  /// that depends on the rest.
  func outcome(ofAsking name: String, _ part: String, about text: Expression) -> Bool? {
    guard case .string(let literal) = text.unparenthesized.kind, literal.plainText == nil else {
      return nil
    }
    let texts = literal.segments.map { if case .text(let text) = $0 { text } else { "" } }
    let holds =
      switch name {
      case "hasPrefix": texts.first?.hasPrefix(part) == true
      case "hasSuffix": texts.last?.hasSuffix(part) == true
      default: texts.contains { $0.contains(part) }
      }
    return holds && !part.isEmpty ? true : nil
  }

  /// Whether an expression is 0 whatever it is made of: what is taken from itself, or multiplied by 0.
  private func isNothing(_ expression: Expression) -> Bool {
    guard case .binary(let operation, _, let left, let right) = expression.unparenthesized.kind
    else { return false }
    switch operation {
    case .subtract: return areSame(left, right)
    case .multiply:
      return [left, right].contains { $0.constantValue?.position == 0 }
        && [left, right].contains { code.looks($0) }
    case .remainder: return right.constantValue == .integer(1) && code.looks(left)
    default: return false
    }
  }

  // MARK: - What is empty

  /// The texts that a condition compares with the empty one, by their forms.
  func textsComparedWithNothing(in condition: Expression) -> Set<String> {
    switch condition.unparenthesized.kind {
    case .prefix(_, let inner): textsComparedWithNothing(in: inner)
    case .binary(let operation, _, let left, let right) where operation == .and || operation == .or:
      textsComparedWithNothing(in: left).union(textsComparedWithNothing(in: right))
    case .binary(let operation, _, let left, let right) where operation.equality != nil:
      if right.literalText?.isEmpty == true {
        [form(of: left)]
      } else if left.literalText?.isEmpty == true {
        [form(of: right)]
      } else {
        []
      }
    default: []
    }
  }

  /// Whether a name is that of the first or last of a list which holds no nil, so that it is nil where the
  /// list is empty.
  func isEnd(_ name: Name, of base: Expression) -> Bool {
    guard let number = CoreMemberForms.numbers[name.text] else { return false }
    let isEnd = CoreMemberForms.all[number].forms.contains { form in
      form.isProperty && form.result == .optional(.element)
    }
    let list = inference.quietValue(of: base)
    guard isEnd, list.isKnown, list.kinds == .list, let element = list.contents?.element else {
      return false
    }
    return element.isKnown && !element.kinds.contains(.nothing)
  }
}

extension Expression {
  /// Whether it is a text that is put together and has letters of its own.
  var holdsText: Bool {
    guard case .string(let literal) = unparenthesized.kind, literal.plainText == nil else {
      return false
    }
    return literal.segments.contains {
      if case .text(let text) = $0 { !text.isEmpty } else { false }
    }
  }
}

extension Closure {
  /// Whether an expression of it is what it is called with.
  func isElement(_ expression: Expression) -> Bool {
    switch expression.unparenthesized.kind {
    case .shorthandParameter(0): parameters == nil
    case .name(let name): parameters?.first?.text == name.text
    default: false
    }
  }
}

extension BinaryOperator {
  /// How a count compares with a value; nil where it does not.
  func outcomeForCount(_ count: Int, _ value: ScriptValue) -> Bool? {
    guard let bound = value.position else { return nil }
    if let equality { return equality == (Double(count) == bound) }
    return Formula.Question.order(self, bound).answer(about: .number(Double(count)))
  }
}

extension LibraryFunction.Bound {
  /// How a comparison of the result with one of the arguments comes out; nil where that depends on them.
  fileprivate func outcome(of operation: BinaryOperator) -> Bool? {
    switch (self, operation) {
    case (.atLeastArguments, .greaterOrEqual), (.atMostArguments, .lessOrEqual): true
    case (.atLeastArguments, .less), (.atMostArguments, .greater): false
    default: nil
    }
  }
}
