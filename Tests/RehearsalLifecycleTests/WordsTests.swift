// The words for what happened: every reason has some, records are called as scripts call them, and
// explanations name the rule.

import RehearsalLifecycle
import RehearsalValues
import Testing

@Suite("Words for records")
struct WordsTests {
  /// Code that does nothing.
  private struct Idle: AppCode {
    mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
      .returned(.nil)
    }
    mutating func resume(in context: AppContext) -> CodeProgress { .returned(.nil) }
    func digest(
      into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
    ) {}
  }

  private func world() throws -> (simulation: Simulation, app: AppIdentifier) {
    var simulation = Simulation()
    let app = try simulation.install(
      AppDescription(name: "Notes", controls: ["Type"]), handling: MessageSet()
    ) { Idle() }
    return (simulation, app)
  }

  private func calls(_ simulation: Simulation) -> [String] {
    simulation.history.records().filter { $0.kind == .stimulus }
      .map { $0.call(appName: $0.app == nil ? nil : "Notes") }
  }

  @Test func actionsAreCalledAsInScripts() throws {
    var (simulation, app) = try world()
    let payload = ScriptValue.map(named: [("aps", .map(named: [("alert", .string("Hi"))]))])
    let stimuli: [Stimulus] = [
      .launch(app), .touch(nil, control: "Type"), .press(.home), .pressure(30 << 20),
      .locate(app, .by(metres: 600)), .push(app, payload: payload, type: .alert),
      .setting(.backgroundRefresh(.denied)), .appSetting(app, .key("sound", .boolean(true))),
      .condition(.freeStorage(1 << 30)), .releaseDivider(closing: nil), .unlock,
    ]
    for stimulus in stimuli { _ = try simulation.apply(stimulus) }
    #expect(
      calls(simulation) == [
        "launch Notes", "touch \"Type\"", "press .home", "pressure 30MB",
        "locate Notes, moved: 600", "push Notes, payload: [\"aps\": [\"alert\": \"Hi\"]]",
        "settings.backgroundRefresh = false", "Notes.settings[\"sound\"] = true",
        "device.freeStorage = 1GB", "releaseDivider()", "unlock()",
      ])
  }

  @Test func refusalsSayWhyAndWhatOnlyTheMomentKnows() throws {
    var (simulation, app) = try world()
    _ = try simulation.apply(.launch(app))
    guard case .refused(let record) = try simulation.apply(.launch(app)) else {
      Issue.record("the launch was not refused")
      return
    }
    #expect(simulation.history[record]?.detail.contains("front") == true)
    _ = try simulation.apply(.forceQuit(app))
    guard case .refused(let record) = try simulation.apply(.fetch(app)) else {
      Issue.record("the fetch was not refused")
      return
    }
    #expect(simulation.history[record]?.detail.isEmpty == false)
  }

  @Test func explanationsNameTheRule() throws {
    var (simulation, app) = try world()
    #expect(simulation.explanation(of: app).stateText.contains("it was never launched"))
    _ = try simulation.apply(.launch(app))
    _ = try simulation.apply(.press(.home))
    try simulation.advance(by: .seconds(30))
    let explanation = simulation.explanation(of: app)
    #expect(explanation.stateText.contains("R060"))
    #expect(explanation.text(of: "didBecomeActive").contains("R011"))
    #expect(explanation.text(of: "willTerminate").isEmpty == false)
  }

  @Test func timelinesLeaveOutWhatNobodyHeard() throws {
    var (simulation, app) = try world()
    _ = try simulation.apply(.launch(app))
    let records = simulation.history.records()
    let entries = records.compactMap { TimelineEntry($0, appName: "Notes") }
    #expect(entries.count < records.count)
    #expect(entries.first?.text == "launch Notes")
    #expect(entries.contains { $0.emphasis == .state(.active) && $0.text == "active" })
    let message = try #require(entries.first { $0.text == "didFinishLaunching" })
    #expect(message.remark().contains("application(_:didFinishLaunchingWithOptions:)"))
    #expect(!message.remark(room: 10).contains("application("))
  }
}
