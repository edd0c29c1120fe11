// The tables agree with themselves: every action has its row.

import Testing

@testable import RehearsalLifecycle

struct TableTests {
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
