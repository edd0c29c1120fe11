// What the user does with windows, links and the device itself: each function of its table,
// carried out on the device. Also what can be looked at of windows.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension Session {
  /// Carries out a call of a function about windows.
  mutating func call(
    _ function: WindowFunction, _ word: HostFunction
  ) throws(HostFunctionError) -> Reply {
    try apply(stimulus(function, word))
  }

  private mutating func stimulus(
    _ function: WindowFunction, _ word: HostFunction
  ) throws(HostFunctionError) -> Stimulus {
    switch function {
    case .switchTo:
      .switchTo(
        try app(0, of: word), window: machine.hasArgument(1) ? try window(1, of: word) : nil)
    case .open: .open(try machine.text(0, of: word))
    case .tapNotification: .tapNotification(try app(0, of: word))
    case .quickAction: .quickAction(try app(0, of: word), try machine.text(1, of: word))
    case .newWindow: .newWindow(try app(0, of: word))
    case .closeWindow: .closeWindow(try app(0, of: word), try window(1, of: word))
    case .disconnectScene: .disconnectScene(try app(0, of: word), try window(1, of: word))
    case .splitView: .splitView(try app(0, of: word))
    case .dragDivider: .dragDivider
    case .releaseDivider:
      .releaseDivider(closing: machine.hasArgument(0) ? try app(0, of: word) : nil)
    case .rotate: .rotate(try machine.symbol(0, of: word, as: Orientation.self))
    case .update: .update(try app(0, of: word))
    case .prewarm: .prewarm(try app(0, of: word))
    case .reboot: .reboot
    case .shutDown: .shutDown
    case .powerOn: .powerOn
    }
  }

  private mutating func window(
    _ position: Int, of word: HostFunction
  ) throws(HostFunctionError) -> Int {
    try machine.argument(position, of: word, "the number of a window, from 1") {
      if case .integer(let number) = $0, number >= 1 { Int(exactly: number) } else { nil }
    }
  }

  // MARK: - Looking

  /// The windows of an app, as maps.
  func scenes(of app: AppIdentifier) -> ScriptValue {
    .list(
      simulation.device.scenes(of: app).map { scene in
        let calls = simulation.device.calls(of: scene.session, in: app)
        return .map(
          named: [
            ("state", .symbol(scene.state.rawValue)),
            ("session", .handle(HandleKind.sceneSession.handle(UInt64(scene.session.number)))),
            ("calls", .list(calls.map { .symbol($0.name) })),
            ("screen", scene.screen.map { .string($0) }),
          ])
      })
  }

  /// The cards of the switcher, each with what it shows.
  func cards() -> ScriptValue {
    .list(
      simulation.device.switcher.map { app in
        .map(
          named: [
            ("app", .handle(handle(of: app))),
            ("snapshot", simulation.device.snapshots(of: app).last.map { .string($0) }),
          ])
      })
  }
}
