// Programs that are honest, and the same with one slip in them, as people make it: each is put together
// of apps with scenarios of their own, in which what is compared comes by ways that are drawn.

import TestSupport

/// An app with what a scenario asks of it.
struct GeneratedPart {
  var info = ""
  var app = ""
  var top = ""
  var options = ""
  var body = ""

  /// The script of it, for an app of a name.
  func text(_ app: String) -> String {
    """
    app \(app) {
        info { \(info) }
        var draft = ""
        var count = 0
        var phase = .idle
        var since = 0s
        \(self.app)
        button "Type \(app)" { draft += "x"; since = now }
        button "Load \(app)" { phase = .loading }
        button "Show \(app)" { phase = .loaded; count += 1 }
    }
    \(top)
    scenario "\(app) does"\(options) {
        \(body)
    }

    """.replacing("APP", with: app)
  }
}

/// A part, with what slips make of it; each slip has a name that begins with its class.
struct PartWithSlips {
  var honest: GeneratedPart
  var slips: [(name: String, part: GeneratedPart)] = []

  /// The same text with something else in it.
  mutating func slip(
    _ name: String, _ place: WritableKeyPath<GeneratedPart, String>, _ old: String, _ new: String
  ) {
    var part = honest
    part[keyPath: place] = part[keyPath: place].replacing(old, with: new)
    slips.append((name, part))
  }
}

/// A program of several parts.
struct GeneratedProgram {
  private static let names = ["Notes", "Bank", "Music", "Maps"]
  private let parts: [PartWithSlips]

  init(_ random: inout SeededGenerator) {
    parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      var maker = PartMaker(random: random)
      defer { random = maker.random }
      return maker.part()
    }
  }

  /// The honest program.
  var text: String { text { parts[$0].honest } }

  /// The program with one slip somewhere in it, and what slip it is.
  func withSlip(_ random: inout SeededGenerator) -> (name: String, text: String) {
    let number = Int.random(in: 0..<parts.count, using: &random)
    let slips = parts[number].slips
    let slip = slips[Int.random(in: 0..<slips.count, using: &random)]
    return (slip.name, text { $0 == number ? slip.part : parts[$0].honest })
  }

  private func text(_ part: (Int) -> GeneratedPart) -> String {
    parts.indices.map { part($0).text(Self.names[$0]) }.joined()
  }
}

/// Makes parts by numbers that are drawn.
private struct PartMaker {
  var random: SeededGenerator
  private var nameCount = 0

  init(random: SeededGenerator) { self.random = random }

  mutating func part() -> PartWithSlips {
    switch draw(10) {
    case 0...3: comparison()
    case 4: collection()
    case 5: inside()
    case 6: kill()
    case 7: answer()
    case 8: expectedFailure()
    default: hiddenWord()
    }
  }

  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func one<Element>(of list: [Element]) -> Element { list[draw(list.count)] }

  private mutating func name() -> String {
    nameCount += 1
    return one(of: ["wanted", "value", "x", "other", "key", "item"]) + "\(nameCount)"
  }

  // MARK: - Values and words

  /// Something that is looked at, with symbols that it could be and is not.
  private struct Looked {
    let text: String
    let others: [String]
  }

  private static let states = ["background", "suspended", "notRunning", "inactive"]
  private static let messages = ["willResignActive", "didEnterBackground", "willTerminate"]
  private static let ends = ["crash", "watchdog", "memoryPressure", "forceQuit", "shutDown"]

  private static let looked = [
    Looked(text: "APP.state", others: states), Looked(text: "APP.calls.last", others: messages),
    Looked(text: "APP.calls[0]", others: messages), Looked(text: "APP.exit?.reason", others: ends),
    Looked(text: "APP.launchReason", others: ["url", "fetch", "voip"]),
    Looked(text: "APP.phase", others: ["loading", "loaded"]),
    Looked(text: "device.orientation", others: ["landscapeLeft", "landscapeRight"]),
    Looked(text: "device.thermalState", others: ["serious", "critical"]),
    Looked(text: "APP.trace.last?.kind", others: ["exit", "refusal", "advice"]),
    Looked(text: "APP.exits.map { $0.reason }.first", others: ends),
    Looked(text: "stateOfAPP(APP)", others: states),
    Looked(text: "(APP.exit?.reason ?? .system)", others: ends),
  ]

