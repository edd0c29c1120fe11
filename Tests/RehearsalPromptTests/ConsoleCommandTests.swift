// The commands of the prompt: moments, looking, files, help and settings.

import Rehearsal
import RehearsalPrompt
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Commands of the console")
struct ConsoleCommandTests {
  private static func session() throws -> Conversation {
    try Conversation(Conversation.notes, "launch Notes", "touch \"Type\"", "press .home")
  }

  // MARK: - Moments

  @Test("Going back undoes the last inputs, the whole session included")
  func goesBack() throws {
    var talk = try Self.session()
    try talk.say("var n = 1")
    try talk.say("n = 2")
    #expect(try talk.say(":back").contains("undid `n = 2`"))
    #expect(try talk.say("n") == "1")
    #expect(try talk.say(":back 3").hasSuffix("it is 0.000s, Notes active"))
    #expect(try talk.say("Notes.draft") == "\"ax\"")
    #expect(try talk.fail("n").contains("E0301"))
    #expect(try talk.fail(":back 9").contains("only 4 inputs"))
    #expect(try talk.fail(":back -1").contains("a number from 1"))
  }

  @Test("A moment that was named is returned to, and what differs is told")
  func forks() throws {
    var talk = try Conversation(Conversation.notes, "launch Notes", ":fork before")
    try talk.say("press .home")
    try talk.say("advance 10s")
    let difference = try talk.say(":diff before")
    #expect(difference.contains("time: 0.000s → 10.000s"))
    #expect(difference.contains("Notes.state: active → suspended"))
    #expect(difference.contains("Notes.draft: \"a\" → \"ab\""))
    #expect(difference.contains("Notes.disk.draft: (none) →"))
    #expect(difference.contains("2 more: .willResignActive .didEnterBackground"))
    #expect(try talk.say(":switch before").contains("Notes active"))
    #expect(try talk.say("Notes.draft") == "\"a\"")
    #expect(try talk.say(":diff before") == "before and now do not differ")
    try talk.say(":back 2")
    #expect(try talk.say("now") == "10s")
    #expect(try talk.say(":fork").contains("before"))
    #expect(try talk.fail(":switch nowhere").contains("`before`"))
  }

  @Test("A reset makes the device afresh, and with all forgets everything")
  func resets() throws {
    var talk = try Self.session()
    try talk.say("var n = 7")
    try talk.say(":reset")
    #expect(try talk.say("[n, Notes.isRunning, now == 0s]") == "[7, false, true]")
    try talk.say(":reset all")
    #expect(try talk.fail("n").contains("E0301"))
    try talk.say(":back")
    #expect(try talk.say("n") == "7")
  }

  // MARK: - Looking

  @Test("Apps, states, records and reasons are shown without changing anything")
  func looks() throws {
    var talk = try Self.session()
    #expect(try talk.say(":apps").contains("Notes  background  process"))
    #expect(try talk.say(":state").contains("in front    no app"))
    #expect(try talk.say(":state Notes").contains("draft       \"axb\""))
    #expect(try talk.say(":trace 1").contains("didEnterBackground"))
    #expect(try talk.say(":why").contains("Notes is in the background"))
    #expect(try talk.say(":why Notes .didEnterBackground").contains("R054"))
    #expect(try talk.say(":why .push").isEmpty == false)
    #expect(try talk.say(":rules").contains("R054 ×"))
    #expect(try talk.say(":rules r054").contains("Versions:"))
    #expect(try talk.say(":rules watchdog").contains("R109"))
    #expect(try talk.fail(":state Nots").contains("`Notes`"))
    #expect(try talk.say(":time").hasPrefix("0.000s, 2026-01-01"))
    #expect(try talk.say(":time advance 2s").contains("2s passed on the device"))
  }

