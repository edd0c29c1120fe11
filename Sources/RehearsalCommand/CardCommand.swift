// `rehearse card`: the language on one card, for authors of a first script.

import Rehearsal
import RehearsalPrompt
import RehearsalReference
import RehearsalText

/// Shows the card of the language.
struct CardCommand: HostedCommand {
  static let name = "card"
  static let abstract =
    "Show the language on one card: its words, idioms, and what Swift's are called."
  static let discussion = """
    Examples:
      rehearse card
      rehearse card > card.md

    It has less than 12,000 bytes of Markdown, so that a program that writes scripts can be given all of it.
    """

  static var sections: [OptionSection<Self>] { [OptionSection("Options")] }

  func run(host: ScriptHost) throws(CommandEnd) {
    StandardStream.output.write(PrintableText(lines: LanguageCard(of: host.interface).text))
  }
}
