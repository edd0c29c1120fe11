// The table of functions that libedit is given, each with its keys. The rest of libedit's keys, and
// those of the user's settings, stay what they are.

import CEditLine

/// A function of ours under a name, for libedit.
struct EditorFunction {
  typealias Body = @convention(c) (OpaquePointer?, Int32) -> UInt8

  let name: String
  let help: String
  /// The keys in the map in which characters are typed, of emacs or vi.
  var keys: [String] = []
  /// The keys in that map where it is emacs'.
  var emacsKeys: [String] = []
  /// The keys in the map of vi's commands.
  var commandKeys: [String] = []
  let body: Body

  /// The functions; a private key comes first and is bound in every map.
  static let all = moves + changes + kills + others

  private init(
    _ help: String, _ key: PrivateKey? = nil, keys: [String] = [], emacs: [String] = [],
    command: [String] = [], body: @escaping Body
  ) {
    name = "rehearsal-" + help.lowercased().split(separator: " ").joined(separator: "-")
    self.help = help
    let own = key.map { [$0.sequence] } ?? []
    self.keys = own + keys
    emacsKeys = emacs
    commandKeys = own + command
    self.body = body
  }

  private static let moves = [
    EditorFunction("Line above", .up, emacs: ["^P"], command: ["k", "^P"]) { editor, _ in
      LineReader.owner(of: editor)?.moveVertically(up: true) ?? UInt8(CC_ERROR)
    },
    EditorFunction("Line below", .down, emacs: ["^N"], command: ["j", "^N"]) { editor, _ in
      LineReader.owner(of: editor)?.moveVertically(up: false) ?? UInt8(CC_ERROR)
    },
    EditorFunction("Older input", .older) { editor, _ in
      LineReader.owner(of: editor)?.recall(older: true) ?? UInt8(CC_ERROR)
    },
    EditorFunction("Newer input", .newer) { editor, _ in
      LineReader.owner(of: editor)?.recall(older: false) ?? UInt8(CC_ERROR)
    },
    EditorFunction("Left", .left, emacs: ["^B"]) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.moveLeft() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Right", .right, emacs: ["^F"]) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.moveRight() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Word left", .wordLeft, emacs: ["\\eb"]) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.moveWordLeft() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Word right", .wordRight, emacs: ["\\ef"]) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.moveWordRight() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Line start", .lineStart, emacs: ["^A"]) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.moveToLineStart() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Line end", .lineEnd, emacs: ["^E"]) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.moveToLineEnd() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Text start", .textStart, emacs: ["\\e<"]) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.moveToStart() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Text end", .textEnd, emacs: ["\\e>"]) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.moveToEnd() } ?? UInt8(CC_ERROR)
    },
  ]

  private static let changes = [
    EditorFunction("New line", .newLine, keys: ["^O"]) { editor, _ in
      LineReader.owner(of: editor)?.breakLine() ?? UInt8(CC_ERROR)
    },
    EditorFunction("Delete", .delete) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.deleteForward() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Delete backward", emacs: ["^?", "^H"]) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.deleteBackward() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Closing brace", keys: ["}"]) { editor, _ in
      LineReader.owner(of: editor)?.edit { $0.insertClosingBrace() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Insert paste", .paste) { editor, _ in
      LineReader.owner(of: editor)?.insertPaste() ?? UInt8(CC_ERROR)
    },
    EditorFunction("Replace line", .replace) { editor, _ in
      LineReader.owner(of: editor)?.replaceLine() ?? UInt8(CC_ERROR)
    },
    EditorFunction("Complete word", keys: ["^I"]) { editor, _ in
      LineReader.owner(of: editor)?.completeWord() ?? UInt8(CC_ERROR)
    },
  ]

  private static let kills = [
    EditorFunction("Kill to line end", emacs: ["^K"]) { editor, _ in
      LineReader.owner(of: editor)?.kill { $0.killToLineEnd() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Kill line", emacs: ["^U"]) { editor, _ in
      LineReader.owner(of: editor)?.kill { $0.killLine() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Kill blank word", emacs: ["^W"]) { editor, _ in
      LineReader.owner(of: editor)?.kill { $0.killBlankWordBackward() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Kill word left", emacs: ["\\e^?", "\\e^H"]) { editor, _ in
      LineReader.owner(of: editor)?.kill { $0.killWordBackward() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Kill word right", .deleteWord, emacs: ["\\ed"]) { editor, _ in
      LineReader.owner(of: editor)?.kill { $0.killWordForward() } ?? UInt8(CC_ERROR)
    },
    EditorFunction("Yank", emacs: ["^Y"]) { editor, _ in
      LineReader.owner(of: editor)?.yank() ?? UInt8(CC_ERROR)
    },
  ]

  private static let others = [
    EditorFunction("Enter", keys: ["^M", "^J"], command: ["^M", "^J"]) { editor, _ in
      LineReader.owner(of: editor)?.enter() ?? UInt8(CC_ERROR)
    },
    EditorFunction("Delete or leave", keys: ["^D"], command: ["^D"]) { editor, _ in
      LineReader.owner(of: editor)?.deleteOrLeave() ?? UInt8(CC_ERROR)
    },
    EditorFunction("Search history", keys: ["^R"], command: ["^R"]) { editor, _ in
      LineReader.owner(of: editor)?.beginSearch() ?? UInt8(CC_ERROR)
    },
    EditorFunction("Edit elsewhere", emacs: ["^X^E"], command: ["v"]) { editor, _ in
      LineReader.owner(of: editor)?.leaveForEditor() ?? UInt8(CC_ERROR)
    },
    // libedit's own prompt for its commands takes a line with an open quote for one with as many words
    // as its stack says, and ends the process.
    EditorFunction("No command", emacs: ["\\ex", "\\eX"], command: [":"]) { _, _ in
      UInt8(CC_ERROR)
    },
    EditorFunction("Leave line", .leave) { editor, _ in
      guard let editor else { return UInt8(CC_ERROR) }
      editline_move_to_end(editor)
      return UInt8(CC_REFRESH)
    },
    EditorFunction("Redraw", .redraw) { editor, _ in
      LineReader.owner(of: editor)?.redraw() ?? UInt8(CC_ERROR)
    },
    EditorFunction("List completions", .list) { editor, _ in
      LineReader.owner(of: editor)?.printListing() ?? UInt8(CC_ERROR)
    },
  ]
}
