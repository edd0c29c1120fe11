// Pictures of lives: what a page knows, that no name can be more than a name in any of them, and that
// a trace has the fields that Chrome's trace event format asks for.

import Foundation
import Rehearsal
import RehearsalLifecycle
import RehearsalRunner
import RehearsalValues
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Pictures of lives")
struct PictureTests {
  /// What would break out of markup, scripts, attributes and lines.
  private static let hostile =
    "</script><img src=x onerror=alert(1)> \\\" ' & {{x}} \\u{202E}abc --> <!-- ]]>"

  private static let scripts = [
    "a.rehearsal": """
    device { os: 17 }
    app Notes {
        var saved = false
        on didEnterBackground {
            beginBackgroundTask("save \(hostile)") { id in endBackgroundTask(id) }
        }
        button "Type" { log "\(hostile)"; work(2s) }
    }
    scenario "one \(hostile)", tags: [.slow] {
        launch Notes
        touch "Type"
        advance 5s
        press .home
        advance 2h
        expect Notes.saved, "lost \(hostile)"
    }
    """,
    "b.rehearsal": """
    app Windowed { scene { on willConnect { } } }
    scenario "systems", os: [12, 17] { launch Windowed
      expect device.isAtLeast(13) }
    scenario "left out", skip: "no watch" { }
    """,
  ]

  private func run(storms: Bool = false) async -> Run {
    var runner = TestRunner.ofNothing
    runner.keepsLives = true
    if storms { runner.play = Self.storm }
    return await Run(Self.scripts, runner)
  }

  /// A way to play cases that finds something in each.
  private static let storm: TestRunner.CasePlay = { _, _, _ in
    var outcome = CaseOutcome()
    outcome.problems = [
      .finding("storm", "lost \(hostile)", scenario: "scenario \"found\" { }")
    ]
    outcome.matrix = CaseMatrix(
      summary: "1 step", columns: Array(Disturbance.all.prefix(1)),
      cells: [CaseMatrix.Cell(row: 0, column: 0, problem: 0)]
    ) { _, _ in [] }
    let step: JSONValue = ["text": "touch \(hostile)", "marks": "x"]
    outcome.fields = [.storm: ["steps": [step]]]
    return outcome
  }

