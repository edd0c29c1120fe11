// The user's own editor, for inputs that are easier to write there.

import RehearsalFiles

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
  ///   - report: Receives why it could not be changed.
  /// - Returns: What the user saved, without line ends at its end; nil where the editor failed.
  static func edit(_ text: String, _ report: (String) -> Void) -> String? {
    // The ending lets editors colour.
    var path = Array((folder + "/rehearse-XXXXXX.rehearsal").utf8CString)
    let descriptor = mkstemps(&path, Int32(".rehearsal".utf8.count))
    guard descriptor >= 0 else {
      report("error: a file to edit cannot be created in \(folder)\n")
      return nil
    }
    let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(name) }
    close(descriptor)
    do { try WholeFile.write(Array((text + "\n").utf8), to: name) } catch {
      report("error: the text to edit cannot be written to \(folder)\n")
      return nil
    }
    // The variable may hold arguments, which a shell takes apart; the name of the file is ours.
    let status = system("\(command) '\(name)'")
    guard status == 0, var edited = try? FilePath(name).bytes() else {
      report("error: the editor `\(command)` failed; EDITOR names another one\n")
      return nil
    }
    while edited.last == UInt8(ascii: "\n") { edited.removeLast() }
    return String(decoding: edited, as: UTF8.self)
  }

  private static var command: String { variable("VISUAL") ?? variable("EDITOR") ?? "vi" }

  private static var folder: String { variable("TMPDIR") ?? "/tmp" }

  private static func variable(_ name: String) -> String? {
    ProcessEnvironment.variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
