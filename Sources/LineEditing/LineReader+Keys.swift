// The key bindings that the reader adds to libedit, and the characters that libedit asks for. What
// is no character (an arrow, Ctrl-C, a paste, a new window size) reaches libedit as a private key, a
// control character that no keyboard sends, whose function runs between two keys.

import CEditLine

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The private keys: control characters of C1, which libedit leaves unassigned.
enum PrivateKey: wchar_t, CaseIterable {
  case leave = 0x81
  case paste, redraw, list, replace, finish
  case up, down, left, right, wordLeft, wordRight, lineStart, lineEnd, textStart, textEnd
  case older, newer, delete, deleteWord, newLine

  init(_ key: EditingKey) {
    self =
      switch key {
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      case .wordLeft: .wordLeft
      case .wordRight: .wordRight
      case .lineStart: .lineStart
      case .lineEnd: .lineEnd
      case .textStart: .textStart
      case .textEnd: .textEnd
      case .older: .older
      case .newer: .newer
      case .delete: .delete
      case .deleteWord: .deleteWord
      case .newLine: .newLine
      }
  }

  /// How libedit's `bind` writes the key.
  var sequence: String { "\\" + String(rawValue, radix: 8) }
}

extension LineReader {
  static func owner(of editor: OpaquePointer?) -> LineReader? {
    guard let editor, let data = editline_client_data(editor) else { return nil }
    return Unmanaged<LineReader>.fromOpaque(data).takeUnretainedValue()
  }

  var usesVi: Bool { editline_uses_vi(editor) != 0 }

  // MARK: - What libedit is given

  /// The next character for libedit.
  static func readCharacter(
    for editor: OpaquePointer?, into character: UnsafeMutablePointer<wchar_t>?
  ) -> Int32 {
    guard let editor, let character, let reader = owner(of: editor) else { return -1 }
    guard reader.hasAskedForPrompt else {
      reader.isTaken = false
      return -1
    }
    reader.showWhatWasHidden()
    editline_repair_cursor(editor)
    if reader.isLeavingLine { return -1 }
    reader.drawFullWindow()
    while true {
      if let key = reader.nextKey {
        reader.nextKey = nil
        character.pointee = key.rawValue
        return 1
      }
      let event = reader.input.nextEvent(usesVi: reader.usesVi)
      if case .end = event { return 0 }
      guard let left = reader.searched(with: event), let read = reader.character(of: left) else {
        continue
      }
      character.pointee = read
      return 1
    }
  }

  /// The character that stands for an event.
  private func character(of event: TerminalInput.Event) -> wchar_t? {
    switch event {
    case .scalar(let scalar):
      // The private keys are ours.
      return (0x80...0x9F).contains(scalar.value) ? nil : wchar_t(scalar.value)
    case .key(let key): return PrivateKey(key).rawValue
    case .paste(let text):
      pasted = text
      return PrivateKey.paste.rawValue
    case .resized: return PrivateKey.redraw.rawValue
    case .stopped:
      stop()
      return nil
    case .continued:
      resume()
      return nil
    case .end: return nil
    case .interrupted:
      // A line may fill several rows, and what follows it must be written below all of them. Only
      // libedit knows in which row the cursor is, so it first gets this key, and fails at the
      // next read.
      isLeavingLine = true
      return PrivateKey.leave.rawValue
    }
  }

  // MARK: - What keys do

  /// Names our functions to libedit.
  func addKeys() {
    for function in EditorFunction.all {
      _ = editline_add_function(editor, function.name, function.help, function.body)
    }
  }

  /// Binds our keys, in whatever key map is in use.
  func bindKeys() {
    for function in EditorFunction.all {
      for key in function.keys { _ = editline_bind(editor, key, function.name) }
      for key in function.commandKeys { _ = editline_bind_command(editor, key, function.name) }
      if !usesVi { for key in function.emacsKeys { _ = editline_bind(editor, key, function.name) } }
    }
    // The key that ends a line for libedit.
    for bind in [editline_bind, editline_bind_command] {
      _ = bind(editor, PrivateKey.finish.sequence, "ed-newline")
    }
  }

  /// Changes the line as a key does.
  func edit(_ change: (inout EditedText) -> Void) -> UInt8 {
    let before = editedText
    var text = before
    change(&text)
    return set(text, from: before)
  }

