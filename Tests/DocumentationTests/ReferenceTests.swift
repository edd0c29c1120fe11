// The reference is what the tables give, and what the tables say of functions in the language
// itself is what those functions take.

import Foundation
import TestSupport
import Testing

@testable import Rehearsal
@testable import RehearsalSyntax

@Suite("The reference is that of the tables")
struct ReferenceTests {
  /// The pages that are made from tables, by their paths.
  static let pages: [(path: String, text: @Sendable () -> String)] = [
    (ReferencePage.path, { ReferencePage().text }), (RuleBasisPage.path, { RuleBasisPage().text }),
  ]

  @Test(arguments: pages.indices)
  func thePageIsFresh(_ index: Int) throws {
    let (path, text) = Self.pages[index]
    let url = Repository.url(of: path)
    if ProcessInfo.processInfo.environment["RECORD_REFERENCE"] != nil {
      try Data(text().utf8).write(to: url)
      Issue.record("the page was written; look at the changes, run again")
    } else {
      let written = try? String(contentsOf: url, encoding: .utf8)
      #expect(written == text(), "\(path) is stale; run: \(ReferencePage.command)")
    }
  }

  @Test func everyWordIsExplained() {
    let host = Vocabulary.interface
    let functions = host.functions.filter { !$0.isHidden }
    let members = host.kinds.flatMap(\.members)
    let keys = (host.scenarioKeys + host.infoKeys)
    let words =
      functions.map { ($0.name, $0.summary) } + members.map { ($0.name, $0.summary) }
      + keys.map { ($0.name, $0.summary) }
    #expect(words.filter { !$0.1.hasSuffix(".") }.map(\.0) == [])
    #expect(words.count > 50)
  }

  @Test func theFunctionsOfThePreludeTakeWhatTheirRowsSay() {
    let source = HostPrelude.code.map(\.source).joined(separator: "\n")
    let script = Parser.parse(SourceText(name: "host", source))
    let declared = script.statements.compactMap { statement in
      if case .function(let function) = statement.kind { function } else { nil }
    }
    #expect(HostPrelude.code.map(\.name) == HostPrelude.functions.map(\.name))
    #expect(declared.map(\.name.text) == HostPrelude.functions.map(\.name))
    for (function, row) in zip(declared, HostPrelude.functions) {
      #expect(function.parameters.map(\.name.text) == row.parameters.map(\.name))
      let optional = function.parameters.map { $0.defaultValue != nil }
      #expect(optional == row.parameters.map(\.isOptional))
    }
  }
}
