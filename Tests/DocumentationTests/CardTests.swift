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

  @Test("Forty words of Swift and of test tools stand beside what is written here, which exists")
  func swiftWords() {
    let interface = ScriptHost().interface
    let text = LanguageCard(of: interface).text
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count >= 40, "\(rows.count)")
    let names =
      interface.namedFunctions.map(\.name) + interface.objects.map(\.name)
      + interface.handlers.map(\.name) + Keyword.allCases.map(\.rawValue)
      + ContextualKeyword.allCases.map(\.rawValue) + ["x", "didX", "task"]
    for row in rows {
      let cell = row.split(separator: "|", omittingEmptySubsequences: true).last ?? ""
      for code in cell.split(separator: "`").enumerated().filter({ $0.offset % 2 == 1 }) {
        let words = code.element.split { !$0.isLetter }.map(String.init)
        let first = words.first == "on" ? words.dropFirst().first : words.first
        #expect(first.map(names.contains) == true, "\(code.element)")
      }
    }
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
