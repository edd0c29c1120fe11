// The report as a page: one file that needs nothing else, with a picture of each life. Its
// looks and the script are files of their own, which the build puts into the command.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// Collects a run and renders it as a page.
package struct HTMLReport: Report {
  private var data: PageData
  private var summary = TestSummary()
  private var configuration: String?
  private var failed: [FailedCase] = []
  private var elapsed = Duration.zero
  private let origin: RunOrigin
  /// The scenarios that also pass if the apps do nothing, by file.
  private var idle: [(file: String, titles: [String])] = []

  /// The notice for a reader without scripts.
  fileprivate struct FailedCase {
    let title: String
    let file: String
    let text: String
  }

  /// Makes an empty report.
  ///
  /// - Parameters:
  ///   - origin: When and where the run was made.
  ///   - rules: The address of a folder with a page for each rule, to which the rules then lead; nil if
  ///     they lead to the page's own table.
  package init(_ origin: RunOrigin = RunOrigin(), rulesAt rules: String? = nil) {
    self.origin = origin
    data = PageData(rulesAt: rules)
  }

  /// What to write for an event: the whole of it when the run has ended, before that nothing.
  package mutating func text(_ event: TestEvent) -> PrintableText {
    switch event {
    case .runBegan(let beginning):
      configuration = beginning.configuration
      summary.begin(beginning)
    case .caseEnded(let result):
      guard result.isShownInPictures else { break }
      data.add(result)
      summary.count(result)
      elapsed += result.elapsed
      if result.status.isFailure { failed.append(FailedCase(result)) }
    case .differed(let difference): data.add(difference)
    case .runEnded(let end):
      summary.isInterrupted = end.isInterrupted
      return PrintableText(lines: page.description)
    case .scriptEnded(let path, let measure?, _):
      summary.count(measure)
      if !measure.passing.isEmpty { idle.append((path, measure.passing)) }
    case .scriptBegan, .caseBegan, .happened, .told, .leftOut, .warned, .scriptEnded: break
    }
    return ""
  }

  private var heading: String {
    summary.line + (configuration.map { ", with the options of \($0.printableLine)" } ?? "")
  }

  /// When, where and of what the run was made, in a line; empty if unknown.
  private var provenance: Markup {
    let (seconds, attoseconds) = elapsed.components
    let time = TimeSpan.milliseconds(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    let facts: [(String, String?)] = [
      ("date", origin.date), ("command", origin.command), ("system", origin.system),
      ("commit", origin.commit.map { String($0.prefix(12)) }),
      (
        "duration",
        origin.saysElapsedTime && elapsed > .zero ? "\(time) of this computer's time" : nil
      ),
    ]
    let told = facts.compactMap { name, value in
      value.map { Markup("<span id=\"run-\(name)\" title=\"\(name)\">\($0.printableLine)</span>") }
    }
    return told.isEmpty ? "" : "<div id=\"provenance\" class=\"meta\">\(told.joined())</div>"
  }

  /// What a reader without scripts gets.
  private var withoutScripts: Markup {
    """
    <noscript>
      <article>
        <p>The pictures need scripts, which are switched off here. What failed:</p>
    \(failed.map(\.markup).joined())  </article>
    </noscript>
    """
  }

  /// The scenarios that say nothing of the apps, to be opened below the list; empty if they were not asked for.
  private var idleList: Markup {
    guard !idle.isEmpty else { return "" }
    let items = idle.flatMap { file, titles in
      titles.map { title -> Markup in
        """

                <li><bdi>\(title.printableLine)</bdi> <span class="meta"><bdi>\(file.printableLine)</bdi></span></li>
        """
      }
    }
    return """

          <details id="idle">
            <summary>Scenarios that also pass if the apps do nothing</summary>
            <ul>\(items.joined())
            </ul>
          </details>
      """
  }

  private var page: Markup {
    let css = Self.text(PackageResources.picture_css) + Self.text(PackageResources.report_css)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>Rehearsal: \(summary.counts)</title>
      <style>\(Markup(verbatim: css))</style>
      </head>
      <body>
      <header class="top">
        <h1>Rehearsal</h1>
        <span id="summary">\(heading)</span>
        <span class="space"></span>
        <button id="show-scenario" aria-pressed="true">Scenarios</button>
        <button id="show-systems" aria-pressed="false">Systems</button>
        <button id="show-coverage" aria-pressed="false">Coverage</button>
        <label class="button" \
      title="Choose the report of another run to compare the same scenarios">\
      Compare with a report<input id="other" type="file" accept=".html" \
      aria-label="Compare with a report"></label>
        <button id="theme" title="Light, dark, or as the system">Theme: system</button>
        \(provenance)
      </header>
      \(withoutScripts)
      <main>
        <nav aria-label="Scenarios">
          <div class="filter">
            <input id="filter" type="search" placeholder="Filter by file, title, .tag or failure ( / )" \
      aria-label="Filter by file, title, tag or failure" autocomplete="off">
            <div class="states" id="states" role="group" aria-label="States to list"></div>
            <div class="states">
              <select id="order" aria-label="Order">
                <option value="file">By file</option>
                <option value="failed">Failed first</option>
                <option value="reason">By failure</option>
                <option value="time">Longest first, in virtual time</option>
              </select>
              <button id="fold">Close all files</button>
              <button id="next" title="Next failure (n), the one before (p)">Next failure</button>
            </div>
            <div id="count" role="status"></div>
          </div>
          <ul id="list"></ul>\(idleList)
        </nav>
        <article id="scenario" tabindex="-1" aria-label="Scenario"></article>
        <article id="systems" tabindex="-1" aria-label="Systems" hidden></article>
        <article id="coverage" tabindex="-1" aria-label="Coverage" hidden></article>
      </main>
      <script id="data" type="application/json">\(Self.embedded(data.json))</script>
      <script>\(Markup(verbatim: Self.script))</script>
      </body>
      </html>

      """
  }

  /// The page's script, part by part.
  private static let script = [
    PackageResources.data_js, PackageResources.picture_js, PackageResources.tables_js,
    PackageResources.report_js,
  ].map(text).joined(separator: "\n")

  /// JSON as it may be in an element: a `<`, which could end that, only occurs in texts, where it
  /// may be written as an escape.
  private static func embedded(_ json: JSONValue) -> Markup {
    let text = json.text.printableJSON
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + text.utf8.count / 64)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "<") { bytes += #"\u003c"#.utf8 } else { bytes.append(byte) }
    }
    return Markup(verbatim: String(decoding: bytes, as: UTF8.self))
  }

  static func text(_ resource: [UInt8]) -> String { String(decoding: resource, as: UTF8.self) }
}

extension HTMLReport.FailedCase {
  var markup: Markup {
    """
        <section class="problem"><strong><bdi>\(title)</bdi></strong> \
    <span class="meta"><bdi>\(file)</bdi></span><pre>\(text)</pre></section>

    """
  }

  fileprivate init(_ result: CaseResult) {
    let renderer = RunRenderer(appNames: result.appNames)
    title = result.testCase.heading.printableLine
    file = result.testCase.file.printableLine
    text = result.problems.map { $0.text(renderer).printable }.joined()
  }
}