  /// The line that is being edited.
  var editedText: EditedText {
    guard let line = el_wline(editor), let buffer = line.pointee.buffer,
      let cursor = line.pointee.cursor
    else { return EditedText("") }
    let count = max(0, Int(editline_length(editor)))
    let scalars = UnsafeBufferPointer(start: buffer, count: count).map {
      Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}"
    }
    return EditedText(scalars, cursor: cursor - buffer)
  }

  /// Makes libedit's line another one.
  func set(_ text: EditedText, from before: EditedText) -> UInt8 {
    if text.scalars != before.scalars {
      editline_move_to_end(editor)
      el_deletestr(editor, Int32(before.scalars.count))
      if !text.scalars.isEmpty, el_insertstr(editor, text.text) != 0 { return UInt8(CC_ERROR) }
    }
    let offset = Int32(text.cursor) - editline_cursor(editor)
    if offset != 0 { el_cursor(editor, offset) }
    return UInt8(CC_REFRESH)
  }

  // MARK: - Enter and the end

  /// Ends an input that is complete, and begins a line of one that is not.
  func enter() -> UInt8 {
    let text = editedText
    guard continuation(text.text) != nil else {
      nextKey = .finish
      editline_move_to_end(editor)
      return UInt8(CC_REFRESH)
    }
    return breakLine()
  }

  func breakLine() -> UInt8 {
    let depth = continuation(editedText.textBeforeCursor) ?? 0
    return edit { $0.insertNewLine(depth: depth) }
  }

  /// Deletes the character after the cursor; where there is no text, leaves.
  func deleteOrLeave() -> UInt8 {
    guard !editedText.scalars.isEmpty else {
      ending = .end
      return UInt8(CC_EOF)
    }
    return edit { $0.deleteForward() }
  }

  /// Ends the line, to be changed elsewhere.
  func leaveForEditor() -> UInt8 {
    ending = .edit(editedText.text)
    editline_move_to_end(editor)
    nextKey = .finish
    return UInt8(CC_REFRESH)
  }

  func insertPaste() -> UInt8 {
    defer { pasted = "" }
    guard !pasted.isEmpty else { return UInt8(CC_NORM) }
    guard el_insertstr(editor, pasted) == 0 else { return UInt8(CC_ERROR) }
    return UInt8(CC_REFRESH)
  }

  /// Removes what a key kills, to be inserted elsewhere.
  func kill(_ change: (inout EditedText) -> String) -> UInt8 {
    edit {
      let removed = change(&$0)
      if !removed.isEmpty { killed = removed }
    }
  }

  func yank() -> UInt8 { edit { $0.insert(killed) } }

  func replaceLine() -> UInt8 {
    guard let replacement else { return UInt8(CC_ERROR) }
    self.replacement = nil
    return set(replacement, from: editedText)
  }

  // MARK: - History

  /// Goes to the line above, or to an older input; below, or to a newer one.
  func moveVertically(up: Bool) -> UInt8 {
    let text = editedText
    if up ? !text.isOnFirstLine : !text.isOnLastLine {
      return edit { if up { $0.moveUp() } else { $0.moveDown() } }
    }
    return recall(older: up)
  }

  func recall(older: Bool) -> UInt8 {
    let text = editedText
    if walk?.shown != text.text { walk = HistoryWalk(text, entries) }
    guard let other = walk?.next(older: older, among: entries) else { return UInt8(CC_ERROR) }
    return set(other, from: text)
  }

  /// Begins a search, which then takes the keys.
  func beginSearch() -> UInt8 {
    let search = HistorySearch(editedText, entries)
    self.search = search
    cover(search.prompt)
    return UInt8(CC_REFRESH)
  }

  /// Lets a search take an event; the event where the search ends by it and it has its own effect.
  private func searched(with event: TerminalInput.Event) -> TerminalInput.Event? {
    guard var search else { return event }
    switch event {
    case .scalar("\u{12}"), .key(.up), .key(.older): search.next(older: true, entries)
    case .scalar("\u{13}"), .key(.down), .key(.newer): search.next(older: false, entries)
    case .scalar("\u{7F}"), .scalar("\u{8}"): search.deleteBackward(entries)
    case .scalar("\u{7}"):
      self.search = nil
      cover(nil)
      replacement = search.draft
      nextKey = .replace
      return nil
    case .scalar(let scalar) where scalar.value >= 0x20: search.type(scalar, entries)
    case .resized, .stopped, .continued, .interrupted, .end: return event
    case .scalar, .key, .paste:
      // The line has what was found already; the key does what it does elsewhere.
      self.search = nil
      cover(nil)
      return event == .scalar("\u{1B}") && !usesVi ? nil : event
    }
    self.search = search
    cover(search.prompt)
    replacement = search.found
    nextKey = .replace
    return nil
  }
}
