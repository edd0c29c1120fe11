// Inputs that are played on a copy of a console, of which nothing stays: `:what`, `:each`, `:across`
// and `:until` ask them, and show how their outcomes differ.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// A copy of a console to try inputs on.
struct Experiment {
  private(set) var console: Console
  /// Where the records begin that the experiment led to.
  private var firstRecord: Int
  /// Why an input was refused, if one was.
  private(set) var refusal: String?

  /// Begins where a console is.
  init(_ console: Console) {
    self.console = console
    self.console.becomeExperiment()
    firstRecord = console.current.history.endIndex
  }

  /// Begins with a device of another version of the system, and plays the inputs of a console.
  ///
  /// - Parameters:
  ///   - console: The console.
  ///   - version: The version, as `device` takes it.
  ///   - didPlay: Is given the experiment after each input, and the input's number.
  init?(
    _ console: Console, os version: String, didPlay: (inout Experiment, Int) -> Void
  ) {
    guard let fresh = console.fresh() else { return nil }
    self.init(fresh)
    let entries = console.current.session.deviceEntries.filter { $0.key != ProfileKey.os.rawValue }
    let block = entries.map { "\($0.key): \($0.text)" } + ["os: \(version)"]
    guard play("device { \(block.joined(separator: ", ")) }") else { return nil }
    for (number, input) in console.current.inputs.enumerated() {
      // The device is described already.
      let texts = InputStatement.statements(of: input.text).filter { $0.kind != .device }
        .map(\.text)
      firstRecord = self.console.current.history.endIndex
      guard texts.isEmpty || play(texts.joined(separator: "\n")) else {
        didPlay(&self, number)
        return
      }
      didPlay(&self, number)
    }
  }

  /// Plays an input; false where it is refused.
  mutating func play(_ input: String) -> Bool {
    switch console.evaluate(input) {
    case .refused(let text):
      refusal = text
      return false
    case .accepted, .incomplete, .edit, .quit: return true
    }
  }

  /// Whether a condition holds now; nil where it is none.
  func holds(_ condition: String) -> Bool? {
    var probe = console
    guard case .accepted = probe.evaluate("(\(condition))") else { return nil }
    switch probe.current.inputs.last?.shownValue {
    case "true": return true
    case "false": return false
    default: return nil
    }
  }

  // MARK: - The result

  /// The records since the experiment, or its last input, began.
  var records: [Record] { console.current.history.records(since: firstRecord) }

  /// What is worth comparing, by name, in the order in which it is shown.
  var facts: [(name: String, value: String)] {
    if let refusal {
      let reason = refusal.prefix { $0 != "\n" }
      return [("refused", String(reason))]
    }
    let device = console.current.device
    var facts: [(String, String)] = []
    for app in device.apps {
      let name = device.description(of: app)?.name ?? ""
      let own = records.filter { $0.app == app }
      let messages = own.compactMap { record -> String? in
        if case .message = record.subject { record.name } else { nil }
      }
      if !messages.isEmpty { facts.append(("\(name) gets", messages.joined(separator: " "))) }
      for record in own {
        if case .exit(let reason) = record.subject {
          let rule = record.rule.map { " (\($0))" } ?? ""
          facts.append(("\(name) ends", reason.rawValue + rule))
        }
      }
      facts.append(("\(name) is", device.state(of: app).rawValue))
    }
    if let value = console.current.inputs.last?.shownValue { facts.append(("value", value)) }
    facts.append(("time", device.now.clockText))
    return facts.map { ($0.0, $0.1.printableLine) }
  }
}

// MARK: - Side by side

/// The outcomes of several experiments, side by side: a row for each fact, a column for each
/// experiment.
struct ComparisonTable {
  private let titles: [String]
  private var rows: [(name: String, cells: [String])] = []

  init(_ titles: [String]) { self.titles = titles.map(\.printableLine) }

  /// Adds facts; what one column lacks is a dash.
  mutating func add(_ columns: [[(name: String, value: String)]], onlyDifferences: Bool = false) {
    var names: [String] = []
    for column in columns {
      for fact in column where !names.contains(fact.name) { names.append(fact.name) }
    }
    for name in names {
      let cells = columns.map { column in
        let values = column.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? "–" : values.joined(separator: ", ")
      }
      if onlyDifferences, Set(cells).count == 1 { continue }
      rows.append((name, cells))
    }
  }

  /// Adds a line above the rows that follow.
  mutating func add(heading: String) { rows.append((heading.printableLine, [])) }

  /// Whether there is anything but headings.
  var isEmpty: Bool { !rows.contains { !$0.cells.isEmpty } }

  /// The table in at most that many columns of a terminal; `≠` marks the rows that differ.
  func text(width: Int) -> String {
    let nameWidth = min(
      rows.filter { !$0.cells.isEmpty }.map(\.name.terminalColumns).max() ?? 0, width / 3)
    let room = max(8, (width - nameWidth - 4) / max(1, titles.count) - 2)
    var text = Self.lines("", titles, mark: " ", nameWidth, room)
    for row in rows {
      if row.cells.isEmpty {
        text += row.name + "\n"
      } else {
        let mark = Set(row.cells).count > 1 ? "≠" : " "
        text += Self.lines(row.name, row.cells, mark: mark, nameWidth, room)
      }
    }
    return text
  }

