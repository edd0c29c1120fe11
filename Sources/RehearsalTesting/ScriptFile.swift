// Scripts on the disk: reading one with its imports, and finding those below a folder. Commands
// and test suites share this, so that a script means the same to both.

import Foundation
import Rehearsal
import RehearsalSyntax

/// A script file that cannot be read, for people.
public struct UnreadableScript: Error, Sendable {
  /// The path as given.
  public let path: String
  /// Why it cannot be read.
  public let reason: String
  /// Whether there is no such file.
  public let isMissing: Bool
}

/// A script file that cannot be written, for people.
public struct UnwritableScript: Error, Sendable {
  /// The path as given.
  public let path: String
  /// Why it cannot be written.
  public let reason: String
}

/// A script file.
public enum ScriptFile {
  /// The ending of script files, without the dot.
  public static let pathExtension = "rehearsal"

  /// Reads and checks a script; its imports come from its folder and the folders below that.
  ///
  /// - Parameters:
  ///   - path: The file's path, by which diagnostics name it.
  ///   - limits: The bounds of reading and running.
  /// - Returns: The script, which may have errors.
  /// - Throws: `UnreadableScript`.
  public static func load(
    _ path: String, limits: RunLimits = RunLimits()
  ) throws(UnreadableScript) -> Script {
    Script(try read(path), limits: limits, imports: imports(of: path))
  }

  /// Where the imports of a script file come from: its folder and the folders below that.
  public static func imports(of path: String) -> ImportSource {
    imports(within: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  /// Where the imports of a script come from: a folder and those below it, links resolved.
  public static func imports(within folder: URL) -> ImportSource {
    let allowed = canonical(folder).path
    return { path, importer in
      let importing = URL(fileURLWithPath: importer.name).deletingLastPathComponent()
      let file = canonical(URL(fileURLWithPath: path, relativeTo: importing))
      guard file.path.hasPrefix(allowed == "/" ? allowed : allowed + "/") else {
        return .failure(.outsideFolder)
      }
      do throws(UnreadableScript) {
        return .success(try read(file.path))
      } catch {
        return .failure(error.isMissing ? .notFound : .notReadable(error.reason))
      }
    }
  }

  /// The scripts among some paths: files as they are, of folders all scripts at any depth, sorted
  /// by path.
  ///
  /// - Throws: `UnreadableScript` for a path that is not there.
  public static func find(in paths: [String]) throws(UnreadableScript) -> [String] {
    var found: [String] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw UnreadableScript(path: path, reason: "there is no such file", isMissing: true)
      }
      guard isFolder.boolValue else {
        found.append(path)
        continue
      }
      let below = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      let scripts = below.filter { $0.hasSuffix("." + pathExtension) }.sorted()
      found += scripts.map { path.hasSuffix("/") ? path + $0 : path + "/" + $0 }
    }
    return found
  }

  /// Reads a file's bytes, whatever they are.
  ///
  /// - Throws: `UnreadableScript`.
  public static func read(_ path: String) throws(UnreadableScript) -> SourceText {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw UnreadableScript(path: path, reason: "there is no such file", isMissing: true)
    }
    guard !isFolder.boolValue else {
      throw UnreadableScript(path: path, reason: "it is a folder", isMissing: false)
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UnreadableScript(path: path, reason: "it may not be read", isMissing: false)
    }
    return SourceText(name: path, bytes: [UInt8](data))
  }

  /// Writes a file's bytes.
  ///
  /// The file is not replaced by a new one, so that links and permissions stay.
  ///
  /// - Throws: `UnwritableScript`.
  public static func write(_ bytes: [UInt8], to path: String) throws(UnwritableScript) {
    do { try Data(bytes).write(to: URL(fileURLWithPath: path)) } catch {
      throw UnwritableScript(path: path, reason: error.localizedDescription)
    }
  }

  private static func canonical(_ url: URL) -> URL {
    url.standardizedFileURL.resolvingSymlinksInPath()
  }
}
