// What scripts name by texts that an app's code, or its `info`, has to name as well: one row for each
// argument. A verb whose name no app knows has no effect, and a test of that tests nothing.

import RehearsalInterface
import RehearsalScriptedApps

/// What arguments of the host's functions name, and which keys of maps somebody reads.
enum NamedThing {
  /// By the function: a parameter, and what it names.
  private static let rows = Dictionary(grouping: table) { $0.function }

  private static let table: [(function: String, parameter: String, reference: NamedArgument)] = [
    ("runBackgroundTask", "identifier", task), ("cancelBackgroundTask", "identifier", task),
    ("registerBackgroundTask", "identifier", ownTask),
    ("submitBackgroundTask", "identifier", ownTask),
    ("enterRegion", "name", region), ("exitRegion", "name", region),
    ("bluetoothEvent", "peripheral", NamedArgument("an accessory", isDeclared: true)),
    ("healthUpdate", "type", NamedArgument("a type of health data", isDeclared: true)),
    ("handOff", "type", NamedArgument("an activity of the type", isDeclared: true)),
    ("performIntent", "name", NamedArgument("an intent", isDeclared: true)),
    ("failTransfer", "url", NamedArgument("a transfer of the URL", isDeclared: true)),
    ("tapNotification", "action", NamedArgument("a notification's action", isDeclared: true)),
    // An app need not tell one of these from the others.
    ("quickAction", "type", NamedArgument("a quick action", isDeclared: false)),
    ("tapNotification", "id", notification), ("dismissNotification", "id", notification),
    ("cancelNotification", "id", notification),
    ("scheduleNotification", "category", .category),
    ("touchActivity", "id", activity), ("stopActivity", "id", activity),
    ("updateActivity", "id", activity), ("endActivity", "id", activity),
  ]

  /// What an app itself names, which `info` has to list.
  private static let ownTask = NamedArgument(
    "a background task", isDeclared: false, isKnownByItself: true)
  private static let task = NamedArgument("a background task", isDeclared: true)
  private static let region = NamedArgument("a region", isDeclared: true)
  private static let notification = NamedArgument("a notification", isDeclared: false)
  private static let activity = NamedArgument("a Live Activity", isDeclared: false)

  /// A function whose arguments say what they name.
  static func noting(_ definition: HostFunction) -> HostFunction {
    let named = rows[definition.name] ?? []
    guard !named.isEmpty || definition.name == "push" else { return definition }
    var function = definition
    for index in function.parameters.indices {
      let name = function.parameters[index].name
      function.parameters[index].reference = named.first { $0.parameter == name }?.reference
      if function.name == "push", name == "payload" {
        function.parameters[index].map = ScriptMap.payload.definition
      }
    }
    return function
  }
}
