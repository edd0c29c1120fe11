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
  }

  private(set) var items: [String: Item] = [:]
  /// The subjects in their order.
  private var subjects: [String] = []

  init(_ session: inout Session) {
    let device = session.simulation.device
    for app in device.apps {
      guard let name = device.description(of: app)?.name else { continue }
      add(["state"], of: app, name, &session)
      addStorage(of: app, name, device)
      guard device.hasProcess(app) else { continue }
      for variable in session.visibleVariables(of: app) {
        let subject = "\(name).\(variable.name)"
        let isPlain = variable.value.isPlainData
        add(
          subject, variable.value.withoutIdentity, variable.text,
          condition: .some(isPlain ? "\(subject) == \(variable.value)" : nil))
      }
      add(["screen", "presented"], of: app, name, &session)
      addWork(of: app, name, &session)
    }
  }

  /// Adds members of an app as scripts see them.
  private mutating func add(
    _ members: [String], of app: AppIdentifier, _ name: String, _ session: inout Session
  ) {
    for member in members {
      add("\(name).\(member)", session.value(ofMember: member, of: app))
    }
  }

  private mutating func addStorage(of app: AppIdentifier, _ name: String, _ device: Device) {
    // Caches go whenever the system likes.
    for place in StoragePlace.seen where place != .caches {
      for key in device.keys(in: place, of: app) {
        guard let value = device.value(forKey: key, in: place, of: app) else { continue }
        let subject = "\(name).\(place.rawValue)[\(ScriptValue.string(key))]"
        add(subject, value, isStored: true)
      }
    }
  }

  private mutating func addWork(
    of app: AppIdentifier, _ name: String, _ session: inout Session
  ) {
    func list(_ member: String, _ key: String) -> [ScriptValue] {
      guard case .list(let maps) = session.value(ofMember: member, of: app) else { return [] }
      return maps.map { $0[key] ?? .nil }
    }
    let tasks = list("tasks", "name")
    add(
      "\(name).tasks", .list(tasks),
      condition: "\(name).tasks.map { $0.name } == \(ScriptValue.list(tasks))")
    let intervals = list("timers", "interval")
    add(
      "\(name).timers", .list(intervals.sorted { $0.description < $1.description }),
      Self.text(ofIntervals: intervals),
      condition: "\(name).timers.count == \(intervals.count)")
    add(
      "\(name).assertions",
      .list(list("assertions", "kind").sorted { $0.description < $1.description }),
      condition: .some(nil))
    for identifier in list("requests", "identifier") {
      add(
        "\(name)’s request \(identifier)", .boolean(true), "there", condition: .some(nil),
        isStored: true
      )
    }
    for count in session.simulation.code(of: app)?.counts ?? [] {
      add(
        "\(name)’s \(count.name)", .integer(Int64(count.count)), condition: .some(nil),
        mayBeLess: count.mayBeLess)
    }
    let unanswered = session.simulation.device.unansweredMessages(of: app).count
    add(
      "\(name)’s unanswered messages", .integer(Int64(unanswered)), condition: .some(nil),
      mayBeLess: true)
    let works =
      session.simulation.device.pendingWorkCount(of: app) - tasks.count - intervals.count
    add("\(name)’s work in the background", .integer(Int64(works)), condition: .some(nil))
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
    isStored: Bool = false, mayBeLess: Bool = false
  ) {
    guard items[subject] == nil else { return }
    subjects.append(subject)
    items[subject] = Item(
      subject: subject, value: value, text: text ?? value.description,
      condition: condition ?? "\(subject) == \(value)", isStored: isStored,
      mayBeLess: mayBeLess)
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
    return all.compactMap { subject in
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
        condition: was?.condition)
    }
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
