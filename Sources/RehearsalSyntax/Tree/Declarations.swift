// Syntax tree: declarations of functions, the device, apps with their handlers and controls, and
// scenarios.

/// `func name(a, b = 2) { }`.
package struct FunctionDeclaration: Sendable {
  /// A parameter with its default.
  package struct Parameter: Sendable {
    /// The parameter's name, which is also its argument's name.
    package let name: Name
    /// Evaluated at each call that leaves the argument out.
    package let defaultValue: Expression?

    /// How it is shown in the function's signature: its name, with `?` if it may be left out.
    package var signature: String { name.text + (defaultValue == nil ? "" : "?") }
  }

  /// The function's name.
  package let name: Name
  /// The parameters in their order.
  package let parameters: [Parameter]
  /// What it does; a body of one expression returns it.
  package let body: Block
}

/// The entries of `device { }` or `info { }`.
package struct SettingsBlock: Sendable {
  /// One `key: value`.
  package struct Entry: Sendable {
    /// The key.
    package let key: Name
    /// A constant expression.
    package let value: Expression
    /// The source text of the value, for keys such as `os` that are read from it (`4.10`).
    package let sourceText: String
  }

  /// The entries in their order.
  package let entries: [Entry]
  /// From the keyword to after `}`.
  package let range: SourceRange
}

/// `app Name { … }`, or `app Name: extension(of: App) { … }`.
package struct AppDeclaration: Sendable {
  /// The app's name.
  package let name: Name
  /// The label before the app that an extension belongs to.
  package static let containingAppLabel = "of"

  /// The app that it is an extension of; nil for an app.
  package var containingApp: Name?
  /// What is between the braces, in its order.
  package let members: [AppMember]
  /// Whether its members could not be read, which is reported already.
  package var isUnread = false
}

/// What is allowed in an app, a scene or a view.
package struct AppMember: Sendable {
  /// What it is.
  package let kind: Kind
  /// From its first to after its last byte.
  package let range: SourceRange

  /// Makes a member at a place.
  init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  /// The shapes of a member.
  package indirect enum Kind: Sendable {
    /// `info { … }`; only directly in an app.
    case info(SettingsBlock)
    /// `let`, `var`
    case variable(VariableDeclaration)
    /// `func`
    case function(FunctionDeclaration)
    /// `on handler(…) { }`
    case handler(HandlerDeclaration)
    /// `button "Label" { }`; in an app or a scene.
    case button(ButtonDeclaration)
    /// `scene { … }`, `scene(.role) { … }`: handlers, variables, functions, controls, a view; only
    /// directly in an app. The role excludes its dot.
    case scene(role: Name?, [AppMember])
    /// `view { … }`: handlers; in an app or a scene.
    case view([AppMember])
    /// What could not be read; a diagnostic stands for it.
    case missing
  }
}

/// `on didFinishLaunching(options) { … }`.
package struct HandlerDeclaration: Sendable {
  /// What is allowed between a handler's parentheses.
  package enum Parameter: Sendable {
    /// A name that is bound to the argument; `_` is not bound.
    case name(Name)
    /// `backgroundTask("identifier", task)`: the identifier it answers.
    case string(StringLiteral)
    /// `notification(.name, info)`: the notification it hears; the name excludes its dot.
    case symbol(Name)
  }

  /// The handler's name.
  package let name: Name
  /// The parameters in their order; trailing ones may be left off.
  package let parameters: [Parameter]
  /// What it does; a body of one expression returns it.
  package let body: Block
}

/// `button "Label" { }`, or `button "Label", sends: save, to: target`.
package struct ButtonDeclaration: Sendable {
  /// What the user reads on it.
  package let label: StringLiteral
  /// `sends:` and `to:`.
  package let arguments: [Argument]
  /// The control's own action.
  package let action: Closure?
}

/// `scenario "away for \(span)", span in [1s, 10s], os: 16 { … }`.
package struct ScenarioDeclaration: Sendable {
  /// What follows the title, before the block.
  package enum Option: Sendable {
    /// `span in [1s, 10s]`: once for each value, which has the name in title and body.
    case choice(Name, Expression)
    /// `os: 16`, `tags: [.slow]`
    case setting(SettingsBlock.Entry)
  }

  /// The title; its interpolations are paths.
  package let title: StringLiteral
  /// The options in their order.
  package let options: [Option]
  /// What is played.
  package let body: Block

  /// The names that the options bind, in their order.
  package var choiceNames: [Name] {
    options.compactMap { if case .choice(let name, _) = $0 { name } else { nil } }
  }
}
