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
///
/// Two processes may write one file, also on machines that share a folder and know nothing of each
/// other's process numbers: each has a new file of its own, with a name that nobody guesses, and the
/// one that comes second is told that the file is another one by then. Nothing is lost in silence.
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
    guard isReplaced else {
      // A pipe that nobody reads is not waited for.
      let how = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      let file = open(path, how, 0o666)
      guard file >= 0 else { throw Self.failure(path, errno, old) }
      // Who reads more slowly than is written is waited for.
      _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
      state = Mutex(State(file: file, temporary: nil))
      return
    }
    do throws(SystemError) {
      let (file, unfinished) = try UnfinishedFile.make(beside: FilePath(target))
      state = Mutex(State(file: file, temporary: unfinished))
    } catch { throw Self.failure(path, error.code, old) }
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
      do throws(FileWriteError) {
        try check(target)
        guard temporary.isFile(state.file) else {
          throw FileWriteError(
            path: path, reason: "another process replaced the new file before it was whole")
        }
        guard isAsBefore else { throw otherFile }
      } catch {
        state.drop()
        throw error
      }
      let isClosed = close(state.file) == 0
      state.file = -1
      guard isClosed else { return errno }
      switch temporary.take(name: target, isNew: old == nil) {
      case .taken: break
      case .occupied:
        state.drop()
        throw otherFile
      case .failed(let code): return code
      }
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

  // MARK: - The old file

  /// Whether the path leads to the file that was there at the beginning, or still to none.
  private var isAsBefore: Bool {
    var now = stat()
    guard stat(target, &now) == 0 else { return old == nil }
    return old.map { $0.st_dev == now.st_dev && $0.st_ino == now.st_ino } ?? false
  }

  /// What the second of two processes is told that write one file.
  private var otherFile: FileWriteError {
    FileWriteError(
      path: path,
      reason:
        "another process wrote it meanwhile, and its file stays; what this one has to write is "
        + "lost: give each a file of its own")
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

  private init(_ path: String) {
    self.path = path
    number = rehearsal_remove_at_end(path)
  }

  /// Makes a new file in the folder of another one, by a name that is drawn: a process on another
  /// machine, which sees the same folder, may have the same number.
  ///
  /// - Parameter place: The path of the file that it is to replace.
  /// - Returns: The file, open to be written; it gets the mode that the user's mask leaves.
  /// - Throws: `SystemError`.
  static func make(beside place: FilePath) throws(SystemError) -> (Int32, UnfinishedFile) {
    var generator = SystemRandomNumberGenerator()
    for attempt in 1... {
      let word = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36)
      let path = place.folder.appending(".\(place.name).\(word)").text
      // Before it is there, so that no end of the process comes between.
      let unfinished = UnfinishedFile(path)
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file >= 0 { return (file, unfinished) }
      let code = errno
      unfinished.forget()
      guard code == EEXIST, attempt < 16 else { throw SystemError(code: code) }
    }
    throw SystemError(code: EEXIST)
  }

  /// Whether its path leads to an open file.
  func isFile(_ descriptor: Int32) -> Bool {
    var (named, opened) = (stat(), stat())
    return lstat(path, &named) == 0 && fstat(descriptor, &opened) == 0
      && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
  }

  /// Leaves whatever has its path to whoever made it.
  private func forget() { rehearsal_keep_at_end(number) }

  /// Removes it.
  func remove() {
    unlink(path)
    rehearsal_keep_at_end(number)
  }

  /// How it came out that a file was to get its name.
  enum Taking {
    case taken
    /// Another process has made a file of that name.
    case occupied
    /// It cannot be, by the number of an error.
    case failed(Int32)
  }

  /// Gives it its name: one that no file has, or that of the file that it replaces.
  func take(name: String, isNew: Bool) -> Taking {
    // A link is made where there is no file, or not at all, which no renaming promises.
    if isNew {
      if link(path, name) == 0 {
        remove()
        return .taken
      }
      // Not every file system has links.
      if errno == EEXIST { return .occupied }
    }
    guard rename(path, name) == 0 else { return .failed(errno) }
    rehearsal_keep_at_end(number)
    return .taken
  }
}

// Outside of the type, whose own `write` would hide the system's.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}
