// What the values of a script can be, determined before anything runs. A walk goes through all code
// and joins whatever reaches a variable, a parameter or a result into its cell; walks follow one
// another until no cell changes, and a last one reports what can never be so. Control flow is not
// followed: a cell holds what its variable can be at any time. Where a script hides its values, or
// needs too many walks, nothing is known, and nothing is said.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

/// Follows values through the scripts of a compilation.
final class Inference {
  /// What is known of a local: the cell of its values, or of what a local function gives.
  struct Local {
    let cell: Int
    /// The number of the local function that it is.
    var function: Int?
  }

  /// A function with the cells of what it is given and gives.
  struct Function {
    /// The function as its callers see it.
    let callee: Callee
    let parameters: [Int]
    let result: Int
    /// Whether some code calls it by its name.
    var isCalled = false
  }

  /// An answer that a variable keeps: the script and place of the variable's name, and where it is asked.
  struct KeptAnswer {
    let script: Int
    let start: Int32
    let range: SourceRange
    let name: String
    /// Whether it compares what a run changes.
    var isComparison = false
  }

  let context: CompilationContext
  /// Whether all values were followed to their end, so that something is known of them.
  private(set) var isFollowed = true
  /// What is known of the declarations of earlier inputs, at a prompt.
  private let earlier: [ScriptOffset: InferredValue]
  private(set) var cells: [InferredValue] = []
  private var cellNumbers: [ScriptOffset: Int] = [:]
  var functions: [Function] = []
  private var functionNumbers: [ScriptOffset: Int] = [:]
  /// By the number of a local; nil for one that no walk has come to.
  private(set) var locals: [Local?] = []
  /// What the current functions have returned so far, the outermost first.
  var results: [InferredValue] = []
  /// What closures without a parameter list are given, the innermost last; nil for those that have
  /// one, and for other functions.
  var shorthands: [[InferredValue]?] = []
  /// Whether no walk has reached its end.
  private(set) var isFirstWalk = true
  /// Whether the walk that reports is under way.
  private(set) var isReporting = false
  /// Whether the main script has scenarios.
  private(set) lazy var isTest =
    context.scripts.last.map { script in
      script.parsed.statements.contains(where: \.isScenario)
    } ?? false
  /// Whether the current code decides an expectation.
  var isExpected = false
  /// The symbols that are in the scripts and in no table, with where they occur first.
  var ownSymbols = OwnSymbols()
  /// The symbols of all tables.
  private(set) lazy var vocabulary = context.host.symbols
  /// The symbols of tables that no value is, since no script names the function that brings them about.
  private(set) lazy var absentSymbols: Set<String> = {
    let texts = context.scripts.dropFirst(context.preludeCount).map(\.parsed.source)
    let words = texts.reduce(into: Set<String>()) { $0.formUnion($1.words()) }
    return Set(
      context.host.symbolsByFunction.filter { !words.contains($0.key) }.flatMap(\.value))
  }()
  /// What functions take that handlers are given, by the cells of their names.
  var taken: [Int: InferredValue] = [:]
  /// The cells of the variables that some code reads, other than to change them or to print them.
  private(set) var readVariables: Set<Int> = []
  /// The cells of the variables that are printed.
  private(set) var printedVariables: Set<Int> = []
  /// The cell of the variable that is given a new value, which may be made of its old one.
  var changingCell: Int?
  /// The cell of the variable that a statement adds something to, or takes something from.
  var extendedCell: Int?
  /// The cells of the variables that some statement does so with.
  private(set) var extendedVariables: Set<Int> = []
  /// Whether the arguments of a call that writes output are under way.
  var isPrinting = false
  /// How many calls are under way that ask whether what happens in them is refused.
  var questionDepth = 0
  /// The answers that variables keep.
  var keptAnswers: [KeptAnswer] = []
  /// The mistakes that are seen by values, which wait for those that are seen by names and forms.
  private var waiting: [(script: Int, diagnostic: CompilerDiagnostic)]? = []
  /// Where something was found.
  private var reportedPlaces: Set<ScriptOffset> = []
  private var didChange = false
  /// What rows of tables give, by the table and the row's name.
  private var tableValues: [Int: [String: InferredValue]] = [:]
  /// What the expressions of the main script can be, where somebody asks.
  private(set) var values: [InferredValue] = []
  private(set) var valuePlaces: [SourceRange] = []
  /// The number of the script whose expressions count; nil where nobody asks.
  private var recordedScript: Int?

  init(_ context: CompilationContext, earlier: [ScriptOffset: InferredValue]) {
    self.context = context
    self.earlier = earlier
  }

