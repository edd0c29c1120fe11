// The functions that an app can call and that work, one row each, and the few that both sides
// have. What they do stands in `ScriptedApp+Calls`.

import RehearsalMachine

/// A function that only app code calls.
enum InsideFunction: CaseIterable, Sendable {
  case beginBackgroundTask, endBackgroundTask, after, every, work, perform, download, log
  case fatalError, exit

  /// What the host interface says of the function.
  var definition: HostFunction {
    switch self {
    case .beginBackgroundTask:
      word(
        "beginBackgroundTask",
        [.init("name", isOptional: true), .init("expiration", isOptional: true)],
        "Keeps the process running in the background for a while; the closure is the warning.")
    case .endBackgroundTask:
      word("endBackgroundTask", [.init("task")], "Ends a background task.")
    case .after:
      word("after", [.init("delay"), .init("action")], "Schedules a timer that fires once.")
    case .every:
      word(
        "every", [.init("interval"), .init("action")],
        "Schedules a timer that fires again and again.")
    case .work:
      word("work", [.init("duration")], "Keeps the main thread busy while time passes.")
    case .perform:
      word(
        "perform",
        [
          .init("duration"), .init("cpu", isOptional: true, isNamed: true),
          .init("completion"),
        ], "Works on a background thread, then calls back on the main thread.")
    case .download:
      word(
        "download",
        [
          .init("url"), .init("takes", isNamed: true),
          .init("session", isOptional: true, isNamed: true),
          .init("completion"),
        ], "Loads something beside the main thread, then calls back on it.")
    case .log:
      word("log", [], "Writes a line into the trace.", isVariadic: true)
    case .fatalError: word("fatalError", [.init("message", isOptional: true)], "Crashes the app.")
    case .exit: word("exit", [.init("code", isOptional: true)], "Ends the process.")
    }
  }

  private func word(
    _ name: String, _ parameters: [HostFunction.Parameter], _ summary: String,
    isVariadic: Bool = false
  ) -> HostFunction {
    var function = HostFunction(name, side: .inside, parameters, summary: summary)
    function.isVariadic = isVariadic
    function.neverReturns = self == .fatalError || self == .exit
    return function
  }
}

/// A function that both sides have.
enum NeutralFunction: CaseIterable, Sendable {
  case now, date

  /// What the host interface says of the function.
  var definition: HostFunction {
    var function =
      switch self {
      case .now:
        HostFunction("now", side: .neutral, summary: "The time since the device was made.")
      case .date:
        HostFunction("date", side: .neutral, summary: "The wall clock's date and time, as text.")
      }
    function.isProperty = true
    function.isReadOnly = true
    return function
  }
}
