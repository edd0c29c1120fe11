// Failures of XCTest at any line, with a text.

#if canImport(XCTest)
  import Foundation
  import XCTest

  extension XCTestCase {
    /// Records a failure at a line with a text: as an attachment on Apple's platforms, and elsewhere,
    /// where XCTest has none, in a file that the failure names.
    ///
    /// - Parameters:
    ///   - message: What went wrong.
    ///   - file: The path of the file.
    ///   - line: Its line, from 1.
    ///   - attachment: The name of an attachment, and its text; nil without one.
    package func recordFailure(
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
