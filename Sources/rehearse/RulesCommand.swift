// `rehearse rules`: the rule book, as a list or rule by rule.

import ArgumentParser
import Rehearsal
import RehearsalPrompt
import RehearsalSyntax

/// Shows rules.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Show the rules that the device obeys.",
    discussion: "Without a number it lists them all.")

  @ArgumentParser.Argument(help: "Numbers of rules such as R055, in any case.")
  var numbers: [String] = []

  func validate() throws {
    for number in numbers { _ = try page(of: number) }
  }

  func run() throws {
    let pages = try numbers.map(page)
    Stream.output.write(pages.isEmpty ? RuleBookPages().index() : pages.joined(separator: "\n"))
  }

  private func page(of text: String) throws -> String {
    let spelled = text.uppercased()
    if let page = RuleBookPages().page(spelled) { return page }
    let meant = Suggestion.closest(to: spelled, among: RuleBookPages.numbers)
    throw ValidationError(
      "There is no rule \(text); "
        + (meant.map { "did you mean \($0.word)?" } ?? "`rehearse rules` lists them all."))
  }
}
