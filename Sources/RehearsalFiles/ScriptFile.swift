// Script files: reading one with its imports, writing, and finding those below a folder, for
// commands and test suites alike. Only the part of Foundation without locales is used where it
// exists, because the rest would double the time in which the command starts.

import Rehearsal
import RehearsalSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// A script file that cannot be written, for people.
package struct ScriptWriteError: Error, Sendable {
  /// The path as given.
  package let path: String
  /// Why it cannot be written.
  package let reason: String
}

/// A script file.
package enum ScriptFile {
  /// The path that stands for standard input.
  package static let standardInput = "-"

  /// The ending of script files, without the dot.
  package static let pathExtension = "rehearsal"

  /// Reads and checks a script; its imports come from its folder and the folders below that.
  ///
  /// - Parameters:
  ///   - path: The file's path, by which diagnostics name it; `-` reads standard input, whose
  ///     imports come from the current folder.
  ///   - host: The functions and native apps that the script can use.
  ///   - limits: The bounds of reading and running.
  ///   - isTested: Whether the script's comments about limits count, as where it is held to them.
  /// - Returns: The script, which may have errors.
  /// - Throws: `ScriptReadError`.
  package static func load(
    _ path: String, host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits(),
    isTested: Bool = false
  ) throws(ScriptReadError) -> Script {
    let source = try read(path)
    let limits = isTested ? ScriptExpectations(source).limits(over: limits) : limits
    return Script(source, host: host, limits: limits, imports: imports(of: path))
  }

  /// Where the imports of a script file come from: its folder, the current one for standard input,
  /// and the folders below that.
  package static func imports(of path: String) -> ImportSource {
    let folder =
      path == standardInput
      ? URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      : URL(fileURLWithPath: path).deletingLastPathComponent()
    return imports(within: folder)
  }

  /// Where the imports of a script come from: a folder and those below it, links resolved.
  package static func imports(within folder: URL) -> ImportSource {
    { path, importer in
      let allowed = canonical(folder).path
      let importing = URL(fileURLWithPath: importer.name).deletingLastPathComponent()
      let file = canonical(URL(fileURLWithPath: path, relativeTo: importing))
      guard file.path.hasPrefix(allowed == "/" ? allowed : allowed + "/") else {
        return .failure(.outsideFolder)
      }
      do throws(ScriptReadError) {
        return .success(try read(file.path))
      } catch {
        return .failure(error.isMissing ? .notFound : .notReadable(error.reason))
      }
    }
  }

  /// Whether there is something at a path.
  package static func exists(_ path: String) -> Bool { kind(of: path) != nil }

  /// The scripts among some paths: files as they are, of folders all scripts at any depth, sorted
  /// by path.
  ///
  /// - Throws: `ScriptReadError` for a path that is not there, and for a folder without scripts.
  package static func find(in paths: [String]) throws(ScriptReadError) -> [String] {
    var found: [String] = []
    for path in paths {
      if path == standardInput {
        found.append(path)
        continue
      }
      guard let kind = kind(of: path) else {
        throw ScriptReadError(path: path, reason: "there is no such file", isMissing: true)
      }
      guard kind == .folder else {
        found.append(path)
        continue
      }
      let below: [String]
      do { below = try FileManager.default.subpathsOfDirectory(atPath: path) } catch {
        throw ScriptReadError(
          path: path, reason: "the folder cannot be read: \(reason(of: error))", isMissing: false)
      }
      let scripts = below.filter { $0.hasSuffix("." + pathExtension) }.sorted()
      guard !scripts.isEmpty else {
        throw ScriptReadError(
          path: path, reason: "the folder holds no *.\(pathExtension) files", isMissing: true)
      }
      let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
      found += scripts.map { prefix + $0 }
    }
    return found
  }

  /// Reads a file's bytes, whatever they are; `-` reads standard input.
  ///
  /// - Throws: `ScriptReadError`, also for what is no regular file: a pipe or a device might never
  ///   come to its end.
  package static func read(_ path: String) throws(ScriptReadError) -> SourceText {
    if path == standardInput {
      return SourceText(name: "standard input", bytes: standardInputBytes())
    }
    func unreadable(_ reason: String, isMissing: Bool = false) -> ScriptReadError {
      ScriptReadError(path: path, reason: reason, isMissing: isMissing)
    }
    switch kind(of: path) {
    case .file: break
    case .folder: throw unreadable("it is a folder; name the scripts in it")
    case nil: throw unreadable("there is no such file", isMissing: true)
    case .other:
      throw unreadable(
        "it is no regular file; to read a script from a pipe, give `-` and pipe it in")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw unreadable("it may not be read")
    }
    return SourceText(name: path, bytes: [UInt8](data))
  }

  /// Writes a file's bytes.
  ///
  /// The file is not replaced by a new one, so that links and permissions stay.
  ///
  /// - Throws: `ScriptWriteError`.
  package static func write(_ bytes: [UInt8], to path: String) throws(ScriptWriteError) {
    do { try Data(bytes).write(to: URL(fileURLWithPath: path)) } catch {
      throw ScriptWriteError(path: path, reason: reason(of: error))
    }
  }

  private enum Kind {
    case file, folder, other
  }

  /// What a path leads to, links followed; nil where there is nothing.
  private static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// All that standard input holds.
  private static func standardInputBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = part.withUnsafeMutableBytes { readStandardInput($0.baseAddress, $0.count) }
      if count > 0 { bytes += part.prefix(count) } else if count == 0 || errno != EINTR { break }
    }
    return bytes
  }

  /// Why the system did not do something with a file, in its own words.
  private static func reason(of error: any Error) -> String {
    guard let cause = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return String(cString: strerror(cause.code.rawValue))
  }

  /// The one spelling of a path, links resolved.
  static func canonical(_ url: URL) -> URL {
    url.standardizedFileURL.resolvingSymlinksInPath()
  }
}

// Outside the type, whose own `read` would hide the system's.
private func readStandardInput(_ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(STDIN_FILENO, start, count)
}
