// How a formula is read from a condition: which of its parts ask about the same value, and which come out
// alike whatever that is.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

/// Reads conditions of the current place of a walk.
struct FormulaReader {
  let inference: Inference
  /// Whether constants stand for their values.
  let readsConstants: Bool
  let code: SteadyCode
  /// The texts of the condition that are compared with the empty one, by their forms.
  private var emptyTexts: Set<String> = []
  private var terms: [FormulaTerm] = []
  private var numbers: [String: Int] = [:]
  /// Whether something was found that reads what a run changes.
  private(set) var looks = false
  /// Whether the value of a constant was read.
  private(set) var hasReadConstants = false

  private var context: CompilationContext { inference.context }

  /// Makes a reader for one condition.
  init(_ inference: Inference, readsConstants: Bool) {
    self.inference = inference
    self.readsConstants = readsConstants
    code = SteadyCode(context: inference.context)
  }

  /// The longest condition that is read, in bytes.
  private static let longest = 4000

  /// Reads a condition; nil for one that is too long, or plainly can be false.
  mutating func trial(of condition: Expression) -> FormulaTrial? {
    guard condition.range.count <= Self.longest, !condition.isPlainQuestion else { return nil }
    emptyTexts = textsComparedWithNothing(in: condition)
    let formula = read(condition)
    return FormulaTrial(formula: formula, terms: terms)
  }

  // MARK: - Parts

  private mutating func read(_ condition: Expression) -> Formula {
    let condition = condition.unparenthesized
    switch condition.kind {
    case .boolean(let value): return .constant(value)
    case .prefix(.not, let inner): return .not(read(inner))
    case .binary(.and, _, let left, let right): return .all([read(left), read(right)])
    case .binary(.or, _, let left, let right): return .any([read(left), read(right)])
    case .binary(let operation, _, let left, let right) where operation.mirrored != nil:
      return compare(operation, left, right)
    case .conditional(let condition, let first, let second):
      return .choice(read(condition), read(first), read(second))
    case .name(let name):
      if readsConstants, case .boolean(let value)? = inference.literal(of: name)?.literalValue {
        hasReadConstants = true
        return .constant(value)
      }
      return ask(.holds, about: condition)
    case .member(let base, let name, _) where name.text == "isEmpty":
      if base.holdsText { return .constant(false) }
      if case .list(let elements) = base.unparenthesized.kind, code.looks(base) {
        return .constant(elements.isEmpty)
      }
      if isComparedWithNothing(base) { return ask(.equals(.string("")), about: base) }
      return isCollection(base)
        ? ask(.equals(.integer(0)), aboutCountOf: base) : ask(.holds, about: condition)
    case .call(let call): return read(call, at: condition)
    default: return ask(.holds, about: condition)
    }
  }

  private func isComparedWithNothing(_ text: Expression) -> Bool {
    !emptyTexts.isEmpty && emptyTexts.contains(form(of: text))
  }

  private func isCollection(_ base: Expression) -> Bool {
    let value = inference.quietValue(of: base)
    return value.isKnown && value.present.kinds.isSubset(of: [.list, .string])
  }

  // MARK: - Terms

  private mutating func ask(_ question: Formula.Question, about term: Expression) -> Formula {
    guard code.isSteady(term) else { return unknown() }
    looks = looks || code.looks(term)
    let key = context.scripts[context.current].parsed.source.form(of: term.range)
    return ask(question, key, term, isNeverNegative: isNeverNegative(term))
  }

  private mutating func ask(
    _ question: Formula.Question, aboutCountOf base: Expression
  ) -> Formula {
    guard code.isSteady(base) else { return unknown() }
    looks = looks || code.looks(base)
    let key = context.scripts[context.current].parsed.source.form(of: base.range) + " . count"
    return ask(question, key, nil, isNeverNegative: true)
  }

  private mutating func ask(
    _ question: Formula.Question, _ key: String, _ term: Expression?, isNeverNegative: Bool
  ) -> Formula {
    // A path is one token after another, and is written without blanks.
    let key = key.filter { $0 != " " }
    let number = numbers[key] ?? terms.count
    if number == terms.count {
      numbers[key] = number
      let value = term.map { inference.quietValue(of: $0) } ?? .integer
      terms.append(
        FormulaTerm(
          expression: term, value: value, isNeverNegative: isNeverNegative,
          absentSymbols: value.symbols?.owner == nil ? [] : inference.absentSymbols))
    }
    terms[number].questions.append(question)
    return .question(number, question)
  }

