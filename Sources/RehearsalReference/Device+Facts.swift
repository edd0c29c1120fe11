// What there is to say of a device and of the apps on it, fact by fact: for the prompt, and for
// debuggers.

import RehearsalLifecycle

extension Device {
  /// What is worth knowing of the device, by name, in the order in which it is shown.
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

  /// What there is to say of an app's process, what keeps it running, and what waits for it.
  package func lifeFacts(of app: AppIdentifier) -> [(name: String, value: String)] {
    var facts: [(name: String, value: String)] = []
    func line(_ name: String, _ value: String) { facts.append((name, value)) }
    if let process = process(of: app) {
      line(
        "process",
        "\(process.number), life \(incarnations(of: app)), launched by "
          + process.launchReason.rawValue + (process.isMainThreadBusy ? ", busy" : ""))
    }
    if let exit = lastExit(of: app) {
      let detail = exit.detail.isEmpty ? "" : ". " + exit.detail
      line("last end", "\(exit.reason.rawValue) at \(exit.time.clockText)" + detail)
    }
    if let screen = screen(of: app) { line("screen", screen) }
    for scene in scenes(of: app) where usesScenes(app) && scene.scene != nil {
      line("window \(scene.number)", scene.state.rawValue + (scene.screen.map { ", " + $0 } ?? ""))
    }
    var left = ""
    if state(of: app) == .background,
      case .limited(let time) = backgroundTimeRemaining(of: app)
    {
      left = ", \(TimeSpan(time)) left"
    }
    let tasks = backgroundTasks(of: app).map {
      "“\($0.name)” since \($0.began.clockText)" + left
    }
    if !tasks.isEmpty {
      line("tasks", tasks.joined(separator: "; "))
    } else if !left.isEmpty {
      line("time left", String(left.dropFirst(2).dropLast(5)))
    }
    let reasons = assertions(of: app).filter { $0.kind != .backgroundTask }.map {
      $0.kind.name + ($0.remaining.map { ", \($0) left" } ?? "")
    }
    if !reasons.isEmpty { line("runs for", reasons.joined(separator: "; ")) }
    let timers = timers(of: app).map {
      "\($0.due.clockText), in \($0.due.span(since: now))"
    }
    if !timers.isEmpty { line("timers", "due at " + timers.joined(separator: "; at ")) }
    let requests = taskRequests(of: app).map {
      "“\($0.identifier)” from \($0.earliest.clockText) on"
    }
    if !requests.isEmpty { line("submitted", requests.joined(separator: "; ")) }
    let waiting = pendingNotifications(of: app).map { "“\($0.identifier)”" }
    if !waiting.isEmpty { line("notifies", waiting.joined(separator: ", ")) }
    return facts
  }

  /// What an app keeps, place by place; only the places that hold something.
  package func storage(
    of app: AppIdentifier
  ) -> [(place: StoragePlace, entries: [(name: String, value: String)])] {
    StoragePlace.seen.compactMap { place in
      let entries = keys(in: place, of: app).map { key in
        (name: key, value: value(forKey: key, in: place, of: app)?.description ?? "nil")
      }
      return entries.isEmpty ? nil : (place, entries)
    }
  }
}
