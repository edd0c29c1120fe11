// What can be seen of an app beside the variables of its code, as one list: the prompt, the debugger,
// storms, and comparisons of two lives go through it, so that nothing is seen in one of them and missing
// in another.

import RehearsalValues

/// A kind of thing that can be seen of an app, its storage aside, which has its own list, `StoragePlace`.
package enum VisibleAspect: String, CaseIterable, Sendable {
  case process
  case lastEnd = "last end"
  case screen, presented, windows
  // What runs, or keeps the process running, or the user sees of it elsewhere
  case tasks, activities, timers
  case assertions = "runs for"
  case transfers
  // What the system has of the app for later
  case requests = "submitted"
  case pendingNotifications = "notifies"
  case notifications = "shown"
  case regions
  case unanswered = "owes"
}

/// Something that can be seen of an app.
package struct VisibleFact: Hashable, Sendable {
  /// The kind of thing.
  package let aspect: VisibleAspect
  /// What it is, in a word or two; unique among the facts of an app.
  package let name: String
  /// How it is, whenever somebody looks: moments by the clock.
  package let value: String
  /// How it is from the present moment, such as `in 5s`; empty if there is nothing to add.
  package let remark: String

  fileprivate init(
    _ aspect: VisibleAspect, name: String? = nil, _ value: String, _ remark: String = ""
  ) {
    self.aspect = aspect
    self.name = name ?? aspect.rawValue
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
    VisibleAspect.allCases.flatMap { facts($0, of: app) }
  }

  private func facts(_ aspect: VisibleAspect, of app: AppIdentifier) -> [VisibleFact] {
    func fact(_ value: String?) -> [VisibleFact] {
      value.map { [VisibleFact(aspect, $0)] } ?? []
    }
    func list(_ values: [String]) -> [VisibleFact] {
      values.isEmpty ? [] : [VisibleFact(aspect, values.joined(separator: "; "))]
    }
    switch aspect {
    case .process: return fact(processText(of: app))
    case .lastEnd: return fact(endText(of: app))
    case .screen: return fact(screen(of: app))
    case .presented: return fact(presented(of: app))
    case .windows: return windowFacts(of: app)
    case .tasks: return taskFacts(of: app)
    case .assertions: return assertionFacts(of: app)
    case .timers: return timerFacts(of: app)
    case .transfers: return list(transfers(of: app))
    case .unanswered: return list(unansweredMessages(of: app).map(\.name))
    case .requests:
      return list(
        taskRequests(of: app).map { "“\($0.identifier)” from \($0.earliest.clockText) on" })
    case .pendingNotifications:
      return list(pendingNotifications(of: app).map { "“\($0.identifier)”" })
    case .notifications:
      return list(notifications(of: app).map(Self.title))
    case .activities:
      return list(activities(of: app).map { "“\($0.identifier)” \($0.state.rawValue)" })
    case .regions: return list(regions(of: app).map { "“\($0)”" })
    }
  }

  /// A notification as it is listed: its identifier, or that of what was pushed.
  private static func title(of notification: ScriptValue) -> String {
    if case .string(let identifier)? = notification["id"] { "“\(identifier)”" } else { "a push" }
  }

  // MARK: - The process and what it shows

  private func processText(of app: AppIdentifier) -> String? {
    process(of: app).map { process in
      "\(process.number), life \(incarnations(of: app)), launched by "
        + process.launchReason.rawValue + (process.isMainThreadBusy ? ", busy" : "")
    }
  }

  private func endText(of app: AppIdentifier) -> String? {
    lastExit(of: app).map { exit in
      "\(exit.reason.rawValue) at \(exit.time.clockText)"
        + (exit.detail.isEmpty ? "" : ". " + exit.detail)
    }
  }

  private func windowFacts(of app: AppIdentifier) -> [VisibleFact] {
    scenes(of: app).filter { $0.scene != nil && usesScenes(app) }.map { scene in
      VisibleFact(
        .windows, name: "window \(scene.number)",
        scene.state.rawValue + (scene.screen.map { ", " + $0 } ?? ""))
    }
  }

  // MARK: - What runs, or keeps the process running

  private func taskFacts(of app: AppIdentifier) -> [VisibleFact] {
    var left: TimeSpan?
    if state(of: app) == .background,
      case .limited(let time) = backgroundTimeRemaining(of: app)
    {
      left = TimeSpan(time)
    }
    let tasks = backgroundTasks(of: app)
    guard !tasks.isEmpty else {
      return left.map { [VisibleFact(.tasks, name: "time left", "\($0)")] } ?? []
    }
    return [
      VisibleFact(
        .tasks,
        tasks.map { "“\($0.name)” since \($0.began.clockText)" }.joined(separator: "; "),
        left.map { ", \($0) left" } ?? "")
    ]
  }

  private func assertionFacts(of app: AppIdentifier) -> [VisibleFact] {
    let reasons = assertions(of: app).filter { $0.kind != .backgroundTask }
    guard !reasons.isEmpty else { return [] }
    let spans = reasons.compactMap(\.remaining)
    return [
      VisibleFact(
        .assertions, reasons.map(\.kind.name).joined(separator: "; "),
        spans.isEmpty ? "" : ", \(spans.map { "\($0)" }.joined(separator: ", ")) left")
    ]
  }

  private func timerFacts(of app: AppIdentifier) -> [VisibleFact] {
    let timers = timers(of: app)
    guard !timers.isEmpty else { return [] }
    return [
      VisibleFact(
        .timers, "due at " + timers.map(\.due.clockText).joined(separator: "; at "),
        ", in " + timers.map { "\($0.due.span(since: now))" }.joined(separator: ", "))
    ]
  }

  // MARK: - What it keeps

  /// What an app keeps, place by place; only the places that hold something.
  package func storage(
    of app: AppIdentifier, in places: [StoragePlace] = StoragePlace.seen
  ) -> [(place: StoragePlace, entries: [(name: String, value: ScriptValue)])] {
    places.compactMap { place in
      let entries = keys(in: place, of: app).map { key in
        (name: key, value: value(forKey: key, in: place, of: app) ?? .nil)
      }
      return entries.isEmpty ? nil : (place, entries)
    }
  }
}