  /// Values of other kinds: what is looked at, a literal that could be it, and slips of that.
  private static let others: [(looked: String, literal: String, slips: [String])] = [
    ("now", "7s", ["7", "\"7s\"", "7.0"]), ("APP.since", "3s", ["3", "\"3s\""]),
    ("APP.count", "12", ["\"12\"", "12s"]), ("APP.draft", "\"abc\"", [".abc", "5"]),
    ("device.frontmost", "nil", ["\"APP\"", ".home"]), ("APP.isRunning", "false", ["\"no\"", "0"]),
    ("APP.exits.count", "3", ["\"3\"", "3s"]), ("APP.calls.count", "40", ["\"40\""]),
    ("APP.trace.first?.time", "9s", ["9", "\"9s\""]), ("device.model", "\"iPad\"", [".iPad"]),
    ("APP.trace.map { $0.time }.max()", "50s", ["50"]), ("APP.draft.count", "4", ["\"4\""]),
  ]

  /// A word with one letter left out, doubled, exchanged with the next or changed.
  private mutating func misspelt(_ word: String) -> String {
    while true {
      var letters = Array(word)
      let place = 1 + draw(letters.count - 2)
      switch draw(4) {
      case 0: letters.remove(at: place)
      case 1: letters.insert(letters[place], at: place)
      case 2: letters.swapAt(place, place + 1)
      default: letters[place] = one(of: Array("aeiourstln"))
      }
      let other = String(letters)
      if other != word { return other }
    }
  }

  // MARK: - Ways

  /// What brings a value to where it is used, and stands around it.
  private struct Way {
    var top = ""
    var options = ""
    var lines = ""
    var end = ""
    var value: String
  }

  /// Brings a value by up to three ways; `WORD` stands for it.
  private mutating func way() -> Way {
    var way = Way(value: "WORD")
    for _ in 0..<draw(4) { extend(&way) }
    return way
  }

  private mutating func extend(_ way: inout Way) {
    let name = name()
    let isPlain = way.lines.isEmpty && way.options.isEmpty
    switch draw(12) {
    case 0: (way.lines, way.value) = (way.lines + "let \(name) = \(way.value); ", name)
    case 1:
      way.lines += "var \(name) = \(way.value); if now > 1h { \(name) = \(way.value) }; "
      way.value = name
    case 2:
      way.lines += "for \(name) in [\(way.value)] { "
      (way.end, way.value) = ("}" + way.end, name)
    case 3:
      way.lines += "let \(name) = [\"key\": \(way.value)]; "
      // A literal leaves out what is nil.
      way.value = "\(name)[\"key\"]"
    case 4:
      way.lines += "let \(name) = { \(way.value) }; "
      way.value = "\(name)()"
    case 5: way.value = "[\(way.value), \(way.value)][1]"
    case 6:
      way.top += "func same\(name)APP(x) { return x }\n"
      way.value = "same\(name)APP(\(way.value))"
    case 7: way.value = "(APP.isRunning ? \(way.value) : \(way.value))"
    case 8 where isPlain:
      way.top += "let \(name)APP = \(way.value)\n"
      way.value = "\(name)APP"
    // What a header lists is known before anything runs.
    case 9 where isPlain && way.value == "WORD":
      way.options += ", \(name) in [\(way.value)]"
      way.value = name
    case 10 where isPlain:
      way.top += "func give\(name)APP() { return \(way.value) }\n"
      way.value = "give\(name)APP()"
    default:
      way.lines += "var \(name) = []; \(name).append(\(way.value)); "
      way.value = "\(name)[0]"
    }
  }

