// Names: finding what they stand for, from the innermost scope outward, and reading it.
// Changing what they name is a matter of places.

import RehearsalSyntax
import RehearsalValues

/// What a name was found to be.
enum Resolution {
  /// A local, by its position among those in scope.
  case local(Int)
  /// Anything else.
  case other(Binding)
  case unknown
}

extension CodeGenerator {
  /// Finds what a name stands for; reports nothing.
  func resolve(_ text: String) -> Resolution {
    let number = names.number(of: text)
    if let position = locals.lookUp(number) { return .local(position) }
    if let unit = currentUnit, isInInstance, let entry = instanceScopes[unit].lookUp(number) {
      return .other(entry.binding)
    }
    if let unit = currentUnit, let entry = unitScopes[unit].lookUp(number) {
      return .other(entry.binding)
    }
    if let entry = topLevelScope.lookUp(number), !isInPrelude { return .other(entry.binding) }
    if let entry = builtinScope.lookUp(number), isInPrelude || !isHidden(entry) {
      return .other(entry.binding)
    }
    return .unknown
  }

  /// Whether only the prelude may name a built-in word.
  private func isHidden(_ entry: NameScope.Entry) -> Bool {
    switch entry.binding {
    case .hostFunction(let number): host.functions[number].isHidden
    default: names.texts[entry.name].hasPrefix("__")
    }
  }

  /// Declares a local in the innermost scope; `_` declares nothing.
  func declare(
    _ name: Name, _ kind: LocalVariable.Kind, register: Int, isCell: Bool = false,
    start: Int32? = nil
  ) {
    guard name.text != "_" else { return }
    locals.declare(
      names.number(of: name.text),
      LocalVariable(
        name: name, kind: kind, register: register, depth: builder.depth, isCell: isCell,
        start: start ?? name.range.start))
  }

  /// Reports a name that the innermost scope, which begins at `mark`, declares already.
  func checkUnique(_ name: Name, since mark: Int) {
    guard let position = locals.lookUp(names.number(of: name.text)), position >= mark else {
      return
    }
    report(.duplicateName(name, first: locals[position].name.range))
  }

  /// The register of the running function in which a name's value can be used where it is.
  func ownRegister(of name: Name) -> Int? {
    guard case .local(let position) = resolve(name.text) else { return nil }
    let local = locals[position]
    guard local.depth == builder.depth, !local.isCell, local.plainFunction == nil,
      local.isComplete
    else { return nil }
    return local.register
  }

  /// Emits the reading of a name.
  func compile(_ name: Name, into target: Int, _ holding: Holding) {
    switch resolve(name.text) {
    case .local(let position):
      checkComplete(locals[position], at: name.range)
      compileLocal(position, into: target, holding, at: name.range)
    case .other(let binding): compile(binding, name, into: target, holding)
    case .unknown:
      reportUnknown(name)
      builder.emit(.loadNil, a: target, at: name.range)
    }
  }

  /// Reports the use of a local function before its declaration has run.
  private func checkComplete(_ local: LocalVariable, at place: SourceRange) {
    guard !local.isComplete, local.plainFunction == nil, local.depth == builder.depth else {
      return
    }
    report(.usedBeforeDeclaration(local.name.text, place, declaration: local.name.range))
  }

  private func compileLocal(
    _ position: Int, into target: Int, _ holding: Holding, at place: SourceRange
  ) {
    let local = locals[position]
    if let function = local.plainFunction {
      return builder.emit(.loadFunction, a: target, bc: function, at: place)
    }
    if local.depth == builder.depth {
      guard local.isCell else {
        let operation: Operation = holding == .kept ? .share : .move
        return builder.emit(operation, a: target, b: local.register, at: place)
      }
      builder.emit(.loadCell, a: target, b: local.register, at: place)
    } else {
      let capture = captureNumber(ofLocal: position, depth: builder.depth)
      builder.emit(.loadCapture, a: target, b: capture, at: place)
      if local.isCell { builder.emit(.loadCell, a: target, b: target, at: place) }
    }
    if holding == .kept || (local.isCell && holding == .acrossCalls) {
      builder.emit(.share, a: target, b: target, at: place)
    }
  }

