// The functions of scripts that are written in the language itself, over the hidden ones of the host.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

/// The functions that the host writes in the language itself, so that whatever a script does in
/// them stays in the machine's own frames.
enum HostPrelude {
  /// Their code.
  static let code: [PreludeFunction] = [
    PreludeFunction(
      "calls",
      """
      func calls(app, block) {
        let mark = __mark(app)
        block()
        return __callsSince(app, mark)
      }
      """),
    PreludeFunction(
      "trace",
      """
      func trace(app, block) {
        let mark = __mark(app)
        block()
        return __traceSince(app, mark)
      }
      """),
    PreludeFunction(
      "crash",
      """
      func crash(app, block) {
        __beginCrash(app)
        block()
        return __endCrash()
      }
      """),
    PreludeFunction(
      "refused",
      """
      func refused(rule = nil, block) {
        __beginRefused(rule)
        block()
        return __endRefused(rule)
      }
      """),
    PreludeFunction(
      "sendAction",
      """
      func sendAction(name) {
        let action = __sendAction(name)
        if action == nil { return false }
        action()
        return true
      }
      """),
    PreludeFunction(
      "advance",
      """
      func advance(by = nil, until = nil, limit = nil) {
        if until == nil { return __advance(by) }
        let end = __endOfWait(limit)
        while true {
          __beginReadOnly()
          let holds = until()
          __endReadOnly()
          if holds { return true }
          if !__nextEvent(end) { return false }
        }
      }
      """),
  ]

  /// The functions that scripts call, as the reference and help show them.
  static let functions: [HostFunction] = [
    HostFunction(
      "calls", side: .outside, [.init("app", .app), .init("block", .function)],
      result: .list(.message),
      summary: "The messages that were delivered to an app from a block's start to its end."),
    HostFunction(
      "trace", side: .outside, [.init("app", .app), .init("block", .function)],
      result: .list(.map(.record)),
      summary: "The records about an app from a block's start to its end."),
    HostFunction(
      "crash", side: .outside, [.init("app", .app), .init("block", .function)],
      result: .boolean,
      summary: "Whether a block crashes an app, which is then no failure."),
    HostFunction(
      "refused", side: .outside,
      [.init("rule", .rule, isOptional: true), .init("block", .function)], result: .boolean,
      summary: "Whether a verb in a block is refused or declined, by that rule if one is named; "
        + "asking is no reason for a warning."),
    HostFunction(
      "sendAction", side: .inside, [.init("name", .text)], result: .boolean,
      summary: "Sends an action along the responder chain; whether somebody has it."),
    HostFunction(
      "advance", side: .outside,
      [
        .init("by", .span, isOptional: true),
        .init("until", .function, isOptional: true, isNamed: true),
        .init("limit", .span, isOptional: true, isNamed: true),
      ], result: .optional(.boolean),
      summary: "Lets a time pass, or time up to a limit until a condition holds; whether it did."),
  ]
}
