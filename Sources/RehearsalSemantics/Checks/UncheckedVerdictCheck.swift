// Comparisons that a test makes and expects nothing of: it prints them, throws them away, or hands them to
// a function that prints. The test passes whatever comes out.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// Finds comparisons of what a run brings, in the code of tests, that nothing depends on.
struct UncheckedVerdictCheck: Check {
  static let finds = [DiagnosticIdentifier.uncheckedVerdict]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    let check = UncheckedVerdictCheck(walk: walk)
    switch subject {
    case .statement(let expression): check.check(statement: expression)
    case .conditional(let conditional): check.check(conditional)
    case .loop(let loop, _):
      check.check(
        listed: loop.sequence, isOnlyPrinted: check.output.isAll(of: loop.body.statements))
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
    guard isTest else { return }
    if case .conditional(let condition, let first, let second) = statement.unparenthesized.kind,
      isOutput(first), isOutput(second), let verdict = verdict(in: [condition])
    {
      walk.report(.uncheckedVerdict(verdict.range, "decides only what is printed"))
    }
    guard case .call(let call) = statement.unparenthesized.kind else { return }
    if output.isOutput(call) {
      if let verdict = verdict(in: call.arguments.map(\.value)) {
        walk.report(.uncheckedVerdict(verdict.range, "is printed"))
      }
      return
    }
    switch call.callee.unparenthesized.kind {
    case .name(let name): check(call, of: name)
    case .member(let base, _, _):
      guard let closure = call.trailingClosure else { return }
      check(listed: base, isOnlyPrinted: output.isAll(of: closure.body))
    default: return
    }
  }

  /// Reports a comparison that is given to a function of the script which only prints, or does nothing.
  private func check(_ call: Call, of name: Name) {
    guard case .other(.function(let index)) = context.meaning(of: name) else { return }
    let function = context.functions[index]
    let arguments = call.arguments.map(\.value)
    if context.within(script: function.script, { isOnlyTold(by: function) }),
      let argument = arguments.first(where: { code.looks($0) })
    {
      walk.report(
        .uncheckedVerdict(argument.range, "is given to `\(name.text)`, which only prints"))
    } else if function.unit == nil, function.declaration.body.statements.isEmpty,
      let verdict = verdict(in: arguments)
    {
      walk.report(
        .uncheckedVerdict(verdict.range, "is given to `\(name.text)`, which does nothing"))
    }
  }

  /// Reports a comparison in a list that is gone through.
  private func check(listed list: Expression, isOnlyPrinted: Bool) {
    guard isOnlyPrinted, isTest, let verdict = verdict(in: [list]) else { return }
    walk.report(.uncheckedVerdict(verdict.range, "is printed"))
  }

  /// Reports a choice between printing and not printing.
  private func check(_ conditional: ConditionalStatement) {
    guard isTest, output.isAll(of: conditional),
      case .expression(let condition)? = conditional.conditions.first,
      let verdict = verdict(in: [condition])
    else { return }
    walk.report(.uncheckedVerdict(verdict.range, "decides only what is printed"))
  }

  private func check(discarded value: Expression) {
    guard isTest else { return }
    var parts = [value]
    if case .call(let call) = value.unparenthesized.kind,
      SteadyCode(context: context, followsFunctions: true).isSteady(value)
    {
      parts += call.arguments.map(\.value)
    }
    guard let verdict = verdict(in: parts) else { return }
    walk.report(.uncheckedVerdict(verdict.range, "is thrown away"))
  }

  /// Reports a condition where an expectation has its message.
  private func check(message: Expression) {
    guard let verdict = verdict(in: [message]) else { return }
    walk.report(.uncheckedVerdict(verdict.range, "is part of the message"))
  }

  // MARK: - What code does

  /// What of the code writes output and does nothing else.
  private var output: OutputCode { OutputCode(context: context) }

  private func isOutput(_ value: Expression) -> Bool {
    if case .call(let call) = value.unparenthesized.kind {
      output.isOutput(call, depth: 0)
    } else {
      false
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
          decides || conditional.blocks.contains { output.isAll(of: $0.statements.withoutReturns) }
      case .guarded(_, let block):
        guard isNothingMore(block.statements) else { return false }
        decides = true
      case .expression(let value):
        guard case .call(let call) = value.unparenthesized.kind,
          output.isOutput(call)
        else { return false }
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
    return rest.isEmpty || output.isAll(of: rest)
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
    case .list(let elements): return elements.contains { isAboutRun($0) }
    case .name(let name):
      guard case .local(let position) = context.meaning(of: name) else {
        return code.looks(verdict)
      }
      return context.locals[position].value.map { code.looks($0, following: 2) } ?? false
    default: return code.looks(verdict)
    }
  }

  /// Whether a call makes a text of a value.
  private func isPlainText(of call: Call) -> Bool {
    guard case .name(let name) = call.callee.unparenthesized.kind,
      case .other(.library(let number)) = context.meaning(of: name)
    else { return false }
    return LibraryFunction.all[number].result == .printed
  }

  private func verdict(among expressions: [Expression]) -> Expression? {
    for expression in expressions {
      switch expression.unparenthesized.kind {
      case .binary(let operation, _, _, _)
      where operation.mirrored != nil || operation == .and || operation == .or:
        return expression
      case .prefix(.not, _): return expression
      case .binary(.add, _, let left, let right):
        if let found = verdict(among: [left, right]) { return found }
      case .call(let call) where isPlainText(of: call):
        if let found = verdict(among: call.arguments.map(\.value)) { return found }
      case .list(let elements):
        if let found = verdict(among: elements) { return found }
      case .map(let entries):
        if let found = verdict(among: entries.map(\.value)) { return found }
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

// MARK: - Its words

extension CompilerDiagnostic {
  /// A comparison on which nothing depends; `fate` is the predicate that
  /// says what becomes of it.
  static func uncheckedVerdict(_ range: SourceRange, _ fate: String) -> Self {
    Self(
      .uncheckedVerdict, range,
      "this comparison \(fate), and the test passes whatever comes out; write `expect` before it"
    )
  }
}
