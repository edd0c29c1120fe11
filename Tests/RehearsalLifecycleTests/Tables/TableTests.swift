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
    #expect(Feature.allCases.count <= 128)
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
    #expect(Set(actions.map(\.name)).count == actions.count)
    #expect(actions.count <= 256)
    for action in actions {
      #expect(ActionName(rawValue: action.name)?.rawValue == action.name)
      #expect(action.help.hasSuffix("."))
      for rule in action.rules { #expect(RuleBook.rule(rule) != nil) }
      let names = action.parameters.map(\.name)
      #expect(Set(names).count == names.count, "\(action.name)")
      for parameter in action.parameters {
        #expect(parameter.alternative.map(names.contains) ?? true, "\(action.name)")
      }
    }
    #expect(ActionName(rawValue: "nothing of the kind") == nil)
  }

  /// A name that the table lacks would become the name of its first row.
  @Test func everyStimulusNamesItsRow() throws {
    var simulation = Simulation()
    let app = try simulation.install(AppDescription(name: "A"), handling: MessageSet()) {
      StepCode()
    }
    let stimuli: [(Stimulus, String)] = [
      (.install(app), "install"), (.uninstall(app), "uninstall"), (.launch(app), "launch"),
      (.press(.home), "press"), (.unlock, "unlock"), (.touch(app, control: "c"), "touch"),
      (.forceQuit(app), "forceQuit"), (.interrupt(.alarm), "interrupt"),
      (.answer(.alarm), "answer"), (.dismiss(.alarm), "dismiss"), (.hangUp, "hangUp"),
      (.purge(app), "purge"), (.terminate(app), "terminate"),
      (.switchTo(app, window: nil), "switchTo"), (.open("u"), "open"),
      (.tapNotification(app), "tapNotification"),
      (.dismissNotification(app), "dismissNotification"),
      (.clearNotifications, "clearNotifications"), (.quickAction(app, "t"), "quickAction"),
      (.newWindow(app), "newWindow"), (.closeWindow(app, 1), "closeWindow"),
      (.disconnectScene(app, 1), "disconnectScene"), (.splitView(app), "splitView"),
      (.slideOver(app), "slideOver"), (.stage(app), "stage"), (.unstage(app), "unstage"),
      (.dragDivider, "dragDivider"), (.releaseDivider(closing: nil), "releaseDivider"),
      (.rotate(.portrait), "rotate"), (.update(app), "update"), (.prewarm(app), "prewarm"),
      (.reboot, "reboot"), (.shutDown, "shutDown"), (.powerOn, "powerOn"),
      (.push(app, payload: .emptyMap, type: .alert), "push"), (.fetch(app), "fetch"),
      (.runBackgroundTask(app, identifier: "t"), "runBackgroundTask"),
      (.cancelBackgroundTask(app, identifier: "t"), "cancelBackgroundTask"),
      (.locate(app, .by(metres: 1)), "locate"),
      (.crossRegion(app, name: "r", isEntry: true), "enterRegion"),
      (.crossRegion(app, name: "r", isEntry: false), "exitRegion"),
      (.visit(app, name: "p"), "visit"), (.bluetoothEvent(app, peripheral: "p"), "bluetoothEvent"),
      (.warnMemory, "warnMemory"), (.pressure(1), "pressure"),
      (.connect(.screen, name: "s"), "connect"), (.disconnect(.screen, name: "s"), "disconnect"),
      (.startScreenRecording, "startScreenRecording"),
      (.stopScreenRecording, "stopScreenRecording"), (.network(.off), "network"),
      (.failTransfer(app, "u"), "failTransfer"), (.changeLanguage("fr"), "changeLanguage"),
      (.changeLocale("fr"), "changeLocale"), (.plugInHeadphones, "plugInHeadphones"),
      (.unplugHeadphones, "unplugHeadphones"), (.expandCall, "expand"),
      (.setClock("x"), "setClock"),
      (.changeTimeZone("UTC"), "changeTimeZone"), (.setting(.bluetooth(true)), "setting"),
      (.appSetting(app, .notifications(true)), "appSetting"),
      (.condition(.proximityState(true)), "condition"),
      (.handOff(app, "t"), "handOff"), (.openSearchResult(app, "i"), "openSearchResult"),
      (.performIntent(app, "i"), "performIntent"), (.healthUpdate(app, type: "t"), "healthUpdate"),
      (.watchMessage(app, .emptyMap), "watchMessage"), (.wake(app), "wake"),
      (.closePictureInPicture(app), "closePictureInPicture"),
      (.expandPictureInPicture(app), "expandPictureInPicture"),
    ]
    for (stimulus, name) in stimuli { #expect(stimulus.name.rawValue == name) }
    #expect(Set(stimuli.map(\.1)) == Set(ActionTable.actions.map(\.name)))
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
    #expect(second.slot == first.slot)
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
