// `:help`: the list of words, or what is known of one: a word of a table, a rule by its number, a
// diagnostic by its identifier, or something that this session declared.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

extension Console {
  /// Explains a word; without one, lists all.
  func help(_ word: String) -> Answer {
    guard !word.isEmpty else { return .accepted(helpList) }
    let name = word.hasPrefix(".") ? String(word.dropFirst()) : word
    let topics = topics.filter { $0.name == name || $0.name == ":" + name }
    if !topics.isEmpty { return .accepted(topics.map(\.text).joined(separator: "\n")) }
    let upper = name.uppercased()
    if let rule = RuleBook.rules.first(where: { $0.number.description == upper }) {
      return .accepted(Self.text(of: rule))
    }
    if let identifier = DiagnosticIdentifier(rawValue: upper),
      let page = DiagnosticPage.page(of: identifier)
    {
      return .accepted("\(upper): \(page.title)\n\n\(page.explanation)\n")
    }
    if let text = declaredText(name) { return .accepted(text) }
    return explainSymbol(name) ?? unknownTopic(word)
  }

  private var topics: [HelpTopic] { HelpTopic.all(of: moment.session.interface) }

  private var helpList: String {
    var text = "Type what stands in a script: `launch Notes`, `press .home`, `advance 5s`.\n"
    text += "`:help word` explains a word; TAB completes, twice TAB lists.\n"
    for group in HelpTopic.Group.allCases where group != .value && group != .word {
      let topics = topics.filter { $0.group == group }
      guard !topics.isEmpty else { continue }
      text += "\n" + renderer.paint(group.rawValue, .bold) + "\n"
      if group == .command {
        let width = topics.map(\.usage.count).max() ?? 0
        for topic in topics {
          text += "  " + RunRenderer.padded(topic.usage, width) + "  \(topic.meaning)\n"
        }
      } else {
        var names: [String] = []
        for topic in topics where !names.contains(topic.name) { names.append(topic.name) }
        text += HelpTopic.wrapped(names, indentation: "  ", width: settings.width)
      }
    }
    return text
  }

  /// What the session itself declared under a name.
  private func declaredText(_ name: String) -> String? {
    if let app = moment.device.app(named: name) { return appText(app) }
    if let variable = moment.session.variables.first(where: { $0.name == name }) {
      return "\(name) = \(variable.value)\n"
    }
    for input in moment.inputs.reversed() {
      for piece in InputPiece.pieces(of: input.text) where piece.declaredName == name {
        return piece.text + "\n"
      }
    }
    return nil
  }

  /// Where a word is used as a symbol.
  private func explainSymbol(_ name: String) -> Answer? {
    let users = topics.filter { $0.symbols.contains(name) }
    guard !users.isEmpty else { return nil }
    return .accepted(
      ".\(name) stands with\n" + users.map { "  \($0.usage)  \($0.meaning)\n" }.joined())
  }

  private func unknownTopic(_ word: String) -> Answer {
    let known = topics.map(\.name) + moment.session.script.appNames
    let meant = Suggestion.closest(to: word, among: known)?.word
    let hint = meant.map { "; did you mean `\($0)`?" } ?? "; `:help` lists the words"
    return refusal("nothing is known of `\(word)`" + hint)
  }
}