  /// Something that may come out either way each time.
  private mutating func unknown() -> Formula {
    terms.append(FormulaTerm(expression: nil, value: .boolean, isNeverNegative: false))
    terms[terms.count - 1].questions.append(.holds)
    return .question(terms.count - 1, .holds)
  }

  /// Whether a value is how many there are of something, or a span of the host's: those never go below 0.
  private func isNeverNegative(_ term: Expression) -> Bool {
    switch term.unparenthesized.kind {
    case .name(let name):
      guard case .other(.hostFunction(let number)) = context.meaning(of: name) else {
        return false
      }
      return context.host.functions[number].result == .duration
    case .member(let base, let name, _):
      if let member = context.member(name, of: base) {
        return member.result == .duration || member.result == .integer
      }
      if let map = inference.quietValue(of: base).contents?.map, let key = map.key(name.text) {
        return key.kind == .duration
      }
      guard let number = CoreMemberForms.numbers[name.text] else { return false }
      return CoreMemberForms.all[number].forms.contains { $0.isProperty && $0.result == .integer }
    case .call(let call): return bound(of: call) == .zero
    default: return false
    }
  }

  func bound(of call: Call) -> LibraryFunction.Bound? {
    guard case .name(let name) = call.callee.unparenthesized.kind,
      case .other(.library(let number)) = context.meaning(of: name)
    else { return nil }
    return LibraryFunction.all[number].bound
  }

  // MARK: - Comparisons

  private mutating func compare(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression
  ) -> Formula {
    let (left, right) = (left.unparenthesized, right.unparenthesized)
    if let outcome = outcomeOfConstants(operation, left, right) {
      hasReadConstants = hasReadConstants || !(left.isPlainLiteral && right.isPlainLiteral)
      return .constant(outcome)
    }
    if let outcome = outcomeOfBounds(operation, left, right)
      ?? outcomeOfForms(operation, left, right)
    {
      looks = true
      return .constant(outcome)
    }
    if let value = right.constantValue, left.constantValue == nil {
      return compare(operation, left, with: value)
    }
    if left.isTruth, right.isTruth, operation.equality != nil, !areSame(left, right) {
      let (first, second) = (read(left), read(right))
      let isSame = Formula.choice(first, second, .not(second))
      return operation == .equal ? isSame : .not(isSame)
    }
    if let value = left.constantValue, right.constantValue == nil, let mirrored = operation.mirrored
    {
      return compare(mirrored, right, with: value)
    }
    if areSame(left, right), let outcome = operation.outcomeForEqualSides {
      looks = looks || code.looks(left)
      return .constant(outcome)
    }
    return ask(operation, left, right)
  }

  /// A comparison of two values of which neither is known: which one it is tells the text.
  private mutating func ask(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression
  ) -> Formula {
    guard code.isSteady(left), code.isSteady(right) else { return unknown() }
    looks = looks || code.looks(left) || code.looks(right)
    let source = context.scripts[context.current].parsed.source
    let sides = [source.form(of: left.range), source.form(of: right.range)]
    let isEquality = operation == .equal || operation == .notEqual
    let key =
      isEquality ? sides.sorted().joined(separator: "==") : "\(sides[0])\(operation)\(sides[1])"
    let equal = numbers[key] ?? terms.count
    if equal == terms.count {
      numbers[key] = equal
      terms.append(FormulaTerm(expression: nil, value: .boolean, isNeverNegative: false))
      terms[equal].questions.append(.holds)
    }
    let holds = Formula.question(equal, .holds)
    return operation == .notEqual ? .not(holds) : holds
  }

  private mutating func compare(
    _ operation: BinaryOperator, _ term: Expression, with value: ScriptValue
  ) -> Formula {
    if case .boolean(let wanted) = value, operation == .equal || operation == .notEqual,
      term.isTruth, code.looks(term)
    {
      let holds = read(term)
      return wanted == (operation == .equal) ? holds : .not(holds)
    }
    if let formula = askWhetherEmpty(operation, term, value) { return formula }
    switch operation {
    case .equal: return ask(.equals(value), about: term)
    case .notEqual: return .not(ask(.equals(value), about: term))
    default:
      guard let bound = value.position else { return unknown() }
      return ask(.order(operation, bound), about: term)
    }
  }