  /// How many walks are made before it is given up: what a script does is then not simple enough to
  /// be followed in a time that is linear in its length.
  private static let mostWalks = 12

  /// Follows all values, then shows every part of the scripts to the checks.
  ///
  /// - Parameter main: The number of the main script; nil without one.
  /// - Complexity: O(*n*) in the length of the scripts.
  func run(main: Int?) {
    locals = Array(repeating: nil, count: context.locals.count)
    var walks = 0
    repeat {
      didChange = false
      walk()
      isFirstWalk = false
      walks += 1
      if !didChange { openFunctions() }
      isFollowed = walks < Self.mostWalks
    } while didChange && isFollowed
    if !isFollowed { forget() }
    isReporting = true
    recordedScript = context.occurrences == nil ? nil : main
    walk()
    let found = waiting ?? []
    waiting = nil
    for (script, diagnostic) in found { keep(diagnostic, of: script) }
    if let main { show(.end(main: main)) }
  }

  /// The answers that variables keep which nobody reads; in a test, a comparison that is only printed is
  /// among them.
  var unreadAnswers: [KeptAnswer] {
    guard isFollowed else { return [] }
    return keptAnswers.filter { kept in
      let place = ScriptOffset(script: kept.script, start: kept.start)
      guard kept.name != "_", let cell = cellNumbers[place], !readVariables.contains(cell) else {
        return false
      }
      if kept.isComparison, isTest { return true }
      return !printedVariables.contains(cell) && !extendedVariables.contains(cell)
    }
  }

  /// Notes that the current code reads a variable.
  func noteRead(of cell: Int) {
    guard isReporting, cell != changingCell else { return }
    if cell == extendedCell {
      extendedVariables.insert(cell)
    } else if isPrinting {
      printedVariables.insert(cell)
    } else {
      readVariables.insert(cell)
    }
  }

  /// Whether a symbol is in a table.
  func isInTable(_ symbol: String) -> Bool { vocabulary.contains(symbol) }

  /// What is not followed to its end may be anything.
  private func forget() { cells = cells.map { _ in .any } }

  /// What nobody calls may be called from elsewhere, with anything; so may, at a prompt, all that is
  /// declared there.
  private func openFunctions() {
    for function in functions where !function.isCalled || context.base != nil {
      for cell in function.parameters { join(.any, into: cell) }
    }
  }

  /// What is known of each declaration.
  var known: [ScriptOffset: InferredValue] {
    earlier.merging(cellNumbers.mapValues { cells[$0] }) { $1 }
  }

  /// Keeps what an expression can be, where somebody asks.
  func record(_ value: InferredValue, at range: SourceRange) {
    guard context.current == recordedScript else { return }
    values.append(value)
    valuePlaces.append(range)
  }

  /// Keeps a finding in the current script.
  func report(_ diagnostic: CompilerDiagnostic) { keep(diagnostic, of: context.current) }

  /// Keeps a finding, one for each place.
  func keep(_ diagnostic: CompilerDiagnostic, of script: Int) {
    guard waiting == nil else {
      waiting?.append((script, diagnostic))
      return
    }
    let place = ScriptOffset(script: script, start: diagnostic.range.start)
    let isKnown = context.diagnostics.contains {
      $0.script == script && $0.diagnostic.range.start == place.start
    }
    // What the parser did not understand is not judged.
    guard !isKnown, context.scripts[script].reported.isEmpty,
      reportedPlaces.insert(place).inserted
    else { return }
    context.keep(diagnostic, of: script)
  }

  /// What a part of the current code can be, which was shown to the checks already.
  func quietValue(of expression: Expression) -> InferredValue {
    let (wasReporting, script) = (isReporting, recordedScript)
    (isReporting, recordedScript) = (false, nil)
    defer { (isReporting, recordedScript) = (wasReporting, script) }
    return value(of: expression)
  }

  // MARK: - Cells

  /// The cell of the declaration whose name is at a place of the current script.
  func cell(of name: Name) -> Int {
    cell(at: ScriptOffset(script: context.current, start: name.range.start))
  }

  func cell(at place: ScriptOffset) -> Int {
    if let number = cellNumbers[place] { return number }
    cells.append(earlier[place] ?? .never)
    cellNumbers[place] = cells.count - 1
    return cells.count - 1
  }

  func join(_ value: InferredValue, into cell: Int) {
    guard !cells[cell].holdsAll(of: value) else { return }
    cells[cell].join(value)
    didChange = true
  }

  /// The cell of a global variable.
  func cell(ofGlobal index: Int) -> Int {
    let global = context.globals[index]
    let number = cell(at: ScriptOffset(script: global.script, start: global.name.range.start))
    // What an earlier input of a prompt declared, a later one may set to anything.
    if global.isMutable, global.script < context.firstScript { join(.any, into: number) }
    return number
  }

