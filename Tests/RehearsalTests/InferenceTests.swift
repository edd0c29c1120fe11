// What the check knows of values: it tells of no honest program, finds the slip that is put into one,
// and is done in a time that is linear in what it reads.

import Rehearsal
import RehearsalCompiler
import RehearsalSemantics
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

  /// What a program is told of before and while it runs.
  private static func findings(_ text: String) -> [String] {
    let play = Play(text)
    return play.identifiers + (play.hasPassed || play.report == nil ? [] : ["not passed"])
  }

  @Test("Of generated honest programs none is spoken of, and all pass")
  func honestProgramsAreClean() {
    var random = SeededGenerator(seed: 30)
    for _ in 0..<TestTier.rounds(25, thorough: 5000) {
      let program = GeneratedProgram(&random)
      let findings = Self.findings(program.text)
      #expect(findings.isEmpty, "\(findings)\n\(program.text)")
    }
  }

  @Test("Of planted slips at most one in fifty is green in silence")
  func plantedSlipsAreFound() {
    var random = SeededGenerator(seed: 2)
    let rounds = TestTier.rounds(50, thorough: 5000)
    var planted: [Character: Int] = [:]
    var silent: [String] = []
    for _ in 0..<rounds {
      let slip = GeneratedProgram(&random).withSlip(&random)
      planted[slip.name.first ?? "?", default: 0] += 1
      if Self.findings(slip.text).isEmpty {
        silent.append(slip.name)
        if TestTier.isThorough { print("in silence: \(slip.name)\n\(slip.text)") }
      }
    }
    let classes = planted.sorted { $0.key < $1.key }.map { key, count in
      "class \(key): \(silent.count { $0.first == key }) of \(count)"
    }
    #expect(silent.count * 50 <= rounds, "\(silent.count) of \(rounds): \(silent) \(classes)")
    if TestTier.isThorough { print("slips in silence: \(silent.count) of \(rounds); \(classes)") }
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
    func compile(_ count: Int) -> () -> Void {
      let text =
        "var x = []\n"
        + (0..<count).map { "x.append(.s\($0)); x = x + [[\($0)]]" }
        .joined(separator: "\n")
      let parsed = Self.parse(text)
      return { _ = Compiler.compile([parsed], host: Vocabulary.interface) }
    }
    let growth = ProcessorTime.growth(atMost: 20, small: compile(250), large: compile(2000))
    #expect(growth <= 20)
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
      CheckedScripts(
        [Self.parse(text)], host: Vocabulary.interface, keepsModel: true
      ).model?.knownValue(at: offset))
    #expect(known.value.summary == summary)
    if let member { #expect(known.value.members.contains(member)) }
  }
}
