// What can be seen of the apps of a device: variables, storage, the screen, tasks, timers and other
// pending work. Two runs are compared by it, at corresponding moments.

import Rehearsal
import RehearsalLifecycle
import RehearsalValues

/// Something of an app that is not what it would be.
package struct StormDifference: Sendable, Hashable {
  /// What it is, as a script names it: `Notes.draft`.
  package let subject: String
  /// What it would be, and what it is.
  package let was: String
  package let `is`: String
  /// The condition that holds in the undisturbed run only; nil where a script cannot say it.
  package let condition: String?
  /// Whether it tells against the app by itself: what the user sees, what is kept and lost, work that
  /// is owed or done twice.
  ///
  /// Another value of a variable is only a difference.
  package let isFinding: Bool
  /// Whether it is about what the app keeps, and no system takes away.
  package let isOfStorage: Bool
  /// Whether it may come to tell against the app, when what is under way is over.
  var mayTell = false
}

/// What can be seen of the apps of a device.
struct VisibleState {
  /// A piece of it.
  struct Item {
    let subject: String
    let value: ScriptValue
    /// The value as it prints.
    let text: String
    /// The condition by which a script says that it is so; nil where it cannot.
    var condition: String?
    /// Whether the app keeps it for later, so that more of it is no difference, and less is.
    var isStored = false
    /// Whether less of it is no difference.
    var mayBeLess = false
    /// Whether it is in a place of the app's own, rather than the system's, such as a request.
    var isOwn = false
    /// Why it would tell against the app that it is another; nil for a value that is only looked at.
    var weight: Weight?
  }

  /// What is counted of something there is more of.
  enum Counted {
    case all
    /// Tasks on which nothing works any more: no timer and no work is under way that would end them.
    case tasks
    /// Timers that repeat: one that fires once is work under way.
    case timers
  }

  /// When another value tells against the app.
  enum Weight {
    /// Always.
    case any
    /// Where there is more of it that counts.
    case more(Counted)
    /// Where it is gone, or an earlier value stands in its place.
    case lost
    /// Where its text is not made of what is only a difference.
    case text
  }

  private(set) var items: [String: Item] = [:]
  /// How much work is under way, timers that fire once included, by app.
  private var workCount: [String: Int] = [:]
  /// The subjects in their order.
  private var subjects: [String] = []

  init(_ session: inout Session) {
    let device = session.simulation.device
    for app in device.apps {
      guard let name = device.description(of: app)?.name else { continue }
      add(member: "state", of: app, name, &session, weight: .any)
      addStorage(of: app, name, device)
      guard device.hasProcess(app) else { continue }
      for variable in session.visibleVariables(of: app) {
        let subject = "\(name).\(variable.name)"
        let isPlain = variable.value.isPlainData
        add(
          subject, variable.value.withoutIdentity, variable.text,
          condition: .some(isPlain ? "\(subject) == \(variable.value)" : nil))
      }
      for aspect in VisibleAspect.allCases { add(aspect, of: app, name, &session) }
      addCodeCounts(of: app, name, session)
      let tasks = Self.list("tasks", "name", of: app, &session)
      let intervals = Self.list("timers", "interval", of: app, &session)
      workCount[name] =
        device.pendingWorkCount(of: app) - tasks.count - intervals.count { $0 != .nil }
    }
  }

  /// Adds a member of an app as scripts see it.
  private mutating func add(
    member: String, of app: AppIdentifier, _ name: String, _ session: inout Session, weight: Weight
  ) {
    add("\(name).\(member)", session.value(ofMember: member, of: app), weight: weight)
  }

  /// A key of each element of a list that apps have.
  private static func list(
    _ member: String, _ key: String, of app: AppIdentifier, _ session: inout Session
  ) -> [ScriptValue] {
    guard case .list(let maps) = session.value(ofMember: member, of: app) else { return [] }
    return maps.map { $0[key] ?? .nil }
  }

  private mutating func addStorage(of app: AppIdentifier, _ name: String, _ device: Device) {
    // Caches go whenever the system likes.
    for (place, entries) in device.storage(of: app) where place != .caches {
      for entry in entries {
        let subject = "\(name).\(place.rawValue)[\(ScriptValue.string(entry.name))]"
        add(subject, entry.value, isStored: true, isOwn: true, weight: .lost)
      }
    }
  }

