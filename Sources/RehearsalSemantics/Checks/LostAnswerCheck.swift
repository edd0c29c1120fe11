// Calls whose answers are lost: a question whose answer is discarded checks nothing, so that what
// was meant to be tested passes whatever happens. What a call is for is in its row: that of the
// host's function, of the library's, of the member; for the script's own function, in its
// body.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// Checks statements that are calls for what happens to their answers.
struct LostAnswerCheck: Check {
  static let finds: [DiagnosticIdentifier] = [.lostValue, .unusedResult]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    let check = LostAnswerCheck(walk: walk)
    switch subject {
    case .statement(let expression):
      // A call that is wrong is not lost as well.
      if !walk.context.hasFinding(within: expression.range) { check.run(on: expression) }
      if walk.isTest { check.note(whatIsCollectedBy: expression) }
    case .bodyWithoutTaker(let body): check.run(onBody: body)
    case .conditional(let conditional):
      check.run(on: conditional)
      if walk.isTest { check.note(whatFollowsOn: conditional) }
    case .call(let arranged, let callee): check.run(onClosuresOf: arranged, of: callee)
    case .kept(let name, let value): check.note(name, keeping: value)
    case .assignment(let assignment): if walk.isTest { check.note(whatIsCollectedBy: assignment) }
    case .end: for kept in walk.inference.unreadAnswers { report(kept, walk) }
    default: return
    }
  }

  /// Reports an answer that a local keeps which nobody reads.
  private static func report(_ kept: Inference.KeptAnswer, _ walk: CheckWalk) {
    walk.inference.keep(.unreadAnswer(kept.range, in: kept.name), of: kept.script)
  }

  let walk: CheckWalk

  private var context: CompilationContext { walk.context }

  /// How far functions are followed that only call one another.
  private static let depth = 8

  /// Reports a statement whose value is all that it is for.
  private func run(on statement: Expression) {
    guard let call = statement.plainCall else { return }
    let name = call.callee.unparenthesized.calledName
    switch answer(of: call, depth: 0) {
    case .verdict:
      context.report(
        .lostAnswer(
          statement.range, of: name?.text ?? "this", isVerdict: true,
          edits(expecting: call, at: statement.range)))
    case .value:
      context.report(
        .lostAnswer(statement.range, of: name?.text ?? "this", isVerdict: false, []))
    case .free:
      if let name, isPure(call) { context.report(.unusedResult(statement.range, of: name.text)) }
    }
  }

  /// Reports a body that is one comparison, where nobody takes what the body gives.
  private func run(onBody body: [Statement]) {
    guard let value = body.onlyExpression else { return }
    if case .boolean = value.unparenthesized.kind { return }
    if isVerdict(value, depth: 0) { context.report(.lostComparison(value.range)) }
  }

  /// Warns of a choice between doing nothing and doing nothing.
  private func run(on conditional: ConditionalStatement) {
    guard !context.scripts[context.current].parsed.hasErrors,
      conditional.blocks.allSatisfy(\.statements.isEmpty),
      case .expression(let condition)? = conditional.conditions.first,
      isVerdict(condition, depth: 0)
    else { return }
    context.report(.emptyConditional(condition.range))
  }

  /// Reports closures that only compare among the arguments of a call that takes no answer of them.
  private func run(onClosuresOf arranged: ArrangedArguments, of callee: Callee) {
    for (index, parameter) in callee.parameters.enumerated() where parameter.ignoresResult {
      guard case .closure(let closure)? = arranged.passed[index]?.value.unparenthesized.kind else {
        continue
      }
      run(onBody: closure.body)
    }
  }

  /// Notes a local that an answer is kept in, which is lost where nobody reads it.
  private func note(_ name: Name, keeping value: Expression) {
    guard asks(value) else { return }
    let code = SteadyCode(context: context)
    walk.inference.keptAnswers.append(
      Inference.KeptAnswer(
        script: context.current, start: name.range.start, range: value.range, name: name.text,
        isComparison: value.tellsVerdict && code.looks(value)))
  }

  /// Notes the variables of a test that keep how a comparison comes out, such as a count of failures.
  private func note(whatFollowsOn conditional: ConditionalStatement) {
    let code = SteadyCode(context: context)
    guard context.currentUnit == nil, context.base == nil,
      case .expression(let condition)? = conditional.conditions.first, condition.comparesOrNegates,
      code.looks(condition)
    else { return }
    for statement in conditional.blocks.flatMap(\.statements) {
      if let name = statement.changedName { note(comparisonKeptIn: name) }
    }
  }

  /// Notes the variable of a test that collects how a comparison comes out.
  private func note(whatIsCollectedBy statement: Expression) {
    guard context.currentUnit == nil, context.base == nil,
      case .call(let call) = statement.unparenthesized.kind, let name = call.changedName
    else { return }
    let code = SteadyCode(context: context)
    guard
      call.arguments.contains(where: { $0.value.comparesOrNegates && code.looks($0.value) })
    else { return }
    note(comparisonKeptIn: name)
  }

  /// Notes the variable of a test under whose keys is kept how a comparison comes out.
  private func note(whatIsCollectedBy assignment: Assignment) {
    guard context.currentUnit == nil, context.base == nil,
      case .subscripted(let base, _) = assignment.target.unparenthesized.kind,
      case .name(let name) = base.unparenthesized.kind, assignment.value.comparesOrNegates,
      SteadyCode(context: context).looks(assignment.value)
    else { return }
    note(comparisonKeptIn: name)
  }

  private func note(comparisonKeptIn name: Name) {
    guard let start = start(ofVariable: name) else { return }
    walk.inference.keptAnswers.append(
      Inference.KeptAnswer(
        script: context.current, start: start, range: name.range, name: name.text,
        isComparison: true))
  }

  /// Where the name of a local, or of a variable of this file, is declared.
  private func start(ofVariable name: Name) -> Int32? {
    switch context.meaning(of: name) {
    case .local(let position): return context.locals[position].name.range.start
    case .other(.global(let index)):
      let global = context.globals[index]
      let isOfFile = global.unit == nil && global.exploration == nil
      return isOfFile && global.script == context.current ? global.name.range.start : nil
    default: return nil
    }
  }

  private func asks(_ value: Expression) -> Bool {
    if case .boolean = value.unparenthesized.kind { return false }
    if isVerdict(value, depth: 0) || isLook(value) || value.tellsVerdict { return true }
    if case .closure(let closure) = value.unparenthesized.kind {
      return context.currentUnit == nil && isQuestion(closure.body, depth: 1)
    }
    guard case .call(let call) = value.unparenthesized.kind else { return false }
    return answer(of: call, depth: 0) == .value
  }

  /// Whether an expression reads something of the host's, and does no more.
  private func isLook(_ value: Expression) -> Bool {
    switch value.unparenthesized.kind {
    case .optionalChain(let inner): isLook(inner)
    case .member(let base, _, _): context.knownHandle(base) != nil || isLook(base)
    case .subscripted(let base, let index): isLook(base) && looksOnly(index)
    default: false
    }
  }

  /// What `expect` before a call changes: a command gets its parentheses.
  private func edits(expecting call: Call, at range: SourceRange) -> [Diagnostic.FixIt.Edit] {
    let start = Int(range.start)
    var edits = [Diagnostic.FixIt.Edit(SourceRange(start, start), "expect ")]
    if call.isCommand, let first = call.arguments.first, let last = call.arguments.last {
      let begin = first.label?.range.start ?? first.value.range.start
      edits.append(.init(SourceRange(Int(call.callee.range.end), Int(begin)), "("))
      edits.append(.init(last.value.range.endPoint, ")"))
    }
    return edits
  }

  // MARK: - What calls are for

  private func answer(of call: Call, depth: Int) -> HostFunction.Answer {
    switch call.callee.unparenthesized.kind {
    case .name(let name): answer(of: name, in: call, depth: depth)
    case .member(let base, let name, _): answer(ofMember: name, of: base, in: call)
    default: .free
    }
  }

  private func answer(of name: Name, in call: Call, depth: Int) -> HostFunction.Answer {
    switch context.meaning(of: name) {
    case .local(let position):
      let local = context.locals[position]
      if case .function(let declaration) = local.kind {
        return isQuestion(declaration.body.statements, depth: depth + 1) ? .verdict() : .free
      }
      guard case .constant = local.kind,
        case .closure(let closure)? = local.value?.unparenthesized.kind
      else { return .free }
      return isQuestion(closure.body, depth: depth + 1) ? .verdict() : .free
    case .other(.hostFunction(let number)): return context.host.functions[number].answer(to: call)
    case .other(.global(let index)):
      let global = context.globals[index]
      guard !global.isMutable, case .closure(let closure) = global.value.unparenthesized.kind else {
        return .free
      }
      return context.within(script: global.script) {
        isQuestion(closure.body, depth: depth + 1) ? .verdict() : .free
      }
    case .other(.function(let index)):
      let function = context.functions[index]
      guard context.isPrelude(function.script) else {
        return context.within(script: function.script) {
          let body = function.declaration.body.statements
          return isQuestion(body, depth: depth + 1) ? .verdict() : .free
        }
      }
      return context.host.preludeFunctions.first { $0.name == name.text }?.answer(to: call) ?? .free
    default: return .free
    }
  }

  private func answer(
    ofMember name: Name, of base: Expression, in call: Call
  ) -> HostFunction.Answer {
    if context.knownHandle(base) != nil {
      guard let member = context.member(name, of: base), member.parameters != nil,
        member.isReadOnly, member.result == .boolean
      else { return .free }
      return .verdict()
    }
    guard let member = CoreMemberForms.named(name.text, in: call), !member.isMutating,
      member.forms.allSatisfy({ $0.result == .boolean })
    else { return .free }
    return .verdict()
  }

  /// Whether a call of the language's own changes nothing.
  private func isPure(_ call: Call) -> Bool {
    switch call.callee.unparenthesized.kind {
    case .name(let name):
      guard case .other(.library(let number)) = context.meaning(of: name) else { return false }
      return LibraryFunction.all[number].isPure
    case .member(let base, let name, _):
      guard context.knownHandle(base) == nil,
        let member = CoreMemberForms.named(name.text, in: call), !member.isMutating
      else { return false }
      // What it calls may do more.
      guard let closure = call.trailingClosure else {
        return !member.callsBack(call.arguments.count)
      }
      return closure.body.onlyExpression.map(looksOnly) ?? false
    default: return false
    }
  }

  // MARK: - What functions are for

  /// Whether code only looks, and every way out of it says whether something holds.
  private func isQuestion(_ body: [Statement], depth: Int) -> Bool {
    if let value = body.onlyExpression {
      if case .boolean = value.unparenthesized.kind { return false }
      return isVerdict(value, depth: depth)
    }
    var answers = false
    return asks(body, depth: depth, &answers) && answers
  }

  /// Whether statements do nothing but find an answer; notes where one is given.
  private func asks(_ statements: [Statement], depth: Int, _ answers: inout Bool) -> Bool {
    var verdicts: Set<String> = []
    for statement in statements {
      switch statement.kind {
      case .variable(let variable):
        if isVerdict(variable.value, depth: depth) { verdicts.insert(variable.name.text) }
      case .returned(let value?):
        var isKept = false
        if case .name(let name) = value.unparenthesized.kind {
          isKept = verdicts.contains(name.text)
        }
        guard isKept || isVerdict(value, depth: depth) else { return false }
        answers = true
      case .guarded(_, let block), .whileLoop(_, let block):
        guard asks(block.statements, depth: depth, &answers) else { return false }
      case .forLoop(let loop):
        guard asks(loop.body.statements, depth: depth, &answers) else { return false }
      case .conditional(let conditional):
        for block in conditional.blocks {
          guard asks(block.statements, depth: depth, &answers) else { return false }
        }
      default: return false
      }
    }
    return true
  }

  /// Whether an expression compares, or calls what does.
  private func isVerdict(_ value: Expression, depth: Int) -> Bool {
    guard depth < Self.depth else { return false }
    switch value.unparenthesized.kind {
    case .boolean: return true
    case .prefix(.not, _): return true
    case .binary(let sign, _, _, _): return sign.isVerdict
    case .call(let call):
      if case .verdict = answer(of: call, depth: depth) { return true }
      return false
    default: return false
    }
  }

  /// Whether an expression reads and computes, and calls nothing that may do more.
  private func looksOnly(_ value: Expression) -> Bool {
    switch value.unparenthesized.kind {
    case .nilLiteral, .boolean, .integer, .double, .duration, .symbol, .name, .shorthandParameter:
      true
    case .string(let literal): literal.plainText != nil
    case .member(let base, _, _), .prefix(_, let base), .optionalChain(let base): looksOnly(base)
    case .subscripted(let base, let index): looksOnly(base) && looksOnly(index)
    case .binary(_, _, let left, let right): looksOnly(left) && looksOnly(right)
    case .call(let call):
      isPure(call) && call.arguments.allSatisfy { looksOnly($0.value) }
    default: false
    }
  }
}

