// A program that inputs are added to, one after the other: what a prompt compiles. The code of each
// input follows what is there; whatever has a number keeps it, so a machine that runs the program
// continues with the next one (`Machine.adopt`). A value: an input that fails leaves no trace. Nor does
// the code of one that only does something: the next input replaces it, so that a session's memory
// grows with what was declared in it and not with its length.

import RehearsalCode
import RehearsalInterface
import RehearsalNames
import RehearsalSemantics
import RehearsalSyntax

/// A program and everything that compiling the next input needs to know.
package struct IncrementalProgram: Sendable {
  private(set) var state: CompilationState
  /// The state that the next input is added to where the code of the last one goes; nil for `state`.
  private var lasting: CompilationState?

  /// Where the input that was added last reads the value shown last.
  package private(set) var lastValueUses: [SourceRange] = []

  /// What the next input is added to.
  var lastingState: CompilationState { lasting ?? state }

  /// The program so far.
  package var program: Program { state.program }

  /// What of it stays when the next input is added.
  package var lastingProgram: Program { lastingState.program }

  /// The number of the script that described the device last; nil where none did.
  package var deviceScript: Int? { state.declared.device?.script }

  /// The names of the functions at the top level, in the order of their declaration.
  package var functionNames: [String] { functions.map(\.name.text) }

  /// The parameters of a function at the top level, those that may be left out with `?`; nil if there
  /// is none of that name.
  package func parameters(ofFunction name: String) -> [String]? {
    functions.last { $0.name.text == name }?.parameters.map(\.signature)
  }

  /// The functions at the top level, in the order of their declaration.
  private var functions: [FunctionDeclaration] {
    state.declared.functions
      .filter { $0.unit == nil && $0.script >= state.declared.preludeCount }
      .map(\.declaration)
  }

  /// The name that stands for the value shown last.
  package static let lastValueName = "_"

  /// The slot of the value shown last; the outside's first.
  package static let lastValueSlot = 0

  /// What the tables of the program take, in bytes, near enough: a copy shares them until an input
  /// declares something.
  package var bytes: Int {
    state.tables.instructions.count * 40 + state.tables.functions.count * 400
      + state.declared.names.texts.count * 64
  }

  /// Forgets the code of the last input where nothing can come back to it.
  package mutating func dropPassingCode() {
    if let lasting { state = lasting }
    lasting = nil
  }

  /// Begins without any input; nil where the host's own words do not compile.
  package init?(host: HostInterface) {
    let pipeline = CompilerPipeline(CompilationContext(host: host))
    let context = pipeline.context
    context.declareWords()
    context.add(Parser.parse(SourceText(name: "prompt", "")), isPrelude: false)
    context.declareLastValue()
    let checked = CheckedScripts(
      context, main: context.scripts.count - 1, after: KnownDeclarations())
    guard let program = pipeline.compile(checked).program else {
      return nil
    }
    state = CompilationState(pipeline.generator, program, checked.known)
  }

  /// Adds an input.
  ///
  /// - Parameters:
  ///   - scripts: What the input imports, and the input itself last; parsed as of a prompt.
  ///   - symbols: The symbols of the machine that is to continue with the program.
  /// - Returns: Everything that was found. Where an error was, nothing is added.
  /// - Complexity: O(*n*) in what was declared so far, most of it copying.
  package mutating func add(_ scripts: [ParsedScript], symbols: [String]) -> [Diagnostic] {
    let base = lastingState
    let pipeline = CompilerPipeline(
      CompilationContext(continuing: base.declared, host: base.program.host), continuing: base)
    for symbol in symbols { _ = pipeline.generator.tables.number(ofSymbol: symbol) }
    let context = pipeline.context
    let checked = CheckedScripts(context, main: context.declare(scripts), after: base.known)
    let compilation = pipeline.compile(checked)
    if let program = compilation.program {
      state = CompilationState(pipeline.generator, program, checked.known)
      lasting = state.isPassing(after: base) ? base : nil
    }
    lastValueUses = pipeline.context.lastValueUses
    return compilation.diagnostics
  }
}

extension CompilationContext {
  /// Declares the name of the value shown last, a variable of the outside.
  fileprivate func declareLastValue() {
    let name = Name(IncrementalProgram.lastValueName, SourceRange(0, 0))
    current = scripts.count - 1
    globals.append(
      GlobalVariable(
        name: name, isMutable: true, slot: IncrementalProgram.lastValueSlot, unit: nil, order: -1,
        script: current, start: 0, value: Expression(.nilLiteral, name.range)))
    topLevelScope.declare(names.number(of: name.text), .global(globals.count - 1))
    constantCount = 1
  }
}

extension IncrementalProgram {
  /// What the next input would mean, which need not be whole; no code is made for it.
  ///
  /// - Parameter input: The input, parsed as of a prompt.
  /// - Returns: The meaning of its names and expressions.
  /// - Complexity: O(*n*) in what was declared so far, most of it copying.
  package func model(of input: ParsedScript) -> SemanticModel? {
    let base = lastingState
    let context = CompilationContext(continuing: base.declared, host: program.host)
    let main = context.declare([input])
    return CheckedScripts(context, main: main, after: base.known, keepsModel: true).model
  }
}
