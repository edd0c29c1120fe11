// Traces as text files beside the tests: authors of a change to an app read the difference, and
// record it when it is right. A run that records fails, so that none records and passes at once.

import Foundation
import Rehearsal
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
  let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    .appendingPathComponent("Snapshots")
  let snapshot = TraceSnapshot(
    url: folder.appendingPathComponent(name + ".txt"),
    isRecording: ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil)
  return try snapshot.expect(simulation.timeline(since: index), sourceLocation)
}

/// Expects a file beside the scripts to declare a host, for the command and editors, which check scripts
/// against it.
///
/// With `RECORD_SNAPSHOTS` in the environment the file is written, and the test fails. `rehearse.toml`
/// names it: `host = "Scripts/host.json"`.
///
/// - Parameters:
///   - host: The host.
///   - file: The path of the file, from the folder of the calling file.
///   - testFile: The calling file.
///   - sourceLocation: Where an issue is recorded.
/// - Returns: Whether the file declares the host as it is.
/// - Throws: The error of a file that cannot be written.
@discardableResult
public func expectDeclarations(
  of host: ScriptHost, in file: String = "Scripts/host.json", testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
  let snapshot = TraceSnapshot(
    url: folder.appendingPathComponent(file),
    isRecording: ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil)
  let lines = host.declarations.split(separator: "\n").map(String.init)
  return try snapshot.expect(lines, sourceLocation)
}

/// A file that holds the timeline that a test should make.
struct TraceSnapshot {
  let url: URL
  let isRecording: Bool

  func expect(_ timeline: [String], _ sourceLocation: SourceLocation) throws -> Bool {
    let text = timeline.map { $0 + "\n" }.joined()
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
    return LineDifference(of: timeline, from: recorded.split(separator: "\n").map(String.init))
      .record(as: "\(name) differs", hint: hint, sourceLocation)
  }
}