  /// The number under which the function at a depth captures a local of a function around it;
  /// every function between them captures it too.
  func captureNumber(ofLocal position: Int, depth: Int) -> Int {
    let local = locals[position]
    var inner = depth
    while inner > local.depth + 1, builders[inner].captureNumber(ofLocal: position) == nil {
      inner -= 1
    }
    var number =
      builders[inner].captureNumber(ofLocal: position)
      ?? builders[inner].addCapture(
        ofLocal: position,
        FunctionBuilder.Capture(isRegister: true, number: local.register))
    while inner < depth {
      inner += 1
      number = builders[inner].addCapture(
        ofLocal: position, FunctionBuilder.Capture(isRegister: false, number: number))
    }
    return number
  }

  /// Emits the reading of a closure's `$n`.
  func compileShorthand(
    _ number: Int, into target: Int, _ holding: Holding, at place: SourceRange
  ) {
    guard let count = builder.shorthandCount, number < count else {
      report(.shorthandNotAllowed(place))
      return builder.emit(.loadNil, a: target, at: place)
    }
    builder.emit(holding == .kept ? .share : .move, a: target, b: number, at: place)
  }
}

// MARK: - Names of the outside, of units and of the host

extension CodeGenerator {
  private func compile(
    _ binding: Binding, _ name: Name, into target: Int, _ holding: Holding
  ) {
    switch binding {
    case .global(let index): compileGlobal(index, name, into: target, holding)
    case .function(let index):
      builder.emit(.loadFunction, a: target, bc: functions[index].number, at: name.range)
    case .unit(let number):
      use(.unit(name.text), of: .outside, at: name.range)
      loadHandle(
        Handle(kind: host.unitKind, number: UInt64(number)), into: target, at: name.range)
    case .object(let index):
      use(.handle(name.text), of: host.objects[index].side, at: name.range)
      loadHandle(host.objects[index].handle, into: target, at: name.range)
    case .hostFunction(let number) where host.functions[number].isProperty:
      use(.function(name.text), of: host.functions[number].side, at: name.range)
      let call = Call(
        callee: Expression(.name(name), name.range), arguments: [], trailingClosure: nil,
        isCommand: false)
      callAtTop(into: target, at: name.range) { base in
        compileArguments(call, of: host.functions[number].callee, behind: base)
        let (operation, operand) = host.call(of: number)
        builder.emit(operation, a: base, b: operand, at: name.range)
      }
    case .hostFunction(let number):
      let (operation, operand) = host.call(of: number)
      loadWrapper(of: host.functions[number].callee, operation, operand, into: target, name)
    case .library(let function):
      loadWrapper(of: function.callee, .callLibrary, function.rawValue, into: target, name)
    }
  }

  private func loadHandle(_ handle: Handle, into target: Int, at place: SourceRange) {
    builder.emit(.loadHandle, a: target, bc: tables.number(of: handle), at: place)
  }

  private func compileGlobal(
    _ index: Int, _ name: Name, into target: Int, _ holding: Holding
  ) {
    let global = globals[index]
    checkGlobal(global, name)
    if base != nil, global.order < 0 { lastValueUses.append(name.range) }
    if let literal = global.inlinedLiteral {
      return compile(literal.placed(at: name.range), into: target)
    }
    builder.emit(.loadGlobal, a: target, bc: global.slot, at: name.range)
    if holding == .kept || (global.isMutable && holding == .acrossCalls) {
      builder.emit(.share, a: target, b: target, at: name.range)
    }
  }

  /// Checks that a global may be used in the code under way: by its side, and by what has run.
  func checkGlobal(_ global: GlobalVariable, _ name: Name) {
    if global.isMutable && global.unit == nil {
      use(.variable(name.text), of: .outside, at: name.range)
    }
    // A closure among the file's statements is no place to look ahead from either, as in Swift;
    // one of a unit is called once all variables have their values.
    if let count = initializedCount, builder.depth == 0 || currentUnit == nil,
      global.unit == currentUnit, global.isInInstance == isInInstance, global.order >= count
    {
      let declaration = global.script == current ? global.name.range : nil
      report(.usedBeforeDeclaration(name.text, name.range, declaration: declaration))
    }
  }

