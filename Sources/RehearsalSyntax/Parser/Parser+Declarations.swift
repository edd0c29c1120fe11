// Declarations: `let`, `var`, `func`, `import`, `device`, `scenario`, `setup`, and apps with their
// members.

/// The names of the parameters of one function, closure or handler.
struct ParameterNames {
  private var seen: Set<String> = []

  /// Adds a name; false where an earlier parameter has it.
  ///
  /// Any number may be `_`.
  mutating func insert(_ name: Name) -> Bool {
    name.text == "_" || seen.insert(name.text).inserted
  }
}

extension Expression {
  /// Whether it is a name, or a path of members from one, as a title may hold.
  fileprivate var isTitlePath: Bool {
    switch kind {
    case .name, .missing: true
    case .member(let base, _, isOptional: false): base.isTitlePath
    default: false
    }
  }
}

extension Parser {
  /// `let name = value`, `var name = value`.
  func variableDeclaration() -> VariableDeclaration? {
    let isMutable = at(.var)
    let frame = beginFrame()
    defer { endFrame(frame) }
    advance()
    guard let name = declaredName(isMutable ? "the variable's name" : "the constant's name") else {
      return nil
    }
    rejectTypeAnnotation()
    guard current.kind == .assignment(.assign) else {
      fail(missingValueDiagnostic(name))
      return VariableDeclaration(isMutable: isMutable, name: name, value: missingExpression)
    }
    advance()
    let value = expression()
    if !current.newlineBefore {
      switch current.kind {
      case .assignment: fail(.assignmentInExpression(current.range))
      case .punctuation(.comma), .punctuation(.leftBrace): fail(missingValueDiagnostic(name))
      default: break
      }
    }
    return VariableDeclaration(isMutable: isMutable, name: name, value: value)
  }

  /// What to say about what follows on a declaration in place of `=` or its end.
  private func missingValueDiagnostic(_ name: Name) -> SyntaxDiagnostic {
    switch current.kind {
    case .punctuation(.comma): .oneNamePerDeclaration(current.range)
    case .punctuation(.leftBrace) where !current.newlineBefore:
      .observersNotAvailable(current.range)
    default: .expectedInitialValue(name.text, found: foundDescription, at: errorRange)
    }
  }

  /// `func name(a, b = 2) { }`.
  func functionDeclaration() -> FunctionDeclaration? {
    let frame = beginFrame()
    defer { endFrame(frame) }
    advance()
    guard let name = declaredName("the function's name") else { return nil }
    if current.kind == .binary(.less) {
      report(.genericParameters(current.range))
      skipAngleBrackets()
    }
    let parameters = parameters(of: name)
    rejectSignature()
    recoverToBlock()
    let body = functionBody(after: "the function's parameters")
    return FunctionDeclaration(name: name, parameters: parameters, body: body)
  }

  /// A block whose single expression is its result, and which `return` leaves.
  private func functionBody(after what: String) -> Block {
    let outer = (isInLoop, isInFunction)
    (isInLoop, isInFunction) = (false, true)
    defer { (isInLoop, isInFunction) = outer }
    return block(.function, after: what)
  }

  private func parameters(of function: Name) -> [FunctionDeclaration.Parameter] {
    guard at(.leftParenthesis) else {
      if at(.leftBrace) {
        report(.missingParameterList(function.text, SourceRange(previousEnd, previousEnd)))
      } else {
        fail(.expectedToken("(", found: foundDescription, at: errorRange))
      }
      return []
    }
    guard let bracket = openBracket() else { return [] }
    var parameters: [FunctionDeclaration.Parameter] = []
    var names = ParameterNames()
    elements(in: bracket, closer: .rightParenthesis) { parser in
      guard let parameter = parser.parameter() else { return }
      if !names.insert(parameter.name) { parser.report(.duplicateParameter(parameter.name)) }
      parameters.append(parameter)
    }
    return closeBracket(bracket) ? parameters : []
  }

