// The card of the language: short enough to be given whole, and every script on it is played.

import Rehearsal
import RehearsalReference
import RehearsalSyntax
import Testing

@Suite("The card of the language")
struct CardTests {
  @Test("It fits into 12,000 bytes and holds every script")
  func fits() {
    let text = LanguageCard(of: ScriptHost().interface).text
    #expect(text.utf8.count <= 12_000)
    for script in LanguageCard.scripts { #expect(text.contains(script)) }
  }

  @Test("Every script on it passes, without a warning", arguments: LanguageCard.scripts)
  func plays(text: String) throws {
    let script = Script(SourceText(name: "card", text))
    #expect(script.diagnostics.isEmpty, "\(script.diagnostics.map(\.message))")
    var session = try #require(Session(script))
    let report = session.run()
    #expect(report.hasPassed && !report.scenarios.isEmpty && report.warnings.isEmpty)
  }
}