  /// Adds what a kind of thing is of an app with a process.
  private mutating func add(
    _ aspect: VisibleAspect, of app: AppIdentifier, _ name: String, _ session: inout Session
  ) {
    let device = session.simulation.device
    switch aspect {
    case .process, .lastEnd:
      // The state says whether there is a process, and how one ended is judged by itself.
      break
    case .screen: add(member: "screen", of: app, name, &session, weight: .text)
    case .presented: add(member: "presented", of: app, name, &session, weight: .text)
    case .tasks:
      let tasks = Self.list("tasks", "name", of: app, &session)
      add(
        "\(name).tasks", .list(tasks),
        condition: "\(name).tasks.map { $0.name } == \(ScriptValue.list(tasks))",
        weight: .more(.tasks))
    case .activities:
      let active = device.activities(of: app).filter { $0.state == .active }
      let activities = ScriptValue.list(active.map { .string($0.identifier) })
      add(
        "\(name)’s Live Activities", activities,
        condition: .some(
          "\(name).activities.filter { $0.state == .active }.map { $0.id } == \(activities)"),
        weight: .more(.all))
    case .timers:
      let intervals = Self.list("timers", "interval", of: app, &session)
      add(
        "\(name).timers", .list(intervals.sorted { $0.description < $1.description }),
        Self.text(ofIntervals: intervals),
        condition: "\(name).timers.count == \(intervals.count)", weight: .more(.timers))
    case .assertions:
      let kinds = Self.list("assertions", "kind", of: app, &session)
      add(
        "\(name).assertions", .list(kinds.sorted { $0.description < $1.description }),
        condition: .some(nil))
    case .requests:
      for identifier in Self.list("requests", "identifier", of: app, &session) {
        add(
          "\(name)’s request \(identifier)", .boolean(true), "there",
          condition: .some("\(name).requests.contains { $0.identifier == \(identifier) }"),
          isStored: true, weight: .lost)
      }
    case .unanswered:
      let unanswered = device.unansweredMessages(of: app).count
      add(
        "\(name)’s unanswered messages", .integer(Int64(unanswered)), condition: .some(nil),
        mayBeLess: true)
    case .windows, .transfers, .pendingNotifications, .notifications, .regions:
      // The user and the system change these in a disturbance, too: a window that is closed, a
      // notification that is cleared, a transfer that goes on without the app.
      break
    }
  }

  /// Adds what the code of a native app counts.
  private mutating func addCodeCounts(
    of app: AppIdentifier, _ name: String, _ session: Session
  ) {
    for count in session.simulation.code(of: app)?.counts ?? [] {
      let comparison = count.mayBeLess ? "<=" : "=="
      add(
        "\(name)’s \(count.name)", .integer(Int64(count.count)),
        condition: .some(
          "\(name).codeCounts[\(ScriptValue.string(count.name))] \(comparison) \(count.count)"),
        mayBeLess: count.mayBeLess, weight: .more(.all))
    }
  }

  private static func text(ofIntervals intervals: [ScriptValue]) -> String {
    let counts = intervals.reduce(into: [String: Int]()) { counts, interval in
      counts[interval == .nil ? "once" : "every \(interval)", default: 0] += 1
    }
    guard !counts.isEmpty else { return "none" }
    return counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
      .joined(separator: ", ")
  }

  private mutating func add(
    _ subject: String, _ value: ScriptValue, _ text: String? = nil, condition: String?? = .none,
    isStored: Bool = false, isOwn: Bool = false, mayBeLess: Bool = false,
    weight: Weight? = nil
  ) {
    guard items[subject] == nil else { return }
    subjects.append(subject)
    items[subject] = Item(
      subject: subject, value: value, text: text ?? value.description,
      condition: condition ?? "\(subject) == \(value)", isStored: isStored,
      mayBeLess: mayBeLess, isOwn: isOwn, weight: weight)
  }

  /// Whether there is less of something than in another run, and may be.
  private static func isLess(_ now: Item?, than was: Item?) -> Bool {
    guard let now, now.mayBeLess, case .integer(let count) = now.value,
      case .integer(let other)? = was?.value
    else { return false }
    return count < other
  }

