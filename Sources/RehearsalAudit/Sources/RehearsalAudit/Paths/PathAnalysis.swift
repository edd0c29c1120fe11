// Follows all paths through a body and finds those on which something owed is not done. What cannot be
// followed, such as a closure that is kept or a loop that may run or not, counts as done: a path is
// named only where the text alone proves it.

import SwiftSyntax

/// A path that ends without what is owed.
struct MissedPath {
  /// How a path ends.
  enum End {
    case returns, throwsError, fallsThrough
  }

  let end: End
  /// Where it ends: the statement, or the beginning of what has to end.
  let node: Syntax
}

/// Follows the paths of one body.
final class PathAnalysis {
  typealias State = Obligation.State

  private let obligation: Obligation
  private let canThrow: Bool
  /// Closures and names that are passed over, as if they were not there.
  private let ignored: Set<SyntaxIdentifier>
  private(set) var missed: [MissedPath] = []
  /// Where jumps out of loops, switches and `do` arrive.
  private var breaks: [State] = []
  private var catches: [State] = []

  private init(_ obligation: Obligation, canThrow: Bool, ignoring ignored: Set<SyntaxIdentifier>) {
    self.obligation = obligation
    self.canThrow = canThrow
    self.ignored = ignored
  }

  /// The paths through a body that miss what is owed.
  ///
  /// - Complexity: O(n) in the size of the body, but for what stands in `do`, once for each nesting
  static func missedPaths(
    of obligation: Obligation, in body: CodeBlockItemListSyntax, canThrow: Bool,
    ignoring ignored: Set<SyntaxIdentifier> = []
  ) -> [MissedPath] {
    let analysis = PathAnalysis(obligation, canThrow: canThrow, ignoring: ignored)
    let start: State = obligation.beginning == nil ? .owed : .none
    let end = analysis.follow(body, from: start)
    if end.contains(.owed) {
      analysis.missed.append(
        MissedPath(
          end: .fallsThrough, node: obligation.beginning.map { Syntax($0) } ?? Syntax(body)))
    }
    return analysis.missed
  }

  // MARK: Statements

  private func follow(_ items: CodeBlockItemListSyntax, from start: State) -> State {
    var state = start
    for item in items {
      if state.isEmpty { break }
      state = follow(item.item, from: state)
    }
    return state
  }

  private func follow(_ item: CodeBlockItemSyntax.Item, from state: State) -> State {
    switch item {
    case .stmt(let statement): follow(statement, from: state)
    case .expr(let expression): follow(expression, from: state)
    case .decl(let declaration): follow(declaration, from: state)
    }
  }

  private func follow(_ declaration: DeclSyntax, from state: State) -> State {
    if let conditional = declaration.as(IfConfigDeclSyntax.self) {
      // Which of the clauses is compiled is not known.
      return obligation.isNamed(in: conditional) ? state.handingOn : state
    }
    if let variable = declaration.as(VariableDeclSyntax.self) {
      return evaluate(variable, from: state)
    }
    return obligation.isNamed(in: declaration) ? state.kept : state
  }

  private func follow(_ statement: StmtSyntax, from state: State) -> State {
    if let expression = statement.as(ExpressionStmtSyntax.self) {
      return follow(expression.expression, from: state)
    }
    if let statement = statement.as(ReturnStmtSyntax.self) {
      leave(evaluate(statement, from: state), .returns, at: Syntax(statement))
      return []
    }
    if let statement = statement.as(ThrowStmtSyntax.self) {
      leaveThrowing(evaluate(statement, from: state), at: Syntax(statement))
      return []
    }
    if let statement = statement.as(GuardStmtSyntax.self) {
      let after = evaluate(statement.conditions, from: state)
      // An identifier that a guard looks at tells whether there is anything to end.
      let other = isTested(in: statement.conditions) ? after.handingOn : after
      _ = follow(statement.body.statements, from: other)
      return after
    }
    if let statement = statement.as(DeferStmtSyntax.self) { return follow(statement, from: state) }
    if let statement = statement.as(DoStmtSyntax.self) { return follow(statement, from: state) }
    if statement.is(ForStmtSyntax.self) || statement.is(WhileStmtSyntax.self)
      || statement.is(RepeatStmtSyntax.self)
    {
      return followLoop(statement, from: state)
    }
    if let statement = statement.as(LabeledStmtSyntax.self) {
      let after = follow(statement.statement, from: state)
      return obligation.isNamed(in: statement) ? after.handingOn : after
    }
    if statement.is(BreakStmtSyntax.self) || statement.is(ContinueStmtSyntax.self) {
      if !breaks.isEmpty { breaks[breaks.count - 1].formUnion(state) }
      return []
    }
    if statement.is(FallThroughStmtSyntax.self) {
      if !breaks.isEmpty { breaks[breaks.count - 1].formUnion(state.handingOn) }
      return []
    }
    return evaluate(statement, from: state)
  }

