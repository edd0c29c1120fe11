// Script files: reading the text of one and of what it imports, and finding those below a folder,
// for commands and test suites alike.

import RehearsalSyntax
import RehearsalText

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
      // Of what is no script, no line is to be shown as one that is wrong.
      guard !file.exists || file.name.hasSuffix("." + pathExtension) else {
        return .failure(
          .notReadable("it is no script; scripts have the ending .\(pathExtension)"))
      }
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

  /// The most that the limit `sourceSize` can be, in bytes.
  package static let longestSource = 1 << 30

  /// The scripts among some paths: files as they are, of folders all scripts at any depth, sorted
  /// by path.
  ///
  /// Hidden folders are not looked into.
  ///
  /// - Throws: `ScriptReadError` for a path that is not there, and for a folder without scripts.
  package static func find(in paths: [String]) throws(ScriptReadError) -> [String] {
    try search(paths, entersPackages: true).files
  }

  /// The result of a search for scripts.
  package struct Findings: Sendable {
    /// The paths of the scripts.
    package fileprivate(set) var files: [String] = []
    /// What was left out below folders though it looks like scripts, each with the reason.
    package fileprivate(set) var leftOut: [LeftOut] = []
    /// The files of projects in the folders that were searched, whose options hold where they are near.
    package fileprivate(set) var configurations: [String] = []
  }

  /// Something that looks like scripts and is not among those that were found.
  package struct LeftOut: Hashable, Sendable {
    /// Its path.
    package let path: String
    /// Why it is left out.
    package let reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// What the file is called in which a project says options.
  package static let configurationName = "rehearse.toml"

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
      guard try kind(of: path) == .folder else {
        findings.files.append(path)
        continue
      }
      var found = Findings()
      let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
      try search(path, prefix, entersPackages, &found)
      guard !found.files.isEmpty || !found.leftOut.isEmpty else {
        throw ScriptReadError(
          path: path, reason: "the folder holds no *.\(pathExtension) files", isMissing: true)
      }
      findings.files += found.files.sorted()
      findings.leftOut += found.leftOut.sorted { $0.path < $1.path }
      findings.configurations += found.configurations.sorted()
    }
    return findings
  }

  /// What a path leads to that has to lead somewhere.
  private static func kind(of path: String) throws(ScriptReadError) -> FilePath.Kind {
    do throws(SystemError) {
      if let kind = try FilePath(path).knownKind() { return kind }
    } catch {
      throw ScriptReadError(path: path, reason: "it cannot be read: \(error)", isMissing: false)
    }
    throw ScriptReadError(path: path, reason: "there is no such file", isMissing: true)
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
        continue
      }
      let kind: FilePath.Kind?
      do throws(SystemError) { kind = try FilePath(path).knownKind(followsLinks: false) } catch {
        throw ScriptReadError(
          path: path, reason: "it cannot be examined: \(error)", isMissing: false)
      }
      if kind == .folder {
        if entersPackages || !FilePath(path + "/Package.swift").exists {
          try search(path, path + "/", entersPackages, &findings)
        } else if try holdsScripts(path) {
          findings.leftOut.append(
            LeftOut(
              path: path, reason: "it is a Swift package of its own, with a command of its own"))
        }
      } else if FilePath(path).kind() == .folder {
        // Were links followed, one that leads upward would never end.
        let (target, root) = (FilePath(path).canonical, FilePath(folder).canonical)
        if !target.contains(root), !root.contains(target), try holdsScripts(path) {
          findings.leftOut.append(LeftOut(path: path, reason: "it is a link to a folder"))
        }
      } else if FilePath(name).ending == pathExtension {
        findings.leftOut.append(
          LeftOut(path: path, reason: "the ending of scripts is spelled .\(pathExtension)"))
      } else if name == configurationName {
        findings.configurations.append(path)
      }
    }
  }

  /// Whether there are scripts in a folder or below it.
  private static func holdsScripts(_ folder: String) throws(ScriptReadError) -> Bool {
    var findings = Findings()
    try search(folder, folder + "/", true, &findings)
    return !findings.files.isEmpty
  }

  /// Reads a file's bytes, whatever they are; `-` reads standard input.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - size: The limit `sourceSize`, in bytes; of what is longer one byte more is read, by which it is
  ///     found to be too long.
  /// - Returns: The text.
  /// - Throws: `ScriptReadError`, also for what is no regular file: a pipe or a device might never
  ///   end.
  package static func read(
    _ path: String, atMost size: Int = longestSource
  ) throws(ScriptReadError) -> SourceText {
    let most = min(size, longestSource) + 1
    if path == standardInput {
      do throws(SystemError) {
        return SourceText(
          name: "standard input", bytes: try FilePath.standardInput(atMost: most))
      } catch {
        // What came so far is not the script: half of one must not pass for all of it.
        throw ScriptReadError(path: "standard input", reason: "\(error)", isMissing: false)
      }
    }
    func unreadable(_ reason: String) -> ScriptReadError {
      ScriptReadError(path: path, reason: reason, isMissing: false)
    }
    switch try kind(of: path) {
    case .file: break
    case .folder: throw unreadable("it is a folder; name the scripts in it")
    case .other:
      throw unreadable(
        "it is no regular file; to read a script from a pipe, give `-` and pipe it in")
    }
    do throws(SystemError) {
      return SourceText(name: path, bytes: try FilePath(path).bytes(atMost: most))
    } catch {
      throw unreadable(
        error.code == EACCES ? "it may not be read" : "it cannot be read: \(error)")
    }
  }
}
