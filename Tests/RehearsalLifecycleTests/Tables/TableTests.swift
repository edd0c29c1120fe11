// The tables agree with themselves: every number has its rule, every message its row.

import Testing

@testable import RehearsalLifecycle

struct TableTests {
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

  @Test func everyActionHasItsRow() {
    let actions = ActionTable.actions
    #expect(ActionName.allCases.map(\.row.action) == ActionName.allCases)
    #expect(actions.count == ActionName.allCases.count)
    for action in actions {
      #expect(action.name == "\(action.action)")
      #expect(ActionName(name: action.name) == action.action)
      #expect(action.help.hasSuffix("."))
      for rule in action.rules { #expect(RuleBook.rule(rule) != nil) }
      let names = action.parameters.map(\.name)
      #expect(Set(names).count == names.count, "\(action.name)")
      for parameter in action.parameters {
        #expect(parameter.alternative.map(names.contains) ?? true, "\(action.name)")
      }
    }
    #expect(ActionName(name: "nothing of the kind") == nil)
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

  @Test func slotTablesNeverReturnAStaleElement() {
    var table = SlotTable<TimerIdentifier, Thing>()
    let first = table.insert(Thing(number: 1))
    #expect(table[first]?.number == 1)
    table.remove(first)
    let second = table.insert(Thing(number: 2))
    #expect(second.place.slot == first.place.slot)
    #expect(table[first] == nil)
    let changed: Void? = table.change(first) { $0.number = 3 }
    #expect(changed == nil)
    #expect(table[second]?.number == 2)
    table.change(second) { $0.number = 4 }
    #expect(table[second]?.number == 4)
    #expect(TimerIdentifier(rawValue: second.rawValue) == second)
  }
}

private struct Thing: SlotElement {
  var number: Int
}
