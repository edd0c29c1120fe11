// The line reader: a prompt, one edited line, a history of earlier lines.
//
// It stands between the terminal read-eval-print loop of `rehearse` and libedit (`CEditLine`).
// libedit edits and draws; where its characters come from is `TerminalInput`'s part, which also
// waits for Ctrl-C. It must not be used when standard input is no terminal, must not know what the
// lines mean, and must never switch on EL_SIGNAL, which signals the whole process group.

import CEditLine

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads edited lines from the terminal, with emacs key bindings and a history in memory.
///
/// Ask first whether standard input and standard output are terminals. When they are not, read the
/// input plainly: libedit drops invalid UTF-8 and cuts lines at a zero byte.
///
/// A reader belongs to the thread that made it, and `readLine(prompt:)` blocks that thread, so it
/// must not run on the cooperative thread pool. While a line is being read, SIGINT belongs to the
/// reader; between two lines the handler that was there before is in place. Use one reader at a
/// time.
public final class LineReader {
  /// What came of one prompt.
  public enum Input: Equatable, Sendable {
    /// The text up to Enter, without the newline.
    case line(String)
    /// Ctrl-C: what had been typed is dropped.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal is gone.
    case end
  }

  /// The number of entries the history keeps; the oldest go first.
  public static let historyLimit = 1_000

  private let editor: OpaquePointer
  private let history: OpaquePointer
  private var input: TerminalInput
  /// The prompt in C form: libedit asks for it at every redraw and keeps no copy.
  private var prompt: UnsafeMutablePointer<CChar>?
  /// Whether the key that ends an interrupted line has been given to libedit.
  private var isLeavingLine = false

  /// Prepares an editor on the standard streams, printing nothing and leaving the terminal alone.
  ///
  /// The result is `nil` when the system refuses memory or a pipe.
  ///
  /// - Parameter programName: the name that selects lines of the user's `.editrc`.
  public init?(programName: String) {
    useUTF8()
    guard let interrupts = InterruptPipe() else { return nil }
    guard let editor = editline_open(programName) else { return nil }
    guard let history = history_init() else {
      el_end(editor)
      return nil
    }
    self.editor = editor
    self.history = history
    input = TerminalInput(interrupts: interrupts)
    _ = editline_set_client_data(editor, Unmanaged.passUnretained(self).toOpaque())
    _ = editline_set_prompt(editor) { LineReader.owner(of: $0)?.prompt }
    _ = editline_set_reader(editor) { LineReader.readCharacter(for: $0, into: $1) }
    _ = editline_set_editor(editor, "emacs")
    bindLeaveKey()
    _ = editline_history_set_size(history, Int32(Self.historyLimit))
    _ = editline_history_set_unique(history)
    _ = editline_use_history(editor, history)
  }

  deinit {
    el_end(editor)
    history_end(history)
    free(prompt)
  }

  /// Prints the prompt and reads one line, leaving the terminal as it was found.
  ///
  /// - Parameter prompt: text of one row, without control characters.
  /// - Returns: the line, or why there is none.
  public func readLine(prompt: String) -> Input {
    free(self.prompt)
    self.prompt = strdup(prompt)
    guard self.prompt != nil else { return .end }

    isLeavingLine = false
    input.begin()
    _ = editline_prepare_terminal(editor)
    var count: Int32 = 0
    let line = el_gets(editor, &count)
    // libedit's count and errno do not tell an interrupt from an end; only the input knows.
    let interrupted = input.finish()

    if interrupted {
      endRow(with: "^C")
      return .interrupted
    }
    guard let line, count > 0 else {
      endRow(with: "")
      return .end
    }
    var bytes = UnsafeRawBufferPointer(start: line, count: Int(count))[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return .line(String(decoding: bytes, as: UTF8.self))
  }

  /// Adds an entry to the history, unless it is empty or equal to the entry before it.
  ///
  /// Reading adds nothing by itself, so that the caller can remember a statement of several lines
  /// as one entry.
  ///
  /// - Parameter entry: text of any number of rows.
  public func remember(_ entry: String) {
    guard !entry.isEmpty else { return }
    _ = editline_history_enter(history, entry)
  }

  private func endRow(with text: String) {
    // libedit has flushed its stream and left the cursor in the row that it drew last.
    let row = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, row, row.count)
  }
}

// MARK: - What libedit calls

extension LineReader {
  private static func owner(of editor: OpaquePointer?) -> LineReader? {
    guard let editor, let data = editline_client_data(editor) else { return nil }
    return Unmanaged<LineReader>.fromOpaque(data).takeUnretainedValue()
  }

  private static func readCharacter(
    for editor: OpaquePointer?, into character: UnsafeMutablePointer<wchar_t>?
  ) -> Int32 {
    guard let character, let reader = owner(of: editor) else { return -1 }
    switch reader.input.nextScalar() {
    case .scalar(let scalar):
      character.pointee = wchar_t(scalar.value)
      return 1
    case .end:
      return 0
    case .interrupted where reader.isLeavingLine:
      return -1
    case .interrupted:
      reader.isLeavingLine = true
      character.pointee = leaveKey
      return 1
    }
  }

  /// Binds the leave key, which puts the cursor behind the line.
  ///
  /// A line may fill several rows, and what follows it must be written below all of them. Only
  /// libedit knows in which row the cursor stands, so an interrupt first sends it this key and
  /// fails at the next read.
  private func bindLeaveKey() {
    let name = "rehearsal-leave-line"
    _ = editline_add_function(editor, name, "Leave an interrupted line") { editor, _ in
      editline_move_to_end(editor)
      return UInt8(CC_REFRESH)
    }
    _ = editline_bind(editor, "\\" + String(leaveKey, radix: 8), name)
  }
}

/// A control character that no keyboard sends and libedit leaves unassigned, in C1.
private let leaveKey: wchar_t = 0x81

/// Makes the C library read and write characters as UTF-8; libedit drops what its locale lacks.
private func useUTF8() {
  setlocale(LC_CTYPE, "")
  for fallback in ["C.UTF-8", "en_US.UTF-8"] {
    guard String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" else { return }
    setlocale(LC_CTYPE, fallback)
  }
}
