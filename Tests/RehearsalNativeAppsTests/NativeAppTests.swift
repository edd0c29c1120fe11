// Apps that are written in Swift: driven by scripts, driven from Swift, and beside scripted ones.

import Rehearsal
import RehearsalNativeApps
import TestSupport
import Testing

/// An app that keeps a draft and saves it in the background.
private struct NotesDelegate: ApplicationDelegate {
  static var exposed: Exposed { ["draft": { $0.draft }, "saves": { $0.saves }] }
  static var controls: [String] { ["Type"] }

  var draft = ""
  var saves = 0

  mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    draft = application.stored("draft") ?? ""
    return true
  }

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    draft += "x"
  }

  mutating func applicationDidEnterBackground(_ application: inout Application<Self>) {
    let task = application.beginBackgroundTask("save")
    _ = try? application.perform(for: .seconds(2)) { notes, application in
      try? application.store(notes.draft, forKey: "draft")
      notes.saves += 1
      application.endBackgroundTask(task)
    }
  }
}

@Suite("Native apps")
struct NativeAppTests {
  @Test func aScriptDrivesOne() throws {
    var host = ScriptHost()
    try host.install("Notes") { NotesDelegate() }
    let script = Script(
      SourceText(
        name: "native.rehearsal",
        """
        app Other { var n = 1 }
        scenario "the draft survives" {
            launch Other
            launch Notes
            touch "Type"
            expect Notes.draft == "x"
            expect calls(Notes) { press .home } == [.willResignActive, .didEnterBackground]
            advance 10s
            expect Notes.state == .suspended
            expect Notes.saves == 1
            purge Notes
            launch Notes
            expect Notes.draft == "x"
            expect Notes.disk["draft"] == "x"
            print(Notes, Other.n)
        }
        """), host: host)
    let played = Play(script)
    #expect(played.diagnostics.isEmpty)
    #expect(played.report?.hasPassed == true, "\(played.shown)")
    #expect(played.printed == ["Notes 1"])
  }

  @Test func theCheckerKnowsWhatItExposes() throws {
    var host = ScriptHost()
    try host.install("Notes") { NotesDelegate() }
    let script = Script(SourceText(name: "n", "launch Notes\nprint(Notes.drft)"), host: host)
    #expect(script.diagnostics.first?.message.contains("drft") == true)
  }

  @Test func swiftDrivesOne() throws {
    var device = Simulation()
    let notes = try device.install("Notes") { NotesDelegate() }
    try device.launch(notes)
    #expect(
      device.messages(to: notes) == [.willFinishLaunching, .didFinishLaunching, .didBecomeActive])
    try device.touch("Type")
    var fork = device
    try device.press(.home)
    try device.advance(by: .seconds(5))
    #expect(device.state(of: notes) == .suspended)
    #expect(device.value("saves", of: notes) == .integer(1))
    #expect(device.delegate(of: notes, as: NotesDelegate.self)?.draft == "x")
    #expect(device.records().last?.subject == .state(.suspended, from: .background))
    // The fork went its own way.
    try fork.touch("Type")
    #expect(fork.value("draft", of: notes) == .string("xx"))
    #expect(fork.value("saves", of: notes) == .integer(0))
  }

  private struct Busy: ApplicationDelegate {
    mutating func application(
      _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
    ) -> Bool {
      application.work(for: .seconds(30))
      return true
    }
  }

  @Test func workCountsForTheWatchdog() throws {
    var device = Simulation()
    let busy = try device.install("Busy") { Busy() }
    try device.launch(busy)
    try device.advance(by: .seconds(60))
    #expect(device.state(of: busy) == .notRunning)
  }

  @Test func sessionsAreValues() throws {
    let script = Script(
      SourceText(
        name: "fork.rehearsal",
        """
        var n = 1
        func bump(by: Int) { n += by; return n }
        app Notes { var draft = "" ; button "Type" { draft += "x" } }
        launch Notes
        expect Notes.draft == ""
        touch "Type"
        expect Notes.draft == "x"
        """.replacing("by: Int", with: "by").replacing("; ", with: "\n")))
    var session = try script.session()
    let isFirst = session.runToExpectation()
    #expect(isFirst)
    let saved = session
    let draft1 = try session.value(of: "draft", in: "Notes")
    #expect(draft1 == .string(""))
    let isSecond = session.runToExpectation()
    #expect(isSecond)
    let draft2 = try session.value(of: "draft", in: "Notes")
    #expect(draft2 == .string("x"))
    let isThird = session.runToExpectation()
    #expect(!isThird)
    let bumped = try session.call("bump", [.integer(2)])
    let n = try session.value(of: "n")
    #expect(bumped == .integer(3) && n == .integer(3))
    session = saved
    let draft3 = try session.value(of: "draft", in: "Notes")
    #expect(draft3 == .string(""))
    let report = session.run()
    #expect(report.hasPassed)
    #expect(throws: ScriptError.self) { try session.call("nothing") }
    #expect(throws: ScriptError.self) { try Script(SourceText(name: "bad", "let x =")).run() }
  }
}
