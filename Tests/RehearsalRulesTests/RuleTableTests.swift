// The tables of the rule book agree with themselves: every number has its rule, every message its row.

import Testing

@testable import RehearsalRules

@Suite struct RuleTableTests {
  @Test func everyRuleNumberHasOneRule() {
    #expect(RuleBook.rules.map(\.number) == RuleNumber.allCases)
    for rule in RuleBook.rules {
      #expect(RuleBook.rule(rule.number) == rule)
      #expect(rule.statement.hasSuffix("."))
      #expect(!rule.sources.isEmpty && !rule.confidence.isEmpty)
    }
    #expect(RuleNumber.R001.description == "R001")
    #expect(RuleNumber.R134.description == "R134")
  }

  @Test func everyFeatureFitsIntoItsSet() {
    for feature in Feature.allCases {
      let set = FeatureSet([feature])
      #expect(Feature.allCases.filter(set.contains) == [feature])
    }
  }

  @Test func everyMessageHasItsRow() {
    #expect(MessageDefinition.table.map(\.message) == Message.allCases)
    #expect(Message.allCases.count <= 128)
    for receiver in Message.Receiver.allCases {
      let handlers = MessageDefinition.table.filter { $0.receiver == receiver }.map(\.handler)
      #expect(Set(handlers).count == handlers.count)
    }
    for row in MessageDefinition.table {
      #expect(row.name == "\(row.message)")
      #expect(row.help.hasSuffix("."))
      #expect(!row.rules.isEmpty)
    }
  }

  @Test func everyBudgetHasARowOnEveryVersion() {
    for os in 2...27 {
      for budget in Budget.allCases {
        #expect(budget.row(for: Profile(system: SystemVersion(os))) != nil)
        #expect(Budget(name: budget.name) == budget)
      }
    }
    for row in Budget.rows { #expect(RuleBook.rule(row.rule) != nil) }
  }

  @Test(arguments: [
    ("17", SystemVersion(17)), ("4.10", SystemVersion(4, 10)), ("11.0.3", SystemVersion(11, 0, 3)),
  ])
  func versionsAreReadFromTheirText(text: String, version: SystemVersion) {
    #expect(SystemVersion(parsing: text) == version)
    #expect(version.description == text)
  }

  @Test(arguments: ["", ".", "4.", "1.2.3.4", "-1", "x", "1e3", "99999999999999999999", "٣"])
  func otherTextsAreNoVersions(text: String) {
    #expect(SystemVersion(parsing: text) == nil)
  }

  @Test func versionsCompareByTheirParts() {
    #expect(SystemVersion(4, 10) > SystemVersion(4, 9))
    #expect(SystemVersionRange.majors(7, 12).contains(SystemVersion(12, 5)))
    #expect(!SystemVersionRange.majors(7, 12).contains(13))
  }

  /// What a client of the rules alone can show of them.
  @Test func everySourceAndConflictOfARuleIsSomething() {
    for rule in RuleBook.rules {
      #expect(rule.number.sources.count == rule.sources.count)
      for conflict in rule.conflicts { #expect(SourceConflict.conflict(conflict) != nil) }
    }
    #expect(SourceConflict.all.allSatisfy { $0.sides.count > 1 && !$0.settlement.isEmpty })
  }
}