  /// A part that launches, lets a value come by a way, and asks.
  private mutating func asking(_ check: (String) -> String) -> GeneratedPart {
    let way = way()
    return GeneratedPart(
      top: "func stateOfAPP(app) { return app.state }\n" + way.top, options: way.options,
      body: "launch APP\n    \(way.lines)\(check(way.value))\(way.end)")
  }

  private func putting(_ word: String, into part: GeneratedPart) -> GeneratedPart {
    var part = part
    for place in [\GeneratedPart.app, \.top, \.options, \.body] {
      part[keyPath: place] = part[keyPath: place].replacing("WORD", with: word)
    }
    return part
  }

  // MARK: - Classes 2 and 3

  private mutating func comparison() -> PartWithSlips {
    if draw(3) == 0 {
      let row = one(of: Self.others)
      let part = asking { "expect \(row.looked) != \($0)" }
      return PartWithSlips(
        honest: putting(row.literal, into: part),
        slips: row.slips.map { ("2 \(row.looked)", putting($0, into: part)) })
    }
    let row = one(of: Self.looked)
    let word = one(of: row.others)
    let forms: [(String) -> String] = [
      { "expect \(row.text) != \($0)" }, { "expect !(\(row.text) == \($0))" },
      { "expect ![\($0)].contains(\(row.text))" }, { "if (\(row.text)) == \($0) { expect false }" },
      { "expect \(row.text) != \($0) throughout 2s" },
    ]
    let part = asking(one(of: forms))
    return symbols(word, part, row.text)
  }

  private mutating func symbols(
    _ word: String, _ part: GeneratedPart, _ what: String
  ) -> PartWithSlips {
    PartWithSlips(
      honest: putting(".\(word)", into: part),
      slips: [
        ("2 \(what)", putting("\"\(word)\"", into: part)),
        ("3 \(what)", putting(".\(misspelt(word))", into: part)),
      ])
  }

  private mutating func collection() -> PartWithSlips {
    let forms: [(String) -> String] = [
      { "expect !APP.calls.contains(\($0))" },
      { "expect APP.calls.filter { $0 == \($0) }.isEmpty" },
      { word in "expect APP.calls.allSatisfy { $0 != \(word) }" },
      { word in "expect !(APP.calls.contains { message in message == \(word) })" },
      { "expect APP.calls.index(of: \($0)) == nil" },
      { word in "for message in APP.calls { expect message != \(word) }" },
      { word in
        "for (place, message) in APP.calls.enumerated() { expect message != \(word) || place < 0 }"
      },
      { word in "expect APP.trace.filter { $0.name == \(word) }.count == 0" },
      { word in "expect !(calls(APP) { advance 1s }).contains(\(word))" },
      { word in "let seen = calls(APP) { advance 1s }; expect !seen.contains(\(word))" },
      { word in "expect !(APP.trace.map { $0.name }).contains(\(word))" },
      { "expect (calls(APP) { advance 1s }) != [\($0)]" },
    ]
    let form = one(of: forms)
    let part = asking { form($0) }
    return symbols(one(of: Self.messages), part, "calls")
  }

  /// Comparisons in the app's own code.
  private mutating func inside() -> PartWithSlips {
    let rows: [(handler: String, looked: String, words: [String])] = [
      ("didBecomeActive", "application.state", ["background"]),
      ("didEnterBackground", "application.state", ["active"]),
      ("didBecomeActive", "application.backgroundRefreshStatus", ["denied", "restricted"]),
      ("didEnterBackground", "phase", ["loading", "loaded"]),
      ("notification(.audioSessionInterruption, info)", "info.type", ["began", "ended"]),
      ("didEnterBackground", "submitBackgroundTask(\"nobody\")", ["submitted"]),
    ]
    let row = one(of: rows)
    let name = name()
    let ways: [(String) -> String] = [
      { "if \(row.looked) == \($0) { count = 9 }" },
      { "let \(name) = \($0); if \(row.looked) == \(name) { count = 9 }" },
      { "let \(name) = \(row.looked); if \(name) == \($0) { count = 9 }" },
      { "count = \(row.looked) == \($0) ? 9 : 0" },
      { "for \(name) in [\($0)] { if \(row.looked) == \(name) { count = 9 } }" },
      { "if [\($0)].contains(\(row.looked)) { count = 9 }" },
    ]
    let way = one(of: ways)
    let part = GeneratedPart(
      app: "on \(row.handler) { \(way("WORD")) }",
      body: "launch APP\n    press .home\n    expect APP.count == 0")
    return symbols(one(of: row.words), part, "in the app")
  }

