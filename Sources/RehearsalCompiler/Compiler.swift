// From checked scripts to a program: where nothing is wrong with them, code is emitted and its tables become
// a program. All that is wrong with scripts was found before; only code that needs more than a function can
// have is refused here.

import RehearsalCode
import RehearsalInterface
import RehearsalNames
import RehearsalSemantics
import RehearsalSyntax

/// Turns scripts into a program for a host.
package enum Compiler {
  /// Checks a script and its imports, and makes a program of them where nothing is wrong.
  ///
  /// Diagnostics of the parser are passed on; pieces that it could not read are compiled to
  /// nothing.
  ///
  /// - Parameters:
  ///   - scripts: The parsed scripts, imported ones before those that import them, the main
  ///     script last.
  ///   - host: The words that the host gives to scripts.
  /// - Returns: The program, where there is no error, and everything that was found.
  /// - Complexity: O(*n*) in the length of the scripts, see `CheckedScripts`.
  package static func compile(_ scripts: [ParsedScript], host: HostInterface) -> Compilation {
    compile(CheckedScripts(scripts, host: host))
  }

  /// Makes a program of scripts that were checked, where nothing is wrong with them.
  ///
  /// - Returns: The program, and the diagnostics, with those of code that is too large.
  /// - Complexity: O(*n*) in the length of the scripts.
  package static func compile(_ checked: CheckedScripts) -> Compilation {
    CompilerPipeline(checked.context).compile(checked)
  }
}

/// What compiling gave: a program unless there are errors, and every diagnostic.
package struct Compilation: Sendable {
  /// The program; nil where a diagnostic is an error.
  package let program: Program?

  /// Every diagnostic, parse errors included, in the order of sources and places.
  package let diagnostics: [Diagnostic]
}

/// The stages of a compilation and what they work on.
struct CompilerPipeline {
  let context: CompilationContext
  let generator: CodeGenerator

  init(_ context: CompilationContext, continuing base: CompilationState? = nil) {
    self.context = context
    generator = CodeGenerator(context, continuing: base)
  }

  /// Makes a program of what was checked, where nothing is wrong.
  func compile(_ checked: CheckedScripts) -> Compilation {
    guard let outline = checked.outline else {
      return Compilation(program: nil, diagnostics: checked.diagnostics)
    }
    let program = emit(outline, main: checked.main)
    let first = generator.base?.program.functions.count ?? 0
    let defects =
      generator.defects.map { $1.diagnostic(in: context.scripts[$0].parsed.source) }
      + Verifier.errors(in: program, from: first).map { diagnostic(of: $0, in: program) }
    return Compilation(
      program: defects.isEmpty ? program : nil, diagnostics: checked.diagnostics + defects)
  }

  /// Emits all code.
  private func emit(_ outline: ScriptOutline, main: Int?) -> Program {
    let base = generator.base?.program
    generator.compileFunctions()
    let units = context.units.indices.map { number in
      if context.units[number].script < context.firstScript, let known = base?.units[number] {
        return known
      }
      return generator.compileUnit(number, outline.units[number])
    }
    let initializer = generator.compileOutside(main: main ?? 0)
    let scenarios =
      main.map { ScenarioCompiler(generator: generator).compile(outline.scenarios, of: $0) } ?? []
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
      deviceSettings: outline.deviceSettings,
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
}
