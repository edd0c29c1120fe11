// Words whose value depends on something beside the state: each row that says so is read by an app,
// wherever in the script the code that reads it stands, and no verdict may be a plain proof.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import RehearsalValues
import Testing

@Suite("What code reads")
struct ReadingTests {
  /// A row that says that it reads something.
  struct Row: Sendable, CustomTestStringConvertible {
    let word: String
    let readings: [Reading]
    var testDescription: String { word }
    /// Whether an exploration itself changes what it reads.
    var isSetting: Bool {
      readings.contains { if case .setting = $0 { true } else { false } }
    }
  }

  /// Every row whose value depends on something that may change while an app looks, as the tables have
  /// them.
  ///
  /// What counts in a state once somebody reads it is asked about by itself.
  static let rows: [Row] = {
    let host = Vocabulary.interface
    let functions = host.functions.filter { $0.result != .nothing }.map {
      Row(word: $0.name, readings: $0.reads)
    }
    let members = (host.kinds.flatMap(\.members) + host.objects.flatMap(\.members)).map {
      Row(word: $0.name, readings: $0.reads)
    }
    let keys = host.maps.flatMap(\.keys).map { Row(word: $0.name, readings: $0.reads) }
    return (functions + members + keys).filter { row in
      row.readings.contains { reading in
        switch reading {
        case .time, .setting, .condition: true
        case .clock, .date, .place, .windowNumber, .permission, .audioRoute, .backgroundTime,
          .pushRegistration, .delegate, .orderOfUse, .memory:
          false
        }
      }
    }
  }()

  /// How a script comes to the value of each word, as its app does, or as who looks at the app.
  static let expressions: [String: (code: String, isInside: Bool)] = [
    "backgroundTimeRemaining": ("application.backgroundTimeRemaining", true),
    "backgroundRefreshStatus": ("application.backgroundRefreshStatus", true),
    "isLowPowerModeEnabled": ("processInfo.isLowPowerModeEnabled", true),
    "thermalState": ("processInfo.thermalState", true),
    "activePrewarm": ("processInfo.activePrewarm", true),
    "isCaptured": ("screen.isCaptured", true),
    "submitBackgroundTask": ("submitBackgroundTask(\"feed\")", true),
    "backgroundRefresh": ("settings.backgroundRefresh", false),
    "lowPowerMode": ("settings.lowPowerMode", false),
    "airplaneMode": ("settings.airplaneMode", false),
    "bluetooth": ("settings.bluetooth", false),
    "why": ("why(Notes)", false),
    "time": ("Notes.exit?.time", false),
    "detail": ("Notes.exit?.detail", false),
    "began": ("Notes.tasks.first?.began", false),
    "due": ("Notes.timers.first?.due", false),
    "earliest": ("Notes.requests.first?.earliest", false),
    "remaining": ("Notes.assertions.first?.remaining", false),
    "arguments": ("action.arguments", false),
  ]

  /// The ways in which code comes to run that reads something: what the file has, and what is read.
  static let ways: [(name: String, file: String, value: String)] = [
    ("itself", "", "EXPRESSION"),
    ("a helper", "func read() { return EXPRESSION }", "read()"),
    (
      "a helper of a helper", "func inner() { return EXPRESSION }\nfunc read() { return inner() }",
      "read()"
    ),
    ("a default value", "func read(value = EXPRESSION) { return value }", "read()"),
    ("a constant of the file", "let read = { EXPRESSION }", "read()"),
    ("a closure that is passed", "func call(body) { return body() }", "call({ EXPRESSION })"),
    (
      "a function as a value",
      "func read() { return EXPRESSION }\nfunc call(body) { return body() }", "call(read)"
    ),
  ]

  @Test("Every row has an expression here")
  func complete() {
    #expect(Set(Self.rows.map(\.word)) == Set(Self.expressions.keys))
  }

  @Test("No proof is plain where an app reads such a word", arguments: rows)
  func apps(_ row: Row) async throws {
    guard let (code, isInside) = Self.expressions[row.word], isInside else { return }
    // The constants of a file are the outside's.
    for way in Self.ways where !way.file.hasPrefix("let") {
      let script = Self.script(
        file: way.file.replacing("EXPRESSION", with: code),
        value: way.value.replacing("EXPRESSION", with: code),
        property: "!Notes.isRunning || !Notes.hit")
      let result = try await explored(script)
      #expect(!result.isPlainProof, "\(row.word) in \(way.name): \(result.verdictText)")
    }
  }

