// Script files: reading the text of one and of what it imports, and finding those below a folder,
// for commands and test suites alike.

import RehearsalSyntax

/// A script file that cannot be read, for people.
package struct ScriptReadError: Error, Sendable {
  /// The path as given.
  package let path: String
  /// Why it cannot be read.
  package let reason: String
  /// Whether there is no such file.
  package let isMissing: Bool

  /// The diagnostic that it is.
  package var identifier: DiagnosticIdentifier { isMissing ? .fileNotFound : .fileNotReadable }
}

extension ScriptReadError: CustomStringConvertible {
  /// The file, the diagnostic and the reason.
  package var description: String {
    "\(path.printableLine): error[\(identifier.rawValue)]: \(reason)"
  }
}

/// The folders from which the scripts of a command may import.
package struct ImportRoots: Sendable {
  /// The folders, the first that holds a script counting for it.
  package let folders: [String]

  /// Makes the folders of a command.
  ///
  /// - Parameters:
  ///   - root: The folder that the user chose; nil for none.
  ///   - paths: The files and folders that the command was given.
  package init(root: String? = nil, paths: [String] = []) {
    folders = (root.map { [$0] } ?? []) + paths.filter { FilePath($0).kind() == .folder }
  }
}

/// A script file.
package enum ScriptFile {
  /// The path that stands for standard input.
  package static let standardInput = "-"

  /// The ending of script files, without the dot.
  package static let pathExtension = "rehearsal"

  /// Where the imports of a script file come from: the root above it, without one its folder (the
  /// current one for standard input), and the folders below that.
  ///
  /// They are named from that folder on, which is named as the user named it: so the same scripts
  /// say the same wherever they lie.
  package static func imports(
    of path: String, within roots: ImportRoots = ImportRoots()
  ) -> ImportSource {
    let folder = path == standardInput ? FilePath("") : FilePath(path).folder
    let inner = folder.canonical
    let root = roots.folders.lazy.map { FilePath($0) }.first { $0.canonical.contains(inner) }
    return imports(within: root ?? folder)
  }

  /// Where the imports of a script come from: a folder and those below it, links resolved.
  private static func imports(within folder: FilePath) -> ImportSource {
    { path, importer in
      let file = FilePath(importer.name).folder.appending(path).canonical
      let root = folder.canonical
      guard root.contains(file) else { return .failure(.outsideFolder) }
      do throws(ScriptReadError) {
        return .success(try read(name(of: file, in: root, namedAs: folder.text)))
      } catch {
        return .failure(error.isMissing ? .notFound : .notReadable(error.reason))
      }
    }
  }

  /// The path of a file below a folder, which begins with what the folder was called.
  private static func name(of file: FilePath, in root: FilePath, namedAs folder: String) -> String {
    let inner = file.text.dropFirst(root.text.count).drop { $0 == "/" }
    var folder = folder[...]
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    if folder.isEmpty || folder == "." { return String(inner) }
    return folder == "/" ? "/\(inner)" : "\(folder)/\(inner)"
  }

  /// The scripts among some paths: files as they are, of folders all scripts at any depth, sorted
  /// by path.
  ///
  /// Hidden folders are not looked into.
  ///
  /// - Throws: `ScriptReadError` for a path that is not there, and for a folder without scripts.
  package static func find(in paths: [String]) throws(ScriptReadError) -> [String] {
    try search(paths, entersPackages: true).files
  }

  /// What a search for scripts comes to.
  package struct Findings: Sendable {
    /// The paths of the scripts.
    package fileprivate(set) var files: [String] = []
    /// The folders that hold Swift packages of their own, whose scripts were left out.
    package fileprivate(set) var packages: [String] = []
  }

  /// Finds the scripts among some paths, as `find(in:)` has them, without those of Swift packages
  /// below a folder: these have native apps of their own, which only their own command knows.
  ///
  /// - Parameters:
  ///   - paths: Files and folders; a package that is named itself is searched.
  ///   - entersPackages: Whether packages below folders are searched, too.
  /// - Returns: The scripts, and what was left out.
  /// - Throws: `ScriptReadError` for a path that is not there, and for a folder without scripts.
  package static func search(
    _ paths: [String], entersPackages: Bool = false
  ) throws(ScriptReadError) -> Findings {
    var findings = Findings()
    for path in paths {
      if path == standardInput {
        findings.files.append(path)
        continue
      }
      guard let kind = FilePath(path).kind() else {
        throw ScriptReadError(path: path, reason: "there is no such file", isMissing: true)
      }
      guard kind == .folder else {
        findings.files.append(path)
        continue
      }
      var found = Findings()
      let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
      try search(path, prefix, entersPackages, &found)
      guard !found.files.isEmpty || !found.packages.isEmpty else {
        throw ScriptReadError(
          path: path, reason: "the folder holds no *.\(pathExtension) files", isMissing: true)
      }
      findings.files += found.files.sorted()
      findings.packages += found.packages.sorted()
    }
    return findings
  }

  /// Finds the scripts of a folder and of those below it.
  private static func search(
    _ folder: String, _ prefix: String, _ entersPackages: Bool, _ findings: inout Findings
  ) throws(ScriptReadError) {
    let names: [String]
    do throws(SystemError) { names = try FilePath(folder).names() } catch {
      throw ScriptReadError(
        path: folder, reason: "the folder cannot be read: \(error)", isMissing: false)
    }
    for name in names where !name.hasPrefix(".") {
      let path = prefix + name
      if name.hasSuffix("." + pathExtension) {
        findings.files.append(path)
      } else if FilePath(path).kind(followsLinks: false) == .folder {
        if !entersPackages, FilePath(path + "/Package.swift").exists {
          var inner = Findings()
          try search(path, path + "/", true, &inner)
          if !inner.files.isEmpty { findings.packages.append(path) }
        } else {
          try search(path, path + "/", entersPackages, &findings)
        }
      }
    }
  }

  /// Reads a file's bytes, whatever they are; `-` reads standard input.
  ///
  /// - Throws: `ScriptReadError`, also for what is no regular file: a pipe or a device might never
  ///   come to its end.
  package static func read(_ path: String) throws(ScriptReadError) -> SourceText {
    if path == standardInput {
      do throws(SystemError) {
        return SourceText(name: "standard input", bytes: try FilePath.standardInput())
      } catch {
        // What came so far is not the script: half of one must not pass for all of it.
        throw ScriptReadError(path: "standard input", reason: "\(error)", isMissing: false)
      }
    }
    func unreadable(_ reason: String, isMissing: Bool = false) -> ScriptReadError {
      ScriptReadError(path: path, reason: reason, isMissing: isMissing)
    }
    switch FilePath(path).kind() {
    case .file: break
    case .folder: throw unreadable("it is a folder; name the scripts in it")
    case nil: throw unreadable("there is no such file", isMissing: true)
    case .other:
      throw unreadable(
        "it is no regular file; to read a script from a pipe, give `-` and pipe it in")
    }
    do throws(SystemError) {
      return SourceText(name: path, bytes: try FilePath(path).bytes())
    } catch {
      throw unreadable("it may not be read")
    }
  }
}
