// Small apps with timers of whole seconds, made by chance, with an exploration of each.

import TestSupport

/// A small app whose timers and touches meet, made of pieces by chance.
struct RandomTimedApp {
  /// The script.
  let text: String

  private static let properties = [
    "!Small.isRunning || Small.a != 1 || Small.b != 1",
    "!Small.isRunning || Small.a + Small.b < 4",
    "!Small.isRunning || Small.c != 2 || Small.a != 2",
    "!Small.isRunning || Small.c < Small.a + 2",
  ]

  /// Makes the app of a seed.
  ///
  /// - Parameters:
  ///   - seed: What it is made of by chance.
  ///   - readsTime: Whether it compares how long ago something was.
  ///   - meets: Whether its events are often due together, and matter in which order they come.
  init(_ seed: UInt64, readsTime: Bool = false, meets: Bool = false) {
    var random = SeededGenerator(seed: seed)
    func second() -> String { "\(Int.random(in: 1...(meets ? 2 : 5), using: &random))s" }
    func change() -> String {
      let name = ["a", "b", "c"].randomElement(using: &random) ?? "a"
      if meets, Bool.random(using: &random) {
        let other = ["a", "b", "c"].randomElement(using: &random) ?? "a"
        return "\(name) = (\(other) + 1) % 3"
      }
      return "\(name) = \(Int.random(in: 0...2, using: &random))"
    }
    func reading() -> String {
      let order =
        (meets ? ["<", ">", "<=", ">=", "=="] : ["<", ">"])
        .randomElement(using: &random) ?? "<"
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1: return "saved = now"
      case 2: return "if saved != nil && now - saved \(order) \(second()) { \(change()) }"
      default:
        return
          "if saved != nil { if now \(order) saved + \(second()) { \(change()); saved = nil } }"
      }
    }
    func effect() -> String {
      if readsTime, Bool.random(using: &random) { return reading() }
      return switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2: "after \(second()) { \(change()) }"
      case 3:
        "after \(second()) { if a == 1 { \(change()) } else { after \(second()) { \(change()) } } }"
      case 4: "if timer == nil { timer = every(\(second())) { \(change()) } }"
      case 5: "timer?.invalidate(); timer = nil"
      case 6: "perform(\(second()), cpu: 0) { \(change()) }"
      default: change()
      }
    }
    var app =
      "app Small {\n    var a = 0\n    var b = 0\n    var c = 0\n    var timer = nil\n"
      + "    var saved = nil\n"
    app += "    on didFinishLaunching {\n        \(effect())\n        \(effect())\n"
    app += "        return true\n    }\n"
    if Bool.random(using: &random) {
      app += "    on didEnterBackground {\n        \(effect())\n    }\n"
    }
    for button in ["A", "B"] {
      app += "    button \"\(button)\" {\n        \(effect())\n    }\n"
    }
    app += "}\n"
    let rows = ["", ".home", ".home, .purge"].randomElement(using: &random) ?? ""
    text = """
      \(app)
      explore "by chance", environment: [\(rows)], disruptions: 1 {
          var touches = 0
          launch Small
          choose where touches < 2 { touch "A"; touches += 1 }
          or where touches < 2 { touch "B"; touches += 1 }
          always "it holds" { \(Self.properties.randomElement(using: &random) ?? "true") }
      }

      """
  }
}