  @Test("No proof is plain where a property reads such a word", arguments: rows)
  func properties(_ row: Row) async throws {
    guard let (code, isInside) = Self.expressions[row.word], !isInside else { return }
    for way in Self.ways where row.word != "arguments" || way.file.isEmpty {
      let file = way.file.replacing("EXPRESSION", with: code)
      let value = way.value.replacing("EXPRESSION", with: code)
      let script =
        row.word == "arguments"
        ? Self.script(
          file: file, value: "1", property: "Notes.isRunning", observer: "last = \(value)")
        : Self.script(
          file: file + "\nlet original = \(row.isSetting ? code : "1")", value: "1",
          property: row.isSetting ? "(\(value)) == original" : "[\(value)].count == original")
      let result = try await explored(script)
      #expect(!result.isPlainProof, "\(row.word) in \(way.name): \(result.verdictText)")
    }
  }

  /// The words that give a moment, a date, a place or the number of a window, with code that sets `hit` by
  /// one of them, and what has to happen more than once before it does.
  static let places: [(words: [String], code: String, happening: String)] = [
    (["now"], "button \"A\" { if now > 2h { hit = true } }", "advance 1h"),
    (
      ["date"], "button \"A\" { if date > \"2026-01-01T11:30:00Z\" { hit = true } }", "advance 1h"
    ),
    (
      ["latitude"],
      "on didUpdateLocations(all) { if all[0].latitude > 50.0 { hit = true } }\n"
        + "button \"A\" { startUpdatingLocation() }", "locate Notes, 52.0, 13.0"
    ),
    (
      ["longitude"],
      "on didUpdateLocations(all) { if all[0].longitude > 10.0 { hit = true } }\n"
        + "button \"A\" { startUpdatingLocation() }", "locate Notes, 52.0, 13.0"
    ),
    (
      ["persistentIdentifier"],
      """
      var open = 0
      var newest = 1
      button "A" { }
      scene {
          on willConnect(session, options) {
              open += 1
              newest = int(session.persistentIdentifier.dropFirst(8))
              if newest == 4 { hit = true }
          }
          on didDisconnect { open -= 1 }
      }
      """, "if Notes.open > 1 { closeWindow Notes, Notes.newest } else { newWindow Notes }"
    ),
  ]

  /// Properties that read the windows of an app from outside, and the word by which each turns.
  static let windowProperties: [(word: String, property: String)] = [
    ("scenes", "Notes.scenes.count < 3"), ("number", "!Notes.scenes.contains { $0.number == 4 }"),
  ]

  @Test(
    "Windows and their numbers decide verdicts where a property reads them",
    arguments: windowProperties)
  func windows(word: String, property: String) async throws {
    let result = try await explored(
      """
      device { model: "iPad" }
      app Notes {
          info { multipleScenes: true }
          var open = 0
          var newest = 1
          scene {
              on willConnect(session, options) {
                  open += 1
                  newest = int(session.persistentIdentifier.dropFirst(8))
              }
              on didDisconnect { open -= 1 }
          }
      }
      explore "reading", environment: [] {
          launch Notes
          choose {
              if Notes.open > \(word == "scenes" ? 3 : 1) {
                  closeWindow Notes, Notes.newest
              } else {
                  newWindow Notes
              }
          }
          always "never" { \(property) }
      }
      """)
    #expect(result.verdict == .violated, "\(word): \(result.verdictText)")
  }

  @Test("The scene of a record is of the past, for which a property may not ask")
  func past() {
    let script = Script(
      SourceText(
        name: "test.rehearsal",
        """
        app Notes { button "A" { } }
        explore "reading", environment: [] {
            launch Notes
            choose { touch "A" }
            always "never" { !Notes.trace.contains { $0["scene"] == 4 } }
        }
        """))
    #expect(script.diagnostics.map(\.identifier) == [.historyInCondition])
  }

