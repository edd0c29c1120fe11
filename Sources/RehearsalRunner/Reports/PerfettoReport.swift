// The report for Perfetto and for Chrome's tracing, in Chrome's trace event format: each process of an
// app with its main thread, its state and its windows, what keeps it running, and its memory.

import Rehearsal
import RehearsalLifecycle
import RehearsalPictures
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// Collects the lives of a run and renders them as a trace.
package struct PerfettoReport: Report {
  private var events: [TraceEvent] = []
  private var processCount = 0
  private var flowCount = 0
  private var beginning = RunBeginning(scriptCount: 0)

  /// Makes an empty report.
  package init() {}

  /// What to write for an event: the whole of it when the run has ended, before that nothing.
  package mutating func text(_ event: TestEvent) -> PrintableText {
    switch event {
    case .caseEnded(let result):
      guard result.isShownInPictures else { break }
      // An exploration has no life of its own, but those of the scenarios that it found.
      let found = result.foundScenarios.sorted { $0.key < $1.key }.map(\.value)
      for shown in result.life == nil ? found : [result] {
        if let life = shown.life { add(life, of: shown) }
      }
    case .runEnded:
      let leftOut = beginning.leftOut.map(\.path)
      let more: JSONValue = [
        "configuration": beginning.configuration, "leftOut": leftOut.isEmpty ? nil : leftOut,
      ]
      let trace: JSONValue = [
        "displayTimeUnit": "ns", "traceEvents": events,
        "otherData": more == [:] ? nil : more,
      ]
      return PrintableText(lines: trace.text.printableJSON + "\n")
    case .runBegan(let beginning): self.beginning = beginning
    case .scriptBegan, .caseBegan, .happened, .told, .differed, .leftOut, .warned, .scriptEnded:
      break
    }
    return ""
  }

  /// The tracks of one life: those of a process have its number.
  private struct Tracks {
    let life: Life
    let title: String
    let device: Int
    /// The lives of each app's processes: the position of the first record of each.
    var processes: [AppIdentifier: [(first: LifeMoment, process: Int)]] = [:]

    /// The process that a band's moment belongs to.
    func process(of band: LifeBand.Subject, at moment: LifeMoment) -> Int {
      guard let app = band.app, let lives = processes[app] else { return device }
      return (lives.last { $0.first <= moment } ?? lives.first)?.process ?? device
    }
  }

  private mutating func add(_ caseLife: CaseLife, of result: CaseResult) {
    let life = caseLife.life
    let title = result.testCase.title.printableLine
    processCount += 1
    var tracks = Tracks(life: life, title: title, device: processCount)
    name(processCount, "\(life.model), iOS \(life.system) – \(title)")
    events.append(.threadName(TraceEvent.mainThread, "actions", in: processCount))
    findProcesses(&tracks)
    for (number, band) in life.bands.enumerated() {
      for span in band.spans { add(span, of: band, number, tracks) }
      for change in band.memory {
        events.append(
          .memory(
            change.bytes, at: change.moment.time,
            in: tracks.process(of: band.subject, at: change.moment)))
      }
    }
    for (position, record) in life.records.enumerated() {
      add(record, position, caseLife, tracks)
    }
    for (moment, problem) in zip(caseLife.failures, result.problems) {
      let summary = problem.summary(RunRenderer(appNames: result.appNames))
      events.append(
        .instant(summary.printableLine, "failure", at: moment.time, in: tracks.device))
    }
  }

  private mutating func name(_ process: Int, _ name: String) {
    events += [.processName(process, name), .processOrder(process)]
  }

  private mutating func findProcesses(_ tracks: inout Tracks) {
    var last: [AppIdentifier: Int32] = [:]
    for (record, moment) in zip(tracks.life.records, tracks.life.moments) {
      guard let app = record.app, record.kind != .stimulus,
        record.incarnation > last[app] ?? 0
      else { continue }
      last[app] = record.incarnation
      processCount += 1
      tracks.processes[app, default: []].append((moment, processCount))
      let life = record.incarnation > 1 ? ", life \(record.incarnation)" : ""
      name(processCount, "\(tracks.life.name(of: app).printableLine)\(life) – \(tracks.title)")
      events += [
        .threadName(TraceEvent.mainThread, "main thread", in: processCount),
        .threadName(TraceEvent.stateTrack, "state", in: processCount),
      ]
    }
  }

  private mutating func add(
    _ span: LifeSpan, of band: LifeBand, _ number: Int, _ tracks: Tracks
  ) {
    let process = tracks.process(of: band.subject, at: span.start)
    let label = span.label.printableLine
    switch span.kind {
    case .state: events.append(.span(label, span, on: TraceEvent.stateTrack, in: process))
    case .scene:
      let track = TraceEvent.firstWindow + number
      events += [
        .threadName(track, band.title.printableLine, in: process),
        .span(label, span, on: track, in: process),
      ]
    case .mainThread: events.append(.span("busy", span, on: TraceEvent.mainThread, in: process))
    case .backgroundWork, .task, .assertion, .resource, .locked, .switchedOff, .interruption:
      // They may overlap, which a track of spans may not.
      flowCount += 1
      events += TraceEvent.pair(label, span, number: flowCount, in: process)
    }
  }

  private mutating func add(
    _ record: Record, _ position: Int, _ caseLife: CaseLife, _ tracks: Tracks
  ) {
    let life = caseLife.life
    guard let entry = life.entry(record), record.kind != .state else { return }
    let band = life.bands[life.bandOfRecord[position]]
    let process = tracks.process(of: band.subject, at: life.moments[position])
    var event = TraceEvent.instant(
      entry.text.printableLine, record.kind.rawValue, at: record.time, in: process)
    event.args = [
      "record": "\(record.index)", "what": life.clause(record).printableLine,
    ]
    event.args["rule"] = record.ruleText
    event.args["place"] = caseLife.places[record.index].map { "\($0)".printableLine }
    event.args["cause"] = record.cause.map { "\($0)" }
    events.append(event)
  }
}

