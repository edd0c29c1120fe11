// Small apps made by chance, with an exploration of each: what searches are compared on.

import TestSupport

/// A small app and what may happen to it, made of pieces by chance.
struct RandomApp {
  /// The script.
  let text: String

  /// Makes the app of a seed.
  init(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let effects = [
      "n = (n + 1) % 3", "n = 0", "disk[\"n\"] = n", "n = disk[\"n\"] ?? 0", "show \"cover\"",
      "choose { n = 0 }\n        or { n = 2 }", "n = oneOf(0, 1)",
      "if n == 2 { fatalError(\"two\") }", "after 1s { n = 0 }",
      "let task = beginBackgroundTask(\"t\")", "unread = (unread + 1) % 3", "unread = n",
    ]
    let handlers = [
      "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
    ]
    var app = "app Small {\n    var n = 0\n    var unread = 0\n"
    for handler in handlers where Bool.random(using: &random) {
      app += "    on \(handler) {\n        \(effects.randomElement(using: &random) ?? "")\n    }\n"
    }
    for button in ["A", "B"] {
      let effect = (effects.prefix(7) + effects.suffix(2)).randomElement(using: &random) ?? ""
      app += "    button \"\(button)\" {\n        \(effect)\n    }\n"
    }
    app += "}\n"
    let rows = ["home", "lock", "purge", "interruption", "switcher", "forceQuit"]
    let chosen = rows.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let properties = [
      "Small.state != .active || Small.n != 2", "memory < 2", "Small.exit?.reason != .forceQuit",
      "Small.screen != \"cover\" || Small.state != .active",
    ]
    let disruption = Bool.random(using: &random) ? "disruption " : ""
    text = """
      \(app)
      explore "by chance", disruptions: 2, environment: [\(chosen.map { ".\($0)" }.joined(separator: ", "))] {
          var memory = 0
          var count = 0
          launch Small
          choose \(disruption)where memory < 2 {
              touch "A"
              memory += 1
          }
          or {
              touch "B"
              count = (count + 1) % 2
          }
          always "first" { \(properties.randomElement(using: &random) ?? "true") }
          always "second" { \(properties.randomElement(using: &random) ?? "true") }
      }

      """
  }
}
