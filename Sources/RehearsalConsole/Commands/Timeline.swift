// `:timeline`: the states of all apps over virtual time, drawn with characters: a row for each app,
// a column for each change or message, and the times above. What has the same time stands together;
// the time between is drawn as a few columns, however long it is.
//
//             0.000s    10.000s
//     Notes   ·▓██▒▒▒▒░░▒
//              ↑↑ ↑↑

import Rehearsal
import RehearsalLifecycle

/// A drawing of what happened.
struct Timeline {
  /// What happened at one time, as far as it is drawn.
  private struct Instant {
    let time: VirtualTime
    var records: [Record] = []
  }

  private let renderer: RunRenderer
  private let width: Int
  private let apps: [(identifier: AppIdentifier, name: String)]
  private let states: [ProcessState]
  private let now: VirtualTime
  private var instants: [Instant] = []

  /// Draws what the trace still has.
  init(_ checkpoint: Checkpoint, _ renderer: RunRenderer, width: Int) {
    self.renderer = renderer
    self.width = width
    let device = checkpoint.device
    now = device.now
    apps = device.apps.map { ($0, device.description(of: $0)?.name ?? "") }
    states = checkpoint.states
    for record in checkpoint.history.records() where Self.isDrawn(record) {
      if instants.last?.time != record.time { instants.append(Instant(time: record.time)) }
      instants[instants.count - 1].records.append(record)
    }
    if instants.last?.time != now { instants.append(Instant(time: now)) }
  }

  private static func isDrawn(_ record: Record) -> Bool {
    switch record.subject {
    case .state, .message: record.app != nil
    default: false
    }
  }

  /// The drawing, with a legend below it.
  var text: String {
    guard !apps.isEmpty else { return "There is no app.\n" }
    let nameWidth = (apps.map(\.name.count).max() ?? 0) + 2
    let shown = visible(columns: max(20, width - nameWidth - 2))
    let indent = String(repeating: " ", count: nameWidth + 2)
    var text = Self.line(indent + shown.map(label).joined())
    for (position, app) in apps.enumerated() {
      let (line, marks) = row(of: app.identifier, at: position, shown)
      text += "  " + RunRenderer.padded(app.name, nameWidth) + line + "\n"
      if marks.contains("↑") || marks.contains("·") { text += Self.line(indent + marks) }
    }
    if shown.count < instants.count {
      text += "  \(instants.count - shown.count) earlier moments are left out.\n"
    }
    return text + legend
  }

  /// A line without blanks at its end.
  private static func line(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text + "\n"
  }

  private var legend: String {
    let states = ProcessState.allCases.map { state in
      renderer.paint(Self.mark(of: state), RunRenderer.style(of: state)) + " " + state.rawValue
    }
    return "  " + states.joined(separator: "  ") + "\n"
      + "  ↑ a message to a handler  · one without a handler\n"
  }

  /// The columns that an instant takes: its label, or one for each of its records and one behind.
  private func columns(of instant: Instant) -> Int {
    max(instant.time.clockText.count + 1, instant.records.count + 1)
  }

  /// The last instants for which there is room.
  private func visible(columns room: Int) -> [Instant] {
    var left = room
    var shown: [Instant] = []
    for instant in instants.reversed() {
      left -= columns(of: instant)
      if left < 0, !shown.isEmpty { break }
      shown.append(instant)
    }
    return shown.reversed()
  }

  private func label(_ instant: Instant) -> String {
    RunRenderer.padded(instant.time.clockText, columns(of: instant))
  }

  /// The states of an app, and the marks of its messages below them.
  private func row(
    of app: AppIdentifier, at position: Int, _ shown: [Instant]
  ) -> (line: String, marks: String) {
    var state = firstState(of: app, at: position, shown)
    var line = ""
    var marks = ""
    for instant in shown {
      var cells: [ProcessState] = []
      var signs = ""
      for record in instant.records {
        var sign = " "
        if record.app == app {
          switch record.subject {
          case .state(let reached, _): state = reached
          case .message: sign = record.handled == true ? "↑" : "·"
          default: break
          }
        }
        cells.append(state)
        signs += sign
      }
      let count = columns(of: instant)
      cells += Array(repeating: state, count: count - cells.count)
      line += painted(cells)
      marks += RunRenderer.padded(signs, count)
    }
    return (line, marks)
  }

  /// The state of an app before the first instant that is shown.
  private func firstState(
    of app: AppIdentifier, at position: Int, _ shown: [Instant]
  ) -> ProcessState {
    for instant in shown {
      for record in instant.records where record.app == app {
        if case .state(_, let earlier) = record.subject { return earlier }
      }
    }
    return states.indices.contains(position) ? states[position] : .notRunning
  }

  /// Equal neighbours are painted together.
  private func painted(_ cells: [ProcessState]) -> String {
    var text = ""
    var start = 0
    while start < cells.count {
      var end = start
      while end < cells.count, cells[end] == cells[start] { end += 1 }
      let run = String(repeating: Self.mark(of: cells[start]), count: end - start)
      text += renderer.paint(run, RunRenderer.style(of: cells[start]))
      start = end
    }
    return text
  }

  private static func mark(of state: ProcessState) -> String {
    switch state {
    case .active: "█"
    case .inactive: "▓"
    case .background: "▒"
    case .suspended: "░"
    case .prewarmed: "▚"
    case .notRunning: "·"
    }
  }
}
