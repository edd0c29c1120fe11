// Every diagnostic has a page, and what the page shows is true: its wrong script has the
// diagnostic, its right one has none and runs to its end.

import Foundation
import Rehearsal
import RehearsalReference
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Pages of diagnostics")
struct DiagnosticPageTests {
  private static let pages = DiagnosticFamily.allCases.flatMap { DiagnosticPage.pages(of: $0) }

  @Test("Each identifier has one page, in the order of the table")
  func isComplete() {
    #expect(Self.pages.map(\.identifier) == DiagnosticIdentifier.allCases)
    for identifier in DiagnosticIdentifier.allCases {
      #expect(identifier.rawValue.hasPrefix(identifier.family.rawValue))
      #expect(DiagnosticPage.page(of: identifier)?.identifier == identifier)
    }
  }

  @Test("Only what no script can cause has no scripts")
  func pagesWithoutScripts() {
    let silent = Self.pages.filter { $0.example == nil }.map(\.identifier)
    #expect(
      silent == [
        .staleHandle, .hostFailure, .uncontrolledWork, .interrupted, .deadline, .hostState,
      ])
  }

  @Test("The wrong script gives the diagnostic first", arguments: DiagnosticIdentifier.allCases)
  func wrongScripts(_ identifier: DiagnosticIdentifier) throws {
    let page = try #require(DiagnosticPage.page(of: identifier))
    guard let example = page.example else { return }
    let play = Self.play(example.wrong, example, isTest: Self.isOfTests(identifier))
    #expect(play.identifiers.first == identifier.rawValue)
  }

  @Test("The right script gives none", arguments: DiagnosticIdentifier.allCases)
  func rightScripts(_ identifier: DiagnosticIdentifier) throws {
    let page = try #require(DiagnosticPage.page(of: identifier))
    guard let example = page.example else { return }
    let play = Self.play(example.right, example, isTest: Self.isOfTests(identifier))
    #expect(play.identifiers == [])
    #expect(play.hasPassed)
    let source = SourceText(name: "right", example.right.text + "\n")
    #expect(RehearsalSyntax.Formatter.format(source) == example.right.text + "\n")
  }

  @Test("Each identifier is given somewhere in the sources")
  func isEmitted() throws {
    let sources = Repository.url(of: "Sources")
    let paths = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    let files = (paths ?? []).filter {
      $0.hasSuffix(".swift") && !$0.contains("/Pages/") && !$0.hasSuffix("Identifier.swift")
    }
    var names: Set<Substring> = []
    for file in files {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      names.formUnion(text.matches(of: /\.(\w+)/).map(\.output.1))
    }
    for identifier in DiagnosticIdentifier.allCases {
      #expect(names.contains("\(identifier)"[...]), "nothing gives \(identifier.rawValue)")
    }
  }

  /// Low ones, so that scripts that never end do so at once.
  private static let limits: RunLimits = {
    var limits = RunLimits()
    limits.outside.instructions = 2_000_000
    limits.app.instructions = 100_000
    limits.outside.heapBytes = 1 << 20
    limits.outputBytes = 64 << 10
    limits.device.eventsAtOneInstant = 1_000
    limits.events = 1_000
    return limits
  }()

  /// Whether only a test is told of something.
  private static func isOfTests(_ identifier: DiagnosticIdentifier) -> Bool {
    let ofTests: [DiagnosticIdentifier] = [
      .nothingExpected, .unevaluatedExpectation, .unfinishedBusiness, .unneededPermission,
      .lostInSilence, .lookAtBystander, .endedOtherwise, .nothingPlayed, .unusedChoice,
      .unusedSeeds, .verbToNobody, .metByAnother, .endOfVerb, .absentMessage,
    ]
    return ofTests.contains(identifier)
  }

  private static func play(
    _ script: DiagnosticPage.Script, _ example: DiagnosticPage.Example, isTest: Bool
  ) -> Play {
    var limits = Self.limits
    if let syntax = example.limits { limits.syntax = syntax }
    let main = SourceText(name: "main.rehearsal", bytes: script.bytes)
    let source: ImportSource = { path, _ in
      if path == main.name { return .success(main) }
      if path.hasPrefix("..") { return .failure(.outsideFolder) }
      guard let file = example.files.first(where: { $0.path == path }) else {
        return .failure(.notFound)
      }
      guard let text = file.text else { return .failure(.notReadable("it is a folder")) }
      return .success(SourceText(name: path, text))
    }
    return Play(
      Script(main, limits: limits, imports: source), strictness: StrictnessOptions(isTest: isTest))
  }
}
