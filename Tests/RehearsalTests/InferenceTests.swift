// What the check knows of values: it tells of no honest program, finds the slip that is put into one,
// and is done in a time that is linear in what it reads.

import Rehearsal
import RehearsalMachine
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Inference")
struct InferenceTests {
  private static func parse(_ text: String) -> ParsedScript {
    Parser.parse(SourceText(name: "test", text))
  }

  private static func errors(_ text: String) -> [Diagnostic] {
    Compiler.compile([parse(text)], host: Vocabulary.interface).diagnostics
      .filter { $0.severity == .error }
  }

  @Test("No generated honest program is spoken of")
  func honestProgramsAreClean() {
    var random = SeededGenerator(seed: 30)
    for _ in 0..<TestTier.rounds(60, thorough: 5000) {
      let program = HonestProgram(&random)
      let errors = Self.errors(program.text)
      #expect(errors.isEmpty, "\(errors.map(\.message))\n\(program.text)")
    }
  }

  @Test("Of planted slips at most one in fifty is green in silence")
  func plantedSlipsAreFound() {
    var random = SeededGenerator(seed: 2)
    let rounds = TestTier.rounds(100, thorough: 5000)
    var silent: [String] = []
    for _ in 0..<rounds {
      let program = HonestProgram(&random)
      let slip = program.withSlip(&random)
      if Self.errors(slip.text).isEmpty { silent.append(slip.name) }
    }
    let kinds = Dictionary(grouping: silent) { $0 }.mapValues(\.count)
      .sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    #expect(silent.count * 50 <= rounds, "\(silent.count) of \(rounds): \(kinds)")
    if TestTier.isThorough { print("slips in silence: \(silent.count) of \(rounds), \(kinds)") }
  }

  @Test(
    "What never settles, nests or is long is given up in time",
    arguments: [
      "var x = []\nfunc f() { x = [x]; f() }\nf()\nexpect x == 1",
      "var x = " + String(repeating: "[", count: 60) + String(repeating: "]", count: 60),
      (0..<200).map { "func f\($0)(a) { return f\(($0 + 1) % 200)([a]) }" }.joined(separator: "\n")
        + "\nprint(f0(1) == \"a\")",
      (0..<40).map { "var v\($0) = 1" }.joined(separator: "\n") + "\nfunc g() {\n"
        + (0..<39).map { "v\($0) = v\($0 + 1)" }.joined(separator: "\n") + "\nv39 = \"a\"\n}\n"
        + "g()\nexpect v0 == \"a\"",
    ])
  func settles(_ text: String) {
    let identifiers = Self.errors(text).map(\.identifier)
    #expect(identifiers.allSatisfy { $0 == .neverEqual } && identifiers.count <= 1)
  }

  @Test("A long script is followed in a time that is linear")
  func isLinear() {
    func work(_ count: Int) -> Duration {
      let text =
        "var x = []\n"
        + (0..<count).map { "x.append(.s\($0)); x = x + [[\($0)]]" }
        .joined(separator: "\n")
      let parsed = Self.parse(text)
      return ContinuousClock().measure {
        _ = Compiler.compile([parsed], host: Vocabulary.interface)
      }
    }
    _ = work(100)
    #expect(work(8000) < work(1000) * 8 * 6)
  }

  @Test(
    "What is known at a place is told",
    arguments: [
      ("app A { }\nlet x = A.exit\nprint(x)", "x)", "a Map or nil", "reason"),
      ("app A { }\nprint(A.calls.first)", "calls.", "a List", "contains"),
      ("let x = [1s]\nfor y in x { print(y) }", "y) }", "a Duration", nil),
      ("app A { var draft = \"\" }\nlet a = A\nprint(a)", "a)", "an app", "draft"),
    ] as [(String, String, String, String?)])
  func isKnown(_ text: String, _ place: String, _ summary: String, _ member: String?) throws {
    let range = try #require(text.range(of: place))
    let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let known = try #require(
      Compiler.knownValue(at: offset, of: [Self.parse(text)], host: Vocabulary.interface))
    #expect(known.value.summary == summary)
    if let member { #expect(known.value.members.contains(member)) }
  }
}

/// A program in which every comparison may hold.
private struct HonestProgram {
  /// A line, with what a slip makes of it.
  struct Line {
    let text: String
    /// Each with the name of its class.
    let slips: [(name: String, text: String)]
  }

  private static let states = ["active", "inactive", "background", "suspended", "notRunning"]
  private static let messages = [
    "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
    "willTerminate",
  ]
  private static let reasons = ["watchdog", "memoryPressure", "forceQuit", "backgroundTaskExpired"]

