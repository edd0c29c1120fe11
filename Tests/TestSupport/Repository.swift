// The repository as tests see it: where it stands, the paths that belong to it, and their text.
//
// The root is found from this file's own place. Git says which files belong; where there is no git
// (a source archive), the folder itself does, without what builds leave behind. Nothing is written.

import Foundation
import RehearsalSyntax

/// The checked-out repository.
package struct Repository {
  /// Where it stands.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Paths relative to the root, sorted, of all files that are tracked or could be.
  package let paths: [String]

  /// Lists the repository.
  package init() throws {
    let candidates = try Self.gitPaths(in: Self.root) ?? Self.folderPaths(in: Self.root)
    paths =
      candidates
      .filter { FileManager.default.fileExists(atPath: Self.url(of: $0).path) }
      .sorted()
  }

  /// The number of the newest version on the page of changes.
  ///
  /// - Throws: What reading the page throws.
  package static func version() throws -> String {
    let page = try text(of: "Sources/Rehearsal/Documentation.docc/Changes.md")
    return page.firstMatch(of: /\n## ([0-9]+\.[0-9]+\.[0-9]+)\n/).map { String($0.1) } ?? ""
  }

  /// The names below the root, each once and sorted.
  package var topLevelNames: [String] {
    Set(paths.map { String($0.prefix { $0 != "/" }) }).sorted()
  }

  /// The paths below a folder, with an ending.
  package func paths(below folder: String, endingIn suffix: String) -> [String] {
    paths.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(suffix) }
  }

  /// The scripts below a folder, by their paths.
  package func scripts(below folder: String) throws -> [SourceText] {
    try paths(below: folder, endingIn: ".rehearsal").map {
      SourceText(name: $0, bytes: try Self.bytes(of: $0))
    }
  }

  /// Where a file or folder stands.
  package static func url(of path: String) -> URL { root.appendingPathComponent(path) }

  /// The bytes of a file.
  package static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url(of: path)))
  }

  /// The text of a file, whose bytes have to be UTF-8.
  package static func text(of path: String) throws -> String {
    try String(contentsOf: url(of: path), encoding: .utf8)
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
