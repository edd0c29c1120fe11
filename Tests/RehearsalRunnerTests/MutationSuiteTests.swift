// Mutation testing of script files: it finds the lines that are marked as planted, and no others.

import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalRunner
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Mutation testing")
struct MutationSuiteTests {
  /// What came of every change of a suite.
  private struct Run {
    var outcomes: [(change: MutationSuite.Change, outcome: MutationSuite.Outcome)] = []
    var report = MutationReport()
    var lines: [String] = []

    /// The places of the changes that came out in one of some ways, each once.
    func places(_ wanted: MutationSuite.Outcome...) -> Set<String> {
      Set(
        outcomes.filter { wanted.contains($0.outcome) }
          .map { "\($0.change.source.name):\($0.change.line)" })
    }
  }

  private func run(_ suite: MutationSuite) throws(MutationSuite.UnusableReason) -> Run {
    var suite = suite
    try suite.runUnchanged()
    var run = Run()
    for change in suite.changes {
      guard let outcome = suite.outcome(of: change) else { break }
      run.outcomes.append((change, outcome))
      run.report.add(outcome)
      if let remark = outcome.remark { run.lines.append("\(change.heading): \(remark)") }
    }
    return run
  }

  private func run(_ text: String) throws(MutationSuite.UnusableReason) -> Run {
    try run(MutationSuite([(SourceText(name: "main", text), nil)]))
  }

  private func path(_ name: String) -> String {
    Repository.url(of: "Tests/Scripts/mutations/" + name).path
  }

  /// The lines of files that are marked as planted.
  private func planted(_ sources: [SourceText]) -> Set<String> {
    var places: Set<String> = []
    for source in sources {
      let lines = LineTable(source)
      for line in 1...lines.count
      where source.text(in: lines.lineRange(line)).hasSuffix("// planted") {
        places.insert("\(source.name):\(line)")
      }
    }
    return places
  }

  @Test(
    "The planted lines of an app are found, and no others",
    arguments: [
      ["notes.rehearsal"], ["player.rehearsal"], ["uploader.rehearsal"],
      ["lamp-on.rehearsal", "lamp-off.rehearsal"],
    ])
  func planted(_ names: [String]) throws {
    let run = try run(MutationSuite.load(names.map(path)))
    let planted = planted(run.outcomes.map(\.change.source))
    #expect(!planted.isEmpty)
    #expect(run.places(.unnoticed, .notRun) == planted)
    #expect(run.report.count > run.lines.count)
  }

  @Test("In an app of which every line is tested nothing is found")
  func complete() throws {
    let run = try run(MutationSuite.load([path("counter.rehearsal")]))
    #expect(run.lines.isEmpty)
    #expect(run.report.score == 100)
    #expect(run.report.summary == "10 of 10 changes detected, 100 %")
  }

  @Test(
    "A line that is planted into an example is found",
    arguments: [
      ("02-answered-call", "on willResignActive {"),
      ("03-forgotten-task", "button \"Load\" {"),
      ("05-timer-across-suspension", "on didFinishLaunching {"),
    ])
  func examples(_ name: String, _ handler: String) throws {
    let text = try Repository.text(of: "Examples/\(name).rehearsal")
    let place = try #require(text.range(of: handler))
    let changed = text.replacingCharacters(in: place, with: handler + " disk[\"planted\"] = 1;")
    let before = try run(text)
    let after = try run(changed)
    let new = Set(after.lines).subtracting(before.lines)
    #expect(new.count == 1)
    #expect(new.first?.contains("dropped `disk[\"planted\"] = 1`: no scenario detects it") == true)
  }

  @Test("In the example of which every line is tested nothing is found")
  func completeExample() throws {
    let run = try run(Repository.text(of: "Examples/03-forgotten-task.rehearsal"))
    #expect(run.lines.isEmpty && run.report.score == 100)
  }

