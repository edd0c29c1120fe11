// Code generation: one walk through the tree that emits code as it goes. Calls are checked and
// registers assigned in the same pass, because each needs the others. What that pass must know
// beforehand about later code is in `CaptureFacts`.

import RehearsalSyntax

/// Turns the declared functions, units and statements of a compilation into code.
final class CodeGenerator {
  let context: CompilationContext
  /// The functions that stand for words of the library and the host as values.
  var wrappers: [WordWrapper: Int] = [:]
  /// The number of the host's function that is called before each statement; nil where none is.
  private(set) lazy var statementFunction: Int? = context.host.statementFunction.flatMap { name in
    context.host.functions.firstIndex { $0.name == name }
  }
  /// How many variables of the current initializer have their values; nil in other code.
  var initializedCount: Int?
  /// The numbers of local functions by the offsets of their names, until they are compiled.
  var localFunctionNumbers: [Int32: Int] = [:]
  /// The functions under way, the outermost first; a function's depth is its index.
  var builders: [FunctionBuilder] = []
  /// The innermost function under way.
  var builder = FunctionBuilder(function: -1, depth: 0, sideScope: 0)

  init(_ context: CompilationContext) {
    self.context = context
    wrappers = context.base?.wrappers ?? [:]
  }
}

// MARK: - Functions under way

extension CodeGenerator {
  /// Begins the code of a function inside the current one.
  func enterFunction(_ number: Int, sideScope: Int) {
    builder = FunctionBuilder(function: number, depth: builders.count, sideScope: sideScope)
    builders.append(builder)
  }

  /// Ends the code of the innermost function and lays it into the tables.
  func leaveFunction(at place: SourceRange) {
    let finished = builder
    if finished.isTooLarge || finished.captures.count > Int(UInt16.max) {
      context.report(.tooComplex(place))
    }
    let (code, places) = finished.finished()
    context.tables.setCode(code, places, of: finished.function)
    context.tables.functions[finished.function].registerCount = finished.registerCount
    context.tables.functions[finished.function].captureCount = finished.captures.count
    builders.removeLast()
    if let outer = builders.last { builder = outer }
  }

  /// Compiles a function that is not nested in another one.
  func withOutermostFunction(
    _ number: Int, sideScope: Int, at place: SourceRange, _ body: () -> Void
  ) {
    builders = []
    enterFunction(number, sideScope: sideScope)
    body()
    leaveFunction(at: place)
  }

  /// Opens a scope for locals and gives their registers back after it.
  func withScope(_ body: () -> Void) {
    let mark = context.locals.count
    let top = builder.variableTop
    body()
    context.locals.leave(to: mark)
    builder.forget(to: top)
  }
}
