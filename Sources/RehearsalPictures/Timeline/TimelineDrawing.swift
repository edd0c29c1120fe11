// A life drawn with characters: above the bands of its apps over virtual time, below them what happened,
// moment by moment. What is drawn fits the width; what ended or failed is always among it.
//
//              0.000s      10.000s           30.000s
//     Notes    ▓█▓▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒✕
//      “save”     ├──────────────────────────┤
//              1 2                           3
//
//     1   0.000s  launch Notes: willFinishLaunching, didFinishLaunching, didBecomeActive
//     2   0.000s  press .home: willResignActive, didEnterBackground
//     3  30.000s  ✕ ended: backgroundTaskExpired

import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// The drawing of a life on a terminal.
package struct TimelineDrawing {
  /// Something that went wrong outside of the device, such as an expectation.
  package struct Failure: Sendable {
    /// When.
    package let time: VirtualTime
    /// What, in words.
    package let text: String

    /// Makes a failure.
    package init(time: VirtualTime, text: String) {
      self.time = time
      self.text = text
    }
  }

  /// What of a life is drawn.
  package struct Selection: Sendable {
    /// The app; nil for all.
    package var app: AppIdentifier?
    /// The times; nil for all.
    package var times: ClosedRange<VirtualTime>?

    /// Selects everything.
    package init() {}

    fileprivate func contains(_ time: VirtualTime) -> Bool { times?.contains(time) ?? true }
  }

  /// A piece of a line that looks the same throughout.
  package struct Piece: Sendable {
    /// The text.
    package let text: String
    /// How it stands out.
    package let emphasis: TimelineEntry.Emphasis
  }

  /// A row of the drawing.
  private struct Row {
    let label: String
    var cells: [(text: Character, emphasis: TimelineEntry.Emphasis)]
  }

  /// The drawing, line by line.
  package private(set) var lines: [[Piece]] = []

  private let life: Life
  private let width: Int
  private let moments: [TimelineMoment]
  private let bands: [(band: LifeBand, spans: [LifeSpan])]
  private let range: ClosedRange<VirtualTime>
  private let axis: TimelineAxis

  /// How many moments are reported without being asked for fewer times.
  private static let mostMoments = 40

  /// Draws a life.
  ///
  /// - Parameters:
  ///   - life: The life.
  ///   - failures: What else went wrong, in the order of time.
  ///   - selection: What is drawn of it.
  ///   - width: How many columns there are; at least 20 are taken.
  package init(
    _ life: Life, failures: [Failure] = [], selection: Selection = Selection(), width: Int
  ) {
    self.life = life
    self.width = max(20, width)
    let all = TimelineMoment.moments(of: life, failures: failures).filter {
      selection.contains($0.moment.time) && (selection.app == nil || $0.isAbout(selection.app))
    }
    moments = TimelineMoment.shown(all, most: Self.mostMoments)
    let first = life.records.first?.time ?? .zero
    range = selection.times ?? min(first, life.end.time)...life.end.time
    let times = range
    bands = life.bands.filter { selection.app == nil || $0.subject.app == selection.app }.map {
      ($0, $0.spans.filter { $0.end.time >= times.lowerBound && $0.start.time <= times.upperBound })
    }
    var columns: Set<LifeMoment> = Set(moments.filter { !$0.isGap }.map(\.moment))
    for span in bands.flatMap(\.spans) {
      columns.formUnion([span.start, span.end].filter { times.contains($0.time) })
    }
    columns.insert(LifeMoment(time: min(life.end.time, times.upperBound), step: .max))
    let label = Self.labelWidth(bands.map(\.band), self.width)
    axis = TimelineAxis(columns, of: life, columns: self.width - label - 2)
    draw(labelWidth: label)
  }

  /// The drawing as text, each line with its line end.
  ///
  /// - Parameter paint: Colours a piece of a line.
  /// - Returns: The text.
  package func text(painting paint: (String, TimelineEntry.Emphasis) -> String) -> String {
    lines.map { $0.map { paint($0.text, $0.emphasis) }.joined() + "\n" }.joined()
  }

  // MARK: - The drawing

  private static func labelWidth(_ bands: [LifeBand], _ width: Int) -> Int {
    let labels = bands.flatMap { [$0.title] + $0.spans.filter { !$0.kind.isState }.map(\.label) }
    return min(labels.map { $0.terminalColumns + 3 }.max() ?? 0, max(6, width / 4))
  }

  private mutating func draw(labelWidth: Int) {
    guard !moments.isEmpty || bands.contains(where: { !$0.spans.isEmpty }) else {
      return add([("Nothing has happened in it.", .plain)])
    }
    let times = timeLabels(room: width - labelWidth - 2)
    add([("  " + String(repeating: " ", count: labelWidth) + times, .faint)])
    for (band, spans) in bands {
      for row in rows(of: band, spans) { add(row, labelWidth) }
    }
    add(marks, labelWidth)
    add([])
    for text in remarks { for line in wrapped(text, hanging: 2) { add([(line, .faint)]) } }
    add([])
    for (number, moment) in moments.enumerated() { tell(moment, number) }
  }

  private mutating func add(_ pieces: [(String, TimelineEntry.Emphasis)]) {
    lines.append(pieces.map { Piece(text: $0.0, emphasis: $0.1) })
  }

  private mutating func add(_ row: Row, _ labelWidth: Int) {
    var pieces: [(String, TimelineEntry.Emphasis)] = [
      ("  " + row.label.shortened(toColumns: labelWidth - 1).padded(toColumns: labelWidth), .plain)
    ]
    var cells = row.cells[...]
    while cells.last?.text == " " { cells.removeLast() }
    for cell in cells {
      if let last = pieces.indices.dropFirst().last, pieces[last].1 == cell.emphasis {
        pieces[last].0.append(cell.text)
      } else {
        pieces.append((String(cell.text), cell.emphasis))
      }
    }
    add(pieces)
  }

  /// The times above the columns, where there is room: the first, the last, and those between.
  private func timeLabels(room: Int) -> String {
    let labels = axis.times.map { (text: $0.time.clockText, column: $0.column) }
    guard let first = labels.first, let last = labels.last else { return "" }
    var text = first.text
    let lastColumn = max(0, min(last.column, room - last.text.count))
    for (label, column) in labels.dropFirst().dropLast()
    where text.count < column && column + label.count < lastColumn {
      text += String(repeating: " ", count: column - text.count) + label
    }
    if labels.count > 1, text.count < lastColumn {
      text += String(repeating: " ", count: lastColumn - text.count) + last.text
    }
    return text.shortened(toColumns: room)
  }

  private var cellCount: Int {
    1 + axis.column(of: LifeMoment(time: min(life.end.time, range.upperBound), step: .max))
  }

  // MARK: - Rows

  /// The states of a band, then what else lasted in it, by its names.
  private func rows(of band: LifeBand, _ spans: [LifeSpan]) -> [Row] {
    var rows: [Row] = []
    let isApp = if case .app = band.subject { true } else { false }
    if isApp || spans.contains(where: \.kind.isState) { rows.append(states(of: band, spans)) }
    var labels: [String] = []
    for span in spans where !span.kind.isState && !labels.contains(span.label) {
      labels.append(span.label)
    }
    for label in labels {
      rows.append(bars(label, spans.filter { !$0.kind.isState && $0.label == label }))
    }
    return rows
  }

  private func states(of band: LifeBand, _ spans: [LifeSpan]) -> Row {
    let isWindow = if case .window = band.subject { true } else { false }
    var row = emptyRow((isWindow ? " " : "") + band.title.printableLine, filledWith: "·")
    for span in spans where span.kind.isState {
      for column in columns(of: span) { row.cells[column] = Self.look(of: span.kind) }
    }
    for fold in axis.folds where fold < row.cells.count { row.cells[fold].text = "⋯" }
    for moment in moments where !moment.isGap {
      for end in moment.ends where end.app == band.subject.app && !isWindow {
        let column = min(axis.column(of: end.moment), row.cells.count - 1)
        row.cells[column] = ("✕", .end)
      }
    }
    return row
  }

  private func bars(_ label: String, _ spans: [LifeSpan]) -> Row {
    let name = label.printableLine
    var row = emptyRow(" " + (spans.contains { $0.kind == .task } ? "“\(name)”" : name))
    for span in spans {
      let columns = columns(of: span)
      for column in columns { row.cells[column].text = "─" }
      row.cells[columns.lowerBound].text = span.start.time < range.lowerBound ? "─" : "├"
      if !span.goesOn, columns.count > 1 { row.cells[columns.upperBound - 1].text = "┤" }
    }
    return row
  }

  private func emptyRow(_ label: String, filledWith filler: Character = " ") -> Row {
    Row(label: label, cells: Array(repeating: (filler, .faint), count: cellCount))
  }

  /// The columns of a span: at least one, up to where it ends.
  private func columns(of span: LifeSpan) -> Range<Int> {
    let last = cellCount
    let first = span.start.time < range.lowerBound ? 0 : axis.column(of: span.start)
    let end = span.goesOn || span.end.time > range.upperBound ? last : axis.column(of: span.end)
    let start = min(first, last - 1)
    return start..<max(start + 1, min(end, last))
  }

  private static func look(
    of kind: LifeSpan.Kind
  ) -> (text: Character, emphasis: TimelineEntry.Emphasis) {
    switch kind {
    case .state(let state): (mark(of: state), .state(state))
    case .scene(let state):
      switch state {
      case .foregroundActive: ("█", .state(.active))
      case .foregroundInactive: ("▓", .state(.inactive))
      case .background: ("▒", .state(.background))
      default: ("·", .faint)
      }
    default: ("─", .plain)
    }
  }

  private static func mark(of state: ProcessState) -> Character {
    switch state {
    case .active: "█"
    case .inactive: "▓"
    case .background: "▒"
    case .suspended: "░"
    case .prewarmed: "▚"
    case .notRunning: "·"
    }
  }

  /// The numbers of the moments below their columns; of several in one column the weightiest.
  private var marks: Row {
    var row = emptyRow("")
    for isWeighty in [false, true] {
      for (number, moment) in moments.enumerated()
      where !moment.isGap && moment.isWeighty == isWeighty {
        let column = min(axis.column(of: moment.moment), row.cells.count - 1)
        row.cells[column] = (Self.sign(number), isWeighty ? .end : .heading)
      }
    }
    return row
  }

  private static func sign(_ number: Int) -> Character {
    let signs = Array("123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return number < signs.count ? signs[number] : "+"
  }

  // MARK: - Words

  /// What the signs mean, and how far the drawing is to scale.
  private var remarks: [String] {
    var states: [ProcessState] = []
    for span in bands.flatMap(\.spans) {
      if case .state(let state) = span.kind, !states.contains(state) { states.append(state) }
    }
    let signs = states.map { "\(Self.mark(of: $0)) \($0.rawValue)" } + ["· not running"]
    var scale: String
    if let seconds = axis.secondsPerColumn {
      let span = TimeSpan(nanoseconds: Int64(min(seconds * 1e9, 9e18)))
      scale =
        "Time is to scale, \(span.roundedText) a column; what has one time stands side by side."
    } else {
      scale = "All of it has one time and stands side by side."
    }
    if axis.isSqueezed {
      scale = "Not to scale: there are more moments than columns."
    }
    if axis.foldsTime { scale += " ⋯ is time drawn shorter than it is." }
    return ["  " + signs.joined(separator: "  "), "  " + scale]
  }

  private mutating func tell(_ moment: TimelineMoment, _ number: Int) {
    guard !moment.isGap else { return add([("  … " + moment.title, .faint)]) }
    let timeWidth = moments.map(\.moment.time.clockText.count).max() ?? 0
    let time = moment.moment.time.clockText
    let head =
      "  \(Self.sign(number))  " + String(repeating: " ", count: timeWidth - time.count) + time
      + "  "
    let emphasis: TimelineEntry.Emphasis = moment.isWeighty ? .end : .plain
    // A narrow window has the words below the time.
    let isNarrow = head.count > width / 3
    if isNarrow { add([(String(head.dropLast(2)), .faint)]) }
    let indentation = String(repeating: " ", count: isNarrow ? 4 : head.count)
    for (index, line) in wrapped(indentation + moment.text, hanging: indentation.count).enumerated()
    {
      let words = String(line.dropFirst(indentation.count))
      add([(index == 0 && !isNarrow ? head : indentation, .faint), (words, emphasis)])
    }
  }

  private func wrapped(_ text: String, hanging: Int) -> [String] {
    Paragraph.wrapped(text, width: width, hanging: min(hanging, width / 2))
  }
}
