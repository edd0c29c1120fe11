// What running the cases of scripts comes to, as events and as text for people.

import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import Synchronization
import Testing

@testable import RehearsalRunner

@Suite("Running cases")
struct RunnerTests {
  @Test(
    "Cases are scenarios; the script is one without scenarios, failed, or with expectations",
    arguments: [
      ("scenario \"a\" { }\nscenario \"b\" { expect false }", 1, 1), ("print(1)", 1, 0),
      ("expect false", 0, 1), ("expect false\nscenario \"a\" { }", 1, 1),
      ("print(1) // prints: 1", 1, 0), ("print(1) // prints: 2", 0, 1),
      ("print([1][1])\nscenario \"a\" { }", 0, 2), ("app A { }\nlet a = 1\nsetup { }", 0, 0),
      ("", 0, 0), ("scenario \"a\", n in [1, 2] { }", 2, 0),
    ])
  func counts(_ text: String, passed: Int, failed: Int) async {
    let run = await Run(["main.rehearsal": text])
    #expect(run.summary.passedCount == passed)
    #expect(run.summary.failedCount == failed)
    #expect(run.summary.exitCode == (failed > 0 ? .failed : .passed))
  }

  @Test("Comments count where they are asked for")
  func comments() async {
    let failing =
      "scenario \"a\" { expect 1 + 1 == 2 }\nscenario \"b\" {\n  expect 1 == 2  // fails\n}"
    let held = await Run(["main.rehearsal": failing])
    #expect(held.summary.failedCount == 0 && held.summary.passedCount == 1)
    let plain = await Run(["main.rehearsal": failing], readsComments: false)
    #expect(plain.summary.failedCount == 1 && plain.summary.passedCount == 1)
  }

  @Test(
    "Warnings of the check and of the run are told, and fail where strictness is asked for",
    arguments: [
      ("app A { }\nscenario \"a\" {\n  switchTo A\n  expect 1 + 1 == 2\n}", "W0905"),
      ("app A { }\nscenario \"a\" {\n  expect calls(A) { purge A } == []\n}", "W0905"),
      ("app A { }\nscenario \"a\" { launch A }", "W0906"),
      ("app A { func didBecomeActive() { } }\nscenario \"a\" { expect 1 + 1 == 2 }", "W0904"),
    ])
  func warnings(_ text: String, identifier: String) async {
    let lenient = await Run(["main.rehearsal": text])
    #expect(lenient.summary.exitCode == .passed)
    #expect(lenient.text.contains("warning[\(identifier)]"))
    let strict = await Run(["main.rehearsal": text], strict: true)
    #expect(strict.summary.failedCount == 1 && strict.summary.passedCount == 0)
    #expect(strict.text.contains("warning[\(identifier)]"))
  }

  @Test("A file that only declares is for others, who may use its functions")
  func helpers() async {
    let text = "func didBecomeActive() { }\nfunc setUp() { }\nlet one = 1"
    #expect(await !Run(["main.rehearsal": text]).text.contains("W0904"))
    let used = await Run(["main.rehearsal": text + "\nscenario \"a\" { print(one) }"])
    #expect(used.text.contains("W0904"))
  }

  @Test("What is asked for is no warning")
  func noWarnings() async {
    let text = "app A { }\nscenario \"a\" { expect refused { purge A } }"
    let run = await Run(["main.rehearsal": text], strict: true)
    #expect(run.summary.passedCount == 1 && !run.text.contains("warning"))
  }

  @Test("A script with errors was not run, and its errors are what is shown")
  func scriptErrors() async {
    let run = await Run(["main.rehearsal": "print(nope)\nscenario \"a\" { }"])
    #expect(run.summary.exitCode == .scriptError && run.summary.passedCount == 0)
    #expect(run.text.contains("    main.rehearsal:1:7: error[E0301]"))
    #expect(run.text.hasSuffix("`rehearse explain E0301` tells more.\n0 passed, 1 failed\n"))
  }

  @Test("Headers leave cases out, have them fail, and give them tags and titles")
  func headers() async {
    let text = """
      scenario "never", skip: "no watch" { expect false }
      scenario "known", fails: "issue 1", tags: [.slow] { expect false }
      scenario "fixed", fails: "issue 2" { }
      scenario "for \\(n)", n in [1, 2], os: [12, 17] { expect n == 1 || device.isAtLeast(13) }
      """
    let run = await Run(["a.rehearsal": text])
    #expect(run.summary.line == "4 passed, 2 failed, 1 skipped")
    #expect(run.text.contains("  – never (skipped: no watch)\n"))
    #expect(run.text.contains("  ✓ known (fails as expected: issue 1)\n"))
    #expect(run.text.contains("  ✗ fixed\n    a.rehearsal:3:10: failed: this scenario passes"))
    #expect(run.names.suffix(2) == ["a.rehearsal/for 2 (os 12)", "a.rehearsal/for 2 (os 17)"])
    #expect(run.described.contains(#""parameters":{"n":"2","os":"12"}"#))
    var slow = TestRunner.ofNothing
    slow.selection.tags = ["slow"]
    #expect(await Run(["a.rehearsal": text], slow).names == ["a.rehearsal/known"])
  }

