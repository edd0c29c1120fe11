// What is found in scripts once all their names are declared and all uses of them are known. It is all
// that a check needs: no code is made for it, and emitting code finds nothing more.

import RehearsalInterface
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
    if keepsModel { context.model = SemanticModel(host: host) }
    context.declareWords(of: scripts)
    self.init(context, main: context.declare(scripts))
  }

  /// Checks scripts whose names were declared.
  package init(_ context: CompilationContext, main: Int?) {
    self.context = context
    self.main = main
    context.check(main: main)
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

  /// What the names and expressions mean; nil where that was not asked for.
  package var model: SemanticModel? { context.model }

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

extension CompilationContext {
  /// Resolves all names, follows the values through all code, shows it to the checks, and reports which
  /// code is on which side.
  ///
  /// - Parameter main: The number of the main script; nil if there is none.
  fileprivate func check(main: Int?) {
    Resolver(self).run(main: main)
    if !devices.isEmpty { settingsOfDevice = deviceSettings() }
    let inference = Inference(self, earlier: base?.inferred ?? [:])
    inference.run(main: main)
    inferred = inference.known
    sides.resolve()
    HiddenWordCheck(context: self).run()
    for (script, diagnostic) in sides.diagnostics(host.groups) { keep(diagnostic, of: script) }
    completeModel(with: inference)
  }

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
