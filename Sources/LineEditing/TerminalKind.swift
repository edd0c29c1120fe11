// What can be expected of a terminal, judged by its name, as every program has to.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A kind of terminal.
package struct TerminalKind: Sendable {
  /// That of the terminal that the environment names.
  package static let current = TerminalKind(name: getenv("TERM").map { String(cString: $0) })

  /// Whether it knows no sequences at all: it has neither colours nor a cursor that can be moved.
  package let isPlain: Bool
  /// Whether it can be expected to know sequences beyond those of its own kind, such as marks of
  /// pastes, and to skip those that it does not know.
  package let speaksSequences: Bool

  /// Judges a name; nil stands for none.
  package init(name: String?) {
    let name = name ?? ""
    isPlain = ["", "dumb", "unknown"].contains(name)
    let isOld = ["vt", "linux", "ansi", "cons"].contains { name.hasPrefix($0) }
    speaksSequences = !isPlain && !isOld
  }
}