  private func parameter() -> FunctionDeclaration.Parameter? {
    guard var name = declaredName("a parameter's name") else { return nil }
    if current.kind == .name, !current.newlineBefore {
      report(.argumentLabel(name, current.range))
      name = self.name(of: current)
      advance()
    }
    rejectTypeAnnotation()
    var defaultValue: Expression?
    if current.kind == .assignment(.assign) {
      advance()
      defaultValue = expression()
    }
    return FunctionDeclaration.Parameter(name: name, defaultValue: defaultValue)
  }

  /// `import "common.rehearsal"`.
  func importStatement(in body: Body) -> Statement.Kind {
    let keyword = current.range
    if body != .file { report(.misplacedImport(keyword)) }
    advance()
    guard let path = plainString("an import's path") else { return .missing }
    return body == .file ? .importFile(path) : .missing
  }

  /// The contextual word that begins a declaration at the current token, where one is allowed.
  func contextualKeyword(in place: ContextualKeyword.Place) -> ContextualKeyword? {
    guard current.kind == .name, !current.isQuoted, current.range.count <= 10,
      let word = ContextualKeyword(rawValue: source.text(in: current.range)),
      word.place == place || place.isInApp && word.place.isInApp
    else { return nil }
    let next = peek()
    switch word.shape {
    case .name:
      let isUnnamed = place == .file && next.isMark(.leftBrace)
      return (next.isWord || isUnnamed) && !next.newlineBefore ? word : nil
    case .string:
      let isString = next.kind == .stringStart || next.kind == .multilineStringStart
      let isUntitled = word == .scenario && (next.isMark(.leftBrace) || next.kind == .name)
      return (isString || isUntitled) && !next.newlineBefore ? word : nil
    case .brace:
      return next.isMark(.leftBrace) ? word : nil
    case .roleOrBrace:
      let hasRole = next.isMark(.leftParenthesis) && peek(2).isMark(.dot)
      return hasRole || next.isMark(.leftBrace) ? word : nil
    case .header:
      return next.kind == .keyword(.in) ? nil : word
    }
  }

  /// A declaration of the file that begins with a contextual word.
  func declaration(_ word: ContextualKeyword) -> Statement.Kind {
    switch word {
    case .app: app().map { .app($0) } ?? .missing
    case .device: .device(settings())
    case .scenario: scenario()
    case .setup: setup()
    case .explore: exploration()
    case .always, .sometimes, .after, .disruption, .info, .scene, .view, .button, .on: .missing
    }
  }

  /// `scenario "title", option… { … }`.
  private func scenario() -> Statement.Kind {
    let frame = beginFrame()
    defer { endFrame(frame) }
    advance()
    guard current.kind == .stringStart || current.kind == .multilineStringStart else {
      fail(.expectedTitle(found: foundDescription, at: errorRange))
      return .missing
    }
    let title = string()
    for case .interpolation(let value) in title.segments where !value.isTitlePath {
      report(.titleInterpolation(value.range))
    }
    var options: [ScenarioDeclaration.Option] = []
    var names = ParameterNames()
    while !isRecovering, consume(.comma) {
      guard let option = scenarioOption() else { continue }
      options.append(option)
      if case .choice(let name, _) = option, !names.insert(name) {
        report(.duplicateParameter(name))
      }
    }
    let body = scenarioBlock(after: options.isEmpty ? "the scenario's title" : "its options")
    return .scenario(ScenarioDeclaration(title: title, options: options, body: body))
  }

  /// `name in values`, `key: value`.
  private func scenarioOption() -> ScenarioDeclaration.Option? {
    if current.isWord, peek().isMark(.colon) {
      return headerValue { $0.settingsEntry() }.map { .setting($0) }
    }
    guard let name = declaredName("an option such as `os: 16`") else { return nil }
    guard consume(.in) else {
      fail(.expectedOptionValue(name.text, found: foundDescription, at: errorRange))
      return nil
    }
    return .choice(name, headerValue { $0.expression() })
  }

  /// Reads what is in a header, where a `{` begins the block.
  func headerValue<Value>(_ read: (Parser) -> Value) -> Value {
    let outer = trailingClosures
    trailingClosures = .header
    defer { trailingClosures = outer }
    return read(self)
  }

