// The two passes over names: what each means, once all are declared, and in the end, when every use of a word
// is known, which code is on which side.

import RehearsalInterface

extension CompilationContext {
  /// Resolves all names, and arranges all calls.
  ///
  /// - Parameter main: The number of the main script; nil if there is none.
  /// - Complexity: O(*n*) in the length of the scripts.
  package func resolve(main: Int?) {
    Resolver(self).run(main: main)
    if !devices.isEmpty { settingsOfDevice = deviceSettings() }
  }

  /// Reports which code is on no side or on the wrong one, and declarations that hide a word of theirs.
  package func reportSides() {
    sides.resolve()
    HiddenWordCheck(context: self).run()
    for (script, diagnostic) in sides.diagnostics(host.groups) { keep(diagnostic, of: script) }
  }
}
