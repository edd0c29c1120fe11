// What the system and the world do: each function of its table, carried out on the device.

import RehearsalLifecycle
import RehearsalMachine

extension Session {
  /// Carries out a call of a function of the system.
  mutating func call(
    _ function: SystemFunction, _ word: HostFunction
  ) throws(ScriptRefusal) -> Reply {
    switch function {
    case .push: return try push(word)
    case .fetch: return try apply(.fetch(app(0, of: word)))
    case .runBackgroundTask:
      return try apply(
        .runBackgroundTask(app(0, of: word), identifier: machine.text(1, of: word)))
    case .cancelBackgroundTask:
      return try apply(
        .cancelBackgroundTask(app(0, of: word), identifier: machine.text(1, of: word)))
    }
  }

  private mutating func push(_ word: HostFunction) throws(ScriptRefusal) -> Reply {
    let app = try app(0, of: word)
    let payload =
      machine.hasArgument(1)
      ? try machine.argument(1, of: word, "a map of plain data") { (value: ScriptValue) in
        guard case .map = value else { return nil }
        return PlainValue(value)
      } : PlainValue.emptyMap
    let type =
      machine.hasArgument(2) ? try machine.symbol(2, of: word, as: PushType.self) : .alert
    return try apply(.push(app, payload: payload, type: type))
  }
}
