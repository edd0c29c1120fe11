// An exploration of a script, ready to be searched: what was compiled, its options, and the apps that
// it is about.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// An exploration of a script.
package struct RunnableExploration: Sendable {
  /// One alternative with a value of each name that it binds.
  package struct Alternative: Sendable {
    /// The number of the alternative on the page.
    package let number: Int
    /// The values of its names, in their order.
    package let values: [ScriptValue]
    /// Whether it counts among the disruptions.
    package let isDisruption: Bool
  }

  /// What was compiled.
  package let compiled: CompiledExploration
  /// The options of its header.
  package let options: ExplorationOptions
  /// What may be done, each alternative once for each combination of values, in the order of the
  /// page.
  package let alternatives: [Alternative]
  /// The numbers of the script's apps that it names.
  package let apps: [Int]
  /// The numbers by which it names apps of the host.
  let nativeApps: [UInt64]
  /// Whether the script reads a clock, so that states differ by the hour.
  package let readsClock: Bool

  /// The title.
  package var title: String { compiled.title }

  init(_ compiled: CompiledExploration, in program: Program) {
    self.compiled = compiled
    options = ExplorationOptions(compiled.settings)
    alternatives = compiled.alternatives.enumerated().flatMap { number, alternative in
      Self.combinations(of: alternative.choices).map {
        Alternative(number: number, values: $0, isDisruption: alternative.isDisruption)
      }
    }
    let named = program.units(namedBy: compiled)
    nativeApps = named.filter { ScriptHost.appIndex($0) != nil }
    apps = named.map { Int(clamping: $0) }.filter { program.units.indices.contains($0) }
    readsClock = program.calls(functionsNamed: ["now", "date"])
  }

  /// One value of each name: the first name varies slowest.
  private static func combinations(
    of choices: [CompiledExploration.Alternative.Choice]
  ) -> [[ScriptValue]] {
    choices.reduce([[]]) { combinations, choice in
      let values = (0..<(choice.values.elementCount ?? 0)).compactMap {
        choice.values.element(at: $0)
      }
      return combinations.flatMap { combination in values.map { combination + [$0] } }
    }
  }

  /// What may happen without being named by the author, in the order of the table.
  func environment(of program: Program) -> [EnvironmentEntry] {
    if let environment = options.environment { return environment }
    let usual = EnvironmentRow.allCases.filter { row in
      row.isUsual
        && row.message.map { message in
          !nativeApps.isEmpty
            || apps.contains { number in
              program.units[number].handlers.contains { $0.name == message.definition.handler }
            }
        } ?? true
    }
    return ExplorationOptions.completed(usual.map { EnvironmentEntry(row: $0, data: nil) })
  }
}

extension Script {
  /// The explorations in their order; empty for a script with errors.
  package var explorations: [RunnableExploration] { content?.explorations ?? [] }
}
