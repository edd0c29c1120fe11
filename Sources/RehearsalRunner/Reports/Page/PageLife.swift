// A life as a page has it: times once, everything else by numbers.

import RehearsalLifecycle
import RehearsalPictures
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// The life of a case for a page.
struct PageLife: Hashable, JSONRepresentable, Sendable {
  /// The times at which something was, in nanoseconds, each as the distance from the one before.
  private let times: PageRows
  /// For each band: what it is about (0 the device, 1 an app, 2 a window), its title.
  private let bands: PageRows
  /// For each record: the number of its time, its band, its subject, the distance to the record that
  /// led to it, its place, its incarnation.
  private let records: PageRows
  /// For each span: its band, row, kind and label, the number of its first time and the step there,
  /// those of its last, whether it continues, the number of its limit's time, the position of its record.
  private let spans: PageRows
  /// For each change of memory: its band, the number of its time and the step there, the bytes.
  private let memory: PageRows

  var json: JSONValue {
    [
      "times": times, "bands": bands, "records": records, "spans": spans, "memory": memory,
    ]
  }

  /// About how many bytes it takes.
  var size: Int {
    [times, bands, records, spans, memory].reduce(80) { $0 + $1.text.utf8.count }
  }

  init(_ caseLife: CaseLife, _ data: inout PageData) {
    let life = caseLife.life
    let times = Self.times(of: life)
    self.times = Self.rows(ofTimes: times)
    var numbers: [VirtualTime: Int] = [:]
    for (number, time) in times.enumerated() { numbers[time] = number }
    bands = Self.rows(ofBands: life, &data)
    records = Self.rows(ofRecords: caseLife, numbers, &data)
    spans = Self.rows(ofSpans: life, numbers, &data)
    var memory = PageRows()
    for (number, band) in life.bands.enumerated() {
      for change in band.memory {
        memory.append(
          [number, numbers[change.moment.time], change.moment.step, Int(clamping: change.bytes)])
      }
    }
    self.memory = memory
  }

  private static func times(of life: Life) -> [VirtualTime] {
    let spans = life.bands.flatMap(\.spans)
    let ends = spans.flatMap { [$0.start.time, $0.end.time] } + spans.compactMap(\.limit)
    let memory = life.bands.flatMap(\.memory).map(\.moment.time)
    return Set(life.moments.map(\.time) + ends + memory + [.zero, life.end.time]).sorted()
  }

  private static func rows(ofTimes times: [VirtualTime]) -> PageRows {
    var rows = PageRows()
    var last: Int64 = 0
    for time in times {
      rows.append([Int(time.nanoseconds - last)])
      last = time.nanoseconds
    }
    return rows
  }

  private static func rows(ofBands life: Life, _ data: inout PageData) -> PageRows {
    var rows = PageRows()
    for band in life.bands {
      rows.append([band.subject.level, data.string(band.title.printableLine)])
    }
    return rows
  }

  private static func rows(
    ofRecords caseLife: CaseLife, _ numbers: [VirtualTime: Int], _ data: inout PageData
  ) -> PageRows {
    let life = caseLife.life
    var rows = PageRows()
    for (position, record) in life.records.enumerated() {
      let cause = record.cause.flatMap { life.position(ofRecord: $0) }.map { position - $0 }
      rows.append([
        numbers[record.time], life.bandOfRecord[position],
        data.subject(subject(of: record, in: life, &data)), cause,
        caseLife.places[record.index].map { data.place($0) },
        record.incarnation == 0 ? nil : Int(record.incarnation),
      ])
    }
    return rows
  }

  /// What a record says: kind, name, mark, words (absent in timelines: -1), emphasis, clause, rule,
  /// selector or -1, whether it was handled (-1 where that is no question), state or -1, arguments.
  private static func subject(
    of record: Record, in life: Life, _ data: inout PageData
  ) -> [Int] {
    let entry = life.entry(record)
    var selector = -1
    if case .message(let message) = record.subject {
      selector = data.string(message.definition.selector)
    }
    let arguments = record.arguments.map(\.recordText).joined(separator: ", ")
    return [
      data.string(record.kind.rawValue), data.string(record.name),
      data.string(entry?.mark ?? ""), entry.map { data.string($0.text.printableLine) } ?? -1,
      data.string(entry?.emphasis.name ?? ""), data.string(life.clause(record).printableLine),
      record.rule.map { data.string($0.description) } ?? -1, selector,
      record.handled.map { $0 ? 1 : 0 } ?? -1,
      record.state.map { data.string($0.processState.rawValue) } ?? -1,
      data.string(arguments.printableLine),
    ]
  }

  private static func rows(
    ofSpans life: Life, _ numbers: [VirtualTime: Int], _ data: inout PageData
  ) -> PageRows {
    var rows = PageRows()
    for (number, band) in life.bands.enumerated() {
      for (row, spans) in band.rows.enumerated() {
        for span in spans {
          rows.append([
            number, row, data.string(span.kind.name), data.string(span.label.printableLine),
            numbers[span.start.time], span.start.step, numbers[span.end.time], span.end.step,
            span.goesOn ? 1 : nil, span.limit.flatMap { numbers[$0] },
            span.record.flatMap { life.position(ofRecord: $0) },
          ])
        }
      }
    }
    return rows
  }
}

extension TimelineEntry.Emphasis {
  /// The emphasis as a word, by which a page knows how an entry looks.
  var name: String {
    switch self {
    case .plain: "plain"
    case .faint: "faint"
    case .heading: "heading"
    case .log: "log"
    case .warning: "warning"
    case .end: "end"
    case .state: "state"
    }
  }
}
