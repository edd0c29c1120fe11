// The symbols in scripts: how often they occur, and where first.

import RehearsalSyntax

/// The symbols that the code of some scripts writes.
struct OwnSymbols {
  /// A symbol as written in a script.
  struct Use {
    let name: Name
    let script: Int
    var count = 1
  }

  private(set) var uses: [String: Use] = [:]

  /// Notes a symbol of a script.
  mutating func meet(_ name: Name, in script: Int) {
    uses[name.text, default: Use(name: name, script: script, count: 0)].count += 1
  }
}
