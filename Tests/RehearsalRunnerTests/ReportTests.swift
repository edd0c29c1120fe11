// The reports for machines: JUnit's XML against the facts of the schema that Jenkins publishes, JSON
// Lines against the form that they are documented with, and GitHub's commands.

import Foundation
import Rehearsal
import RehearsalRunner
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports for machines")
struct ReportTests {
  /// Scripts whose cases come out in every way, with text that is hard to write.
  private static let scripts = [
    "Tests/a.b.rehearsal": """
    app A { }
    scenario "passes" { launch A
      advance 2500ms; expect A.isRunning }
    scenario "fails < & \\" > é" { launch A
      print("on the way\\tthere")
      print("active <&> \\"\\u{1B}[31m\\"")
      expect 1 == 2, "50% <off>, & more: yes"
      print([1][3]) }
    """,
    "error.rehearsal": "print(nope)",
    "ended.rehearsal": "print([1][1])\nscenario \"never\" { }",
    "systems.rehearsal": "scenario \"later\", os: [12, 17] { expect device.isAtLeast(13) }\n"
      + "scenario \"never\", skip: \"no watch\" { }",
    "warns.rehearsal": "func f() { return 1\nprint(2) }\nscenario \"s\" { expect 1 + 1 == 2 }",
  ]

  private func run() async -> Run { await Run(Self.scripts) }

  // MARK: - JUnit

  /// What may stand in an element, and which attributes it has and must have: junit-10.xsd of the
  /// xUnit plugin.
  private static let schema:
    [String: (children: Set<String>, has: Set<String>, must: Set<String>)] =
      [
        "testsuites": (
          ["testsuite"], ["name", "time", "tests", "failures", "errors"], []
        ),
        "testsuite": (
          ["testsuite", "properties", "testcase", "system-out", "system-err"],
          [
            "name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp",
            "hostname",
            "id", "package", "file", "log", "url",
          ], ["name", "tests", "failures", "errors"]
        ),
        "testcase": (
          [
            "skipped", "error", "failure", "rerunFailure", "rerunError", "flakyFailure",
            "flakyError",
            "system-out", "system-err",
          ], ["name", "time", "classname", "group", "file", "line"], ["name", "file", "line"]
        ),
        "properties": (["property"], [], []),
        "property": ([], ["name", "value"], ["name", "value"]),
        "failure": ([], ["type", "message"], []), "error": ([], ["type", "message"], []),
        "skipped": ([], ["type", "message"], []), "system-out": ([], [], []),
      ]

  @Test("The XML obeys the schema, and its numbers are those of the run")
  func junit() async throws {
    let run = await run()
    var report = JUnitReport()
    let text = run.events.map { report.text($0).description }.joined()
    let document = try XMLOutline(text)
    #expect(document.elements.first?.name == "testsuites")
    for element in document.elements {
      let rules = try #require(Self.schema[element.name], "\(element.name)")
      #expect(rules.has.isSuperset(of: element.attributes.keys), "\(element)")
      #expect(rules.must.isSubset(of: element.attributes.keys), "\(element)")
      if let parent = element.parent {
        #expect(Self.schema[parent]?.children.contains(element.name) == true, "\(element)")
      }
      let time = element.attributes["time"] ?? ""
      #expect(time.wholeMatch(of: /(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?/) != nil)
    }
    let root = try #require(document.elements.first?.attributes)
    #expect(root["tests"] == "\(run.summary.caseCount)" && root["time"] == "0.000")
    let virtual = document.elements.filter { $0.name == "property" }
    #expect(virtual.contains { $0.attributes["value"] == "2.500" }, "\(virtual)")
    #expect(root["failures"] == "3" && root["errors"] == "2")
    let skipped = document.elements.filter { $0.name == "skipped" }
    #expect(skipped.map { $0.attributes["message"] } == ["no watch"])
    let cases = document.elements.filter { $0.name == "testcase" }
    #expect(cases.map { $0.attributes["classname"] }.prefix(2) == ["Tests.a-b", "Tests.a-b"])
    #expect(cases[1].attributes["name"] == "fails < & \" > é")
  }

