// The user's own editor, for inputs that are easier to write there.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The editor that VISUAL or EDITOR names, `vi` without either.
enum ExternalEditor {
  /// Lets the user change a text.
  ///
  /// - Parameters:
  ///   - text: The text as it is.
  ///   - report: Is told why it could not be changed.
  /// - Returns: What the user saved, without line ends at its end; nil where the editor failed.
  static func edit(_ text: String, _ report: (String) -> Void) -> String? {
    // The ending lets editors colour.
    var path = Array((folder + "/rehearse-XXXXXX.rehearsal").utf8CString)
    let descriptor = mkstemps(&path, Int32(".rehearsal".utf8.count))
    guard descriptor >= 0 else {
      report("error: there is no room for a file to edit in \(folder)\n")
      return nil
    }
    let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(name) }
    let isWhole = write(text + "\n", to: descriptor)
    guard close(descriptor) == 0, isWhole else {
      report("error: there is no room for the text to edit in \(folder)\n")
      return nil
    }
    // The variable may hold arguments, which a shell takes apart; the name of the file is ours.
    let status = system("\(command) '\(name)'")
    guard status == 0, let edited = read(name) else {
      report("error: the editor `\(command)` failed; EDITOR names another one\n")
      return nil
    }
    return edited
  }

  private static var command: String { variable("VISUAL") ?? variable("EDITOR") ?? "vi" }

  private static var folder: String { variable("TMPDIR") ?? "/tmp" }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes a text; false where it is not all there.
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  private static func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}
