// Storms: what they find, what they leave alone, and what they show.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalExploration

/// What storms of all scenarios of a script come to.
func storms(
  _ text: String, options: StormOptions = StormOptions()
) throws -> [StormResult] {
  let script = Script(SourceText(name: "storm.rehearsal", text))
  var session = try script.session()
  session.runStatements { _ in }
  var storm = Storm(script)
  storm.options = options
  return script.cases.indices.map { storm.run(case: $0, of: session) }
}

@Suite("What storms find")
struct StormTests {
  /// What is found in a scenario: the disturbances, and what differs or fails.
  private func found(_ text: String) throws -> [String] {
    try storms(text).flatMap { result in
      result.findings.map { StormText(result).summary(of: $0) }
    }
  }

  private func example(_ name: String) throws -> [StormResult] {
    try storms(Repository.text(of: "Examples/Storm/\(name).rehearsal"))
  }

  @Test("A disturbance costs the script nothing: a world that it leaves as it was is the same")
  func undoneChange() throws {
    #expect(
      try found(
        """
        device { os: 9 }
        app Clock {
            on significantTimeChange { log "another day" }
        }
        scenario "asleep" {
            launch Clock
            press .home
            advance 3d
            launch Clock
            expect Clock.trace.filter { $0.kind == .log }.count == 1
        }
        """
      ).filter { $0.contains("timeZone") } == [])
  }

  @Test("A function that is called as a block is named is disturbed and told as any other")
  func functionNamedAsTheBlock() throws {
    let app = """
      app Notes {
          var draft = ""
          button "Type" { draft = "x" }
      }

      """
    let scenario = """
      scenario "typed" {
          setup()
          expect Notes.draft == "x"
      }
      """
    let function = "func setup() { launch Notes; touch \"Type\"; press .home }\n"
    let result = try #require(try storms(app + function + scenario).first)
    #expect(result.steps.map(\.text) == ["launch Notes", "touch \"Type\"", "press .home"])
    #expect(result.findings.first?.scenario?.contains("touch \"Type\"") == true)
    // The block itself is there before each scenario, whatever else has its name.
    let block = "setup { device.batteryLevel = 0.5 }\n"
    let both = try #require(try storms(app + block + function + scenario).first)
    #expect(both.steps.map(\.text) == result.steps.map(\.text))
  }

  @Test("What is counted at most once is no count of what the app was sent")
  func countedOnce() throws {
    func session(_ condition: String, _ body: String = "sessions += 1") -> String {
      """
      device { os: 14; storm: [.forceQuit, .interruptedLaunch] }
      app Session {
          var sessions = 0
          on notification(.willEnterForeground) { \(condition) { \(body) } }
      }
      scenario "comes back" {
          launch Session
          press .home
          advance 10s
          launch Session
          expect Session.sessions == 1
      }
      """
    }
    #expect(try found(session("if sessions == 0")).contains { $0.contains("purge") })
    #expect(try found(session("if 1 > sessions")).contains { $0.contains("purge") })
    #expect(try found(session("if true")) == [])
    #expect(try found(session("if true", "sessions += 1; if sessions == 3 { log \"rate\" }")) == [])
  }

  /// In which scenarios of an app a disturbance takes place.
  private func takesPlace(_ name: String, _ text: String) throws -> [Bool] {
    var options = StormOptions()
    options.disturbances = Disturbance.all.filter { $0.name == name }
    return try storms(text, options: options).map { result in
      #expect(result.findings.isEmpty)
      return result.marks.last == [.held]
    }
  }

  @Test("A permission can be taken once it was asked for and given, where Settings has a switch")
  func permissions() throws {
    let app = """
      device { os: 14 }
      app Notes {
          button "Ask" { requestPermission(.contacts) { granted in } }
          button "Ask for notifications" { requestPermission(.notifications) { granted in } }
      }

      """
    let scenarios = [
      "launch Notes", "launch Notes; touch \"Ask\"",
      "launch Notes; touch \"Ask\"; answer .permissionAlert",
      "launch Notes; touch \"Ask\"; dismiss .permissionAlert",
      "launch Notes; touch \"Ask for notifications\"; answer .permissionAlert",
      "launch Notes; touch \"Ask\"; answer .permissionAlert; press .home; advance 10s",
      "launch Notes; touch \"Ask\"; answer .permissionAlert; press .lock",
    ]
    let text = scenarios.enumerated().map { "scenario \"\($0)\" { \($1) }\n" }.joined()
    #expect(
      try takesPlace("permission", app + text) == [false, false, true, false, false, true, false])
    let old = "scenario \"before switches\", os: 5 { \(scenarios[0]); touch \"Ask\" }\n"
    #expect(try takesPlace("permission", app + old) == [false])
  }

  @Test("A push starts a Live Activity where the app hears of it, and its system has that")
  func activities() throws {
    let text = """
      app Shop { on activityToken(id) { disk["token"] = id } }
      app Deaf { }
      scenario "told", os: 17.2 {
          launch Shop
          expect Shop.disk["token"] != 1
      }
      scenario "deaf", os: 17.2 {
          launch Deaf
          expect Deaf.state == .active
      }
      """
    #expect(try takesPlace("activity", text) == [true, false])
  }

  @Test("Settings are as they were afterwards, also where a scenario has changed them")
  func settings() throws {
    let text = """
      app Notes { on notification(.currentLocaleDidChange) { log "again" } }
      app Deaf { }
      scenario "changed" {
          changeLocale "fr_FR"
          settings.lowPowerMode = true
          settings.backgroundRefresh = false
          launch Notes
          expect settings.lowPowerMode && settings.backgroundRefresh == false
      }
      scenario "deaf" { launch Deaf }
      """
    #expect(try takesPlace("locale", text) == [true, false])
    #expect(try takesPlace("lowPowerMode", text) == [false, true])
    #expect(try takesPlace("backgroundRefresh", text) == [false, true])
  }

  @Test("Another locale is not injected where the app is about to hear of one")
  func waitingLocale() throws {
    let text = """
      app Notes { on notification(.currentLocaleDidChange) { log "another" } }
      scenario "asleep" {
          launch Notes
          press .home
          advance 10s
          changeLocale "pt"
          advance 1min
          launch Notes
          expect Notes.trace.filter { $0.kind == .log }.count == 1
      }
      """
    #expect(try found(text).filter { $0.contains("locale") } == [])
  }

  @Test("What fails in a block that expects calls is shown by what the disturbance changes")
  func insideExpectedCalls() throws {
    var options = StormOptions()
    options.disturbances = Disturbance.all.filter { $0.name == "alarm" }
    let results = try storms(
      """
      app Notes {
          var armed = false
          button "Arm" { armed = true }
          button "Ask" { if armed { requestPermission(.contacts) { granted in } } }
          on willResignActive { armed = false }
      }
      scenario "asking" {
          launch Notes
          expect calls(Notes) { touch "Arm"; touch "Ask" } == [.willResignActive]
      }
      """, options: options)
    let scenario = try #require(results.first?.findings.first?.scenario)
    #expect(scenario.contains("touch \"Arm\"\n") && scenario.contains("expect Notes.armed == true"))
    #expect(!scenario.contains("Ask"))
  }

  @Test(
    "A planted fault is found, and its mended app holds up",
    arguments: [
      (
        "lost-draft", ["purge"],
        "purge after `touch \"Type\"` (line 19): `Hasty.draft == \"x\"` does not hold (line 21)"
      ),
      (
        "double-timer", ["alarm", "home"],
        "alarm after `launch Twice` (line 18): `Twice.caches[\"ticks\"] == 3` does not hold (line 20)"
      ),
      (
        "late-cover", ["home", "switcher"],
        "alarm after `launch Slow` (line 17): `Slow.screen == \"balance\"` does not hold (line 19)"
      ),
      (
        "forgotten-task", ["home"],
        "home after `launch Leaky` (line 24): Leaky.tasks was [], is [\"save\"]"
      ),
      (
        "taken-permission", ["permission"],
        "permission after `answer .permissionAlert` (line 40): `Sulky.pages == 2` does not hold (line 43)"
      ),
      (
        "other-region", ["locale"],
        "locale after `touch \"Coffee\"` (line 31): `Careless.order == [\"coffee\"]` does not hold (line 32)"
      ),
      (
        "lost-refresh", ["lowPowerMode", "backgroundRefresh"],
        "lowPowerMode after `launch Silent` (line 30): `Silent.disk[\"news\"] == \"fresh\"` does not hold (line 34)"
      ),
      (
        "stuck-button", ["headphones"],
        "headphones after `touch \"Play\"` (line 57): `Stuck.showsPause == Stuck.plays` does not hold (line 59)"
      ),
      (
        "lost-login", ["prewarm"],
        "prewarm after `touch \"Log in\"` (line 32): `Hasty.keychain[\"token\"] == \"secret\"` does not hold (line 34)"
      ),
    ])
  func plantedFaults(_ name: String, names: [String], summary: String) throws {
    let results = try example(name)
    #expect(results.count == 2)
    let first = try #require(results[0].findings.first)
    #expect(StormText(results[0]).summary(of: first) == summary)
    let led = Set(
      results[0].findings.flatMap { $0.disturbances + $0.others.flatMap(\.disturbances) })
    #expect(led.isSuperset(of: names))
    #expect(results[1].findings.isEmpty && results[1].survives && results[1].count > 20)
  }

  @Test(
    "The scenario of a finding fails in a fresh session, and holds without the disturbance",
    arguments: [
      "lost-draft", "double-timer", "late-cover", "forgotten-task", "taken-permission",
      "other-region", "lost-refresh", "stuck-button", "lost-login",
    ])
  func replays(_ name: String) throws {
    let text = try Repository.text(of: "Examples/Storm/\(name).rehearsal")
    for finding in try example(name).flatMap(\.findings) {
      let scenario = try #require(finding.scenario)
      #expect(try failures(text + scenario) == 1, "\(scenario)")
      let lines = scenario.split(separator: "\n").filter { !$0.contains("// injected") }
      #expect(try failures(text + lines.joined(separator: "\n")) == 0, "\(scenario)")
    }
  }

  /// How many expectations of the last scenario of a script fail.
  private func failures(_ text: String) throws -> Int {
    let report = try Script(SourceText(name: "replay.rehearsal", text)).run()
    return try #require(report.scenarios.last).failures.count
  }

  @Test("An app that is killed for what it does on the way is told with the end of its process")
  func faults() throws {
    let text = """
      app Slow { on didEnterBackground { work(30s) } }
      scenario "in front" { launch Slow }
      """
    let result = try #require(try storms(text).first)
    let finding = try #require(
      result.findings.first { finding in
        if case .appEnded? = finding.failure?.reason { true } else { false }
      })
    #expect(finding.disturbances == ["suspension"])
    #expect(
      StormText(result).summary(of: finding).hasSuffix(
        "Slow was ended for its own fault: watchdog, 0x8badf00d (watchdog). After 10s "
          + "didEnterBackground was not over."))
    #expect(finding.cause?.contains("didEnterBackground was not over") == true)
  }

  @Test("A crash is a finding, whatever the scenario expects")
  func crashes() throws {
    let text = """
      app Fragile {
        var timer = nil
        on willResignActive { timer.invalidate() }
      }
      scenario "in front" { launch Fragile }
      """
    let result = try #require(try storms(text).first)
    let finding = try #require(result.findings.first)
    #expect(StormText(result).summary(of: finding).contains("Fragile crashed: "))
    #expect(finding.scenario?.contains("expect") == false)
  }

  @Test("What looks back does not see the disturbance")
  func history() throws {
    let text = """
      app Notes {
        on didFinishLaunching { log "launched"; return true }
        on didBecomeActive { log "active" }
      }
      scenario "the way of a message" {
        launch Notes
        advance 1min
        expect calls(Notes) { press .home } == [.willResignActive, .didEnterBackground]
        advance 1min
        expect Notes.calls.count == 5
        expect Notes.trace.filter { $0.kind == .log }.map { $0.detail } == ["launched", "active"]
        expect Notes.exits == []
        expect Notes.exit == nil
        expect Notes.incarnation == 1
        expect Notes.launchReason == .user
        let pid = Notes.pid
        launch Notes
        expect Notes.pid == pid
      }
      """
    #expect(try found(text) == [])
  }

  @Test("What an app stores on the way out is no difference, and what it removes is one")
  func storage() throws {
    let app = "app Notes { on didEnterBackground { CODE } }\n"
    let scenario = """
      scenario "stored" {
        Notes.disk["draft"] = "x"
        launch Notes
      }
      """
    let storing = app.replacing("CODE", with: "disk[\"draft\"] = \"xx\"; disk[\"time\"] = now")
    #expect(try found(storing + scenario) == [])
    let removing = app.replacing("CODE", with: "disk[\"draft\"] = nil")
    #expect(
      try found(removing + scenario) == [
        "home after `launch Notes` (line 4): Notes.disk[\"draft\"] was \"x\", is nil"
      ])
  }

  @Test("A deadline is disturbed before it, around it and after it")
  func deadlines() throws {
    let text = """
      app Clock { on didFinishLaunching { after(2s) { show("late") }; return true } }
      scenario "a moment" {
        launch Clock
        advance 10s
        expect Clock.screen == "late"
      }
      """
    let result = try #require(try storms(text).first)
    #expect(
      result.steps.map { "\($0.moment.rawValue) \($0.time)" } == [
        "behind 0s", "before 2s", "during 2s", "after 2s", "behind 10s",
      ])
    // What a timer of the launch showed is gone with the process, and comes again with the next one.
    #expect(Set(result.findings.flatMap(\.disturbances)) == [])
  }

  @Test("A repeating deadline is disturbed the first time in each wait")
  func repeatingDeadlines() throws {
    let text = """
      app Clock { on didFinishLaunching { every(1s) { log "tick" }; return true } }
      scenario "a minute" { launch Clock; advance 1min }
      """
    let result = try #require(try storms(text).first)
    #expect(result.steps.map(\.time.description) == ["0s", "1s", "1s", "1s", "60s"])
  }

  @Test("Steps in loops and functions count each time, and those of `setup` do not")
  func loops() throws {
    let text = """
      app Notes { var n = 0; button "Add" { n += 1 } }
      setup { launch Notes }
      func add() { touch "Add" }
      scenario "three" {
        for _ in 1...3 { add() }
        expect Notes.n == 3
      }
      """
    let result = try #require(try storms(text).first)
    #expect(result.steps.map(\.text) == ["touch \"Add\"", "touch \"Add\"", "touch \"Add\""])
    #expect(result.steps.map { $0.place?.line } == [3, 3, 3])
  }

  @Test("What a header spares is not injected; a device spares all scenarios of its file")
  func excluded() throws {
    let app = "app Notes { var draft = \"\"; button \"Type\" { draft += \"x\" } }\n"
    let body = "{ launch Notes; touch \"Type\"; expect Notes.draft == \"x\" }\n"
    let steps = Disturbance.all.filter { $0.devices == nil }
    let excluded = try storms(app + "scenario \"a\", storm: [.purge, .home] " + body)
    #expect(excluded[0].survives && excluded[0].disturbances.count == steps.count - 4)
    guard
      case .leftOut(let reason) = try storms(app + "scenario \"a\", storm: .none " + body)[0]
        .outcome
    else { return #expect(Bool(false), "it was disturbed") }
    #expect(reason == "storm: .none")
    let file = try storms(
      "device { storm: [.purge] }\n" + app
        + "scenario \"a\" \(body)scenario \"b\", storm: [] \(body)")
    #expect(file.map(\.survives) == [true, false])
  }

  @Test("A scenario that fails as it stands is told and not disturbed")
  func failing() throws {
    let result = try #require(try storms("scenario \"a\" { expect false }").first)
    guard case .fails(let failures) = result.outcome else {
      return #expect(Bool(false), "it was disturbed")
    }
    #expect(failures.count == 1 && result.steps.isEmpty && !result.survives)
  }

  @Test("A pair finds what one disturbance alone does not")
  func pairs() throws {
    let text = """
      app Notes {
        var draft = disk["draft"] ?? ""
        var visits = 0
        on didEnterBackground {
          visits += 0
          if disk["saved"] == nil { disk["draft"] = draft }
          disk["saved"] = true
        }
        button "Type" { draft += "x" }
      }
      scenario "typed" {
        launch Notes
        touch "Type"
        touch "Type"
        expect Notes.draft == "xx"
      }
      """
    var options = StormOptions()
    options.disturbances = Disturbance.all.filter { ["home", "purge"].contains($0.name) }
    let alone = try #require(try storms(text, options: options).first)
    #expect(alone.findings.isEmpty && alone.pairCount == nil)
    options.injectsPairs = true
    let paired = try #require(try storms(text, options: options).first)
    let finding = try #require(paired.findings.first)
    #expect(finding.disturbances == ["home", "purge"] && finding.scenario != nil)
    #expect(paired.pairCount ?? 0 > 3)
  }
}
