// What happened to files since they were last read: so a runner that watches knows which scripts to
// run again. A value that reads on request; its owner decides how often.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Scripts with what they import, and the state in which the files were last seen.
package struct WatchedFiles: Sendable {
  /// What tells one state of a file from another.
  private struct Stamp: Equatable, Sendable {
    let seconds: Int
    let nanoseconds: Int
    let size: Int
    let inode: UInt64
  }

  /// The files that each script imports, by the script's path.
  private var imports: [String: [String]] = [:]
  /// The scripts whose imports are not all known, because they have errors.
  private var broken: Set<String> = []
  private var stamps: [String: Stamp] = [:]

  /// Makes it without files.
  package init() {}

  /// How many files are watched.
  package var count: Int { stamps.count }

  /// A script is about to be read: its state from now on is known.
  package mutating func willRead(_ path: String) { stamps[path] = Self.stamp(of: path) }

  /// A script was read.
  package mutating func note(_ path: String, imports files: [String], isBroken: Bool) {
    imports[path] = files
    if isBroken { broken.insert(path) } else { broken.remove(path) }
    for file in files where stamps[file] == nil { stamps[file] = Self.stamp(of: file) }
  }

  /// Reads the files' state.
  ///
  /// - Parameter scripts: The scripts that there are now.
  /// - Returns: Those of them to run again, in their order: new ones, those that changed or import
  ///   what changed, and with any change those that have errors.
  package mutating func changed(among scripts: [String]) -> [String] {
    var changed: Set<String> = []
    for (path, stamp) in stamps where Self.stamp(of: path) != stamp {
      changed.insert(path)
      stamps[path] = Self.stamp(of: path)
      // A script that is gone is a new one when it comes back.
      if stamps[path] == nil { imports[path] = nil }
    }
    let known = Set(imports.keys)
    let isNew = scripts.contains { !known.contains($0) }
    guard !changed.isEmpty || isNew else { return [] }
    return scripts.filter { script in
      !known.contains(script) || changed.contains(script) || broken.contains(script)
        || (imports[script] ?? []).contains(where: changed.contains)
    }
  }

  /// The state of a file; nil if there is none.
  private static func stamp(of path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Stamp(
      seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), size: Int(status.st_size),
      inode: UInt64(status.st_ino))
  }
}