  /// The number of a function whose name is at a place.
  func function(_ declaration: FunctionDeclaration, script: Int) -> Int {
    let place = ScriptOffset(script: script, start: declaration.name.range.start)
    if let number = functionNumbers[place] { return number }
    let parameters = declaration.parameters.map {
      cell(at: ScriptOffset(script: script, start: $0.name.range.start))
    }
    functions.append(
      Function(callee: declaration.callee, parameters: parameters, result: cell(at: place)))
    functionNumbers[place] = functions.count - 1
    return functions.count - 1
  }

  /// The number of a function of the current scripts; nil for one whose code is not walked
  /// through.
  func function(declared index: Int) -> Int? {
    let declared = context.functions[index]
    guard declared.script >= context.firstScript, !context.isPrelude(declared.script) else {
      return nil
    }
    return function(declared.declaration, script: declared.script)
  }

  /// What a function of an earlier input gave when that was checked.
  ///
  /// Only whoever asks for a model is answered, such as completion; a check that reports knows nothing of
  /// it, since what the function reads may have changed in between.
  func earlierResult(of function: DeclaredFunction) -> InferredValue {
    guard context.occurrences != nil else { return .any }
    let place = ScriptOffset(script: function.script, start: function.declaration.name.range.start)
    return earlier[place] ?? .any
  }

  // MARK: - Tables

  /// What a row of a table gives, made once.
  func tableValue(
    _ table: Int, _ name: String, _ make: () -> InferredValue
  ) -> InferredValue {
    if let value = tableValues[table]?[name] { return value }
    let value = make()
    tableValues[table, default: [:]][name] = value
    return value
  }
}

// MARK: - The walk

extension Inference {
  /// Goes through all code of the compilation once.
  private func walk() {
    let script = context.current
    for (index, global) in context.globals.enumerated() where global.script >= context.firstScript {
      enter(
        global.script, unit: global.unit, global.instanceKind, exploration: global.exploration)
      if global.order >= 0 { join(value(of: global.value), into: cell(ofGlobal: index)) }
    }
    for (index, function) in context.functions.enumerated() {
      enter(
        function.script, unit: function.unit, function.instanceKind,
        exploration: function.exploration)
      if let number = self.function(declared: index) { walk(number, function.declaration) }
    }
    for (number, unit) in context.units.enumerated() where unit.script >= context.firstScript {
      enter(unit.script, unit: number)
      walk(unit.declaration.members, of: .unit)
    }
    enter(context.scripts.count - 1)
    walkScript()
    for (number, exploration) in context.explorations.enumerated() {
      enter(exploration.script, exploration: number)
      walk(exploration.declaration)
    }
    enter(script)
  }

  private func enter(
    _ script: Int, unit: Int? = nil, _ instanceKind: Int? = nil, exploration: Int? = nil
  ) {
    context.current = script
    context.currentUnit = unit
    context.instanceKind = instanceKind
    context.currentExploration = exploration
  }

  /// The statements of the main script, and its scenarios.
  private func walkScript() {
    let statements = context.scripts[context.current].parsed.statements
    withFunction {
      for (position, statement) in statements.enumerated() {
        switch statement.kind {
        case .variable, .function: break
        case .scenario(let scenario): walk(scenario)
        case .setup(let block): withFunction { walk(block.statements) }
        // At a prompt it is shown.
        case .expression(let value) where context.base != nil && position == statements.count - 1:
          _ = self.value(of: value)
        default: walk(statement)
        }
      }
      show(.block(statements))
    }
  }

  private func walk(_ scenario: ScenarioDeclaration) {
    withFunction {
      for option in scenario.options {
        guard case .choice(let name, let values) = option else { continue }
        declare(name, value(of: values).element, .parameter)
      }
      walk(scenario.body.statements)
    }
  }

  private func walk(_ members: [AppMember], of group: CodeGroup) {
    for member in members {
      switch member.kind {
      case .handler(let handler): walk(handler, of: group)
      case .button(let button):
        guard let action = button.action else { break }
        show(.bodyWithoutTaker(action.body))
        _ = call(action, with: nil)
      case .scene(let role, let members):
        context.instanceKind = context.instanceKind(named: role)
        walk(members, of: .instance)
        context.instanceKind = nil
      case .view(let members): walk(members, of: .handlers)
      case .info, .variable, .function, .missing: break
      }
    }
  }

