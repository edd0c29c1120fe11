// The keywords of the language, each once: the reserved ones, and the contextual ones, which are
// names except in one shape. Lexer, parser, completion and editor files read them here.

/// A reserved word: a name only behind a dot, before an argument's colon, or in back-ticks.
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
  case app, device, scenario, setup, explore, always
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
  }

  /// Where the declaration may stand.
  public enum Place: Sendable {
    /// At the top level of a file.
    case file
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
    case .scenario, .explore, .button: .string
    case .device, .setup, .always, .info, .view: .brace
    case .scene: .roleOrBrace
    }
  }

  /// Where the declaration may stand.
  package var place: Place {
    switch self {
    case .app, .device, .scenario, .setup, .explore, .always: .file
    case .info, .scene: .app
    case .button, .view: .appOrScene
    case .on: .appSceneOrView
    }
  }
}