  /// What is not as in another run.
  ///
  /// - Parameters:
  ///   - undisturbed: The other run at the same moment.
  ///   - before: This run before it was disturbed: what an app itself has stored since, where the
  ///     other run stored nothing, is no difference.
  /// - Returns: The differences in the order of the apps.
  func differences(from undisturbed: VisibleState, before: VisibleState) -> [StormDifference] {
    var all = undisturbed.subjects
    all += subjects.filter { undisturbed.items[$0] == nil }
    let differences = all.compactMap { subject -> StormDifference? in
      let (was, now) = (undisturbed.items[subject], items[subject])
      guard was?.value != now?.value, !Self.isLess(now, than: was), was?.value.isMeans != true,
        now?.value.isMeans != true
      else { return nil }
      if (was ?? now)?.isStored == true {
        guard let was else { return nil }
        if now != nil, before.items[subject]?.value == was.value { return nil }
      } else if was == nil || now == nil {
        // The process is gone, or there is one; the state says so.
        return nil
      }
      return StormDifference(
        subject: subject, was: was?.text ?? "nil", is: now?.text ?? "nil",
        condition: was?.condition,
        isFinding: tells(now, was, before.items[subject], undisturbed),
        isOfStorage: (was ?? now)?.isOwn == true, mayTell: (was ?? now)?.weight != nil)
    }
    return differences.map { difference in
      guard (items[difference.subject] ?? undisturbed.items[difference.subject])?.isText == true,
        difference.isMade(of: differences.filter { !$0.isFinding })
      else { return difference }
      return difference.withoutWeight
    }
  }

  /// Whether another value tells against the app.
  private func tells(
    _ now: Item?, _ was: Item?, _ before: Item?, _ undisturbed: VisibleState
  ) -> Bool {
    switch (now ?? was)?.weight {
    case nil: return false
    case .any, .text: return true
    case .lost: return now == nil || now?.value == before?.value
    case .more(.all): return (now?.amount ?? 0) > (was?.amount ?? 0)
    case .more(.timers): return (now?.repeating ?? 0) > (was?.repeating ?? 0)
    case .more(.tasks):
      let app = now?.subject.prefix { $0 != "." } ?? ""
      let isWorkedOn = (workCount[String(app)] ?? 0) > (undisturbed.workCount[String(app)] ?? 0)
      return !isWorkedOn && (now?.amount ?? 0) > (was?.amount ?? 0)
    }
  }
}

extension VisibleState.Item {
  /// Whether it is a text that may be made of other values.
  fileprivate var isText: Bool { if case .text? = weight { true } else { false } }

  /// How much of it there is.
  fileprivate var amount: Int {
    switch value {
    case .list(let elements): elements.count
    case .integer(let number): Int(clamping: number)
    default: 0
    }
  }

  /// How many of its elements are something, as the intervals of timers that repeat are.
  fileprivate var repeating: Int {
    if case .list(let elements) = value { elements.count { $0 != .nil } } else { 0 }
  }
}

extension StormDifference {
  /// The same as no more than a difference.
  var withoutWeight: StormDifference {
    StormDifference(
      subject: subject, was: was, is: `is`, condition: condition, isFinding: false,
      isOfStorage: isOfStorage)
  }

  /// Whether the text differs only by values that are themselves only differences, and by moments: those
  /// put in the place of what was give what is.
  fileprivate func isMade(of differences: [StormDifference]) -> Bool {
    func plain(_ text: String) -> String { text.filter { $0 != "\"" } }
    var made = plain(was)
    for difference in differences where !difference.was.isEmpty {
      made = made.replacing(plain(difference.was), with: plain(difference.is))
    }
    return made.withoutMoments == plain(self.is).withoutMoments
  }
}

extension String {
  /// The text without dates, times of day and spans.
  fileprivate var withoutMoments: String {
    replacing(#/\d{4}-\d\d-\d\d|\d+:\d\d(:\d\d)?|\d+(\.\d+)?(ns|us|ms|s|min|h|d)\b/#, with: "…")
  }
}

extension ScriptValue {
  /// Whether it is something of the system's to act with, such as a timer, and nothing to see.
  fileprivate var isMeans: Bool {
    switch self {
    case .handle, .function, .object: true
    default: false
    }
  }

  /// The value with handles by their kind and functions as one: which of them it is does not show.
  fileprivate var withoutIdentity: ScriptValue {
    switch self {
    case .handle(let handle): .handle(Handle(kind: handle.kind, number: 0))
    case .function: .handle(Handle(kind: .max, number: 0))
    case .list(let elements): .list(elements.map(\.withoutIdentity))
    case .map(let entries):
      .map(entries.map { Entry($0.key.withoutIdentity, $0.value.withoutIdentity) })
    default: self
    }
  }
}
