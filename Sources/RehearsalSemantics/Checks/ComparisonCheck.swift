// What can never be so: two values that cannot be equal, whatever the run brings, and two that have
// no order. An expectation that something did not happen would hold whatever happens.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

/// Checks comparisons against what their sides can be.
struct ComparisonCheck: Check {
  static let finds: [DiagnosticIdentifier] = [.neverEqual, .unknownSymbol, .wrongLiteral]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    let check = ComparisonCheck(inference: walk.inference)
    switch subject {
    case .operation(let operation, let left, let right, let place):
      if operation.isEquality {
        check.checkAbsence(operation, of: left, right, at: place)
        check.checkAbsence(operation, of: right, left, at: place)
        check.check(left, right, at: place)
      } else if operation.isComparison {
        check.checkOrder(operation, left, right, at: place)
      }
    case .passing(let side, let known): check.checkAssignment(of: side, to: known)
    case .memberCall(let member, let receiver, let arguments, let passed, _):
      check.check(member, receiver, arguments, passed)
    default: return
    }
  }

  /// An expression with what it can be, or with what it holds.
  struct Operand {
    let expression: Expression
    let value: InferredValue
    var isElement = false

    init(_ expression: Expression, _ value: InferredValue, isElement: Bool = false) {
      self.expression = expression
      self.value = value
      self.isElement = isElement
    }

    /// What is in it.
    var inside: Operand { Operand(expression, value, isElement: true) }
  }

  private let inference: Inference

  private var context: CompilationContext { inference.context }

  /// Reports a comparison for equality whose sides are never equal.
  private func check(_ left: Operand, _ right: Operand, at place: SourceRange) {
    guard left.value.isKnown, right.value.isKnown else { return }
    checkQuotedSymbol(left, right)
    checkQuotedSymbol(right, left)
    let areElementsKnown =
      checkElements(of: left.expression, against: right)
      && checkElements(of: right.expression, against: left)
    guard areElementsKnown else { return }
    guard let conflict = left.value.conflict(with: right.value) else {
      checkPassing(left, against: right.value)
      checkPassing(right, against: left.value)
      return
    }
    report(conflict, left, right, at: place)
  }

  /// Reports an element that is looked for in a list which never holds it.
  private func check(
    _ member: CoreMemberForms, _ receiver: Operand, _ arguments: [Expression],
    _ passed: [InferredValue]
  ) {
    guard ["contains", "index(of:)"].contains(member.spelling),
      receiver.value.present.kinds == .list, let element = receiver.value.contents?.element,
      let value = passed.first,
      let argument = arguments.first, !value.kinds.contains(.function)
    else { return }
    check(
      Operand(receiver.expression, element, isElement: true), Operand(argument, value),
      at: argument.range
    )
  }

  /// Reports a question whether something is nil that never is.
  ///
  /// What is expected to be nil and is not is red anyway, a function may be asked for as one that was
  /// never set, who asks a map asks which keys it has, and who compares a literal shows what nil is.
  private func checkAbsence(
    _ operation: BinaryOperator, of side: Operand, _ other: Operand, at place: SourceRange
  ) {
    guard case .nilLiteral = other.expression.unparenthesized.kind, side.value.isKnown,
      side.value.kinds.isDisjoint(with: [.nothing, .function]), !side.value.isPassed,
      operation == .notEqual || !inference.isExpected,
      side.expression.unparenthesized.literalValue == nil, !side.expression.isSubscript
    else { return }
    inference.report(.neverNil(place, shown(side), describe(side.value), key: keyInBrackets(side)))
  }

  /// A member of a map as its key in brackets, which is nil where there is none; nil for anything else.
  private func keyInBrackets(_ side: Operand) -> (place: SourceRange, text: String)? {
    guard
      case .member(let base, let name, isOptional: false) = side.expression.unparenthesized.kind,
      case .name(let map) = base.unparenthesized.kind,
      inference.value(of: map).present.kinds == .map
    else { return nil }
    let source = inference.context.scripts[inference.context.current].parsed.source
    return (
      side.expression.range, source.text(in: base.range) + "[\"\(name.text)\"]"
    )
  }

  /// Reports a text that stands for a symbol, compared with what may be a text as well: nothing else
  /// in the scripts is that text.
  private func checkQuotedSymbol(_ side: Operand, _ other: Operand) {
    guard let text = side.expression.literalText, other.value.kinds.contains([.string, .symbol]),
      let domain = other.value.symbols, domain.owner != nil, domain.names.contains(text),
      other.value.texts == nil, context.references.count(of: text) == 1
    else { return }
    inference.report(.quotedSymbol(side.expression.unparenthesized.range, text))
  }

  /// Reports an order between values that have none.
  private func checkOrder(
    _ operation: BinaryOperator, _ left: Operand, _ right: Operand, at place: SourceRange
  ) {
    guard left.value.isKnown, right.value.isKnown, isCertain(left.value, right.value),
      !left.value.isOrdered(with: right.value, above: context.host.symbolAboveDurations)
    else { return }
    inference.report(
      .wrongOperands(place, operation.rawValue, shown(left), shown(right)))
  }

  /// Reports a symbol that what it is assigned or passed to never takes.
  private func checkAssignment(of side: Operand, to known: InferredValue) {
    guard side.value.isKnown, known.isKnown else { return }
    if side.value.kinds == .symbol, !side.value.isPassed, known.kinds.contains(.symbol),
      let domain = known.symbols,
      let names = side.value.symbols, names.names.isDisjoint(with: domain.names)
    {
      return report(names, of: side, against: domain, at: side.expression.range)
    }
    checkPassing(side, against: known)
  }

  // MARK: - Symbols

  /// Reports the symbols of a list literal that stand for elements which the other list never holds.
  ///
  /// - Returns: Whether there are none.
  private func checkElements(of expression: Expression, against other: Operand) -> Bool {
    guard case .list(let elements) = expression.unparenthesized.kind,
      let element = other.value.contents?.element, let domain = element.symbols,
      element.present.kinds == .symbol, isCertain(other.value)
    else { return true }
    var isKnown = true
    for case .symbol(let name) in elements.map(\.unparenthesized.kind)
    where !domain.names.contains(name.text) {
      isKnown = false
      reportSymbol(name, against: domain)
    }
    return isKnown
  }

  /// A symbol of the script's that comes here, and is none of those that it meets, a table's or all that
  /// a variable is ever given: where it is in no table, and much like one of them, that was meant.
  private func checkPassing(_ side: Operand, against other: InferredValue) {
    let pairs = [
      (side.value.symbols, other.symbols),
      (side.value.contents?.element.symbols, other.contents?.element.symbols),
    ]
    for case (let names?, let domain?) in pairs where names.owner == nil {
      guard names.names.count <= 64 else { continue }
      for name in names.names.subtracting(domain.names).sorted() where !inference.isInTable(name) {
        guard let use = inference.ownSymbols.uses[name] else { continue }
        let meant = context.suggestion(for: name) { domain.listed }
        guard meant?.isCertain == true || isStray(use, side.value, names, domain) else { continue }
        inference.keep(unknown(use.name, domain, meant), of: use.script)
      }
    }
  }

  /// Whether a symbol of the script's own occurs once, so that nothing else is ever it, and comes
  /// neither from a parameter, which may have been asked before, nor beside a whole table, whose
  /// absence it is.
  private func isStray(
    _ use: OwnSymbols.Use, _ value: InferredValue, _ names: SymbolDomain, _ domain: SymbolDomain
  ) -> Bool {
    use.count == 1 && !value.isPassed && !names.names.isSuperset(of: domain.names)
  }

  private func reportSymbol(_ name: Name, against domain: SymbolDomain) {
    let meant = context.suggestion(for: name.text) { domain.listed }
    inference.keep(unknown(name, domain, meant), of: context.current)
  }

  private func unknown(
    _ name: Name, _ domain: SymbolDomain, _ meant: Suggestion?
  ) -> CompilerDiagnostic {
    .unknownSymbol(
      name, for: domain.owner, among: domain.listed, suggestion: meant)
  }

  private func report(
    _ names: SymbolDomain, of side: Operand, against domain: SymbolDomain, at place: SourceRange
  ) {
    if case .symbol(let name) = side.expression.unparenthesized.kind {
      return reportSymbol(name, against: domain)
    }
    // One that is in no table is reported where it is.
    if names.owner == nil,
      let own = names.names.sorted().first(where: { !inference.isInTable($0) }),
      let use = inference.ownSymbols.uses[own]
    {
      let meant = context.suggestion(for: own) { domain.listed }
      return inference.keep(unknown(use.name, domain, meant), of: use.script)
    }
    inference.report(.neverAmong(place, names.listed, domain.listed))
  }

  // MARK: - Findings

  private func report(
    _ conflict: InferredValue.Conflict, _ left: Operand, _ right: Operand, at place: SourceRange
  ) {
    switch conflict {
    case .symbols(let first, let second):
      if left.expression.isSymbol && right.expression.isSymbol { return }
      let isFirst = left.expression.isSymbol || first.owner == nil && second.owner != nil
      let isOwn = { (domain: SymbolDomain) in
        domain.owner == nil && !domain.names.contains(where: inference.isInTable)
      }
      guard isCertain(left.value, right.value) || isOwn(isFirst ? first : second) else { return }
      if isFirst {
        report(first, of: left, against: second, at: place)
      } else {
        report(second, of: right, against: first, at: place)
      }
    case .texts(let first, let second):
      guard isCertain(left.value, right.value), first.owner != nil || second.owner != nil else {
        return
      }
      let (names, domain) = first.owner == nil ? (first, second) : (second, first)
      let meant = names.listed.first.flatMap { name in
        context.suggestion(for: name) { domain.listed }
      }
      inference.report(.neverText(place, names.listed, of: domain.owner ?? "", meant))
    case .elements(let inner): report(inner, left.inside, right.inside, at: place)
    case .kinds(let first, let second):
      guard isCertain(left.value, right.value) || isTable(left, right) || isTable(right, left)
      else { return }
      inference.report(
        .neverEqual(
          place, shown(left), describe(first), shown(right), describe(second),
          meant: correction(of: right, like: first) ?? correction(of: left, like: second)))
    }
  }

  /// Whether two values are certain to be followed to all that they can be: another caller may pass
  /// something else, and a function that asks what it was given may be written for that.
  private func isCertain(_ values: InferredValue...) -> Bool {
    inference.isExpected || !values.contains(where: \.isPassed)
  }

  /// Whether one value is a symbol of a table, wherever it comes from, and the other came as an
  /// argument: code that asks what it was given compares it with what it says itself.
  private func isTable(_ side: Operand, _ argument: Operand) -> Bool {
    side.value.symbols?.owner != nil && side.value.present.kinds == .symbol
      && !side.value.isPassed && argument.value.isPassed
  }

  /// What was meant by a literal that is compared with values of another kind.
  private func correction(
    of side: Operand, like other: InferredValue
  ) -> (range: SourceRange, text: String)? {
    let range = side.expression.unparenthesized.range
    if let key = side.value.present.contents?.map?.printedKey, other.present.kinds == .string {
      let source = context.scripts[context.current].parsed.source
      return (side.expression.range, source.text(in: side.expression.range) + "." + key)
    }
    if let text = side.expression.literalText {
      if let domain = other.symbols, other.kinds.contains(.symbol) {
        let name =
          domain.names.contains(text)
          ? text
          : Suggestion.closest(to: text, among: domain.listed).flatMap {
            $0.isCertain ? $0.word : nil
          }
        return name.map { (range, "." + $0) }
      }
      if other.handles == InferredValue.bit(of: context.host.unitKind),
        other.kinds.contains(.handle),
        context.units.contains(where: { $0.declaration.name.text == text })
      {
        return (range, text)
      }
    }
    if case .integer(let number) = side.expression.unparenthesized.kind,
      other.present.kinds == .duration
    {
      return (range, "\(number)s")
    }
    return nil
  }

  private func shown(_ side: Operand) -> String {
    let text = context.scripts[context.current].parsed.source.text(in: side.expression.range)
    let shown = text.utf8.count > 40 || text.contains(where: \.isNewline) ? "this" : "`\(text)`"
    return side.isElement ? "what \(shown) holds" : shown
  }

  /// The kinds of a value, in words.
  private func describe(_ value: InferredValue) -> String {
    var value = value
    value.symbols = nil
    return value.summary(in: context.host)
  }
}

