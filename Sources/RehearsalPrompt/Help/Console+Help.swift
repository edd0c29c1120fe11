// `:help`: the list of topics, or one of them: a word of a table, a rule by its number, a
// diagnostic by its identifier, or a declaration of this session.

import Rehearsal
import RehearsalLifecycle
import RehearsalReference
import RehearsalSyntax
import RehearsalText

extension Console {
  /// Explains a word; without one, shows how to begin.
  func help(_ word: String) -> Answer {
    guard !word.isEmpty else { return .accepted(introduction(to: .short)) }
    if word == Self.everything { return .accepted(introduction(to: .whole)) }
    let name = word.hasPrefix(".") ? String(word.dropFirst()) : word
    let search = ReferenceSearch(in: topics)
    let topics = search.topics(named: word)
    if !topics.isEmpty {
      let text = wrapped(topics.map(\.text).joined(separator: "\n"))
      return .accepted(text + (current.device.app(named: name).map(appText) ?? ""))
    }
    let upper = name.uppercased()
    if let rule = RuleBook.rules.first(where: { $0.number.description == upper }) {
      return .accepted(page(of: rule))
    }
    if let identifier = DiagnosticIdentifier(rawValue: upper),
      let page = DiagnosticPage.page(of: identifier)
    {
      return .accepted(wrapped("\(upper): \(page.title)\n\n\(page.explanation)\n"))
    }
    if let text = declaredText(name) { return .accepted(text) }
    if let answer = explainSymbol(name) { return answer }
    guard let page = search.page(about: word, width: settings.width) else {
      return unknownTopic(word)
    }
    return .accepted(page)
  }

  /// What `:help` is given to list every word.
  static let everything = "all"

  /// What can be asked for.
  var topics: [HelpTopic] {
    HelpTopic.concepts + HelpTopic.commands + HelpTopic.all(of: current.session.interface)
  }

  /// How much of the words a list has.
  private enum Extent {
    case short, whole

    func has(_ group: HelpTopic.Group) -> Bool {
      switch group {
      case .concept, .command, .outside, .host: true
      case .part, .inside, .both, .handler, .member, .key: self == .whole
      case .value, .word: false
      }
    }
  }

  private func introduction(to extent: Extent) -> String {
    var text = """
      Type what stands in a script, and see what happens:
        app Notes { on didEnterBackground { log "bye" } }
        launch Notes; press .home; advance 10s
        :why
      `:help word` explains a word; TAB completes, twice TAB lists; `:back` takes an input back.

      """
    for group in HelpTopic.Group.allCases where extent.has(group) {
      text += list(of: group)
    }
    if extent == .short {
      text += "\n`:help \(Self.everything)` also lists the calls and handlers of apps, and the "
      text += "values to read.\n"
    }
    return text
  }

  private func list(of group: HelpTopic.Group) -> String {
    let topics = topics.filter { $0.group == group }
    guard !topics.isEmpty else { return "" }
    let heading = "\n" + renderer.paint(group.rawValue, .bold) + "\n"
    if group == .command {
      let width = topics.map(\.usage.terminalColumns).max() ?? 0
      return heading
        + topics.map { topic in
          let line = "  " + topic.usage.padded(toColumns: width) + "  " + topic.meaning
          return wrapped(line, hanging: width + 4)
        }.joined()
    }
    var names: [String] = []
    for topic in topics where !names.contains(topic.name) { names.append(topic.name) }
    return heading + HelpTopic.wrapped(names, width: settings.width)
  }

  /// What the session itself declared under a name.
  private func declaredText(_ name: String) -> String? {
    if let app = current.device.app(named: name) { return appText(app) }
    if let variable = current.session.variables.first(where: { $0.name == name }) {
      return "\(name) = \(variable.value)\n".printable
    }
    for input in current.inputs.reversed() {
      for statement in InputStatement.statements(of: input.text)
      where statement.declaredName == name {
        return statement.text.printable + "\n"
      }
    }
    return nil
  }

  /// Where a word is used as a symbol.
  private func explainSymbol(_ name: String) -> Answer? {
    let users = topics.filter { $0.symbols.contains(name) }
    guard !users.isEmpty else { return nil }
    return .accepted(
      ".\(name) is used with\n" + users.map { "  \($0.usage)  \($0.meaning)\n" }.joined())
  }

  private func unknownTopic(_ word: String) -> Answer {
    let known = topics.map(\.name) + current.session.script.appNames
    let hint = hint(for: word, among: known, otherwise: "`:help` lists the words")
    return refusal("there is no help about `\(word)`" + hint)
  }
}
