// The prompt with a host: its functions and native apps are known wherever the built-in words are,
// and a moment holds the native apps' delegates too.

import Rehearsal
import RehearsalNativeApps
import RehearsalPrompt
import Testing

/// A native app with a draft.
private struct PadDelegate: ApplicationDelegate {
  static var exposed: Exposed { ["draft": { $0.draft }, "saved": { $0.saved }] }
  static var controls: [String] { ["Type"] }

  var draft = ""
  var saved = false

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    draft += "x"
  }

  mutating func applicationDidEnterBackground(_ application: inout Application<Self>) {
    saved = true
  }
}

@Suite("The prompt with a host")
struct HostWordsTests {
  private static func host() throws -> ScriptHost {
    var host = ScriptHost()
    try host.define("upload", "bytes", "retries?", help: "Sends that many bytes.") {
      (bytes: Int, retries: Int?) in bytes * (1 + (retries ?? 0))
    }
    try host.define("commute", ["app"], for: .scenarios, help: "Goes to work with an app.") {
      call in
      guard let app = call.app(try call.argument(0)) else { return .nil }
      try call.apply(.launch(app))
      try call.apply(.press(.home))
      return .nil
    }
    try host.define("beacon", for: .apps, help: "Says where it is.") { 1 }
    try host.install("Pad") { PadDelegate() }
    return host
  }

  private static func talk() throws -> Conversation {
    try Conversation(scripts: host())
  }

  @Test("Functions and native apps act, beside apps that are declared")
  func act() throws {
    var talk = try Self.talk()
    #expect(try talk.say("upload(20, 1)") == "40")
    #expect(talk.console.prompt == "[0.000s Pad ● notRunning] › ")
    try talk.say("launch Pad")
    try talk.say("touch \"Type\"; touch \"Type\"")
    #expect(try talk.say("Pad.draft") == "\"xx\"")
    // Apps that come later have numbers of their own.
    try talk.say("app Reader { var page = upload(7) }")
    try talk.say("app Third { var page = beacon() }")
    #expect(try talk.say("launch Reader").contains("Reader  "))
    #expect(try talk.say("[Reader.page, Pad.saved, device.frontmost]") == "[7, true, Reader]")
    #expect(try talk.say("commute Third").contains("▸ launch Third"))
    #expect(try talk.say("Third.state == .background && Pad.state == .background") == "true")
    #expect(try talk.say("[Pad, Reader, Third]") == "[Pad, Reader, Third]")
    #expect(try talk.say("device.switcher.map { $0.app }") == "[Third, Reader, Pad]")
    #expect(try talk.say(":apps").contains("Pad     background"))
    #expect(try talk.say(":state Pad").contains("draft       \"xx\""))
    try talk.say("app Reader { var page = 8 }")
    try talk.say("launch Reader")
    #expect(try talk.say("[Reader.page, Pad.draft, Third.page]") == "[8, \"xx\", 1]")
    try talk.say(":reset")
    #expect(try talk.say("Pad.state") == ".notRunning")
    try talk.say("launch Third; launch Pad; touch \"Type\"")
    #expect(try talk.say("[Pad.draft, Third.page]") == "[\"x\", 1]")
    try talk.say(":reset all")
    #expect(try talk.say("upload(1)") == "1")
    #expect(try talk.fail("launch Third").contains("E0301"))
  }

  @Test("Moments hold native apps")
  func moments() throws {
    var talk = try Self.talk()
    try talk.say("launch Pad")
    try talk.say("touch \"Type\"")
    try talk.say(":fork one")
    try talk.say("touch \"Type\"")
    #expect(try talk.say("Pad.draft") == "\"xx\"")
    #expect(try talk.say(":diff one").contains("Pad.draft: \"x\" → \"xx\""))
    try talk.say(":back 2")
    #expect(try talk.say("Pad.draft") == "\"x\"")
    try talk.say("press .home")
    try talk.say(":switch one")
    #expect(try talk.say("[Pad.draft, Pad.saved]") == "[\"x\", false]")
    #expect(try talk.fail("touch \"Type\"; [1][1]").contains("E0705"))
    #expect(try talk.say("Pad.draft") == "\"x\"")
  }