  @Test("Statements, nested ones too, are dropped, and each condition is negated")
  func changes() throws {
    let run = try run(
      """
      app A {
        var n = 0
        func add(step) {
          guard step > 0, !(step == 2) || n > 5 else { return }
          for i in 0..<step { n += i == 1 ? 10 : 1 }
          print(n)
        }
        button "Add" { add(3) }
        view { on viewDidAppear { add(1) } }
      }
      func outside() { print(1) }
      scenario "s" { launch A; expect A.n == 1; touch "Add"; expect A.n == 13 }
      """)
    let descriptions = run.outcomes.map { "\($0.change.line) \($0.change.description)" }
    #expect(
      descriptions == [
        "4 dropped `guard step > 0, !(step == 2) || n > 5 else { return }`",
        "4 negated `step > 0`", "4 negated `!(step == 2)`", "4 negated `n > 5`",
        "4 dropped `return`",
        "5 dropped `for i in 0..<step { n += i == 1 ? 10 : 1 }`",
        "5 dropped `n += i == 1 ? 10 : 1`", "5 negated `i == 1`",
        "8 dropped `add(3)`", "9 dropped `add(1)`",
      ])
  }

  @Test("What is changed over several lines is told by its first")
  func firstLine() throws {
    let run = try run(
      """
      app A {
        var n = 0
        on didBecomeActive {
          if n == 0 {
            n = 1
          }
          n +=
            2
        }
      }
      scenario "s" { launch A }
      """)
    #expect(
      run.lines == [
        "main:4: dropped `if n == 0 { … }`: no scenario detects it",
        "main:4: negated `n == 0`: no scenario detects it",
        "main:5: dropped `n = 1`: no scenario detects it",
        "main:7: dropped `n += …`: no scenario detects it",
      ])
    #expect(run.report.summary == "0 of 4 changes detected, 0 %")
    #expect(!run.report.reaches(1) && run.report.reaches(0))
  }

  @Test("A change that gives no script, or none that checking takes, does not count")
  func invalid() throws {
    let run = try run(
      """
      app A {
        var n = 0
        on didFinishLaunching(options) {
          let two = 2
          n = two
          return true
        }
      }
      scenario "s" { launch A; expect A.n == 2 }
      """)
    #expect(run.places(.invalid) == ["main:4"])
    #expect(run.report.count == 1 && run.lines.isEmpty)
    let answers = try self.run(
      """
      app A {
        var n = 0
        on didFinishLaunching(options) {
          if options.isEmpty {
            n = 1
            return true
          } else {
            return false
          }
        }
      }
      scenario "s" { launch A; expect A.n == 1 }
      """)
    #expect(answers.places(.invalid) == ["main:6", "main:8"])
    #expect(answers.report.count == 3 && answers.lines.isEmpty)
  }

  @Test("A change that never comes to an end is stopped, and was noticed")
  func endless() throws {
    let run = try run(
      """
      app A {
        var n = 0
        on didBecomeActive {
          while n < 3 { n += 1 }
        }
      }
      scenario "s" { launch A; advance 1min; expect A.n == 3 }
      """)
    #expect(run.report.score == 100)
    #expect(run.report.count == 3)
  }

  @Test("A suite that needs many instructions is not taken for endless")
  func manyInstructions() throws {
    let run = try run(
      """
      app A {
        var n = 0
        on didBecomeActive { for i in 0..<30_000 { n += 1 } }
      }
      scenario "s" { launch A; advance 1min; expect A.n == 30_000 }
      """)
    #expect(run.places(.noticed) == ["main:3"] && run.report.score == 100)
  }

  @Test("Statements of a file are tests too, and every scenario comes after them")
  func statements() throws {
    let run = try run(
      """
      app A { var n = 0; on didBecomeActive { n = 1 } }
      launch A
      expect A.n == 1
      """)
    #expect(run.report.score == 100)
  }

  @Test("Two runs give the same lines")
  func determinism() throws {
    let text = try Repository.text(of: "Examples/04-ended-task.rehearsal")
    let (first, second) = (try run(text), try run(text))
    #expect(first.lines == second.lines && !first.lines.isEmpty)
  }

  @Test("A suite that fails as it stands, or has errors, is not changed")
  func obstacles() throws {
    let failing = "scenario \"a\" { }\nscenario \"b\" { expect false }\nexpect 1 == 2"
    let error = #expect(throws: MutationSuite.UnusableReason.self) { try run(failing) }
    guard case .failing(let tests)? = error else {
      Issue.record("the suite fails")
      return
    }
    #expect(tests.map(\.title) == [nil, "b"])
    #expect(throws: MutationSuite.UnusableReason.self) { try run("print(nope)") }
    #expect(throws: MutationSuite.UnusableReason.self) { try run("print(") }
    #expect(throws: MutationSuite.UnusableReason.self) {
      try MutationSuite.load(["/nowhere.rehearsal"])
    }
  }
}
