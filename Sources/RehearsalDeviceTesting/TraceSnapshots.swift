// Traces as text files beside the tests: authors of a change to an app read the difference, and
// record it when it is right. A run that records fails, so that none records and passes at once.

import Foundation
import RehearsalDevice
import Testing

/// Expects the timeline of a device to be the one that a text file beside the test holds.
///
/// The file is `Snapshots/NAME.txt` in the folder of the calling file. With `RECORD_SNAPSHOTS` in the
/// environment it is written, and the test fails.
///
/// - Parameters:
///   - simulation: The device.
///   - name: The name of the file, without an ending.
///   - index: The first record of the timeline; 0 for the beginning of the installation.
///   - testFile: The calling file.
///   - sourceLocation: Where an issue is recorded.
/// - Returns: Whether the file holds the timeline.
/// - Throws: The error of a file that cannot be written.
@discardableResult
public func expectSnapshot(
  of simulation: Simulation, named name: String, since index: Int = 0,
  testFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  try TextSnapshot("Snapshots/\(name).txt", beside: testFile)
    .expect(simulation.timeline(since: index), sourceLocation)
}

/// A file beside a test that holds the lines that the test should make.
package struct TextSnapshot {
  private let url: URL
  private let isRecording: Bool

  /// Names a file.
  ///
  /// - Parameters:
  ///   - path: Its path, from the folder of the test.
  ///   - testFile: The file of the test.
  package init(_ path: String, beside testFile: String) {
    url = URL(fileURLWithPath: testFile).deletingLastPathComponent().appendingPathComponent(path)
    isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil
  }

  init(url: URL, isRecording: Bool) {
    self.url = url
    self.isRecording = isRecording
  }

  /// Expects lines to be those of the file, or writes them, where snapshots are recorded, and fails.
  ///
  /// - Parameters:
  ///   - lines: The lines, without line ends.
  ///   - sourceLocation: Where an issue is recorded.
  /// - Returns: Whether the file holds them.
  /// - Throws: The error of a file that cannot be written.
  package func expect(_ lines: [String], _ sourceLocation: SourceLocation) throws -> Bool {
    let text = lines.map { $0 + "\n" }.joined()
    let recorded = try? String(contentsOf: url, encoding: .utf8)
    let name = url.lastPathComponent
    if isRecording {
      if recorded != text {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      }
      Issue.record(
        "\(name) was recorded; look at the changes, run again", sourceLocation: sourceLocation)
      return false
    }
    let hint = "If this is right: RECORD_SNAPSHOTS=1 swift test"
    guard let recorded else {
      Issue.record("there is no \(name). \(hint)", sourceLocation: sourceLocation)
      return false
    }
    return LineDifference(of: lines, from: recorded.split(separator: "\n").map(String.init))
      .record(as: "\(name) differs", hint: hint, sourceLocation)
  }
}
