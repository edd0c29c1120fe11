// The keywords of the language, each once: the reserved ones, and the contextual ones, which are
// names except in one shape. Lexer, parser, completion and editor files read them here.

/// A reserved word: a name only after a dot, before an argument's colon, or in back-ticks.
package enum Keyword: String, CaseIterable, Sendable {
  case `func`, `let`, `var`
  case `if`, `else`, `guard`, `while`, `for`, `in`
  case `return`, `break`, `continue`
  case expect, within, throughout
  case `true`, `false`, `nil`
  case `import`
  case choose, or

  /// Whether the word begins a statement, so that a line which starts with it is a new one.
  var beginsStatement: Bool {
    switch self {
    case .func, .let, .var, .if, .guard, .while, .for, .return, .break, .continue, .expect,
      .import, .choose:
      true
    case .else, .in, .within, .throughout, .true, .false, .nil, .or: false
    }
  }
}

/// A word that begins a declaration in one shape, and is a plain name everywhere else.
package enum ContextualKeyword: String, CaseIterable, Sendable {
  case app, device, scenario, setup, explore
  case always, sometimes, after, disruption
  case info, scene, view, button, on

  /// What must follow on the word for it to begin a declaration.
  package enum Shape: Sendable {
    /// `app Notes`
    case name
    /// `scenario "title"`
    case string
    /// `device {`
    case brace
    /// `scene {` or `scene(.role) {`
    case roleOrBrace
    /// None of its own: it follows `choose`.
    case header
  }

  /// Where the declaration is allowed.
  public enum Place: Sendable {
    /// At the top level of a file.
    case file
    /// Directly in an exploration.
    case exploration
    /// After `choose` in an exploration.
    case alternative
    /// Directly in an app.
    case app
    /// In an app, or in its scene.
    case appOrScene
    /// In an app, its scene or a view.
    case appSceneOrView
  }

  /// The shape that makes the word a declaration.
  package var shape: Shape {
    switch self {
    case .app, .on: .name
    case .scenario, .explore, .always, .sometimes, .button: .string
    case .device, .setup, .after, .info, .view: .brace
    case .scene: .roleOrBrace
    case .disruption: .header
    }
  }

  /// Where the declaration is allowed.
  package var place: Place {
    switch self {
    case .app, .device, .scenario, .setup, .explore: .file
    case .always, .sometimes, .after: .exploration
    case .disruption: .alternative
    case .info, .scene: .app
    case .button, .view: .appOrScene
    case .on: .appSceneOrView
    }
  }
}

extension ContextualKeyword.Place {
  /// Whether what is there is a member of an app, its scene or a view.
  package var isInApp: Bool {
    switch self {
    case .file, .exploration, .alternative: false
    case .app, .appOrScene, .appSceneOrView: true
    }
  }
}