  /// A question about a count, or about the first of some, as one whether there are any; nil for others.
  private mutating func askWhetherEmpty(
    _ operation: BinaryOperator, _ term: Expression, _ value: ScriptValue
  ) -> Formula? {
    guard case .member(let base, let name, _) = term.kind else { return nil }
    if name.text == "count", isComparedWithNothing(base),
      let isMetByNone = operation.outcomeForCount(0, value),
      let isMetByMany = operation.outcomeForCount(1, value), isMetByNone != isMetByMany,
      isMetByMany == operation.outcomeForCount(.max, value)
    {
      let isEmpty = ask(.equals(.string("")), about: base)
      return isMetByNone ? isEmpty : .not(isEmpty)
    }
    guard value == .nil, let isEquality = operation.equality, isEnd(name, of: base) else {
      return nil
    }
    let isEmpty = ask(.equals(.integer(0)), aboutCountOf: base)
    return isEquality ? isEmpty : .not(isEmpty)
  }

  /// How constants compare; nil where that is what is tested: two literals, and one number written in two
  /// ways.
  private func outcomeOfConstants(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression
  ) -> Bool? {
    if left.isPlainLiteral, right.isPlainLiteral {
      guard left.range.count == right.range.count, left.isComparableLiteral,
        let first = left.constantValue, first == right.constantValue
      else { return nil }
      return operation.outcomeForEqualSides
    }
    guard readsConstants else { return nil }
    let literal = { (name: Name) in inference.literal(of: name) }
    return operation.outcome(for: left.constant(literal), right.constant(literal))
  }

  /// The name of the type of an app's member that is always a symbol of one table.
  func typeName(asked expression: Expression) -> ScriptValue? {
    guard case .call(let call) = expression.kind, call.arguments.count == 1,
      case .name(let name) = call.callee.unparenthesized.kind,
      case .other(.library(let number)) = context.meaning(of: name),
      LibraryFunction.all[number].result == .typeName, code.isSteady(call.arguments[0].value),
      case .member(let base, _, _) = call.arguments[0].value.unparenthesized.kind,
      case .unit? = context.knownHandle(base)
    else { return nil }
    return inference.quietValue(of: call.arguments[0].value).onlyTypeName.map { .string($0) }
  }

  /// How many conditions or functions a list of such has, which is no question about any of them.
  func lengthOfChecks(_ expression: Expression) -> ScriptValue? {
    guard case .member(let base, let name, _) = expression.kind, name.text == "count",
      let elements = checks(in: base)
    else { return nil }
    return .integer(Int64(elements.count))
  }

  /// The elements of a list literal, or of a constant that is one, which are all conditions or functions.
  func checks(in expression: Expression) -> [Expression]? {
    guard case .list(let elements) = context.following(expression).value.kind, elements.count > 1,
      elements.allSatisfy({ element in
        let value = inference.quietValue(of: element)
        return value.isKnown && (value.kinds == .boolean || value.kinds == .function)
          && element.literalValue == nil
      })
    else { return nil }
    return elements
  }

  func areSame(_ left: Expression, _ right: Expression) -> Bool {
    guard !left.unparenthesized.isPlainLiteral, code.isSteady(left) else { return false }
    return form(of: left.unparenthesized) == form(of: right.unparenthesized)
  }

  // MARK: - Calls

  private mutating func read(_ call: Call, at place: Expression) -> Formula {
    switch call.callee.unparenthesized.kind {
    case .closure(let closure) where call.arguments.isEmpty:
      if let body = closure.body.answer { return read(body) }
    case .name(let name):
      if isAlwaysTrue(function: name, call) || waitsForNothing(name, call) {
        looks = true
        return .constant(true)
      }
    case .member(let base, let name, _):
      if let formula = read(name, of: base, call) { return formula }
    default: break
    }
    return ask(.holds, about: place)
  }

