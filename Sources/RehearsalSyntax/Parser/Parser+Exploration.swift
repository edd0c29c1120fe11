// Explorations: `explore` with its options, and what may stand in it beside statements; and `choose`
// in other code, where the world decides between outcomes.

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
      .exploration, behind: options.isEmpty ? "the exploration's title" : "its options")
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
      let body = functionBlock(.block, behind: "`after`")
      let earlier = earlierValues ?? []
      earlierValues = outer
      return .observer(
        ExplorationObserver(earlier: earlier, body: body, range: range(from: start)))
    }
    guard let title = plainString("a property's title") else { return .missing }
    let body = functionBlock(.function, behind: "the property's title")
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
      let isDisruption = consumeDisruption()
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
      let body = functionBlock(.block, behind: condition == nil ? "`choose`" : "the condition")
      endFrame(frame)
      alternatives.append(
        ExplorationAlternative(
          choices: choices, condition: condition, isDisruption: isDisruption, body: body,
          range: range(from: start)))
    } while at(.or) && !isRecovering
    return .alternatives(alternatives)
  }

  /// `disruption`, where it is no name that is bound.
  private func consumeDisruption() -> Bool {
    guard current.kind == .name, !current.isQuoted, current.range.count == 10,
      source.text(in: current.range) == "disruption", peek().kind != .keyword(.in)
    else { return false }
    advance()
    return true
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
      blocks.append(block(.block, behind: "`choose`"))
    } while at(.or) && !isRecovering
    if blocks.count < 2, !isRecovering { report(.singleAlternative(keyword)) }
    return .choice(blocks)
  }

  /// A block that `return` leaves.
  private func functionBlock(_ body: Body, behind what: String) -> Block {
    let outer = (isInLoop, isInFunction)
    (isInLoop, isInFunction) = (false, true)
    defer { (isInLoop, isInFunction) = outer }
    return block(body, behind: what)
  }

  /// `old(expression)` in an `after`: the name that stands for the value before the action.
  func earlierValue(_ call: Call, _ range: SourceRange) -> Expression? {
    guard earlierValues != nil, case .name(let callee) = call.callee.kind, callee.text == "old",
      call.arguments.count == 1, call.arguments[0].label == nil, call.trailingClosure == nil
    else { return nil }
    let value = call.arguments[0].value
    // With its parentheses the text is no name that a script could declare.
    let name = Name("old(\(source.text(in: value.range)))", range)
    if earlierValues?.contains(where: { $0.name.text == name.text }) == false {
      earlierValues?.append((name, value))
    }
    return Expression(.name(name), range)
  }
}
