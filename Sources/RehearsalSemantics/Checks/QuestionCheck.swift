// Questions about what happens in a block, such as `refused { … }`: a block in which nothing happens, a
// block that the condition around it may pass over, several verbs of which one is enough, and a list of
// conditions of which one is enough.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

/// Checks expectations for questions that are answered well whatever the app does.
struct QuestionCheck: Check {
  static let finds: [DiagnosticIdentifier] = [
    .emptyQuestion, .skippedQuestion, .oneOfSeveral, .comparedWithItself,
  ]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    let check = QuestionCheck(walk: walk)
    switch subject {
    case .call(let arranged, let callee): check.checkBlocks(of: arranged, callee)
    case .expectation(let expectation):
      check.check(expectation.condition, isWanted: true, mayBeSkipped: false)
    case .kept(_, let value): check.checkRefusals(in: value)
    default: return
    }
  }

  private let walk: CheckWalk

  private var context: CompilationContext { walk.context }
  private var code: SteadyCode { SteadyCode(context: context, followsFunctions: true) }

  // MARK: - Blocks

  /// Reports a block of a question in which nothing can happen.
  private func checkBlocks(of arranged: ArrangedArguments, _ callee: Callee) {
    guard let question = question(named: callee.name) else { return }
    for (index, parameter) in question.parameters.enumerated()
    where parameter.ignoresResult && arranged.passed.indices.contains(index) {
      guard case .closure(let closure)? = arranged.passed[index]?.value.unparenthesized.kind,
        closure.body.allSatisfy({ isIdle($0) })
      else { continue }
      walk.report(.emptyQuestion(closure.range, of: callee.name))
    }
  }

  /// Whether a statement does nothing to the device: it looks, or it prints.
  private func isIdle(_ statement: Statement) -> Bool {
    if case .expression(let value) = statement.kind,
      case .call(let call) = value.unparenthesized.kind,
      case .name(let name) = call.callee.unparenthesized.kind,
      case .other(.library(let number)) = context.meaning(of: name),
      LibraryFunction.all[number].isOutput
    {
      return call.arguments.allSatisfy { code.isSteady($0.value) }
    }
    return code.isSteady([statement], depth: 0)
  }

  /// The function of the host that asks what happens in a block; nil for any other name.
  private func question(named name: String) -> HostFunction? {
    context.host.preludeFunctions.first {
      $0.name == name && $0.answer != .free && $0.parameters.contains(where: \.ignoresResult)
    }
  }

  // MARK: - Conditions

  /// Goes through a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition, or a part of it.
  ///   - isWanted: Whether the condition has to be true for the expectation to hold, and not false.
  ///   - mayBeSkipped: Whether the expectation may hold without evaluating it.
  private func check(_ condition: Expression, isWanted: Bool, mayBeSkipped: Bool) {
    switch condition.unparenthesized.kind {
    case .prefix(.not, let inner):
      check(inner, isWanted: !isWanted, mayBeSkipped: mayBeSkipped)
    case .binary(let operation, _, let left, let right) where operation == .and || operation == .or:
      check(left, isWanted: isWanted, mayBeSkipped: mayBeSkipped)
      // What decides the whole early decides it well where that is what is wanted.
      let endsWell = (operation == .or) == isWanted
      check(right, isWanted: isWanted, mayBeSkipped: mayBeSkipped || endsWell)
    case .binary(let operation, _, let left, let right) where operation.mirrored != nil:
      checkItself(operation, left, right, at: condition.range)
      for side in [left, right] { checkSkipped(side, mayBeSkipped) }
      if operation == .equal, right.constantValue == .boolean(true) {
        checkCall(left.unparenthesized, isWanted: isWanted)
      }
    default:
      checkSkipped(condition, mayBeSkipped)
      checkCall(condition.unparenthesized, isWanted: isWanted)
    }
  }

  /// Reports a question with a block that the expectation may do without.
  private func checkSkipped(_ part: Expression, _ mayBeSkipped: Bool) {
    guard mayBeSkipped, let name = questionAsked(in: part) else { return }
    walk.report(.skippedQuestion(part.range, of: name))
  }

  /// The first question with a block that an expression asks.
  private func questionAsked(in part: Expression) -> String? {
    switch part.unparenthesized.kind {
    case .call(let call):
      if case .name(let name) = call.callee.unparenthesized.kind, question(named: name.text) != nil,
        case .other(.function(let index)) = context.meaning(of: name),
        context.isPrelude(context.functions[index].script)
      {
        return name.text
      }
      return questionAsked(in: call.callee)
        ?? call.arguments.lazy.compactMap { questionAsked(in: $0.value) }.first
    case .member(let base, _, _), .prefix(_, let base), .optionalChain(let base):
      return questionAsked(in: base)
    case .subscripted(let left, let right), .binary(_, _, let left, let right):
      return questionAsked(in: left) ?? questionAsked(in: right)
    default: return nil
    }
  }

  private func checkCall(_ part: Expression, isWanted: Bool) {
    guard isWanted, case .call(let call) = part.kind else { return }
    if case .member(let base, let name, _) = call.callee.unparenthesized.kind,
      CoreMemberForms.named(name.text, in: call)?.spelling == "contains",
      call.arguments.first?.value.constantValue == .boolean(true),
      FormulaReader(walk.inference, readsConstants: false).checks(in: base) != nil
    {
      walk.report(.oneOfSeveral(part.range, ofConditions: true))
    }
    checkRefusals(in: part)
  }

  /// Reports a question whether something is refused about several verbs.
  private func checkRefusals(in part: Expression) {
    guard case .call(let call) = part.unparenthesized.kind,
      case .name(let name) = call.callee.unparenthesized.kind,
      let function = question(named: name.text), function.asksForRefusals,
      let block = call.trailingClosure
    else { return }
    let verbs = block.body.filter { statement in
      guard case .expression(let value) = statement.kind else { return false }
      return !code.isSteady(value)
    }
    if verbs.count > 2 { walk.report(.oneOfSeveral(call.callee.range, ofConditions: false)) }
  }

  // MARK: - The same twice

  /// Reports what is compared with itself, where it calls functions of the script that only look.
  private func checkItself(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression, at place: SourceRange
  ) {
    guard operation.outcomeForEqualSides == true else { return }
    let source = context.scripts[context.current].parsed.source
    guard left.range.count == right.range.count,
      source.text(in: left.range) == source.text(in: right.range),
      !SteadyCode(context: context).isSteady(left), code.isSteady(left)
    else { return }
    walk.report(.comparedWithItself(place))
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  /// What is compared with the same, which calls functions that only look.
  static func comparedWithItself(_ range: SourceRange) -> Self {
    Self(
      .comparedWithItself, range,
      "both sides are the same and change nothing, so they are always equal; compare with what is expected"
    )
  }

  /// A question with a block, of the name `text`, that an expectation may hold without.
  static func skippedQuestion(_ range: SourceRange, of text: String) -> Self {
    Self(
      .skippedQuestion, range,
      "if the condition before it decides, the block of `\(text)` never runs and the expectation holds; "
        + "expect the two one after the other")
  }

  /// A block of a question, of the name `text`, in which nothing happens.
  static func emptyQuestion(_ range: SourceRange, of text: String) -> Self {
    Self(
      .emptyQuestion, range,
      "nothing happens in this block, so `\(text)` has nothing to report; write in it what the user or "
        + "the system does")
  }

  /// A question that one of several answers, of conditions in a list or of verbs in a block.
  static func oneOfSeveral(_ range: SourceRange, ofConditions: Bool) -> Self {
    Self(
      .oneOfSeveral, range,
      ofConditions
        ? "one of these conditions is enough; for all of them, expect each, or `allSatisfy { $0 }`"
        : "one refused verb in the block is enough; expect each verb on its own")
  }
}
