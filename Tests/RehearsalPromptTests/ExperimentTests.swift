// Commands that try what has not happened, or change what has: `:what`, `:each`, `:across`, `:until`,
// `:rewind`, `:redo`; and what the prompt shows of itself.

import Rehearsal
import RehearsalPrompt
import Testing

@Suite("Experiments at the prompt")
struct ExperimentTests {
  /// An app whose background task is never ended.
  private static let saver = """
    app Saver {
        on didEnterBackground { beginBackgroundTask("save") }
    }
    """

  private static func session() throws -> Conversation {
    try Conversation(Conversation.notes, "launch Notes")
  }

  // MARK: - What has not happened

  @Test("What an input would do is shown, and nothing of it is done")
  func what() throws {
    var talk = try Self.session()
    let answer = try talk.say(":what press .home; advance 5s")
    #expect(answer.contains("▸ press .home"))
    #expect(answer.contains("Notes.state: active → suspended"))
    #expect(answer.contains("Notes.draft: \"a\" → \"ab\""))
    #expect(try talk.say("[Notes.state, now]") == "[.active, 0s]")
    #expect(try talk.fail(":what nope()").contains("E0301"))
    #expect(try talk.fail(":what").contains("takes an input"))
    #expect(try talk.say(":back").contains("undid `[Notes.state, now]`"))
  }

