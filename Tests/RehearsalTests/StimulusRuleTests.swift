// The rules that help names with a verb have to do with it: in the scripts about rules each follows
// from such a stimulus, or the rule's own script uses it.

import Foundation
import Rehearsal
import RehearsalFiles
import TestSupport
import Testing

@testable import RehearsalLifecycle

@Suite("Rules by stimulus")
struct StimulusRuleTests {
  /// By stimulus, the rules of the records that go back to it, and those whose scripts use it.
  private static func observed() throws -> [ActionName: Set<RuleNumber>] {
    let folder = Repository.url(of: "Tests/Scripts/rules").path
    var rules: [ActionName: Set<RuleNumber>] = [:]
    for path in try ScriptFile.find(in: [folder]) {
      let script = try ScriptSuite.load(path)
      // By the index of a record, the stimulus that it goes back to.
      var roots: [Int: ActionName] = [:]
      let name = path.split(separator: "/").last.map { String($0.prefix(4)) }
      let own = RuleNumber.allCases.first { $0.description == name }
      var session = try #require(Session(script))
      session.run { event in
        switch event {
        case .scenarioBegan: roots = [:]
        case .record(let record):
          var root = record.cause.flatMap { roots[$0] }
          if case .stimulus(let name) = record.subject {
            root = name
            if let own { rules[name, default: []].insert(own) }
          }
          guard let root else { return }
          roots[record.index] = root
          if let rule = record.rule { rules[root, default: []].insert(rule) }
        case .output, .warning, .failure, .scenarioEnded: break
        }
      }
    }
    return rules
  }

  @Test("Each rule of a stimulus follows from it somewhere")
  func rulesAreAtWork() throws {
    let observed = try Self.observed()
    for action in ActionTable.actions {
      let name = try #require(ActionName(rawValue: action.name))
      let missing = action.rules.filter { observed[name]?.contains($0) != true }
      let known = observed[name, default: []].sorted { $0.rawValue < $1.rawValue }
      #expect(
        missing.isEmpty, "\(action.name) has nothing to do with \(missing), but with \(known)")
      #expect(Set(action.rules).count == action.rules.count)
      #expect(action.rules.allSatisfy { RuleBook.rule($0) != nil })
    }
  }
}