  let head = """
    app Notes {
        var draft = ""
        var count = 0
        var phase = .idle
        var since = 0s
        on didFinishLaunching(options) { draft = options["url"] ?? "" ; return true }
        on didEnterBackground { phase = .leaving; since = now; count += 1 }
        on notification(.audioSessionInterruption, info) { if info.type == .began { count = 0 } }
    }
    func stateOf(app) { return app.state }
    func expectState(wanted) { expect Notes.state == wanted }
    scenario "one" {
        launch Notes

    """
  private(set) var lines: [Line] = []

  init(_ random: inout SeededGenerator) {
    for number in 0..<Int.random(in: 2...8, using: &random) {
      lines.append(Self.line(number, &random))
    }
  }

  var text: String { head + lines.map { "    \($0.text)\n" }.joined() + "}\n" }

  /// The program with one slip in it, and the slip's class.
  func withSlip(_ random: inout SeededGenerator) -> (name: String, text: String) {
    let number = Int.random(in: 0..<lines.count, using: &random)
    let slip = lines[number].slips[Int.random(in: 0..<lines[number].slips.count, using: &random)]
    var texts = lines.map(\.text)
    texts[number] = slip.text
    return (slip.name, head + texts.map { "    \($0)\n" }.joined() + "}\n")
  }

  /// A word with one letter left out, doubled or exchanged with the next.
  private static func misspelt(_ word: String, _ random: inout SeededGenerator) -> String {
    var letters = Array(word)
    let place = Int.random(in: 1..<letters.count - 1, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letters[place], at: place)
    default: letters.swapAt(place, place + 1)
    }
    let other = String(letters)
    return other == word ? word + String(word.last ?? "x") : other
  }

  /// A comparison of symbols that comes by some way.
  private static func line(_ number: Int, _ random: inout SeededGenerator) -> Line {
    let tables = [
      ("Notes.state", states), ("Notes.calls.last", messages), ("Notes.exit?.reason", reasons),
      ("Notes.phase", ["idle", "leaving"]), ("stateOf(Notes)", states),
    ]
    let (value, words) = tables[Int.random(in: 0..<tables.count, using: &random)]
    let word = words[Int.random(in: 0..<words.count, using: &random)]
    let others: [(String, [(String, String)])] = [
      (
        "expect device.frontmost != nil && device.frontmost == Notes",
        [("app", "expect device.frontmost != \"Notes\"")]
      ),
      (
        "expect now >= 0s && now != 10s",
        [("time", "expect now != 10"), ("order", "expect now > 10")]
      ),
      ("expect Notes.draft != \"x\"", [("text", "expect Notes.draft != 3")]),
      ("expect Notes.count != 7", [("number", "expect Notes.count != \"7\"")]),
      ("expect Notes.since != 1s", [("time", "expect Notes.since != 1")]),
      (
        "expect Notes.trace.first?.rule != \"R001\"",
        [("rule", "expect Notes.trace.first?.rule != \"R999\"")]
      ),
      (
        "expect Notes.trace[0][\"kind\"] != nil",
        [("key", "expect Notes.trace[0][\"knid\"] == nil")]
      ),
      ("pressure 4MB", [("unit", "pressure 4")]),
    ]
    let ways: [(String) -> String] = [
      { "expect \(value) != \($0)" },
      { "let w\(number) = \($0); expect \(value) != w\(number)" },
      { "for w\(number) in [\($0)] { expect \(value) != w\(number) }" },
      { "expect ![\($0)].contains(\(value))" },
      { "let f\(number) = { \($0) }; expect \(value) != f\(number)()" },
      { "let m\(number) = [\"key\": \($0)]; expect \(value) != m\(number).key" },
      { "let s\(number) = \(value); expect s\(number) != \($0)" },
      { "if let s\(number) = \(value) { expect s\(number) != \($0) }" },
      { "let w\(number) = Notes.isRunning ? \($0) : .\(word); expect \(value) != w\(number)" },
    ]
    let kind = Int.random(in: 0..<(ways.count + 4), using: &random)
    if kind < ways.count {
      let way = ways[kind]
      return Line(
        text: way(".\(word)"),
        slips: [
          ("text by way \(kind)", way("\"\(word)\"")),
          ("symbol by way \(kind)", way(".\(misspelt(word, &random))")),
        ])
    }
    if kind == ways.count {
      let word = states[Int.random(in: 0..<states.count, using: &random)]
      return Line(
        text: "expectState(.\(word))",
        slips: [
          ("text by argument", "expectState(\"\(word)\")"),
          ("symbol by argument", "expectState(.\(misspelt(word, &random)))"),
        ])
    }
    let (text, slips) = others[Int.random(in: 0..<others.count, using: &random)]
    return Line(text: text, slips: slips.map { (name: $0.0, text: $0.1) })
  }
}
