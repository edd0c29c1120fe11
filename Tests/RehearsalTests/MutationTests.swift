// Every script of the repository with one token dropped, doubled or exchanged with its neighbour:
// formatting one ends in nothing or in a layout that stays, and reading and running it in findings
// with places or within the limits. There are too many for any run of the tests, so one in so many
// is taken, and of these some in the quick tier; another remainder takes others.

import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Scripts with one token changed")
struct MutationTests {
  /// One change of a script at one token.
  enum Change: CaseIterable {
    case drop, double, swap

    /// The script with the change at a token that is not the last.
    func apply(to source: SourceText, _ tokens: [Token], at index: Int) -> SourceText {
      let bytes = source.bytes
      let range = Int(tokens[index].range.start)..<Int(tokens[index].range.end)
      let next = Int(tokens[index + 1].range.start)..<Int(tokens[index + 1].range.end)
      let changed: ArraySlice<UInt8> =
        switch self {
        case .drop: bytes[..<range.lowerBound] + bytes[range.upperBound...]
        case .double:
          bytes[..<range.upperBound] + [UInt8(ascii: " ")] + bytes[range]
            + bytes[range.upperBound...]
        case .swap:
          bytes[..<range.lowerBound] + bytes[next] + bytes[range.upperBound..<next.lowerBound]
            + bytes[range] + bytes[next.upperBound...]
        }
      return SourceText(
        name: "\(source.name), \(self) at \(range.lowerBound)", bytes: Array(changed))
    }
  }

  /// How many changed scripts there are for each one that is formatted, and for each that is run.
  private static let step = (format: 163, run: 211)
  private static let remainder = 7

  private static let mutants: (format: [SourceText], run: [SourceText]) = {
    var number = 0
    var mutants: (format: [SourceText], run: [SourceText]) = ([], [])
    for path in ScriptSuite.scripts {
      guard let source = try? ScriptFile.read(path) else { continue }
      let tokens = Lexer.tokenize(source).tokens
      for index in tokens.indices.dropLast(2) {
        for change in Change.allCases {
          number += 1
          let isFormatted = number % step.format == remainder
          let isRun = number % step.run == remainder
          guard isFormatted || isRun else { continue }
          let mutant = change.apply(to: source, tokens, at: index)
          if isFormatted { mutants.format.append(mutant) }
          if isRun { mutants.run.append(mutant) }
        }
      }
    }
    return (TestTier.sample(mutants.format, oneOf: 10), TestTier.sample(mutants.run, oneOf: 10))
  }()

  @Test("There are enough of them")
  func thereAreEnough() {
    #expect(Self.mutants.format.count > TestTier.rounds(60, thorough: 300))
    #expect(Self.mutants.run.count > TestTier.rounds(40, thorough: 200))
  }

  @Test("Formatting ends in nothing, or in a layout that stays")
  func formatting() {
    for source in Self.mutants.format {
      guard let text = Formatter.format(source) else {
        #expect(Parser.parse(source).hasErrors, "\(source.name)")
        continue
      }
      let again = SourceText(name: source.name, text)
      #expect(Formatter.format(again) == text, "\(source.name)")
    }
  }

  @Test("Reading ends in findings with places, or running ends within the limits")
  func running() throws {
    var limits = ScriptSuite.limits
    limits.outside.instructions = 200_000
    limits.app.instructions = 50_000
    limits.outside.heapBytes = 4 << 20
    limits.events = 2_000
    limits.outputBytes = 64 << 10
    limits.device.eventsAtOneInstant = 500
    var runCount = 0
    for source in Self.mutants.run {
      let play = Play(Script(source, limits: limits))
      check(play.diagnostics, source)
      let hasErrors = play.diagnostics.contains { $0.severity == .error }
      #expect((play.report == nil) == hasErrors, "\(source.name)")
      for diagnostic in play.diagnostics {
        #expect(!diagnostic.message.contains("defect"), "\(source.name): \(diagnostic.message)")
      }
      if play.report != nil { runCount += 1 }
    }
    #expect(runCount > TestTier.rounds(4, thorough: 20))
  }

  private func check(_ diagnostics: [Diagnostic], _ source: SourceText) {
    for diagnostic in diagnostics where diagnostic.source === source {
      check(diagnostic.range, source)
      for edit in diagnostic.fixIts.flatMap(\.edits) { check(edit.range, source) }
      for range in diagnostic.notes.compactMap(\.range) { check(range, source) }
    }
    let text = DiagnosticRenderer().render(diagnostics)
    if text.isEmpty, !diagnostics.isEmpty { Issue.record("\(source.name): nothing is shown") }
  }

  private func check(_ range: SourceRange, _ source: SourceText) {
    if range.start < 0 || range.end < range.start || Int(range.end) > source.bytes.count {
      Issue.record("\(source.name): \(range.start)..\(range.end) is outside of the source")
    }
  }
}
