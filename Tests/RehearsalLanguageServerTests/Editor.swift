// An editor for tests: it opens, changes and asks, by messages as they are on the wire, and keeps what it
// was told.

import Foundation
import RehearsalFiles
import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalLanguageServer

/// An editor that speaks to a server.
struct Editor {
  /// What editors announce.
  static let capabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]] as JSONValue,
    "textDocument": [
      "publishDiagnostics": [
        "relatedInformation": true, "codeDescriptionSupport": true,
        "tagSupport": ["valueSet": [1, 2]] as JSONValue,
      ] as JSONValue,
      "hover": ["contentFormat": ["markdown", "plaintext"]] as JSONValue,
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true] as JSONValue,
    ] as JSONValue,
    "workspace": [
      "inlayHint": ["refreshSupport": true] as JSONValue,
      "workspaceEdit": ["resourceOperations": ["create"]] as JSONValue,
      "textDocumentContent": [:] as JSONValue,
      "didChangeWatchedFiles": ["dynamicRegistration": true] as JSONValue,
    ] as JSONValue,
    "window": ["showDocument": ["support": true] as JSONValue, "workDoneProgress": true]
      as JSONValue,
  ]

  let folder = TestFolder()
  var server: LanguageServer
  /// Every message that came, in order.
  private(set) var received: [JSONValue] = []
  private var requestCount = 0
  private var versions: [String: Int] = [:]
  /// The moment, which only tests let pass.
  private(set) var now = Duration.zero

  /// Begins a server, and initializes it.
  init(
    announcing capabilities: JSONValue = Self.capabilities,
    host: LanguageServer.Host = LanguageServer.Host()
  ) {
    server = LanguageServer(host: host)
    let parameters: JSONValue = [
      "processId": JSONValue.null, "capabilities": capabilities,
      "rootUri": DocumentAddress(path: folder.url.path).text,
    ]
    _ = answer("initialize", parameters)
    notify("initialized", JSONValue.object([]))
  }

  func uri(_ name: String) -> String {
    DocumentAddress(path: folder.url.appendingPathComponent(name).path).text
  }

  // MARK: - Messages

  /// Sends bytes as they are.
  mutating func send(_ bytes: [UInt8]) {
    var framing = MessageFraming()
    framing.append(bytes)
    var parts: [MessageFraming.Part] = []
    while let part = framing.next() { parts.append(part) }
    received += server.receive(parts, at: now)
  }

  mutating func send(_ messages: JSONValue...) {
    send(messages.flatMap { MessageFraming.bytes(of: $0) })
  }

  mutating func notify(_ method: String, _ parameters: JSONValue) {
    send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  /// The whole answer to a request.
  mutating func answer(_ method: String, _ parameters: JSONValue) -> JSONValue {
    requestCount += 1
    send(["jsonrpc": "2.0", "id": requestCount, "method": method, "params": parameters])
    return received.last { $0["id"]?.integer == Int64(requestCount) } ?? .null
  }

  /// The result of a request.
  mutating func ask(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
    let answer = answer(method, parameters)
    return try #require(answer["result"], "\(answer.text)")
  }

  /// The result of a request about a place: the first one of a text, or after it.
  mutating func ask(
    _ method: String, at text: String, in name: String, of source: String, offset: Int = 0,
    _ more: JSONValue = [:]
  ) throws -> JSONValue {
    try ask(
      method, place(text, in: name, of: source, offset: offset).merging(more))
  }

  /// The document and the position of a text in it.
  func place(_ text: String, in name: String, of source: String, offset: Int = 0) -> JSONValue {
    let start = source.range(of: text)?.lowerBound ?? source.endIndex
    let bytes = source.utf8.distance(from: source.startIndex, to: start) + offset
    let table = DocumentText(SourceText(name: name, source), .utf16)
    return [
      "textDocument": ["uri": uri(name)] as JSONValue, "position": table.position(at: bytes),
    ]
  }

  // MARK: - Documents

  mutating func open(_ name: String, _ text: String) {
    versions[name] = 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri(name), "languageId": "rehearsal", "version": 1, "text": text,
        ] as JSONValue
      ])
  }

  /// Replaces the whole text of a document.
  mutating func change(_ name: String, to text: String) {
    change(name, [["text": text]])
  }

  mutating func change(_ name: String, _ changes: [JSONValue]) {
    versions[name, default: 1] += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri(name), "version": versions[name]] as JSONValue,
        "contentChanges": JSONValue.list(changes),
      ])
  }

  /// Lets nobody type until everything is played.
  mutating func pause() {
    while let next = server.nextPause {
      now = max(now, next)
      received += server.pause(at: now)
    }
  }

  // MARK: - What came

  /// What was said last to be wrong with a document.
  func findings(in name: String) -> [JSONValue] {
    let told = received.last {
      $0["method"]?.string == "textDocument/publishDiagnostics"
        && $0["params"]?["uri"]?.string == uri(name)
    }
    return told?["params"]?["diagnostics"]?.elements ?? []
  }

  /// How many messages of a name came.
  func count(of method: String) -> Int {
    received.count { $0["method"]?.string == method }
  }

  /// What stands after the lines of a document, by line from 0.
  mutating func hints(in name: String) throws -> [Int: String] {
    let all: JSONValue = [
      "start": ["line": 0, "character": 0] as JSONValue,
      "end": ["line": 100_000, "character": 0] as JSONValue,
    ]
    let hints = try ask(
      "textDocument/inlayHint",
      ["textDocument": ["uri": uri(name)] as JSONValue, "range": all]
    ).elements
    return Dictionary(
      hints.map {
        (Int($0["position"]?["line"]?.integer ?? -1), $0["label"]?.string ?? "")
      }, uniquingKeysWith: { $0 + " | " + $1 })
  }
}

extension String {
  /// The text after edits of the protocol.
  func applying(_ edits: [JSONValue]) -> String {
    let text = DocumentText(SourceText(name: "text", self), .utf16)
    let fixes = edits.compactMap { edit -> Diagnostic.FixIt.Edit? in
      text.sourceRange(of: edit["range"]).map { .init($0, edit["newText"]?.string ?? "") }
    }
    let bytes = text.source.applying([Diagnostic.FixIt("edit", fixes)]).bytes
    return String(decoding: bytes, as: UTF8.self)
  }
}
