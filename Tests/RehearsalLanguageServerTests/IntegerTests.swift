// The ends of each integer in each field of both protocols: whatever number an editor sends, it is
// answered, and the next request is answered as before.

import Foundation
import Rehearsal
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalLanguageServer

@Suite("Integers of editors")
struct IntegerTests {
  private static let source = """
    app Notes {
        var list = [1, 2, 3]
        on didFinishLaunching { log "a" }
    }
    scenario "one" {
        launch Notes
        let values = [1, [2, 3]]
        expect Notes.list == [1, 2, 3]
    }

    """

  /// The numbers that code is most likely to be wrong about, some of which are none of a machine's.
  private static let numbers = [
    "\(Int64.min)", "\(Int64.min + 1)", "\(Int32.min)", "-1", "0", "1", "2", "\(Int32.max)",
    "\(UInt32.max)", "\(Int64.max - 1)", "\(Int64.max)", "\(UInt64.max)", "1e400", "0.5",
    "-9223372036854775809",
  ].map { JSONValue.number($0) }

  /// The parameters with one of their integers replaced, one after the other, by each number.
  private static func variations(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .number: return numbers
    case .list(let elements):
      return elements.indices.flatMap { index in
        variations(of: elements[index]).map { changed in
          var elements = elements
          elements[index] = changed
          return .list(elements)
        }
      }
    case .object(let fields):
      return fields.indices.flatMap { index in
        variations(of: fields[index].value).map { changed in
          var fields = fields
          fields[index] = JSONValue.Field(fields[index].key, changed)
          return .object(fields)
        }
      }
    case .null, .boolean, .string: return []
    }
  }

  @Test("The language server answers every request, whatever its numbers are")
  func languageServer() throws {
    var editor = Editor()
    editor.open("main.rehearsal", Self.source)
    let place: JSONValue = ["line": 1, "character": 4]
    let range: JSONValue = ["start": ["line": 0, "character": 0] as JSONValue, "end": place]
    let everything: JSONValue = [
      "textDocument": ["uri": editor.uri("main.rehearsal"), "version": 1] as JSONValue,
      "position": place, "positions": JSONValue.list([place]), "range": range,
      "context": [
        "diagnostics": JSONValue.list([["range": range, "message": "a", "code": 1, "severity": 1]]),
        "triggerKind": 1, "includeDeclaration": true,
      ] as JSONValue,
      "options": ["tabSize": 4, "insertSpaces": true] as JSONValue, "newName": "Other",
      "command": "rehearsal.storm", "arguments": JSONValue.list([.string("uri"), .number("1")]),
      "uri": "rehearsal:a",
    ]
    let before = try editor.ask("textDocument/hover", everything).text
    var count = 0
    for row in RequestRow.all {
      for parameters in Self.variations(of: everything) {
        let answer = editor.answer(row.method, parameters)
        #expect(answer["result"] != nil || answer["error"] != nil, "\(row.method): \(answer.text)")
        count += 1
      }
    }
    #expect(count > 2000)
    for parameters in Self.variations(of: [
      "textDocument": ["uri": editor.uri("main.rehearsal"), "version": 2] as JSONValue,
      "contentChanges": JSONValue.list([["range": range, "rangeLength": 3, "text": "app"]]),
      "id": 1, "token": 1,
    ]) {
      for method in ["textDocument/didChange", "$/cancelRequest", "window/workDoneProgress/cancel"]
      {
        editor.notify(method, parameters)
      }
      editor.open("main.rehearsal", Self.source)
    }
    #expect(try editor.ask("textDocument/hover", everything).text == before)
  }

  @Test("The debug adapter answers every request, whatever its numbers are")
  func debugAdapter() throws {
    let folder = TestFolder()
    let path = try folder.file("main.rehearsal", holding: Self.source).path
    var adapter = DebugAdapter()
    var sent = 0
    func ask(_ command: String, _ arguments: JSONValue) -> JSONValue {
      sent += 1
      let answers = adapter.receive([
        .message(["seq": sent, "type": "request", "command": command, "arguments": arguments])
      ])
      return answers.last { $0["request_seq"]?.integer == Int64(sent) } ?? .null
    }
    func begin() {
      adapter = DebugAdapter()
      _ = ask("initialize", ["linesStartAt1": true])
      _ = ask("launch", ["program": path, "stopOnEntry": true])
      _ = ask("configurationDone", [:])
    }
    let everything: JSONValue = [
      "threadId": 1, "startFrame": 0, "levels": 2, "frameId": 1000, "variablesReference": 1,
      "start": 0, "count": 2, "line": 6, "endLine": 8, "column": 1, "expression": "1 + 1",
      "source": ["path": path, "sourceReference": 0] as JSONValue,
      "lines": JSONValue.list([.number("6"), .number("7")]),
      "breakpoints": JSONValue.list([["line": 6, "column": 1, "name": "on didFinishLaunching"]]),
      "filters": JSONValue.list([.string("failures")]), "program": path, "stopOnEntry": true,
      "os": 17,
    ]
    for row in DebugRequest.all where row.command != "disconnect" {
      begin()
      for arguments in Self.variations(of: everything) {
        let answer = ask(row.command, arguments)
        #expect(answer["success"]?.boolean != nil, "\(row.command) \(arguments.text)")
      }
    }
    for number in Self.numbers {
      let request: JSONValue = [
        "seq": number, "type": "request", "command": "threads", "arguments": JSONValue.object([]),
      ]
      _ = adapter.receive([.message(request)])
    }
    begin()
    #expect(ask("threads", [:])["success"]?.boolean == true)
  }
}
