// What is found in scripts once all their names are declared and all uses of them are known. It is all
// that a check needs: no code is made for it, and emitting code finds nothing more.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// Scripts whose names are resolved, whose values are followed, and which every check was shown.
package struct CheckedScripts {
  /// What was found out about them, of which code can be emitted where nothing is wrong.
  package let context: CompilationContext
  /// The number of the main script; nil if there is none.
  package let main: Int?
  /// Every diagnostic, parse errors included, in the order of sources and places.
  package let diagnostics: [Diagnostic]
  /// What they declare for the host; nil where a diagnostic is an error.
  package let outline: ScriptOutline?
  /// What the names and expressions mean; nil where that was not asked for.
  package let model: SemanticModel?
  /// What is known of the values of the declarations, for the next input of a prompt.
  package let known: KnownDeclarations

  /// Checks scripts.
  ///
  /// - Parameters:
  ///   - scripts: The parsed scripts, imported ones before those that import them, the main script last.
  ///   - host: The words that the host gives to scripts.
  ///   - keepsModel: Whether what the names and expressions mean is kept, for editors.
  /// - Complexity: O(*n*) in the length of the scripts, and O(*m*) more for each of the first
  ///   unknown names, where *m* is the number of names to suggest.
  package init(_ scripts: [ParsedScript], host: HostInterface, keepsModel: Bool = false) {
    let context = CompilationContext(host: host)
    context.declareWords(of: scripts)
    self.init(
      context, main: context.declare(scripts), after: KnownDeclarations(), keepsModel: keepsModel)
  }

  /// Checks scripts whose names were declared.
  ///
  /// - Parameters:
  ///   - context: The scripts with what they declare.
  ///   - main: The number of the main script; nil if there is none.
  ///   - earlier: What is known of the declarations of earlier inputs, at a prompt.
  ///   - keepsModel: Whether what the names and expressions mean is kept.
  package init(
    _ context: CompilationContext, main: Int?, after earlier: KnownDeclarations,
    keepsModel: Bool = false
  ) {
    self.context = context
    self.main = main
    if keepsModel { context.occurrences = NameOccurrences() }
    context.resolve(main: main)
    let inference = Inference(context, earlier: earlier.values)
    inference.run(main: main)
    known = KnownDeclarations(values: inference.known)
    context.reportSides()
    context.completeOccurrences()
    model = context.occurrences.map { SemanticModel($0, inference) }
    diagnostics = context.allDiagnostics
    let isRight = !diagnostics.contains { $0.severity == .error }
    outline = isRight ? context.makeOutline(main: main) : nil
  }

  /// Where the explorations of the main script have their titles, in their order.
  package var explorations: [SourcePlace] {
    context.explorations.map {
      SourcePlace(context.scripts[$0.script].parsed.source, $0.declaration.title.range)
    }
  }

  /// Whether some code is so large that it may need more than a function can have, which only its
  /// emission tells.
  package var mayBeTooLarge: Bool {
    context.scripts[context.firstScript...].contains { script in
      var rest = 0
      for statement in script.parsed.statements {
        let size: Int
        switch statement.kind {
        case .app(let app): size = app.members.map(\.range.count).max() ?? 0
        case .function, .scenario, .setup, .exploration: size = statement.range.count
        default:
          rest += statement.range.count
          size = rest
        }
        if size > Self.safeSize { return true }
      }
      return false
    }
  }

  /// Code of so many bytes has not as many names, literals and calls as a function can have registers.
  private static let safeSize = 16_384
}

/// What is known of the values of declarations.
package struct KnownDeclarations: Sendable {
  let values: [ScriptOffset: InferredValue]

  init(values: [ScriptOffset: InferredValue]) { self.values = values }

  /// Knows nothing.
  package init() { values = [:] }
}

extension CompilationContext {
  /// The diagnostics of parsing and checking, in the order of scripts and places.
  fileprivate var allDiagnostics: [Diagnostic] {
    var byScript: [[Diagnostic]] = scripts[firstScript...].map(\.parsed.diagnostics)
    for (index, (script, diagnostic)) in diagnostics.enumerated() {
      let isLast = index == diagnostics.count - 1 && droppedDiagnostics > 0
      let shown = isLast ? diagnostic.noting([.furtherFindings(droppedDiagnostics)]) : diagnostic
      byScript[script - firstScript].append(
        shown.diagnostic(in: scripts[script].parsed.source))
    }
    return byScript.flatMap { diagnostics in
      diagnostics.enumerated()
        .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }
        .map(\.element)
    }
  }
}
