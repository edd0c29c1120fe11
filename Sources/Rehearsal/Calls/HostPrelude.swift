// The functions of scripts that are written in the language itself, over the hidden ones of the host.

import RehearsalInterface
import RehearsalLifecycle
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
      func crash(app, text = nil, block) {
        __beginEnd(app, .crash, text)
        block()
        return __endEnd()
      }
      """),
    PreludeFunction(
      "ended",
      """
      func ended(app, reason = nil, block) {
        __beginEnd(app, reason, nil)
        block()
        return __endEnd()
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
      "calls", side: .outside, [.init("app", .app), block], answer: .value,
      result: .list(.message),
      summary: "The messages that an app gets during a block."),
    HostFunction(
      "trace", side: .outside, [.init("app", .app), block], answer: .value,
      result: .list(.map(.record)),
      summary: "The records about an app during a block."),
    HostFunction(
      "crash", side: .outside,
      [.init("app", .app), .init("text", .text, isOptional: true), block],
      answer: .verdict(), result: .boolean,
      summary: "Whether a block crashes an app, which is then no failure: by `fatalError` or an "
        + "exception of the system, or with a message that contains a text."),
    HostFunction(
      "ended", side: .outside,
      [
        .init("app", .app),
        .init("reason", isOptional: true, symbols: ExitReason.allCases.map(\.rawValue)),
        block,
      ],
      answer: .verdict(), result: .boolean,
      summary: "Whether an app ends in a block, for that reason if one is named, which is then no "
        + "failure."),
    refused,
    HostFunction(
      "sendAction", side: .inside, [.init("name", .text)], result: .boolean,
      summary: "Sends an action along the responder chain; whether a responder handles it."),
    HostFunction(
      "advance", side: .outside,
      [
        .init("by", .span, isOptional: true),
        .init("until", .function, isOptional: true, isNamed: true),
        .init("limit", .span, isOptional: true, isNamed: true),
      ], answer: .verdict(with: "until"), result: .optional(.boolean),
      summary: "Advances time, or until a condition holds, up to a limit; whether it holds."),
  ]

  private static let block = HostFunction.Parameter("block", .function, ignoresResult: true)

  private static let refused: HostFunction = {
    var function = HostFunction(
      "refused", side: .outside,
      [.init("rule", .rule, isOptional: true), block], answer: .verdict(),
      result: .boolean,
      summary: "Whether a verb in a block is refused or declined, by that rule if one is named, "
        + "which is then no warning.")
    function.asksForRefusals = true
    return function
  }()
}
