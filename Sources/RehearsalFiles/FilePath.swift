// The path of a file, and what the system says of what is there. The C library has all that is
// needed; Foundation would be more than half of the command, and of the time in which it starts.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A path as it was written, from the current folder on or from the root.
package struct FilePath: Hashable, Sendable {
  /// The path as it was written; empty for the current folder.
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The folder of what it names, without the `/` after it.
  package var folder: FilePath {
    guard let slash = text.lastIndex(of: "/") else { return FilePath("") }
    return FilePath(slash == text.startIndex ? "/" : String(text[..<slash]))
  }

  /// What follows its last `/`.
  package var name: String {
    text.lastIndex(of: "/").map { String(text[text.index(after: $0)...]) } ?? text
  }

  /// What follows the last dot of its name, in small letters; empty without one.
  package var ending: String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The path of something in the folder that it names; a whole path stays as it is.
  package func appending(_ inner: String) -> FilePath {
    if inner.hasPrefix("/") || text.isEmpty { return FilePath(inner) }
    return FilePath(text.hasSuffix("/") ? text + inner : "\(text)/\(inner)")
  }

  /// The one spelling of the path: from the root on, links resolved.
  ///
  /// What is not there is resolved up to what is.
  package var canonical: FilePath {
    if let path = resolved { return path }
    let start = text.hasPrefix("/") ? FilePath("/") : FilePath(".").resolved ?? FilePath("/")
    return text.split(separator: "/").reduce(start) { path, part in
      switch part {
      case ".": return path
      case "..": return path.text == "/" ? path : path.folder
      default:
        let next = path.appending(String(part))
        return next.resolved ?? next
      }
    }
  }

  /// The one spelling of the path of something that is there.
  private var resolved: FilePath? {
    guard !holdsEnd, let path = realpath(systemText, nil) else { return nil }
    defer { free(path) }
    return FilePath(String(cString: path))
  }

  /// Whether it is the path of a folder or of something below it, where both have their one spelling.
  package func contains(_ inner: FilePath) -> Bool {
    inner.text == text || inner.text.hasPrefix(text == "/" ? text : text + "/")
  }

  /// The path as the system is given it.
  var systemText: String { text.isEmpty ? "." : text }

  /// Whether the system would read only the part before a zero.
  private var holdsEnd: Bool { text.utf8.contains(0) }
}

// MARK: - What stands there

/// A call of the system that failed.
package struct SystemError: Error, Sendable, CustomStringConvertible {
  /// The number of the error.
  package let code: Int32

  /// The system's words for it.
  package var description: String { String(cString: strerror(code)) }
}

/// Who may change a file or a folder.
package struct FileAccess: Hashable, Sendable {
  /// The number of its owner.
  package let owner: UInt32
  /// Whether every user may write it.
  package let isWritableByEverybody: Bool

  /// The number of the user as whom this process acts.
  package static var user: UInt32 { geteuid() }
}

extension FilePath {
  /// What a path leads to.
  package enum Kind: Sendable {
    case file, folder, other
  }

  /// Says what the path leads to.
  ///
  /// - Parameter followsLinks: Whether a link counts as what it leads to.
  /// - Returns: What is there; nil where there is nothing, or nothing that can be read.
  package func kind(followsLinks: Bool = true) -> Kind? {
    try? knownKind(followsLinks: followsLinks)
  }

  /// Says what the path leads to, or why that cannot be known.
  ///
  /// - Parameter followsLinks: Whether a link counts as what it leads to.
  /// - Returns: What is there; nil where there is nothing.
  /// - Throws: `SystemError` for a path that is too long, that goes in a circle, or that leads where
  ///   this user may not look.
  package func knownKind(followsLinks: Bool = true) throws(SystemError) -> Kind? {
    guard let status = try status(followsLinks: followsLinks) else { return nil }
    return Self.kind(status)
  }

  private func status(followsLinks: Bool = true) throws(SystemError) -> stat? {
    if holdsEnd { return nil }
    var status = stat()
    if (followsLinks ? stat(text, &status) : lstat(text, &status)) == 0 { return status }
    guard errno == ENOENT || errno == ENOTDIR else { throw SystemError(code: errno) }
    return nil
  }

  private static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// Who may change what the path leads to; nil where there is nothing, or nothing that can be read.
  package var ownership: FileAccess? {
    (try? status()).flatMap { $0 }.map { status in
      FileAccess(
        owner: status.st_uid, isWritableByEverybody: status.st_mode & S_IWOTH != 0)
    }
  }

  /// Whether two paths lead to one file, by whatever links and spellings; of what is not there yet,
  /// whether they would.
  package func isSameFile(as other: FilePath) -> Bool {
    if let one = try? status(), let two = try? other.status() {
      return one.st_dev == two.st_dev && one.st_ino == two.st_ino
    }
    return canonical == other.canonical
  }

  /// Whether there is something.
  package var exists: Bool { kind() != nil }

  /// Whether it is a program that this user may start.
  package var isProgram: Bool { kind() == .file && access(text, X_OK) == 0 }

  /// The names of what is in a folder, in any order.
  package func names() throws(SystemError) -> [String] {
    guard let folder = opendir(systemText) else { throw SystemError(code: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw SystemError(code: errno) }
    return names
  }

  /// Makes a folder and those above it, where they are missing.
  package func makeFolder() throws(SystemError) {
    guard kind() != .folder else { return }
    if text.contains("/"), text != "/" { try folder.makeFolder() }
    guard mkdir(text, 0o777) == 0 || errno == EEXIST else { throw SystemError(code: errno) }
  }

  /// What a file holds, which has to be a regular one: a pipe might never end.
  ///
  /// - Parameter most: How many bytes are read, where it holds more.
  /// - Returns: The bytes.
  /// - Throws: `SystemError`.
  package func bytes(atMost most: Int = .max) throws(SystemError) -> [UInt8] {
    // What is no regular file is not waited for, not even where it took the place of one just now.
    let file = open(text, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw SystemError(code: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemError(code: errno) }
    switch Self.kind(status) {
    case .file: return try Self.bytes(of: file, atMost: most)
    case .folder: throw SystemError(code: EISDIR)
    case .other: throw SystemError(code: EINVAL)
    }
  }

  /// What standard input holds.
  ///
  /// - Parameter most: How many bytes are read, where it holds more, or never ends.
  /// - Returns: The bytes.
  /// - Throws: `SystemError`.
  package static func standardInput(atMost most: Int) throws(SystemError) -> [UInt8] {
    try bytes(of: STDIN_FILENO, atMost: most)
  }

  private static func bytes(of file: Int32, atMost most: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < most {
      let count = part.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += part.prefix(min(count, most - bytes.count))
      } else if errno != EINTR {
        throw SystemError(code: errno)
      }
    }
    return bytes
  }
}
