// The key bindings that the reader adds to libedit, and the characters that libedit asks for. What
// happens outside the line (Ctrl-C, a paste, a new window size) reaches libedit as a private key, a
// control character that no keyboard sends, whose function runs between two keys.

import CEditLine

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The private keys: control characters of C1, which libedit leaves unassigned.
private enum PrivateKey: wchar_t, CaseIterable {
  case leave = 0x81
  case paste = 0x82
  case redraw = 0x83
  case list = 0x84

  /// How libedit's `bind` writes the key.
  var sequence: String { "\\" + String(rawValue, radix: 8) }

  /// What libedit calls the key's function.
  var functionName: String { "rehearsal-key-\(rawValue)" }
}

private let completeFunction = "rehearsal-complete"

extension LineReader {
  static func owner(of editor: OpaquePointer?) -> LineReader? {
    guard let editor, let data = editline_client_data(editor) else { return nil }
    return Unmanaged<LineReader>.fromOpaque(data).takeUnretainedValue()
  }

  /// The next character for libedit.
  static func readCharacter(
    for editor: OpaquePointer?, into character: UnsafeMutablePointer<wchar_t>?
  ) -> Int32 {
    guard let editor, let character, let reader = owner(of: editor) else { return -1 }
    editline_repair_cursor(editor)
    if reader.isLeavingLine { return -1 }
    if reader.hasListing {
      character.pointee = PrivateKey.list.rawValue
      return 1
    }
    switch reader.input.nextEvent() {
    case .scalar(let scalar): character.pointee = wchar_t(scalar.value)
    case .paste(let text):
      reader.pasted = text
      character.pointee = PrivateKey.paste.rawValue
    case .resized: character.pointee = PrivateKey.redraw.rawValue
    case .end: return 0
    case .interrupted:
      // A line may fill several rows, and what follows it must be written below all of them. Only
      // libedit knows in which row the cursor stands, so it first gets this key, and fails at the
      // next read.
      reader.isLeavingLine = true
      character.pointee = PrivateKey.leave.rawValue
    }
    return 1
  }

  /// Names our functions to libedit.
  func addKeys() {
    add(PrivateKey.leave.functionName, "Leave an interrupted line") { editor, _ in
      editline_move_to_end(editor)
      return UInt8(CC_REFRESH)
    }
    add(PrivateKey.paste.functionName, "Insert a pasted text") { editor, _ in
      LineReader.owner(of: editor)?.insertPaste() ?? UInt8(CC_ERROR)
    }
    add(PrivateKey.redraw.functionName, "Draw the line in a new window") { editor, _ in
      LineReader.owner(of: editor)?.redraw() ?? UInt8(CC_ERROR)
    }
    add(PrivateKey.list.functionName, "List completions") { editor, _ in
      LineReader.owner(of: editor)?.printListing() ?? UInt8(CC_ERROR)
    }
    add(completeFunction, "Complete the word") { editor, _ in
      LineReader.owner(of: editor)?.completeWord() ?? UInt8(CC_ERROR)
    }
  }

  private func add(
    _ name: String, _ help: String,
    _ function: @convention(c) (OpaquePointer?, Int32) -> UInt8
  ) {
    _ = editline_add_function(editor, name, help, function)
  }

  /// Binds our keys, in whatever key map is in use.
  func bindKeys() {
    for key in PrivateKey.allCases { _ = editline_bind(editor, key.sequence, key.functionName) }
    _ = editline_bind(editor, "^I", completeFunction)
  }

  // MARK: - What the keys do

  private func insertPaste() -> UInt8 {
    defer { pasted = "" }
    guard el_insertstr(editor, pasted) == 0 else { return UInt8(CC_ERROR) }
    return UInt8(CC_REFRESH)
  }

  private func completeWord() -> UInt8 {
    let text = textBeforeCursor
    let completions = complete(text)
    guard !completions.candidates.isEmpty || !completions.hint.isEmpty else {
      return UInt8(CC_ERROR)
    }
    if completions.common.count > completions.replaced || completions.candidates.count == 1 {
      ambiguousText = nil
      if completions.replaced > 0 { el_deletestr(editor, Int32(completions.replaced)) }
      return UInt8(el_insertstr(editor, completions.common) == 0 ? CC_REFRESH : CC_ERROR)
    }
    guard ambiguousText == text else {
      ambiguousText = text
      return UInt8(CC_REFRESH_BEEP)
    }
    ambiguousText = nil
    // The list stands below the line, so the cursor goes to its end first.
    let cursor = editline_cursor(editor)
    editline_move_to_end(editor)
    let back = editline_cursor(editor) - cursor
    let hint = completions.hint.isEmpty ? "" : completions.hint + "\n"
    listing = (hint + columns(of: completions.candidates), Int(back))
    return UInt8(CC_REFRESH)
  }

  private var hasListing: Bool { listing != nil }

  /// Prints the list below the line and draws the line anew below it.
  private func printListing() -> UInt8 {
    guard let listing else { return UInt8(CC_ERROR) }
    self.listing = nil
    show("\n" + listing.text)
    el_cursor(editor, -Int32(listing.back))
    _ = editline_refresh(editor)
    return UInt8(CC_NORM)
  }

  /// Measures the window again and draws prompt and line from their first row on.
  private func redraw() -> UInt8 {
    let rows = rowsAboveCursor(columns: windowColumns)
    el_resize(editor)
    _ = editline_prepare_terminal(editor)
    show((rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J")
    _ = editline_refresh(editor)
    return UInt8(CC_NORM)
  }

  // MARK: - The line and the window

  private var textBeforeCursor: String {
    guard let line = el_wline(editor), let buffer = line.pointee.buffer,
      let cursor = line.pointee.cursor
    else { return "" }
    var scalars = String.UnicodeScalarView()
    for character in UnsafeBufferPointer(start: buffer, count: max(0, cursor - buffer)) {
      scalars.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    return String(scalars)
  }

  /// How many characters fit into a line of the terminal.
  package var windowColumns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// How many rows prompt and line fill above the row of the cursor.
  private func rowsAboveCursor(columns: Int) -> Int {
    var rows = 0
    var column = 0
    for scalar in (visiblePrompt + textBeforeCursor).unicodeScalars {
      let width = Int(editline_width(wchar_t(scalar.value)))
      if scalar == "\n" || column + width > columns {
        rows += 1
        column = 0
      }
      column += width
    }
    return column >= columns ? rows + 1 : rows
  }

  /// Words in columns as wide as the window allows.
  private func columns(of words: [String]) -> String {
    let width = (words.map(\.count).max() ?? 0) + 2
    let perRow = max(1, windowColumns / width)
    let rows = (words.count + perRow - 1) / perRow
    return (0..<rows).map { row in
      stride(from: row, to: words.count, by: max(1, rows)).map { index in
        words[index] + String(repeating: " ", count: max(0, width - words[index].count))
      }.joined() + "\n"
    }.joined()
  }
}
