// The prompt as a value: inputs add up, values are shown, an error changes nothing, and what was
// declared can be declared again.

import Rehearsal
import RehearsalPrompt
import Testing

@Suite("Console")
struct ConsoleTests {
  @Test("Inputs add up, and only what is new is shown")
  func inputsAddUp() throws {
    var talk = try Conversation("var n = 1")
    #expect(try talk.say("print(n)") == "│ 1")
    #expect(try talk.say("n += 1; print(n)") == "│ 2")
    #expect(try talk.say("func next() { n += 1; return n }") == "")
    #expect(try talk.say("next()") == "3")
    #expect(talk.console.exitCode == .passed)
  }

  @Test("Comments of an input set no limits")
  func comments() throws {
    var talk = try Conversation()
    #expect(try talk.say("for i in 0..<2000 { } // limit: instructions=10") == "")
    #expect(talk.console.exitCode == .passed)
  }

  @Test("An input that is not complete goes on in the next line, with its depth in the prompt")
  func inputsOfSeveralLines() throws {
    var talk = try Conversation()
    #expect(talk.console.submit("func twice(x) {") == .incomplete(depth: 1))
    #expect(talk.console.hasPendingInput)
    #expect(talk.console.prompt == "… 1 › ")
    #expect(talk.console.submit("  x * [2,") == .incomplete(depth: 2))
    #expect(talk.console.prompt == "… 2 › ")
    #expect(talk.console.submit("  3][0]") == .incomplete(depth: 1))
    #expect(talk.console.submit("}") == .accepted(""))
    #expect(try talk.say("twice(4)") == "8")
    _ = talk.console.submit("func half(")
    talk.console.cancel()
    #expect(try talk.say("1") == "1")
    _ = talk.console.submit("/* a")
    #expect(talk.console.prompt == "… /* › ")
    talk.console.cancel()
    _ = talk.console.submit("let t = \"\"\"")
    #expect(talk.console.prompt == "… \"\"\" › ")
  }

  @Test("A value is shown as a literal and is what `_` stands for; nil only where it was asked for")
  func showsValues() throws {
    var talk = try Conversation()
    #expect(try talk.say("\"a\" + \"b\"") == "\"ab\"")
    #expect(try talk.say("_.count") == "2")
    #expect(try talk.say("[_, _ + 1]") == "[2, 3]")
    #expect(try talk.say("_.map { $0 * 2 }") == "[4, 6]")
    #expect(try talk.say("let x = 5") == "")
    #expect(try talk.say("_.first") == "4")
    #expect(try talk.say("nil") == "nil")
    #expect(try talk.say("print(1)") == "│ 1")
    let list = try talk.say("(0..<5000).map { $0 }")
    #expect(list.count < 500)
    #expect(list.hasSuffix("print(_) shows all)"))
    #expect(try talk.say("_.count") == "5000")
  }

  @Test("An action shows what happened, with time and rule, and the prompt follows")
  func showsRecords() throws {
    var talk = try Conversation(Conversation.notes)
    #expect(talk.console.prompt == "[0.000s Notes ● notRunning] › ")
    let launched = try talk.say("launch Notes")
    #expect(launched.contains("▸ launch Notes"))
    #expect(launched.contains("didFinishLaunching            R011  application(_:didFinish"))
    #expect(talk.console.prompt == "[0.000s Notes ● active] › ")
    let passed = try talk.say("press .home; advance 12500ms")
    #expect(passed.contains("3.000s    → suspended"))
    #expect(talk.console.prompt == "[12.500s Notes ● suspended] › ")
  }

  @Test("An input with an error leaves everything as it was")
  func errorsChangeNothing() throws {
    var talk = try Conversation(Conversation.notes, "var n = 1", "launch Notes")
    #expect(try talk.fail("n += nope").contains("E0301"))
    #expect(talk.console.exitCode == .scriptError)
    let error = try talk.fail("n = 2; press .home; advance 10s; n = [1][1]")
    #expect(error.contains("input 5:1:"))
    #expect(try talk.say("n") == "1")
    #expect(try talk.say("Notes.state") == ".active")
    #expect(try talk.say("now") == "0ns" || talk.say("now") == "0s")
    #expect(try talk.fail("let late = later").contains("later"))
    #expect(try talk.say("let late = 1; late") == "1")
    #expect(try talk.fail("app Broken { on nothing { } }").contains("nothing"))
    #expect(try talk.say(":apps").contains("Broken") == false)
  }

  @Test("A crash of an app is no error of the input")
  func crashesAreKept() throws {
    var talk = try Conversation("app Bad { on didEnterBackground { fatalError(\"oh\") } }")
    try talk.say("launch Bad")
    #expect(try talk.say("press .home").contains("oh"))
    #expect(try talk.say("Bad.state") == ".notRunning")
    #expect(talk.console.exitCode == .failed)
  }

