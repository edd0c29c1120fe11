// Choices that the world makes: `choose { } or { }` asks the host which of its blocks is done, and
// `choose 2` tells the host how the next one is to come out.

import RehearsalSyntax

extension CodeGenerator {
  /// Emits a choice between blocks.
  func compile(choice blocks: [Block], at range: SourceRange) {
    let place = range.keyword(Keyword.choose.rawValue)
    guard let decide = context.host.choiceFunctions?.decide else {
      return context.report(.noChoices(place))
    }
    let outcome = builder.allocate()
    emitHostCall(of: decide, into: outcome, at: place) {
      builder.emit(.loadInteger, a: $0, bc: blocks.count, at: place)
    }
    let end = builder.newLabel()
    for (number, block) in blocks.enumerated() {
      let next = builder.newLabel()
      if number < blocks.count - 1 {
        builder.emitJump(
          .jumpIfNotEqualImmediate, a: outcome, b: number, to: next, at: block.range)
      }
      compile(block.statements)
      if number < blocks.count - 1, !builder.isUnreachable {
        builder.emitJump(.jump, to: end, at: block.range.endPoint)
      }
      builder.bind(next)
    }
    builder.bind(end)
  }

  /// Emits how the next choice is to come out.
  func compile(steering value: Expression, at range: SourceRange) {
    let place = range.keyword(Keyword.choose.rawValue)
    guard let steer = context.host.choiceFunctions?.steer else {
      return context.report(.noChoices(place))
    }
    use(.function(Keyword.choose.rawValue), of: .outside, at: place)
    emitHostCall(of: steer, into: builder.allocate(), at: range) {
      compile(value, into: $0)
    }
  }

  /// Emits a call of a function of the host that takes one argument.
  private func emitHostCall(
    of name: String, into target: Int, at place: SourceRange, _ argument: (Int) -> Void
  ) {
    guard let number = context.host.functions.firstIndex(where: { $0.name == name }) else { return }
    callAtTop(into: target, at: place) { base in
      argument(builder.allocate())
      builder.emit(.callHost, a: base, b: number, c: 1, at: place)
    }
  }
}

extension Expression {
  /// The place of the variable of which an index reads one element; nil for anything else.
  func elementwiseName(at index: Expression) -> SourceRange? {
    guard case .name(let name) = unparenthesized.kind else { return nil }
    if case .range = index.unparenthesized.kind { return nil }
    return name.range
  }
}
