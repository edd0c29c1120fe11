// The repository as the checks see it: the paths that belong to it and their text.
//
// The root is found from this file's own place. Git says which files belong; where there is no git
// (a source archive), the folder itself does, without what builds leave behind. Nothing is written.

import Foundation

/// The checked-out repository.
struct Repository {
  /// Paths relative to the root, sorted, of all files that are tracked or could be.
  let paths: [String]
  private let root: URL

  /// The repository that this file stands in.
  init(file: String = #filePath) throws {
    root = URL(fileURLWithPath: file)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let candidates = try Self.gitPaths(in: root) ?? Self.folderPaths(in: root)
    let root = root
    paths =
      candidates
      .filter { FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path) }
      .sorted()
  }

  /// The text of a file, or `nil` when its bytes are not UTF-8.
  func text(of path: String) throws -> String? {
    String(bytes: try Data(contentsOf: root.appendingPathComponent(path)), encoding: .utf8)
  }

  /// The names below the root, each once and sorted.
  var topLevelNames: [String] {
    Set(paths.map { String($0.prefix { $0 != "/" }) }).sorted()
  }

  /// The paths of the Swift sources below a folder, or of all.
  func swiftPaths(below folder: String = "") -> [String] {
    paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(".swift") }
  }

  private static func gitPaths(in root: URL) throws -> [String]? {
    let git = Process()
    let output = Pipe()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = [
      "git", "-C", root.path, "ls-files", "-z", "--cached", "--others", "--exclude-standard",
    ]
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    git.standardInput = FileHandle.nullDevice
    guard (try? git.run()) != nil else { return nil }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    let paths = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    // A folder inside another repository is not what that repository lists.
    return git.terminationStatus == 0 && paths.contains("Package.swift") ? paths : nil
  }

  private static func folderPaths(in root: URL) throws -> [String] {
    let manager = FileManager.default
    var paths: [String] = []
    for name in try manager.contentsOfDirectory(atPath: root.path)
    where !isLeftBehindByBuilds(name) {
      let url = root.appendingPathComponent(name)
      if try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
        paths += try manager.subpathsOfDirectory(atPath: url.path)
          .filter { try !isFolder(url.appendingPathComponent($0)) }
          .map { "\(name)/\($0)" }
      } else {
        paths.append(name)
      }
    }
    return paths
  }

  private static func isFolder(_ url: URL) throws -> Bool {
    try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
  }

  private static func isLeftBehindByBuilds(_ name: String) -> Bool {
    name.hasPrefix(".build") || [".git", ".swiftpm", "Package.resolved"].contains(name)
  }
}
