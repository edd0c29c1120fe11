// The language server as a value: messages of the protocol in, messages out. The streams' owner
// tells it the time, and calls it again on request; it has no thread and no clock of its own.

import Rehearsal
import RehearsalFiles
import RehearsalReference
import RehearsalSyntax
import RehearsalValues

/// A server of the Language Server Protocol 3.17 for scripts.
package struct LanguageServer: Sendable {
  /// What a server is given by its host.
  package struct Host: Sendable {
    /// The functions and native apps in addition to the built-in ones.
    package var scripts = ScriptHost()
    /// What the folder that an editor opens has besides; nil where nobody looks for it.
    package var project: ProjectHost.Lookup?
    /// The time that goes by, from any beginning: by it the time of a scenario is measured.
    package var clock: @Sendable () -> Duration = { .zero }
    /// What can be done with a scenario or an exploration.
    package var tools: [EditorTool] = []
    /// Draws the life of a scenario as SVG; nil where it cannot be played.
    package var draw: (@Sendable (EditorTool.Input) -> String?)?

    /// Makes a host that adds nothing.
    package init() {}
  }

  /// Where the life of the server is.
  private enum Phase {
    case notInitialized, running, shutDown, ended
  }

  private(set) var host: Host
  /// What help knows of the words of scripts.
  private(set) var topics: [HelpTopic]
  /// The file in which the folder's project declares a host; nil where it does not.
  private var declaration: String?
  var client = ClientCapabilities()
  var documents = OpenDocuments()
  private var phase = Phase.notInitialized
  /// What is to be sent.
  private(set) var outbox: [JSONValue] = []
  /// How many requests were sent to the editor.
  private var requestCount = 0
  /// What the editor is asked, and what follows on the answer.
  private var pendingAnswers: [String: PendingAnswer] = [:]
  /// The work that runs elsewhere, by number.
  var tasks: [Int: EditorTask.State] = [:]
  var taskCount = 0
  var startedTasks: [EditorTask] = []
  /// The scenarios that tools have found, by which their pages are known.
  var foundTexts: [String] = []

  /// What follows on the answer of the editor.
  enum PendingAnswer {
    case showDocument(JSONValue)
  }

  /// The exit code, where the editor has said that the server is to end.
  package private(set) var exitCode: Int32?

  /// Makes a server that waits to be initialized.
  package init(host: Host = Host()) {
    self.host = host
    topics = HelpTopic.all(of: host.scripts.interface)
  }

  // MARK: - Messages

  /// Takes messages that came together.
  ///
  /// Of requests that the editor took back, or about a text that it has changed since, only that is
  /// said.
  ///
  /// - Parameters:
  ///   - parts: What the stream held, in order.
  ///   - time: The moment, by the host's clock.
  /// - Returns: The messages to send, in order.
  package mutating func receive(_ parts: [MessageFraming.Part], at time: Duration) -> [JSONValue] {
    let messages = parts.map { part -> ClientMessage? in
      if case .message(let json) = part { ClientMessage(json) } else { nil }
    }
    let outdated = OutdatedRequests(messages)
    for (number, message) in messages.enumerated() {
      guard exitCode == nil else { break }
      if let message {
        receive(message, outdated.error(ofMessage: number), at: time)
      } else if case .mistake(let reason) = parts[number] {
        send(.failure(of: .null, RequestError(.parseError, reason)))
      } else {
        send(.failure(of: .null, RequestError(.invalidRequest, "this is no message of JSON-RPC")))
      }
    }
    defer { outbox = [] }
    return outbox
  }

  private mutating func receive(
    _ message: ClientMessage, _ outdated: RequestError?, at time: Duration
  ) {
    guard let method = message.method else {
      if let name = message.id?.string, let pending = pendingAnswers.removeValue(forKey: name) {
        follow(pending)
      }
      return
    }
    guard let id = message.id else { return take(method, message.parameters, at: time) }
    do throws(RequestError) {
      if let outdated { throw outdated }
      send(.response(to: id, try answer(method, message.parameters, id)))
    } catch { send(.failure(of: id, error)) }
  }

  private mutating func answer(
    _ method: String, _ parameters: JSONValue, _ id: JSONValue
  ) throws(RequestError) -> JSONValue {
    switch (phase, method) {
    case (.notInitialized, "initialize"): return initialize(parameters)
    case (.notInitialized, _):
      throw RequestError(.notInitialized, "the first request is `initialize`")
    case (.running, "initialize"):
      throw RequestError(.invalidRequest, "the server is initialized already")
    case (.running, "shutdown"):
      phase = .shutDown
      for task in tasks.values { task.cancellation.cancel() }
      return .null
    case (.running, _): break
    case (.shutDown, _), (.ended, _):
      throw RequestError(.invalidRequest, "the server is shut down; only `exit` is left")
    }
    guard let row = RequestRow.all.first(where: { $0.method == method }) else {
      throw RequestError(.methodNotFound, "this server has no request `\(method)`")
    }
    return try row.answer(&self, parameters)
  }

  /// Takes a notification; one that is unknown says nothing.
  private mutating func take(_ method: String, _ parameters: JSONValue, at time: Duration) {
    if method == "exit" {
      exitCode = phase == .shutDown ? 0 : 1
      for task in tasks.values { task.cancellation.cancel() }
      phase = .ended
    }
    guard phase == .running else { return }
    do throws(RequestError) {
      switch method {
      case "initialized": watchFiles()
      case "textDocument/didOpen": try open(parameters, at: time)
      case "textDocument/didChange": try change(parameters, at: time)
      case "textDocument/didSave": try saved(parameters, at: time)
      case "textDocument/didClose": try close(parameters)
      case "workspace/didChangeWatchedFiles":
        recheckAll(at: time, whereAlone: readProject())
      case "window/workDoneProgress/cancel": cancelTask(parameters["token"])
      default: break
      }
    } catch { log("\(method): \(error.message)") }
  }

  // MARK: - Beginning

  private mutating func initialize(_ parameters: JSONValue) -> JSONValue {
    client = ClientCapabilities(parameters)
    phase = .running
    readProject()
    var capabilities: JSONValue = [
      "positionEncoding": client.encoding.rawValue,
      "textDocumentSync": [
        "openClose": true, "change": 2, "save": ["includeText": false] as JSONValue,
      ] as JSONValue,
    ]
    for row in RequestRow.all {
      guard let capability = row.capability else { continue }
      capabilities = capabilities.merging(capability(self))
    }
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": "rehearse", "version": Release.version] as JSONValue,
    ]
  }

  /// Reads what the project of the opened folder declares; a file that cannot be used is told.
  ///
  /// - Returns: Whether that is something else than before.
  @discardableResult
  private mutating func readProject() -> Bool {
    guard let folder = client.folders.first, let lookup = host.project else { return false }
    let found = lookup(folder)
    let before = host.scripts.declarations
    host.scripts = found.scripts
    topics = HelpTopic.all(of: found.scripts.interface)
    declaration = found.declaration
    if let mistake = found.mistake {
      notify("window/showMessage", ["type": 1, "message": mistake])
    }
    return found.scripts.declarations != before
  }

  /// Asks the editor to say when scripts or the project's files change on disk, which other editors and
  /// checkouts do.
  private mutating func watchFiles() {
    guard client.watchesFiles else { return }
    let declared = declaration?.split(separator: "/").last.map { "**/" + $0 }
    let patterns =
      ["**/*." + ScriptFile.pathExtension, "**/rehearse.toml"] + [declared].compactMap(\.self)
    let watchers = JSONValue.list(patterns.map { ["globPattern": $0] })
    let registration: JSONValue = [
      "id": "rehearse-files", "method": "workspace/didChangeWatchedFiles",
      "registerOptions": ["watchers": watchers] as JSONValue,
    ]
    request("client/registerCapability", ["registrations": JSONValue.list([registration])])
  }

  // MARK: - Sending

  mutating func send(_ message: OutgoingMessage) { outbox.append(message.json) }

  mutating func notify(_ method: String, _ parameters: JSONValue) {
    send(.notification(method, parameters))
  }

  /// Asks the editor something.
  mutating func request(
    _ method: String, _ parameters: JSONValue? = nil, then pending: PendingAnswer? = nil
  ) {
    requestCount += 1
    let name = "rehearse-\(requestCount)"
    if let pending { pendingAnswers[name] = pending }
    send(.request(name, method, parameters))
  }

  /// Writes a line into the editor's log.
  mutating func log(_ text: String) {
    notify("window/logMessage", ["type": 3, "message": text])
  }

  /// Hands over what is to be sent, for those that are called without a message.
  mutating func takeOutbox() -> [JSONValue] {
    defer { outbox = [] }
    return outbox
  }

  private mutating func follow(_ pending: PendingAnswer) {
    switch pending {
    case .showDocument(let parameters): request("window/showDocument", parameters)
    }
  }
}