  @Test("Inputs are tried side by side, those that are refused included")
  func each() throws {
    var talk = try Self.session()
    let answer = try talk.say(":each press .home | press .lock | nope(\"|\") | 1 || 2")
    let lines = answer.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("press .home") && lines[0].contains("press .lock"))
    #expect(answer.contains("≠ Notes is"))
    #expect(answer.contains("refused"))
    #expect(try talk.say("Notes.state") == ".active")
    #expect(try talk.fail(":each press .home").contains("with `|` between"))
  }

  @Test("A session is played on versions of the system, with the rules that make the difference")
  func across() throws {
    var talk = try Conversation(
      "app Windows { scene { on willConnect(session, options) { log \"connected\" } } }",
      "launch Windows", "press .home")
    let answer = try talk.say(":across 12 13 17")
    #expect(answer.split(separator: "\n")[0].contains("iOS 12"))
    #expect(answer.contains("launch Windows"))
    #expect(answer.contains("sceneWillConnect") || answer.contains("willConnect"))
    #expect(answer.contains(" on 12 only: "))
    #expect(try talk.say("Windows.state") == ".background")
    #expect(try talk.fail(":across 12").contains("takes versions"))
    #expect(try talk.fail(":across 12 pear").contains("there is no version `pear`"))
    var same = try Conversation("var n = 1", "n + 1")
    #expect(try same.say(":across 16 17").contains("is the same"))
  }

  // MARK: - Until something comes

  @Test("Time passes until a process ends, and back to before what led to it")
  func untilKilled() throws {
    var talk = try Conversation(Self.saver, "launch Saver", "press .home")
    #expect(talk.console.prompt.contains("Saver ● background "))
    #expect(talk.console.prompt.hasSuffix(" left] › "))
    let answer = try talk.say(":until killed")
    #expect(answer.contains("ended: backgroundTaskExpired"))
    #expect(try talk.say("Saver.isRunning") == "false")
    try talk.say(":back")
    // An empty input after the end tells why.
    #expect(try talk.say("").contains("backgroundTaskExpired") || talk.say("").contains("task"))
    let back = try talk.say(":rewind")
    #expect(back.contains("`press .home` caused the end of Saver"))
    #expect(try talk.say("Saver.state") == ".active")
    #expect(try talk.say("").isEmpty)
  }

  @Test("A condition is waited for, and what cannot come is refused")
  func untilCondition() throws {
    var talk = try Conversation(Conversation.notes, "launch Notes", "press .home")
    try talk.say(":until Notes.state == .suspended")
    #expect(try talk.say("Notes.state") == ".suspended")
    #expect(try talk.say(":until true").contains("already"))
    #expect(try talk.fail(":until 1").contains("not a Bool"))
    #expect(try talk.fail(":until nope").contains("not a Bool"))
    #expect(try talk.fail(":until false").contains("does not hold"))
    #expect(try talk.fail(":until").contains("takes `killed`"))
    #expect(try talk.fail(":rewind").contains("no process has ended"))
  }

  // MARK: - Another past

  @Test("An input is changed, and those after it are played again")
  func redo() throws {
    var talk = try Self.session()
    try talk.say("touch \"Type\"")
    try talk.say("press .home")
    let answer = try talk.say(":redo 2 touch \"Type\"; touch \"Type\"")
    #expect(answer.contains("Notes.draft: \"axb\" → \"axxb\""))
    #expect(try talk.say("Notes.draft") == "\"axxb\"")
    #expect(try talk.fail(":redo 3 nope()").contains("nothing was changed"))
    #expect(try talk.say("Notes.draft") == "\"axxb\"")
    #expect(try talk.fail(":redo 99 1").contains("cannot be undone"))
    #expect(try talk.fail(":redo x").contains("takes a number"))
  }

  // MARK: - What the prompt shows of itself

  @Test("The prompt has signs for a lock, a call and a device that is off")
  func signs() throws {
    var talk = try Self.session()
    try talk.say("press .lock")
    #expect(talk.console.prompt.contains("[0.000s locked Notes"))
    try talk.say(":back")
    try talk.say("interrupt .phoneCall")
    #expect(talk.console.prompt.contains("call Notes"))
    #expect(try talk.say(":state").contains("call        yes"))
  }

  @Test("What had no effect says why it reached nobody")
  func reachesNobody() throws {
    var talk = try Self.session()
    #expect(!(try talk.say(":what press .home")).contains("reached no app"))
    try talk.say("press .home")
    let reason = "It reached no app: Notes is in the background"
    #expect(try talk.say(":what interrupt .phoneCall").contains(reason))
    #expect(try talk.say("interrupt .phoneCall").contains(reason))
    try talk.say("dismiss .phoneCall; advance 10s")
    #expect(try talk.say("interrupt .phoneCall").contains("Notes is suspended"))
    var empty = try Conversation()
    #expect(try empty.say("press .lock").contains("It reached no app: there are none."))
  }

  @Test("A state shows what lies over the screen, and how long what runs may go on")
  func showsAll() throws {
    var talk = try Conversation(
      """
      app Player {
          on didEnterBackground {
              beginBackgroundTask("save")
              after(50s) { }
              disk["draft"] = "a"
          }
      }
      """, "launch Player; press .home; interrupt .alarm")
    let device = try talk.say(":state")
    #expect(device.contains("lock        unlocked") && device.contains("power       100 %"))
    #expect(device.contains("on top      alarm") && device.contains("next        at "))
    let app = try talk.say(":state Player")
    #expect(app.contains("tasks       “save” since 0.000s, 30s left"))
    #expect(app.contains("timers      due at 50.000s, in 50s") && app.contains("\"draft\": "))
  }

  @Test("A difference has ends, calls, screens and the order of messages")
  func differences() throws {
    var talk = try Self.session()
    try talk.say(":fork here")
    try talk.say("press .home")
    try talk.say(":fork home")
    try talk.say(":switch here")
    try talk.say("forceQuit Notes")
    let answer = try talk.say(":diff home")
    #expect(answer.contains("Notes, last end: (none) → forceQuit at 0.000s"))
    #expect(answer.contains("Notes.calls"))
  }

  @Test(
    "Help knows the words of those who do not know the words yet",
    arguments: [
      ("call", "interrupt .phoneCall"), ("killed", ":until killed"), ("background", "press .home"),
      ("undo", ":back"), ("test", ":record"), ("iOS 13", ":across"), ("time left", ":state"),
    ])
  func concepts(_ word: String, _ answer: String) throws {
    var talk = try Conversation()
    #expect(try talk.say(":help \(word)").contains(answer))
  }

  // MARK: - Files

  @Test("No file is written over unless that is said")
  func keepsFiles() throws {
    var talk = try Self.session()
    talk.files["mine.rehearsal"] = "precious"
    #expect(try talk.fail(":save mine").contains("`:save! mine` overwrites it"))
    #expect(try talk.fail(":record mine").contains("exists"))
    #expect(talk.files["mine.rehearsal"] == "precious")
    try talk.say(":record! mine")
    try talk.say(":record mine")
    #expect(talk.files["mine.rehearsal"]?.contains("scenario \"mine\"") == true)
  }

  @Test("A crash becomes an expectation")
  func recordsCrashes() throws {
    var talk = try Conversation("app Bad { on didEnterBackground { fatalError(\"oh\") } }")
    try talk.say("launch Bad")
    try talk.say("press .home")
    #expect(try talk.say(":record crash").contains("which passes"))
    #expect(talk.files["crash.rehearsal"]?.contains("expect crash(Bad)") == true)
  }

  @Test("What was declared again is recorded with its last code, and what is left out is said")
  func recordsRedefinitions() throws {
    var talk = try Conversation("app Notes { var old = 1 }", "launch Notes", "Notes.old")
    try talk.say("app Notes { var draft = 2 }")
    try talk.say("launch Notes")
    try talk.say("Notes.draft")
    let answer = try talk.say(":record again")
    #expect(answer.contains("which passes"))
    let text = try #require(talk.files["again.rehearsal"])
    #expect(text.contains("expect Notes.draft == 2"))
    #expect(!text.contains("Notes.old") || !answer.contains("left out"))
  }

  @Test("The past is bounded by the memory that it takes")
  func boundsThePast() throws {
    var talk = try Conversation("var text = \"x\"", "for i in 0..<23 { text += text }")
    for _ in 0..<20 { try talk.say("text += \"y\"") }
    #expect(try talk.say(":back").contains("undid"))
    #expect(try talk.fail(":back 20").contains("can be undone"))
    #expect(try talk.say("text.count") == "\((1 << 23) + 19)")
  }

  @Test("What a device keeps counts in the past, as it may differ in every moment of it")
  func boundsThePastOfDevices() throws {
    let fill = "for i in 0..<4000 { A.settings[\"k \\(i)\"] = text }"
    var talk = try Conversation("app A { }", "var text = \"0123456789abcdef\"", "var n = 0")
    for _ in 0..<6 { try talk.say("text += text") }
    for _ in 0..<60 { try talk.say("n += 1") }
    #expect(try talk.say(":back 50").contains("undid"))
    try talk.say(fill)
    for _ in 0..<60 { try talk.say("A.settings[\"k 1\"] = n") }
    #expect(try talk.fail(":back 50").contains("can be undone"))
    #expect(try talk.say(":back").contains("undid"))
  }

  @Test("Moments with names take no more memory than a run may")
  func boundsForks() throws {
    var limits = RunLimits()
    limits[.memory] = 64 << 20
    var talk = try Conversation("var text = \"x\"", limits: limits)
    for _ in 0..<23 { try talk.say("text += text") }
    try talk.say(":fork first")
    var count = 1
    while count < 64, case .accepted = talk.console.submit(":fork name\(count)") { count += 1 }
    #expect((2..<9).contains(count))
    #expect(try talk.fail(":fork another").contains("the limit `memory`"))
    // One takes the place of the other.
    try talk.say(":fork first")
    #expect(try talk.say(":switch first").contains("at `first`"))
  }
}