extension Statement {
  /// The variable that it gives a value, or adds something to.
  fileprivate var changedName: Name? {
    switch kind {
    case .assignment(let assignment):
      if case .name(let name) = assignment.target.unparenthesized.kind { name } else { nil }
    case .expression(let value):
      if case .call(let call) = value.unparenthesized.kind { call.changedName } else { nil }
    default: nil
    }
  }
}

extension Call {
  /// The name of the collection that a call of its member changes, such as `append`.
  var changedName: Name? {
    guard case .member(let base, let member, _) = callee.unparenthesized.kind,
      case .name(let name) = base.unparenthesized.kind,
      CoreMemberForms.named(member.text, in: self)?.isMutating == true
    else { return nil }
    return name
  }
}

extension Expression {
  /// Whether it is a comparison, or put together of some.
  fileprivate var comparesOrNegates: Bool {
    switch unparenthesized.kind {
    case .binary(let sign, _, _, _): sign.isVerdict
    case .prefix(.not, _): true
    default: false
    }
  }

  /// Whether it says how a comparison comes out: it is one, a word for each outcome, or a text with one.
  fileprivate var tellsVerdict: Bool {
    switch unparenthesized.kind {
    case .conditional(let condition, let first, let second):
      condition.comparesOrNegates && first.literalText != nil && second.literalText != nil
    case .string(let literal):
      literal.segments.contains {
        if case .interpolation(let part) = $0 { part.tellsVerdict } else { false }
      }
    case .list(let elements): elements.contains(where: \.tellsVerdict)
    case .map(let entries): entries.contains { $0.value.tellsVerdict }
    default: comparesOrNegates
    }
  }

