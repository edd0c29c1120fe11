// Expressions: what each can be, by its parts. Every part is visited once in a walk, whatever its
// use.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

extension Inference {
  /// What an expression can be.
  func value(of expression: Expression) -> InferredValue {
    let value = plainValue(of: expression)
    record(value, at: expression.range)
    return value
  }

  private func plainValue(of expression: Expression) -> InferredValue {
    // What can nest the deepest has functions of its own, whose frames are small; one into
    // which others are inlined has the frames of all of them, at each level.
    switch expression.kind {
    case .binary: binaryValue(of: expression)
    case .conditional: conditionalValue(of: expression)
    case .member, .optionalChain, .prefix, .parenthesized: operationValue(of: expression)
    default: primaryValue(of: expression)
    }
  }

  @inline(never)
  private func binaryValue(of expression: Expression) -> InferredValue {
    guard case .binary(let operation, _, let left, let right) = expression.kind else { return .any }
    let first = value(of: left)
    let second = value(of: right)
    return value(of: operation, (left, first), (right, second), at: expression)
  }

  @inline(never)
  private func conditionalValue(of expression: Expression) -> InferredValue {
    guard case .conditional(let condition, let first, let second) = expression.kind else {
      return .any
    }
    _ = value(of: condition)
    return value(of: first).joined(with: value(of: second))
  }

  @inline(never)
  private func operationValue(of expression: Expression) -> InferredValue {
    switch expression.kind {
    case .member(let base, let name, _):
      return member(name, of: value(of: base), at: expression)
    case .optionalChain(let chain): return value(of: chain).optional
    case .prefix(let operation, let operand):
      let value = self.value(of: operand)
      return operation == .not ? .boolean : negated(value)
    case .parenthesized(let inner): return value(of: inner)
    default: return .any
    }
  }

  @inline(never)
  private func primaryValue(of expression: Expression) -> InferredValue {
    switch expression.kind {
    case .nilLiteral: return .nothing
    case .boolean: return .boolean
    case .integer: return .integer
    case .double: return InferredValue(.double)
    case .duration: return InferredValue(.duration)
    case .string(let literal): return value(of: literal)
    case .symbol(let name):
      if isFirstWalk { ownSymbols.meet(name, in: context.current) }
      return .symbol(SymbolDomain(name.text))
    case .name(let name): return value(of: name)
    case .shorthandParameter(let number):
      guard let given = shorthands.last ?? nil, given.indices.contains(number) else { return .any }
      return given[number]
    case .list(let elements): return list(of: elements)
    case .map(let entries): return map(of: entries)
    case .range(let lower, let upper, _):
      let bounds = [lower, upper].compactMap { $0.map { value(of: $0) } }
      return .collection(.range, of: bounds.reduce(.never) { $0.joined(with: $1) })
    case .closure(let closure): return .collection(.function, of: call(closure, with: nil))
    case .call(let call): return result(of: call, at: expression)
    case .subscripted(let base, let index): return element(of: base, at: index)
    case .missing, .member, .optionalChain, .prefix, .binary, .conditional, .parenthesized:
      return .any
    }
  }

  /// What a name stands for.
  func value(of name: Name) -> InferredValue {
    switch context.meaning(of: name) {
    case .local(let number):
      guard let local = locals[number] else { return .any }
      noteRead(of: local.cell)
      guard let function = local.function else { return cells[local.cell] }
      return functionValue(function)
    case .other(.global(let index)): return value(ofGlobal: index)
    case .other(.function(let index)):
      guard let number = function(declared: index) else { return InferredValue(.function) }
      return functionValue(number)
    case .other(.unit(let number)): return .handle(context.host.unitKind, unit: number)
    case .other(.object(let index)): return .handle(context.host.objects[index].handle.kind)
    case .other(.hostFunction(let number)):
      let function = context.host.functions[number]
      guard function.isProperty else { return InferredValue(.function) }
      return tableValue(0, name.text) { value(of: function.result, owner: name.text) }
    case .other(.library): return InferredValue(.function)
    case .unknown: return .any
    }
  }

  /// What a variable of the file, of a unit or of an exploration can be.
  func value(ofGlobal index: Int) -> InferredValue {
    let global = context.globals[index]
    guard global.order >= 0 else { return .any }
    let cell = cell(ofGlobal: index)
    noteRead(of: cell)
    return cells[cell]
  }

  /// A function as a value, which its holder may call with anything.
  private func functionValue(_ number: Int) -> InferredValue {
    for cell in functions[number].parameters { join(.any, into: cell) }
    return .collection(.function, of: cells[functions[number].result])
  }

  private func value(of literal: StringLiteral) -> InferredValue {
    show(.text(literal))
    var value = InferredValue.string
    guard let text = literal.plainText else {
      let parts = literal.segments.map { segment -> InferredValue? in
        guard case .interpolation(let part) = segment else { return nil }
        return self.value(of: part)
      }
      let inserted = parts.compactMap(\.self)
      guard inserted.count == 1, let place = parts.firstIndex(where: { $0 != nil }) else {
        return value
      }
      let texts = literal.segments.map { if case .text(let text) = $0 { text } else { "" } }
      return inserted[0].printed(
        in: (texts[..<place].joined(), texts[(place + 1)...].joined()))
    }
    value.texts = SymbolDomain(text)
    return value
  }

