// What is found in scripts once all their names are declared and all uses of them are known.

import RehearsalInterface
import RehearsalSyntax

extension SemanticModel {
  /// What the names and expressions of scripts mean; no code is made for it.
  ///
  /// - Parameters:
  ///   - scripts: The parsed scripts, imported ones before those that import them, the main script last.
  ///   - host: The words that the host gives to scripts.
  /// - Complexity: O(*n*) in the length of the scripts.
  package init(of scripts: [ParsedScript], host: HostInterface) {
    let context = CompilationContext(host: host)
    context.model = SemanticModel(host: host)
    context.declareWords(of: scripts)
    context.check(main: context.declare(scripts))
    self = context.model ?? SemanticModel(host: host)
  }
}

extension CompilationContext {
  /// Resolves all names, follows the values through all code, shows it to the checks, and reports which
  /// code is on which side.
  ///
  /// What is left to do is to emit code, where nothing is wrong.
  ///
  /// - Parameter main: The number of the main script; nil if there is none.
  package func check(main: Int?) {
    Resolver(self).run(main: main)
    if !devices.isEmpty { settingsOfDevice = deviceSettings() }
    let inference = Inference(self, earlier: base?.inferred ?? [:])
    inference.run(main: main)
    inferred = inference.known
    sides.resolve()
    HiddenWordCheck(context: self).run()
    for (script, diagnostic) in sides.diagnostics(host.groups) { keep(diagnostic, of: script) }
    completeModel(with: inference.values)
  }
}