extension Expression {
  fileprivate var isSubscript: Bool {
    if case .subscripted = unparenthesized.kind { true } else { false }
  }
}

extension SymbolDomain {
  /// The names, in the order of their table where one has them.
  var listed: [String] { ordered.isEmpty ? names.sorted() : ordered }
}

// MARK: - What excludes what

extension InferredValue {
  /// Why two values are never equal.
  enum Conflict {
    case kinds(InferredValue, InferredValue)
    indirect case elements(Conflict)
    case symbols(SymbolDomain, SymbolDomain)
    case texts(SymbolDomain, SymbolDomain)
  }

  /// Whether something is known of it, and some value can come about.
  var isKnown: Bool { !isUnknown && !kinds.isEmpty }

  /// Why it is never equal to another value; nil where it may be.
  func conflict(with other: InferredValue) -> Conflict? {
    guard isKnown, other.isKnown else { return nil }
    var both = kinds.intersection(other.kinds)
    if !kinds.isDisjoint(with: .numbers), !other.kinds.isDisjoint(with: .numbers) { return nil }
    guard !both.isEmpty else {
      // A comparison with nil that is always false is not a mistake: its author may not know.
      return kinds == .nothing || other.kinds == .nothing ? nil : .kinds(self, other)
    }
    var conflict: Conflict?
    if both.remove(.symbol) != nil {
      guard let symbols, let others = other.symbols, symbols.names.isDisjoint(with: others.names)
      else { return nil }
      conflict = .symbols(symbols, others)
    }
    if both.remove(.string) != nil {
      guard let texts, let others = other.texts, texts.names.isDisjoint(with: others.names) else {
        return nil
      }
      conflict = conflict ?? .texts(texts, others)
    }
    if both.remove(.handle) != nil {
      guard handles & other.handles == 0 else { return nil }
      conflict = conflict ?? .kinds(self, other)
    }
    if both.remove(.list) != nil {
      guard isFilled || other.isFilled, let contents, let others = other.contents,
        let inner = contents.element.conflict(with: others.element)
      else { return nil }
      conflict = conflict ?? .elements(inner)
    }
    return both.isEmpty ? conflict : nil
  }

