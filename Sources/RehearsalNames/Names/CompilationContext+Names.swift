// Names: finding what they stand for, from the innermost scope outward, and what is meant by those
// that stand for nothing.

import RehearsalInterface
import RehearsalSyntax

/// What a name was found to be.
package enum Resolution {
  /// A local, by its number.
  case local(Int)
  /// Anything else.
  case other(Binding)
  case unknown
}

extension CompilationContext {
  /// What a name of the current script stands for.
  ///
  /// It was found when the names were resolved. One that was not, such as the name of an earlier input's
  /// code, is a name of the scopes that are open.
  package func meaning(of name: Name) -> Resolution {
    let script = current - firstScript
    guard resolved.indices.contains(script) else { return meaning(ofText: name.text) }
    return resolved[script].meaning(of: name) ?? meaning(ofText: name.text)
  }

  /// The number of the local that a name of the current script declares; nil for a name that declares
  /// none, such as `_`.
  package func local(declaredBy name: Name) -> Int? {
    let script = current - firstScript
    return resolved.indices.contains(script) ? resolved[script].local(declaredBy: name) : nil
  }

  /// Looks at code of a script, whose names are asked for by their places there.
  package func within<Result>(script: Int, _ body: () -> Result) -> Result {
    let outer = current
    current = script
    defer { current = outer }
    return body()
  }

  /// The number of a name of the current script.
  func number(of name: Name) -> Int {
    let script = current - firstScript
    guard resolved.indices.contains(script) else { return names.number(of: name.text) }
    return resolved[script].number(of: name, in: &names)
  }

  /// What a text stands for in the scopes that are open.
  func meaning(ofText text: String) -> Resolution { lookUp(names.number(of: text)) }

  /// What a name stands for in the scopes that are open, by its number, from the innermost one outward.
  private func lookUp(_ number: Int) -> Resolution {
    if let open = openLocals.lookUp(number) { return .local(open.local) }
    if let unit = currentUnit, let instanceKind,
      let entry = instanceScopes[unit][instanceKind].lookUp(number)
    {
      return .other(entry.binding)
    }
    if let unit = currentUnit, let entry = unitScopes[unit].lookUp(number) {
      return .other(entry.binding)
    }
    if let exploration = currentExploration,
      let entry = explorations[exploration].scope.lookUp(number)
    {
      return .other(entry.binding)
    }
    if let entry = topLevelScope.lookUp(number), !isInPrelude { return .other(entry.binding) }
    if let entry = builtinScope.lookUp(number), isInPrelude || !isHidden(entry) {
      return .other(entry.binding)
    }
    return .unknown
  }

  /// An expression, or what the constant is that it names, with the script in which that is.
  package func following(_ expression: Expression) -> (value: Expression, script: Int) {
    let expression = expression.unparenthesized
    guard case .name(let name) = expression.kind else { return (expression, current) }
    switch meaning(of: name) {
    case .local(let local):
      return (locals[local].value?.unparenthesized ?? expression, current)
    case .other(.global(let index)) where !globals[index].isMutable:
      return (globals[index].value.unparenthesized, globals[index].script)
    default: return (expression, current)
    }
  }

  /// What a word of the library or the host stands for, whatever hides it here.
  func builtIn(_ text: String) -> Binding? {
    guard let entry = builtinScope.lookUp(names.number(of: text)), !isHidden(entry) else {
      return nil
    }
    return entry.binding
  }

  /// What a unit has under a name, as the outside sees it; nil for nothing.
  package func member(named text: String, ofUnit unit: Int) -> Binding? {
    guard unitScopes.indices.contains(unit) else { return nil }
    return unitScopes[unit].lookUp(names.number(of: text))?.binding
  }

  /// What of the library is written in the language and has a name, by its index; nil if no script uses it.
  package func libraryFunction(named text: String) -> Int? {
    guard libraryPrelude.contains(where: { $0.name == text }),
      case .function(let index)? = builtinScope.lookUp(names.number(of: text))?.binding
    else { return nil }
    return index
  }

