// The scenarios and storms of a test run as JUnit's XML, one test case each, for build servers that know Swift's
// tests by their functions only. `REHEARSAL_JUNIT=FILE swift test` writes it when the process ends.

import Foundation
import RehearsalFiles
import RehearsalText
import Synchronization

/// The scenarios and storms that were run in this process.
package enum ScenarioRecord {
  /// What was run.
  struct Case: Sendable {
    let file: String
    let name: String
    let seconds: Double
    let problems: [ScriptScenario.Problem]
    let skipReason: String?
  }

  private static let cases = Mutex<[Case]>([])
  private static let path = ProcessEnvironment.variable("REHEARSAL_JUNIT")

  /// A moment of the computer's time.
  package struct Moment {
    fileprivate let instant = ContinuousClock.now

    /// Now.
    package init() {}
  }

  /// Records a scenario that was run from some moment on.
  static func add(
    _ scenario: ScriptScenario, _ outcome: ScriptScenario.Outcome, since start: Moment
  ) {
    add(
      scenario.testDescription, of: scenario.path, outcome.problems, skipReason: outcome.skipReason,
      since: start)
  }

  /// Records what was run from some moment on.
  ///
  /// - Parameters:
  ///   - name: Its name, among those of its script.
  ///   - file: The path of its script.
  ///   - problems: What was found; empty if it passed.
  ///   - skipReason: Why it was not run; nil if it was.
  ///   - start: When it began.
  package static func add(
    _ name: String, of file: String, _ problems: [ScriptScenario.Problem],
    skipReason: String? = nil,
    since start: Moment
  ) {
    guard path != nil else { return }
    _ = isWrittenAtTheEnd
    let seconds = (ContinuousClock.now - start.instant) / .seconds(1)
    cases.withLock {
      $0.append(
        Case(
          file: file, name: name, seconds: seconds, problems: problems, skipReason: skipReason))
    }
  }

  private static let isWrittenAtTheEnd: Bool = {
    atexit {
      guard let path = ScenarioRecord.path else { return }
      let cases = ScenarioRecord.cases.withLock { $0 }
      do { try ScenarioRecord.write(cases, to: path, run: getppid()) } catch {
        let line = "error: REHEARSAL_JUNIT: \(path) cannot be written: \(error)\n"
        FileHandle.standardError.write(Data(line.utf8))
      }
    }
    return true
  }()

  /// Writes a file, or adds to it where another process of the same run has written it: `swift test` has one
  /// for XCTest and one for Swift Testing, and with `--parallel` one for each test of XCTest.
  static func write(_ cases: [Case], to path: String, run: Int32) throws {
    let file = open(path, O_RDWR | O_CREAT, 0o644)
    guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    flock(file, LOCK_EX)
    let before = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(document(cases, run: run, after: before).utf8))
  }

  // MARK: - XML

  private static let end = "</testsuites>\n"

  private static func document(_ cases: [Case], run: Int32, after before: String) -> String {
    // Tests run beside one another, in any order.
    let files = Dictionary(
      grouping: cases.sorted { ($0.file, $0.name) < ($1.file, $1.name) }, by: \.file)
    let suites = files.keys.sorted().map { suite($0, files[$0] ?? []) }
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- the run of process \(run) -->\n"
    if before.hasPrefix(head), before.hasSuffix(end) {
      return before.dropLast(end.count) + suites.joined() + end
    }
    return head + "<testsuites name=\"rehearsal\">\n" + suites.joined() + end
  }

  private static func counts(of cases: [Case]) -> String {
    let failures = cases.filter { !$0.problems.isEmpty }.count
    let time = cases.reduce(0) { $0 + $1.seconds }
    return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" time=\"\(time)\""
  }

  private static func suite(_ file: String, _ cases: [Case]) -> String {
    let skipped = cases.filter { $0.skipReason != nil }.count
    return "  <testsuite name=\"\(escaped(file))\" \(counts(of: cases)) skipped=\"\(skipped)\">\n"
      + cases.map(element).joined() + "  </testsuite>\n"
  }

  private static func element(_ record: Case) -> String {
    let name = escaped(record.name)
    var text =
      "    <testcase classname=\"\(escaped(record.file))\" name=\"\(name)\" time=\"\(record.seconds)\">\n"
    if let reason = record.skipReason {
      text += "      <skipped message=\"\(escaped(reason))\"/>\n"
    }
    for problem in record.problems {
      let first = problem.message.split(separator: "\n").first.map(String.init) ?? ""
      text += "      <failure message=\"\(escaped(first))\">"
      text += "\(escaped("\(problem.place): \(problem.message)"))</failure>\n"
    }
    return text + "    </testcase>\n"
  }

  /// The text where XML has text or an attribute, without what XML cannot say.
  private static func escaped(_ text: String) -> String {
    let entities: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\n": "&#10;", "\t": "&#9;",
    ]
    return text.unicodeScalars.map { entities[$0] ?? String($0) }.joined().printableXML
  }
}
