// Work that takes longer than an editor may wait: run, storm, draw and explore. The server says what is
// to be done, its owner does it on a thread of its own, and brings back the result.

import Rehearsal
import RehearsalFiles
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// Something that can be done with a scenario or an exploration.
package struct EditorTool: Sendable {
  /// What it is done with.
  package enum Subject: Sendable {
    case scenario, exploration
  }

  /// What a tool is given.
  package struct Input: Sendable {
    /// The script, which can be run.
    package let script: Script
    /// Where its imports come from.
    package let imports: ImportSource
    /// The path of the script.
    package let path: String
    /// The number of the scenario's first playing, or of the exploration.
    package let number: Int
    /// By what the editor stops it.
    package let cancellation: CancellationFlag
  }

  /// The result.
  package struct Outcome: Sendable {
    /// Its result, in one line.
    package var summary: String
    /// How the editor is to show it.
    package var verdict = Verdict.done
    /// What is wrong with the script, which is shown at its lines until the text changes.
    package var findings: [Finding] = []
    /// What there is to read of it; nothing opens where it is empty.
    package var documents: [Document] = []

    /// Makes an outcome.
    package init(
      _ summary: String, _ verdict: Verdict = .done, findings: [Finding] = [],
      documents: [Document] = []
    ) {
      self.summary = summary
      self.verdict = verdict
      self.findings = findings
      self.documents = documents
    }
  }

  /// How something came out; its number is that of the protocol's messages.
  package enum Verdict: Int, Sendable {
    /// Something does not hold.
    case failed = 1
    /// It says nothing, or not all that was asked.
    case undecided = 2
    /// It holds, or there was nothing to hold.
    case done = 3
  }

  /// Something that a tool found at a place of a script.
  package struct Finding: Sendable {
    package let place: SourcePlace
    package let message: String

    /// Makes a finding.
    package init(at place: SourcePlace, _ message: String) {
      self.place = place
      self.message = message
    }
  }

  /// A text that opens in the editor.
  package struct Document: Sendable {
    /// What the name of its file ends with, such as `.rehearsal`.
    package let ending: String
    package let text: String

    /// Makes a document.
    package init(ending: String, text: String) {
      self.ending = ending
      self.text = text
    }
  }

  /// Its name, as the lens shows it.
  package let name: String
  package let subject: Subject
  package let run: @Sendable (Input) async -> Outcome

  /// Makes a tool.
  ///
  /// - Parameters:
  ///   - name: Its name, as the lens shows it.
  ///   - subject: What it is done with.
  ///   - run: Does it; asks the flag now and then whether it is to stop.
  package init(
    _ name: String, of subject: Subject, run: @escaping @Sendable (Input) async -> Outcome
  ) {
    self.name = name
    self.subject = subject
    self.run = run
  }

  var command: String { "rehearse." + name }
}

/// Work that the server's owner is to do.
package struct EditorTask: Sendable {
  /// What the server keeps of it while it is under way.
  struct State: Sendable {
    let title: String
    let path: String
    /// The text that it is about, and the part of it.
    let bytes: [UInt8]
    let range: Range<Int32>
    let cancellation: CancellationFlag
  }

  /// Its number, with which the outcome is brought back.
  package let number: Int
  let tool: EditorTool
  let input: EditorTool.Input

  /// Does it.
  package func run() async -> EditorTool.Outcome { await tool.run(input) }
}

extension LanguageServer {
  // MARK: - Lenses

  /// The lenses above the scenarios and explorations of a document.
  func lenses(of document: OpenDocument) -> JSONValue {
    var lenses: [JSONValue] = []
    for statement in document.check.main.statements {
      let subject: EditorTool.Subject
      switch statement.kind {
      case .scenario: subject = .scenario
      case .exploration: subject = .exploration
      default: continue
      }
      let start = Int(statement.range.start)
      let line = document.text.line(at: statement.range.start)
      for tool in host.tools where tool.subject == subject {
        lenses.append([
          "range": document.text.range(SourceRange(start, start)),
          "command": [
            "title": tool.name, "command": tool.command,
            "arguments": JSONValue.list([.string(document.address.text), line.json]),
          ] as JSONValue,
        ])
      }
    }
    return .list(lenses)
  }

