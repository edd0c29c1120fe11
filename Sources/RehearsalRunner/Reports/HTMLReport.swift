// The report as a page: one file that needs nothing else, with a picture of each life. Its
// looks and the script are files of their own, which the build puts into the command.

import Rehearsal
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// Collects a run and renders it as a page.
package struct HTMLReport: Report {
  private var data: PageData
  private var summary = TestSummary()
  private var configuration: String?
  private var failed: [FailedCase] = []

  /// What a reader without scripts is told.
  fileprivate struct FailedCase {
    let title: String
    let file: String
    let text: String
  }

  /// Makes an empty report.
  ///
  /// - Parameter rules: The address of a folder with a page for each rule, to which the rules then lead; nil
  ///   where they lead to the page's own table.
  package init(rulesAt rules: String? = nil) { data = PageData(rulesAt: rules) }

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
      if result.status.isFailure { failed.append(FailedCase(result)) }
    case .differed(let difference): data.add(difference)
    case .runEnded(let end):
      summary.isInterrupted = end.isInterrupted
      return PrintableText(lines: page.description)
    case .scriptEnded(_, let measure?): summary.count(measure)
    case .scriptBegan, .caseBegan, .happened, .told, .leftOut, .warned, .scriptEnded: break
    }
    return ""
  }

  private var heading: String {
    summary.line + (configuration.map { ", with the options of \($0.printableLine)" } ?? "")
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
      <title>Rehearsal: \(summary.line)</title>
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
      </header>
      <noscript>
        <article>
          <p>The pictures need scripts, which are switched off here. What failed:</p>
      \(failed.map(\.markup).joined())  </article>
      </noscript>
      <main>
        <nav aria-label="Scenarios">
          <div class="filter">
            <input id="filter" type="search" placeholder="Filter by file, title or tag ( / )" \
      aria-label="Filter by file, title or tag" autocomplete="off">
            <div class="states" id="states" role="group" aria-label="States to list"></div>
            <div class="states">
              <select id="order" aria-label="Order">
                <option value="file">By file</option>
                <option value="failed">Failed first</option>
                <option value="time">Longest first, in virtual time</option>
              </select>
              <button id="fold">Close all files</button>
              <button id="next" title="Next failure (n), the one before (p)">Next failure</button>
            </div>
            <div id="count" role="status"></div>
          </div>
          <ul id="list"></ul>
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
