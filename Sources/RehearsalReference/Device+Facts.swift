// The facts about a device, for the prompt and for debuggers.

import RehearsalLifecycle

extension Device {
  /// The facts about the device by name, in the order in which they are shown.
  package var facts: [(name: String, value: String)] {
    var facts: [(name: String, value: String)] = [
      ("in front", frontmost.flatMap { description(of: $0)?.name } ?? "no app"),
      ("lock", isLocked ? "locked" : "unlocked"), ("power", isPoweredOn ? power : "off"),
      ("call", hasCall ? "yes" : "no"),
    ]
    let lying = interruptions.map(\.rawValue)
    if !lying.isEmpty { facts.append(("on top", lying.joined(separator: ", "))) }
    if let next = nextEventTime, next > now {
      facts.append(("next", "at \(next.clockText), in \(next.span(since: now))"))
    }
    return facts
  }

  /// The battery and the modes that are on, in words.
  private var power: String {
    let conditions = conditions
    var words = [
      "\(Int((conditions.batteryLevel * 100).rounded())) %, \(conditions.batteryState.rawValue)"
    ]
    if settings.lowPowerMode { words.append("Low Power Mode") }
    if settings.airplaneMode { words.append("airplane mode") }
    if conditions.thermalState != .nominal { words.append(conditions.thermalState.rawValue) }
    return words.joined(separator: ", ")
  }
}
