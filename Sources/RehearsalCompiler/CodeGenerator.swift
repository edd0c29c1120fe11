// Code generation: one walk through the tree that emits code as it goes, of scripts in which nothing is
// wrong: whoever finds that resolved the names before. What the walk must know beforehand about later
// code is in `CaptureFacts`.

import RehearsalCode
import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// Turns the declared functions, units and statements of a compilation into code.
final class CodeGenerator {
  let context: CompilationContext
  /// What an earlier input left, where this one is added to a program that grows.
  let base: CompilationState?
  /// The tables of the program under construction.
  var tables: ProgramTables
  /// The numbers of the declared functions in the program.
  private(set) var functionNumbers: PersistentArray<Int>
  /// The functions that stand for words of the library and the host as values.
  var wrappers: [WordWrapper: Int] = [:]
  /// The number of the host's function that is called before each statement; nil where none is.
  private(set) lazy var statementFunction: Int? = context.host.statementFunction.flatMap { name in
    context.host.functions.firstIndex { $0.name == name }
  }
  /// The number of the function of what runs first in each scenario; nil without one.
  var setupFunction: Int?
  /// The functions that need more than a function can have, each with its script.
  private(set) var defects: [(script: Int, diagnostic: CompilerDiagnostic)] = []
  /// Where the locals are whose declarations were emitted, by their numbers.
  private var localPlaces: [LocalPlace]
  /// The locals in scope, the innermost last.
  private(set) var openLocals: [Int] = []
  /// The functions under way, the outermost first; a function's depth is its index.
  var builders: [FunctionBuilder] = []
  /// The innermost function under way.
  var builder = FunctionBuilder(function: -1, depth: 0, side: .neutral)

  init(_ context: CompilationContext, continuing base: CompilationState? = nil) {
    self.context = context
    self.base = base
    tables = base?.tables ?? ProgramTables()
    functionNumbers = base?.functionNumbers ?? []
    wrappers = base?.wrappers ?? [:]
    localPlaces = []
  }
}

// MARK: - Numbers of functions

extension CodeGenerator {
  /// Gives the declared functions their numbers, which come before those of nested ones.
  func reserveDeclaredFunctions() {
    for function in context.functions.dropFirst(functionNumbers.count) {
      let name = function.declaration.name
      functionNumbers.append(
        reserveFunction(
          name.text, name.range, side: context.sides.side(of: function.sideScope),
          unit: function.unit, script: function.script, as: .declared))
    }
  }

  /// Reserves the number of a function in the current script.
  ///
  /// It belongs to the current unit.
  func reserveFunction(
    _ name: String, _ range: SourceRange, side: Side, as role: CodeFunction.Role = .part
  ) -> Int {
    reserveFunction(
      name, range, side: side, unit: context.currentUnit, script: context.current, as: role)
  }

  private func reserveFunction(
    _ name: String, _ range: SourceRange, side: Side, unit: Int?, script: Int,
    as role: CodeFunction.Role
  ) -> Int {
    let isPrelude = context.isPrelude(script)
    return tables.reserveFunction(
      ProgramTables.FunctionDraft(
        name: name, source: isPrelude ? nil : context.scripts[script].parsed.source,
        script: isPrelude ? nil : script, range: range, role: role, side: side, unit: unit))
  }

  /// By number of `CoreMemberForms`: the number of the prelude's function for it, or -1; after all of
  /// them the same for maps, where they have one of their own.
  func preludeMembers() -> [Int] {
    let all = CoreMemberForms.all
    return (all.map(\.preludeFunction) + all.map(\.preludeFunctionOfMaps)).map { name in
      name.flatMap { context.libraryFunction(named: $0) }.map { functionNumbers[$0] } ?? -1
    }
  }
}

// MARK: - Functions under way

extension CodeGenerator {
  /// Begins the code of a function inside the current one.
  func enterFunction(_ number: Int, on side: Side) {
    builder = FunctionBuilder(function: number, depth: builders.count, side: side)
    builders.append(builder)
  }

  /// Ends the code of the innermost function and lays it into the tables.
  func leaveFunction(at place: SourceRange) {
    let finished = builder
    if finished.isTooLarge || finished.captures.count > Int(UInt16.max) {
      defects.append((context.current, .tooComplex(place)))
    }
    let (code, places) = finished.finished()
    tables.setCode(code, places, of: finished.function)
    tables.functions[finished.function].registerCount = finished.registerCount
    tables.functions[finished.function].captureCount = finished.captures.count
    builders.removeLast()
    if let outer = builders.last { builder = outer }
  }

  /// Compiles a function that is not nested in another one.
  func withOutermostFunction(
    _ number: Int, on side: Side, at place: SourceRange, _ body: () -> Void
  ) {
    builders = []
    enterFunction(number, on: side)
    body()
    leaveFunction(at: place)
  }

  /// Opens a scope for locals and gives their registers back after it.
  func withScope(_ body: () -> Void) {
    let mark = openLocals.count
    let top = builder.variableTop
    body()
    leaveScope(to: mark)
    builder.forget(to: top)
  }
}

// MARK: - Locals

/// Where the code of the function that declares a local has it.
struct LocalPlace {
  /// Its register; unused for a plain function.
  var register = 0
  /// The number of a local function; nil for a variable.
  var function: Int?
  /// Whether a local function's closure was made.
  var isComplete = true
}

extension CodeGenerator {
  /// Declares a local in the innermost scope; `_` declares nothing.
  func declare(_ name: Name, at place: LocalPlace) {
    guard let local = context.local(declaredBy: name) else { return }
    self[local] = place
    openLocals.append(local)
  }

  /// Where a local is whose declaration was emitted.
  subscript(local: Int) -> LocalPlace {
    get { localPlaces[local] }
    set {
      while localPlaces.count <= local { localPlaces.append(LocalPlace()) }
      localPlaces[local] = newValue
    }
  }

  /// Forgets the locals that were declared since there were so many in scope.
  ///
  /// - Returns: Their numbers, in their order.
  @discardableResult
  func leaveScope(to mark: Int) -> [Int] {
    let left = Array(openLocals[mark...])
    openLocals.removeLast(left.count)
    return left
  }

  /// Brings locals into scope again.
  func reenter(_ locals: [Int]) { openLocals += locals }
}
