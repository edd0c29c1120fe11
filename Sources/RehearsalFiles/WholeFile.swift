// Writing a file so that nothing is lost: what is new is written and synced beside the old file, which
// it then replaces. A full disk, a crash or a kill at any moment leaves the old file or the new one.

import CProcess
import Synchronization

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
  /// Why it cannot be written, and what happened to the file that was there.
  package let reason: String
}

/// A file that is only ever read or replaced as a whole.
///
/// What is new is written piece by piece beside the old file; `putInPlace` lets it take the name.
/// Without that, and where anything fails, a file that was there is as it was. Links to the file are
/// followed; its mode and its owner stay. What is no regular file, such as a terminal, is written to
/// as it is.
package final class WholeFile: Sendable {
  private let path: String
  /// Where the new file is to be.
  private let target: String
  private let old: stat?
  private let state: Mutex<State>

  private struct State {
    /// The new file; -1 when it is closed.
    var file: Int32
    /// Where it is until it is in place; nil where it is written as it is.
    var temporary: UnfinishedFile?

    /// Leaves what was there, and nothing beside it.
    mutating func drop() {
      if file >= 0 { close(file) }
      file = -1
      temporary?.remove()
      temporary = nil
    }
  }

  /// Begins a file.
  ///
  /// - Parameter path: The path, relative to the working folder or absolute.
  /// - Throws: `FileWriteError`.
  package init(_ path: String) throws(FileWriteError) {
    self.path = path
    var status = stat()
    let exists = stat(path, &status) == 0
    // A link that leads nowhere is no reason to replace it with a file.
    let isReplaced = exists ? status.st_mode & S_IFMT == S_IFREG : !Self.isLink(path)
    old = exists && isReplaced ? status : nil
    target = try old == nil ? path : Self.realPath(path)
    let place = FilePath(target)
    let temporary =
      isReplaced ? place.folder.appending(".\(place.name).\(getpid())").text : nil
    // Whatever a process of this number left there when it was killed.
    if let temporary { unlink(temporary) }
    // Before it is there, so that no end of the process comes between.
    let unfinished = temporary.map { UnfinishedFile($0) }
    // A new file gets the mode that the user's mask leaves. A pipe that nobody reads is not waited for.
    let isNew = isReplaced ? O_EXCL : O_TRUNC | O_NONBLOCK | O_NOCTTY
    let file = open(temporary ?? path, O_WRONLY | O_CREAT | isNew | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      let code = errno
      unfinished?.remove()
      throw Self.failure(path, code, old)
    }
    // Who reads more slowly than is written is waited for.
    if !isReplaced { _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) }
    state = Mutex(State(file: file, temporary: unfinished))
  }

  deinit { state.withLock { $0.drop() } }

  /// Replaces a file by what was made of its text, unless it is another one by then: so nothing is
  /// lost that an editor saved meanwhile.
  ///
  /// It is checked again when the new file is whole and before it takes the name. Between the two
  /// no time passes in which anything is written; none at all would take a system that compares and
  /// exchanges files at once.
  ///
  /// - Parameters:
  ///   - path: The path, relative to the working folder or absolute.
  ///   - read: What the file held when it was read.
  ///   - bytes: All that it will hold.
  /// - Throws: `FileWriteError`; the file is as it was, or as somebody else made it.
  package static func replace(
    _ path: String, holding read: [UInt8], with bytes: [UInt8]
  ) throws(FileWriteError) {
    let file = try WholeFile(path)
    try file.write(bytes)
    try file.putInPlace { target throws(FileWriteError) in
      guard (try? realPath(path)) == target, (try? FilePath(target).bytes()) == read else {
        throw FileWriteError(
          path: path, reason: "it was changed meanwhile; nothing was done to it")
      }
    }
  }

  /// Replaces a file, or makes one.
  ///
  /// - Parameters:
  ///   - bytes: All that it will hold.
  ///   - path: The path, relative to the working folder or absolute.
  /// - Throws: `FileWriteError`; a file that was there is as it was.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
    let file = try WholeFile(path)
    try file.write(bytes)
    try file.putInPlace()
  }

  /// Writes what follows.
  ///
  /// - Throws: `FileWriteError`; a file that was there stays as it was.
  package func write(_ bytes: [UInt8]) throws(FileWriteError) {
    try change { Self.problem(writing: bytes, to: $0.file) }
  }

  /// Ends the file, which takes the place of the one that was there.
  ///
  /// - Throws: `FileWriteError`; a file that was there is as it was.
  package func putInPlace() throws(FileWriteError) {
    try putInPlace { _ throws(FileWriteError) in }
  }

  /// Ends the file, unless something that is done with the path of the old one throws.
  private func putInPlace(
    unless check: (String) throws(FileWriteError) -> Void
  ) throws(FileWriteError) {
    try change { state throws(FileWriteError) in
      guard let temporary = state.temporary else {
        state.drop()
        return nil
      }
      if let code = problemMakingItLast(state.file) { return code }
      do throws(FileWriteError) { try check(target) } catch {
        state.drop()
        throw error
      }
      let isClosed = close(state.file) == 0
      state.file = -1
      guard isClosed, temporary.take(name: target) else { return errno }
      state.temporary = nil
      Self.sync(FilePath(target).folder)
      return nil
    }
  }

  /// Does something with the new file; where that gives the number of an error, the file is no more.
  private func change(
    _ body: (inout State) throws(FileWriteError) -> Int32?
  ) throws(FileWriteError) {
    let problem = try state.withLock { state throws(FileWriteError) in
      let code = try body(&state)
      if code != nil { state.drop() }
      return code
    }
    if let problem { throw Self.failure(path, problem, old) }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The path without links of a file that may be written.
  private static func realPath(_ path: String) throws(FileWriteError) -> String {
    guard access(path, W_OK) == 0, let target = realpath(path, nil) else {
      throw FileWriteError(path: path, reason: reason(errno))
    }
    defer { free(target) }
    return String(cString: target)
  }

  // MARK: - Beside the old file

  /// The number of the error that kept the new file from being whole and like the old one; nil for
  /// none.
  private func problemMakingItLast(_ file: Int32) -> Int32? {
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
  private static func sync(_ folder: FilePath) {
    let descriptor = open(folder.systemText, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  // MARK: - Words

  private static func failure(_ path: String, _ code: Int32, _ old: stat?) -> FileWriteError {
    // What a pipe says that no process has opened to read.
    if code == ENXIO { return FileWriteError(path: path, reason: "this pipe has no reader") }
    let outcome = old == nil ? "" : "; the file is as it was"
    return FileWriteError(path: path, reason: reason(code) + outcome)
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

// MARK: - Files that are not whole

extension WholeFile {
  /// Lets signals that end the process remove the files that are not whole, and restore the terminal.
  ///
  /// What ends the process is the signal all the same; one that is handled or ignored stays so.
  package static func removeUnfinishedAtSignals() { rehearsal_end_at_signals() }
}

/// A file beside the one that it is to replace, which the end of the process removes.
private struct UnfinishedFile {
  private let path: String
  private let number: Int32

  init(_ path: String) {
    self.path = path
    number = rehearsal_remove_at_end(path)
  }

  /// Removes it.
  func remove() {
    unlink(path)
    rehearsal_keep_at_end(number)
  }

  /// Gives it its name; false where that cannot be.
  func take(name: String) -> Bool {
    guard rename(path, name) == 0 else { return false }
    rehearsal_keep_at_end(number)
    return true
  }
}

// Outside of the type, whose own `write` would hide the system's.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}