  @Test("Quietly only what failed is shown")
  func quietly() async {
    let scripts = [
      "main.rehearsal": "scenario \"a\" { expect 1 + 1 == 2 }\nscenario \"b\" { print([1][1]) }"
    ]
    let run = await Run(scripts)
    #expect(run.text.hasPrefix("main.rehearsal\n  ✓ a\n  ✗ b\n    main.rehearsal:2:"))
    var report = TextReport()
    report.isQuiet = true
    let quiet = await Run(scripts, report: report)
    #expect(quiet.text.hasPrefix("main.rehearsal\n  ✗ b\n"))
    #expect(await Run(["a.rehearsal": "print(1)"], report: report).text == "1 passed, 0 failed\n")
  }

  @Test("What a case prints is shown where it fails, or where everything is")
  func output() async {
    let scripts = [
      "a.rehearsal": "scenario \"good\" { print(\"one\")\nexpect 1 + 1 == 2 }\n"
        + "scenario \"bad\" { print(\"two\")\nexpect false }"
    ]
    let run = await Run(scripts)
    #expect(!run.text.contains("one"))
    #expect(run.text.contains("    it printed\n      │ two\n"))
    var report = TextReport()
    report.isVerbose = true
    #expect(await Run(scripts, report: report).text.contains("  ✓ good\n      │ one\n"))
  }

  @Test("Several jobs tell the same as one, in the same order", arguments: [2, 5])
  func jobs(_ jobs: Int) async {
    var scripts: [String: String] = [:]
    for number in 10..<40 {
      let count = number.isMultiple(of: 7) ? 2_000 : 1
      scripts["\(number).rehearsal"] =
        "scenario \"a\" { for i in 0..<\(count) { }\nexpect \(number) % 5 != 0 }"
        + "\nscenario \"b\" { print(\(number)) }"
    }
    var parallel = TestRunner.ofNothing
    parallel.jobs = jobs
    #expect(await Run(scripts, parallel).described == Run(scripts).described)
    parallel.failsFast = true
    var single = parallel
    single.jobs = 1
    let run = await Run(scripts, parallel)
    #expect(await run.described == Run(scripts, single).described)
    #expect(run.summary.failedCount == 1 && run.text.contains("10.rehearsal\n  ✗ a\n"))
    #expect(run.summary.caseCount == 1)
  }