  /// The side of the current code; nil for a function that either side may call.
  package func side(ofScope scope: Int) -> Side? { sides.scopes[scope].fixed }

  /// Whether only the prelude may name a built-in word.
  private func isHidden(_ entry: NameScope.Entry) -> Bool {
    switch entry.binding {
    case .hostFunction(let number): host.functions[number].isHidden
    default: names.texts[entry.name].hasPrefix("__")
    }
  }

  /// Reports a name that the innermost scope, which begins at `mark`, declares already.
  func checkUnique(_ name: Name, since mark: Int) {
    guard let open = openLocals.lookUp(number(of: name)), open.position >= mark else { return }
    report(.duplicateName(name, first: locals[open.local].name.range))
  }

  /// Declares a local in the innermost scope.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - kind: What declares it.
  ///   - depth: How many functions enclose the declaration.
  ///   - start: Where the declaration begins.
  ///   - value: The value of a constant.
  func declare(
    _ name: Name, _ kind: LocalVariable.Kind, depth: Int, start: Int32, value: Expression?
  ) {
    let number = number(of: name)
    let hidden = lookUp(number)
    keepDeclaration(of: name)
    openLocals.declare(number, locals.count)
    resolved[current - firstScript].keep(local: locals.count, of: name)
    locals.append(
      LocalVariable(
        name: name, kind: kind, depth: depth, start: start, value: value, hidden: hidden))
  }
}

// MARK: - Unknown names

/// How a name is used that stands for nothing, which tells what can have been meant by it.
package enum NameUse {
  /// It is called.
  case call
  /// It is read, or changed.
  case value
}

extension CompilationContext {
  /// Reports a name that stands for nothing.
  ///
  /// Where parsing failed, its declaration may be among what could not be read, so it is
  /// reported only if another name is meant.
  func reportUnknown(_ name: Name, as use: NameUse) {
    if let declaration = laterDeclaration(of: name) {
      return report(
        .usedBeforeDeclaration(name.text, name.range, declaration: declaration))
    }
    if reportPart(name) { return }
    // A declaration that could not be read leaves its first word.
    let isLeft =
      scripts[current].parsed.hasErrors && ContextualKeyword(rawValue: name.text) != nil
    if let advice = host.advice(name.text) ?? host.relatedAdvice(name.text), !isLeft {
      return report(.foreignName(name, advice))
    }
    var nearest = suggestion(for: name.text, among: visibleNames)
    if let word = nearest?.word, !isMeant(word, as: use) { nearest = nearest?.guessed }
    // In a script that could not be read whole a word may be no name at all.
    if scripts[current].parsed.hasErrors {
      if let nearest { report(.unknownName(name, suggestion: nearest)) }
      return
    }
    if let function = host.otherNames[name.text] {
      return report(.foreignName(name, "did you mean `\(function)`?"))
    }
    report(.unknownName(name, suggestion: symbol(named: name.text) ?? nearest))
  }

  /// Reports what stands for nothing here because it is part of a unit; whether it did.
  private func reportPart(_ name: Name) -> Bool {
    guard currentUnit == nil else { return false }
    let owners = units.indices.filter { member(named: name.text, ofUnit: $0) != nil }
    if let owner = owners.first {
      let unit = units[owner].declaration.name.text
      if case .function? = member(named: name.text, ofUnit: owner) {
        report(.unitFunctionFromOutside(name, unit: unit, host.groups.unit))
      } else {
        report(.unitPart(name, unit: unit, isAlone: owners.count == 1, isMemory: true))
      }
      return true
    }
    let kind = Int(host.unitKind) < host.kinds.count ? host.kinds[Int(host.unitKind)] : nil
    if kind?.members.contains(where: { $0.name == name.text }) == true {
      let unit = units.first?.declaration.name.text ?? host.groups.unit.singular
      report(.unitPart(name, unit: unit, isAlone: units.count == 1, isMemory: false))
      return true
    }
    let hasButton = units.contains { $0.declaration.members.contains { $0.isButton(name.text) } }
    if hasButton { report(.labelWithoutQuotes(name)) }
    return hasButton
  }

