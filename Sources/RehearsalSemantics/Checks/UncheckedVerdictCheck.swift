// Comparisons that a test makes and expects nothing of: it prints them, throws them away, or hands them to
// a function that prints. The test passes whatever comes out.

import RehearsalInterface
import RehearsalSyntax

/// Finds comparisons of what a run brings, in the code of tests, that nothing depends on.
struct UncheckedVerdictCheck: Check {
  static let finds = [DiagnosticIdentifier.uncheckedVerdict]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    let check = UncheckedVerdictCheck(walk: walk)
    switch subject {
    case .statement(let expression): check.check(statement: expression)
    case .conditional(let conditional): check.check(conditional)
    case .kept(let name, let value) where name.text == "_": check.check(discarded: value)
    case .expectation(let expectation):
      if let message = expectation.message { check.check(message: message) }
    default: return
    }
  }

  private let walk: CheckWalk

  private var context: CompilationContext { walk.context }
  private var code: SteadyCode { SteadyCode(context: context) }

  /// Whether the current code belongs to a test: to the outside of a script that has scenarios.
  private var isTest: Bool {
    context.currentUnit == nil && context.base == nil && walk.isTest
  }

  // MARK: - Statements

  private func check(statement: Expression) {
    guard case .call(let call) = statement.unparenthesized.kind, isTest else { return }
    if isOutput(call) {
      if let verdict = verdict(in: call.arguments.map(\.value)) {
        walk.report(.uncheckedVerdict(verdict.range, "printed"))
      }
      return
    }
    guard case .name(let name) = call.callee.unparenthesized.kind,
      case .other(.function(let index)) = context.meaning(of: name),
      isOnlyTold(by: context.functions[index]),
      let argument = call.arguments.first(where: { code.looks($0.value) })
    else { return }
    walk.report(
      .uncheckedVerdict(argument.value.range, "given to `\(name.text)`, which only prints"))
  }

  /// Reports a choice between printing and not printing.
  private func check(_ conditional: ConditionalStatement) {
    guard isTest, conditional.blocks.allSatisfy({ onlyPrints($0.statements) }),
      case .expression(let condition)? = conditional.conditions.first,
      let verdict = verdict(in: [condition])
    else { return }
    walk.report(.uncheckedVerdict(verdict.range, "decides only what is printed"))
  }

  private func check(discarded value: Expression) {
    guard isTest, let verdict = verdict(in: [value]) else { return }
    walk.report(.uncheckedVerdict(verdict.range, "thrown away"))
  }

  /// Reports a condition where an expectation has its message.
  private func check(message: Expression) {
    guard let verdict = verdict(in: [message]) else { return }
    walk.report(.uncheckedVerdict(verdict.range, "part of the message"))
  }

  // MARK: - What code does

  private func isOutput(_ call: Call) -> Bool {
    guard case .name(let name) = call.callee.unparenthesized.kind,
      case .other(.library(let number)) = context.meaning(of: name)
    else { return false }
    return LibraryFunction.all[number].isOutput
  }

  private func onlyPrints(_ statements: [Statement]) -> Bool {
    !statements.isEmpty
      && statements.allSatisfy { statement in
        guard case .expression(let value) = statement.kind,
          case .call(let call) = value.unparenthesized.kind
        else { return false }
        return isOutput(call)
      }
  }

  /// Whether a function of the script decides by its arguments what it prints, and does no more.
  private func isOnlyTold(by function: DeclaredFunction) -> Bool {
    let declaration = function.declaration
    guard function.unit == nil, !context.isPrelude(function.script),
      !declaration.parameters.isEmpty
    else { return false }
    var decides = false
    for statement in declaration.body.statements {
      switch statement.kind {
      case .conditional(let conditional):
        guard conditional.blocks.allSatisfy({ isNothingMore($0.statements) }) else { return false }
        decides =
          decides || conditional.blocks.contains { onlyPrints($0.statements.withoutReturns) }
      case .guarded(_, let block):
        guard isNothingMore(block.statements) else { return false }
        decides = true
      case .expression(let value):
        guard case .call(let call) = value.unparenthesized.kind, isOutput(call) else {
          return false
        }
        decides = decides || call.arguments.contains { chooses($0.value) }
      case .returned(nil): break
      default: return false
      }
    }
    return decides
  }

  /// Whether what is printed depends on a comparison.
  private func chooses(_ value: Expression) -> Bool {
    switch value.unparenthesized.kind {
    case .conditional: true
    case .string(let literal):
      literal.segments.contains {
        if case .interpolation(let part) = $0 { chooses(part) } else { false }
      }
    default: verdict(among: [value]) != nil
    }
  }

  private func isNothingMore(_ statements: [Statement]) -> Bool {
    let rest = statements.withoutReturns
    return rest.isEmpty || onlyPrints(rest)
  }

  // MARK: - Verdicts

  /// The first comparison in some expressions that reads what a run changes.
  private func verdict(in expressions: [Expression]) -> Expression? {
    verdict(among: expressions).flatMap { isAboutRun($0) ? $0 : nil }
  }

  /// Whether a comparison is about more than variables of the test's own.
  private func isAboutRun(_ verdict: Expression) -> Bool {
    switch verdict.unparenthesized.kind {
    case .prefix(.not, let inner): return isAboutRun(inner)
    case .binary(_, _, let left, let right): return isAboutRun(left) || isAboutRun(right)
    case .name(let name):
      guard case .local(let position) = context.meaning(of: name) else {
        return code.looks(verdict)
      }
      return context.locals[position].value.map { code.looks($0, following: 2) } ?? false
    default: return code.looks(verdict)
    }
  }

  private func verdict(among expressions: [Expression]) -> Expression? {
    for expression in expressions {
      switch expression.unparenthesized.kind {
      case .binary(let operation, _, _, _)
      where operation.mirrored != nil || operation == .and || operation == .or:
        return expression
      case .prefix(.not, _): return expression
      case .conditional(let condition, _, _):
        if let found = verdict(among: [condition]) { return found }
      case .string(let literal):
        let parts = literal.segments.compactMap { segment in
          if case .interpolation(let part) = segment { part } else { nil }
        }
        if let found = verdict(among: parts) { return found }
      default: break
      }
    }
    return nil
  }
}

extension [Statement] {
  /// The statements without those that only return.
  fileprivate var withoutReturns: [Statement] {
    filter { if case .returned(nil) = $0.kind { false } else { true } }
  }
}
