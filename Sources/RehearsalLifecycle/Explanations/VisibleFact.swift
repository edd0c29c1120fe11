// What can be seen of an app beside the variables of its code, as one list: the prompt, the debugger and
// comparisons show it, so that nothing is seen in one of them and missing in another.

import RehearsalValues

/// Something that can be seen of an app.
package struct VisibleFact: Hashable, Sendable {
  /// What it is, in a word or two; unique among the facts of an app.
  package let name: String
  /// How it is, whenever somebody looks: moments by the clock.
  package let value: String
  /// How it is from the present moment, such as `in 5s`; empty if there is nothing to add.
  package let remark: String

  fileprivate init(_ name: String, _ value: String, _ remark: String = "") {
    self.name = name
    self.value = value
    self.remark = remark
  }
}

extension Device {
  /// What can be seen of an app: its process, what it shows, what keeps it running, and what the system
  /// has of it for later.
  ///
  /// What it keeps, `storage(of:)` has.
  package func visibleFacts(of app: AppIdentifier) -> [VisibleFact] {
    processFacts(of: app) + workFacts(of: app) + waitingFacts(of: app)
  }

  private func processFacts(of app: AppIdentifier) -> [VisibleFact] {
    var facts: [VisibleFact] = []
    if let process = process(of: app) {
      facts.append(
        VisibleFact(
          "process",
          "\(process.number), life \(incarnations(of: app)), launched by "
            + process.launchReason.rawValue + (process.isMainThreadBusy ? ", busy" : "")))
    }
    if let exit = lastExit(of: app) {
      let detail = exit.detail.isEmpty ? "" : ". " + exit.detail
      facts.append(
        VisibleFact("last end", "\(exit.reason.rawValue) at \(exit.time.clockText)" + detail))
    }
    if let screen = screen(of: app) { facts.append(VisibleFact("screen", screen)) }
    for scene in scenes(of: app) where usesScenes(app) && scene.scene != nil {
      facts.append(
        VisibleFact(
          "window \(scene.number)", scene.state.rawValue + (scene.screen.map { ", " + $0 } ?? "")))
    }
    return facts
  }

  /// What runs, or keeps the process running.
  private func workFacts(of app: AppIdentifier) -> [VisibleFact] {
    var facts: [VisibleFact] = []
    var left: TimeSpan?
    if state(of: app) == .background,
      case .limited(let time) = backgroundTimeRemaining(of: app)
    {
      left = TimeSpan(time)
    }
    let tasks = backgroundTasks(of: app)
    if !tasks.isEmpty {
      facts.append(
        VisibleFact(
          "tasks", tasks.map { "“\($0.name)” since \($0.began.clockText)" }.joined(separator: "; "),
          left.map { ", \($0) left" } ?? ""))
    } else if let left {
      facts.append(VisibleFact("time left", "\(left)"))
    }
    let reasons = assertions(of: app).filter { $0.kind != .backgroundTask }
    if !reasons.isEmpty {
      let spans = reasons.compactMap(\.remaining)
      facts.append(
        VisibleFact(
          "runs for", reasons.map(\.kind.name).joined(separator: "; "),
          spans.isEmpty ? "" : ", \(spans.map { "\($0)" }.joined(separator: ", ")) left"))
    }
    let timers = timers(of: app)
    if !timers.isEmpty {
      facts.append(
        VisibleFact(
          "timers", "due at " + timers.map(\.due.clockText).joined(separator: "; at "),
          ", in " + timers.map { "\($0.due.span(since: now))" }.joined(separator: ", ")))
    }
    return facts
  }

  /// What the system has of the app for later.
  private func waitingFacts(of app: AppIdentifier) -> [VisibleFact] {
    var facts: [VisibleFact] = []
    func line(_ name: String, _ values: [String]) {
      if !values.isEmpty { facts.append(VisibleFact(name, values.joined(separator: "; "))) }
    }
    line(
      "submitted",
      taskRequests(of: app).map { "“\($0.identifier)” from \($0.earliest.clockText) on" })
    line("notifies", pendingNotifications(of: app).map { "“\($0.identifier)”" })
    line("activities", activities(of: app).map { "“\($0.identifier)” \($0.state.rawValue)" })
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
