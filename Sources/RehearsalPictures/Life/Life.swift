// A life as a picture has it: bands for the device, its apps and their windows over virtual time, with
// spans on them, and the records as ticks. Every picture is drawn from this one value; how it is
// drawn is up to who draws.

import RehearsalLifecycle

/// What happened on a device, band by band.
package struct Life: Sendable {
  /// The version of the system, such as `17`.
  package let system: String
  /// The model, such as `iPad`.
  package let model: String
  /// The names of the device's apps, by the numbers that records give.
  package let appNames: [String]
  /// What happened, in order.
  package let records: [Record]
  /// When each record was written, in the order of the records.
  package let moments: [LifeMoment]
  /// The number of the band that each record is in, in the order of the records.
  package let bandOfRecord: [Int]
  /// The bands: the device first, then each app with its windows below it.
  package let bands: [LifeBand]
  /// When the life was last read.
  package let end: LifeMoment

  /// The record of an index on the device; nil where it is not of this life.
  ///
  /// - Complexity: O(1)
  package func position(ofRecord index: Int) -> Int? {
    guard let first = records.first?.index, index >= first, index - first < records.count else {
      return nil
    }
    return index - first
  }

  /// The record as an entry of a timeline; nil for one that timelines leave out.
  package func entry(_ record: Record) -> TimelineEntry? {
    TimelineEntry(record, appName: record.app.map(name))
  }

  /// What a record says happened, as a clause such as “Notes became active”.
  package func clause(_ record: Record) -> String {
    RecordClause(appNames: appNames).clause(record, to: nil)
  }

  /// The name of an app.
  package func name(of app: AppIdentifier) -> String {
    RecordClause(appNames: appNames).name(of: app)
  }
}

/// A place on the axis of a life: a time and, among what happened at that time, the order.
package struct LifeMoment: Hashable, Sendable, Comparable {
  /// The device's time.
  package let time: VirtualTime
  /// How many records of that time that a timeline shows come before it.
  package let step: Int

  /// Whether the left moment is the earlier one.
  package static func < (left: LifeMoment, right: LifeMoment) -> Bool {
    (left.time, left.step) < (right.time, right.step)
  }
}

/// Something that lasted.
package struct LifeSpan: Hashable, Sendable {
  /// What can last.
  package enum Kind: Hashable, Sendable {
    /// A process was in a state.
    case state(ProcessState)
    /// A window was in a state.
    case scene(SceneState)
    /// The main thread was busy.
    case mainThread
    /// Work was under way beside the main thread.
    case backgroundWork
    /// A background task was held.
    case task
    /// Something else kept the process running.
    case assertion
    /// Hardware or shared data was held.
    case resource
    case locked, switchedOff
    /// Something of the system lay over the screen.
    case interruption

    /// The kind as a word, in which pictures look up how it looks.
    package var name: String {
      switch self {
      case .state(let state): state.rawValue
      case .scene(let state): state.rawValue
      case .mainThread: "mainThread"
      case .backgroundWork: "backgroundWork"
      case .task: "task"
      case .assertion: "assertion"
      case .resource: "resource"
      case .locked: "locked"
      case .switchedOff: "switchedOff"
      case .interruption: "interruption"
      }
    }

    /// Whether it is a state, of which a band has one at a time.
    package var isState: Bool {
      switch self {
      case .state, .scene: true
      default: false
      }
    }
  }

  /// What lasted.
  package let kind: Kind
  /// Its name, such as that of a background task.
  package let label: String
  /// When it began.
  package let start: LifeMoment
  /// When it ended, or was last read.
  package let end: LifeMoment
  /// Whether it had not ended by the end of the life.
  package let goesOn: Bool
  /// When the time is over that it has; nil without a bound.
  package let limit: VirtualTime?
  /// The index of the record that began it; nil where no record tells.
  package let record: Int?
}

/// How much memory a process took from a moment on.
package struct LifeMemory: Hashable, Sendable {
  /// From when on.
  package let moment: LifeMoment
  /// The bytes; 0 without a process.
  package let bytes: Int64
}

/// What happened to the device, to an app or to a window.
package struct LifeBand: Sendable {
  /// What a band is about.
  package enum Subject: Hashable, Sendable {
    case device
    case app(AppIdentifier)
    case window(of: AppIdentifier, number: Int, SceneRole)

    /// How deep it lies: 0 for the device, 1 for an app, 2 for a window.
    package var level: Int {
      switch self {
      case .device: 0
      case .app: 1
      case .window: 2
      }
    }

    /// The app that it is about; nil for the device.
    package var app: AppIdentifier? {
      switch self {
      case .device: nil
      case .app(let app), .window(let app, _, _): app
      }
    }
  }

  /// What it is about.
  package let subject: Subject
  /// Its name, for people.
  package let title: String
  /// What lasted, in the order of the beginnings.
  package let spans: [LifeSpan]
  /// The memory that the app's process took, each time that it changed; empty for other bands.
  package let memory: [LifeMemory]

  /// The spans in rows in which none lies over another: states first, then the rest, each in the
  /// first row that is free.
  ///
  /// - Complexity: O(n · m) in the numbers of spans and rows
  package var rows: [[LifeSpan]] {
    let states = spans.filter(\.kind.isState)
    var others: [[LifeSpan]] = []
    for span in spans where !span.kind.isState {
      let free = others.firstIndex { row in row.last.map { $0.end <= span.start } ?? true }
      if let free { others[free].append(span) } else { others.append([span]) }
    }
    return (states.isEmpty ? [] : [states]) + others
  }
}