  /// `setup { … }`.
  private func setup() -> Statement.Kind {
    let frame = beginFrame()
    defer { endFrame(frame) }
    advance()
    return .setup(scenarioBlock(after: "`setup`"))
  }

  /// The block of a scenario or of what runs before it, which `return` leaves.
  private func scenarioBlock(after what: String) -> Block {
    let outer = (isInLoop, isInFunction)
    (isInLoop, isInFunction) = (false, true)
    defer { (isInLoop, isInFunction) = outer }
    return block(.scenario, after: what)
  }

  /// The entries of `device { }` or `info { }`, from the word on.
  func settings() -> SettingsBlock {
    let start = start
    advance()
    var entries: [SettingsBlock.Entry] = []
    guard let bracket = openBracket() else {
      return SettingsBlock(entries: [], range: range(from: start))
    }
    while !isAtEnd, !at(.rightBrace), current.kind != .interpolationEnd {
      if consume(.semicolon) { continue }
      let first = index
      if let entry = settingsEntry() { entries.append(entry) }
      if !isRecovering, consume(.comma) { continue }
      endStatement(begunAt: first)
      isRecovering = false
    }
    if !closeBracket(bracket) { entries = [] }
    return SettingsBlock(entries: entries, range: range(from: start))
  }

  func settingsEntry() -> SettingsBlock.Entry? {
    guard current.isWord else {
      fail(.expectedKey(found: foundDescription, at: errorRange))
      return nil
    }
    let key = name(of: current)
    advance()
    if case .assignment = current.kind {
      report(
        .expectedColon(key.text, found: foundDescription, at: current.range, isAssignment: true))
      advance()
    } else if !consume(.colon) {
      fail(.expectedColon(key.text, found: foundDescription, at: errorRange, isAssignment: false))
      return nil
    }
    let value = expression()
    return SettingsBlock.Entry(
      key: key, value: value, sourceText: source.text(in: value.range))
  }
}

// MARK: - Apps

extension Parser {
  /// The block whose members are read.
  private enum Owner: String {
    case app, scene, view

    /// What is allowed in it, for people.
    var contents: String {
      switch self {
      case .app: "`info`, `var`, `let`, `func`, `on`, `button`, `scene` and `view`"
      case .scene: "`var`, `let`, `func`, `on`, `button` and `view`"
      case .view: "`on`"
      }
    }

    func takes(_ word: ContextualKeyword) -> Bool {
      switch self {
      case .app: word.place.isInApp
      case .scene: word.place == .appOrScene || word.place == .appSceneOrView
      case .view: word.place == .appSceneOrView
      }
    }
  }

  /// `app Name { … }`, or `app Name: extension(of: App) { … }`.
  func app() -> AppDeclaration? {
    let frame = beginFrame()
    defer { endFrame(frame) }
    advance()
    guard let name = declaredName("the app's name") else { return nil }
    let containingApp = containingApp()
    guard at(.leftBrace) else {
      fail(.expectedBlock("the app's name", found: foundDescription, at: errorRange))
      return AppDeclaration(name: name, members: [], isUnread: true)
    }
    return AppDeclaration(
      name: name, containingApp: containingApp, members: members(of: .app))
  }

  /// `: extension(of: App)`, the app that an extension belongs to; nil for anything else, of which
  /// nothing is read.
  private func containingApp() -> Name? {
    guard at(.colon), peek().kind == .foreignWord(.extension) else { return nil }
    advance()
    advance()
    guard consume(.leftParenthesis) else {
      fail(.expectedToken("(", found: foundDescription, at: errorRange))
      return nil
    }
    let label = AppDeclaration.containingAppLabel
    guard current.kind == .name, source.text(in: current.range) == label else {
      fail(.expectedToken(label + ":", found: foundDescription, at: errorRange))
      return nil
    }
    advance()
    guard consume(.colon) else {
      fail(.expectedToken(":", found: foundDescription, at: errorRange))
      return nil
    }
    guard let app = declaredName("the name of the app that it belongs to") else { return nil }
    guard consume(.rightParenthesis) else {
      fail(.expectedToken(")", found: foundDescription, at: errorRange))
      return nil
    }
    return app
  }

