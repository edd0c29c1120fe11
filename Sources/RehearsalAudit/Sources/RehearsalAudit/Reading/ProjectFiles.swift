// The files of a project as texts, read from a folder within bounds. Everything that follows works on
// them alone, so that a test can write a project down as a few texts.

import Foundation

/// The files of a project that an audit reads.
package struct ProjectFiles: Sendable {
  /// A file: its path from the project's folder on, and what it holds.
  package struct File: Sendable {
    package let path: String
    package let bytes: [UInt8]

    /// The last part of the path.
    package var name: Substring { path.split(separator: "/").last ?? "" }
  }

  /// Bounds on what is read; whatever lies beyond is named, and not read.
  package struct Limits: Sendable {
    /// The size of one file in bytes.
    package var fileSize = 4 << 20
    /// The size of all files in bytes.
    package var totalSize = 256 << 20
    /// The number of files that are read.
    package var files = 20_000
    /// How deep folders may lie.
    package var depth = 24

    package init() {}
  }

  /// The files, in the order of their paths.
  package private(set) var files: [File]
  /// What was left out, a sentence each.
  package private(set) var omissions: [String] = []
  /// The project of Xcode that was asked for; nil for all.
  package private(set) var chosenProject: String?
  /// The target that was asked for; nil for all that build apps.
  package var chosenTarget: String?
  /// The checkout that it lies in; nil where there is none.
  package private(set) var checkout: Checkout?
  /// The folder, as a whole path; nil for texts.
  package private(set) var folder: String?

  /// The path of the project's folder from the root of its checkout on; empty for the root.
  package var prefix: String { checkout?.prefix ?? "" }

  /// The root that places are reported from, as a whole path; nil for texts.
  package var root: String? { checkout?.root ?? folder }

  /// Makes a project of texts.
  package init(_ texts: [String: String]) {
    files = texts.map { File(path: $0.key, bytes: Array($0.value.utf8)) }.sorted {
      $0.path < $1.path
    }
  }

  /// What keeps a project from being read.
  package struct Unreadable: Error {
    package let reason: String
  }

  /// Reads what lies below a folder, a project of Xcode or a package, or one source alone.
  ///
  /// Links are not followed, and folders of tools and of tests not entered.
  ///
  /// - Complexity: O(n) in the number of bytes
  package init(at path: String, limits: Limits = Limits()) throws(Unreadable) {
    files = []
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Unreadable(reason: "there is no file or folder \(path)")
    }
    if !isFolder.boolValue {
      guard let data = FileManager.default.contents(atPath: path), data.count <= limits.fileSize
      else {
        throw Unreadable(reason: "\(path) cannot be read, or is too large")
      }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      self.folder = folder
      checkout = Checkout(around: folder)
      files = [File(path: name, bytes: Array(data))]
      return
    }
    let last = path.split(separator: "/").last ?? ""
    let isProject = last.hasSuffix(".xcodeproj")
    let root =
      isProject || last.hasSuffix(".xcworkspace")
      ? URL(fileURLWithPath: path).deletingLastPathComponent().path : path
    folder = URL(fileURLWithPath: root).standardizedFileURL.path
    checkout = Checkout(around: root)
    var reader = FolderReader(root: root, limits: limits)
    reader.read("", depth: 0)
    files = reader.files.sorted { $0.path < $1.path }
    omissions = reader.omissions
    if isProject {
      chosenProject = URL(fileURLWithPath: path).lastPathComponent + "/project.pbxproj"
    }
  }

  package subscript(_ path: String) -> File? {
    files.first { $0.path == path }
  }

  /// A path without `.` and `..`.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

/// Walks through a folder.
private struct FolderReader {
  let root: String
  let limits: ProjectFiles.Limits
  private(set) var files: [ProjectFiles.File] = []
  private(set) var omissions: [String] = []
  private var size = 0
  private var isFull = false

  init(root: String, limits: ProjectFiles.Limits) {
    self.root = root
    self.limits = limits
  }

  private static let endings = [
    ".swift", ".m", ".mm", ".plist", ".entitlements", ".pbxproj", ".xcconfig",
  ]

  /// Folders of what others wrote, of what was built, and of tests.
  private static func isEntered(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasSuffix("Tests") && !name.hasSuffix(".xcassets")
      && !name.hasSuffix(".framework") && !name.hasSuffix(".xcframework")
      && ![
        "Pods", "Carthage", "DerivedData", "node_modules", "build", "Build", "SourcePackages",
        "Tests", "vendor", "fastlane", "ThirdParty", "Third-Party", "third_party", "3rdparty",
      ].contains(name)
  }

  mutating func read(_ folder: String, depth: Int) {
    guard depth <= limits.depth else {
      omissions.append("\(folder): folders are nested deeper than \(limits.depth)")
      return
    }
    let full = folder.isEmpty ? root : root + "/" + folder
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: full) else {
      omissions.append("\(folder.isEmpty ? root : folder): the folder cannot be read")
      return
    }
    for name in names.sorted() where !isFull {
      let path = folder.isEmpty ? name : folder + "/" + name
      guard
        let attributes = try? FileManager.default.attributesOfItem(atPath: root + "/" + path),
        let type = attributes[.type] as? FileAttributeType
      else { continue }
      if type == .typeDirectory, Self.isEntered(name) {
        read(path, depth: depth + 1)
      } else if type == .typeRegular, Self.endings.contains(where: name.hasSuffix) {
        readFile(path, size: (attributes[.size] as? NSNumber)?.intValue ?? 0)
      }
    }
  }

  private mutating func readFile(_ path: String, size bytes: Int) {
    guard bytes <= limits.fileSize else {
      omissions.append("\(path): larger than \(limits.fileSize) bytes")
      return
    }
    guard files.count < limits.files, size + bytes <= limits.totalSize else {
      omissions.append("\(path) and what follows: the project is larger than an audit reads")
      isFull = true
      return
    }
    guard let data = FileManager.default.contents(atPath: root + "/" + path) else {
      omissions.append("\(path): the file cannot be read")
      return
    }
    size += data.count
    files.append(ProjectFiles.File(path: path, bytes: Array(data)))
  }
}
