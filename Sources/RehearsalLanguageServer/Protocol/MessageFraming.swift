// Messages in a stream of bytes: a header with the length, an empty line, and the message. What comes
// is somebody else's, so whatever is wrong with it costs that message and no other.

import RehearsalValues

/// Takes a stream of bytes apart into messages.
package struct MessageFraming: Sendable {
  /// What was found in the stream.
  package enum Part: Sendable {
    /// A message.
    case message(JSONValue)
    /// What is no message, and why.
    case mistake(String)
  }

  /// The longest message that is kept, in bytes; a longer one is passed over.
  package static let longestMessage = 64 << 20

  /// The longest header, in bytes.
  package static let longestHeader = 8 << 10

  private var bytes: [UInt8] = []
  /// How many bytes at the beginning are read already.
  private var start = 0
  /// The length of the message whose header was read.
  private var length: Int?
  /// How many bytes are left of what is passed over.
  private var excess = 0

  /// Makes the framing of a stream that begins.
  package init() {}

  /// Adds what came.
  package mutating func append(_ more: some Collection<UInt8>) {
    var more = more[...]
    if excess > 0 {
      let count = min(excess, more.count)
      excess -= count
      more = more.dropFirst(count)
    }
    if start > 0, start == bytes.count || start > 1 << 16 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// The next part of the stream; nil where more has to come first.
  ///
  /// - Complexity: O(*n*) in the length of the part.
  package mutating func next() -> Part? {
    if length == nil {
      switch readHeader() {
      case .length(let count): length = count
      case .mistake(let reason): return .mistake(reason)
      case .incomplete: return nil
      }
    }
    guard let count = length else { return nil }
    guard count <= Self.longestMessage else {
      length = nil
      pass(over: count)
      return .mistake("a message of \(count) bytes is longer than \(Self.longestMessage)")
    }
    guard bytes.count - start >= count else { return nil }
    length = nil
    defer { start += count }
    do throws(JSONError) {
      return .message(try JSONValue(reading: Array(bytes[start..<(start + count)])))
    } catch { return .mistake(error.description) }
  }

  /// The bytes of a message with its header.
  package static func bytes(of message: JSONValue) -> [UInt8] {
    let content = Array(message.text.utf8)
    return Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }

  private mutating func pass(over count: Int) {
    let held = min(count, bytes.count - start)
    start += held
    excess = count - held
  }

  private enum Header {
    case length(Int)
    case mistake(String)
    case incomplete
  }

  /// Reads the header that begins here; one that is wrong is passed over.
  private mutating func readHeader() -> Header {
    let rest = bytes[start...]
    guard let end = Self.endOfHeader(in: rest) else {
      guard rest.count > Self.longestHeader else { return .incomplete }
      // The beginning of a header may be among the last bytes.
      start = bytes.count - "Content-Length: ".utf8.count
      return .mistake("a header is longer than \(Self.longestHeader) bytes")
    }
    start = end.next
    let lines = String(decoding: rest[..<end.last], as: UTF8.self).split(
      whereSeparator: \.isNewline)
    let name = "content-length:"
    guard let line = lines.last(where: { $0.lowercased().contains(name) }),
      let value = line.lowercased().split(separator: name, omittingEmptySubsequences: false).last,
      let count = Int(value.filter { $0 != " " && $0 != "\t" }), count >= 0
    else { return .mistake("a header has no `Content-Length` with a number of bytes") }
    return .length(count)
  }

  /// Where a header ends and what follows begins: after the first empty line.
  private static func endOfHeader(in rest: ArraySlice<UInt8>) -> (last: Int, next: Int)? {
    var index = rest.startIndex
    while let line = rest[index...].firstIndex(of: UInt8(ascii: "\n")) {
      if line + 1 < rest.endIndex, rest[line + 1] == UInt8(ascii: "\n") { return (line, line + 2) }
      if line + 2 < rest.endIndex, rest[line + 1] == UInt8(ascii: "\r"),
        rest[line + 2] == UInt8(ascii: "\n")
      {
        return (line, line + 3)
      }
      index = line + 1
    }
    return nil
  }
}