  /// Whether a word can be where a name is used: a plain value is neither function nor clock.
  private func isMeant(_ word: String, as use: NameUse) -> Bool {
    let isFunction: Bool
    switch meaning(ofText: word) {
    case .local(let local):
      if case .function = locals[local].kind { isFunction = true } else { isFunction = false }
    case .other(.hostFunction(let number)):
      guard !host.functions[number].isProperty else { return false }
      isFunction = true
    case .other(.function), .other(.library(_)): isFunction = true
    case .other(.global(let index)):
      if case .closure = globals[index].value.unparenthesized.kind { return true }
      isFunction = false
    case .other(.unit), .other(.object): isFunction = false
    // A function of the prelude that no script names yet.
    case .unknown: isFunction = true
    }
    return isFunction == (use == .call)
  }

  /// The symbol whose dot was forgotten.
  private func symbol(named name: String) -> Suggestion? {
    guard spendSearch() else { return nil }
    let isSymbol =
      host.functions.contains { $0.parameters.contains { $0.symbols.contains(name) } }
      || host.kinds.contains { $0.members.contains { $0.symbols.contains(name) } }
    return isSymbol ? Suggestion("." + name) : nil
  }

  /// Where a block around the current code declares a name later on.
  private func laterDeclaration(of name: Name) -> SourceRange? {
    guard spendSearch() else { return nil }
    for statements in openBlocks.reversed() {
      for statement in statements where statement.range.start > name.range.start {
        if case .variable(let declaration) = statement.kind, declaration.name.text == name.text {
          return declaration.name.range
        }
      }
    }
    return nil
  }

  private func visibleNames() -> [String] {
    var numbers = openLocals.names
    if let unit = currentUnit { numbers += unitScopes[unit].entries.map(\.name) }
    if let unit = currentUnit, let instanceKind {
      numbers += instanceScopes[unit][instanceKind].entries.map(\.name)
    }
    if let exploration = currentExploration {
      numbers += explorations[exploration].scope.entries.map(\.name)
    }
    numbers += topLevelScope.entries.map(\.name)
    numbers += builtinScope.entries.filter { isInPrelude || !isHidden($0) }.map(\.name)
    return numbers.map { names.texts[$0] } + host.prelude.map(\.name)
  }
}

// MARK: - Where names stand

extension CompilationContext {
  /// Finds what a name stands for that some code uses, for everyone who asks after that.
  func resolve(_ name: Name) -> Resolution {
    let script = current - firstScript
    guard resolved.indices.contains(script) else { return meaning(of: name) }
    if let known = resolved[script].meaning(of: name) { return known }
    let meaning = lookUp(number(of: name))
    resolved[script].keep(meaning, of: name)
    if occurrences != nil { keepOccurrence(of: name, meaning) }
    return meaning
  }

  /// Keeps the declaration of a local name where somebody asks.
  func keepDeclaration(of name: Name) { keepUse(of: name, as: name) }

  /// Keeps a use of what the current script declares where no scope finds it, where somebody asks.
  func keepUse(of name: Name, as declared: Name) {
    if occurrences != nil { keepOccurrence(of: name, current, declared) }
  }

  /// Keeps the names of arguments where somebody asks: each stands for a parameter.
  ///
  /// - Parameters:
  ///   - call: A call whose arguments fit.
  ///   - declaration: The function that is called.
  ///   - script: The number of the script that declares it.
  func keepLabels(of call: Call, _ declaration: FunctionDeclaration, in script: Int) {
    guard occurrences != nil else { return }
    for label in call.arguments.compactMap(\.label) {
      guard let parameter = declaration.parameters.first(where: { $0.name.text == label.text })
      else { continue }
      keepOccurrence(of: label, script, parameter.name)
    }
  }

