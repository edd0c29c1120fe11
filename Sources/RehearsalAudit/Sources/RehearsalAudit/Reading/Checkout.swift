// The checkout of git that a project lies in: reports give places from its root on, as who reads them
// does, and may be asked for changed lines alone.

import Foundation

/// A checkout of git.
package struct Checkout: Sendable {
  /// Its root, as a whole path.
  package let root: String
  /// The path of the project's folder from the root on; empty for the root itself.
  let prefix: String

  /// The checkout around a folder; nil where there is none.
  init?(around folder: String) {
    let start = URL(fileURLWithPath: folder).standardizedFileURL.resolvingSymlinksInPath()
    var url = start
    while !FileManager.default.fileExists(atPath: url.appendingPathComponent(".git").path) {
      let above = url.deletingLastPathComponent()
      if above.path == url.path { return nil }
      url = above
    }
    root = url.path
    let rest = start.path.dropFirst(url.path.count).drop { $0 == "/" }
    prefix = String(rest)
  }

  /// Why a revision cannot be compared with.
  struct Failure: Error {
    let reason: String
  }

  /// The lines that changed since a revision, from the root's paths on; of a new file all.
  func changes(since revision: String) throws(Failure) -> [String: [ClosedRange<Int>]] {
    guard !revision.hasPrefix("-"), !revision.isEmpty else {
      throw Failure(reason: "\(revision) is no revision")
    }
    let text = try git([
      "-c", "core.quotePath=false", "diff", "--no-color", "--no-ext-diff", "--unified=0",
      "--relative=", revision, "--",
    ])
    var changes: [String: [ClosedRange<Int>]] = [:]
    var file: String?
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("+++ ") {
        file = line.hasPrefix("+++ b/") ? String(line.dropFirst(6)) : nil
      } else if line.hasPrefix("@@ "), let file {
        guard let added = line.split(separator: " ").first(where: { $0.hasPrefix("+") }) else {
          continue
        }
        let numbers = added.dropFirst().split(separator: ",").compactMap { Int($0) }
        guard let first = numbers.first else { continue }
        let count = numbers.count > 1 ? numbers[1] : 1
        if count > 0 { changes[file, default: []].append(first...first + count - 1) }
      }
    }
    let untracked = try git(["ls-files", "--others", "--exclude-standard", "-z"])
    for path in untracked.split(separator: "\0") { changes[String(path)] = [1...Int.max] }
    return changes
  }

  private func git(_ arguments: [String]) throws(Failure) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", root] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { throw Failure(reason: "git cannot be run") }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(reason: "git does not know what changed since that revision")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