  /// Whether two values may have an order: numbers, texts and durations have, and a symbol may be above
  /// every Duration.
  fileprivate func isOrdered(with other: InferredValue, above symbol: String?) -> Bool {
    for kind in [Kinds.numbers, .string, .duration]
    where !kinds.isDisjoint(with: kind) && !other.kinds.isDisjoint(with: kind) {
      return true
    }
    return isAbove(other, symbol) || other.isAbove(self, symbol)
  }

  private func isAbove(_ other: InferredValue, _ symbol: String?) -> Bool {
    guard let symbol, kinds.contains(.symbol), symbols?.names.contains(symbol) ?? true else {
      return false
    }
    return !other.kinds.isDisjoint(with: [.duration, .symbol])
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  /// A comparison of values of kinds that are never equal; `meant` is what to write in place of one.
  static func neverEqual(
    _ range: SourceRange, _ left: String, _ kind: String, _ right: String, _ other: String,
    meant: (range: SourceRange, text: String)?
  ) -> Self {
    let message =
      "\(left) is \(kind) and \(right) \(other), which are never equal"
      + (meant.map { "; did you mean `\($0.text)`?" } ?? "")
    let diagnostic = Self(.neverEqual, range, message)
    return meant.map { diagnostic.fixing($0.range, by: $0.text) } ?? diagnostic
  }

  /// A question whether something is nil that never is.
  ///
  /// A member of a map that may lack the key fails before it is compared; in brackets it is nil then.
  static func neverNil(
    _ range: SourceRange, _ value: String, _ kind: String, key: (place: SourceRange, text: String)?
  ) -> Self {
    guard let key else { return Self(.neverEqual, range, "\(value) is \(kind), and never nil") }
    return Self(
      .neverEqual, range,
      "\(value) is \(kind), and fails where the map has no such key; `\(key.text)` is nil then"
    ).fixing(key.place, by: key.text)
  }

  /// A text where a symbol was meant.
  static func quotedSymbol(_ range: SourceRange, _ text: String) -> Self {
    Self(
      .neverEqual, range,
      "this string occurs nowhere else in the scripts; did you mean `.\(text)`?"
    ).fixing(range, by: "." + text)
  }

  /// A comparison of symbols that have none in common.
  static func neverAmong(_ range: SourceRange, _ names: [String], _ others: [String])
    -> Self
  {
    func list(_ names: [String]) -> String {
      names.prefix(6).map { "`.\($0)`" }.joined(separator: ", ") + (names.count > 6 ? " …" : "")
    }
    return Self(
      .neverEqual, range,
      "these are never equal: one is among \(list(names)), the other among \(list(others))")
  }

  /// A comparison with a text that is none of those that something can be.
  static func neverText(
    _ range: SourceRange, _ names: [String], of owner: String, _ suggestion: Suggestion?
  ) -> Self {
    let text = names.prefix(6).map { "\"\($0)\"" }.joined(separator: ", ")
    return Self(
      .neverEqual, range,
      "`\(owner)` is never \(text)"
        + (suggestion.map { "; the nearest is \"\($0.word)\"" } ?? ""))
  }
}
