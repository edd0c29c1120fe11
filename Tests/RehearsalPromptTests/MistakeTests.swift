// What newcomers type at the prompt, and what it answers: words of other tools, forgotten dots,
// names alone, and questions in the way of other prompts.

import Rehearsal
import RehearsalPrompt
import RehearsalReference
import Testing

@testable import RehearsalInterface

@Suite("Newcomers at the prompt")
struct MistakeTests {
  private static func talk() throws -> Conversation {
    try Conversation(Conversation.notes, "launch Notes")
  }

  @Test(
    "Words of other tools and forgotten dots are recognized",
    arguments: [
      ("tap \"Type\"", "`touch \"Label\"` touches a control"),
      ("wait 5s", "in a scenario `advance 5s` advances time"),
      ("kill Notes", "`forceQuit app` swipes the app's card away"),
      ("press home", "`press .home` leaves the app"),
      ("interrupt phoneCall", "`interrupt .phoneCall` lets the phone ring"),
      ("expect Notes.state == active", "did you mean `.active`?"),
      ("launch Safari", "`app Safari { }` puts an app of this name on the device."),
      ("launch Note", "nearest word: `Notes`"), ("[1].mpa { $0 }", "did you mean `map`?"),
      ("on didBecomeActive { }", "`app Notes { on didBecomeActive { … } }`"),
    ])
  func suggestions(_ input: String, _ advice: String) throws {
    var talk = try Self.talk()
    #expect(try talk.fail(input).contains(advice))
  }

  @Test("Every other name stands for a function, and is none itself")
  func otherNames() {
    let own = Vocabulary.interface.namedFunctions.map(\.name)
    let functions = Set(own + LibraryFunction.all.map(\.name))
    for (other, name) in Vocabulary.interface.otherNames {
      #expect(functions.contains(name) && !functions.contains(other), "\(other) for \(name)")
    }
    #expect(!Vocabulary.interface.otherNames.isEmpty)
  }

  @Test("Help is found in the ways of other prompts")
  func help() throws {
    var talk = try Self.talk()
    let press = try talk.say(":help press")
    #expect(press.contains("R054  Leaving the screen"))
    for question in ["?press", "? press", "press?", "help press"] {
      #expect(try talk.say(question) == press)
    }
    let short = try talk.say("help")
    #expect(short.contains("app Notes {") && short.contains(":back"))
    #expect(short.split(separator: "\n").count <= 56)
    #expect(try talk.say("help()") == short)
    #expect(try talk.say(":help all").contains("didEnterBackground"))
    #expect(try talk.say(":help expect").contains("expect condition"))
    #expect(try talk.say(":help scenario").contains("device of its own"))
    // A word with a meaning of its own stays a word of the language.
    #expect(try talk.say("let x = true ? 1 : 2; x") == "1")
  }

  @Test("A name alone says how to go on")
  func namesAlone() throws {
    var talk = try Self.talk()
    #expect(try talk.say("Notes") == "Notes\n  active; `:state Notes` shows its full state")
    #expect(try talk.say("dismiss").hasPrefix("func dismiss\n  dismiss(kind)  Makes the other"))
    try talk.say("func mine() { 1 }")
    #expect(try talk.say("mine") == "func mine")
  }

  @Test("`:why` takes names with and without their dots, and knows which there are")
  func why() throws {
    var talk = try Self.talk()
    try talk.say("press .home")
    let text = try talk.say(":why Notes .didEnterBackground")
    for question in [":why Notes didEnterBackground", ":why didEnterBackground"] {
      #expect(try talk.say(question) == text)
    }
    #expect(try talk.fail(":why didEnterBackgroud").contains("mean `didEnterBackground`?"))
    #expect(try talk.fail(":why Note").contains("mean `Notes`?"))
    #expect(try talk.fail(":why Note .push").contains("there is no app `Note`"))
  }

  @Test("`:step` says where nothing is scheduled")
  func steps() throws {
    var talk = try Conversation(Conversation.notes)
    #expect(try talk.say(":step") == "Nothing is scheduled.")
    try talk.say("launch Notes; press .home")
    #expect(try talk.say(":step 2").contains("→ suspended"))
    #expect(try talk.say(":step") == "Nothing is scheduled.")
  }

  @Test("Long values are shown in lines")
  func longValues() throws {
    var talk = try Self.talk()
    #expect(try talk.say("\"a\\n  b\"") == "\"\"\"\na\n  b\n\"\"\"")
    #expect(try talk.say("_.count") == "5")
    let trace = try talk.say("Notes.trace").split(separator: "\n")
    #expect(trace.first == "[" && trace.last == "]")
    #expect(trace.dropFirst().first?.hasPrefix("  [\"kind\": .stimulus") == true)
    #expect(trace.allSatisfy { $0.count <= 80 })
    #expect(try talk.say("[[1, 2], [\"a, [b\"]]") == "[[1, 2], [\"a, [b\"]]")
    let pairs = try talk.say("(0..<60).map { [$0, \"a, ]\"] }").split(separator: "\n")
    #expect(pairs.count == 33)
    #expect(pairs[1] == "  [0, \"a, ]\"],")
    #expect(pairs[31] == "  … `_[30...]` has the remaining ones")
  }

  @Test("On a terminal what is shown fits its width")
  func fits() throws {
    var talk = try Self.talk()
    talk.console.resize(columns: 70)
    let lines = try talk.say(":trace") + "\n" + talk.say(":why") + "\n" + talk.say("?R060")
    // A word longer than the line, such as the address of a source, stands alone.
    let long = lines.split(separator: "\n").filter { $0.count > 70 }
    #expect(long.filter { $0.split(separator: " ").count > 1 } == [])
    #expect(lines.contains("willFinishLaunching           R011  no handler"))
    talk.console.resize(columns: 200)
    #expect(try talk.say(":trace").contains("application(_:willFinishLaunchingWithOptions:)"))
  }

  @Test(
    "Completion offers what an argument can be",
    arguments: [
      ("touch \"Ty", ["Type\""]), ("touch(\"", ["Type\""]), ("launch ", ["Notes", "app:", "on:"]),
      ("print(\"Ty", []), ("forceQuit N", ["Notes"]),
    ])
  func completion(_ line: String, _ words: [String]) throws {
    #expect(try Self.talk().offers(line) == words)
  }
}