  private func members(of owner: Owner) -> [AppMember] {
    guard let bracket = openBracket() else { return [] }
    var members: [AppMember] = []
    while !isAtEnd, !at(.rightBrace), current.kind != .interpolationEnd {
      if consume(.semicolon) { continue }
      // An app without an end does not swallow the declarations of the file after it.
      if brackets.closer(of: bracket.index) == nil, current.newlineBefore,
        contextualKeyword(in: .file) != nil
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
    if let word = contextualKeyword(in: .app) { return member(word, of: owner) }
    if let word = contextualKeyword(in: .file) {
      report(.misplacedDeclaration(current.range, word.rawValue))
      silently { _ = $0.declaration(word) }
      return .missing
    }
    report(memberDiagnostic(owner))
    silently { _ = $0.statement(in: .block) }
    // A modifier's closure, which is none of a symbol's.
    if at(.leftBrace), !current.newlineBefore, let closer = brackets.closer(of: index) {
      index = closer
      advance()
    }
    return .missing
  }

  /// What to say about something that is no member: a statement, or a word without its shape.
  private func memberDiagnostic(_ owner: Owner) -> SyntaxDiagnostic {
    if current.kind == .name,
      let word = ContextualKeyword(rawValue: source.text(in: current.range)),
      owner.takes(word)
    {
      return .incompleteMember(current.range, word)
    }
    let next = peek()
    let word = at(.dot) && next.kind == .name ? next : current
    return .statementInApp(
      current.range, quoted(current), owner.rawValue, owner.contents,
      advice: NeighbouringTools.viewAdvice[source.text(in: word.range)])
  }

  /// Reads what is reported already, without further diagnostics.
  func silently(_ read: (Parser) -> Void) {
    let outer = isRecovering
    isRecovering = true
    read(self)
    isRecovering = outer
  }

  private func member(_ word: ContextualKeyword, of owner: Owner) -> AppMember.Kind {
    if !owner.takes(word) {
      report(.misplacedMember(current.range, quoted(current), owner.contents))
    }
    switch word {
    case .info: return .info(settings())
    case .on: return handler().map { .handler($0) } ?? .missing
    case .button: return button().map { .button($0) } ?? .missing
    case .scene: return scene()
    case .view:
      advance()
      return .view(members(of: .view))
    default: return .missing
    }
  }

  /// `scene { }` or `scene(.role) { }`.
  private func scene() -> AppMember.Kind {
    let frame = beginFrame()
    defer { endFrame(frame) }
    advance()
    var role: Name?
    if at(.leftParenthesis), let bracket = openBracket() {
      if case .symbol(let name) = symbol().kind { role = name }
      guard closeBracket(bracket) else { return .missing }
    }
    guard at(.leftBrace) else {
      fail(.expectedBlock("the scene's role", found: foundDescription, at: errorRange))
      return .missing
    }
    return .scene(role: role, members(of: .scene))
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
    let body = functionBody(after: "the handler's name")
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
    while !isRecovering, consume(.comma) { arguments.append(argument()) }
    trailingClosures = outer
    var action: Closure?
    if at(.leftBrace), arguments.isEmpty || !current.newlineBefore {
      action = closure()
    } else if arguments.isEmpty {
      fail(.expectedBlock("the button's label", found: foundDescription, at: errorRange))
    }
    return label.map { ButtonDeclaration(label: $0, arguments: arguments, action: action) }
  }
}

// MARK: - Explorations, and what the world decides

extension Parser {
  /// `explore "title", option… { … }`.
  func exploration() -> Statement.Kind {
    let frame = beginFrame()
    defer { endFrame(frame) }
    advance()
    guard let title = plainString("an exploration's title") else { return .missing }
    var options: [SettingsBlock.Entry] = []
    while !isRecovering, consume(.comma) {
      if let option = headerValue({ $0.settingsEntry() }) { options.append(option) }
    }
    let outer = (isInLoop, isInFunction)
    (isInLoop, isInFunction) = (false, false)
    defer { (isInLoop, isInFunction) = outer }
    let body = block(
      .exploration, after: options.isEmpty ? "the exploration's title" : "its options")
    return .exploration(ExplorationDeclaration(title: title, options: options, body: body))
  }

