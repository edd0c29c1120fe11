// Where everything is kept that outlives the process: an actor, which alone touches the files.

import LifecycleServices

/// What the app keeps of notes.
struct Notebook: Hashable, Sendable {
  /// What is being written.
  var draft = ""
  /// What waits to be sent.
  var outbox: [String] = []
  /// The identifiers of colleagues' notes that are known and not loaded.
  var announced: [String] = []
  /// What colleagues wrote.
  var received: [String] = []
}

/// The notebook on the disk.
actor NoteStore {
  private let files: any Files
  private var notebook: Notebook

  init(files: any Files) {
    self.files = files
    notebook = Notebook(
      draft: Self.lines("draft", files).first ?? "", outbox: Self.lines("outbox", files),
      announced: Self.lines("announced", files), received: Self.lines("received", files))
  }

  var content: Notebook { notebook }

  /// Changes the notebook and writes what has changed.
  ///
  /// What cannot be written stays in memory, and is written with the next change.
  @discardableResult
  func change(_ body: @Sendable (inout Notebook) -> Void) -> Notebook {
    let before = notebook
    body(&notebook)
    write([notebook.draft], "draft", unlessEqualTo: [before.draft])
    write(notebook.outbox, "outbox", unlessEqualTo: before.outbox)
    write(notebook.announced, "announced", unlessEqualTo: before.announced)
    write(notebook.received, "received", unlessEqualTo: before.received)
    return notebook
  }

  private func write(_ lines: [String], _ name: String, unlessEqualTo before: [String]) {
    guard lines != before else { return }
    try? files.writeFile(Array(lines.joined(separator: "\n").utf8), named: name)
  }

  private static func lines(_ name: String, _ files: any Files) -> [String] {
    let text = files.readFile(name).flatMap { String(validating: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
