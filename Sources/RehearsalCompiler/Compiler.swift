// The stages of a compilation, in their order: the library's and the host's own functions are read, all
// names are declared, everything is resolved and checked, and where nothing is wrong, code is emitted
// and its tables become a program.

import RehearsalCode
import RehearsalInterface
import RehearsalSemantics
import RehearsalSyntax

/// Turns parsed scripts into a program for a host.
package enum Compiler {
  /// Compiles a script and its imports.
  ///
  /// Diagnostics of the parser are passed on; pieces that it could not read are compiled to
  /// nothing.
  ///
  /// - Parameters:
  ///   - scripts: The parsed scripts, imported ones before those that import them, the main
  ///     script last.
  ///   - host: The words that the host gives to scripts.
  ///   - keepsModel: Whether what the names and expressions mean is kept, for editors.
  /// - Returns: The program, where there is no error, and everything that was found.
  /// - Complexity: O(*n*) in the length of the scripts, and O(*m*) more for each of the first
  ///   unknown names, where *m* is the number of names to suggest.
  package static func compile(
    _ scripts: [ParsedScript], host: HostInterface, keepsModel: Bool = false
  ) -> Compilation {
    let pipeline = CompilerPipeline(CompilationContext(host: host))
    if keepsModel { pipeline.context.model = SemanticModel(host: host) }
    pipeline.context.declareWords(of: scripts)
    return pipeline.compile(scripts)
  }
}

/// What compiling gave: a program unless there are errors, and every diagnostic.
package struct Compilation: Sendable {
  /// The program; nil where a diagnostic is an error.
  package let program: Program?

  /// Every diagnostic, parse errors included, in the order of sources and places.
  package let diagnostics: [Diagnostic]

  /// What the names and expressions mean; nil where that was not asked for.
  package let model: SemanticModel?
}

/// The stages of a compilation and what they work on.
struct CompilerPipeline {
  let context: CompilationContext
  let generator: CodeGenerator

  init(_ context: CompilationContext, continuing base: CompilationState? = nil) {
    self.context = context
    generator = CodeGenerator(context, continuing: base)
  }

  /// Declares and compiles scripts.
  func compile(_ parsed: [ParsedScript]) -> Compilation {
    compile(main: context.declare(parsed))
  }

  /// Checks everything, and makes a program of it where nothing is wrong.
  func compile(main: Int?) -> Compilation {
    context.check(main: main)
    let diagnostics = allDiagnostics()
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      return Compilation(program: nil, diagnostics: diagnostics, model: context.model)
    }
    let program = emit(main: main)
    let first = generator.base?.program.functions.count ?? 0
    let defects =
      generator.defects.map { $1.diagnostic(in: context.scripts[$0].parsed.source) }
      + Verifier.errors(in: program, from: first).map { diagnostic(of: $0, in: program) }
    return Compilation(
      program: defects.isEmpty ? program : nil, diagnostics: diagnostics + defects,
      model: context.model)
  }

  /// Emits all code.
  private func emit(main: Int?) -> Program {
    let base = generator.base?.program
    generator.compileFunctions()
    let units = context.units.indices.map { number in
      let isNew = context.units[number].script >= context.firstScript
      return isNew
        ? generator.compileUnit(number) : base?.units[number] ?? generator.compileUnit(number)
    }
    let initializer = generator.compileOutside(main: main ?? 0)
    let scenarios = main.map { ScenarioCompiler(generator: generator).compile(main: $0) } ?? []
    let explorations = ExplorationCompiler(generator: generator).compile()
    let tables = generator.tables
    return Program(
      instructions: tables.instructions, places: tables.places,
      functions: codeFunctions(after: base?.functions ?? []), constants: tables.constants,
      symbols: tables.symbols, memberNames: tables.memberNames, handles: tables.handles,
      cacheCount: tables.cacheCount, expectations: tables.expectations, host: context.host,
      outside: GlobalTable(
        names: context.outsideNames, instanceNames: [], constantCount: context.constantCount,
        reservedSlots: context.reservedSlots, initializer: initializer),
      units: units, scenarios: scenarios, explorations: explorations,
      deviceSettings: context.settingsOfDevice ?? base?.deviceSettings ?? [],
      preludeMembers: generator.preludeMembers(), extending: base)
  }

  /// What the verifier refuses is a defect of this compiler.
  ///
  /// It is a diagnostic in every build, so that no script runs code that was not proved sound, and
  /// none brings its host down.
  private func diagnostic(of defect: VerificationError, in program: Program) -> Diagnostic {
    let function = program.functions[defect.function ?? program.outside.initializer.number]
    let source = function.source ?? context.scripts[context.scripts.count - 1].parsed.source
    let range = function.source == nil ? SourceRange(0, 0) : function.range
    return CompilerDiagnostic.unsoundCode(range, defect.description).diagnostic(in: source)
  }

  /// The functions that are compiled already, and those after them.
  private func codeFunctions(
    after earlier: PersistentArray<CodeFunction>
  ) -> PersistentArray<CodeFunction> {
    let closureNumbers = closureNumbers(after: earlier)
    var counts: [Int: Int] = [:]
    return earlier
      + generator.tables.functions.indices[earlier.count...].map { number in
        let draft = generator.tables.functions[number]
        var rank = 0
        if let unit = draft.unit {
          rank = counts[unit] ?? earlier.lazy.filter { $0.unit == unit }.count
          counts[unit] = rank + 1
        }
        return CodeFunction(
          role: draft.role, name: draft.name, source: draft.source, range: draft.range,
          closureNumber: closureNumbers[number], entry: draft.entry, length: draft.length,
          registerCount: draft.registerCount,
          parameterNames: draft.parameterNames, requiredCount: draft.requiredCount,
          ignoresSurplusArguments: draft.ignoresSurplusArguments, captureCount: draft.captureCount,
          side: draft.side, unit: draft.unit,
          rankInUnit: rank, isHidden: draft.source == nil)
      }
  }

  /// The numbers by which new closures print: their order in the text of the scripts, which stays
  /// what it is when a script is laid out again, or is entered in pieces.
  private func closureNumbers(after earlier: PersistentArray<CodeFunction>) -> [Int: Int] {
    let drafts = generator.tables.functions
    let closures = drafts.indices[earlier.count...].compactMap { number in
      drafts[number].role == .closure
        ? drafts[number].script.map { (script: $0, start: drafts[number].range.start, number) }
        : nil
    }
    guard !closures.isEmpty else { return [:] }
    let first = (earlier.lazy.compactMap(\.closureNumber).max() ?? 0) + 1
    return Dictionary(
      uniqueKeysWithValues: closures.sorted { ($0.script, $0.start) < ($1.script, $1.start) }
        .enumerated().map { ($0.element.2, first + $0.offset) })
  }

  /// The diagnostics of parsing and compiling, in the order of scripts and places.
  private func allDiagnostics() -> [Diagnostic] {
    let first = context.firstScript
    var byScript: [[Diagnostic]] = context.scripts[first...].map(\.parsed.diagnostics)
    for (index, (script, diagnostic)) in context.diagnostics.enumerated() {
      let isLast = index == context.diagnostics.count - 1 && context.droppedDiagnostics > 0
      let shown =
        isLast ? diagnostic.noting([.furtherFindings(context.droppedDiagnostics)]) : diagnostic
      byScript[script - first].append(
        shown.diagnostic(in: context.scripts[script].parsed.source))
    }
    return byScript.flatMap { diagnostics in
      diagnostics.enumerated()
        .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }
        .map(\.element)
    }
  }
}
