// The history on disk: one entry a line, line ends written as `\n` and `\` as `\\`. An entry is
// appended when it is entered, so nothing is lost however the process ends, and two sessions add to
// one file without undoing each other. The file is private to the user and stays bounded.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file of entries, the newest last.
///
/// A link is followed. Only a regular file that belongs to the user is read, written, made private
/// or replaced; anything else, such as a device or a pipe, is left alone, and nothing is kept.
package struct HistoryFile: Sendable {
  private let path: String
  private let limit: Int

  /// Names a file, which need not exist.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - limit: How many entries it keeps.
  package init(path: String, limit: Int = LineReader.historyLimit) {
    self.path = path
    self.limit = limit
  }

  /// The entries, each once, the newest last; none where the file cannot be read.
  ///
  /// A file that has grown to twice its bound is put in order.
  ///
  /// - Complexity: O(*n*) in the size of the file, of which at most the last megabytes are read.
  package func load() -> [String] {
    guard let file = OpenFile(path, O_RDONLY) else { return [] }
    let (entries, lineCount) = self.entries(in: file.lastBytes(Self.readLimit))
    file.close()
    if lineCount > 2 * limit { rewrite() }
    return entries
  }

  /// Adds an entry after the others; what cannot be written is not kept.
  package func append(_ entry: String) {
    guard let file = lockedFile() else { return }
    defer { file.close() }
    // One write, so that a crash leaves no half of a line before others; nor does a full disk.
    let size = file.size
    if !file.write(Self.encoded(entry) + [newline]) { file.cut(to: size) }
  }

  /// How many bytes at the end of the file count.
  private static let readLimit = 1 << 24

  /// The file under a lock that every session takes that writes; nil where it may not be written.
  private func lockedFile() -> OpenFile? {
    // A session that puts the file in order replaces it; those waiting for the old one start over.
    for _ in 0..<10 {
      guard let file = OpenFile(path, O_RDWR | O_APPEND | O_CREAT) else { return nil }
      guard file.lock() else {
        file.close()
        return nil
      }
      if file.isStill(at: path) { return file }
      file.close()
    }
    return nil
  }

  /// Replaces the file by one with its last entries; a crash leaves the old one or the new one.
  private func rewrite() {
    guard let old = lockedFile() else { return }
    defer { old.close() }
    guard let target = realpath(path, nil) else { return }
    defer { free(target) }
    // Drawn, since a process on another machine that sees the same folder may have the same number.
    var generator = SystemRandomNumberGenerator()
    let word = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36)
    let temporary = String(cString: target) + "." + word
    guard let new = OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL) else { return }
    let (entries, _) = entries(in: old.lastBytes(Self.readLimit))
    let isWhole = new.write(entries.flatMap { Self.encoded($0) + [newline] }) && new.sync()
    // Whoever replaced one of the two meanwhile keeps what there is.
    let isOurs = new.isStill(at: temporary) && old.isStill(at: path)
    new.close()
    if !isWhole || !isOurs || rename(temporary, target) != 0 { unlink(temporary) }
  }

  // MARK: - Entries

  /// The last entries of a text, each once, and how many lines there are.
  private func entries(in bytes: [UInt8]) -> (entries: [String], lineCount: Int) {
    let lines = bytes.split(separator: newline)
    var seen: Set<String> = []
    var entries: [String] = []
    for line in lines.reversed() where entries.count < limit {
      let entry = Self.decoded(line)
      if seen.insert(entry).inserted { entries.append(entry) }
    }
    return (entries.reversed(), lines.count)
  }

  private static func encoded(_ entry: String) -> [UInt8] {
    entry.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case backslash: [backslash, backslash]
      case newline: [backslash, UInt8(ascii: "n")]
      // A byte 0 would end the entry for libedit.
      case 0: []
      default: [byte]
      }
    }
  }

  private static func decoded(_ line: ArraySlice<UInt8>) -> String {
    guard line.contains(backslash) else { return String(decoding: line, as: UTF8.self) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in line {
      if isEscaped {
        bytes.append(byte == UInt8(ascii: "n") ? newline : byte)
        isEscaped = false
      } else if byte == backslash {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private let newline = UInt8(ascii: "\n")
private let backslash = UInt8(ascii: "\\")

// MARK: - Files

/// A regular file of the user's that is open, and private if it is written.
private struct OpenFile {
  private let descriptor: Int32

  /// Opens a file; nil for anything that is none of the user's own regular files.
  init?(_ path: String, _ flags: Int32) {
    // Without waiting: a pipe would keep the prompt until somebody writes.
    descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
    guard descriptor >= 0 else { return nil }
    guard let status, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
      close()
      return nil
    }
    if flags & (O_WRONLY | O_RDWR) != 0, status.st_mode & 0o777 != 0o600 {
      _ = fchmod(descriptor, 0o600)
    }
  }

  func close() { systemClose(descriptor) }

  private var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// How many bytes it has.
  var size: Int { Int(status?.st_size ?? 0) }

  /// Takes everything after a size away.
  func cut(to size: Int) { ftruncate(descriptor, off_t(size)) }

  /// Waits until it lasts; false where it does not.
  func sync() -> Bool { fsync(descriptor) == 0 }

  /// Waits until no other session has the lock, which ends with the file's being closed.
  func lock() -> Bool {
    while flock(descriptor, LOCK_EX) != 0 { if errno != EINTR { return false } }
    return true
  }

  /// Whether a path still leads to this file.
  func isStill(at path: String) -> Bool {
    var named = stat()
    guard let status, stat(path, &named) == 0 else { return false }
    return named.st_ino == status.st_ino && named.st_dev == status.st_dev
  }

  /// The bytes at the end, at most that many, from the beginning of a line on.
  func lastBytes(_ limit: Int) -> [UInt8] {
    let start = max(0, size - limit)
    lseek(descriptor, off_t(start), SEEK_SET)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    guard start > 0, let end = bytes.firstIndex(of: newline) else { return bytes }
    return Array(bytes[bytes.index(after: end)...])
  }

  /// Writes bytes at once; false where not all of them could be.
  func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) } == bytes.count
  }
}

private func systemClose(_ descriptor: Int32) { close(descriptor) }

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}
