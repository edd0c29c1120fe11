// Syntax tree: statements, of functions, closures, scenarios and of a file. Declarations are
// statements too; one in a wrong place has a diagnostic.

/// A statement with its place.
package struct Statement: Sendable {
  /// What it is.
  package let kind: Kind

  /// From its first to after its last byte.
  package let range: SourceRange

  /// Makes a statement at a place.
  init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  /// Whether it does something other than declaring.
  package var isDone: Bool {
    switch kind {
    case .variable, .function, .app, .device, .scenario, .setup, .exploration, .importFile,
      .missing:
      false
    default: true
    }
  }

  /// Whether it is a scenario.
  package var isScenario: Bool { if case .scenario = kind { true } else { false } }

  /// The shapes of a statement.
  package indirect enum Kind: Sendable {
    /// A call, or an expression whose value is the result of a body or is echoed at the prompt.
    case expression(Expression)
    /// `let a = 1`, `var b = 2`
    case variable(VariableDeclaration)
    /// `a = 1`, `a.b[2] += 3`
    case assignment(Assignment)
    /// `if … { } else { }`
    case conditional(ConditionalStatement)
    /// `guard … else { }`
    case guarded([Condition], else: Block)
    /// `while … { }`
    case whileLoop([Condition], Block)
    /// `for x in list { }`
    case forLoop(ForLoop)
    /// `break`
    case breakLoop
    /// `continue`
    case continueLoop
    /// `return`, `return value`
    case returned(Expression?)
    /// `expect condition within 5s, "why"`
    case expectation(Expectation)
    /// `func name(a, b = 2) { }`
    case function(FunctionDeclaration)
    /// `import "common.rehearsal"`; only at the top level of a file.
    case importFile(StringLiteral)
    /// `device { … }`; only at the top level of a file.
    case device(SettingsBlock)
    /// `app Name { … }`; only at the top level of a file.
    case app(AppDeclaration)
    /// `scenario "title" { … }`; only at the top level of a file.
    case scenario(ScenarioDeclaration)
    /// `setup { … }`; only at the top level of a file.
    case setup(Block)
    /// `choose { } or { }`: the world decides.
    case choice([Block])
    /// `choose 2`: the next choice that is encountered comes out so; only outside.
    case steering(Expression)
    /// `explore "title" { … }`; only at the top level of a file.
    case exploration(ExplorationDeclaration)
    /// `choose … where … { } or { }`; only directly in an exploration.
    case alternatives([ExplorationAlternative])
    /// `always "title" { }`, `sometimes "title" { }`; only directly in an exploration.
    case property(ExplorationProperty)
    /// `after { }`; only directly in an exploration.
    case observer(ExplorationObserver)
    /// What could not be read; a diagnostic stands for it.
    case missing
  }
}

/// Statements in braces.
package struct Block: Sendable {
  /// The statements in their order.
  package let statements: [Statement]

  /// From `{` to after `}`.
  package let range: SourceRange
}

/// `let name = value` or `var name = value`.
package struct VariableDeclaration: Sendable {
  /// Whether it is a `var`.
  package let isMutable: Bool
  /// The declared name.
  package let name: Name
  /// The initial value.
  package let value: Expression
}

/// `place = value`, `place += value`.
package struct Assignment: Sendable {
  /// A path of names, members and subscripts.
  package let target: Expression
  /// `=` or a compound one.
  package let assignmentOperator: AssignmentOperator
  /// Where the operator is.
  package let operatorRange: SourceRange
  /// The right side.
  package let value: Expression
}

/// One of the comma-separated conditions of `if`, `guard`, `while`.
package enum Condition: Sendable {
  /// A Bool.
  case expression(Expression)
  /// `let x = e`, or `let x` for a name that exists; holds where the value is not nil.
  case binding(Name, Expression?)
}

/// `if … { } else if … { } else { }`.
package struct ConditionalStatement: Sendable {
  /// What comes after `else`.
  package enum Alternative: Sendable {
    /// `else { }`
    case block(Block)
    /// `else if …`; its range begins at `if`.
    case conditional(ConditionalStatement, SourceRange)
  }

  /// All must hold, tested from left to right.
  package let conditions: [Condition]
  /// Done where they hold.
  package let body: Block
  /// Done where one does not hold; boxed, for the chain may be long.
  package let alternative: [Alternative]

  /// Makes a conditional; `alternative` holds one element or none.
  init(conditions: [Condition], body: Block, alternative: Alternative?) {
    self.conditions = conditions
    self.body = body
    self.alternative = alternative.map { [$0] } ?? []
  }
}

/// `for x in sequence { }`, `for (key, value) in map { }`.
package struct ForLoop: Sendable {
  /// One name, or two for the keys and values of a map; `_` is not bound.
  package let names: [Name]
  /// What is gone through.
  package let sequence: Expression
  /// Done for each element.
  package let body: Block
}

/// `expect condition [within d | throughout d] [, message]`.
package struct Expectation: Sendable {
  /// For how long the condition is checked.
  package enum Timing: Sendable {
    /// Once.
    case immediately
    /// Until it holds, at most that long.
    case within(Expression)
    /// After every event for that long.
    case throughout(Expression)
  }

  /// What should hold.
  package let condition: Expression
  /// For how long it is checked.
  package let timing: Timing
  /// The author's reason.
  package let message: Expression?
}