  @Test("Moments, dates, places and numbers of windows decide verdicts", arguments: places)
  func played(words: [String], code: String, happening: String) async throws {
    let result = try await explored(
      """
      device { model: "iPad" }
      app Notes {
          info { multipleScenes: true, backgroundModes: [.location] }
          var hit = false
          \(code)
      }
      explore "reading", environment: [] {
          launch Notes
          choose { touch "A" }
          choose { \(happening) }
          always "never" { !Notes.hit }
      }
      """)
    #expect(!result.isPlainProof, "\(words): \(result.verdictText)")
    // Moments are not tried one by one where code computes with them; the verdict says so.
    if words != ["now"] { #expect(result.verdict == .violated, "\(words): \(result.verdictText)") }
  }

  @Test("Every word that gives one is played, but for what a property may not ask for")
  func allPlayed() {
    let host = Vocabulary.interface
    let rows =
      host.functions.filter { $0.result != .nothing }.map { ($0.name, $0.reads) }
      + (host.kinds.flatMap(\.members) + host.objects.flatMap(\.members)).map {
        ($0.name, $0.reads)
      }
      + host.maps.flatMap(\.keys).map { ($0.name, $0.reads) }
    let words = rows.filter { row in
      row.1.contains { reading in
        switch reading {
        case .clock, .date, .place, .windowNumber: true
        default: false
        }
      }
    }.map(\.0)
    let played = Self.places.flatMap(\.words) + Self.windowProperties.map(\.word)
    #expect(Set(words) == Set(played).union(["scene"]))
  }

  @Test("The same app that reads nothing is proved")
  func control() async throws {
    let result = try await explored(
      Self.script(file: "", value: "1", property: "!Notes.isRunning || !Notes.hit"))
    #expect(result.isPlainProof, "\(result.verdictText)")
  }

  @Test(
    "Handles of every kind are told apart by number once code makes a text of one",
    arguments: [
      "after(1s) { }", "every(1s) { }", "beginBackgroundTask { task in }", "perform(1s) { }",
      "download(\"a\", takes: 1s) { }", "displayLink(30) { link in }", "acquire(.camera)",
    ])
  func numbers(_ making: String) async throws {
    let letting =
      making.hasPrefix("perform") || making.hasPrefix("download")
      ? "cancel()" : making.hasPrefix("acquire") ? "release()" : "invalidate()"
    let end =
      making.hasPrefix("begin") ? "endBackgroundTask(thing)" : "thing.\(letting)"
    for text in [
      "string(thing)", "\"\\(thing)\"", "\"\\([thing])\"", "[thing].map { string($0) }[0]",
    ] {
      let script = """
        app Notes {
            var isThird = false
            button "A" {
                let thing = \(making)
                let text = \(text)
                if text.contains("3") { isThird = true }
                \(end)
            }
        }
        explore "numbers", environment: [] {
            launch Notes
            choose { touch "A" }
            always "it is not the third" { !Notes.isThird }
        }
        """
      let result = try await explored(script)
      #expect(result.verdict == .violated, "\(making), \(text): \(result.verdictText)")
    }
  }

  @Test(
    "Links are tried with the texts that code looks for, wherever it has them",
    arguments: [
      "url.hasPrefix(\"notes://s\")", "url.hasSuffix(\"special\")", "url.contains(\"special\")",
      "url == special", "isSpecial(url)",
    ])
  func links(_ condition: String) async throws {
    let result = try await explored(
      """
      let special = "notes://special"
      func isSpecial(url) { return url == "notes://special" }
      app Notes {
          info { urlSchemes: ["notes"] }
          var hit = false
          on open(url, options) {
              if \(condition) { hit = true }
              return true
          }
      }
      explore "links", environment: [.open], disruptions: 1 {
          launch Notes
          always "never" { !Notes.hit }
      }
      """)
    #expect(result.verdict == .violated, "\(condition): \(result.verdictText)")
  }

  private static func script(
    file: String, value: String, property: String, observer: String? = nil
  ) -> String {
    """
    \(file)
    app Notes {
        var seen = nil
        var hit = false
        func look() {
            let value = \(value)
            if seen == nil { seen = value } else if value != seen { hit = true }
        }
        button "A" { look() }
        on didBecomeActive { look() }
        on didEnterBackground { look() }
    }
    explore "reading"\(observer == nil ? "" : ", environment: [.home]"), disruptions: 1 {
        \(observer == nil ? "" : "var last = nil")
        launch Notes
        \(observer == nil ? "" : "after { \(observer ?? "") }")
        choose { touch "A" }
        always "never" { \(property) }
    }
    """
  }
}

extension ExplorationResult {
  /// Whether the verdict is a proof without any word that limits it, but for handlers that never ran.
  fileprivate var isPlainProof: Bool { verdict.isProof && restrictions.isEmpty }
}
