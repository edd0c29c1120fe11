// What a file declares: functions, the device, apps with their handlers and controls, scenarios.

/// `func name(a, b = 2) { }`.
public struct FunctionDeclaration: Sendable {
  /// A parameter with its default.
  public struct Parameter: Sendable {
    /// The parameter's name, which is also its argument's name.
    public let name: Name
    /// Evaluated at each call that leaves the argument out.
    public let defaultValue: Expression?

    /// Makes a parameter.
    public init(name: Name, defaultValue: Expression?) {
      self.name = name
      self.defaultValue = defaultValue
    }
  }

  /// The function's name.
  public let name: Name
  /// The parameters in their order.
  public let parameters: [Parameter]
  /// What it does; a body of one expression returns it.
  public let body: Block

  /// Makes a function.
  public init(name: Name, parameters: [Parameter], body: Block) {
    self.name = name
    self.parameters = parameters
    self.body = body
  }
}

/// The entries of `device { }` or `info { }`.
public struct SettingsBlock: Sendable {
  /// One `key: value`.
  public struct Entry: Sendable {
    /// The key.
    public let key: Name
    /// A constant expression.
    public let value: Expression
    /// The source text of the value, for keys such as `os` that are read from it (`4.10`).
    public let sourceText: String

    /// Makes an entry.
    public init(key: Name, value: Expression, sourceText: String) {
      self.key = key
      self.value = value
      self.sourceText = sourceText
    }
  }

  /// The entries in their order.
  public let entries: [Entry]
  /// From the keyword to behind `}`.
  public let range: SourceRange

  /// Makes a block of settings.
  public init(entries: [Entry], range: SourceRange) {
    self.entries = entries
    self.range = range
  }
}

/// `app Name { … }`.
public struct AppDeclaration: Sendable {
  /// The app's name.
  public let name: Name
  /// What stands between the braces, in its order.
  public let members: [AppMember]

  /// Makes an app.
  public init(name: Name, members: [AppMember]) {
    self.name = name
    self.members = members
  }
}

/// What may stand in an app, a scene or a view.
public struct AppMember: Sendable {
  /// What it is.
  public let kind: Kind
  /// From its first to behind its last byte.
  public let range: SourceRange

  /// Makes a member that stands at a place.
  public init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  /// The shapes of a member.
  public indirect enum Kind: Sendable {
    /// `info { … }`; only directly in an app.
    case info(SettingsBlock)
    /// `let`, `var`
    case variable(VariableDeclaration)
    /// `func`
    case function(FunctionDeclaration)
    /// `on handler(…) { }`
    case handler(HandlerDeclaration)
    /// `button "Label" { }`; only directly in an app.
    case button(ButtonDeclaration)
    /// `scene { … }`: handlers, variables, functions, a view; only directly in an app.
    case scene([AppMember])
    /// `view { … }`: handlers; in an app or a scene.
    case view([AppMember])
    /// What could not be read; a diagnostic stands for it.
    case missing
  }
}

/// `on didFinishLaunching(options) { … }`.
public struct HandlerDeclaration: Sendable {
  /// What may stand between a handler's parentheses.
  public enum Parameter: Sendable {
    /// A name that is bound to the argument; `_` is not bound.
    case name(Name)
    /// `backgroundTask("identifier", task)`: the identifier it answers.
    case string(StringLiteral)
    /// `notification(.name, info)`: the notification it hears; the name stands without its dot.
    case symbol(Name)
  }

  /// The handler's name.
  public let name: Name
  /// The parameters in their order; trailing ones may be left off.
  public let parameters: [Parameter]
  /// What it does; a body of one expression returns it.
  public let body: Block

  /// Makes a handler.
  public init(name: Name, parameters: [Parameter], body: Block) {
    self.name = name
    self.parameters = parameters
    self.body = body
  }
}

/// `button "Label" { }`, or `button "Label", sends: save, to: target`.
public struct ButtonDeclaration: Sendable {
  /// What the user reads on it.
  public let label: StringLiteral
  /// `sends:` and `to:`.
  public let arguments: [Argument]
  /// The control's own action.
  public let action: Closure?

  /// Makes a button.
  public init(label: StringLiteral, arguments: [Argument], action: Closure?) {
    self.label = label
    self.arguments = arguments
    self.action = action
  }
}

/// `scenario "title" { … }`.
public struct ScenarioDeclaration: Sendable {
  /// The title.
  public let title: StringLiteral
  /// What is played.
  public let body: Block

  /// Makes a scenario.
  public init(title: StringLiteral, body: Block) {
    self.title = title
    self.body = body
  }
}
