// Checkpoints: the state of a conversation that `:back` and `:switch` return to, the inputs that
// led to it, and the difference between two of them for `:diff`. A copy costs next to nothing, so
// one is kept from before each input.

import Rehearsal
import RehearsalLifecycle
import RehearsalPictures
import RehearsalSyntax
import RehearsalText

/// An input that was accepted, and the result.
struct Input: Sendable {
  /// The text as it was entered.
  let text: String
  /// Where it reads `_`, in UTF-8 offsets.
  let lastValueUses: [SourceRange]
  /// Its value as it was printed; nil where none was.
  let shownValue: String?
  /// The records that it led to.
  let records: Range<Int>
  /// The states of all apps before and after it.
  let states: (before: [ProcessState], after: [ProcessState])
  /// Whether an expectation of it failed, or an app crashed.
  let hasFailed: Bool
  /// What failed in it, and when.
  var failures: [TimelineDrawing.Failure] = []
  /// The path of the script that it is; nil for what was typed.
  var file: String?
  /// Whether `:expect` marked it: a recording then expects what marked inputs led to only.
  var isMarked = false
}

/// A state of the console that it can return to.
struct Checkpoint: Sendable {
  var session: Session
  /// The inputs since the device was made, and earlier ones that only declare something.
  var inputs = InputLog()
  /// How many inputs were tried since the beginning; gives each its name.
  var inputCount = 0

  /// What the checkpoint takes besides what it shares with an older one, in bytes: the memory of the
  /// script, what the device keeps beyond the ordinary, for an input may change any table of it, and
  /// what the compiler knows where an input in between declared something.
  func bytes(after older: Checkpoint?) -> Int {
    let sharesCode = older.map { session.sharesCode(with: $0.session) } ?? false
    return session.machineBytes + max(0, session.simulation.deviceBytes - Self.ordinaryDevice)
      + inputs.bytes + (sharesCode ? 0 : session.codeBytes)
  }

  /// What a device keeps that nobody fills, in bytes, with what the account may be off by.
  private static let ordinaryDevice = 1 << 20

  /// The device.
  var device: Device { session.simulation.device }

  /// What happened so far, where it is kept.
  var history: History { session.simulation.history }

  /// The states of all apps, by their position on the device.
  var states: [ProcessState] { device.apps.map { device.state(of: $0) } }

  /// Forgets what was done with a device that is gone; declarations stay.
  mutating func forgetDevice() {
    let kept = inputs.compactMap { input -> Input? in
      let declarations = InputStatement.statements(of: input.text).filter { !$0.hasEffects }
      guard !declarations.isEmpty else { return nil }
      return Input(
        text: declarations.map(\.text).joined(separator: "\n"), lastValueUses: [], shownValue: nil,
        records: 0..<0, states: ([], []), hasFailed: false)
    }
    inputs = InputLog(kept)
  }
}

// MARK: - Differences

/// The differences between two checkpoints, line by line.
struct CheckpointDifference {
  private var lines: [String] = []
  private let names: (String, String)

  init(from first: Checkpoint, to second: Checkpoint, names: (String, String)) {
    self.names = names
    add("system", Self.system(first), Self.system(second))
    add("power", first.device.isPoweredOn ? "on" : "off", second.device.isPoweredOn ? "on" : "off")
    add("call", first.device.hasCall ? "yes" : "no", second.device.hasCall ? "yes" : "no")
    add("time", first.device.now.clockText, second.device.now.clockText)
    add("in front", Self.front(first), Self.front(second))
    add("locked", first.device.isLocked ? "yes" : "no", second.device.isLocked ? "yes" : "no")
    let apps = first.device.apps + second.device.apps.filter { !first.device.apps.contains($0) }
    for app in apps { add(app, first, second) }
    add("", Self.table(first.session.variables), Self.table(second.session.variables))
    add(
      "records", "\(first.history.endIndex)", "\(second.history.endIndex)")
  }

  /// The lines, or that there is nothing.
  var text: String {
    guard !lines.isEmpty else { return "\(names.0) and \(names.1) do not differ\n" }
    return "  \(names.0) → \(names.1)\n" + lines.joined()
  }

  private mutating func add(_ app: AppIdentifier, _ first: Checkpoint, _ second: Checkpoint) {
    let name =
      (second.device.description(of: app) ?? first.device.description(of: app))?.name ?? ""
    add(
      "\(name).state", first.device.state(of: app).rawValue,
      second.device.state(of: app).rawValue)
    add(
      name + ", ", Self.facts(of: app, first), Self.facts(of: app, second))
    var (left, right) = (first.session, second.session)
    add(
      name + ".", Self.table(left.variables(of: app) ?? []),
      Self.table(right.variables(of: app) ?? []))
    for place in StoragePlace.seen {
      add(
        "\(name).\(place.rawValue).", Self.stored(app, place, first),
        Self.stored(app, place, second))
    }
    addCalls(of: name, first.history.messages(to: app), second.history.messages(to: app))
  }

  /// Adds how the messages to an app differ: those that came in addition, or both orders from where
  /// they part.
  private mutating func addCalls(of name: String, _ first: [Message], _ second: [Message]) {
    let common = zip(first, second).prefix { $0 == $1 }.count
    let (less, more) = (first.dropFirst(common), second.dropFirst(common))
    func list(_ messages: ArraySlice<Message>) -> String {
      messages.isEmpty ? "none" : messages.map { "." + $0.name }.joined(separator: " ")
    }
    guard !(less.isEmpty && more.isEmpty) else { return }
    lines.append(
      less.isEmpty
        ? "  \(name).calls: \(more.count) more: \(list(more))\n"
        : "  \(name).calls from the \(common + 1). on: \(list(less)) → \(list(more))\n")
  }

  private mutating func add(_ name: String, _ first: String, _ second: String) {
    if first != second { lines.append("  \(name): \(first) → \(second)".printableLine + "\n") }
  }

  /// Adds what differs between two tables, by name, in the order of the second.
  private mutating func add(
    _ prefix: String, _ first: [(String, String)], _ second: [(String, String)]
  ) {
    let gone = first.map(\.0).filter { name in !second.contains { $0.0 == name } }
    let names = second.map(\.0) + gone
    for name in names {
      let left = first.first { $0.0 == name }?.1
      let right = second.first { $0.0 == name }?.1
      add(prefix + name, left ?? "(none)", right ?? "(none)")
    }
  }

  private static func table(_ variables: [(name: String, value: String)]) -> [(String, String)] {
    variables.map { ($0.name, $0.value) }
  }

  private static func stored(
    _ app: AppIdentifier, _ place: StoragePlace, _ checkpoint: Checkpoint
  ) -> [(String, String)] {
    let stored = checkpoint.device.storage(of: app, in: [place])
    return stored.flatMap(\.entries).map { ($0.name, $0.value.description) }
  }

  private static func facts(
    of app: AppIdentifier, _ checkpoint: Checkpoint
  ) -> [(String, String)] {
    checkpoint.device.visibleFacts(of: app).map { ($0.name, $0.value) }
  }

  private static func system(_ checkpoint: Checkpoint) -> String {
    "iOS \(checkpoint.device.profile.system)"
  }

  private static func front(_ checkpoint: Checkpoint) -> String {
    checkpoint.device.frontmost.flatMap { checkpoint.device.description(of: $0)?.name } ?? "no app"
  }
}
