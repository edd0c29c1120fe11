// Writing a file so that nothing is lost: what is new is written and synced beside the old file, which
// it then replaces. A full disk, a crash or a kill at any moment leaves the old file or the new one.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that cannot be written, for people.
package struct FileWriteError: Error, Sendable {
  /// The path as given.
  package let path: String
  /// Why it cannot be written, and what became of the file that was there.
  package let reason: String
}

/// A file that is only ever read or replaced as a whole.
package enum WholeFile {
  /// Replaces a file, or makes one.
  ///
  /// Links to the file are followed; its mode and its owner stay. What is no regular file, such as a
  /// terminal, is written to as it is.
  ///
  /// - Parameters:
  ///   - bytes: All that it will hold.
  ///   - path: The path, relative to the working folder or absolute.
  /// - Throws: `FileWriteError`; a file that was there is as it was.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
    var old = stat()
    if stat(path, &old) != 0 {
      // A link that leads nowhere is no reason to put a file in its place.
      return isLink(path) ? try writeInPlace(bytes, path) : try replace(path, at: path, nil, bytes)
    }
    guard old.st_mode & S_IFMT == S_IFREG else { return try writeInPlace(bytes, path) }
    guard access(path, W_OK) == 0, let target = realpath(path, nil) else {
      throw FileWriteError(path: path, reason: reason(errno))
    }
    defer { free(target) }
    try replace(path, at: String(cString: target), old, bytes)
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  // MARK: - Beside the old file

  private static func replace(
    _ path: String, at target: String, _ old: stat?, _ bytes: [UInt8]
  ) throws(FileWriteError) {
    let (folder, name) = split(target)
    let temporary = "\(folder)/.\(name).\(getpid())"
    // Whatever a process of this number left there when it was killed.
    unlink(temporary)
    // A new file gets the mode that the user's mask leaves.
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(path, errno, old) }
    var problem = problem(writing: bytes, to: file, like: old)
    if close(file) != 0, problem == nil { problem = errno }
    if problem == nil, rename(temporary, target) != 0 { problem = errno }
    if let problem {
      unlink(temporary)
      throw failure(path, problem, old)
    }
    sync(folder: folder)
  }

  /// The number of the error that kept a new file from being whole and like the old one; nil for none.
  private static func problem(
    writing bytes: [UInt8], to file: Int32, like old: stat?
  ) -> Int32? {
    if let code = problem(writing: bytes, to: file) { return code }
    if let old {
      var new = stat()
      guard fstat(file, &new) == 0 else { return errno }
      let isOwned = new.st_uid == old.st_uid && new.st_gid == old.st_gid
      guard isOwned || fchown(file, old.st_uid, old.st_gid) == 0 else { return errno }
      // After the owner, whose change takes some bits of the mode away.
      guard fchmod(file, old.st_mode & 0o7777) == 0 else { return errno }
    }
    return fsync(file) == 0 ? nil : errno
  }

  private static func problem(writing bytes: [UInt8], to file: Int32) -> Int32? {
    var first = 0
    while first < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(file, UnsafeRawBufferPointer(rebasing: buffer[first...]))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      first += count
    }
    return nil
  }

  /// Makes the new name last through a loss of power, where the folder can be synced.
  private static func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  // MARK: - As it is

  private static func writeInPlace(_ bytes: [UInt8], _ path: String) throws(FileWriteError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileWriteError(path: path, reason: reason(errno)) }
    defer { close(file) }
    if let code = problem(writing: bytes, to: file) {
      throw FileWriteError(path: path, reason: reason(code))
    }
  }

  // MARK: - Words

  private static func failure(_ path: String, _ code: Int32, _ old: stat?) -> FileWriteError {
    let outcome = old == nil ? "" : "; the file is as it was"
    return FileWriteError(path: path, reason: reason(code) + outcome)
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

// Outside of the type, whose own `write` would hide the system's.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}