  /// The life of the scenario at a place, as SVG; null where nothing draws here.
  func life(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let document = try document(of: parameters)
    guard let draw = host.draw else {
      throw RequestError(.requestFailed, "this server draws no lives")
    }
    guard let line = parameters["position"]?["line"]?.integer else { throw .noPosition }
    guard document.check.script.isRunnable else {
      throw RequestError(.requestFailed, "the script has errors; they come first")
    }
    guard let number = document.number(ofScenarioAtLine: Int(clamping: line)) else { return .null }
    let input = EditorTool.Input(
      script: document.check.script, imports: imports(of: document.path), path: document.path,
      number: number, cancellation: CancellationFlag())
    return draw(input).map { .string($0) } ?? .null
  }

  // MARK: - Beginning and ending

  /// Begins what a lens asks for.
  mutating func execute(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let arguments = parameters["arguments"]?.elements ?? []
    guard let name = parameters["command"]?.string,
      let tool = host.tools.first(where: { $0.command == name })
    else { throw RequestError(.invalidParameters, "there is no such command") }
    guard arguments.count == 2, let uri = arguments[0].string, let line = arguments[1].integer,
      let document = documents[DocumentAddress(uri)]
    else {
      throw RequestError(
        .invalidParameters, "`\(name)` takes the URI of an open document and a line, from 0")
    }
    let input = try input(for: tool, document, line: Int(clamping: line))
    taskCount += 1
    let task = EditorTask(number: taskCount, tool: tool, input: input)
    tasks[task.number] = EditorTask.State(
      title: tool.name, path: document.path, bytes: document.text.source.bytes,
      range: document.range(ofCaseAtLine: Int(clamping: line)), cancellation: input.cancellation)
    startedTasks.append(task)
    if client.showsProgress {
      request("window/workDoneProgress/create", ["token": Self.token(of: task.number)])
      progress(task.number, ["kind": "begin", "title": tool.name, "cancellable": true])
    }
    return .null
  }

  /// The tasks that were begun since they were last taken; the caller does them.
  package mutating func takeStartedTasks() -> [EditorTask] {
    defer { startedTasks = [] }
    return startedTasks
  }

  /// Takes the result of a task.
  ///
  /// - Returns: The messages to send.
  package mutating func finish(_ number: Int, _ outcome: EditorTool.Outcome) -> [JSONValue] {
    guard let task = tasks.removeValue(forKey: number), exitCode == nil else { return [] }
    if client.showsProgress {
      progress(number, ["kind": "end", "message": outcome.summary])
    }
    notify(
      "window/showMessage",
      ["type": outcome.verdict.rawValue, "message": "\(task.title): \(outcome.summary)"])
    keep(outcome.findings, of: task)
    for document in outcome.documents { show(document, besides: task.path) }
    return takeOutbox()
  }

  /// Shows what a tool found at the lines of its document, in place of what it found before; nothing
  /// where the text has changed meanwhile.
  private mutating func keep(_ findings: [EditorTool.Finding], of task: EditorTask.State) {
    guard let document = documents.all.first(where: { $0.path == task.path }),
      document.text.source.bytes == task.bytes
    else { return }
    let own = findings.filter { $0.place.source.name == document.text.source.name }
    let others = document.toolFindings.filter { !task.range.contains($0.place.range.start) }
    guard !(own.isEmpty && others.count == document.toolFindings.count) else { return }
    documents[document.address]?.toolFindings = others + own
    publishFindings(of: document.address)
  }

  /// What a tool is given for the scenario or exploration at a line.
  private func input(
    for tool: EditorTool, _ document: OpenDocument, line: Int
  ) throws(RequestError) -> EditorTool.Input {
    let script = document.check.script
    guard script.isRunnable else {
      throw RequestError(.requestFailed, "the script has errors; they come first")
    }
    let number: Int?
    switch tool.subject {
    case .scenario: number = document.number(ofScenarioAtLine: line)
    case .exploration: number = document.number(ofExplorationAtLine: line)
    }
    guard let number else {
      throw RequestError(.invalidParameters, "nothing of the kind stands at line \(line), from 0")
    }
    return EditorTool.Input(
      script: script, imports: imports(of: document.path), path: document.path, number: number,
      cancellation: CancellationFlag())
  }

