// Makes a life of what a simulation shows step by step: records tell most of it; what no record tells,
// such as a busy main thread, the memory or the states of windows, is read after each step.

import RehearsalLifecycle

/// Follows a simulation and keeps what a picture of it needs.
package struct LifeRecorder: Sendable {
  private struct OpenSpan {
    let band: LifeBand.Subject
    let kind: LifeSpan.Kind
    let label: String
    let start: LifeMoment
    var limit: VirtualTime?
    let record: Int?
  }

  /// A scene of a process, by which records name a window.
  private struct SceneOfProcess: Hashable {
    let app: AppIdentifier
    let incarnation: Int32
    let scene: SceneIdentifier
  }

  private var system = ""
  private var model = ""
  private var appNames: [String] = []
  private var records: [Record] = []
  private var moments: [LifeMoment] = []
  private var subjects: [LifeBand.Subject] = []
  private var windows: [SceneOfProcess: LifeBand.Subject] = [:]
  /// The bands other than those of the device and of apps, in the order of their first record.
  private var knownWindows: [LifeBand.Subject] = []
  private var open: [OpenSpan] = []
  private var closed: [(band: LifeBand.Subject, span: LifeSpan)] = []
  private var memory: [AppIdentifier: [LifeMemory]] = [:]
  /// About how many bytes everything takes that was noted.
  package private(set) var bytes = 0
  private var nextRecord = 0
  /// The position of the first record of the step that was noted last.
  private var firstOfStep = 0

  /// What a record of ordinary size takes, with where and when it is; its texts are shared while
  /// the history keeps it.
  private static let bytesOfARecord = 640

  /// What a span takes, with its label.
  private static let bytesOfASpan = 256

  /// The moment after everything that was noted.
  package private(set) var now = LifeMoment(time: .zero, step: 0)

  /// Makes a recorder of a life that has not begun.
  package init() {}

  /// Notes the result of a step.
  ///
  /// - Parameter simulation: The simulation after the step; always the same one.
  /// - Complexity: O(n) in the numbers of new records and of apps
  package mutating func note(_ simulation: Simulation) {
    let device = simulation.device
    if appNames.count != device.apps.count {
      system = device.profile.system.description
      model = device.profile.model
      appNames = device.apps.map { device.description(of: $0)?.name ?? "" }
    }
    noteWindows(of: device)
    nextRecord = max(nextRecord, simulation.history.firstIndex)
    firstOfStep = records.count
    simulation.history.forEach(since: nextRecord) { take($0) }
    nextRecord = simulation.history.endIndex
    if device.now > now.time { now = LifeMoment(time: device.now, step: 0) }
    lookAt(device)
  }

  // MARK: - Records

  private mutating func take(_ record: Record) {
    if record.time > now.time { now = LifeMoment(time: record.time, step: 0) }
    let moment = now
    records.append(record)
    bytes += record.room * Self.bytesOfARecord
    moments.append(moment)
    let subject = subject(of: record)
    subjects.append(subject)
    // What a timeline leaves out takes no room.
    if TimelineEntry(record, appName: nil) != nil {
      now = LifeMoment(time: moment.time, step: moment.step + 1)
    }
    guard let app = record.app else { return }
    change(.app(app), by: record, at: moment)
  }

  private func subject(of record: Record) -> LifeBand.Subject {
    guard let app = record.app, record.kind != .stimulus else { return .device }
    guard let scene = record.scene else { return .app(app) }
    let key = SceneOfProcess(app: app, incarnation: record.incarnation, scene: scene)
    return windows[key] ?? .app(app)
  }

  private mutating func change(
    _ band: LifeBand.Subject, by record: Record, at moment: LifeMoment
  ) {
    switch record.subject {
    case .state(let state, _):
      close(band, at: moment) { $0.isState }
      if state != .notRunning { begin(band, .state(state), state.rawValue, at: moment, record) }
    case .exit: close(band, at: now) { _ in true }
    case .assertion(let event): change(band, by: event, record, at: moment)
    case .callback(.backgroundWork): addWork(band, record, at: moment)
    default: break
    }
  }

  private mutating func change(
    _ band: LifeBand.Subject, by event: AssertionEvent, _ record: Record, at moment: LifeMoment
  ) {
    switch (event, record.details) {
    case (.taskBegan, _): begin(band, .task, record.detail, at: moment, record)
    case (.taskEnded, _): closeFirst(band, .task, record.detail, at: now)
    case (.began, .assertion(let kind)): begin(band, .assertion, kind.name, at: moment, record)
    case (.ended, .assertion(let kind)): closeFirst(band, .assertion, kind.name, at: now)
    case (.acquired, .resource(let kind, _)):
      begin(band, .resource, kind.rawValue, at: moment, record)
    case (.released, .resource(let kind, _)), (.lost, .resource(let kind, _)):
      closeFirst(band, .resource, kind.rawValue, at: now)
    default: break
    }
  }

  /// Work beside the main thread is known when its closure is called; it began with its cause.
  private mutating func addWork(
    _ band: LifeBand.Subject, _ record: Record, at moment: LifeMoment
  ) {
    guard let cause = record.cause.flatMap(position), moments[cause].time < moment.time else {
      return
    }
    let span = OpenSpan(
      band: band, kind: .backgroundWork, label: "background work", start: moments[cause],
      record: record.index)
    close(span, at: moment, goesOn: false)
  }

  private func position(of index: Int) -> Int? {
    guard let first = records.first?.index, index >= first, index - first < records.count else {
      return nil
    }
    return index - first
  }

  // MARK: - What no record tells

  /// Learns by which scenes records name windows, before the records are taken.
  private mutating func noteWindows(of device: Device) {
    for app in device.apps where device.usesScenes(app) {
      for scene in device.scenes(of: app) {
        let window = LifeBand.Subject.window(of: app, number: scene.number, scene.role)
        if !knownWindows.contains(window) { knownWindows.append(window) }
        guard let identifier = scene.scene, let process = device.process(of: app) else { continue }
        let key = SceneOfProcess(
          app: app, incarnation: process.identifier.incarnation, scene: identifier)
        windows[key] = window
      }
    }
  }

  private mutating func lookAt(_ device: Device) {
    hold(.device, .locked, "locked", while: device.isPoweredOn && device.isLocked)
    hold(.device, .switchedOff, "switched off", while: !device.isPoweredOn)
    let lying = device.interruptions.map(\.rawValue)
    for kind in InterruptionKind.allCases.map(\.rawValue) {
      hold(.device, .interruption, kind, while: lying.contains(kind))
    }
    for app in device.apps { lookAt(app, on: device) }
  }

  private mutating func lookAt(_ app: AppIdentifier, on device: Device) {
    let process = device.process(of: app)
    hold(
      .app(app), .mainThread, "main thread",
      while: process.map { $0.isMainThreadBusy && !$0.isSuspended } ?? false)
    let bytes = device.memory(of: app)
    if bytes != (memory[app]?.last?.bytes ?? 0) {
      memory[app, default: []].append(LifeMemory(moment: now, bytes: bytes))
      self.bytes += MemoryLayout<LifeMemory>.stride
    }
    if process != nil { noteLimits(device.assertions(of: app), of: app, at: device.now) }
    if device.usesScenes(app) { recordWindows(of: app, on: device) }
  }

  /// How long what keeps a process running may still do so.
  private mutating func noteLimits(
    _ assertions: [AssertionDescription], of app: AppIdentifier, at time: VirtualTime
  ) {
    var left = assertions
    for index in open.indices where open[index].band == .app(app) {
      let (kind, label) = (open[index].kind, open[index].label)
      guard kind == .task || kind == .assertion else { continue }
      let found = left.firstIndex {
        kind == .task ? $0.kind == .backgroundTask : $0.kind.name == label
      }
      guard let found else { continue }
      let remaining = left.remove(at: found).remaining
      open[index].limit = remaining.flatMap { try? time.adding($0) } ?? open[index].limit
    }
  }

  private mutating func recordWindows(of app: AppIdentifier, on device: Device) {
    var states: [LifeBand.Subject: SceneState] = [:]
    for scene in device.scenes(of: app) where scene.scene != nil {
      states[.window(of: app, number: scene.number, scene.role)] = scene.state
    }
    for window in knownWindows where window.app == app {
      let shown = open.first { $0.band == window && $0.kind.isState }?.kind
      let state = states[window].map { LifeSpan.Kind.scene($0) }
      guard shown != state else { continue }
      // The window changed with the last of its messages, as far as they tell.
      let found = subjects.indices.last {
        subjects[$0] == window && records[$0].kind == .message
      }.flatMap { moments[$0].time == now.time ? $0 : nil }
      let moment = found.map { moments[$0] } ?? now
      close(window, at: moment) { $0.isState }
      if let state {
        begin(window, state, state.name, at: moment, found.map { records[$0] })
      }
    }
  }

  // MARK: - Spans

  private mutating func begin(
    _ band: LifeBand.Subject, _ kind: LifeSpan.Kind, _ label: String, at moment: LifeMoment,
    _ record: Record? = nil
  ) {
    open.append(
      OpenSpan(band: band, kind: kind, label: label, start: moment, record: record?.index))
  }

  /// Begins or ends what is so at this moment or is not.
  private mutating func hold(
    _ band: LifeBand.Subject, _ kind: LifeSpan.Kind, _ label: String, while isSo: Bool
  ) {
    let isOpen = open.contains { $0.band == band && $0.kind == kind && $0.label == label }
    guard isOpen != isSo else { return }
    // What the device shows changes with what was done to it.
    let first = records.indices.contains(firstOfStep) ? records[firstOfStep] : nil
    let cause = band == .device && first?.time == now.time ? first : nil
    let moment = cause == nil ? now : moments[firstOfStep]
    if isSo {
      begin(band, kind, label, at: moment, cause)
    } else {
      closeFirst(band, kind, label, at: moment)
    }
  }

  private mutating func closeFirst(
    _ band: LifeBand.Subject, _ kind: LifeSpan.Kind, _ label: String, at moment: LifeMoment
  ) {
    let found = open.firstIndex { $0.band == band && $0.kind == kind && $0.label == label }
    if let found { close(open.remove(at: found), at: moment, goesOn: false) }
  }

  private mutating func close(
    _ band: LifeBand.Subject, at moment: LifeMoment, where isMeant: (LifeSpan.Kind) -> Bool
  ) {
    for span in open where span.band == band && isMeant(span.kind) {
      close(span, at: moment, goesOn: false)
    }
    open.removeAll { $0.band == band && isMeant($0.kind) }
  }

  private mutating func close(_ span: OpenSpan, at moment: LifeMoment, goesOn: Bool) {
    let made = LifeSpan(
      kind: span.kind, label: span.label, start: span.start, end: moment, goesOn: goesOn,
      limit: span.limit, record: span.record)
    closed.append((span.band, made))
    bytes += Self.bytesOfASpan
  }

  // MARK: - The life

  /// What was noted, as a life.
  ///
  /// - Complexity: O(n · m) in the numbers of spans and of bands
  package var life: Life {
    var copy = self
    for span in open { copy.close(span, at: now, goesOn: true) }
    let subjects = bandSubjects
    return Life(
      system: system, model: model, appNames: appNames, records: records, moments: moments,
      bandOfRecord: self.subjects.map { subjects.firstIndex(of: $0) ?? 0 },
      bands: subjects.map(copy.band), end: now)
  }

  /// The bands in their order: those of apps of which nothing is to be told are left out.
  private var bandSubjects: [LifeBand.Subject] {
    var subjects: [LifeBand.Subject] = [.device]
    let told = Set(self.subjects).union(open.map(\.band)).union(closed.map(\.band))
    for app in Set(told.compactMap(\.app)).sorted(by: { $0.index < $1.index }) {
      subjects.append(.app(app))
      subjects += knownWindows.filter { $0.app == app && told.contains($0) }
    }
    return subjects
  }

  private func band(_ subject: LifeBand.Subject) -> LifeBand {
    let spans = closed.filter { $0.band == subject && $0.span.start < $0.span.end }.map(\.span)
    var memory: [LifeMemory] = []
    if case .app(let app) = subject { memory = self.memory[app] ?? [] }
    return LifeBand(
      subject: subject, title: title(of: subject),
      spans: spans.sorted { ($0.start, $0.end) < ($1.start, $1.end) }, memory: memory)
  }

  private func title(of subject: LifeBand.Subject) -> String {
    switch subject {
    case .device: "\(model), iOS \(system)"
    case .app(let app): RecordClause(appNames: appNames).name(of: app)
    case .window(_, let number, .application): "window \(number)"
    case .window(_, let number, .externalDisplay): "external display \(number)"
    case .window(_, _, .carPlay): "CarPlay"
    }
  }
}
