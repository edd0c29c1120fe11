// The functions of the outside, one row each: what the user does, how time passes, and what the
// prelude's functions are made of. What they do stands in `Session+Verbs`.

import RehearsalLifecycle
import RehearsalMachine

/// A function that only the outside calls.
enum OutsideFunction: CaseIterable, Sendable {
  // The user
  case launch, press, unlock, touch, forceQuit, answer, dismiss, hangUp, install, uninstall
  // The system
  case interrupt, purge, terminate
  // Time
  case step
  // For the prelude alone
  case advance, endOfWait, nextEvent, beginReadOnly, endReadOnly, mark, callsSince, traceSince,
    beginCrash
  case endCrash

  /// What the host interface says of the function.
  var definition: HostFunction {
    switch self {
    case .launch: verb("launch", [app], "Taps the app's icon.")
    case .press:
      verb(
        "press",
        [button],
        "Presses a button of the device.")
    case .unlock: verb("unlock", [], "Unlocks the device.")
    case .touch:
      verb(
        "touch", [.init("target"), .init("label", isOptional: true)],
        "Touches a control of the app in front, by its label.")
    case .forceQuit: verb("forceQuit", [app], "Swipes the app's card away in the switcher.")
    case .answer: verb("answer", [interruption], "Makes the positive choice of an interruption.")
    case .dismiss: verb("dismiss", [interruption], "Makes the other choice of an interruption.")
    case .hangUp: verb("hangUp", [], "Ends the call under way.")
    case .install: verb("install", [app], "Puts an app that was removed on the device again.")
    case .uninstall: verb("uninstall", [app], "Takes the app and its data off the device.")
    case .interrupt:
      verb("interrupt", [interruption], "Lets something of the system come over the app in front.")
    case .purge: verb("purge", [app], "Frees the app's memory without a word to it.")
    case .terminate: verb("terminate", [app], "Ends the app with the notice its state allows.")
    case .step:
      verb(
        "step", [.init("count", isOptional: true)],
        "Handles the next scheduled events; whether there were that many.")
    case .advance: hidden("__advance", [.init("by")])
    case .endOfWait: hidden("__endOfWait", [.init("limit")], isReadOnly: true)
    case .nextEvent: hidden("__nextEvent", [.init("end")])
    case .beginReadOnly: hidden("__beginReadOnly", [], isReadOnly: true)
    case .endReadOnly: hidden("__endReadOnly", [], isReadOnly: true)
    case .mark: hidden("__mark", [app], isReadOnly: true)
    case .callsSince: hidden("__callsSince", [app, .init("mark")], isReadOnly: true)
    case .traceSince: hidden("__traceSince", [app, .init("mark")], isReadOnly: true)
    case .beginCrash: hidden("__beginCrash", [app], isReadOnly: true)
    case .endCrash: hidden("__endCrash", [], isReadOnly: true)
    }
  }

  private var button: HostFunction.Parameter {
    .init("button", symbols: DeviceButton.allCases.map(\.rawValue))
  }

  private var app: HostFunction.Parameter { .init("app") }

  private var interruption: HostFunction.Parameter {
    .init("kind", symbols: InterruptionKind.allCases.map(\.rawValue))
  }

  private func verb(
    _ name: String, _ parameters: [HostFunction.Parameter], _ summary: String
  ) -> HostFunction {
    HostFunction(name, side: .outside, parameters, summary: summary)
  }

  private func hidden(
    _ name: String, _ parameters: [HostFunction.Parameter], isReadOnly: Bool = false
  ) -> HostFunction {
    var function = HostFunction(name, side: .outside, parameters)
    function.isHidden = true
    function.isReadOnly = isReadOnly
    return function
  }
}

/// The functions that the host writes in the language itself, so that whatever a script does in
/// them stays in the machine's own frames.
enum HostPrelude {
  /// The symbols that stand in what a function gives back, where only some can.
  static let results = ["calls": Message.allCases.map(\.name)]

  static let source = """
    func calls(app, block) {
      let mark = __mark(app)
      block()
      return __callsSince(app, mark)
    }
    func trace(app, block) {
      let mark = __mark(app)
      block()
      return __traceSince(app, mark)
    }
    func crash(app, block) {
      __beginCrash(app)
      block()
      return __endCrash()
    }
    func sendAction(name) {
      let action = __sendAction(name)
      if action == nil { return false }
      action()
      return true
    }
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
    """

  /// The functions that scripts call, as the reference and help show them.
  static let functions: [HostFunction] = [
    HostFunction(
      "calls", side: .outside, [.init("app"), .init("block")],
      summary: "The messages that were delivered to an app from a block's start to its end."),
    HostFunction(
      "trace", side: .outside, [.init("app"), .init("block")],
      summary: "The records about an app from a block's start to its end."),
    HostFunction(
      "crash", side: .outside, [.init("app"), .init("block")],
      summary: "Whether a block crashes an app, which is then no failure."),
    HostFunction(
      "sendAction", side: .inside, [.init("name")],
      summary: "Sends an action along the responder chain; whether somebody has it."),
    HostFunction(
      "advance", side: .outside,
      [
        .init("by", isOptional: true), .init("until", isOptional: true, isNamed: true),
        .init("limit", isOptional: true, isNamed: true),
      ],
      summary: "Lets a time pass, or time up to a limit until a condition holds; whether it did."),
  ]
}