  /// Whether a function of the script says true whatever happens.
  private func isAlwaysTrue(function name: Name, _ call: Call) -> Bool {
    let declaration: FunctionDeclaration
    switch context.meaning(of: name) {
    case .other(.function(let index))
    where !context.isPrelude(context.functions[index].script):
      declaration = context.functions[index].declaration
    case .local(let position):
      guard case .function(let local) = context.locals[position].kind else { return false }
      declaration = local
    default: return false
    }
    return declaration.body.statements.alwaysGivesTrue
  }

  /// Whether a call waits until something holds that always does.
  private func waitsForNothing(_ name: Name, _ call: Call) -> Bool {
    let function: HostFunction?
    switch context.meaning(of: name) {
    case .other(.hostFunction(let number)): function = context.host.functions[number]
    case .other(.function): function = context.host.preludeFunctions.first { $0.name == name.text }
    default: function = nil
    }
    guard let function, case .verdict(with: let parameter?) = function.answer,
      let argument = call.arguments.first(where: { $0.label?.text == parameter }),
      case .closure(let closure) = argument.value.unparenthesized.kind
    else { return false }
    return alwaysHolds(closure)
  }

  /// Whether a closure says true whatever it is given.
  private func alwaysHolds(_ closure: Closure) -> Bool {
    guard let body = closure.body.answer else { return false }
    var reader = FormulaReader(inference, readsConstants: readsConstants)
    return reader.trial(of: body)?.alwaysHolds ?? false
  }

  private mutating func read(_ name: Name, of base: Expression, _ call: Call) -> Formula? {
    guard context.knownHandle(base) == nil,
      let member = CoreMemberForms.named(name.text, in: call), !member.isMutating
    else { return nil }
    let argument =
      call.arguments.count == 1 && call.trailingClosure == nil
      ? call.arguments[0].value.unparenthesized : nil
    switch member.spelling {
    case "allSatisfy":
      let closure = call.trailingClosure ?? argument.flatMap(\.asClosure)
      guard let closure, code.looks(base), alwaysHolds(closure) else { return nil }
      looks = true
      return .constant(true)
    case "hasPrefix", "hasSuffix", "contains":
      guard let argument else {
        return call.trailingClosure.flatMap { readSearch($0, among: base) }
      }
      if argument.literalText?.isEmpty == true, code.looks(base),
        member.spelling != "contains" || inference.quietValue(of: base).kinds == .string
      {
        looks = true
        return .constant(true)
      }
      if let part = argument.literalText,
        let outcome = outcome(ofAsking: member.spelling, part, about: base)
      {
        looks = looks || code.looks(base)
        return .constant(outcome)
      }
      return member.spelling == "contains" ? read(argument, among: base) : nil
    default: return nil
    }
  }

  /// Whether a closure is met by an element of a literal, where it compares the element with a value.
  private mutating func readSearch(_ closure: Closure, among base: Expression) -> Formula? {
    guard case .binary(.equal, _, let left, let right)? = closure.body.answer?.unparenthesized.kind
    else { return nil }
    if closure.isElement(left), !closure.isElement(right) { return read(right, among: base) }
    return closure.isElement(right) ? read(left, among: base) : nil
  }

  /// Whether a value is among the elements of a literal.
  private mutating func read(_ value: Expression, among base: Expression) -> Formula? {
    guard value.constantValue == nil, code.isSteady(value) else { return nil }
    if areSame(base, value), inference.quietValue(of: base).kinds == .string {
      looks = looks || code.looks(value)
      return .constant(true)
    }
    switch context.following(base).value.kind {
    case .list(let elements):
      if elements.contains(where: { areSame($0, value) }) {
        looks = looks || code.looks(value)
        return .constant(true)
      }
      let constants = elements.compactMap(\.constantValue)
      guard constants.count == elements.count, !constants.isEmpty else { return nil }
      return .any(constants.map { ask(.equals($0), about: value) })
    case .range(let lower?, let upper?, let isClosed):
      guard let first = lower.constantValue?.position, let last = upper.constantValue?.position
      else { return nil }
      return .all([
        ask(.order(.greaterOrEqual, first), about: value),
        ask(.order(isClosed ? .lessOrEqual : .less, last), about: value),
      ])
    default: return nil
    }
  }
}

// MARK: - Forms

