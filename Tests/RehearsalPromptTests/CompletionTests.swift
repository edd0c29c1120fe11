// What TAB offers: words that fit the place, from the tables and from the session.

import RehearsalPrompt
import RehearsalReference
import Testing

@Suite("Completion")
struct CompletionTests {
  private static func session() throws -> Conversation {
    try Conversation(
      Conversation.notes, "launch Notes", "var total = 1", "func twice(x) { x * 2 }",
      "var map = [\"own key\": 1, \"title\": \"a\"]; var list = [1]; var text = \"a\"")
  }

  @Test(
    "Each place has its words",
    arguments: [
      ("laun", ["launch"]), ("tot", ["total"]), ("twi", ["twice"]), ("launch No", ["Notes"]),
      ("press .", ["home", "lock", "screenshot", "siri", "switcher"]), ("press .h", ["home"]),
      ("press(.l", ["lock"]), ("push Notes, type: .v", ["voip"]),
      ("expect Notes.state == .act", ["active"]), ("Notes.dr", ["draft"]),
      ("Notes.sta", ["state"]), ("Notes.settings.loc", ["location"]),
      ("device.frontm", ["frontmost"]), ("Notes.calls.conta", ["contains"]),
      ("app A { on didFinish", ["didFinishLaunching"]),
      ("app A { scene { on willC", ["willConnect", "willContinueUserActivity"]),
      ("app A { info { exits", ["exitsOnSuspend"]),
      ("app A { info { backgroundModes: [.fe", ["fetch"]),
      (
        "app A { info {\nbackgroundModes: [.audio, .blue",
        [
          "bluetoothCentral", "bluetoothPeripheral",
        ]
      ),
      ("device { quirks: [.lockF", ["lockFlicker"]), ("device { mult", ["multitasking"]),
      ("scenario \"a\", ta", ["tags"]), ("scenario \"a\", n in [1], mod", ["model"]),
      ("scenario \"a\", quirks: [.lockF", ["lockFlicker"]),
      ("scenario \"a\", evidence: .obs", ["observed"]),
      ("scenario \"a\", os: 12 { laun", ["launch"]),
      ("app A { on didEnterBackground { beginBack", ["beginBackgroundTask"]),
      ("app A { var mine = 1; on didEnterBackground { mi", ["min", "mine"]),
      ("app A { on didEnterBackground { laun", []), ("print(\"laun", []), ("/* laun", []),
      (":tim", [":time", ":timeline"]), (":help didEnterB", ["didEnterBackground"]),
      (":state No", ["Notes"]), (":why Notes .didEnterBackgroundI", [".didEnterBackgroundIsSlow"]),
      (":device mod", ["model"]), (":set tr", ["trace"]), (":set trace o", ["off", "on"]),
      (":rules R05", (50...59).map { "R0\($0)" }), (":time laun", ["launch"]), ("nothing.x", []),
      ("print(\"n \\(tot", ["total"]), ("print(\"\\(twice(tot", ["total"]),
      ("print(\"\\(total) tot", []), ("map.ti", ["title"]), ("map[\"", ["own key\"]", "title\"]"]),
      ("total.", []), ("text.u", ["uppercased"]), ("list.app", ["append"]), ("map.app", []),
      (":help E030", ["E0301", "E0302", "E0303", "E0304", "E0305", "E0306", "E0307", "E0308"]),
      (":help R05", (50...59).map { "R0\($0)" }), (":set width ", []),
      ("touch \"", ["Type\""]),
    ])
  func offers(_ line: String, _ words: [String]) throws {
    #expect(try Self.session().offers(line) == words)
  }

  @Test("After a dot stands what the value has that came there by other names")
  func knowsValues() throws {
    var talk = try Self.session()
    try talk.say("let end = Notes.exit")
    try talk.say("let records = Notes.trace")
    try talk.say("let front = device.frontmost")
    #expect(talk.offers("end.rea") == ["reason"])
    #expect(talk.offers("records.fil") == ["filter"])
    #expect(talk.offers("front.sta") == ["state"])
    #expect(talk.offers("records.uppercas").isEmpty)
  }

  @Test("After a dot stands what the value of any expression has, however unfinished the input is")
  func knowsExpressions() throws {
    var talk = try Self.session()
    try talk.say("func lastEnd() { return Notes.exit }")
    let inputs = [
      ("Notes.tasks.filter { $0.beg", ["began"]), ("Notes.trace.first?.cau", ["cause"]),
      ("if Notes.tasks[0].nam", ["name"]), ("print(\"\\(Notes.timers.first?.du", ["due"]),
      ("for task in Notes.tasks { print(task.beg", ["began"]), ("lastEnd()?.rea", ["reason"]),
      ("expect [1, 2].map { string($0) }.fir", ["first"]),
      ("let front = device.frontmost; front.sta", ["state"]),
    ]
    for (input, words) in inputs { #expect(talk.offers(input) == words, "\(input)") }
  }

  @Test("A symbol that is compared is one that the value can be, whatever it is called")
  func knowsSymbols() throws {
    var talk = try Self.session()
    try talk.say("let mode = Notes.state")
    #expect(talk.offers("expect mode == .act") == ["active"])
    #expect(talk.offers("Notes.trace.filter { $0.kind == .mess") == ["message"])
    #expect(!talk.offers("expect mode == .").contains("didBecomeActive"))
  }

  @Test("What the session declares is called as it is declared")
  func signatures() throws {
    var talk = try Self.session()
    try talk.say("func move(steps, back = false) { }")
    #expect(talk.console.completion(of: "move(1, ").hint == "move(steps, back?)")
    #expect(talk.console.completion(of: "launch ").hint.hasPrefix("launch(app, on:?)"))
  }

  @Test("Lines before the one that is typed are known, and so are files and moments")
  func knowsMore() throws {
    var talk = try Self.session()
    talk.files["scripts/a.rehearsal"] = ""
    #expect(talk.offers(":load scri") == ["scripts/a.rehearsal"])
    #expect(talk.offers("import \"scri") == ["scripts/a.rehearsal\""])
    try talk.say("press .home")
    #expect(talk.offers("Notes.disk[\"dr") == ["draft\"]"])
    #expect(talk.offers("app Notes { on didEnterBackground { disk[\"dr") == ["draft\"]"])
    try talk.say(":fork base")
    #expect(talk.offers(":switch b") == ["base"])
    _ = talk.console.submit("app B {")
    _ = talk.console.submit("  let own = 1")
    #expect(talk.offers("  on didReceiveM") == ["didReceiveMemoryWarning"])
    #expect(talk.offers("  on didEnterBackground { ow") == ["own"])
  }

  @Test("What all offers have in common is told")
  func extends() throws {
    let completion = try Self.session().console.completion(of: "app A { on protectedD")
    #expect(completion.commonPrefix == "protectedData")
    #expect(completion.replaced == 10)
  }
}