  @Test("An app that the system ends for its own fault is told as a crash is")
  func endsAreTold() throws {
    var talk = try Conversation("app Slow { on didEnterBackground { work(1min) } }")
    try talk.say("launch Slow")
    try talk.say("press .home")
    #expect(try talk.say("advance 1min").contains("error[E0721]"))
    #expect(talk.console.exitCode == .failed)
  }

  @Test("What is declared again takes the place of what was there")
  func redeclares() throws {
    var talk = try Conversation("let x = 1", "func f() { x }", "let x = \"new\"")
    #expect(try talk.say("x") == "\"new\"")
    #expect(try talk.say("f()") == "1")
    try talk.say("func f() { \"f\" }")
    #expect(try talk.say("f() + x") == "\"fnew\"")
    try talk.say(Conversation.notes)
    try talk.say("launch Notes; press .home")
    let again = try talk.say("app Notes { var draft = disk[\"draft\"] ?? 0; let more = x }")
    #expect(again.contains("Notes is installed again"))
    #expect(again.contains("ended: updated"))
    #expect(try talk.say("Notes.state") == ".notRunning")
    try talk.say("launch Notes")
    #expect(try talk.say("Notes.draft") == "\"ab\"")
    #expect(try talk.say("Notes.more") == "\"new\"")
    #expect(try talk.say("Notes == Notes") == "true")
  }

  @Test("Apps see the constants that were there before them, and closures live on")
  func sharesConstants() throws {
    var talk = try Conversation("var hidden = [1]", "let step = 3", "func add(n) { n + step }")
    try talk.say("app Sum { var n = 0; button \"Add\" { n = add(n) } }")
    try talk.say("launch Sum; touch \"Add\"; touch \"Add\"")
    #expect(try talk.say("Sum.n") == "6")
    try talk.say("var counter = 0; let tick = { counter += 1; return counter }")
    for _ in 0..<3 { try talk.say("tick()") }
    #expect(try talk.say("counter") == "3")
    #expect(try talk.fail("app Other { var n = counter }").contains("counter"))
    #expect(try talk.say("add(hidden[0])") == "4")
  }

  @Test("Symbols that the device made mean the same in later inputs")
  func keepsSymbols() throws {
    var talk = try Conversation(Conversation.notes, "launch Notes", "let calls = Notes.calls")
    #expect(try talk.say("calls.contains(.didBecomeActive)") == "true")
    #expect(try talk.say("let own = .entirelyNew; [own, calls.last]").contains(".entirelyNew"))
    #expect(try talk.say("calls.last == .didBecomeActive") == "true")
  }

  @Test("Scenarios run on devices of their own")
  func runsScenarios() throws {
    var talk = try Conversation(Conversation.notes, "launch Notes")
    let shown = try talk.say(
      "scenario \"fresh\" { expect Notes.state == .notRunning; launch Notes; press .home }")
    #expect(shown.contains("✓ fresh"))
    #expect(try talk.say("Notes.state") == ".active")
    #expect(try talk.say("scenario \"wrong\" { expect false }").contains("✗ wrong"))
  }

  @Test("Warnings show at the prompt, and not where a value is shown")
  func showsWarnings() throws {
    var talk = try Conversation()
    #expect(try talk.say("max(1, 2); print(1)").contains("W09"))
    #expect(try talk.say("max(1, 2)") == "2")
  }

  @Test("A description of the device makes it afresh")
  func describesDevice() throws {
    var talk = try Conversation(Conversation.notes, "launch Notes", "advance 1h")
    #expect(try talk.say("device { os: 12, model: \"iPad\" }").contains("iPad with iOS 12"))
    #expect(try talk.say("now == 0s") == "true")
    #expect(try talk.say("Notes.state") == ".notRunning")
    #expect(try talk.say(":device os 15").contains("iPad with iOS 15"))
    #expect(try talk.say(":device").contains("model: \"iPad\""))
    #expect(try talk.fail(":device oss 15").contains("`os`"))
    #expect(try talk.fail(":device os 1").contains("version"))
  }

  @Test("Much that happens is shown with its middle left out")
  func boundsOutput() throws {
    var talk = try Conversation()
    let shown = try talk.say("for i in 0..<10000 { print(i) }")
    #expect(shown.hasPrefix("│ 0\n│ 1\n"))
    #expect(shown.hasSuffix("│ 9998\n│ 9999"))
    #expect(shown.contains("9800 lines are left out"))
  }

  @Test("What runs is stopped by the host, and everything is as before")
  func isInterrupted() throws {
    let host = ConsoleHost()
    var console = try #require(Console(host: host))
    _ = console.submit("var n = 1")
    // The flag is up when the input begins; how it stops what runs is the machine's test.
    for line in ["n = 2; while true { }", "n = 4; while true { advance 1s }"] {
      host.interruption.cancel()
      guard case .refused(let text) = console.submit(line) else {
        Issue.record("`\(line)` was not stopped")
        continue
      }
      #expect(text.contains("E0807"))
      #expect(console.submit("n") == .accepted("1\n"))
    }
  }
}