  @Test("What is kept for pictures counts towards the memory of the run")
  func memory() throws {
    var limits = RunLimits()
    limits[.memory] = 6 << 20
    let text = """
      app Clock { button "Start" { every(1s) { } } }
      launch Clock
      touch "Start"
      advance 12000s
      """
    let script = Script(SourceText(name: "clock.rehearsal", text), limits: limits)
    for isWatched in [false, true] {
      var played = try #require(
        PlayedScript(script, path: "clock.rehearsal", keepsLives: isWatched))
      let found = played.play { _ in }.errorIdentifiers
      #expect(found == (isWatched ? [.heapLimit] : []))
    }
  }

  private func page(_ run: Run) throws -> String {
    var report = HTMLReport()
    return run.events.map { report.text($0).description }.joined()
  }

  /// The data of a page, as a browser would read it.
  private func data(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: #"<script id="data" type="application/json">"#))
    let rest = page[start.upperBound...]
    let end = try #require(rest.range(of: "</script>"))
    let json = Data(rest[..<end.lowerBound].utf8)
    return try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  private func result(_ run: Run, _ title: String) throws -> CaseResult {
    let results = run.events.compactMap { event in
      if case .caseEnded(let result) = event { result } else { nil }
    }
    return try #require(results.first { $0.testCase.title.hasPrefix(title) })
  }

  // MARK: - Pages

  @Test("A page holds every case with its life, and each text once")
  func page() async throws {
    let data = try data(of: page(await run()))
    let strings = try #require(data["strings"] as? [String])
    #expect(Set(strings).count == strings.count)
    let cases = try #require(data["cases"] as? [[String: Any]])
    #expect(
      cases.compactMap { $0["status"] as? String } == ["failed", "failed", "passed", "skipped"])
    let lives = try #require(data["lives"] as? [[String: Any]])
    #expect(cases.map { $0["life"] as? Int } == [0, 1, 2, nil] && lives.count == 3)
    let failures = try #require(cases[0]["failures"] as? [[Int]])
    #expect(failures.first?.first == 7_205_000_000_000)
    let problems = try #require(cases[0]["problems"] as? [[String: Any]])
    #expect(problems.first?["parts"] as? [[String]] == [["Notes.saved", "false"]])
    // The cases on two systems belong together.
    #expect(cases[1]["group"] as? Int == cases[2]["group"] as? Int)
    #expect((data["differences"] as? [Any])?.count == 1)
  }

  @Test("The records, spans and sources of a life can be found by their numbers")
  func numbers() async throws {
    let data = try data(of: page(await run()))
    let strings = try #require(data["strings"] as? [String])
    let subjects = try #require(data["subjects"] as? [[Int]])
    let files = try #require(data["files"] as? [[String: Any]])
    let lives = try #require(data["lives"] as? [[String: Any]])
    func rows(_ key: String) throws -> [[Int?]] {
      let text = try #require(lives[0][key] as? String)
      return text.split(separator: ";").map { row in
        row.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      }
    }
    let records = try rows("records")
    let names = try records.map { strings[subjects[try #require($0[2])][1]] }
    #expect(names.prefix(2) == ["launch", "inactive"] && names.contains("taskBegan"))
    for (position, record) in records.enumerated() where record.count > 3 {
      if let distance = record[3] { #expect(distance > 0 && distance <= position) }
      guard record.count > 4, let place = record[4] else { continue }
      let lines = try #require(files[place >> 24]["lines"] as? [String])
      #expect(lines.indices.contains((place & 0xFF_FFFF) - 1))
    }
    let launch = try #require(records[0][4])
    let lines = try #require(files[0]["lines"] as? [String])
    #expect(lines[(launch & 0xFF_FFFF) - 1].contains("launch Notes"))
    let kinds = try rows("spans").map { strings[try #require($0[2])] }
    #expect(kinds.contains("mainThread") && kinds.contains("task") && kinds.contains("suspended"))
  }

  @Test("What was reached of rules and handlers is counted")
  func coverage() async throws {
    let data = try data(of: page(await run()))
    let handlers = try #require(data["handlers"] as? [[String: Any]])
    #expect(handlers.map { $0["count"] as? Int } == [1, 1])
    let rules = try #require(data["rules"] as? [[String: Any]])
    let reached = rules.filter { ($0["count"] as? Int) ?? 0 > 0 }
    #expect(reached.contains { $0["number"] as? String == "R005" } && reached.count < rules.count)
  }

  @Test("Names are names: they end no element and begin none, and steer no direction")
  func hostileNames() async throws {
    let page = try page(await run())
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(!page.contains("<img") && !page.contains("\u{202E}"))
    let strings = try #require(data(of: page)["strings"] as? [String])
    #expect(
      strings.contains { $0.hasPrefix("one </script><img src=x onerror=alert(1)> \" ' & {{x}}") })
  }

  @Test("Equal runs give equal bytes, and storms bring their matrices")
  func repetition() async throws {
    #expect(try page(await run()) == page(await run()))
    let cases = try #require(data(of: page(await run(storms: true)))["cases"] as? [[String: Any]])
    let storms = cases.compactMap { $0["storm"] as? [String: Any] }
    #expect(storms.contains { ($0["steps"] as? [Any])?.isEmpty == false })
    #expect(cases.contains { ($0["found"] as? [String: Any])?["0"] != nil })
    #expect(storms.contains { $0["cells"] as? String == "0,0,0" })
    #expect(cases.contains { $0["life"] != nil })
  }

  @Test("What a page shows without scripts is escaped too")
  func withoutScripts() async throws {
    let page = try page(await run())
    let start = try #require(page.range(of: "<noscript>"))
    let end = try #require(page.range(of: "</noscript>"))
    let words = page[start.upperBound..<end.lowerBound]
    #expect(words.contains("one &lt;/script&gt;&lt;img src=x"))
    #expect(words.contains("b.rehearsal"))
  }

  // MARK: - Drawings

  @Test("A drawing is well-formed XML that holds the names as text")
  func drawing() async throws {
    let result = try result(await run(), "one")
    let text = LifeDrawing(try #require(result.life), of: result).text
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(!text.contains("<img") && !text.contains("\u{202E}"))
    for words in [
      "iPhone, iOS 17", "Notes", "suspended", "main thread", "folded", "✗ failed: lost",
    ] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test("Texts of a drawing lie beside each other, and none passes its edge")
  func textsOfDrawings() async throws {
    var runner = TestRunner.ofNothing
    runner.keepsLives = true
    let script = """
      app Busy {
          button "Work" { perform(10ms) { } }
          button "More" { perform(10ms) { }; requestPermission(.camera) { _ in } }
      }
      scenario "many failures" {
          launch Busy
          for _ in 0..<3 {
              touch "Work"
              expect Busy.state == .inactive, "it has to be inactive right after the work, or nearly so"
              advance 1s
          }
          touch "More"
          enterRegion Busy, "a region that nobody monitors"
          expect Busy.state == .suspended
      }
      """
    let run = await Run(["a.rehearsal": script], runner)
    let result = try result(run, "many failures")
    let text = LifeDrawing(try #require(result.life), of: result).text
    let width = try #require(text.firstMatch(of: /width="([\d.]+)"/).flatMap { Double($0.1) })
    let pattern = /<text class="[a-z]*" x="([\d.]+)" y="([\d.]+)"(?: text-anchor="(\w+)")?>([^<]*)</
    let frames = text.matches(of: pattern).map { match in
      let length = Double(match.4.count) * 6.1
      let start = (Double(match.1) ?? 0) - (match.3 == "end" ? length : 0)
      return (x: start...start + length, y: Double(match.2) ?? 0, text: match.4)
    }
    #expect(frames.filter { $0.text.hasPrefix("✗ ") }.count == 4)
    for (number, frame) in frames.enumerated() {
      #expect(frame.x.lowerBound >= 0 && frame.x.upperBound <= width, "\(frame)")
      for other in frames.dropFirst(number + 1) where abs(frame.y - other.y) < 10 {
        #expect(!frame.x.overlaps(other.x), "\(frame.text), \(other.text)")
      }
    }
    let ticks = text.matches(of: /translate\(([\d.]+) ([\d.]+)\) rotate\(-45\)">([^<]*)</)
    #expect(ticks.count > 8)
    for tick in ticks {
      let reach = Double(tick.3.count) * 6.1 * 0.707
      #expect((Double(tick.1) ?? 0) + reach <= width && (Double(tick.2) ?? 0) >= reach, "\(tick.3)")
    }
  }

  @Test("Diagrams name each transition once, with what led to it")
  func diagrams() async throws {
    let run = await run()
    let life = try #require(result(run, "one").life?.life)
    let mermaid = StateDiagram(life).mermaid
    #expect(mermaid.hasPrefix("stateDiagram-v2\n"))
    #expect(mermaid.contains("app0_inactive --> app0_active : launch Notes, R011\n"))
    #expect(mermaid.contains("app0_inactive --> app0_background : press .home, R054\n"))
    let graphviz = StateDiagram(life).graphviz
    #expect(graphviz.hasPrefix("digraph states {\n") && graphviz.hasSuffix("}\n"))
    #expect(graphviz.contains(#"app0_notRunning -> app0_inactive [label = "launch Notes, R005"]"#))
  }

  @Test("What means something to Mermaid or Graphviz does not in a name")
  func hostileDiagrams() async throws {
    var runner = TestRunner.ofNothing
    runner.keepsLives = true
    let script =
      #"app A { var n = 1 }\#nscenario "s" { launch A; open("x\"]; a --> b : c\\", from: A) }"#
    let opened =
      #"app A { info { urlSchemes: ["a"] } }\#nscenario "s" { open("a:\"];%%b-->c"); expect 1 + 1 == 2 }"#
    for text in [script, opened] {
      let run = await Run(["s.rehearsal": text], runner)
      guard let life = try result(run, "s").life?.life else { continue }
      let labels = StateDiagram(life).mermaid.split(separator: "\n").filter {
        $0.contains(" : ")
      }
      #expect(labels.allSatisfy { !$0.contains("\"") && !$0.contains("%%") })
      for line in StateDiagram(life).graphviz.split(separator: "\n") {
        let bare = line.replacing("\\\\", with: "").replacing("\\\"", with: "")
        #expect(bare.count { $0 == "\"" } % 2 == 0, "\(line)")
      }
    }
  }

  // MARK: - Traces

  /// For each phase, the fields that an event must have besides name, ph, ts, pid and tid.
  private static let phases: [String: Set<String>] = [
    "M": ["args"], "X": ["dur"], "i": ["s"], "b": ["id", "cat"], "e": ["id", "cat"], "C": ["args"],
  ]

  @Test("A trace has the fields that the trace event format asks for")
  func trace() async throws {
    var report = PerfettoReport()
    let text = await run().events.map { report.text($0).description }.joined()
    let trace = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(["ms", "ns"].contains(trace["displayTimeUnit"] as? String))
    let events = try #require(trace["traceEvents"] as? [[String: Any]])
    var named: Set<Int> = []
    var open: [String: Int] = [:]
    for event in events {
      let phase = try #require(event["ph"] as? String)
      let needed = try #require(Self.phases[phase], "\(phase)")
      #expect(needed.isSubset(of: event.keys), "\(event)")
      #expect(event["name"] is String && event["ts"] is NSNumber && event["tid"] is NSNumber)
      let process = try #require(event["pid"] as? Int)
      if event["name"] as? String == "process_name" { named.insert(process) }
      #expect(named.contains(process), "a process without a name: \(event)")
      if let time = event["ts"] as? Double { #expect(time >= 0) }
      if let duration = event["dur"] as? Double { #expect(duration >= 0) }
      if let id = event["id"] as? String { open[id, default: 0] += phase == "b" ? 1 : -1 }
    }
    #expect(open.values.allSatisfy { $0 == 0 } && !open.isEmpty)
    let names = events.filter { $0["name"] as? String == "thread_name" }
      .compactMap { ($0["args"] as? [String: Any])?["name"] as? String }
    #expect(Set(names).isSuperset(of: ["actions", "main thread", "state", "window 1"]))
    #expect(events.contains { $0["ph"] as? String == "X" && $0["name"] as? String == "busy" })
  }

  @Test("Spans of one track of a trace never overlap")
  func tracks() async throws {
    var report = PerfettoReport()
    let text = await run().events.map { report.text($0).description }.joined()
    let trace = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let events = try #require(trace["traceEvents"] as? [[String: Any]])
    var ends: [String: Double] = [:]
    for event in events where event["ph"] as? String == "X" {
      let track = "\(event["pid"] ?? "")/\(event["tid"] ?? "")"
      let start = try #require(event["ts"] as? Double)
      #expect(start >= ends[track] ?? 0)
      ends[track] = start + (try #require(event["dur"] as? Double))
    }
    #expect(ends.count > 3)
  }

  @Test("No life is kept where no report shows any")
  func noLives() async throws {
    let run = await Run(Self.scripts)
    #expect(try result(run, "one").life == nil)
  }
}
