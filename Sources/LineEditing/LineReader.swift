// The line reader: a prompt, one edited line, and a history of earlier lines. libedit (`CEditLine`)
// edits and draws; `TerminalInput` gives it its characters and waits for Ctrl-C and pastes. It is
// for terminals only, and must never switch on EL_SIGNAL, which signals the whole process group.

import CEditLine

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads edited lines from the terminal, with the user's key bindings and a history.
///
/// Ask first whether standard input and standard output are terminals. When they are not, read the
/// input plainly: libedit drops invalid UTF-8 and cuts lines at a zero byte.
///
/// A reader belongs to the thread that made it, and `readLine(prompt:)` blocks that thread, so it
/// must not run on the cooperative thread pool. While a line is being read, SIGINT, SIGWINCH and
/// SIGCONT belong to the reader; between two lines the handlers that were there before are in
/// place. Use one reader at a time.
package final class LineReader {
  /// The outcome of one prompt.
  package enum Input: Equatable, Sendable {
    /// The text up to Enter, without the newline; it may have several lines.
    case line(String)
    /// The text that was typed so far, to be changed in another editor.
    case edit(String)
    /// Ctrl-C: what had been typed is dropped.
    case interrupted
    /// Ctrl-D on an empty line.
    case end
    /// The terminal is gone.
    case gone
  }

  /// What may be at the cursor: how many characters before it are replaced, and by what.
  package struct Completions: Sendable {
    let replaced: Int
    let common: String
    let candidates: [String]
    let hint: String

    /// Makes completions.
    ///
    /// - Parameters:
    ///   - replaced: How many characters before the cursor they replace.
    ///   - common: What all candidates begin with.
    ///   - candidates: What may be there.
    ///   - hint: A line to show above a list of them; empty for none.
    package init(replaced: Int, common: String, candidates: [String], hint: String = "") {
      self.replaced = replaced
      self.common = common
      self.candidates = candidates
      self.hint = hint
    }
  }

  /// The number of entries the history keeps; the oldest go first.
  package static let historyLimit = 10_000

  /// Says what may follow a text; asked at each TAB.
  package var complete: (String) -> Completions = { _ in
    Completions(replaced: 0, common: "", candidates: [])
  }

  /// Says how deep in brackets a text ends that continues in the next line, and nil of one that is
  /// complete; asked at each Enter.
  package var continuation: (String) -> Int? = { _ in nil }

  let modes: TerminalModes
  let editor: OpaquePointer
  private let history: OpaquePointer
  private let file: HistoryFile?
  private(set) var entries: [String]
  var input: TerminalInput
  /// The prompt in C form: libedit asks for it at every redraw and keeps no copy.
  private var prompt: UnsafeMutablePointer<CChar>?
  /// The prompt with its colours, which a search covers for its time.
  private var ownPrompt = ""
  /// The characters of the prompt that take room.
  private(set) var visiblePrompt = ""
  /// Why the line ends, where it does not by Enter.
  var ending: Input?
  /// Whether libedit could take the terminal.
  ///
  /// Where it could not, it hands every key on as a character of the line, and the lines are read
  /// without it.
  var isTaken = true
  /// Whether libedit has asked for the prompt of this line, which it does before it reads keys.
  var hasAskedForPrompt = false
  /// Whether the key that ends an interrupted line has been given to libedit.
  var isLeavingLine = false
  /// The key that libedit is given before any other.
  var nextKey: PrivateKey?
  /// The text that was pasted and is to be inserted by its key.
  var pasted = ""
  /// The text that is to take the place of the line, by its key.
  var replacement: EditedText?
  /// What was removed last, to be inserted elsewhere.
  var killed = ""
  var walk: HistoryWalk?
  var search: HistorySearch?
  /// How many characters of the line libedit does not know of, because the window has no room.
  var hiddenCount = 0
  /// Where the cursor was when a text that fills the window was last drawn; nil for shorter ones.
  var cursorOfFullWindow: Int?
  /// The text before the cursor at the last TAB that could not extend it.
  var ambiguousText: String?
  /// Whether the next TAB asks before it lists.
  var asksBeforeList = false
  /// What the list key is to print, and how far the cursor is to go back after it.
  var listing: (text: String, back: Int)?
  private var usedVi: Bool?

  /// Prepares an editor on the standard streams, printing nothing and leaving the terminal alone.
  ///
  /// The result is `nil` when the system refuses memory or a pipe.
  ///
  /// - Parameters:
  ///   - programName: The name that selects lines of the user's `.editrc`.
  ///   - file: Where the history is kept; nil for nowhere.
  package init?(programName: String, history file: HistoryFile? = nil) {
    useUTF8()
    guard let signals = SignalPipe() else { return nil }
    // libedit changes the modes from its first moment on, and sets its own back at its end.
    modes = TerminalModes()
    guard let editor = editline_open(programName) else { return nil }
    guard let history = history_init() else {
      el_end(editor)
      return nil
    }
    self.editor = editor
    self.history = history
    self.file = file
    entries = file?.load() ?? []
    input = TerminalInput(signals: signals)
    _ = editline_set_client_data(editor, Unmanaged.passUnretained(self).toOpaque())
    _ = editline_set_prompt(editor) { editor in
      let reader = LineReader.owner(of: editor)
      reader?.hasAskedForPrompt = true
      reader?.hideWhatHasNoRoom()
      return reader?.prompt
    }
    _ = editline_set_reader(editor) { LineReader.readCharacter(for: $0, into: $1) }
    // The user's settings may choose vi; libedit's own default would be vi too.
    _ = editline_set_editor(editor, "emacs")
    addKeys()
    EditorSettings.apply(to: editor)
    _ = editline_history_set_size(history, Int32(Self.historyLimit))
    _ = editline_use_history(editor, history)
    for entry in entries { _ = editline_history_enter(history, entry) }
  }

  deinit {
    el_end(editor)
    history_end(history)
    free(prompt)
  }

  // MARK: - Lines

  /// Prints the prompt and reads one line, leaving the terminal as it was found.
  ///
  /// - Parameters:
  ///   - prompt: Text of one row; of control characters only those that colour.
  ///   - text: What already follows it.
  /// - Returns: The line, or why there is none.
  package func readLine(prompt: String, text: String = "") -> Input {
    ownPrompt = prompt
    cover(nil)
    guard self.prompt != nil else { return .gone }
    begin(with: text)
    if TerminalKind.current.isPlain || !isTaken { return readPlainLine() }
    // `bind -v` in the user's settings, or typed, takes our keys away.
    let usesVi = editline_uses_vi(editor) != 0
    if usesVi != usedVi { bindKeys() }
    usedVi = usesVi
    input.begin()
    _ = editline_prepare_terminal(editor)
    if TerminalKind.current.speaksSequences { show(promptMark + bracketedPastesOn) }
    var count: Int32 = 0
    let line = el_gets(editor, &count)
    // libedit's count and errno do not tell an interrupt from an end; only the input knows.
    let interrupted = input.finish()
    modes.restore()
    if TerminalKind.current.speaksSequences { show(bracketedPastesOff) }
    if !isTaken { return readPlainLine() }
    if interrupted {
      show("^C\n")
      return .interrupted
    }
    guard ending == nil, let line, count > 0 else {
      show("\n")
      return ending ?? .gone
    }
    var bytes = UnsafeRawBufferPointer(start: line, count: Int(count))[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return .line(String(decoding: bytes, as: UTF8.self))
  }

  private func begin(with text: String) {
    ending = nil
    hasAskedForPrompt = false
    isLeavingLine = false
    nextKey = nil
    ambiguousText = nil
    walk = nil
    search = nil
    hiddenCount = 0
    cursorOfFullWindow = nil
    guard !text.isEmpty else { return }
    replacement = EditedText(text)
    nextKey = .replace
  }

  /// Reads a line where there is no cursor to move: the terminal itself lets the user correct it.
  private func readPlainLine() -> Input {
    // Before the prompt: a user who sees it may type Ctrl-C at once.
    input.begin()
    show(visiblePrompt)
    var text = ""
    while true {
      switch input.nextEvent(usesVi: false) {
      case .scalar("\n"):
        _ = input.finish()
        return .line(text)
      case .scalar(let scalar): text.unicodeScalars.append(scalar)
      case .stopped: input.stop()
      case .key, .paste, .resized, .continued: break
      case .interrupted, .end:
        show("\n")
        return input.finish() ? .interrupted : text.isEmpty ? .end : .line(text)
      }
    }
  }

  /// Shows another prompt in place of the line's own, or that again.
  func cover(_ other: String?) {
    let (marked, visible) = Self.marked(other ?? ownPrompt)
    free(prompt)
    prompt = strdup(marked)
    visiblePrompt = visible
  }

  /// The prompt with its colours marked as taking no room, and without them.
  ///
  /// Equal neighbours are one mark, and a colour at the very end would be lost.
  private static func marked(_ prompt: String) -> (marked: String, visible: String) {
    var marked = ""
    var visible = ""
    var isEscape = false
    for scalar in prompt.unicodeScalars {
      if scalar == "\u{1B}" {
        isEscape = true
        if marked.hasSuffix("\u{1}") { marked.removeLast() } else { marked += "\u{1}" }
      }
      marked.unicodeScalars.append(scalar)
      if !isEscape { visible.unicodeScalars.append(scalar) }
      if isEscape, scalar == "m" {
        isEscape = false
        marked += "\u{1}"
      }
    }
    return (marked, visible)
  }

  /// Writes to the terminal past libedit, which has flushed its stream.
  func show(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { bytes.removeFirst(count) } else if errno != EINTR { return }
    }
  }

  // MARK: - History

  /// Adds an entry to the history, unless it is empty; an equal older one goes.
  ///
  /// Reading adds nothing by itself, so that the caller can remember a statement of several lines
  /// as one entry. It is on disk when this returns.
  ///
  /// - Parameter entry: text of any number of rows.
  /// - Complexity: O(*n*) in the number of entries where an older one goes.
  package func remember(_ entry: String) {
    guard !entry.isEmpty, entry != entries.last else { return }
    file?.append(entry)
    if let older = entries.firstIndex(of: entry) {
      entries.remove(at: older)
      _ = editline_history_clear(history)
      for entry in entries { _ = editline_history_enter(history, entry) }
    }
    entries.append(entry)
    if entries.count > Self.historyLimit { entries.removeFirst() }
    _ = editline_history_enter(history, entry)
  }
}

/// Tells the terminal where a prompt begins, so that the user can jump from one to another.
private let promptMark = "\u{1B}]133;A\u{7}"

/// Asks the terminal to mark pastes, and not to.
let bracketedPastesOn = "\u{1B}[?2004h"
let bracketedPastesOff = "\u{1B}[?2004l"

/// Makes the C library read and write characters as UTF-8; libedit drops what its locale lacks.
private func useUTF8() {
  setlocale(LC_CTYPE, "")
  for fallback in ["C.UTF-8", "en_US.UTF-8"] {
    guard String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" else { return }
    setlocale(LC_CTYPE, fallback)
  }
}