  /// A row, of as many lines as its highest cell.
  private static func lines(
    _ name: String, _ cells: [String], mark: String, _ nameWidth: Int, _ room: Int
  ) -> String {
    let names = Paragraph.lines(name, width: nameWidth)
    let columns = cells.map { Paragraph.lines($0, width: room) }
    let height = max(names.count, columns.map(\.count).max() ?? 0)
    return (0..<height).map { index in
      func piece(_ lines: [String]) -> String { index < lines.count ? lines[index] : "" }
      let start = (index == 0 ? mark : " ") + " " + piece(names).padded(toColumns: nameWidth)
      let line = columns.reduce(start) { $0 + "  " + piece($1).padded(toColumns: room) }
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }
}

// MARK: - Commands

extension Experiment {
  /// `:what input`: what an input would lead to.
  static func what(_ input: String, from console: Console) -> Console.Answer {
    guard !input.isEmpty else { return console.refusal("`:what` takes an input") }
    var experiment = Experiment(console)
    guard experiment.play(input) else { return .refused(experiment.refusal ?? "") }
    let renderer = console.renderer
    let lines = experiment.records.compactMap { renderer.line($0) }.suffix(console.settings.lines)
    let difference = CheckpointDifference(
      from: console.current, to: experiment.console.current, names: ("now", "then"))
    return .accepted(
      lines.map { $0 + "\n" }.joined() + console.wrapped(difference.text)
        + "Nothing of this has happened.\n")
  }

  /// `:each a | b | c`: what each of some inputs would lead to, side by side.
  static func each(_ text: String, from console: Console) -> Console.Answer {
    let inputs = alternatives(in: text)
    guard inputs.count > 1 else {
      return console.refusal("`:each` takes inputs with `|` between them, such as `:each a | b`")
    }
    let columns = inputs.map { input in
      var experiment = Experiment(console)
      _ = experiment.play(input)
      return experiment.facts
    }
    var table = ComparisonTable(inputs)
    table.add(columns)
    return .accepted(
      table.text(width: console.settings.width) + "Nothing of this has happened.\n")
  }

  /// The texts between single bars outside of strings.
  private static func alternatives(in text: String) -> [String] {
    var parts = [""]
    var isInString = false
    var previous: Character = " "
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      if character == "\"", previous != "\\" { isInString.toggle() }
      let isDouble =
        previous == "|" || index + 1 < characters.count && characters[index + 1] == "|"
      if character == "|", !isInString, !isDouble {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      previous = character
    }
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// `:across 12 13 17`: the session on several versions of the system, side by side.
  static func across(_ versions: [String], from console: Console) -> Console.Answer {
    guard versions.count > 1 else {
      return console.refusal("`:across` takes versions of the system, such as `:across 12 13`")
    }
    guard !console.current.inputs.isEmpty else { return console.refusal("there is no input yet") }
    var columns: [[[(name: String, value: String)]]] = []
    var rules: [Set<RuleNumber>] = []
    for version in versions {
      var steps = console.current.inputs.map { _ in [(name: String, value: String)]() }
      var found: Set<RuleNumber> = []
      let experiment = Experiment(console, os: version) { experiment, number in
        steps[number] = experiment.facts
        found.formUnion(experiment.records.compactMap(\.rule))
      }
      guard experiment != nil else {
        return console.refusal("there is no version `\(version)`")
      }
      columns.append(steps)
      rules.append(found)
    }
    var table = ComparisonTable(versions.map { "iOS \($0)" })
    for (number, input) in console.current.inputs.enumerated() {
      var part = ComparisonTable([])
      part.add(columns.map { $0[number] }, onlyDifferences: true)
      guard !part.isEmpty else { continue }
      table.add(heading: Console.firstLine(input.text))
      table.add(columns.map { $0[number] }, onlyDifferences: true)
    }
    guard !table.isEmpty else {
      return .accepted("The session is the same on all of them.\n")
    }
    return .accepted(
      table.text(width: console.settings.width)
        + differences(of: rules, versions, in: console))
  }

  /// `:until killed`, `:until condition`: lets events happen until then, as one input.
  static func until(_ condition: String, in console: inout Console) -> Console.Answer {
    guard !condition.isEmpty else {
      return console.refusal("`:until` takes `killed`, or a condition such as `!Notes.isRunning`")
    }
    var probe = Experiment(console)
    for count in 0..<mostEvents {
      if condition == "killed" {
        if probe.records.contains(where: { $0.kind == .exit }) { return pass(count, &console) }
      } else {
        guard let holds = probe.holds(condition) else {
          return console.refusal("`\(condition)` is not a Bool")
        }
        if holds { return pass(count, &console) }
      }
      guard probe.console.current.device.scheduledEventCount > 0 else {
        return console.refusal("no more events are scheduled, and the condition does not hold")
      }
      guard probe.play("step(1)") else { return .refused(probe.refusal ?? "") }
    }
    return console.refusal("the condition does not hold within \(mostEvents) events")
  }

  /// How many events are tried before a condition is given up.
  private static let mostEvents = 1000

  private static func pass(_ count: Int, _ console: inout Console) -> Console.Answer {
    count == 0 ? .accepted("It already holds.\n") : console.evaluate("step(\(count))")
  }

  /// The rules that were at work on some of the versions only, in words.
  private static func differences(
    of rules: [Set<RuleNumber>], _ versions: [String], in console: Console
  ) -> String {
    let lines = RuleBook.rules.compactMap { rule -> String? in
      let own = versions.indices.filter { rules[$0].contains(rule.number) }
      guard !own.isEmpty, own.count < versions.count else { return nil }
      let names = own.map { versions[$0] }.joined(separator: ", ")
      return "  \(rule.number) on \(names) only: \(rule.statement)\n"
    }
    return console.wrapped(lines.joined())
  }
}