  /// Stops a task that the editor takes back.
  mutating func cancelTask(_ token: JSONValue?) {
    for (number, task) in tasks where token?.string == Self.token(of: number) {
      task.cancellation.cancel()
    }
  }

  private static func token(of number: Int) -> String { "rehearse-task-\(number)" }

  private mutating func progress(_ number: Int, _ value: JSONValue) {
    notify("$/progress", ["token": Self.token(of: number), "value": value])
  }

  /// The address of a file that is not there yet, named after a script, in a folder beside it that
  /// no command searches for scripts: what was found is nobody's test until somebody keeps it.
  private func freeAddress(besides path: String, ending: String) -> DocumentAddress {
    let script = "." + ScriptFile.pathExtension
    let name = FilePath(path).name
    let stem = name.hasSuffix(script) ? String(name.dropLast(script.count)) : name
    let folder = FilePath(path).folder.appending(".rehearse/found")
    var number = 1
    while folder.appending("\(stem)-\(number)\(ending)").exists { number += 1 }
    return DocumentAddress(path: folder.appending("\(stem)-\(number)\(ending)").text)
  }

  /// Opens a text as a document that is in no file, where the editor can, else as one beside a file.
  private mutating func show(_ document: EditorTool.Document, besides path: String) {
    if client.opensTexts {
      return request("rehearsal/openText", ["text": document.text, "ending": document.ending])
    }
    if client.readsVirtualDocuments, client.showsDocuments {
      foundTexts.append(document.text)
      let address = VirtualPage.address(ofFound: foundTexts.count - 1)
      return request("window/showDocument", ["uri": address.text, "takeFocus": true])
    }
    guard client.makesFiles else {
      return notify("window/logMessage", ["type": 3, "message": document.text])
    }
    let address = freeAddress(besides: path, ending: document.ending)
    let edit: JSONValue = [
      "documentChanges": JSONValue.list([
        ["kind": "create", "uri": address.text],
        [
          "textDocument": ["uri": address.text, "version": JSONValue.null] as JSONValue,
          "edits": JSONValue.list([
            [
              "range": [
                "start": ["line": 0, "character": 0] as JSONValue,
                "end": ["line": 0, "character": 0] as JSONValue,
              ] as JSONValue, "newText": document.text,
            ]
          ]),
        ],
      ])
    ]
    let shown: JSONValue = ["uri": address.text, "takeFocus": true]
    request(
      "workspace/applyEdit", ["label": "what was found", "edit": edit],
      then: client.showsDocuments ? .showDocument(shown) : nil)
  }
}

extension OpenDocument {
  /// The number of the first playing of the scenario at a line, from 0, or around it.
  func number(ofScenarioAtLine line: Int) -> Int? {
    let scenarios = check.main.statements.filter(\.isScenario)
    guard let found = scenarios.first(where: { holds($0.range, line) }) else { return nil }
    return check.script.cases.firstIndex {
      $0.place.source.name == text.source.name
        && found.range.start <= $0.place.range.start && $0.place.range.start < found.range.end
    }
  }

  /// The number of the exploration at a line, from 0, or around it.
  func number(ofExplorationAtLine line: Int) -> Int? {
    let explorations = check.main.statements.filter {
      if case .exploration = $0.kind { true } else { false }
    }
    return explorations.firstIndex { holds($0.range, line) }
  }

  /// The part of the text that the scenario or exploration at a line, from 0, is; empty for none.
  func range(ofCaseAtLine line: Int) -> Range<Int32> {
    let found = check.main.statements.first { statement in
      if case .exploration = statement.kind { return holds(statement.range, line) }
      return statement.isScenario && holds(statement.range, line)
    }
    return found.map { $0.range.start..<$0.range.end } ?? 0..<0
  }

  private func holds(_ range: SourceRange, _ line: Int) -> Bool {
    text.line(at: range.start) <= line && line <= text.line(at: range.end)
  }
}