  /// The call that the expression is, whatever is around it.
  fileprivate var plainCall: Call? {
    var expression = unparenthesized
    while case .optionalChain(let inner) = expression.kind { expression = inner.unparenthesized }
    guard case .call(let call) = expression.kind else { return nil }
    return call
  }

  /// The name after the last dot, or the name alone.
  fileprivate var calledName: Name? {
    switch kind {
    case .name(let name), .member(_, let name, _): name
    default: nil
    }
  }
}

extension BinaryOperator {
  /// Whether the operator says whether something holds.
  fileprivate var isVerdict: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or: true
    case .add, .subtract, .multiply, .divide, .remainder, .coalesce: false
    }
  }
}

extension HostFunction {
  /// What a call of the function is for.
  fileprivate func answer(to call: Call) -> Answer {
    guard case .verdict(let parameter?) = answer else { return answer }
    guard let position = parameters.firstIndex(where: { $0.name == parameter }) else {
      return .free
    }
    let isPassed =
      call.arguments.contains { $0.label?.text == parameter }
      || !parameters[position].isNamed && call.arguments.filter { $0.label == nil }.count > position
    return isPassed ? .verdict() : .free
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  static func unusedResult(_ range: SourceRange, of name: String) -> Self {
    Self(
      .unusedResult, range,
      "`\(name)` changes nothing, and its result is not used; store it with `let`, or remove the "
        + "call")
  }

  /// A call that was made for its answer, which is lost; `text` is what was called, as in `refused`.
  static func lostAnswer(
    _ range: SourceRange, of text: String, isVerdict: Bool, _ edits: [Diagnostic.FixIt.Edit]
  ) -> Self {
    guard isVerdict else {
      return Self(
        .lostValue, range,
        "the result of `\(text)` is not used, and the call has no other purpose; compare it in an "
          + "`expect`, print it, or store it with `let`")
    }
    var diagnostic = Self(
      .lostValue, range,
      "the result of `\(text)` is a Bool that is not used; write `expect` before it")
    diagnostic.fixIts.append(Diagnostic.FixIt("write `expect`", edits))
    return diagnostic
  }

  /// A comparison that is all that a body does whose value is dropped.
  static func lostComparison(_ range: SourceRange) -> Self {
    Self(
      .lostValue, range,
      "the result of this comparison is not used; test it with `if`, assign with `=`, or remove it")
  }

  /// A condition on which nothing depends.
  static func emptyConditional(_ range: SourceRange) -> Self {
    Self(
      .unusedResult, range,
      "this `if` does nothing; write `expect`, or add statements")
  }

  /// An answer in a local that is never read.
  static func unreadAnswer(_ range: SourceRange, in name: String) -> Self {
    Self(
      .unusedResult, range,
      "the result in `\(name)` is never read; write `expect \(name)`, or `let _ =` for a result "
        + "that is not needed")
  }
}
