// Where control can go: whether code reaches its end, which statements it never reaches, and
// whether a handler that answers with a Bool always gives one. Nothing is emitted here.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

// MARK: - Leaving

/// Where control goes from the statements of the current code.
private struct ControlFlow {
  let context: CompilationContext

  /// Whether control cannot come out of a block's end.
  func leaves(_ block: Block) -> Bool { block.statements.contains { leaves($0) } }

  /// Whether control cannot come out of a statement's end: it jumps away, calls what never
  /// returns, or goes round forever.
  func leaves(_ statement: Statement) -> Bool {
    switch statement.kind {
    case .returned, .breakLoop, .continueLoop: return true
    case .expression(let expression):
      guard case .call(let call) = expression.unparenthesized.kind,
        case .name(let name) = call.callee.kind,
        case .other(.hostFunction(let number)) = context.meaning(of: name)
      else { return false }
      return context.host.functions[number].neverReturns
    case .conditional(let conditional): return leaves(conditional)
    case .choice(let blocks): return blocks.allSatisfy { leaves($0) }
    case .whileLoop(let conditions, let body):
      guard conditions.count == 1, case .expression(let condition) = conditions[0],
        case .boolean(true) = condition.unparenthesized.kind
      else { return false }
      return !body.statements.contains { $0.breaks }
    default: return false
    }
  }

  private func leaves(_ conditional: ConditionalStatement) -> Bool {
    var current = conditional
    while let alternative = current.alternative.first, leaves(current.body) {
      switch alternative {
      case .block(let block): return leaves(block)
      case .conditional(let inner, _): current = inner
      }
    }
    return false
  }

  /// Whether control cannot come out of the `else` of a `guard`; what could not be read may have
  /// been the way out.
  func leavesGuard(_ block: Block) -> Bool {
    if case .missing? = block.statements.last?.kind { return true }
    return leaves(block)
  }
}

extension Statement {
  /// Whether it holds a `break` out of the loop around it.
  fileprivate var breaks: Bool {
    switch kind {
    case .breakLoop: return true
    case .guarded(_, let block): return block.statements.contains { $0.breaks }
    case .conditional(let conditional):
      return conditional.blocks.contains { $0.statements.contains { $0.breaks } }
    case .choice(let blocks): return blocks.contains { $0.statements.contains { $0.breaks } }
    default: return false
    }
  }

  /// The places of the `return`s in it and whether each has a value, those of inner functions left out.
  fileprivate var returns: [(place: SourceRange, hasValue: Bool)] {
    switch kind {
    case .returned(let value): return [(range, value != nil)]
    case .guarded(_, let block), .whileLoop(_, let block):
      return block.statements.flatMap(\.returns)
    case .forLoop(let loop): return loop.body.statements.flatMap(\.returns)
    case .conditional(let conditional):
      return conditional.blocks.flatMap { $0.statements.flatMap(\.returns) }
    case .choice(let blocks): return blocks.flatMap { $0.statements.flatMap(\.returns) }
    default: return []
    }
  }
}

extension ConditionalStatement {
  /// The blocks of the whole chain, in their order.
  var blocks: [Block] {
    var blocks = [body]
    var last = alternative.first
    while let next = last {
      switch next {
      case .block(let block):
        blocks.append(block)
        last = nil
      case .conditional(let inner, _):
        blocks.append(inner.body)
        last = inner.alternative.first
      }
    }
    return blocks
  }
}

// MARK: - Checks

/// Finds code that control never reaches, and a `guard` whose `else` it comes out of.
enum ReachabilityCheck: Check {
  static let finds: [DiagnosticIdentifier] = [.unreachableCode, .notAllowedHere]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    switch subject {
    case .block(let statements): check(statements, walk)
    case .guardBlock(let block):
      if !ControlFlow(context: walk.context).leavesGuard(block) {
        walk.report(.guardFallsThrough(block.range))
      }
    default: return
    }
  }

  /// Reports the first statement of a block that control never reaches.
  private static func check(_ statements: [Statement], _ walk: CheckWalk) {
    let context = walk.context
    let flow = ControlFlow(context: context)
    guard let last = statements.firstIndex(where: { flow.leaves($0) }),
      !context.scripts[context.current].reported.contains(statements[last].range.start),
      let first = statements[(last + 1)...].first(where: \.isRun)
    else { return }
    walk.report(.unreachableCode(first.range, after: statements[last].range))
  }
}

/// Finds handlers that answer with a Bool and end without one somewhere.
enum HandlerAnswerCheck: Check {
  static let finds = [DiagnosticIdentifier.missingReturnValue]

  /// Reports where such a handler ends.
  ///
  /// One that gives it nowhere leaves the answer to what a missing handler says.
  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    guard case .handler(let handler, let known) = subject, known.returnsBool else { return }
    let returns = handler.body.statements.flatMap(\.returns)
    guard returns.contains(where: \.hasValue) else { return }
    for (place, hasValue) in returns where !hasValue {
      walk.report(.emptyReturn(place, from: handler.name))
    }
    if !ControlFlow(context: walk.context).leaves(handler.body) {
      walk.report(.missingReturn(handler.name))
    }
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  static func unreachableCode(_ range: SourceRange, after last: SourceRange) -> Self {
    Self(
      .unreachableCode, range,
      "this code never runs; remove it, or the statement before it that ends the block"
    )
    .noting("nothing after this runs", at: last)
  }

  static func emptyReturn(_ range: SourceRange, from handler: Name) -> Self {
    Self(
      .missingReturnValue, range,
      "`\(handler.text)` returns true or false; write which after `return`"
    )
    .fixing(range.endPoint, by: " true", "write `return true`")
  }

  static func missingReturn(_ handler: Name) -> Self {
    Self(
      .missingReturnValue, handler.range,
      "`\(handler.text)` returns true or false, and this code can end without a value; "
        + "write `return true` where it ends")
  }

  static func guardFallsThrough(_ range: SourceRange) -> Self {
    Self(
      .notAllowedHere, range,
      "the `else` of a `guard` must not reach its end; exit with `return`, `break` or `continue`")
  }
}