  @Test("The timeline draws states over time and names what was done and sent")
  func drawsTimeline() throws {
    var talk = try Self.session()
    try talk.say("advance 10s")
    let text = try talk.say(":timeline")
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("0.000s") && lines[0].contains("3.000s"))
    #expect(lines[0].hasSuffix("10.000s"))
    #expect(lines[1].contains("▒░"))
    #expect(text.contains("0.000s  press .home: willResignActive"))
    #expect(text.contains("Time is to scale"))
  }

  @Test("The timeline is drawn of an app, of a part of the time, and tells what failed")
  func drawsPartsOfTimelines() throws {
    var talk = try Self.session()
    try talk.say("app Other { }")
    try talk.say("advance 10s; expect Notes.state == .active; launch Other; press .home")
    #expect(try talk.say(":timeline").contains("failed: `Notes.state == .active` does not hold"))
    let other = try talk.say(":timeline Other")
    #expect(other.contains("Other ") && !other.contains("draft") && !other.contains("touch"))
    let late = try talk.say(":timeline 5s 20s")
    #expect(late.contains("launch Other") && !late.contains("touch"))
    #expect(try talk.say(":timeline 100s 200s") == "Nothing has happened in it.")
    #expect(try talk.fail(":timeline Othr").contains("`Other`"))
    #expect(try talk.fail(":timeline 2s 1s").contains("last time to draw"))
  }

  @Test("Events happen one by one")
  func steps() throws {
    var talk = try Self.session()
    #expect(try talk.say(":step").contains("3.000s    → suspended"))
    #expect(try talk.say(":back").contains("step(1)"))
    #expect(try talk.say("Notes.state") == ".background")
  }

  // MARK: - Files

  @Test("The saved script plays the session again")
  func saves() throws {
    var talk = try Self.session()
    try talk.say("Notes.draft")
    try talk.say("_.count + 1")
    try talk.say("_ * 2")
    try talk.say("advance 10s")
    let answer = try talk.say(":save copy")
    #expect(!answer.contains("not come to the same"))
    let text = try #require(talk.files["copy.rehearsal"])
    let played = Play(text)
    #expect(played.diagnostics.isEmpty)
    #expect(played.printed == ["axb", "4", "8"])
    var again = try Conversation()
    again.files["copy.rehearsal"] = text
    try again.say(":load copy.rehearsal")
    #expect(again.console.prompt == talk.console.prompt)
  }

  @Test("A saved script says so where names were declared again")
  func savesRedeclarations() throws {
    var talk = try Self.session()
    try talk.say("let x = 1")
    try talk.say("let x = 2")
    try talk.say("x")
    #expect(!(try talk.say(":save x")).contains("not come to the same"))
    #expect(Play(try #require(talk.files["x.rehearsal"])).printed == ["2"])
    try talk.say("app Notes { on willResignActive { fatalError(\"new\") } }")
    try talk.say("launch Notes")
    #expect(try talk.say(":save y").contains("because `x`, `Notes` was declared more than once"))
  }

  @Test("The recorded scenario passes and expects what happened")
  func records() throws {
    var talk = try Self.session()
    try talk.say("Notes.draft")
    try talk.say("let state = Notes.state")
    try talk.say("expect state == .background")
    try talk.say("func leave() { press .home }")
    try talk.say("launch Notes; leave()")
    try talk.say("advance 10s")
    try talk.say("expect Notes.state == .suspended")
    _ = try talk.say("expect Notes.state == .active")
    try talk.say(":record stays alive")
    let text = try #require(talk.files["stays-alive.rehearsal"])
    #expect(text.contains("scenario \"stays alive\""))
    #expect(text.contains("expect calls(Notes) { press .home } == [.willResignActive, .didEnter"))
    #expect(text.contains("expect Notes.draft == \"axb\""))
    #expect(text.contains("expect Notes.state == .suspended"))
    let played = Play(text)
    #expect(played.diagnostics.isEmpty)
    #expect(played.report?.scenarios.map(\.status) == [.passed])
  }

  @Test("What would not pass is recorded as it goes with the code declared last")
  func recordsOnlyWhatPasses() throws {
    var talk = try Conversation("app One { on willResignActive { log \"old\" } }", "launch One")
    try talk.say("app One { on didBecomeActive { fatalError(\"new\") } }")
    try talk.say("press .home")
    #expect(try talk.say(":record one").contains("the last declaration of each name"))
    let text = try #require(talk.files["one.rehearsal"])
    #expect(text.contains("expect crash(One) {\n        launch One\n"))
    #expect(!text.contains("old"))
    #expect(Play(text).report?.scenarios.map(\.status) == [.passed])
    var empty = try Conversation()
    #expect(try empty.fail(":record x").contains("nothing to record"))
  }

  @Test("Only what is marked is expected, and only what that needs is kept")
  func recordsWhatMatters() throws {
    var talk = try Self.session()
    try talk.say("advance 10s")
    try talk.say("app Other { }")
    try talk.say("launch Notes; touch \"Type\"")
    #expect(try talk.say(":expect").contains("touch"))
    #expect(try talk.say(":expect Notes.isRunning").contains("will expect it"))
    #expect(try talk.say(":expect Notes.state == .background").contains("does not hold"))
    try talk.say("launch Other")
    #expect(try talk.fail(":expect 99").contains("no input of that number"))
    #expect(try talk.say(":record kept").contains("inputs that the marked ones do not need"))
    let text = try #require(talk.files["kept.rehearsal"])
    #expect(text.contains("expect Notes.isRunning") && text.contains("touch \"Type\""))
    #expect(!text.contains("Other"))
    #expect(Play(text).report?.scenarios.map(\.status) == [.passed])
  }

  @Test("A loaded file that only declares is imported by what is recorded")
  func recordsImports() throws {
    var talk = try Conversation()
    talk.files["notes.rehearsal"] = Conversation.notes
    talk.files["acts.rehearsal"] = "app Acts { }\nlaunch Acts\n"
    try talk.say(":load notes.rehearsal")
    try talk.say(":load acts.rehearsal")
    try talk.say("launch Notes")
    try talk.say(":record keeps")
    let text = try #require(talk.files["keeps.rehearsal"])
    #expect(text.contains("import \"notes.rehearsal\"") && !text.contains("app Notes"))
    #expect(text.contains("app Acts"))
    try talk.say("app Notes { }")
    try talk.say("launch Notes")
    try talk.say(":record! keeps")
    let inlined = try #require(talk.files["keeps.rehearsal"])
    #expect(!inlined.contains("import") && inlined.contains("app Notes"))
  }

  @Test("The session is disturbed at each step, by everything or by one disturbance")
  func storms() throws {
    var talk = try Conversation(
      "app Notes { var draft = \"\"; button \"Type\" { draft += \"x\" } }", "launch Notes",
      "touch \"Type\"", "Notes.draft")
    let found = try talk.say(":storm purge")
    #expect(found.contains("✗ purge after `touch \"Type\"`") && found.contains("purge Notes"))
    #expect(try talk.say(":storm home").contains("It survives: 2 steps, 2 disturbances."))
    #expect(try talk.say(":storm").contains("✗ purge, forceQuit"))
    #expect(try talk.fail(":storm purg").contains("did you mean `purge`"))
    var empty = try Conversation()
    #expect(try empty.fail(":storm").contains("nothing to disturb"))
  }

  @Test("What may happen from here is explored; what breaks is a moment with its steps")
  func explores() throws {
    var talk = try Conversation(
      "app Notes { var draft = \"\"; button \"Type\" { draft += \"x\" } }", "launch Notes",
      "var typed = \"x\"", "touch \"Type\"")
    let found = try talk.say(":explore !Notes.isRunning || Notes.draft == typed")
    #expect(found.contains("does not hold after\n  forceQuit Notes\n  launch Notes\n"), "\(found)")
    #expect(try talk.say("Notes.draft").contains("\"x\""))
    #expect(try talk.say(":switch found").contains("Notes active"))
    #expect(try !talk.say("Notes.draft").contains("x"))
    #expect(try talk.say(":back 2").contains("undid"))
    #expect(try talk.say(":back").contains("undid `forceQuit Notes`"))
    #expect(try talk.say("Notes.draft").contains("\"x\""))
    #expect(try talk.say(":explore Notes.draft == \"\"").contains("in the current state"))
    #expect(try talk.say(":explore").contains("It holds in everything that can happen from here"))
    #expect(try talk.fail(":explore Note.draft == 1").contains("E0301"))
    var empty = try Conversation()
    #expect(try empty.fail(":explore").contains("nothing has happened"))
  }

  @Test("A script is loaded as one input")
  func loads() throws {
    var talk = try Conversation()
    talk.files["a.rehearsal"] = Conversation.notes + "\nlaunch Notes\n"
    talk.files["b.rehearsal"] = "launch Notes\nnope()\n"
    talk.files["a b.rehearsal"] = "let quoted = 1\n"
    try talk.say(":load \"a b.rehearsal\"")
    try talk.say(":back")
    #expect(try talk.say(":load a.rehearsal").contains("▸ launch Notes"))
    #expect(try talk.fail(":load b.rehearsal").contains("b.rehearsal:2:1"))
    #expect(try talk.fail(":load c.rehearsal").contains("there is no such file"))
    try talk.say(":back")
    #expect(try talk.say(":apps").contains("no app"))
  }

  // MARK: - The prompt itself

  @Test("Commands may be shortened; what is unknown is told with what was meant")
  func readsCommands() throws {
    var talk = try Conversation()
    #expect(try talk.say(":ap") == "There is no app; `app Name { }` makes one.")
    #expect(try talk.fail(":ste3").contains("`:step`"))
    #expect(try talk.fail(":st").contains(":state, :step"))
    #expect(talk.console.submit(":quit") == .quit)
    #expect(talk.console.submit("exit") == .quit)
    #expect(talk.console.submit("quit()") == .quit)
    #expect(try talk.say(":?") == talk.say(":help"))
    #expect(try talk.say(":? press") == talk.say(":help press"))
    #expect(talk.console.submit(":clear") == .accepted(""))
  }

  @Test("Settings are shown and changed")
  func sets() throws {
    var talk = try Conversation(Conversation.notes)
    #expect(try talk.say(":set").contains("trace on"))
    try talk.say(":set trace off")
    #expect(try talk.say("launch Notes") == "")
    try talk.say(":set trace on")
    try talk.say(":set why on")
    #expect(try talk.say("press .home").contains("R054 — An app that leaves the screen"))
    #expect(try talk.fail(":set trace maybe").contains("on or off"))
    #expect(try talk.fail(":set depth 3").contains("no setting"))
    try talk.say(":set lines all")
    #expect(try talk.say(":set").contains("lines all"))
    try talk.say(":set color on")
    #expect(talk.console.prompt.contains("\u{1B}["))
  }

  @Test("Help explains words, handlers, symbols, rules, diagnostics and commands")
  func helps() throws {
    var talk = try Conversation(Conversation.notes)
    #expect(try talk.say(":help").contains(":record name"))
    let press = try talk.say(":help press")
    #expect(press.contains("press(button, on:?)"))
    #expect(press.contains(".home .lock .switcher .siri .screenshot"))
    #expect(press.contains("Example: press .home"))
    let handler = try talk.say(":help didEnterBackground")
    #expect(handler.contains("applicationDidEnterBackground(_:)"))
    #expect(handler.contains("app Notes { on didEnterBackground {"))
    #expect(handler.contains("R055"))
    #expect(try talk.say(":help back").contains("Undoes the last input"))
    #expect(try talk.say("?R054").contains("Versions:"))
    #expect(try talk.say(":help E0807").contains("Ctrl-C"))
    #expect(try talk.say(":help .phoneCall").contains("interrupt(kind)"))
    #expect(try talk.say(":help Notes").contains("notRunning"))
    #expect(try talk.fail(":help lunch").contains("`launch`"))
  }
}
