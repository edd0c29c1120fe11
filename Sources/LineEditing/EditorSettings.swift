// The user's own settings of libedit: the lines of `.editrc`, each a command of libedit's. They are
// read here and not by `el_source`, which takes a line with an open quote for one with as many words
// as its stack says.

import CEditLine

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The commands of `~/.editrc`, or of the file that `EDITRC` names.
enum EditorSettings {
  /// Gives an editor each command of the file; what libedit does not know has no effect.
  static func apply(to editor: OpaquePointer) {
    guard let path, let file = fopen(path, "r") else { return }
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer {
      free(line)
      fclose(file)
    }
    while getline(&line, &room, file) > 0 {
      guard let line else { return }
      apply(line, to: editor)
    }
  }

  private static var path: String? {
    if let path = getenv("EDITRC") { return String(cString: path) }
    return getenv("HOME").map { String(cString: $0) + "/.editrc" }
  }

  private static func apply(_ line: UnsafePointer<CChar>, to editor: OpaquePointer) {
    guard let tokenizer = tok_init(nil) else { return }
    defer { tok_end(tokenizer) }
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    // Not zero for a line in which a quote is open, or that a backslash ends.
    guard tok_str(tokenizer, line, &count, &words) == 0, count > 0, let words,
      words[0]?.pointee != CChar(UInt8(ascii: "#"))
    else { return }
    _ = el_parse(editor, count, words)
  }
}
