// What a drawing tells of a life in words: what the user or the clock did, each with all that followed
// from it at that time.

import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// One thing that was done or came about, and what followed from it at once.
struct TimelineMoment {
  /// When the first of it was recorded.
  let moment: LifeMoment
  /// What was done; empty for what came about by itself.
  private(set) var title: String
  /// What followed, for each app in turn.
  private var parts: [(app: AppIdentifier?, name: String, texts: [String])] = []
  /// Whether something failed, ended or was refused.
  private(set) var isWeighty = false
  /// The ends of processes in it.
  private(set) var ends: [(app: AppIdentifier?, moment: LifeMoment)] = []
  /// Whether it stands for moments that are left out.
  let isGap: Bool
  private var apps: Set<AppIdentifier> = []
  private let namesApps: Bool

  private init(at moment: LifeMoment, title: String, isGap: Bool = false, namesApps: Bool = false) {
    self.moment = moment
    self.title = title
    self.isGap = isGap
    self.namesApps = namesApps
  }

  /// The moment in words.
  var text: String {
    let rest = parts.map { part in
      (namesApps && !part.name.isEmpty ? part.name + " " : "") + part.texts.joined(separator: ", ")
    }
    return ([title] + rest).filter { !$0.isEmpty }.joined(separator: ": ").printableLine
  }

  /// Whether an app had a part in it; what failed outside of the device is about every app.
  func isAbout(_ app: AppIdentifier?) -> Bool {
    apps.isEmpty && isWeighty || app.map(apps.contains) ?? true
  }

  /// The moments of a life and the failures among them, in order.
  static func moments(
    of life: Life, failures: [TimelineDrawing.Failure]
  ) -> [TimelineMoment] {
    var moments: [TimelineMoment] = []
    var root: Int?
    for (position, record) in life.records.enumerated() {
      guard let entry = life.entry(record) else { continue }
      let ownRoot = life.root(of: record)
      let moment = life.moments[position]
      let isNew = moments.last.map { $0.moment.time != moment.time } ?? true
      if isNew || ownRoot != root {
        root = ownRoot
        moments.append(
          TimelineMoment(at: moment, title: "", namesApps: life.appNames.count > 1))
      }
      moments[moments.count - 1].add(record, entry, at: moment, in: life)
    }
    for failure in failures {
      var moment = TimelineMoment(
        at: LifeMoment(time: failure.time, step: .max - 1), title: "✗ " + failure.text)
      moment.isWeighty = true
      let next = moments.firstIndex { $0.moment > moment.moment } ?? moments.count
      moments.insert(moment, at: next)
    }
    return moments.filter { !$0.text.isEmpty }
  }

  private mutating func add(
    _ record: Record, _ entry: TimelineEntry, at moment: LifeMoment, in life: Life
  ) {
    if let app = record.app { apps.insert(app) }
    var text = entry.text
    switch record.subject {
    case .stimulus, .timeChange, .autoLock:
      title = title.isEmpty ? text : title + "; " + text
      return
    case .state: return
    case .exit:
      text = "✕ " + text
      ends.append((record.app, moment))
      isWeighty = true
    case .remark: text = "○ " + text
    case .refusal:
      text = "× " + text
      isWeighty = isWeighty || record.declined != true
    case .advice:
      text = "! " + text
      isWeighty = true
    default: break
    }
    if let last = parts.indices.last, parts[last].app == record.app {
      parts[last].texts.append(text)
    } else {
      parts.append((record.app, record.app.map(life.name) ?? "", [text]))
    }
  }

  /// The first and the last moments, and all that are weighty.
  ///
  /// A gap stands for what is left out.
  static func shown(_ all: [TimelineMoment], most: Int) -> [TimelineMoment] {
    guard all.count > most else { return all }
    var shown: [TimelineMoment] = []
    var leftOut = 0
    func gap(before moment: LifeMoment) -> TimelineMoment {
      TimelineMoment(at: moment, title: "\(leftOut) moments are left out", isGap: true)
    }
    for (number, moment) in all.enumerated() {
      let isShown = number < most / 2 || number >= all.count - most / 2 || moment.isWeighty
      guard isShown else {
        leftOut += 1
        continue
      }
      if leftOut > 0 { shown.append(gap(before: moment.moment)) }
      leftOut = 0
      shown.append(moment)
    }
    return shown
  }
}

extension Life {
  /// The index of the record that a record follows from in the end.
  fileprivate func root(of record: Record) -> Int {
    var root = record
    while let cause = root.cause.flatMap(position(ofRecord:)), records[cause].index < root.index {
      root = records[cause]
    }
    return root.index
  }
}
