// Messages in a stream, whole and hostile: whatever comes, the server goes on.

import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalLanguageServer

@Suite("Language server: messages on the wire")
struct FramingTests {
  private func parts(_ bytes: [UInt8], inPiecesOf size: Int) -> [String] {
    var framing = MessageFraming()
    var parts: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      framing.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let part = framing.next() {
        switch part {
        case .message(let json): parts.append(json.text)
        case .mistake: parts.append("mistake")
        }
      }
    }
    return parts
  }

  @Test("Messages come out of a stream however it is cut", arguments: [1, 2, 7, 1000])
  func pieces(_ size: Int) {
    let messages: [JSONValue] = [["a": "é😀"], ["b": 2], .list([])]
    let bytes = messages.flatMap { MessageFraming.bytes(of: $0) }
    #expect(parts(bytes, inPiecesOf: size) == messages.map(\.text))
  }

  @Test("A header may have more fields, and ends of lines of either kind")
  func headers() {
    let text = "content-type: x\ncontent-length:  2\n\n{}Content-Length: 2\r\nA: b\r\n\r\n[]"
    #expect(parts(Array(text.utf8), inPiecesOf: 3) == ["{}", "[]"])
  }

  @Test("What is wrong costs a message and no other")
  func mistakes() {
    let good = MessageFraming.bytes(of: ["a": 1])
    let wrong = ["A: b\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: 3\r\n\r\n{1}"]
    for text in wrong {
      #expect(parts(Array(text.utf8) + good, inPiecesOf: 5) == ["mistake", "{\"a\":1}"])
    }
    let long = Array("Content-Length: \(MessageFraming.longestMessage + 1)\r\n\r\n".utf8)
    let excess = [UInt8](repeating: 0x20, count: MessageFraming.longestMessage + 1)
    #expect(parts(long + excess + good, inPiecesOf: 1 << 20) == ["mistake", "{\"a\":1}"])
    let header = [UInt8](repeating: 0x41, count: MessageFraming.longestHeader + 1)
    #expect(parts(header + good, inPiecesOf: 1 << 14).last == "{\"a\":1}")
  }

  @Test("Mutated messages never end the server")
  func mutated() {
    var generator = SeededGenerator(seed: 34)
    var editor = Editor()
    let text = "app Notes { on didBecomeActive { log \"a\" } }\nscenario \"a\" { launch Notes }\n"
    editor.open("a.rehearsal", text)
    let document: JSONValue = ["uri": editor.uri("a.rehearsal"), "version": 2]
    let position: JSONValue = ["line": 0, "character": 5]
    let methods =
      RequestRow.all.map(\.method) + [
        "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "initialize",
        "initialized", "$/cancelRequest", "window/workDoneProgress/cancel",
      ]
    let count = TestTier.rounds(600, thorough: 10_000)
    for number in 0..<count {
      let method = methods[Int.random(in: 0..<methods.count, using: &generator)]
      let message: JSONValue = [
        "jsonrpc": "2.0", "id": number, "method": method,
        "params": [
          "textDocument": document, "position": position, "newName": "other",
          "range": ["start": position, "end": position] as JSONValue,
          "positions": JSONValue.list([position]),
          "contentChanges": JSONValue.list([["text": text]]),
        ] as JSONValue,
      ]
      editor.send(Self.mutated(message.text, &generator))
    }
    #expect(editor.server.exitCode == nil)
    editor.open("b.rehearsal", "print(1)\n")
    #expect(
      editor.answer(
        "textDocument/documentSymbol",
        ["textDocument": ["uri": editor.uri("b.rehearsal")] as JSONValue])["result"] != nil)
  }

  /// A message as bytes: cut, repeated, or with bytes, numbers or keys exchanged.
  private static func mutated(_ text: String, _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes[place...] = bytes[place...] + bytes[place...]
      case 2: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 3:
        let numbers = ["-1", "99999999999999999999", "1e9", "null", "\"x\"", "{}"]
        let number = numbers[Int.random(in: 0..<numbers.count, using: &generator)]
        if let digit = bytes.firstIndex(where: { (0x30...0x39).contains($0) }) {
          bytes.replaceSubrange(digit...digit, with: Array(number.utf8))
        }
      default: bytes.insert(contentsOf: Array("\"textDocument\"".utf8), at: place)
      }
      if bytes.isEmpty { bytes = [0x7B] }
    }
    return Array("Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
  }
}
