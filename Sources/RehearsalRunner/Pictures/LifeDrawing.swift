// A life as a drawing in SVG that stands by itself: the layout of the pictures on pages, without what
// moves. A template makes the markup of it.

import Mustache
import Rehearsal
import RehearsalLifecycle
import RehearsalReports
import RehearsalSyntax

/// A drawing of a life.
package struct LifeDrawing {
  // The template reads the properties by their names.

  /// A text at a place.
  private struct Label {
    let x: String
    let y: String
    let style: String
    let text: String
  }

  /// A rectangle; a background task has a second one for its time.
  private struct Box {
    let x: String
    let y: String
    let width: String
    let height: String
    let style: String
    let tooltip: String
    /// At most one: the time that it has, and where it ends.
    var budget: [Budget] = []
    /// At most one: what stands in it or behind it.
    var labels: [Label] = []

    struct Budget {
      let width: String
      let end: String
      let top: String
      let bottom: String
    }
  }

  private struct Tick {
    let x: String
    let y: String
    let top: String
    let textX: String
    let textY: String
    let style: String
    let text: String
    let tooltip: String
  }

  private struct Line {
    let x: String
    let y: String
    let endX: String
    let endY: String
  }

  private struct Polygon {
    let points: String
    let tooltip: String
  }

  private static let gutter = 132.0
  private static let margin = 120.0
  private static let stateHeight = 22.0
  private static let rowHeight = 17.0
  private static let memoryHeight = 24.0
  /// The room that a character takes, about.
  private static let character = 6.1
  private static let longestLabel = 30

  private let life: Life
  private let scale: LifeScale
  private let name: String
  private var stripes: [Box] = []
  private var lines: [Line] = []
  private var axis: [Label] = []
  private var folds: [Polygon] = []
  private var titles: [Label] = []
  private var spans: [Box] = []
  private var memory: [Polygon] = []
  private var ticks: [Tick] = []
  private var cursors: [Line] = []
  private var remarks: [Label] = []
  private var y = 26.0

  private var width: Double { Self.gutter + scale.width + Self.margin }

  /// Draws the life of a case.
  package init(_ caseLife: CaseLife, of result: CaseResult) {
    life = caseLife.life
    scale = LifeScale([caseLife.life])
    name = result.testCase.title
    let renderer = RunRenderer(appNames: result.appNames)
    let remarks = zip(caseLife.failures, result.problems).map { ($0, $1.summary(renderer)) }
    if !remarks.isEmpty { y += 22 }
    let top = y
    for band in life.bands.indices { add(band) }
    drawAxis(from: top)
    for (moment, text) in remarks { addCursor(at: moment, text) }
  }

  /// The drawing as the text of a file.
  ///
  /// - Throws: What the library says of its template.
  package func text() throws -> String {
    let content: [String: Any] = [
      "name": name.printableLine, "width": Self.number(width), "height": Self.number(y + 8),
      "gutter": Self.number(Self.gutter - 8), "css": HTMLReport.text(PackageResources.picture_css),
      "stripes": stripes, "lines": lines, "axis": axis, "folds": folds, "titles": titles,
      "spans": spans, "memory": memory, "ticks": ticks, "cursors": cursors, "remarks": remarks,
    ]
    return try MustacheTemplate(string: HTMLReport.text(PackageResources.life_mustache))
      .render(content)
  }

  // MARK: - Bands

  private mutating func add(_ number: Int) {
    let band = life.bands[number]
    let shown = zip(life.records, zip(life.moments, life.bandOfRecord)).compactMap {
      record, place -> (record: Record, moment: LifeMoment, entry: TimelineEntry)? in
      guard place.1 == number, record.kind != .state, let entry = life.entry(record) else {
        return nil
      }
      return (record, place.0, entry)
    }
    let labels = shown.map { Self.label(of: $0.entry) }
    let longest = Double(labels.map(\.count).max() ?? 0)
    let top = y
    let line = top + (shown.isEmpty ? 8 : min(160, longest * Self.character * 0.707) + 20)
    let rows = band.rows
    let hasStates = rows.first?.first?.kind.isState == true
    var bottom = line + (hasStates ? Self.stateHeight : rows.isEmpty ? 10 : 4)
    lines.append(rule(from: (Self.gutter, line), to: (Self.gutter + scale.width, line)))
    for (row, spans) in rows.enumerated() {
      let isStates = hasStates && row == 0
      let height = isStates ? Self.stateHeight : Self.rowHeight - 3
      for span in spans { add(span, at: isStates ? line : bottom, height) }
      if !isStates { bottom += Self.rowHeight }
    }
    if band.memory.count > 1 {
      add(band.memory, of: band, at: bottom + 2)
      bottom += Self.memoryHeight + 6
    }
    for (shown, label) in zip(shown, labels) { add(shown.record, shown.moment, label, line) }
    addTitle(of: band, at: hasStates ? line + 15 : line + 4)
    y = bottom + 10
    stripes.append(
      box(0, top, width, y - top, number.isMultiple(of: 2) ? "stripe" : "paper", ""))
  }

  private static func label(of entry: TimelineEntry) -> String {
    let mark = entry.mark.filter { $0 != " " && $0 != "▸" }
    let text = (mark.isEmpty ? "" : mark + " ") + entry.text.printableLine
    // The first sentence says what it is; a part of the second would say less than none.
    if text.count > longestLabel, let end = text.firstRange(of: ". ") {
      return shortened(String(text[..<end.lowerBound]), longestLabel)
    }
    return shortened(text, longestLabel)
  }

  private mutating func addTitle(of band: LifeBand, at y: Double) {
    let level = band.subject.level
    titles.append(
      Label(
        x: Self.number(10 + Double(level) * 8), y: Self.number(y),
        style: level == 2 ? "window" : "",
        text: Self.shortened(band.title.printableLine, 19 - level)))
  }

  private mutating func add(_ span: LifeSpan, at y: Double, _ height: Double) {
    let start = Self.gutter + scale.position(of: span.start)
    let end = max(start + 2, Self.gutter + scale.position(of: span.end))
    let label = span.label.printableLine
    let until = span.limit.map { " · until \($0)" } ?? ""
    var box = box(
      start, y, end - start, height, span.kind.name,
      "\(label), \(span.start.time) to \(span.goesOn ? "the end" : "\(span.end.time)")\(until)")
    if let limit = span.limit {
      let last = Self.gutter + scale.position(of: min(limit, life.end.time))
      box.budget = [
        Box.Budget(
          width: Self.number(max(last, end) - start),
          end: Self.number(limit <= life.end.time ? last : max(last, end)),
          top: Self.number(y - 2), bottom: Self.number(y + height + 2))
      ]
    }
    let room = Int((end - start - 8) / Self.character)
    let inside = [label + until, label].first { $0.count <= room }
    if inside != nil || !span.kind.isState {
      box.labels = [
        Label(
          x: Self.number((inside == nil ? end : start) + 4), y: Self.number(y + height / 2 + 3.5),
          style: inside == nil ? "behind" : "", text: inside ?? label + until)
      ]
    }
    spans.append(box)
  }

  private mutating func add(_ memory: [LifeMemory], of band: LifeBand, at y: Double) {
    let most = memory.map(\.bytes).max() ?? 0
    guard most > 0 else { return }
    let floor = y + Self.memoryHeight
    var level = floor
    var points: [String] = []
    let ends = memory.dropFirst().map(\.moment) + [life.end]
    for (change, end) in zip(memory, ends) {
      let start = Self.gutter + scale.position(of: change.moment)
      points.append("\(Self.number(start)),\(Self.number(level))")
      level = floor - Double(change.bytes) / Double(most) * (Self.memoryHeight - 2)
      points.append("\(Self.number(start)),\(Self.number(level))")
      let next = Self.gutter + scale.position(of: end)
      points.append("\(Self.number(next)),\(Self.number(level))")
    }
    let last = Self.number(Self.gutter + scale.width)
    points.append("\(last),\(Self.number(floor))")
    titles.append(
      Label(x: "18", y: Self.number(floor - 8), style: "window", text: "memory"))
    self.memory.append(
      Polygon(
        points: points.joined(separator: " "), tooltip: "memory of \(band.title.printableLine)"))
  }

  private mutating func add(
    _ record: Record, _ moment: LifeMoment, _ label: String, _ line: Double
  ) {
    let x = Self.gutter + scale.position(of: moment) + LifeScale.Widths().step / 2
    ticks.append(
      Tick(
        x: Self.number(x), y: Self.number(line), top: Self.number(line - 8),
        textX: Self.number(x + 3), textY: Self.number(line - 10),
        style: life.entry(record)?.emphasis.name ?? "", text: label,
        tooltip: "\(record.time): \(life.clause(record).printableLine)"))
  }

  // MARK: - The axis

  private mutating func drawAxis(from top: Double) {
    var free = 0.0
    for (number, instant) in scale.instants.enumerated() {
      let x = Self.gutter + instant.start
      lines.append(rule(from: (x, top - 8), to: (x, y)))
      let text = instant.time.description
      if x >= free {
        axis.append(
          Label(x: Self.number(x), y: Self.number(top - 12), style: "start", text: text))
        free = x + Double(text.count) * 6 + 8
      }
      guard instant.isFolded, scale.instants.indices.contains(number + 1) else { continue }
      let middle = x + instant.width + instant.gap / 2
      folds += [middle - 4, middle + 4].map { zigzag(at: $0, from: top - 6) }
      let span = scale.instants[number + 1].time.span(since: instant.time)
      axis.append(
        Label(
          x: Self.number(middle), y: Self.number(top - 12), style: "middle",
          text: "\(span) folded"))
    }
  }

  private func zigzag(at x: Double, from top: Double) -> Polygon {
    var points: [String] = []
    var (height, side) = (top, 0.0)
    while height < y {
      points.append("\(Self.number(x + side)),\(Self.number(height))")
      height += 6
      side = side > 0 ? -3 : 3
    }
    return Polygon(points: points.joined(separator: " "), tooltip: "")
  }

  private mutating func addCursor(at moment: LifeMoment, _ text: String) {
    let x = Self.gutter + scale.position(of: moment)
    cursors.append(rule(from: (x, 2), to: (x, y)))
    let isLeft = x > width - 300
    remarks.append(
      Label(
        x: Self.number(isLeft ? x - 6 : x + 6), y: "13", style: isLeft ? "end" : "start",
        text: "✗ " + Self.shortened(text.printableLine, 70)))
  }

  // MARK: - Pieces

  private func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, _ tooltip: String
  ) -> Box {
    Box(
      x: Self.number(x), y: Self.number(y), width: Self.number(width), height: Self.number(height),
      style: style, tooltip: tooltip)
  }

  private func rule(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) -> Line {
    Line(
      x: Self.number(start.x), y: Self.number(start.y), endX: Self.number(end.x),
      endY: Self.number(end.y))
  }

  /// A number with one digit behind its point, where it needs one.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, rest) = tenths.quotientAndRemainder(dividingBy: 10)
    let sign = tenths < 0 && whole == 0 ? "-" : ""
    return rest == 0 ? "\(whole)" : "\(sign)\(whole).\(abs(rest))"
  }

  private static func shortened(_ text: String, _ most: Int) -> String {
    text.count > most ? String(text.prefix(most - 1)) + "…" : text
  }
}
