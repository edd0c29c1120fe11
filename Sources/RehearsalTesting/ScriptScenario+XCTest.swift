// Scenarios in a test method of XCTest, which fails at the script's own line.

#if canImport(XCTest)
  import Foundation
  import XCTest

  extension ScriptScenario {
    /// Runs the case and records what goes wrong as failures of a test case, at the lines of the
    /// script, with the timeline as an attachment on Apple's platforms, and elsewhere in a file that
    /// the failure names.
    ///
    /// A test method that runs several continues after those that its headers leave out; where a
    /// method runs one, `XCTSkip` can tell of the outcome's `skipReason`. The methods of a
    /// ``ScriptTestCase`` make a test of each.
    ///
    /// - Parameter testCase: The test case whose method is running.
    /// - Returns: The result of the run.
    @discardableResult
    public func run(in testCase: XCTestCase) -> Outcome {
      let start = ScenarioRecord.Moment()
      let outcome = outcome()
      ScenarioRecord.add(self, outcome, since: start)
      for problem in outcome.problems {
        testCase.record(problem, of: testDescription, timeline: (attachmentName, outcome))
      }
      return outcome
    }
  }

  extension XCTestCase {
    /// Records a failure at a line of a script.
    ///
    /// - Parameters:
    ///   - problem: What went wrong.
    ///   - name: What was played, where the test is not named after it; nil where it is.
    ///   - timeline: The name of an attachment, and the outcome whose timeline it is.
    package func record(
      _ problem: ScriptScenario.Problem, of name: String?,
      timeline: (name: String, outcome: ScriptScenario.Outcome)? = nil
    ) {
      recordFailure(
        name.map { "\($0): \(problem.message)" } ?? problem.message, file: problem.place.file,
        line: problem.place.position.line,
        attachment: timeline.map { ($0.name, $0.outcome.timelineText) })
    }

    /// Records a failure at a line with a text: as an attachment on Apple's platforms, and elsewhere,
    /// where XCTest has none, in a file that the failure names.
    func recordFailure(
      _ message: String, file: String, line: Int, attachment: (name: String, text: String)? = nil
    ) {
      #if canImport(ObjectiveC)
        var issue = XCTIssue(type: .assertionFailure, compactDescription: message)
        issue.sourceCodeContext = XCTSourceCodeContext(
          location: XCTSourceCodeLocation(filePath: file, lineNumber: line))
        if let attachment {
          let attached = XCTAttachment(string: attachment.text)
          attached.name = attachment.name
          issue.add(attached)
        }
        record(issue)
      #else
        var lines = [message]
        if let attachment, !attachment.text.isEmpty {
          lines.append("timeline: \(keep(attachment.text, in: attachment.name))")
        }
        recordFailure(
          withDescription: lines.joined(separator: "\n"), inFile: file, atLine: line,
          expected: true)
      #endif
    }

    #if !canImport(ObjectiveC)
      /// Writes a text into a file of this run.
      ///
      /// - Returns: The path, or why there is none.
      private func keep(_ text: String, in file: String) -> String {
        let run = "rehearsal-\(getpid())"
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(run)
        let url = folder.appendingPathComponent(file)
        do {
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          try text.write(to: url, atomically: true, encoding: .utf8)
        } catch { return "\(url.path) cannot be written: \(error.localizedDescription)" }
        return url.path
      }
    #endif
  }
#endif