// MARK: - Pauses

extension LanguageServer {
  /// When the server wants to be called though nobody sent anything; nil for never.
  package var nextPause: Duration? {
    documents.all.compactMap(\.playsAt).min()
  }

  /// Does what was to be done when nobody had typed for a while.
  ///
  /// - Parameter time: The moment, by the host's clock.
  /// - Returns: The messages to send.
  package mutating func pause(at time: Duration) -> [JSONValue] {
    playWaitingDocuments(at: time)
    return takeOutbox()
  }

  /// The open document that a request names.
  func document(of parameters: JSONValue) throws(RequestError) -> OpenDocument {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw RequestError(.invalidParameters, "`textDocument.uri` is missing")
    }
    guard let document = documents[DocumentAddress(uri)] else {
      throw RequestError(.invalidParameters, "the document \(uri) is not open")
    }
    return document
  }
}

/// The requests among messages that came together to which nobody waits for an answer any more.
private struct OutdatedRequests {
  private var errors: [Int: RequestError] = [:]

  init(_ messages: [ClientMessage?]) {
    var cancelled: Set<JSONValue> = []
    var changed: Set<String> = []
    for (number, message) in messages.enumerated().reversed() {
      guard let message, let method = message.method else { continue }
      let document = message.parameters["textDocument"]?["uri"]?.string
      if method == "$/cancelRequest", let id = message.parameters["id"] {
        cancelled.insert(id)
      } else if method == "textDocument/didChange", let document {
        changed.insert(document)
      } else if let id = message.id {
        if cancelled.contains(id) {
          errors[number] = RequestError(.requestCancelled, "the editor took the request back")
        } else if let document, changed.contains(document) {
          errors[number] = RequestError(.contentModified, "the text was changed meanwhile")
        }
      }
    }
  }

  func error(ofMessage number: Int) -> RequestError? { errors[number] }
}
