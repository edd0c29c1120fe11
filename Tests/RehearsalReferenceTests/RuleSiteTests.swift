// The site of the rules has a page for each number that is named, and no link leads nowhere.

import RehearsalLifecycle
import RehearsalReference
import RehearsalSyntax
import Testing

@Suite("The site of the rules")
struct RuleSiteTests {
  private static let script = RuleSite.RuleScript(
    name: "R054-leaving.rehearsal", text: "// R054 and E0203\nprint(1 < 2)\n")
  private static let vector = RuleSite.RuleVector(
    identifier: "v-1", title: "A <tap>", result: "valid", rules: ["R054"])
  private static let pages = RuleSite(scripts: [script], vectors: [vector]).pages()

  private static func text(_ path: String) -> String {
    pages.first { $0.path == path }?.text ?? ""
  }

  @Test func everyRuleAndDiagnosticHasItsPage() {
    let paths = Set(Self.pages.map(\.path))
    #expect(paths.count == Self.pages.count)
    #expect(RuleBook.rules.allSatisfy { paths.contains("\($0.number).html") })
    #expect(DiagnosticIdentifier.allCases.allSatisfy { paths.contains("\($0.rawValue).html") })
  }

  @Test func everyLinkLeadsToAPage() {
    var files = Set(Self.pages.map(\.path))
    files.insert("vectors.json")
    let anchors = Set(
      Self.text("conflicts.html").matches(of: /id="([^"]*)"/).map { String($0.output.1) })
    var count = 0
    var unreached = files.subtracting(["index.html", "rules.css", "vectors.json"])
    for page in Self.pages {
      for match in page.text.matches(of: /href="([^"]*)"/) {
        let target = String(match.output.1)
        guard !target.hasPrefix("https://") else { continue }
        count += 1
        let parts = target.split(separator: "#").map(String.init)
        #expect(files.contains(parts[0]), "\(page.path): \(target)")
        if parts[0] != page.path { unreached.remove(parts[0]) }
        if parts.count > 1 { #expect(anchors.contains(parts[1]), "\(page.path): \(target)") }
      }
    }
    #expect(count > 1000)
    #expect(unreached == [])
  }

  @Test func aPageHasSourcesConflictsScriptsAndVectors() {
    let page = Self.text("R054.html")
    #expect(page.contains("about-the-background-execution-sequence"))
    #expect(page.contains("Conflict C25"))
    #expect(page.contains("print(1 &lt; 2)"))
    #expect(page.contains("<a href=\"E0203.html\">E0203</a>"))
    #expect(page.contains("A &lt;tap&gt;"))
    #expect(page.contains("<strong>confirmed</strong>"))
    #expect(!Self.text("R055.html").contains("v-1"))
  }

  @Test func aProjectsIssuesAreLinks() {
    #expect(Self.text("R141.html").contains("https://github.com/wireapp/wire-ios/issues/3060"))
  }
}