  @Test("Cases are chosen by patterns, run several times, and drawn in an order")
  func selection() async throws {
    let scripts = [
      "a.rehearsal": "scenario \"one\" { }\nscenario \"two\" { }",
      "b.rehearsal": "scenario \"one\" { }",
    ]
    var runner = TestRunner.ofNothing
    runner.selection.filters = [try Regex("^a.*/one")]
    #expect(await Run(scripts, runner).names == ["a.rehearsal/one"])
    runner.selection.filters.append(try Regex("b\\."))
    #expect(await Run(scripts, runner).names == ["a.rehearsal/one", "b.rehearsal/one"])
    runner.repetitions = 2
    #expect(await Run(scripts, runner).names.count == 4)
    var first = TestRunner.ofNothing
    first.selection.first = ["b.rehearsal/one", "a.rehearsal/two"]
    #expect(
      await Run(scripts, first).names == ["a.rehearsal/two", "a.rehearsal/one", "b.rehearsal/one"])
    var shuffled = TestRunner.ofNothing
    var orders: Set<[String]> = []
    for seed in 0..<20 {
      shuffled.selection.shuffleSeed = UInt64(seed)
      let names = await Run(scripts, shuffled).names
      #expect(await Run(scripts, shuffled).names == names)
      orders.insert(names)
    }
    #expect(orders.count == 4)
  }

  @Test("Statements run once, and each scenario goes on after them on a fresh device")
  func isolation() async {
    let text = """
      var n = 1
      print("statements")
      scenario "a" { n += 1; expect n == 2 }
      scenario "b" { n += 1; expect n == 2 }
      """
    let run = await Run(["a.rehearsal": text])
    #expect(run.summary.passedCount == 2)
  }

  @Test("A case whose time is over fails and is stopped, and the next one runs")
  func timeout() async {
    let clock = Mutex(Duration.zero)
    let supervisor = CaseSupervisor { clock.withLock { $0 } }
    let script =
      "scenario \"long\" { print(\"begun\")\nwhile true { } }\nscenario \"short\" { }"
    var runner = TestRunner.ofNothing
    runner.timeout = .seconds(2)
    let run = await Run(["a.rehearsal": script], runner, supervisor) { event in
      guard case .happened(.output, _, _) = event else { return }
      clock.withLock { $0 = .seconds(3) }
      supervisor.stopOverdueCases()
    }
    #expect(run.summary.failedCount == 1 && run.summary.passedCount == 1)
    #expect(run.text.contains("it took longer than 2s, the `--timeout` of a case"))
    #expect(!run.text.contains("E0808"), "\(run.text)")
  }

  @Test("An interrupted run sums up what ran")
  func interruption() async {
    let supervisor = CaseSupervisor()
    let text = "scenario \"a\" { }\nscenario \"b\" { print(1)\nwhile true { } }\nscenario \"c\" { }"
    let run = await Run(["a.rehearsal": text, "b.rehearsal": text], .ofNothing, supervisor) {
      if case .happened(.output, _, _) = $0 { supervisor.interrupt() }
    }
    #expect(run.text.hasSuffix("interrupted: 1 passed, 0 failed\n"))
    #expect(run.summary.exitCode == .interrupted)
    #expect(run.names == ["a.rehearsal/a"])
  }

  @Test("While much waits no script begins but the first, and all is told as one by one")
  func heldScripts() async {
    let scripts = Dictionary(
      uniqueKeysWithValues: (10..<30).map { number in
        ("\(number).rehearsal", "scenario \"s\" { for i in 0..<20 { print(\(number), i) } }")
      })
    let alone = await Run(scripts)
    var runner = TestRunner.ofNothing
    runner.jobs = 4
    for bytes in [0, 1, 5_000] {
      runner.mostWaitingBytes = bytes
      #expect(await Run(scripts, runner).described == alone.described)
    }
    runner.mostWaitingBytes = 0
    let supervisor = CaseSupervisor()
    let stopped = await Run(scripts, runner, supervisor) {
      if case .caseEnded = $0 { supervisor.interrupt() }
    }
    #expect(stopped.summary.isInterrupted && stopped.names.first == "10.rehearsal/s")
    runner.failsFast = true
    let failing = scripts.mapValues { $0.replacing("print(12, i)", with: "expect i < 5") }
    #expect(await Run(failing, runner).names.count == 3)
  }

  @Test("A script after another waits while more waits than may")
  func turns() async {
    let events = OrderedEvents(most: 1_000) { _ in }
    await events.turn(of: 0)
    await events.turn(of: 1)
    for _ in 0..<4 { events.emit(.scriptEnded(path: "b", idle: nil), of: 1) }
    async let turn: Void = events.turn(of: 2)
    while events.heldCount == 0 { await Task.yield() }
    events.end(1, isLast: false)
    #expect(events.heldCount == 1)
    events.end(0, isLast: false)
    await turn
    #expect(events.heldCount == 0)
  }
}

/// A run of scripts that stand in memory.
struct Run {
  /// What the events come to as lines for people.
  let text: String
  /// The names of the cases that have an end, in order.
  let names: [String]
  /// Every event as text, apart from how long it took.
  let described: String
  let summary: TestSummary
  let events: [TestEvent]

  init(
    _ scripts: [String: String], _ runner: TestRunner = .ofNothing,
    _ supervisor: CaseSupervisor = CaseSupervisor(), report: TextReport = TextReport(),
    readsComments: Bool = true, strict: Bool = false,
    observing observe: @escaping @Sendable (TestEvent) -> Void = { _ in }
  ) async {
    var runner = runner
    runner.isStrict = strict
    runner.load = { path in
      let source = SourceText(name: path, scripts[path] ?? "")
      return TestScript(
        path, Script(source), readsComments: readsComments, isStrict: strict)
    }
    let events = Mutex<[TestEvent]>([])
    summary = await runner.run(scripts.keys.sorted(), supervisor: supervisor) { event in
      events.withLock { $0.append(event) }
      observe(event)
    }
    self.events = events.withLock { $0 }
    var report = report
    text = self.events.map { report.text($0).description }.joined()
    names = self.events.compactMap { event in
      if case .caseEnded(let result) = event { result.testCase.name } else { nil }
    }
    let json = JSONReport()
    described = self.events.map { json.text($0).description }.joined()
  }
}

extension TestRunner {
  /// A runner that is given its scripts later.
  static var ofNothing: TestRunner {
    TestRunner { TestScript($0, unreadable: "it is not there", .fileNotFound) }
  }
}