  // MARK: - Class 1

  private mutating func kill() -> PartWithSlips {
    let silent = "push APP, payload: [\"aps\": [\"content-available\": 1]]"
    let rows: [(String, app: String, body: String, [(String, String)])] = [
      (
        "task",
        "on didEnterBackground { let id = beginBackgroundTask(\"save\"); perform(2s) { "
          + "endBackgroundTask(id) } }", "press .home",
        [("endBackgroundTask(id)", "count += 1"), ("perform(2s)", "perform(5min)")]
      ),
      ("launch", "on didFinishLaunching { work(2s); return true }", "", [("2s", "2min")]),
      ("leaving", "on didEnterBackground { work(1s) }", "press .home", [("1s", "40s")]),
      ("becoming active", "on didBecomeActive { work(1s) }", "press .home", [("1s", "1min")]),
      (
        "completion",
        "on didReceiveRemoteNotification(payload, completion) { completion(.noData) }",
        "press .home\n    advance 1s\n    " + silent,
        [
          ("completion(.noData)", "count += 1"),
          ("completion(.noData)", "completion(.noData); completion(.noData)"),
          ("completion(.noData)", "after(10min) { completion(.noData) }"),
        ]
      ),
      (
        "lock", "on didEnterBackground { let l = acquire(.fileLock, \"db\"); l.release() }",
        "press .home", [("l.release()", "log l.isValid")]
      ),
      ("memory", "on didEnterBackground { allocate(20MB) }", "press .home", [("20MB", "6GB")]),
      (
        "task of the scheduler",
        "on didFinishLaunching { registerBackgroundTask(\"tidy\"); return true }\n"
          + "on didEnterBackground { submitBackgroundTask(\"tidy\", earliest: 1h) }\n"
          + "on backgroundTask(\"tidy\", task) { task.setTaskCompleted(true) }",
        "press .home\n    advance 2h\n    runBackgroundTask APP, \"tidy\"",
        [("(\"tidy\", task) { ", "(\"tidy\", task) { task.setTaskCompleted(true); ")]
      ),
    ]
    let row = one(of: rows)
    var part = PartWithSlips(
      honest: GeneratedPart(
        info: "backgroundModes: [.fetch, .remoteNotification, .processing]; "
          + "backgroundTaskIdentifiers: [\"tidy\"]", app: row.app,
        body: "launch APP\n    \(row.body)\n    advance 15min\n    expect APP.state != .inactive"))
    for (old, new) in row.3 { part.slip("1 \(row.0)", \.app, old, new) }
    return part
  }

  // MARK: - Class 4