extension [Statement] {
  /// Whether a body gives true on each of its ways.
  fileprivate var alwaysGivesTrue: Bool {
    var answers: [Expression] = []
    guard let last, collect(&answers) else { return false }
    switch last.kind {
    case .returned: break
    case .expression(let value):
      guard count == 1 else { return false }
      answers.append(value)
    default: return false
    }
    return answers.allSatisfy {
      if case .boolean(true) = $0.unparenthesized.kind { true } else { false }
    }
  }

  /// Collects what is returned anywhere; false where that is not plain.
  private func collect(_ answers: inout [Expression]) -> Bool {
    for statement in self {
      switch statement.kind {
      case .returned(let value?): answers.append(value)
      case .returned(nil): return false
      case .conditional(let conditional):
        for block in conditional.blocks where !block.statements.collect(&answers) { return false }
      case .guarded(_, let block), .whileLoop(_, let block):
        guard block.statements.collect(&answers) else { return false }
      case .forLoop(let loop):
        guard loop.body.statements.collect(&answers) else { return false }
      default: break
      }
    }
    return true
  }

  /// What a body gives that does nothing else.
  var answer: Expression? {
    if count == 1, case .returned(let value?) = self[0].kind { return value }
    return onlyExpression
  }
}

extension Expression {
  /// Whether it asks for one value of a member, as most conditions do: the member may have another.
  fileprivate var isPlainQuestion: Bool {
    guard case .binary(.equal, _, let left, let right) = unparenthesized.kind,
      case .member(_, let name, _) = left.unparenthesized.kind, name.text != "count",
      right.unparenthesized.isPlainLiteral
    else { return false }
    if case .boolean = right.unparenthesized.kind { return false }
    return true
  }

  /// The value of a literal, nil among them.
  var constantValue: ScriptValue? {
    if case .nilLiteral = unparenthesized.kind { return .nil }
    return literalNumberOrKey
  }

  /// The closure that it is.
  fileprivate var asClosure: Closure? {
    if case .closure(let closure) = kind { closure } else { nil }
  }

  /// Whether equal literals of the kind are the same value for whoever reads them.
  fileprivate var isComparableLiteral: Bool {
    switch kind {
    case .double, .string: false
    default: true
    }
  }

  /// Whether its form shows that it is a Bool.
  var isTruth: Bool {
    switch unparenthesized.kind {
    case .boolean, .prefix(.not, _): true
    case .binary(let operation, _, _, _):
      operation.mirrored != nil || operation == .and || operation == .or
    default: false
    }
  }

  /// The literal that it is, or that its name stands for.
  fileprivate func constant(_ literal: (Name) -> Expression?) -> Expression? {
    if case .name(let name) = unparenthesized.kind { literal(name) } else { plainLiteral }
  }

  /// The expression without parentheses, where it is a literal that shows its value.
  var plainLiteral: Expression? { unparenthesized.literalValue == nil ? nil : unparenthesized }
}

extension InferredValue {
  /// The name of the only type that it can have, of a value from a table; nil where it may have another.
  fileprivate var onlyTypeName: String? {
    guard isKnown, !isPassed, kinds == .symbol, symbols?.owner != nil else { return nil }
    return Kinds.named.first { $0.kind == .symbol }.map { row in
      let name = row.name.drop { $0 != " " }.dropFirst()
      return name.prefix(1).uppercased() + name.dropFirst()
    }
  }
}

extension BinaryOperator {
  /// Whether it asks for equality or its opposite; nil for other operators.
  var equality: Bool? {
    switch self {
    case .equal: true
    case .notEqual: false
    default: nil
    }
  }

  /// How a comparison comes out whose sides are the same; nil for other operators.
  var outcomeForEqualSides: Bool? {
    switch self {
    case .equal, .lessOrEqual, .greaterOrEqual: true
    case .notEqual, .less, .greater: false
    default: nil
    }
  }

  /// How a comparison of two literals comes out; nil for other operators, and for a value that is
  /// written in two ways, since who compares those asks about that.
  fileprivate func outcome(for left: Expression?, _ right: Expression?) -> Bool? {
    guard let left, let right, let first = left.literalValue, let second = right.literalValue,
      first != second || left.range.count == right.range.count
    else { return nil }
    switch self {
    case .equal: return first == second
    case .notEqual: return first != second
    default:
      guard let lower = first.position, let upper = second.position else { return nil }
      return Formula.Question.order(self, upper).answer(about: .number(lower))
    }
  }
}