  /// What begins with a contextual word directly in an exploration.
  func explorationPart(_ word: ContextualKeyword) -> Statement.Kind {
    let frame = beginFrame()
    defer { endFrame(frame) }
    let start = start
    advance()
    if word == .after {
      let outer = earlierValues
      earlierValues = []
      let body = functionBlock(.block, after: "`after`")
      let earlier = earlierValues ?? []
      earlierValues = outer
      return .observer(
        ExplorationObserver(earlier: earlier, body: body, range: range(from: start)))
    }
    guard let title = plainString("a property's title") else { return .missing }
    let body = functionBlock(.function, after: "the property's title")
    return .property(
      ExplorationProperty(
        kind: word == .always ? .always : .sometimes, title: title, body: body,
        range: range(from: start)))
  }

  /// `choose … { } or … { }` directly in an exploration.
  private func alternatives() -> Statement.Kind {
    var alternatives: [ExplorationAlternative] = []
    repeat {
      let frame = beginFrame()
      let start = start
      advance()
      let isDisruption = contextualKeyword(in: .alternative) != nil
      if isDisruption { advance() }
      var choices: [(name: Name, values: Expression)] = []
      var names = ParameterNames()
      while !isRecovering, current.kind == .name {
        guard let name = declaredName("a name for a value") else { break }
        guard consume(.in) else {
          fail(.expectedToken("in", found: foundDescription, at: errorRange))
          break
        }
        if !names.insert(name) { report(.duplicateParameter(name)) }
        choices.append((name, headerValue { $0.expression() }))
        guard consume(.comma) else { break }
      }
      let condition = alternativeCondition()
      let body = functionBlock(.block, after: condition == nil ? "`choose`" : "the condition")
      endFrame(frame)
      alternatives.append(
        ExplorationAlternative(
          choices: choices, condition: condition, isDisruption: isDisruption, body: body,
          range: range(from: start)))
    } while at(.or) && !isRecovering
    return .alternatives(alternatives)
  }

  private func alternativeCondition() -> Expression? {
    guard !isRecovering, current.kind == .foreignWord(.where) else { return nil }
    advance()
    return headerValue { $0.conditionExpression() }
  }

  /// `choose { } or { }` in other code, or `choose 2`.
  func choice(in body: Body) -> Statement.Kind {
    if body == .exploration { return alternatives() }
    let keyword = current.range
    let frame = beginFrame()
    defer { endFrame(frame) }
    guard peek().isMark(.leftBrace) else {
      advance()
      return .steering(expression())
    }
    var blocks: [Block] = []
    repeat {
      advance()
      blocks.append(block(.block, after: "`choose`"))
    } while at(.or) && !isRecovering
    if blocks.count < 2, !isRecovering { report(.singleAlternative(keyword)) }
    return .choice(blocks)
  }

  /// A block that `return` leaves.
  private func functionBlock(_ body: Body, after what: String) -> Block {
    let outer = (isInLoop, isInFunction)
    (isInLoop, isInFunction) = (false, true)
    defer { (isInLoop, isInFunction) = outer }
    return block(body, after: what)
  }

  /// `old(expression)` in an `after`: the name that stands for the value before the action.
  func earlierValue(_ call: Call, _ range: SourceRange) -> Expression? {
    guard earlierValues != nil, case .name(let callee) = call.callee.kind, callee.text == "old",
      call.arguments.count == 1, call.arguments[0].label == nil, call.trailingClosure == nil
    else { return nil }
    let value = call.arguments[0].value
    // With its parentheses the text is no name that a script could declare.
    let name = Name("old(\(earlierValues?.count ?? 0))", range)
    earlierValues?.append((name, value))
    return Expression(.name(name), range)
  }
}
