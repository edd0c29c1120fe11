// The history on disk: one entry a line, line ends written as `\n` and `\` as `\\`. An entry is
// appended when it is entered, so nothing is lost however the process ends, and two sessions add to
// one file without undoing each other. The file is private to the user and stays bounded.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file of entries, the newest last.
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
  /// A file that has grown to twice its bound, or is open to others, is put in order.
  package func load() -> [String] {
    guard let text = read() else { return [] }
    let lines = text.split(separator: "\n")
    var seen: Set<String> = []
    var entries: [String] = []
    for line in lines.reversed() where entries.count < limit {
      let entry = Self.decoded(line)
      if seen.insert(entry).inserted { entries.append(entry) }
    }
    entries.reverse()
    if lines.count > 2 * limit { rewrite(entries) }
    return entries
  }

  /// Adds an entry behind the others; what cannot be written is not kept.
  package func append(_ entry: String) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = fchmod(descriptor, 0o600)
    // One write, so that the lines of two sessions never mix.
    write(Self.encoded(entry) + "\n", to: descriptor)
  }

  private func read() -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = systemRead(descriptor, &chunk)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces the file by one with these entries; a crash leaves the old one or the new one.
  private func rewrite(_ entries: [String]) {
    let temporary = path + ".\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let isWhole = write(
      entries.map { Self.encoded($0) + "\n" }.joined(), to: descriptor)
    close(descriptor)
    if !isWhole || rename(temporary, path) != 0 { unlink(temporary) }
  }

  @discardableResult
  private func write(_ text: String, to descriptor: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return systemWrite(descriptor, bytes) == bytes.count
  }

  private static func encoded(_ entry: String) -> String {
    entry.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  private static func decoded(_ line: Substring) -> String {
    var text = ""
    var isEscaped = false
    for character in line {
      if isEscaped {
        text.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
  bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
  bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
