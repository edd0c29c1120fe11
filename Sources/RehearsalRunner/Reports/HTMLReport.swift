// The report as a page: one file that needs nothing else, with a picture of each life. The markup, the
// looks and the script are files of their own, which the build puts into the command; a template joins
// them with the data.

import Foundation
import Mustache
import Rehearsal
import RehearsalSyntax

/// Collects a run and renders it as a page.
package struct HTMLReport {
  private var data = PageData()
  private var summary = TestSummary()
  private var failed: [FailedCase] = []

  /// What a reader without scripts is told.
  fileprivate struct FailedCase {
    let title: String
    let file: String
    let text: String
  }

  /// What the template reads, by these names.
  private struct Page {
    let line: String
    let failed: [FailedCase]
    let css: String
    let js: String
    let data: String
  }

  /// Makes an empty report.
  package init() {}

  /// What to write for an event: the whole of it when the run has ended, before that nothing.
  ///
  /// - Throws: What the encoder of JSON and the library of the template say.
  package mutating func text(_ event: TestEvent) throws -> String {
    switch event {
    case .caseEnded(let result):
      data.add(result)
      summary.count(result)
      if result.status.isFailure { failed.append(FailedCase(result)) }
    case .differed(let difference): data.add(difference)
    case .runEnded(let end):
      summary.isInterrupted = end.isInterrupted
      return try page()
    case .runBegan, .scriptBegan, .caseBegan, .happened, .scriptEnded: break
    }
    return ""
  }

  private func page() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: Self.withoutMarkup(try encoder.encode(data)), as: UTF8.self)
      .printableJSON
    let picture = Self.text(PackageResources.picture_css)
    return try MustacheTemplate(string: Self.text(PackageResources.report_mustache)).render(
      Page(
        line: summary.line, failed: failed, css: picture + Self.text(PackageResources.report_css),
        js: Self.text(PackageResources.report_js), data: json))
  }

  /// JSON in which nothing ends the element that it stands in: a `<` only occurs in texts, where it
  /// may be written as an escape.
  static func withoutMarkup(_ json: Data) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count + json.count / 64)
    for byte in json {
      if byte == UInt8(ascii: "<") { bytes += Array(#"\u003c"#.utf8) } else { bytes.append(byte) }
    }
    return bytes
  }

  static func text(_ resource: [UInt8]) -> String { String(decoding: resource, as: UTF8.self) }
}

extension HTMLReport.FailedCase {
  fileprivate init(_ result: CaseResult) {
    let renderer = RunRenderer(appNames: result.appNames)
    title = result.testCase.title.printableLine
    file = result.testCase.file.printableLine
    text = result.problems.map { $0.text(renderer).printable }.joined()
  }
}