  /// Emits a library or host function as a value: a function that calls it.
  ///
  /// Each unit has one such function for a word, so that the word equals itself.
  private func loadWrapper(
    of callee: Callee, _ operation: Operation, _ number: Int, into target: Int, _ name: Name
  ) {
    let key = Wrapper(operation: operation, number: number, unit: currentUnit)
    let function = wrappers[key] ?? makeWrapper(of: callee, operation, number, name)
    wrappers[key] = function
    builder.emit(.loadFunction, a: target, bc: function, at: name.range)
  }

  /// Makes the function that calls a word, with the parameters that the word requires.
  ///
  /// It stands in no script, so that an error in it is told at the place of its caller.
  private func makeWrapper(
    of callee: Callee, _ operation: Operation, _ number: Int, _ name: Name
  ) -> Int {
    let required = callee.parameters.filter { !$0.isOptional }
    let count = callee.isVariadic ? max(1, required.count) : required.count
    let scope = sides.addScope(name.text, script: current, range: name.range)
    sides.recordUse(
      SideChecker.Use(
        word: .function(name.text), side: callee.side, range: name.range, extent: name.range),
      in: scope)
    let function = tables.reserveFunction(
      ProgramTables.FunctionDraft(
        name: name.text, source: nil, range: name.range, sideScope: scope, unit: currentUnit))
    enterFunction(function, sideScope: scope)
    let first = builder.allocate(count)
    let base = builder.allocate()
    var next = first
    for parameter in callee.parameters {
      let argument = builder.allocate()
      if parameter.isOptional {
        builder.emit(.loadAbsent, a: argument, at: name.range)
      } else {
        builder.emit(.share, a: argument, b: next, at: name.range)
        next += 1
      }
    }
    while next < first + count {
      builder.emit(.share, a: builder.allocate(), b: next, at: name.range)
      next += 1
    }
    builder.emit(
      operation, a: base, b: number, c: builder.nextRegister - base - 1, at: name.range)
    builder.emit(.returnValue, a: base, at: name.range)
    leaveFunction(at: name.range)
    tables.functions[function].parameterNames = (0..<count).map { "$\($0)" }
    tables.functions[function].requiredCount = count
    return function
  }

  /// Notes that the code under way uses a word of a side, as a callee in the call `extent`.
  func use(
    _ word: SideChecker.Word, of side: Side, at place: SourceRange, extent: SourceRange? = nil
  ) {
    sides.recordUse(
      SideChecker.Use(word: word, side: side, range: place, extent: extent ?? place),
      in: builder.sideScope)
  }
}

// MARK: - Unknown names

extension CodeGenerator {
  /// Reports a name that stands for nothing.
  ///
  /// Where parsing failed, its declaration may be among what could not be read, so it is
  /// reported only if another name is meant.
  func reportUnknown(_ name: Name) {
    if let declaration = laterDeclaration(of: name) {
      return report(
        .usedBeforeDeclaration(name.text, name.range, declaration: declaration))
    }
    let nearest = suggestion(for: name.text, among: visibleNames)
    // In a script that could not be read whole a word may be no name at all.
    if scripts[current].parsed.hasErrors {
      if let nearest { report(.unknownName(name, suggestion: nearest)) }
      return
    }
    report(.unknownName(name, suggestion: otherWord(for: name.text) ?? nearest))
  }

  /// The function that is called so elsewhere, or the symbol whose dot was forgotten.
  private func otherWord(for name: String) -> Suggestion? {
    if let function = host.otherNames[name] { return Suggestion(function) }
    guard spendSearch() else { return nil }
    let isSymbol =
      host.functions.contains { $0.parameters.contains { $0.symbols.contains(name) } }
      || host.kinds.contains { $0.members.contains { $0.symbols.contains(name) } }
    return isSymbol ? Suggestion("." + name) : nil
  }

  /// Where a block around the code under way declares a name later on.
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
    var numbers = locals.names
    if let unit = currentUnit { numbers += unitScopes[unit].entries.map(\.name) }
    if let unit = currentUnit, isInInstance { numbers += instanceScopes[unit].entries.map(\.name) }
    numbers += topLevelScope.entries.map(\.name)
    numbers += builtinScope.entries.filter { isInPrelude || !isHidden($0) }.map(\.name)
    return numbers.map { names.texts[$0] }
  }
}
