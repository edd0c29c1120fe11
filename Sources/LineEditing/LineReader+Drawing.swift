// What is on the screen: completions below the line, the line in a new window or after a stop,
// and inputs that are taller than the window, of which libedit is shown as much as there is room
// for.

import CEditLine

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension LineReader {
  // MARK: - The window

  private var window: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// How many characters fit into a line of the terminal.
  package var windowColumns: Int { window.columns }

  /// In which row each of some scalars after the prompt is, and last the one in which what comes
  /// next would be.
  private func rows(of scalars: [Unicode.Scalar]) -> [Int] {
    let columns = windowColumns
    var row = 0
    var column = 0
    func put(_ scalar: Unicode.Scalar) -> Int {
      let width = Self.width(of: scalar)
      if column + width > columns {
        row += 1
        column = 0
      }
      let place = row
      column += width
      if scalar == "\n" || column >= columns {
        row += 1
        column = 0
      }
      return place
    }
    for scalar in visiblePrompt.unicodeScalars { _ = put(scalar) }
    var rows = scalars.map(put)
    rows.append(row)
    return rows
  }

  private static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// How many columns libedit draws a scalar in.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar == "\n" { return 0 }
    if scalar.value < 0x20 || scalar.value == 0x7F { return 2 }
    return Int(editline_width(wchar_t(scalar.value)))
  }

  /// Measures the window again and draws prompt and line from their first row on.
  func redraw() -> UInt8 {
    let text = editedText
    let above = min(rows(of: text.scalars)[text.cursor], window.rows - 1)
    el_resize(editor)
    _ = editline_prepare_terminal(editor)
    show((above > 0 ? "\u{1B}[\(above)A" : "") + "\r\u{1B}[J")
    _ = editline_refresh(editor)
    return UInt8(CC_NORM)
  }

  // MARK: - Stopping

  /// Stops the process with the terminal as it was found; what was typed is there when it continues.
  func stop() {
    let hasPastes = TerminalKind.current.speaksSequences
    _ = editline_leave_terminal(editor)
    modes.restore()
    show((hasPastes ? bracketedPastesOff : "") + "\r\n")
    input.stop()
    resume()
  }

  /// Takes the terminal again and draws the line where the cursor is.
  func resume() {
    // The program that had the terminal meanwhile has its own modes.
    _ = editline_leave_terminal(editor)
    _ = editline_prepare_terminal(editor)
    show((TerminalKind.current.speaksSequences ? bracketedPastesOn : "") + "\r")
    el_resize(editor)
    _ = editline_refresh(editor)
  }

  // MARK: - Inputs taller than the window

  /// Before a drawing: lets libedit see the text only down to the last row of the window, or to the
  /// row of the cursor where that is further below.
  ///
  /// What is above scrolls away.
  func hideWhatHasNoRoom() {
    showWhatWasHidden()
    cursorOfFullWindow = nil
    let text = editedText
    // A short line needs no measuring.
    guard text.scalars.count > windowColumns || text.scalars.contains("\n") else { return }
    let rows = rows(of: text.scalars)
    let height = window.rows
    guard let last = rows.last, last >= height else { return }
    cursorOfFullWindow = text.cursor
    let lowest = max(rows[text.cursor], height - 1)
    guard var end = rows.firstIndex(where: { $0 > lowest }) else { return }
    // A row that is full, or its line end, would already begin the next one.
    end -= 1
    guard end >= text.cursor, end < text.scalars.count else { return }
    hiddenCount = text.scalars.count - end
    editline_set_length(editor, Int32(end))
  }

  /// Gives libedit the whole text again, before anything can change it.
  func showWhatWasHidden() {
    guard hiddenCount > 0 else { return }
    editline_set_length(editor, editline_length(editor) + Int32(hiddenCount))
    hiddenCount = 0
  }

  /// Draws a text that fills the window when a key has moved the cursor only, which libedit cannot
  /// follow there.
  func drawFullWindow() {
    guard let drawn = cursorOfFullWindow, drawn != Int(editline_cursor(editor)), nextKey == nil
    else { return }
    show("\u{1B}[H\u{1B}[J")
    _ = editline_refresh(editor)
    showWhatWasHidden()
  }

  // MARK: - Completion

  /// How many candidates are listed without a question.
  private static let mostWithoutQuestion = 200

  func completeWord() -> UInt8 {
    let text = editedText.textBeforeCursor
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
      asksBeforeList = completions.candidates.count >= Self.mostWithoutQuestion
      return UInt8(CC_REFRESH_BEEP)
    }
    let asks = asksBeforeList
    asksBeforeList = false
    if !asks { ambiguousText = nil }
    // The list is below the line, so the cursor goes to its end first.
    let cursor = editline_cursor(editor)
    editline_move_to_end(editor)
    let back = editline_cursor(editor) - cursor
    let hint = completions.hint.isEmpty ? "" : completions.hint + "\n"
    let question = "\(completions.candidates.count) words may stand here; TAB lists them\n"
    listing = (asks ? question : hint + columns(of: completions.candidates), Int(back))
    nextKey = .list
    return UInt8(CC_REFRESH)
  }

  /// Prints the list below the line and draws the line again below it.
  func printListing() -> UInt8 {
    guard let listing else { return UInt8(CC_ERROR) }
    self.listing = nil
    show("\n" + listing.text)
    el_cursor(editor, -Int32(listing.back))
    _ = editline_refresh(editor)
    return UInt8(CC_NORM)
  }

  /// Words in columns as wide as the window allows.
  private func columns(of words: [String]) -> String {
    let width = (words.map(Self.width).max() ?? 0) + 2
    let perRow = max(1, windowColumns / width)
    let rows = (words.count + perRow - 1) / perRow
    return (0..<rows).map { row in
      stride(from: row, to: words.count, by: max(1, rows)).map { index in
        words[index] + String(repeating: " ", count: max(0, width - Self.width(of: words[index])))
      }.joined() + "\n"
    }.joined()
  }
}
