// The commands that show without changing anything: `:apps`, `:state`, `:trace`, `:why`, `:rules`,
// `:device`.

import Rehearsal
import RehearsalLifecycle
import RehearsalPictures
import RehearsalReference
import RehearsalSyntax
import RehearsalText

extension Console {
  // MARK: - Apps and the device

  /// One line for each app.
  var appList: String {
    let device = current.device
    guard !device.apps.isEmpty else { return "There is no app; `app Name { }` makes one.\n" }
    let names = device.apps.map { device.description(of: $0)?.name ?? "" }
    let width = names.map(\.terminalColumns).max() ?? 0
    return zip(device.apps, names).map { app, name in
      let state = device.state(of: app)
      var text = "  " + name.padded(toColumns: width) + "  "
      text += renderer.paint(
        state.rawValue.padded(toColumns: 10), TimelineRenderer.style(of: state))
      if let process = device.process(of: app) {
        text += "  process \(process.number), launched by \(process.launchReason.rawValue)"
      } else if let exit = device.lastExit(of: app) {
        text += "  ended: \(exit.reason.rawValue) at \(exit.time.clockText)"
      } else if !device.isInstalled(app) {
        text += "  not installed"
      }
      return text + "\n"
    }.joined()
  }

  /// The device and its apps, and the variables of the session.
  var stateText: String {
    let device = current.device
    var text = "\(deviceName), \(device.now.clockText), \(device.date)\n"
    for (name, value) in device.facts {
      text += wrapped(
        "  " + name.padded(toColumns: 10) + "  " + value.printableLine, hanging: 14)
    }
    text += appList
    for variable in current.session.variables {
      text += "  \(variable.name) = \(cut(variable.value))\n"
    }
    return text
  }

