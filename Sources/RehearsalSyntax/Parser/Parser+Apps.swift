// Apps and what stands in them: `info`, variables, functions, handlers, controls, scenes, views.

extension Parser {
  /// The block whose members are read.
  private enum Owner: String {
    case app, scene, view

    /// What may stand in it, for people.
    var contents: String {
      switch self {
      case .app: "`info`, `var`, `let`, `func`, `on`, `button`, `scene` and `view`"
      case .scene: "`var`, `let`, `func`, `on` and `view`"
      case .view: "`on`"
      }
    }

    func takes(_ word: ContextualWord) -> Bool {
      switch self {
      case .app: word.place != .file
      case .scene: word.place == .appOrScene || word.place == .appSceneOrView
      case .view: word.place == .appSceneOrView
      }
    }
  }

  /// `app Name { … }`.
  func app() -> AppDeclaration? {
    let frame = beginFrame()
    defer { endFrame(frame) }
    advance()
    guard let name = declaredName("the app's name") else { return nil }
    guard at(.leftBrace) else {
      fail(.expectedBlock("the app's name", found: foundHere, at: faultRange))
      return AppDeclaration(name: name, members: [])
    }
    return AppDeclaration(name: name, members: members(of: .app))
  }

  private func members(of owner: Owner) -> [AppMember] {
    guard let bracket = openBracket() else { return [] }
    var members: [AppMember] = []
    while !isAtEnd, !at(.rightBrace), current.kind != .interpolationEnd {
      if take(.semicolon) { continue }
      // An app without an end does not swallow the declarations of the file behind it.
      if brackets.closer(of: bracket.index) == nil, current.newlineBefore,
        contextualWord(in: .file) != nil
      {
        break
      }
      let first = index
      skipModifiers()
      let start = start
      let kind = member(of: owner)
      members.append(AppMember(kind, range(from: start)))
      endStatement(begunAt: first)
    }
    return closeBracket(bracket) ? members : []
  }

  private func member(of owner: Owner) -> AppMember.Kind {
    switch current.kind {
    case .keyword(.let), .keyword(.var):
      if owner == .view { report(.misplacedMember(current.range, quoted(current), owner.contents)) }
      return variableDeclaration().map { .variable($0) } ?? .missing
    case .keyword(.func):
      if owner == .view { report(.misplacedMember(current.range, quoted(current), owner.contents)) }
      return functionDeclaration().map { .function($0) } ?? .missing
    case .foreignWord(let word):
      _ = foreignStatement(word)
      return .missing
    default:
      break
    }
    if let word = contextualWord(in: .app) { return member(word, of: owner) }
    if let word = contextualWord(in: .file) {
      report(.misplacedDeclaration(current.range, word.rawValue))
      silently { _ = $0.declaration(word) }
      return .missing
    }
    report(memberFinding(owner))
    silently { _ = $0.statement(in: .block) }
    return .missing
  }

  /// What to say about something that is no member: a statement, or a word without its shape.
  private func memberFinding(_ owner: Owner) -> Finding {
    if current.kind == .name, let word = ContextualWord(rawValue: source.text(in: current.range)),
      owner.takes(word)
    {
      return .incompleteMember(current.range, word)
    }
    return .statementInApp(current.range, quoted(current), owner.rawValue, owner.contents)
  }

  /// Reads what is reported already, without further findings.
  private func silently(_ read: (Parser) -> Void) {
    let outer = isRecovering
    isRecovering = true
    read(self)
    isRecovering = outer
  }

  private func member(_ word: ContextualWord, of owner: Owner) -> AppMember.Kind {
    if !owner.takes(word) {
      report(.misplacedMember(current.range, quoted(current), owner.contents))
    }
    switch word {
    case .info: return .info(settings())
    case .on: return handler().map { .handler($0) } ?? .missing
    case .button: return button().map { .button($0) } ?? .missing
    case .scene, .view:
      advance()
      let members = members(of: word == .scene ? .scene : .view)
      return word == .scene ? .scene(members) : .view(members)
    default: return .missing
    }
  }

  /// `on handler(…) { }`.
  private func handler() -> HandlerDeclaration? {
    let frame = beginFrame()
    defer { endFrame(frame) }
    advance()
    guard let name = declaredName("the handler's name") else { return nil }
    var parameters: [HandlerDeclaration.Parameter] = []
    if at(.leftParenthesis), let bracket = openBracket() {
      var names = ParameterNames()
      elements(in: bracket, closer: .rightParenthesis) { parser in
        guard let parameter = parser.handlerParameter() else { return }
        parameters.append(parameter)
        if case .name(let name) = parameter, !names.insert(name) {
          parser.report(.duplicateParameter(name))
        }
      }
      _ = closeBracket(bracket)
    }
    rejectSignature()
    recoverToBlock()
    let body = functionBody(behind: "the handler's name")
    return HandlerDeclaration(name: name, parameters: parameters, body: body)
  }

  private func handlerParameter() -> HandlerDeclaration.Parameter? {
    if current.kind == .stringStart || current.kind == .multilineStringStart {
      return plainString("a handler's identifier").map { .string($0) }
    }
    if at(.dot) {
      guard case .symbol(let name) = symbol().kind else { return nil }
      return .symbol(name)
    }
    guard let name = declaredName("a parameter's name") else { return nil }
    rejectTypeAnnotation()
    return .name(name)
  }

  /// `button "Label" { }`, `button "Label", sends: save, to: target`.
  private func button() -> ButtonDeclaration? {
    let frame = beginFrame()
    defer { endFrame(frame) }
    advance()
    let label = plainString("a button's label")
    let outer = trailingClosures
    trailingClosures = .command
    var arguments: [Argument] = []
    while !isRecovering, take(.comma) { arguments.append(argument()) }
    trailingClosures = outer
    var action: Closure?
    if at(.leftBrace), arguments.isEmpty || !current.newlineBefore {
      action = closure()
    } else if arguments.isEmpty {
      fail(.expectedBlock("the button's label", found: foundHere, at: faultRange))
    }
    return label.map { ButtonDeclaration(label: $0, arguments: arguments, action: action) }
  }
}