  /// Keeps a member of a value where somebody asks: of a unit that is known it is one of its variables
  /// or functions, and of what may be any unit it may be.
  ///
  /// - Parameters:
  ///   - name: The name after the dot.
  ///   - unit: The unit that the value is; nil where it may be any.
  package func keepMember(_ name: Name, ofUnit unit: Int?) {
    guard occurrences != nil else { return }
    if let unit, unitScopes.indices.contains(unit) {
      if let member = member(named: name.text, ofUnit: unit) {
        keepOccurrence(of: name, .other(member))
      }
    } else if currentUnit == nil,
      units.indices.contains(where: { member(named: name.text, ofUnit: $0) != nil })
    {
      occurrences?.unclearMembers.insert(
        UnclearMember(
          place: NamedPlace(file: scripts[current].parsed.source.name, range: name.range),
          name: name.text))
    }
  }

  /// Completes the occurrences, where somebody asks, with what is declared outside of functions, used or
  /// not.
  package func completeOccurrences() {
    guard occurrences != nil else { return }
    occurrences?.files = scripts.map(\.parsed.source.name)
    for global in globals {
      current = global.script
      keepDeclaration(of: global.name)
    }
    for function in functions {
      current = function.script
      keepDeclaration(of: function.declaration.name)
    }
    for unit in units {
      current = unit.script
      keepDeclaration(of: unit.declaration.name)
    }
  }

  /// Keeps what a name stands for.
  func keepOccurrence(of name: Name, _ meaning: Resolution) {
    switch meaning {
    case .local(let local): keepOccurrence(of: name, current, locals[local].name)
    case .other(.global(let index)):
      keepOccurrence(of: name, globals[index].script, globals[index].name)
    case .other(.function(let index)):
      keepOccurrence(of: name, functions[index].script, functions[index].declaration.name)
    case .other(.unit(let number)) where units.indices.contains(number):
      keepOccurrence(of: name, units[number].script, units[number].declaration.name)
    case .other, .unknown: break
    }
  }

  private func keepOccurrence(of name: Name, _ script: Int, _ declared: Name) {
    guard !isPrelude(script), !isInPrelude else { return }
    occurrences?.note(name, in: current, as: declared, of: script)
  }
}

// MARK: - Actions of controls

extension CompilationContext {
  /// Reads `sends:`, a function of the unit or of its instances, and `to:`, the object that has it.
  ///
  /// - Parameters:
  ///   - button: The control.
  ///   - report: Gets what is wrong with its arguments.
  /// - Returns: The function's name, nil for a control without one, and the object; nil for the first
  ///   that has the function.
  package func sending(
    of button: ButtonDeclaration, _ report: (CompilerDiagnostic) -> Void = { _ in }
  ) -> (action: Name?, target: CodeGroup?) {
    func mistake(_ range: SourceRange) -> CompilerDiagnostic {
      .buttonArgument(range, targets: host.groups.targets.map(\.name))
    }
    var action: Name?
    var target: CodeGroup?
    for argument in button.arguments {
      guard case .name(let name) = argument.value.unparenthesized.kind else {
        report(mistake(argument.value.range))
        continue
      }
      let named = host.groups.targets.first { $0.name == name.text }
      switch argument.label?.text {
      case "sends" where action == nil: action = name
      case "to" where named != nil: target = named?.group
      default: report(mistake(argument.label?.range ?? name.range))
      }
    }
    return (action, target)
  }

  /// Whether a name is a function that the target has, or anyone without one.
  func isAction(_ name: Name, of target: CodeGroup?) -> Bool {
    guard let unit = currentUnit else { return false }
    let number = names.number(of: name.text)
    let scopes = [
      (CodeGroup.instance, instanceScopes[unit].first ?? NameScope()),
      (.unit, unitScopes[unit]),
    ]
    return scopes.contains { group, scope in
      guard target == nil || target == group,
        case .function(let function)? = scope.lookUp(number)?.binding
      else { return false }
      namedFunctions.insert(function)
      return true
    }
  }
}

extension AppMember {
  /// Whether it is a control of a label, or holds one.
  fileprivate func isButton(_ label: String) -> Bool {
    switch kind {
    case .button(let button): button.label.plainText == label
    case .scene(_, let members): members.contains { $0.isButton(label) }
    default: false
    }
  }
}