  // MARK: - Collections

  @inline(never)
  private func list(of elements: [Expression]) -> InferredValue {
    var list: InferredValue
    if elements.count <= Contents.mostFields {
      var fields: [Contents.Place: InferredValue] = [:]
      for (index, element) in elements.enumerated() { fields[.index(index)] = value(of: element) }
      list = .collection(.list, Contents(fields: fields))
    } else {
      var element = InferredValue.never
      for each in elements { element.join(value(of: each)) }
      list = .collection(.list, of: element)
    }
    list.isFilled = !elements.isEmpty
    return list
  }

  @inline(never)
  private func map(of entries: [MapEntry]) -> InferredValue {
    show(.map(entries))
    var fields: [Contents.Place: InferredValue] = [:]
    var element = InferredValue.never
    var areKnown = entries.count <= Contents.mostFields
    for entry in entries {
      _ = value(of: entry.key)
      let held = value(of: entry.value)
      element.join(held)
      guard areKnown, let key = entry.key.literalText else {
        areKnown = false
        continue
      }
      fields[.text(key)] = held
    }
    return .collection(.map, areKnown ? Contents(fields: fields) : Contents(element))
  }

  private func element(of base: Expression, at index: Expression) -> InferredValue {
    if isReporting, let handle = context.knownHandle(base) {
      show(.subscripted(handle, key: index))
    }
    show(.looked(at: index))
    let value = self.value(of: base)
    let key = self.value(of: index).onlyText ?? index.literalText
    if value.isUnknown || value.kinds.contains(.handle) { return .any }
    if case .range = index.unparenthesized.kind {
      var slice = value.present
      slice.contents = value.contents.map { Contents($0.element, map: $0.map) }
      slice.isFilled = false
      return slice
    }
    var element = InferredValue.never
    if value.kinds.contains(.list) {
      let position = index.smallInteger.flatMap { value.contents?[.index($0)] }
      element.join(position ?? value.contents?.element ?? .any)
    }
    if value.kinds.contains(.map) {
      // Whatever a literal has under a key is there.
      let isThere = key.flatMap { value.contents?[.text($0)] } != nil
      let held = entry(key, of: value, at: index.range)
      element.join(isThere ? held : held.optional)
    }
    return element
  }

  /// What a map holds under a key; nil for a key that only the run knows.
  func entry(_ key: String?, of value: InferredValue, at place: SourceRange) -> InferredValue {
    guard let contents = value.contents else { return .any }
    guard let map = contents.map else {
      return key.flatMap { contents[.text($0)] } ?? contents.element
    }
    guard let key else { return .any }
    if let row = map.key(key) {
      return tableValue(1, map.name + "." + row.name) { self.value(of: row.kind, owner: key) }
    }
    if !map.isOpen, value.present.kinds == .map { show(.key(key, of: map, at: place)) }
    return .any
  }

  // MARK: - Operators

  private func negated(_ value: InferredValue) -> InferredValue {
    if value.isUnknown { return .any }
    return InferredValue(value.kinds.intersection([.integer, .double, .duration]))
  }

  private func value(
    of operation: BinaryOperator, _ left: (side: Expression, value: InferredValue),
    _ right: (side: Expression, value: InferredValue), at place: Expression
  ) -> InferredValue {
    let (first, second) = (left.value, right.value)
    if ![.and, .or, .coalesce].contains(operation) {
      show(
        .operation(
          operation, .init(left.side, first), .init(right.side, second), at: place.range))
    }
    switch operation {
    case .and, .or: return .boolean
    case .coalesce: return first.present.joined(with: second)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return .boolean
    case .add, .subtract, .multiply, .divide, .remainder:
      return result(of: operation, first, second)
    }
  }

  /// What an operator computes from two values.
  func result(
    of operation: BinaryOperator, _ left: InferredValue, _ right: InferredValue
  ) -> InferredValue {
    if left.isUnknown || right.isUnknown { return .any }
    let (first, second) = (left.kinds, right.kinds)
    func meet(_ kind: InferredValue.Kinds, _ other: InferredValue.Kinds) -> Bool {
      !first.isDisjoint(with: kind) && !second.isDisjoint(with: other)
    }
    var kinds: InferredValue.Kinds = []
    if meet(.integer, .integer) { kinds.insert(.integer) }
    if meet(.double, .numbers) || meet(.numbers, .double) { kinds.insert(.double) }
    let takesTwoDurations = operation != .multiply && operation != .divide
    if takesTwoDurations, meet(.duration, .duration) { kinds.insert(.duration) }
    switch operation {
    case .multiply:
      if meet(.duration, .numbers) || meet(.numbers, .duration) { kinds.insert(.duration) }
    case .divide:
      if meet(.duration, .numbers) { kinds.insert(.duration) }
      if meet(.duration, .duration) { kinds.insert(.double) }
    case .add:
      if meet(.string, .string) { kinds.insert(.string) }
    default: break
    }
    var value = InferredValue(kinds)
    if operation == .add, meet(.list, .list) {
      let elements = (left.contents?.element ?? .any).joined(with: right.contents?.element ?? .any)
      var list = InferredValue.collection(.list, of: elements)
      list.isFilled = left.isFilled || right.isFilled
      value.join(list)
    }
    return value
  }
}