  private func follow(_ expression: ExprSyntax, from state: State) -> State {
    if let branch = expression.as(IfExprSyntax.self) { return follow(branch, from: state) }
    if let choice = expression.as(SwitchExprSyntax.self) { return follow(choice, from: state) }
    return evaluate(expression, from: state)
  }

  private func follow(_ branch: IfExprSyntax, from state: State) -> State {
    let start = evaluate(branch.conditions, from: state)
    let then = follow(branch.body.statements, from: start)
    let otherwise: State
    switch branch.elseBody {
    case .codeBlock(let block): otherwise = follow(block.statements, from: start)
    case .ifExpr(let next): otherwise = follow(next, from: start)
    case nil: otherwise = start
    }
    return joined([then, otherwise], from: start, isTested: isTested(in: branch.conditions))
  }

  private func follow(_ choice: SwitchExprSyntax, from state: State) -> State {
    let start = evaluate(choice.subject, from: state)
    breaks.append([])
    var ends: [State] = []
    for element in choice.cases {
      switch element {
      case .switchCase(let element): ends.append(follow(element.statements, from: start))
      case .ifConfigDecl: ends.append(start.handingOn)
      }
    }
    ends.append(breaks.removeLast())
    return joined(ends, from: start, isTested: obligation.isNamed(in: choice.subject))
  }

  /// What holds after branches.
  private func joined(_ ends: [State], from start: State, isTested: Bool) -> State {
    let joined = ends.reduce(into: State()) { $0.formUnion($1) }
    guard joined.contains(.owed) else { return joined }
    // Begun in one branch only: whether another condition ends it, is not told apart.
    if !start.contains(.owed), start.contains(.none) { return joined.handingOn }
    // Met in some branches already: a second condition may belong to the first one.
    let isSecond = !start.isDisjoint(with: [.met, .unknown])
    let meets = ends.contains { !$0.isEmpty && !$0.contains(.owed) }
    return meets && (isTested || isSecond) ? joined.handingOn : joined
  }

  private func isTested(in conditions: ConditionElementListSyntax) -> Bool {
    obligation.kind == .backgroundTask && obligation.isNamed(in: conditions)
  }

  private func followLoop(_ statement: StmtSyntax, from state: State) -> State {
    let body: CodeBlockItemListSyntax
    var start = state
    var isEndless = false
    if let loop = statement.as(ForStmtSyntax.self) {
      start = evaluate(loop.sequence, from: state)
      body = loop.body.statements
    } else if let loop = statement.as(WhileStmtSyntax.self) {
      start = evaluate(loop.conditions, from: state)
      isEndless = loop.conditions.compactText == "true"
      body = loop.body.statements
    } else if let loop = statement.as(RepeatStmtSyntax.self) {
      body = loop.body.statements
    } else {
      return state
    }
    breaks.append([])
    let end = follow(body, from: start)
    let broken = breaks.removeLast()
    let after = isEndless ? broken : start.union(end).union(broken)
    return obligation.isNamed(in: body) ? after.handingOn : after
  }

