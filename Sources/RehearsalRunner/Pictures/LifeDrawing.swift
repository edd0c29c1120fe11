// A life as a drawing in SVG that stands by itself: the layout of the pictures on pages, without what
// moves. A template makes the markup of it.

import Rehearsal
import RehearsalLifecycle
import RehearsalPictures
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// A drawing of a life.
package struct LifeDrawing {
  private static let gutter = 132.0
  private static let margin = 140.0
  private static let stateHeight = 22.0
  private static let rowHeight = 17.0
  private static let memoryHeight = 24.0
  /// The room that a character takes, about.
  private static let character = 6.1
  private static let longestLabel = 30
  private static let remarkHeight = 14.0

  /// What a failure says at its moment, on a line of its own where others take the room.
  private struct Remark {
    let text: String
    let x: Double
    let isLeft: Bool
    let line: Int
  }

  private let life: Life
  private let scale: LifeScale
  private let name: String
  // What is drawn, one layer above the other.
  private var stripes: Markup = ""
  private var rules: Markup = ""
  private var axis: Markup = ""
  private var folds: Markup = ""
  private var titles: Markup = ""
  private var memory: Markup = ""
  private var spans: Markup = ""
  private var ticks: Markup = ""
  private var cursors: Markup = ""
  private var remarks: Markup = ""
  private var y = 26.0

  private var width: Double { Self.gutter + scale.width + Self.margin }

  /// Draws the life of a case.
  package init(_ caseLife: CaseLife, of result: CaseResult) {
    life = caseLife.life
    scale = LifeScale([caseLife.life])
    name = result.testCase.title
    let renderer = RunRenderer(appNames: result.appNames)
    let remarks = zip(caseLife.failures, result.problems).map { ($0, $1.summary(renderer)) }
    let placed = self.placed(remarks)
    if let last = placed.map(\.line).max() { y += 22 + Double(last) * Self.remarkHeight }
    let top = y
    for band in life.bands.indices { add(band) }
    drawAxis(from: top)
    for remark in placed { add(remark) }
  }

  /// The drawing as the text of a file.
  package var text: String {
    let (width, height) = (Self.number(width), Self.number(y + 8))
    let css = Markup(verbatim: HTMLReport.text(PackageResources.picture_css))
    let name = name.printableLine
    let picture: Markup = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" class="life" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-label="\(name)">
      <title>\(name)</title>
      <style>\(css)</style>
      <rect class="paper" width="\(width)" height="\(height)"/>
      \(stripes)<g class="axis">
      \(rules)\(axis)</g>
      \(folds)\(titles)\(memory)\(spans)\(ticks)\(cursors)\(remarks)</svg>

      """
    return picture.description
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
    rules += rule(from: (Self.gutter, line), to: (Self.gutter + scale.width, line))
    for (row, spans) in rows.enumerated() {
      let isStates = hasStates && row == 0
      let height = isStates ? Self.stateHeight : Self.rowHeight - 3
      let ends = spans.dropFirst().map { Self.gutter + scale.position(of: $0.start) } + [width]
      for (span, end) in zip(spans, ends) {
        add(span, at: isStates ? line : bottom, height, until: end)
      }
      if !isStates { bottom += Self.rowHeight }
    }
    if !band.memory.isEmpty {
      add(band.memory, of: band, at: bottom + 2)
      bottom += Self.memoryHeight + 6
    }
    for (shown, label) in zip(shown, labels) { add(shown.record, shown.moment, label, line) }
    addTitle(of: band, at: hasStates ? line + 15 : line + 4)
    y = bottom + 10
    stripes += """
      <rect class="\(number.isMultiple(of: 2) ? "stripe" : "paper")" \
      \(Self.frame(0, top, width, y - top))/>

      """
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
    addTitle(
      Self.shortened(band.title.printableLine, 19 - level), x: 10 + Double(level) * 8, y,
      level == 2 ? "window" : "")
  }

  private mutating func addTitle(_ text: String, x: Double, _ y: Double, _ style: String) {
    titles += """
      <text class="title \(style)" \(Self.point(x, y))>\(text)</text>

      """
  }

  private mutating func add(
    _ span: LifeSpan, at y: Double, _ height: Double, until next: Double
  ) {
    let start = Self.gutter + scale.position(of: span.start)
    let end = max(start + 2, Self.gutter + scale.position(of: span.end))
    let label = span.label.printableLine
    let until = span.limit.map { " · until \($0)" } ?? ""
    let tooltip =
      "\(label), \(span.start.time) to \(span.goesOn ? "the end" : "\(span.end.time)")\(until)"
    spans += """
      <g class="span \(span.kind.name)"><title>\(tooltip)</title>
      \(budget(of: span, start, end, y, height))\
      <rect \(Self.frame(start, y, end - start, height)) rx="3"/>
      \(Self.label([label + until, label], of: span, (start, end, next), y + height / 2 + 3.5))</g>

      """
  }

  /// The time that something has, and where that ends; empty without a bound.
  private func budget(
    of span: LifeSpan, _ start: Double, _ end: Double, _ y: Double, _ height: Double
  ) -> Markup {
    guard let limit = span.limit else { return "" }
    let last = Self.gutter + scale.position(of: min(limit, life.end.time))
    let x = limit <= life.end.time ? last : max(last, end)
    return """
      <rect class="budget" \(Self.frame(start, y, max(last, end) - start, height)) rx="3"/>
      <line class="limit" \(Self.line((x, y - 2), (x, y + height + 2)))/>

      """
  }

  /// The label in a span, or after it and before the next one: the first text that fits, if any.
  private static func label(
    _ texts: [String], of span: LifeSpan, _ ends: (start: Double, end: Double, next: Double),
    _ y: Double
  ) -> Markup {
    func fitting(_ room: Double) -> String? {
      texts.first { $0.count <= Int((room - 8) / character) }
    }
    let inside = fitting(ends.end - ends.start)
    guard let text = inside ?? (span.kind.isState ? nil : fitting(ends.next - ends.end)) else {
      return ""
    }
    let x = (inside == nil ? ends.end : ends.start) + 4
    return """
      <text class="\(inside == nil ? "behind" : "")" \(point(x, y))>\(text)</text>

      """
  }

  private mutating func add(_ memory: [LifeMemory], of band: LifeBand, at y: Double) {
    let most = memory.map(\.bytes).max() ?? 0
    guard most > 0 else { return }
    let floor = y + Self.memoryHeight
    var level = floor
    // A process has memory from its launch on, also where it asks for more only later.
    let launch = band.spans.map(\.start).min().map { Self.gutter + scale.position(of: $0) }
    var points = launch.map { ["\(Self.number($0)),\(Self.number(floor))"] } ?? []
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
    addTitle("memory", x: 18, floor - 8, "window")
    self.memory += """
      <polygon class="memory" points="\(points.joined(separator: " "))">\
      <title>memory of \(band.title.printableLine)</title></polygon>

      """
  }

  private mutating func add(
    _ record: Record, _ moment: LifeMoment, _ label: String, _ line: Double
  ) {
    let x = Self.gutter + scale.position(of: moment) + LifeScale.Widths().step / 2
    let tooltip = "\(record.time): \(life.clause(record).printableLine)"
    ticks += """
      <g class="tick \(life.entry(record)?.emphasis.name ?? "")"><title>\(tooltip)</title>\
      <line \(Self.line((x, line - 8), (x, line)))/>\
      <circle cx="\(Self.number(x))" cy="\(Self.number(line))" r="3"/>\
      <text transform="translate(\(Self.number(x + 3)) \(Self.number(line - 10))) rotate(-45)">\
      \(label)</text></g>

      """
  }

  // MARK: - The axis

  private mutating func drawAxis(from top: Double) {
    var free = 0.0
    for (number, instant) in scale.instants.enumerated() {
      let x = Self.gutter + instant.start
      rules += rule(from: (x, top - 8), to: (x, y))
      let text = instant.time.description
      if x >= free {
        addLabel(text, x: x, top - 12, anchor: "start")
        free = x + Double(text.count) * 6 + 8
      }
      guard instant.isFolded, scale.instants.indices.contains(number + 1) else { continue }
      let middle = x + instant.width + instant.gap / 2
      for x in [middle - 4, middle + 4] {
        folds += """
          <polyline class="rule" points="\(zigzag(at: x, from: top - 6))"/>

          """
      }
      let span = scale.instants[number + 1].time.span(since: instant.time)
      addLabel("\(span) folded", x: middle, top - 12, anchor: "middle")
    }
  }

  private mutating func addLabel(_ text: String, x: Double, _ y: Double, anchor: String) {
    axis += """
      <text \(Self.point(x, y)) text-anchor="\(anchor)">\(text)</text>

      """
  }

  private func zigzag(at x: Double, from top: Double) -> String {
    var points: [String] = []
    var (height, side) = (top, 0.0)
    while height < y {
      points.append("\(Self.number(x + side)),\(Self.number(height))")
      height += 6
      side = side > 0 ? -3 : 3
    }
    return points.joined(separator: " ")
  }

  /// The places of remarks: right of their moments where there is room, else left, on the first line
  /// that is free there.
  private func placed(_ remarks: [(LifeMoment, String)]) -> [Remark] {
    var lines: [[ClosedRange<Double>]] = []
    return remarks.map { moment, text in
      let x = Self.gutter + scale.position(of: moment)
      let room = max(x, width - x) - 12
      let text = Self.shortened(
        "✗ " + text.printableLine, min(72, max(8, Int(room / Self.character))))
      let length = Double(text.count) * Self.character
      let isLeft = x + 6 + length > width && x > width / 2
      let range = isLeft ? x - 6 - length...x : x...x + 6 + length
      let line =
        lines.firstIndex { $0.allSatisfy { !$0.overlaps(range) } } ?? lines.count
      if line == lines.count { lines.append([]) }
      lines[line].append(range)
      return Remark(text: text, x: x, isLeft: isLeft, line: line)
    }
  }

  private mutating func add(_ remark: Remark) {
    let (x, top) = (remark.x, 13 + Double(remark.line) * Self.remarkHeight)
    cursors += """
      <g class="cursor"><line \(Self.line((x, top - 11), (x, y)))/></g>

      """
    remarks += """
      <g class="cursor"><text class="value" \(Self.point(remark.isLeft ? x - 6 : x + 6, top)) \
      text-anchor="\(remark.isLeft ? "end" : "start")">\(remark.text)</text></g>

      """
  }

  // MARK: - Pieces

  private typealias Point = (x: Double, y: Double)

  private func rule(from start: Point, to end: Point) -> Markup {
    """
    <line class="rule" \(Self.line(start, end))/>

    """
  }

  /// The attributes of a place.
  private static func point(_ x: Double, _ y: Double) -> Markup {
    "x=\"\(number(x))\" y=\"\(number(y))\""
  }

  /// The attributes of a rectangle.
  private static func frame(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> Markup {
    "\(point(x, y)) width=\"\(number(width))\" height=\"\(number(height))\""
  }

  /// The attributes of a line.
  private static func line(_ start: Point, _ end: Point) -> Markup {
    """
    x1="\(number(start.x))" x2="\(number(end.x))" y1="\(number(start.y))" y2="\(number(end.y))"
    """
  }

  /// A number with one digit after its point, where it needs one.
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
