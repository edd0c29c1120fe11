// What can be expected of a terminal, judged by its name, as every program has to.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A kind of terminal.
package struct TerminalKind: Sendable {
  /// That of the terminal that the environment names.
  package static let current = TerminalKind(
    name: getenv("TERM").map { String(cString: $0) },
    hasLinks: linkingTerminals.contains { getenv($0) != nil })

  /// Whether it knows no sequences at all: it has neither colours nor a cursor that can be moved.
  package let isPlain: Bool
  /// Whether it can be expected to know sequences beyond those of its own kind, such as marks of
  /// pastes, and to skip those that it does not know.
  package let speaksSequences: Bool
  /// Whether text can be a link; terminals that cannot may show what it leads to.
  package let showsLinks: Bool

  /// The variables by which terminals make themselves known that show links.
  private static let linkingTerminals = [
    "ITERM_SESSION_ID", "WEZTERM_PANE", "KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "VTE_VERSION",
    "WT_SESSION", "KONSOLE_VERSION", "VSCODE_INJECTION", "FORCE_HYPERLINK",
  ]

  /// Judges a name; nil stands for none.
  package init(name: String?, hasLinks: Bool = false) {
    let name = name ?? ""
    isPlain = ["", "dumb", "unknown"].contains(name)
    let isOld = ["vt", "linux", "ansi", "cons"].contains { name.hasPrefix($0) }
    speaksSequences = !isPlain && !isOld
    showsLinks = speaksSequences && hasLinks
  }
}
