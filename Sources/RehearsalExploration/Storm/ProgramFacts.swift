// What the code of a script's apps looks at, for searches that choose what to inject: the spans that it
// names, and what it looks up in the data that it is given.

import RehearsalCode
import RehearsalLifecycle
import RehearsalValues

/// What the code of apps looks at.
struct ProgramFacts: Sendable {
  /// The spans of time that it names, shortest first.
  let spans: [TimeSpan]
  /// The keys that it looks up in values other than what it keeps, with a value that suits each.
  let keys: [(name: String, value: ScriptValue)]

  /// How many spans are tried: each costs a run for every step.
  private static let mostSpans = 4

  /// A span below it is work under way, and beyond the night nobody waits.
  private static let spansOfAbsence = TimeSpan.seconds(2)...TimeSpan.seconds(30 * 24 * 3600)

  /// Reads the code of a program.
  init(_ program: Program) {
    let data = program.facts.dataOfUnits
    let spans = data.spans.map { TimeSpan(nanoseconds: $0) }.sorted()
    self.spans = Array(spans.filter(Self.spansOfAbsence.contains).prefix(Self.mostSpans))
    keys = data.keys.map { ($0.name, $0.value ?? .string("x")) }
  }
}