  private func walk(_ handler: HandlerDeclaration, of group: CodeGroup) {
    let known = context.host.handlers.first {
      $0.name == handler.name.text && $0.group == group
    }
    show(.handlerDeclaration(handler, group))
    if isReporting, let known = context.handler(named: handler.name.text, in: group) {
      show(.handler(handler, known))
      if known.ignoresResult { show(.bodyWithoutTaker(handler.body.statements)) }
    }
    withFunction {
      var position = known?.firstName ?? 0
      for case .name(let name) in handler.parameters {
        let parameter = known.flatMap {
          $0.parameters.indices.contains(position) ? $0.parameters[position] : nil
        }
        let kind = parameter.flatMap { known?.given[$0] }
        declare(name, kind.map { value(of: $0, owner: name.text) } ?? .any, .handlerParameter)
        if let known, parameter == known.parameters.last, !known.completionSymbols.isEmpty {
          taken[cell(of: name)] = .symbol(SymbolDomain(known.completionSymbols, of: name.text))
        }
        position += 1
      }
      walkBody(handler.body.statements)
    }
  }

  private func walk(_ exploration: ExplorationDeclaration) {
    withFunction {
      for statement in exploration.beginning {
        if case .variable = statement.kind { continue }
        walk(statement)
      }
    }
    for alternative in exploration.alternatives {
      withFunction {
        for choice in alternative.choices {
          declare(choice.name, value(of: choice.values).element, .parameter)
        }
        if let condition = alternative.condition { _ = value(of: condition) }
        walk(alternative.body.statements)
      }
    }
    for property in exploration.properties {
      decide { walkBody(property.body.statements) }
      show(.property(property))
    }
    for observer in exploration.observers {
      withFunction {
        for (name, earlier) in observer.earlier { declare(name, value(of: earlier), .parameter) }
        if let action = observer.parameters.first { declare(action, .any, .parameter) }
        walk(observer.body.statements)
      }
    }
    show(.exploration(exploration))
  }

  /// Goes through what decides whether something that is expected holds.
  func decide(_ body: () -> Void) {
    let wasExpected = isExpected
    isExpected = true
    body()
    isExpected = wasExpected
  }
}

// MARK: - Functions

extension Inference {
  /// Goes through the body of a declared function.
  func walk(_ number: Int, _ declaration: FunctionDeclaration) {
    let function = functions[number]
    let result = withFunction { () -> InferredValue in
      for (parameter, cell) in zip(declaration.parameters, function.parameters) {
        if let value = parameter.defaultValue { join(self.value(of: value), into: cell) }
        declare(parameter.name, in: cell, .parameter)
      }
      return walkBody(declaration.body.statements)
    }
    join(result, into: function.result)
  }

  /// Goes through a closure that is given some values; nil for anything.
  ///
  /// - Returns: What it gives.
  func call(_ closure: Closure, with given: [InferredValue]?) -> InferredValue {
    shorthands.append(closure.parameters == nil ? given ?? [] : nil)
    defer { shorthands.removeLast() }
    return withFunction {
      for (position, name) in (closure.parameters ?? []).enumerated() {
        let isGiven = given?.indices.contains(position) ?? false
        declare(name, isGiven ? given?[position] ?? .any : .any, .parameter)
      }
      return walkBody(closure.body)
    }
  }

  /// Goes through the body of a function and finds what it returns.
  @discardableResult
  func walkBody(_ statements: [Statement]) -> InferredValue {
    if let value = statements.onlyExpression { return self.value(of: value) }
    results.append(.never)
    walk(statements)
    var result = results.removeLast()
    if case .returned? = statements.last?.kind { return result }
    result.join(.nothing)
    return result
  }

  /// Goes through code whose `return`s are its own.
  func withFunction<Result>(_ body: () -> Result) -> Result {
    results.append(.never)
    defer { results.removeLast() }
    return body()
  }

  /// Gives a local a value, among others; `given` is what its declaration gives it.
  func declare(
    _ name: Name, _ value: InferredValue, _ kind: LocalVariable.Kind, given: Expression? = nil
  ) {
    let cell = cell(ofLocal: name)
    join(value, into: cell)
    declare(name, in: cell, kind, given: given)
  }

  /// Gives a local its cell; `_` is none.
  func declare(
    _ name: Name, in cell: Int, _ kind: LocalVariable.Kind, function: Int? = nil,
    given: Expression? = nil
  ) {
    guard let local = context.local(declaredBy: name) else { return }
    show(.declared(name, kind, given))
    locals[local] = Local(cell: cell, function: function)
  }

  private func cell(ofLocal name: Name) -> Int {
    let known = context.local(declaredBy: name).flatMap { locals[$0] }
    return known?.cell ?? cell(of: name)
  }
}