  /// An app from all sides.
  func appText(_ app: AppIdentifier) -> String {
    let device = current.device
    let state = device.state(of: app)
    var text = device.description(of: app)?.name ?? ""
    text += " ● " + renderer.paint(state.rawValue, TimelineRenderer.style(of: state)) + "\n"
    func line(_ name: String, _ value: String) {
      text += "  " + name.padded(toColumns: 10) + "  " + cut(value) + "\n"
    }
    for fact in device.visibleFacts(of: app) { line(fact.name, fact.value + fact.remark) }
    var session = current.session
    for variable in session.variables(of: app) ?? [] { line(variable.name, variable.value) }
    for (place, entries) in device.storage(of: app) {
      line(place.rawValue, entries.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", "))
    }
    return text
  }

  private func cut(_ text: String) -> String {
    text.printableLine.shortened(toColumns: settings.width)
  }

  // MARK: - Records and reasons

  /// The last records that a timeline shows.
  func traceText(last count: Int) -> String {
    let renderer = renderer
    let history = current.history
    var lines: [String] = []
    var index = history.endIndex
    while index > history.firstIndex, lines.count < count {
      index -= 1
      if let record = history[index], let line = renderer.line(record) { lines.append(line) }
    }
    guard !lines.isEmpty else { return "Nothing has happened yet.\n" }
    return lines.reversed().joined(separator: "\n") + "\n"
  }

  /// `:why`, `:why app`, `:why .name`, `:why app .name`.
  func why(_ line: CommandInput) -> Answer {
    var words = line.words
    var name: String?
    // The dot may be left out where the word is no app.
    if let last = words.last, words.count > 1 || current.device.app(named: last) == nil {
      name = last.hasPrefix(".") ? String(last.dropFirst()) : last
      words.removeLast()
    }
    guard words.count <= 1 else { return refusal("`:why` takes an app and a name such as `.push`") }
    if let name, !whyNames.contains(name) { return unknownRecord(name) }
    let app: AppIdentifier
    if let word = words.first {
      guard let named = current.device.app(named: word) else { return unknownApp(word) }
      app = named
    } else if let focus {
      app = focus
    } else {
      return refusal("there is no app to ask about")
    }
    let explanation = current.session.simulation.explanation(of: app)
    return .accepted(wrapped((name.map(explanation.text) ?? explanation.stateText).printable))
  }

  /// What `why` can be asked about other than an app's state.
  var whyNames: [String] {
    interface.namedFunctions.first { $0.name == "why" }?.parameters.last?.symbols ?? []
  }

  private func unknownRecord(_ name: String) -> Answer {
    let known = whyNames + current.session.script.appNames
    let hint = hint(for: name, among: known, otherwise: "TAB lists what there is")
    return refusal("there is no app, message or action named `\(name)`" + hint)
  }

  /// The rules at work so far, one rule, or those with a word in them.
  func rules(_ words: String) -> Answer {
    guard !words.isEmpty else { return .accepted(rulesAtWork) }
    let upper = words.uppercased()
    if let rule = RuleBook.rules.first(where: { $0.number.description == upper }) {
      return .accepted(page(of: rule))
    }
    let lower = words.lowercased()
    let found = RuleBook.rules.filter { $0.statement.lowercased().contains(lower) }
    guard !found.isEmpty else { return refusal("no rule has the number or the word `\(words)`") }
    return .accepted(wrapped(found.map { "\($0.number)  \($0.statement)\n" }.joined()))
  }

  private var rulesAtWork: String {
    var counts: [RuleNumber: Int] = [:]
    for record in current.history.records() {
      if let rule = record.rule { counts[rule, default: 0] += 1 }
    }
    guard !counts.isEmpty else {
      return "No rule has applied yet; `:rules word` finds those that contain a word.\n"
    }
    return wrapped(
      RuleBook.rules.compactMap { rule in
        counts[rule.number].map { "\(rule.number) ×\($0)  \(rule.statement)\n" }
      }.joined())
  }

  /// A rule in full.
  func page(of rule: Rule) -> String {
    RuleBookPages(width: settings.width).page(rule.number.description) ?? ""
  }

  // MARK: - The device's keys

  /// `:device`, or `:device key value`.
  mutating func device(_ line: CommandInput) -> Answer {
    let entries = current.session.deviceEntries
    guard let word = line.words.first else {
      let keys = entries.map { "  \($0.key): \($0.text)\n" }.joined()
      return .accepted("\(deviceName)\n" + keys)
    }
    let key = word.last == ":" ? String(word.dropLast()) : word
    let value = line.rest.dropFirst(word.count).trimmed
    guard ProfileKey(rawValue: key) != nil else {
      let known = ProfileKey.allCases.map(\.rawValue)
      let hint = hint(
        for: key, among: known, otherwise: "there are " + known.joined(separator: ", "))
      return refusal("a device has no key `\(key)`" + hint)
    }
    guard !value.isEmpty else {
      let text = entries.first { $0.key == key }?.text
      return .accepted(text.map { "\(key): \($0)\n" } ?? "`\(key)` has its default\n")
    }
    let kept = entries.filter { $0.key != key }.map { "\($0.key): \($0.text)" }
    return evaluate("device { " + (kept + ["\(key): \(value)"]).joined(separator: ", ") + " }")
  }
}

// MARK: - Timelines

extension Console {
  /// `:timeline`, `:timeline Notes`, `:timeline 10s 40s`: draws what the history still has.
  func timeline(_ words: [String]) -> Answer {
    var selection = TimelineDrawing.Selection()
    var times: [VirtualTime] = []
    for word in words {
      if let time = Self.time(word) {
        times.append(time)
      } else if let app = current.device.app(named: word), selection.app == nil {
        selection.app = app
      } else {
        return unknownApp(word)
      }
    }
    guard times.count <= 2, times == times.sorted() else {
      return refusal("`:timeline` takes an app, and the first and last time to draw")
    }
    if let from = times.first {
      selection.times = from...max(from, times.count == 2 ? times[1] : current.device.now)
    }
    var recorder = LifeRecorder()
    recorder.note(current.session.simulation)
    let drawing = TimelineDrawing(
      recorder.life, failures: current.inputs.flatMap(\.failures), selection: selection,
      width: settings.width)
    return .accepted(drawing.text(painting: renderer.timeline.paint))
  }

  /// The moment that a duration such as `1.5s` or `2min` names; nil for other words.
  private static func time(_ word: String) -> VirtualTime? {
    let parsed = Parser.parse(SourceText(name: "time", word), mode: .prompt)
    guard !parsed.hasErrors, parsed.statements.count == 1,
      case .expression(let value) = parsed.statements[0].kind,
      case .duration(let nanoseconds) = value.kind
    else { return nil }
    return VirtualTime(nanoseconds: nanoseconds)
  }
}