  private mutating func answer() -> PartWithSlips {
    let rows: [(top: String, line: String)] = [
      ("", "expect APP.state == .active"), ("", "expect APP.isRunning"),
      ("", "expect refused { launch APP }"), ("", "expect APP.calls.contains(.didBecomeActive)"),
      ("", "expect advance(until: { APP.state == .active }, limit: 1min)"),
      ("func isUpAPP() { APP.state == .active }", "expect isUpAPP()"),
      ("func isUpAPP(app) { return app.isRunning && app.state == .active }", "expect isUpAPP(APP)"),
      ("let isUpAPP = { APP.isRunning == true }", "expect isUpAPP()"),
      ("", "expect APP.calls.allSatisfy { $0 != .willTerminate }"),
      ("", "expect APP.draft.isEmpty"), ("", "expect APP.count == 0 && APP.exit == nil"),
      ("", "expect !crash(APP) { press .home }"), ("", "expect !ended(APP) { press .home }"),
      ("", "expect calls(APP) { press .lock } != []"),
      (
        "func foundAPP(x) { for m in APP.calls { if m == x { return true } }; return false }",
        "expect foundAPP(.didBecomeActive)"
      ),
    ]
    let row = one(of: rows)
    let name = name()
    let around: [(String) -> String] = [
      { $0 }, { "if APP.isRunning { \($0) }" }, { "for _ in 0..<2 { \($0) }" },
      { "let \(name) = { \($0); return 1 }; expect \(name)() == 1" },
    ]
    let form = one(of: row.line.contains("press") ? [around[0]] : around)
    var part = PartWithSlips(
      honest: GeneratedPart(
        top: row.top,
        body: "launch APP\n    \(form(row.line))\n    advance 1s\n    expect now > 0s"))
    let bare = String(row.line.dropFirst("expect ".count))
    part.slip("4 not expected", \.body, row.line, bare)
    part.slip("4 kept", \.body, row.line, "let kept = \(bare)")
    return part
  }

  // MARK: - Class 5

  private mutating func expectedFailure() -> PartWithSlips {
    if draw(2) == 0 {
      var part = PartWithSlips(
        honest: GeneratedPart(
          app: "button \"Divide APP\" { log 1 / (count - count) }", options: ", fails: \"issue 7\"",
          body: "launch APP\n    STEP\n    expect APP.draft == \"y\""))
      let faults = [
        "print([1][APP.count + 4])", "print(7 / APP.count)", "print(APP.exit.reason)",
        "forceQuit APP\n    print(APP.draft)", "touch \"Divide APP\"", "touch \"No such button\"",
        "print(\"a\" + APP.count)", "let m = [:]; print(m.missing)",
      ]
      for fault in faults { part.slip("5 fails", \.body, "STEP", fault) }
      part.honest.body = part.honest.body.replacing("STEP", with: "advance 1s")
      return part
    }
    var part = PartWithSlips(
      honest: GeneratedPart(
        app: "button \"Boom APP\" { fatalError(\"on purpose\") }",
        body: "launch APP\n    expect crash(APP, \"on purpose\") { touch \"Boom APP\" }"))
    for fault in [
      "log [1][count + 3]", "log 1 / count", "fatalError(\"by accident\")", "work(10min)",
      "let m = [:]; log m.missing", "log \"a\" + count", "exit(1)", "allocate(6GB)",
    ] {
      part.slip("5 crash", \.app, "fatalError(\"on purpose\")", fault)
    }
    return part
  }

  // MARK: - Class 6

  private mutating func hiddenWord() -> PartWithSlips {
    let verb = one(of: ["purge", "advance", "press", "launch", "unlock", "interrupt", "reboot"])
    let word = one(of: ["now", "device", "date", "settings"])
    let call = one(of: ["work", "after", "perform", "acquire", "disk"])
    let part = GeneratedPart(
      app: call == "disk"
        ? "on didBecomeActive { let ownAPP = 1; count = ownAPP - 1 }"
        : "func ownAPP(x) { count = 0 }\non didBecomeActive { ownAPP(1s) }",
      top: "func mineAPP(x) { return x }",
      body: "launch APP\n    let keptAPP = mineAPP(5s)\n    expect keptAPP == 5s && APP.count == 0")
    var slips = PartWithSlips(honest: part)
    var hidden = part
    hidden.top = part.top.replacing("mineAPP", with: verb)
    hidden.body = part.body.replacing("mineAPP", with: verb)
    slips.slips.append(("6 verb", hidden))
    var value = part
    value.body = part.body.replacing("keptAPP", with: word)
    slips.slips.append(("6 value", value))
    var local = part
    local.body =
      "func \(verb)(x) { return x }\n    "
      + part.body.replacing("mineAPP", with: verb)
    slips.slips.append(("6 local", local))
    var inside = part
    inside.app = part.app.replacing("ownAPP", with: call)
    slips.slips.append(("6 in the app", inside))
    return slips
  }
}
