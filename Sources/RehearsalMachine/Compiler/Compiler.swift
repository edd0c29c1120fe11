// The stages of a compilation, in their order: the library's and the host's own functions are
// read, all names are declared, all code is compiled, the sides are settled, and the tables become
// a program. There is a program only where nothing is wrong.

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
  /// - Returns: The program, where there is no error, and everything that was found.
  /// - Complexity: O(*n*) in the length of the scripts, and O(*m*) more for each of the first
  ///   unknown names, where *m* is the number of names to suggest.
  package static func compile(_ scripts: [ParsedScript], host: HostInterface) -> Compilation {
    let generator = CodeGenerator(host: host)
    generator.declareWords()
    return generator.compilation(of: scripts)
  }
}

extension CodeGenerator {
  /// Declares the words of the library and the host.
  func declareWords() {
    declareBuiltins()
    for (name, text) in [("library", LibraryPrelude.source), ("host", host.prelude)] {
      add(Parser.parse(SourceText(name: name, text)), isPrelude: true)
      current = scripts.count - 1
      declarePrelude()
    }
  }

  /// Declares and compiles scripts.
  func compilation(of parsed: [ParsedScript]) -> Compilation {
    let first = scripts.count
    for script in parsed { add(script, isPrelude: false) }
    let main = scripts.count - 1
    for script in first..<max(first, scripts.count) {
      current = script
      declareTopLevel(isMain: script == main)
    }
    assignSlots()
    for unit in units.indices where units[unit].script >= firstScript { declareMembers(of: unit) }
    return compilation(main: parsed.isEmpty ? nil : main)
  }

  /// Compiles all code and settles what could only be known then.
  func compilation(main: Int?) -> Compilation {
    compileFunctions()
    let compiledUnits = units.indices.map { number in
      let isNew = units[number].script >= firstScript
      return isNew ? compileUnit(number) : base?.program.units[number] ?? compileUnit(number)
    }
    let initializer = compileOutside(main: main ?? 0)
    let scenarios = main.map { compileScenarios(main: $0) } ?? []
    var deviceSettings = base?.program.deviceSettings ?? []
    if let device, device.script >= firstScript {
      current = device.script
      deviceSettings = settings(device.block, keys: host.deviceKeys, of: "device")
    }
    sides.settle()
    for (script, diagnostic) in sides.diagnostics(host.groups) { keep(diagnostic, of: script) }
    let diagnostics = allDiagnostics()
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      return Compilation(program: nil, diagnostics: diagnostics)
    }
    let program = Program(
      instructions: tables.instructions, places: tables.places, functions: codeFunctions(),
      constants: tables.constants, symbols: tables.symbols, memberNames: tables.memberNames,
      handles: tables.handles, cacheCount: tables.cacheCount, expectations: tables.expectations,
      host: host,
      outside: GlobalTable(
        names: outsideNames, instanceNames: [], constantCount: constantCount,
        reservedSlots: reservedSlots, initializer: initializer),
      units: compiledUnits, scenarios: scenarios, deviceSettings: deviceSettings,
      preludeMembers: preludeMembers(), extending: base?.program)
    let defects = Verifier.errors(in: program, from: base?.program.functions.count ?? 0)
      .map { diagnostic(of: $0, in: program) }
    return Compilation(
      program: defects.isEmpty ? program : nil, diagnostics: diagnostics + defects)
  }

  /// What the verifier refuses is a defect of this compiler.
  ///
  /// It is a diagnostic in every build, so that no script runs code that was not proved sound, and
  /// none brings its host down.
  private func diagnostic(of defect: VerificationError, in program: Program) -> Diagnostic {
    let function = program.functions[defect.function ?? program.outside.initializer.number]
    let source = function.source ?? scripts[scripts.count - 1].parsed.source
    let range = function.source == nil ? SourceRange(0, 0) : function.range
    return CompilerDiagnostic.unsoundCode(range, defect.description).diagnostic(in: source)
  }

  private func codeFunctions() -> [CodeFunction] {
    tables.functions.map { draft in
      CodeFunction(
        name: draft.name, source: draft.source, range: draft.range, entry: draft.entry,
        length: draft.length, registerCount: draft.registerCount,
        parameterNames: draft.parameterNames, requiredCount: draft.requiredCount,
        ignoresSurplusArguments: draft.ignoresSurplusArguments, captureCount: draft.captureCount,
        side: sides.side(of: draft.sideScope), unit: draft.unit, isHidden: draft.source == nil)
    }
  }

  /// The diagnostics of parsing and compiling, in the order of scripts and places.
  private func allDiagnostics() -> [Diagnostic] {
    var byScript: [[Diagnostic]] = scripts.map(\.parsed.diagnostics)
    for earlier in 0..<firstScript { byScript[earlier] = [] }
    for (index, (script, diagnostic)) in diagnostics.enumerated() {
      let isLast = index == diagnostics.count - 1 && droppedDiagnostics > 0
      let shown = isLast ? diagnostic.noting(dropped: droppedDiagnostics) : diagnostic
      byScript[script].append(shown.diagnostic(in: scripts[script].parsed.source))
    }
    return byScript.flatMap { diagnostics in
      diagnostics.enumerated()
        .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }
        .map(\.element)
    }
  }
}
