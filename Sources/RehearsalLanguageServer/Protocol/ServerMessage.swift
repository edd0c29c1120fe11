// The messages of JSON-RPC as the server reads and writes them.

import RehearsalValues

/// A message that came from the editor.
struct ClientMessage: Sendable {
  /// The number or the name of a request or of an answer; nil for a notification.
  let id: JSONValue?
  /// What is asked or told; nil for an answer.
  let method: String?
  /// What belongs to it.
  let parameters: JSONValue

  /// Reads a message; nil for what is none.
  init?(_ json: JSONValue) {
    guard case .object = json else { return nil }
    switch json["id"] {
    case .number?, .string?: id = json["id"]
    case .null?, nil: id = nil
    default: return nil
    }
    method = json["method"]?.string
    parameters = json["params"] ?? .null
    guard method != nil || id != nil else { return nil }
  }
}

/// Why a request is not answered.
struct RequestError: Error {
  /// The codes of the protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case requestFailed = -32803
    case contentModified = -32801
    case requestCancelled = -32800
  }

  let code: Code
  /// The reason, for people.
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// A message to the editor.
struct OutgoingMessage {
  let json: JSONValue

  private init(_ fields: (String, JSONValue?)...) {
    json = .object(
      [JSONValue.Field("jsonrpc", .string("2.0"))]
        + fields.compactMap { key, value in value.map { JSONValue.Field(key, $0) } })
  }

  static func response(to id: JSONValue, _ result: JSONValue) -> OutgoingMessage {
    OutgoingMessage(("id", id), ("result", result))
  }

  static func failure(of id: JSONValue, _ error: RequestError) -> OutgoingMessage {
    OutgoingMessage(
      ("id", id), ("error", ["code": error.code.rawValue, "message": error.message]))
  }

  static func notification(_ method: String, _ parameters: JSONValue) -> OutgoingMessage {
    OutgoingMessage(("method", .string(method)), ("params", parameters))
  }

  static func request(_ id: String, _ method: String, _ parameters: JSONValue?) -> OutgoingMessage {
    OutgoingMessage(("id", .string(id)), ("method", .string(method)), ("params", parameters))
  }
}
