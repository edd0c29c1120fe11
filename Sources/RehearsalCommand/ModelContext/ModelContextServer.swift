// The server of the Model Context Protocol as a value: lines of JSON-RPC in, lines out. What comes is somebody
// else's, so whatever is wrong with a line costs that line and no other.

import Rehearsal
import RehearsalText
import RehearsalValues

/// Answers the requests of an agent.
struct ModelContextServer {
  /// The longest line that is read, in bytes; a longer one is passed over.
  static let longestLine = 4 << 20

  /// The versions of the protocol that it speaks, the newest first.
  private static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  private let tools: [ModelContextTool]
  private var line: [UInt8] = []
  /// Whether the line under way is longer than is read.
  private var isTooLong = false

  /// Makes a server with some tools.
  init(tools: [ModelContextTool]) { self.tools = tools }

  /// Takes bytes of the agent.
  ///
  /// - Returns: The answers, in order; a notification has none.
  /// - Complexity: O(*n*) in their number, beside what the tools do.
  mutating func receive(_ bytes: [UInt8]) -> [JSONValue] {
    var answers: [JSONValue] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        if line.count < Self.longestLine { line.append(byte) } else { isTooLong = true }
        continue
      }
      if let answer = answerToLine() { answers.append(answer) }
      line.removeAll(keepingCapacity: line.capacity < 1 << 16)
      isTooLong = false
    }
    return answers
  }

  private func answerToLine() -> JSONValue? {
    guard !isTooLong else {
      return Self.failure(nil, -32600, "a line is longer than \(Self.longestLine) bytes")
    }
    guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else {
      return nil
    }
    do throws(JSONError) { return answer(to: try JSONValue(reading: line)) } catch {
      return Self.failure(nil, -32700, error.description)
    }
  }

  private func answer(to message: JSONValue) -> JSONValue? {
    let identifier = message["id"]
    guard let method = message["method"]?.string else {
      // An answer to nothing that was asked.
      guard message["result"] == nil, message["error"] == nil else { return nil }
      return Self.failure(identifier, -32600, "a request is an object with a `method`")
    }
    guard let identifier else { return nil }
    let parameters = message["params"] ?? [:]
    switch method {
    case "initialize": return Self.success(identifier, introduction(parameters))
    case "ping": return Self.success(identifier, [:])
    case "tools/list": return Self.success(identifier, ["tools": tools.map(\.description)])
    case "tools/call": return call(parameters, identifier)
    default: return Self.failure(identifier, -32601, "there is no method `\(method.printableLine)`")
    }
  }

  private func introduction(_ parameters: JSONValue) -> JSONValue {
    let wanted = parameters["protocolVersion"]?.string ?? ""
    return [
      "protocolVersion": Self.versions.contains(wanted) ? wanted : Self.versions[0],
      "capabilities": ["tools": ["listChanged": false] as JSONValue] as JSONValue,
      "serverInfo": ["name": "rehearse", "version": Release.version] as JSONValue,
      "instructions":
        "Simulates the lifecycle of iOS apps. Begin with `ask` and the words of a bug report, "
        + "or with `ask` and \"card\" for the language; write a scenario, `check` it, `run` it, and `storm` it.",
    ]
  }

  private func call(_ parameters: JSONValue, _ identifier: JSONValue) -> JSONValue {
    let name = parameters["name"]?.string ?? ""
    guard let tool = tools.first(where: { $0.name == name }) else {
      return Self.failure(
        identifier, -32602,
        "there is no tool `\(name.printableLine)`; there are \(tools.map(\.name).joined(separator: ", "))"
      )
    }
    let result = tool.result(of: parameters["arguments"] ?? [:])
    return Self.success(identifier, result.json)
  }

  private static func success(_ identifier: JSONValue, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": identifier, "result": result]
  }

  private static func failure(_ identifier: JSONValue?, _ code: Int, _ message: String) -> JSONValue
  {
    [
      "jsonrpc": "2.0", "id": identifier ?? .null,
      "error": ["code": code, "message": message] as JSONValue,
    ]
  }
}
