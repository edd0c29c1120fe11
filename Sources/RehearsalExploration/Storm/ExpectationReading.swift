// What an expectation looks at: variables of apps, what they keep, the screen, the date.

import Rehearsal
import RehearsalSyntax

/// What the condition of an expectation looks at.
struct ExpectationReading {
  /// Every name and every member that stands in it.
  private(set) var names: Set<String> = []
  /// What it reads of things by a dot, as `Notes.draft`.
  private(set) var variables: [(app: String, name: String)] = []

  /// Reads a condition that failed.
  init(_ failed: FailedExpectation) {
    let place = failed.site.conditionPlace
    let source = SourceText(name: place.source.name, place.source.text(in: place.range))
    let tokens = Lexer.tokenize(source).tokens
    for (position, token) in tokens.enumerated() where token.kind == .name {
      let text = source.text(in: token.range)
      names.insert(text)
      let isMember = position > 0 && tokens[position - 1].isMark(.dot)
      guard !isMember, position + 2 < tokens.count, tokens[position + 1].isMark(.dot),
        tokens[position + 2].kind == .name
      else { continue }
      variables.append((text, source.text(in: tokens[position + 2].range)))
    }
  }

  /// What the user sees of an app, as members are called.
  private static let ofScreens: Set = ["screen", "presented", "scenes", "state", "snapshot"]

  /// What tells of what happened to processes, as members and functions are called.
  private static let ofHistory: Set = [
    "calls", "trace", "exits", "exit", "launchReason", "incarnation", "pid", "options",
  ]

  /// Whether it looks back at what happened to processes, which another life of the app is bound to
  /// change.
  var looksBack: Bool { !names.isDisjoint(with: Self.ofHistory) }

  /// Whether it looks at what the user sees.
  var looksAtScreen: Bool { !names.isDisjoint(with: Self.ofScreens) }

  /// What a process holds and takes with it beside its variables, as members are called.
  private static let ofMemory: Set = ["screen", "presented"]

  /// Whether it looks at anything of an app besides its memory.
  var looksBeyondMemory: Bool {
    variables.contains { Session.isMember(ofApps: $0.name) && !Self.ofMemory.contains($0.name) }
  }
}
