// Checks: each looks at the parts of the scripts and reports one kind of mistake. They are in one list,
// and one walk shows every part to all of them, with its names resolved and its values followed, before
// any code is made. A check changes nothing. A further one is a file with its type and its words,
// which are its alone, its row of the list, a diagnostic with a page, and a script that it speaks about.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

/// A kind of mistake that can be seen before anything runs.
protocol Check: SendableMetatype {
  /// The diagnostics that it reports; each has a page.
  static var finds: [DiagnosticIdentifier] { get }
  /// Looks at a part of the scripts, and reports what is wrong with it.
  ///
  /// - Complexity: O(1) for most subjects: every part is shown once.
  static func look(at subject: CheckSubject, in walk: CheckWalk)
}

/// The list of checks, in whose order they speak about a part.
enum Checks {
  /// Every check.
  static let all: [any Check.Type] = [
    LiteralCheck.self, LostAnswerCheck.self, VacuousExpectationCheck.self, ReachabilityCheck.self,
    HandlerSignatureCheck.self, SymbolArgumentCheck.self, HandlerAnswerCheck.self,
    DuplicateKeyCheck.self, ReferenceCheck.self, ComparisonCheck.self,
    MemberCheck.self, EmptyLoopCheck.self, OrphanedSymbolCheck.self, DeadHandlerCheck.self,
    SelfAssignmentCheck.self, QuestionCheck.self, UncheckedVerdictCheck.self,
    RepetitionCheck.self, HiddenVariableCheck.self, ExplorationCheck.self,
  ]
}

/// A part of the scripts as checks see it.
///
/// What is in it was shown before, unless it says otherwise.
enum CheckSubject {
  /// A statement that is an expression.
  case statement(Expression)
  /// The statements of a block, at its end.
  case block([Statement])
  /// The body of a function whose result nobody takes, with or without an expression that gives one.
  case bodyWithoutTaker([Statement])
  /// A conditional, before what is in it.
  case conditional(ConditionalStatement)
  /// The `else` of a `guard`.
  case guardBlock(Block)
  case loop(ForLoop, over: InferredValue)
  case expectation(Expectation)
  /// What an exploration asks of its states.
  case property(ExplorationProperty)
  /// A local that is given a value, in its declaration or later.
  case kept(Name, Expression)
  case assignment(Assignment)
  /// A name that a local gets, before it is in scope, with its value where it has one.
  case declared(Name, LocalVariable.Kind, Expression?)
  /// An exploration, when everything in it was shown.
  case exploration(ExplorationDeclaration)
  /// A handler, where nothing in it was shown yet, and the group that it is in.
  case handlerDeclaration(HandlerDeclaration, CodeGroup)
  /// A handler that the host has, where nothing in it was shown yet.
  case handler(HandlerDeclaration, HostHandler)
  case text(StringLiteral)
  case map([MapEntry])
  /// A call of a function that is known by name, before its arguments.
  case call(ArrangedArguments, of: Callee)
  /// An operator other than `&&`, `||` and `??`.
  case operation(BinaryOperator, ComparisonCheck.Operand, ComparisonCheck.Operand, at: SourceRange)
  /// A value that comes to what takes only some.
  case passing(ComparisonCheck.Operand, to: InferredValue)
  /// A call of a member of the language's own values.
  case memberCall(
    CoreMemberForms, ComparisonCheck.Operand, arguments: [Expression], [InferredValue],
    at: SourceRange)
  /// A name after a dot, where the value before it may lack that.
  case member(Name, of: InferredValue, Expression, at: SourceRange)
  /// A name after a dot that maps have as a member of their own.
  case ownMember(Name, of: InferredValue)
  /// A key of a map that the host describes.
  case key(String, of: HostMap, at: SourceRange)
  /// What something is read with that is known by name.
  case subscripted(CompilationContext.KnownHandle, key: Expression)
  /// The key that something is read or written under.
  case looked(at: Expression)
  /// A call of what is a value.
  case valueCall(Call, of: InferredValue, at: SourceRange)
  /// The end of everything; of the main script's number.
  case end(main: Int)
}

/// What checks may ask about the parts that they are shown, and where they report.
struct CheckWalk {
  let inference: Inference

  /// The names, tables and scripts; a check changes nothing of them.
  var context: CompilationContext { inference.context }

  /// Whether the main script is a test: it has scenarios.
  var isTest: Bool { inference.isTest }

  /// Reports a mistake that is seen by names and forms alone.
  func report(_ diagnostic: CompilerDiagnostic) { context.report(diagnostic) }

  /// Reports a mistake that is seen by values, unless something is wrong at its place already.
  func reportValue(_ diagnostic: CompilerDiagnostic) { inference.report(diagnostic) }
}

extension Inference {
  /// Shows a part of the scripts to all checks, in the walk that is for them.
  func show(_ subject: @autoclosure () -> CheckSubject) {
    guard isReporting else { return }
    let subject = subject()
    let walk = CheckWalk(inference: self)
    for check in Checks.all { check.look(at: subject, in: walk) }
  }
}
