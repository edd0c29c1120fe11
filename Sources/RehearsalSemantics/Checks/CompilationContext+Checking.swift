// What is found in scripts once all their names are declared and all uses of them are known.

import RehearsalInterface
import RehearsalSyntax

extension CompilationContext {
  /// Follows the values through all code, shows it to the checks, and reports which code is on which
  /// side.
  ///
  /// - Parameter main: The number of the main script; nil if there is none.
  package func check(main: Int?) {
    let inference = Inference(self, earlier: base?.inferred ?? [:])
    inference.run(main: main)
    inferred = inference.known
    sides.resolve()
    HiddenWordCheck(context: self).run()
    for (script, diagnostic) in sides.diagnostics(host.groups) { keep(diagnostic, of: script) }
    completeModel(with: inference.values)
  }
}