  private func follow(_ statement: DeferStmtSyntax, from state: State) -> State {
    guard obligation.isNamed(in: statement.body) else { return state }
    if state.contains(.owed) {
      let calls = CallCollector.calls(in: Syntax(statement.body))
      if calls.contains(where: { !$0.isInClosure && obligation.isMet(by: $0.node) }) {
        return state.meeting
      }
    }
    return state.handingOn.union(.unknown).subtracting(.none)
  }

  private func follow(_ statement: DoStmtSyntax, from state: State) -> State {
    guard !statement.catchClauses.isEmpty else {
      return follow(statement.body.statements, from: state)
    }
    catches.append([])
    let end = follow(statement.body.statements, from: state)
    let thrown = catches.removeLast()
    var ends = [end]
    for clause in statement.catchClauses {
      ends.append(thrown.isEmpty ? [] : follow(clause.body.statements, from: thrown))
    }
    let isExhaustive = statement.catchClauses.contains { $0.catchItems.isEmpty }
    if !isExhaustive, !thrown.isEmpty { leaveThrowing(thrown, at: Syntax(statement)) }
    return joined(ends, from: state.union(thrown), isTested: false)
  }

  private func leave(_ state: State, _ end: MissedPath.End, at node: Syntax) {
    // Met on some of the paths that come here: what tells them apart may lead here too.
    guard state.contains(.owed), state.isDisjoint(with: [.met, .unknown]) else { return }
    missed.append(MissedPath(end: end, node: node))
  }

  private func leaveThrowing(_ state: State, at node: Syntax) {
    if !catches.isEmpty {
      catches[catches.count - 1].formUnion(state)
    } else if canThrow {
      leave(state, .throwsError, at: node)
    }
  }

  // MARK: Expressions

  private static let neverReturning: Set = [
    "fatalError", "preconditionFailure", "exit", "abort", "_exit",
  ]

  private func evaluate(_ node: some SyntaxProtocol, from state: State) -> State {
    let reader = EffectReader(obligation, ignoring: ignored)
    reader.walk(node)
    if let thrower = reader.thrower { leaveThrowing(state, at: thrower) }
    var after = state
    for effect in reader.effects {
      switch effect {
      // What was handed on before, such as a closure that ends it, is not followed.
      case .begins: after = after.contains(.unknown) ? .unknown : .owed
      case .meets: after = after.meeting
      case .handsOn: after = after.kept
      }
    }
    return reader.calls.contains(where: Self.neverReturning.contains) ? [] : after
  }
}

/// Reads what an expression does to an obligation, in the order of the text.
private final class EffectReader: SyntaxVisitor {
  private let obligation: Obligation
  private let ignored: Set<SyntaxIdentifier>
  private(set) var effects: [Obligation.Effect] = []
  private(set) var calls: [String] = []
  /// What may throw out of the expression.
  private(set) var thrower: Syntax?

  init(_ obligation: Obligation, ignoring ignored: Set<SyntaxIdentifier>) {
    self.obligation = obligation
    self.ignored = ignored
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    if node.questionOrExclamationMark == nil { thrower = thrower ?? Syntax(node) }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      calls.append(name.baseName.text)
    }
    if let beginning = obligation.beginning, node.id == beginning.id {
      effects.append(.begins)
      return .skipChildren
    }
    guard obligation.isMet(by: node) else { return .visitChildren }
    // What stands in the arguments is evaluated, but names nothing that is kept.
    effects.append(.meets)
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    if ignored.contains(node.id) || node.isExpirationHandler { return .skipChildren }
    if obligation.isNamed(in: node) || obligation.mayBeMet(in: node) { effects.append(.handsOn) }
    return .skipChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == obligation.name, !obligation.isHarmless(node),
      !ignored.contains(node.id)
    {
      effects.append(.handsOn)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // The name of a member is not the name of what is owed.
    if let base = node.base { walk(base) }
    return .skipChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { branches(node) }
  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind { branches(node) }

  /// Branches inside of an expression are not told apart.
  private func branches(_ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    if obligation.isNamed(in: node) || obligation.mayBeMet(in: node) { effects.append(.handsOn) }
    return .skipChildren
  }
}
