// A case of a script as an app's code met it: played on a device, with the records of one app turned into
// steps, and with what else the vector says of it.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// The life of one app in a case of a script.
package struct RecordedLife: Sendable {
  /// Something that the user or the world did.
  package struct Act: Sendable {
    /// When, in whole milliseconds since the device was started.
    package let time: Int64
    /// Which action it was.
    package let name: ActionName
    /// The act as a script writes it.
    package let text: String
  }

  /// The app's name in the script.
  private(set) var app = ""
  /// What the app met, in order.
  package private(set) var steps: [VectorStep] = []
  /// What the user and the world did, in order.
  package private(set) var acts: [Act] = []
  /// The kinds of records by which rules were seen that no step shows.
  private(set) var otherKinds: [RuleNumber: RecordKind] = [:]
  private(set) var flags: Set<Flag> = []

  /// What there is to choose vectors by.
  enum Flag: String, CaseIterable, Sendable {
    case backgroundLaunch = "BackgroundLaunch"
    case end = "End"
    case forceQuit = "ForceQuit"
    case interruption = "Interruption"
    case lock = "LockFlicker"
    case memoryWarning = "MemoryWarning"
    case newProcess = "NewProcess"
    case prewarm = "Prewarm"
    case severalWindows = "SeveralWindows"
    case shutData = "ShutData"
    case suspension = "Suspension"
  }

  /// How the app is built.
  var shape: String { steps.contains { $0.kind == .sceneDelegate } ? "scenes" : "sceneless" }

  /// What follows on what, and after what time, in the application's notifications, and how processes
  /// begin: where code goes wrong that hangs on these.
  var turns: Set<String> {
    var turns: Set<String> = []
    let heard = steps.filter {
      $0.kind == .end || $0.kind == .notification && $0.name.hasPrefix("UIApplication")
    }
    for (first, second) in zip(heard, heard.dropFirst()) {
      let pause = second.time - first.time
      let span = pause < 1000 ? "at once" : pause < 30_000 ? "soon" : "later"
      turns.insert("\(first.name) \(span) \(second.name)")
    }
    for process in Set(steps.map(\.process)) {
      let own = steps.filter { $0.process == process }
      let isUsed = own.contains { $0.state == .active }
      let start =
        own.first.map { "\($0.isProtectedDataAvailable) \($0.state == .background)" } ?? ""
      turns.insert("process \(min(process, 2)) \(start) \(isUsed)")
    }
    return turns
  }

  /// Plays a case; nil where its statements fail, or no app has a life.
  ///
  /// - Parameters:
  ///   - number: The case's number in the script.
  ///   - script: The script.
  ///   - keepsLogs: Whether what the app's code logs is a step, too.
  ///   - change: Changes the device on which it is played.
  package init?(
    _ number: Int, of script: Script, keepsLogs: Bool = false,
    on change: (inout Profile) -> Void = { _ in }
  ) {
    guard var session = Session(script), script.cases.indices.contains(number) else { return nil }
    session.runStatements { _ in }
    guard !session.isFinished else { return nil }
    var profile = script.cases[number].profile
    change(&profile)
    var seen: [Seen] = []
    var isAvailable = true
    let keep: (RunEvent) -> Void = { event in
      if case .record(let record) = event { seen.append(Seen(record, isAvailable)) }
    }
    session.runAfterStatements(
      case: number, on: profile,
      watching: { isAvailable = $0.simulation.device.isProtectedDataAvailable }, observing: keep)
    guard let main = Self.mainApp(of: seen) else { return nil }
    app = session.simulation.device.description(of: main)?.name ?? ""
    let names = Dictionary(
      uniqueKeysWithValues: session.simulation.device.apps.map {
        ($0, session.simulation.device.description(of: $0)?.name ?? "")
      })
    add(seen, of: main, names: names, keepsLogs: keepsLogs)
    findFlags(in: seen, of: main)
  }

  /// A record, and what could be read then.
  private struct Seen {
    let record: Record
    let isProtectedDataAvailable: Bool

    init(_ record: Record, _ isAvailable: Bool) {
      self.record = record
      isProtectedDataAvailable = isAvailable
    }
  }

  /// The app that is sent the most; the first of several.
  private static func mainApp(of seen: [Seen]) -> AppIdentifier? {
    var counts: [AppIdentifier: Int] = [:]
    for record in seen.map(\.record) {
      if case .message = record.subject, let app = record.app { counts[app, default: 0] += 1 }
    }
    let most = counts.values.max()
    return seen.lazy.compactMap(\.record.app).first { counts[$0] == most }
  }

  private mutating func add(
    _ seen: [Seen], of main: AppIdentifier, names: [AppIdentifier: String], keepsLogs: Bool
  ) {
    var scenes: [SceneIdentifier: Int] = [:]
    var states: [SceneIdentifier: String] = [:]
    for seen in seen {
      let record = seen.record
      let time = record.time.nanoseconds / 1_000_000
      if case .stimulus(let name) = record.subject {
        let text = record.call(appName: record.app.flatMap { names[$0] })
        acts.append(Act(time: time, name: name, text: text))
      }
      guard record.app == main else { continue }
      if let scene = record.scene, scenes[scene] == nil { scenes[scene] = scenes.count + 1 }
      guard let (kind, name) = Self.meeting(record), keepsLogs || kind != .log else {
        if let rule = record.rule, otherKinds[rule] == nil { otherKinds[rule] = record.kind }
        continue
      }
      if let scene = record.scene, let state = Self.stateOfScene(after: record) {
        states[scene] = state
      }
      steps.append(
        VectorStep(
          time: time, process: Int(max(1, record.incarnation)), kind: kind, name: name,
          state: kind == .end ? nil : record.state,
          isSuspended: record.subject.isSuspension, scene: record.scene.flatMap { scenes[$0] },
          sceneState: record.scene.flatMap { states[$0] },
          isProtectedDataAvailable: seen.isProtectedDataAvailable,
          arguments: Self.arguments(of: record), rule: record.rule))
    }
  }

  /// What code meets of a record, and its name there; nil for what no code can see.
  package static func meeting(_ record: Record) -> (VectorStep.Kind, String)? {
    switch record.subject {
    case .message(let message):
      switch message.definition.receiver {
      case .application: (.delegate, message.definition.selector)
      case .scene: (.sceneDelegate, message.definition.selector)
      case .view: (.viewController, message.definition.selector)
      }
    case .notification(let notification): notification.rawName.map { (.notification, $0) }
    case .state(.notRunning, _): nil
    case .state: (.read, "applicationState")
    case .exit(let reason): (.end, reason.rawValue)
    case .log: if case .text(let text) = record.details { (.log, text) } else { nil }
    default: nil
    }
  }

  /// What a call carries that is plain data.
  private static func arguments(of record: Record) -> JSONValue? {
    guard case .message = record.subject else { return nil }
    let plain = record.arguments.map(\.plainJSON)
    return plain.contains { $0 != .null } ? .list(plain) : nil
  }

  /// What a scene reads of itself from a message on, under UIKit's names.
  private static func stateOfScene(after record: Record) -> String? {
    guard case .message(let message) = record.subject else { return nil }
    return switch message {
    case .sceneWillConnect, .sceneDidDisconnect: "unattached"
    case .sceneWillEnterForeground, .sceneWillResignActive: "foregroundInactive"
    case .sceneDidBecomeActive: "foregroundActive"
    case .sceneDidEnterBackground: "background"
    default: nil
    }
  }

  private mutating func findFlags(in seen: [Seen], of main: AppIdentifier) {
    let processes = Set(steps.map(\.process))
    if processes.count > 1 { flags.insert(.newProcess) }
    for process in processes
    where steps.first(where: { $0.process == process })?.state == .background {
      flags.insert(.backgroundLaunch)
    }
    if Set(steps.compactMap(\.scene)).count > 1 { flags.insert(.severalWindows) }
    if steps.contains(where: { !$0.isProtectedDataAvailable }) { flags.insert(.shutData) }
    if steps.contains(where: \.isSuspended) { flags.insert(.suspension) }
    if steps.contains(where: { $0.kind == .end }) { flags.insert(.end) }
    if steps.contains(where: { $0.name == ExitReason.forceQuit.rawValue }) {
      flags.insert(.forceQuit)
    }
    if steps.contains(where: { $0.name.contains("MemoryWarning") }) { flags.insert(.memoryWarning) }
    for record in seen.map(\.record) where record.app == main {
      if case .launch(.prewarm) = record.details { flags.insert(.prewarm) }
    }
    if acts.contains(where: { $0.text.hasPrefix("press") && $0.text.contains("lock") }) {
      flags.insert(.lock)
    }
    let calls = steps.filter { $0.kind == .delegate || $0.kind == .sceneDelegate }.map(\.name)
    for (first, second) in zip(calls, calls.dropFirst())
    where first.contains("illResignActive") && second.contains("idBecomeActive") {
      flags.insert(.interruption)
    }
  }
}

extension RecordSubject {
  fileprivate var isSuspension: Bool {
    if case .state(.suspended, _) = self { true } else { false }
  }
}

extension ScriptValue {
  /// The value as plain JSON; null for what is none.
  fileprivate var plainJSON: JSONValue {
    switch self {
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .number(String(number))
    case .string(let text): .string(text)
    case .symbol(let name): .string(name)
    case .list(let elements): .list(elements.map(\.plainJSON))
    case .map(let entries):
      .object(
        entries.compactMap { entry in
          guard case .string(let key) = entry.key else { return nil }
          return JSONValue.Field(key, entry.value.plainJSON)
        })
    default: .null
    }
  }
}