  @Test("What happened with a native app is saved and recorded")
  func records() throws {
    var talk = try Self.talk()
    try talk.say("launch Pad")
    try talk.say("touch \"Type\"")
    try talk.say("upload(3)")
    try talk.say("Pad.draft")
    try talk.say("press .home")
    let recorded = try talk.say(":record pad")
    // `rehearse` has no such words, so it is not named.
    #expect(recorded == "wrote pad.rehearsal, which passes")
    let scenario = try #require(talk.files["pad.rehearsal"])
    #expect(scenario.contains("expect calls(Pad) { press .home }"))
    #expect(scenario.contains("expect Pad.draft == \"x\""))
    #expect(try !talk.say(":save all").contains("does not come to the same"))
  }

  @Test("A second app of a native one's name is refused, in files too")
  func names() throws {
    var talk = try Self.talk()
    #expect(try talk.fail("app Pad { }").contains("the host has an app `Pad`"))
    let script = Script(SourceText(name: "two", "app Pad { }"), host: try Self.host())
    #expect(script.diagnostics.first?.message.contains("`Pad`") == true)
  }

  @Test("Misspelt words are recognized, and the wrong side is told")
  func suggestions() throws {
    var talk = try Self.talk()
    #expect(try talk.fail("uplaod(1)").contains("upload"))
    #expect(try talk.fail("launch Pda").contains("Pad"))
    #expect(try talk.fail("print(Pad.darft)").contains("draft"))
    #expect(try talk.fail("app B { on didBecomeActive { commute(1) } }").contains("`commute`"))
    #expect(try talk.fail(":help uplod").contains("did you mean `upload`?"))
    #expect(try talk.fail(":state Pda").contains("did you mean `Pad`?"))
  }

  @Test("Help explains them")
  func help() throws {
    var talk = try Self.talk()
    #expect(
      try talk.say(":help upload") == "upload(bytes, retries?)\n  Sends that many bytes.")
    #expect(try talk.say(":help commute").contains("apps cannot call it"))
    #expect(try talk.say(":help beacon").contains("Only the code of apps"))
    #expect(try talk.say(":help Pad").contains("A native app.\nPad ● notRunning"))
    #expect(try talk.say(":help draft").contains("Pad.draft"))
    let words = "Functions of this host\n  upload commute beacon Pad\n"
    #expect(try talk.say(":help").contains(words))
    var plain = try Conversation()
    #expect(try !plain.say(":help").contains("Functions of this host"))
  }

  @Test(
    "Completion offers them",
    arguments: [
      ("upl", ["upload"]), ("comm", ["commute"]), ("launch P", ["Pad"]),
      ("Pad.dr", ["draft"]), ("Pad.sa", ["saved"]), (":help upl", ["upload"]),
      (":state P", ["Pad"]), ("app B { on didBecomeActive { beac", ["beacon"]),
      ("app B { on didBecomeActive { commu", []), ("upload(1, retr", ["retries:"]),
      ("upload 1, retr", ["retries:"]), ("let x = upload(by", ["bytes:"]),
    ])
  func completion(_ line: String, _ words: [String]) throws {
    #expect(try Self.talk().offers(line) == words)
  }

  @Test("A call under way shows how the function is called")
  func hints() throws {
    let console = try Self.talk().console
    let hint = "upload(bytes, retries?)  Sends that many bytes."
    #expect(console.completion(of: "let n = upload(").hint == hint)
    #expect(console.completion(of: "upload 1, ").hint == hint)
    #expect(console.completion(of: "upload").hint.isEmpty)
    #expect(console.completion(of: "press .").hint.hasPrefix("press(button, on:?)  "))
    #expect(console.completion(of: "1 + ").hint.isEmpty)
  }
}