/// An event of Chrome's trace event format; times are microseconds.
private struct TraceEvent: JSONRepresentable {
  /// The track of a process's messages, and of what keeps it busy.
  static let mainThread = 1
  static let stateTrack = 2
  /// The track of the first window.
  static let firstWindow = 10

  let name: String
  let cat: String
  let ph: String
  let ts: Double
  let pid: Int
  var tid = TraceEvent.mainThread
  var dur: Double?
  var id: String?
  /// How far an instant reaches: its track.
  var s: String?
  var args: [String: String] = [:]
  /// The value of a counter, which has to be a number.
  var counter: Int64?
  /// The place of a process among the others.
  var order: Int?

  var json: JSONValue {
    let values: JSONValue = ["bytes": counter, "sort_index": order]
    return [
      "name": name, "cat": cat, "ph": ph, "ts": ts, "pid": pid, "tid": tid, "dur": dur, "id": id,
      "s": s, "args": counter == nil && order == nil ? args.json : values,
    ]
  }

  private static func microseconds(_ time: VirtualTime) -> Double {
    Double(time.nanoseconds) / 1000
  }

  static func processName(_ process: Int, _ name: String) -> TraceEvent {
    TraceEvent(
      name: "process_name", cat: "__metadata", ph: "M", ts: 0, pid: process, args: ["name": name])
  }

  static func processOrder(_ process: Int) -> TraceEvent {
    TraceEvent(
      name: "process_sort_index", cat: "__metadata", ph: "M", ts: 0, pid: process, order: process)
  }

  static func threadName(_ thread: Int, _ name: String, in process: Int) -> TraceEvent {
    TraceEvent(
      name: "thread_name", cat: "__metadata", ph: "M", ts: 0, pid: process, tid: thread,
      args: ["name": name])
  }

  static func instant(
    _ name: String, _ category: String, at time: VirtualTime, in process: Int
  ) -> TraceEvent {
    TraceEvent(name: name, cat: category, ph: "i", ts: microseconds(time), pid: process, s: "t")
  }

  static func span(
    _ name: String, _ span: LifeSpan, on track: Int, in process: Int
  ) -> TraceEvent {
    TraceEvent(
      name: name, cat: span.kind.name, ph: "X", ts: microseconds(span.start.time), pid: process,
      tid: track, dur: microseconds(span.end.time) - microseconds(span.start.time))
  }

  /// The beginning and the end of something that may overlap with others.
  static func pair(
    _ name: String, _ span: LifeSpan, number: Int, in process: Int
  ) -> [TraceEvent] {
    var args: [String: String] = [:]
    args["until"] = span.limit.map { "\($0)" }
    let ends = [("b", span.start), ("e", span.end)]
    return ends.map { phase, moment in
      TraceEvent(
        name: name, cat: span.kind.name, ph: phase, ts: microseconds(moment.time), pid: process,
        id: "\(number)", args: phase == "b" ? args : [:])
    }
  }

  static func memory(_ bytes: Int64, at time: VirtualTime, in process: Int) -> TraceEvent {
    TraceEvent(
      name: "memory", cat: "memory", ph: "C", ts: microseconds(time), pid: process,
      counter: bytes)
  }
}
