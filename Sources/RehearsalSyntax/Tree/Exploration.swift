// Syntax tree: explorations, which say what may be done and what must hold, and leave open in which
// order.

/// `explore "title", option… { … }`.
package struct ExplorationDeclaration: Sendable {
  /// The title.
  package let title: StringLiteral
  /// The options in their order.
  package let options: [SettingsBlock.Entry]
  /// Its declarations, what every path begins with, and its parts, in the order of the page.
  package let body: Block

  /// Its functions.
  package var functions: [FunctionDeclaration] {
    body.statements.compactMap { if case .function(let part) = $0.kind { part } else { nil } }
  }

  /// What every path begins with: everything but its parts.
  package var beginning: [Statement] {
    body.statements.filter { statement in
      switch statement.kind {
      case .alternatives, .property, .observer, .function: false
      default: true
      }
    }
  }

  /// What may be done.
  package var alternatives: [ExplorationAlternative] {
    body.statements.flatMap { statement -> [ExplorationAlternative] in
      if case .alternatives(let list) = statement.kind { list } else { [] }
    }
  }

  /// What is checked after every action.
  package var properties: [ExplorationProperty] {
    body.statements.compactMap { if case .property(let part) = $0.kind { part } else { nil } }
  }

  /// What follows each action with the exploration's memory.
  package var observers: [ExplorationObserver] {
    body.statements.compactMap { if case .observer(let part) = $0.kind { part } else { nil } }
  }
}

/// `choose i in 0..<3 where condition { … }`, or what follows on its `or`.
package struct ExplorationAlternative: Sendable {
  /// The names that it binds with their values: it is one alternative for each combination.
  package let choices: [(name: Name, values: Expression)]
  /// What must hold for it to be tried; nil for nothing.
  package let condition: Expression?
  /// Whether it counts among the disruptions.
  package let isDisruption: Bool
  /// What is done.
  package let body: Block
  /// From its keyword to the end of its body.
  package let range: SourceRange
}

/// `always "title" { … }`, `sometimes "title" { … }`.
package struct ExplorationProperty: Sendable {
  /// What is asked of the states.
  package enum Kind: Sendable {
    /// It holds in every state.
    case always
    /// It holds in one state at least.
    case sometimes
  }

  /// What is asked of the states.
  package let kind: Kind
  /// The title.
  package let title: StringLiteral
  /// A Bool, or statements that return one.
  package let body: Block
  /// From its keyword to the end of its body.
  package let range: SourceRange
}

/// `after { … }`.
package struct ExplorationObserver: Sendable {
  /// The expressions of which it reads the value before the action, each with the name that stands
  /// for that value in the body; no script can write such a name.
  package let earlier: [(name: Name, value: Expression)]
  /// What is done.
  package let body: Block
  /// From its keyword to the end of its body.
  package let range: SourceRange

  /// The parameters of its function: `action`, and the earlier values.
  package var parameters: [Name] { [Name("action", range)] + earlier.map(\.name) }
}

extension Expression {
  /// The expression as the one statement of a body, whose result it is.
  package var asStatement: Statement { Statement(.expression(self), range) }
}
