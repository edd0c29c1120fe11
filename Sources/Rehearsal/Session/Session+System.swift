// What the system and the world do: each function of its table, carried out on the device.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension Session {
  /// Carries out a call of a function of the system.
  mutating func call(
    _ function: SystemFunction, _ word: HostFunction
  ) throws(HostFunctionError) -> Reply {
    switch function {
    case .push: return try push(word)
    case .locate: return try locate(word)
    case .enterRegion, .exitRegion:
      return try apply(
        .crossRegion(
          app(0, of: word), name: machine.text(1, of: word), isEntry: function == .enterRegion))
    case .visit:
      return try apply(.visit(app(0, of: word), name: machine.text(1, of: word)))
    case .bluetoothEvent:
      return try apply(
        .bluetoothEvent(app(0, of: word), peripheral: machine.text(1, of: word)))
    case .warnMemory: return try apply(.warnMemory)
    case .pressure: return try apply(.pressure(machine.size(0, of: word)))
    case .setClock: return try setClock(word)
    case .changeTimeZone: return try changeTimeZone(word)
    case .why: return .value(.string(try explanation(word)))
    case .connect, .disconnect:
      let kind = try machine.symbol(0, of: word, as: ConnectionKind.self)
      let name = try machine.text(1, of: word)
      return try apply(
        function == .connect ? .connect(kind, name: name) : .disconnect(kind, name: name))
    case .changeLocale: return try apply(.changeLocale(machine.text(0, of: word)))
    case .fetch: return try apply(.fetch(app(0, of: word)))
    case .runBackgroundTask:
      return try apply(
        .runBackgroundTask(app(0, of: word), identifier: machine.text(1, of: word)))
    case .cancelBackgroundTask:
      return try apply(
        .cancelBackgroundTask(app(0, of: word), identifier: machine.text(1, of: word)))
    }
  }

  /// `locate app, 48.85, 2.35` or `locate app, moved: 600`.
  private mutating func locate(_ word: HostFunction) throws(HostFunctionError) -> Reply {
    let app = try app(0, of: word)
    if machine.hasArgument(3) {
      return try apply(.locate(app, .by(metres: machine.number(3, of: word))))
    }
    let place = Place(
      latitude: try machine.number(1, of: word), longitude: try machine.number(2, of: word))
    return try apply(.locate(app, .to(place)))
  }

  private mutating func explanation(_ word: HostFunction) throws(HostFunctionError) -> String {
    let app = try app(0, of: word)
    guard machine.hasArgument(1) else { return simulation.device.explanation(of: app) }
    let name = try machine.argument(1, of: word, "a symbol, such as .didEnterBackground") {
      if case .symbol(let name) = $0 { name } else { nil }
    }
    return simulation.device.explanation(of: name, for: app)
  }

  private mutating func setClock(_ word: HostFunction) throws(HostFunctionError) -> Reply {
    let text = try machine.text(0, of: word)
    var clock = simulation.device.wallClock
    guard clock.set(to: text, at: simulation.device.now) else {
      throw HostFunctionError(
        .invalidArgument,
        "\"\(text)\" is no date; write one from 1970 on, such as \"2026-06-01 12:00\"")
    }
    return try apply(.setClock(text))
  }

  private mutating func changeTimeZone(_ word: HostFunction) throws(HostFunctionError) -> Reply {
    let text = try machine.text(0, of: word)
    guard ClockZone(text) != nil else {
      let meant = Suggestion.closest(to: text, among: ClockZone.named.map(\.name))
      let hint =
        meant.map { "did you mean \"\($0)\"?" } ?? "offsets such as \"UTC+2\" always work"
      throw HostFunctionError(
        .invalidArgument, "there is no time zone \"\(text)\" here; " + hint)
    }
    return try apply(.changeTimeZone(text))
  }

  private mutating func push(_ word: HostFunction) throws(HostFunctionError) -> Reply {
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