  @Test("A failure brings its text and its timeline, and control characters do not break the XML")
  func junitTimeline() async throws {
    var report = JUnitReport()
    let text = await run().events.map { report.text($0).description }.joined()
    let document = try XMLOutline(text)
    let failures = document.elements.filter { $0.name == "failure" }
    #expect(failures.first?.attributes["type"] == "expectation")
    #expect(failures.first?.text.hasPrefix("Tests/a.b.rehearsal:7:10: failed: 50% <off>") == true)
    let output = document.elements.filter { $0.name == "system-out" }.map(\.text)
    #expect(
      output.contains { $0.contains("▸ launch A") && $0.contains("active <&> \"\\u{1B}[31m") })
    #expect(output.contains { $0.contains("on the way\tthere\n") })
  }

  @Test("Cases say where they are from the root of a checkout on, and suites when they ran")
  func junitPlaces() async throws {
    var origin = RunOrigin()
    origin.date = "2026-11-28T06:00:00Z"
    origin.checkout = Checkout(root: "/work/app", folder: "/work/app/ios")
    var report = JUnitReport(origin)
    let text = await run().events.map { report.text($0).description }.joined()
    let document = try XMLOutline(text)
    let first = try #require(document.elements.first { $0.name == "testcase" }).attributes
    #expect(first["file"] == "ios/Tests/a.b.rehearsal")
    #expect((first["line"].flatMap { Int($0) } ?? 0) > 0)
    let suite = try #require(document.elements.first { $0.name == "testsuite" }).attributes
    #expect(suite["timestamp"] == "2026-11-28T06:00:00" && suite["file"] == first["file"])
  }

  @Test("Equal runs give equal bytes")
  func repetition() async throws {
    var (first, second) = (JUnitReport(), JUnitReport())
    let one = await run().events.map { first.text($0).description }.joined()
    #expect(await run().events.map { second.text($0).description }.joined() == one)
    #expect(await run().described == run().described)
  }

  // MARK: - JSON Lines

  @Test("Each line is an object with the keys that its form documents")
  func jsonLines() async throws {
    let lines = await run().described.split(separator: "\n")
    var seen: Set<JSONForm> = []
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let event = try #require(object?["event"] as? String)
      let form = try #require(JSONForm(rawValue: event), "\(event)")
      let known = Set(form.fields.map(\.rawValue) + ["event"])
      #expect(known.isSuperset(of: object?.keys.map(\.self) ?? []), "\(line)")
      seen.insert(form)
    }
    let elsewhere: Set<JSONForm> = [
      .scenarioBegan, .record, .scenarioEnded, .change, .mutationEnded, .exploration,
      .explorationsEnded,
    ]
    #expect(seen == Set(JSONForm.allCases).subtracting(elsewhere))
    let used = Set(JSONForm.allCases.flatMap(\.fields)).union([.event])
    #expect(used == Set(JSONForm.Field.allCases))
  }

  @Test(
    "A file is named from the root of the checkout on, whatever the run's folder calls it",
    arguments: [
      ("a.rehearsal", "ios/a.rehearsal"), ("./b/../a.rehearsal", "ios/a.rehearsal"),
      ("../android/a.rehearsal", "android/a.rehearsal"), ("/work/app/a.rehearsal", "a.rehearsal"),
      ("/tmp/a.rehearsal", "/tmp/a.rehearsal"), ("../../a.rehearsal", "../../a.rehearsal"),
      ("/work/apple/a.rehearsal", "/work/apple/a.rehearsal"),
    ])
  func paths(_ written: String, _ shown: String) {
    let checkout = Checkout(root: "/work/app", folder: "/work/app/ios")
    #expect(checkout?.path(of: written) == shown)
    #expect(Checkout(root: "/work/app", folder: "/work/apple") == nil)
  }

  // MARK: - Markdown

  @Test("A summary says what failed, and no text of a script becomes markup")
  func markdown() async {
    var origin = RunOrigin()
    origin.command = "rehearse test Tests"
    origin.checkout = Checkout(root: "/work/app", folder: "/work/app/ios")
    var report = MarkdownReport(origin)
    let text = await run().events.map { report.text($0).description }.joined()
    #expect(text.hasPrefix("## ❌ Rehearsal: "))
    #expect(text.contains("`rehearse test Tests`"))
    #expect(text.contains("<b>fails &lt; &amp; &quot; &gt; é</b>"))
    #expect(text.contains("<code>ios/Tests/a.b.rehearsal:7</code>"))
    #expect(text.contains("failed: 50% &lt;off&gt;"))
  }

  // MARK: - GitHub

  @Test("An annotation has the values and the last end, and GitHub's path")
  func annotations() async throws {
    var origin = RunOrigin()
    origin.checkout = Checkout(root: "/work/app", folder: "/work/app/ios")
    let run = await Run([
      "a.rehearsal":
        "app A { var n = 1 }\nscenario \"s\" {\n  launch A\n  press .home\n  advance 1min\n  purge A\n"
        + "  launch A\n  expect A.n == 2\n}\n"
    ])
    var report = GitHubReport(origin)
    let text = run.events.map { report.text($0).description }.joined()
    #expect(text.contains("::error file=ios/a.rehearsal,line=8,"), "\(text)")
    #expect(text.contains("%0AA.n is 1%0ALast end: A ended: memoryPressure"), "\(text)")
  }

  @Test("Annotations stand at the script's line, and what means something to GitHub is escaped")
  func github() async {
    var report = GitHubReport()
    let lines = await run().events.map { report.text($0).description }.joined().split(
      separator: "\n")
    #expect(
      lines.contains(
        "::error file=Tests/a.b.rehearsal,line=7,col=10,title=fails < & \" > é"
          + "::failed: 50%25 <off>, & more: yes"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("::error file=error.rehearsal,line=1,col=7,title=the ") })
    #expect(lines.contains { $0.hasPrefix("::warning file=warns.rehearsal,line=") })
    #expect(
      lines.contains { $0.hasPrefix("::error file=ended.rehearsal,line=2,title=never::not run") })
    #expect(lines.count == 7)
  }
}

/// The elements of an XML text, in order.
private final class XMLOutline: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    let parent: String?
    var text = ""
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(text)")
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let parent = open.last.map { elements[$0].name }
    open.append(elements.count)
    elements.append(Element(name: elementName, attributes: attributes, parent: parent))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if let last = open.last { elements[last].text += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) { open.removeLast() }
}
