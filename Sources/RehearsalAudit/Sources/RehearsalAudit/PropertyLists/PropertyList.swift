// Property lists in the three forms that projects keep them in: XML and binary, as Info.plist and
// entitlements are, and the old form with braces, in which Xcode writes its projects. They are read
// here, and not by Foundation, for the lines that findings name and for bounds on what a stranger's
// file may ask for.

/// A value of a property list.
package enum PropertyList: Equatable, Sendable {
  /// A text; numbers and dates are kept as they are written.
  case text(String)
  case flag(Bool)
  case list([PropertyList])
  case map([Entry])
  /// Bytes, which no question here is about.
  case data

  /// A key of a map, with its value.
  package struct Entry: Equatable, Sendable {
    package let key: String
    package let value: PropertyList
    /// The line of the key, from 1; 1 where the form has no lines.
    package let line: Int
  }

  /// Why a property list could not be read.
  package struct Unreadable: Error, Equatable {
    /// What was expected, and where.
    package let reason: String
  }

  /// How deep values may be nested.
  static let depthLimit = 64

  /// Reads a property list of any form.
  ///
  /// - Complexity: O(n) in the number of bytes; what a binary one shares is read once for each use,
  ///   up to a bound
  package init(_ bytes: [UInt8]) throws(Unreadable) {
    if bytes.starts(with: Array("bplist".utf8)) {
      self = try BinaryPropertyList.read(bytes)
    } else if bytes.contains(where: { $0 > 0x20 && $0 < 0x7F }), Self.isMarkup(bytes) {
      self = try XMLPropertyList.read(bytes)
    } else {
      self = try OpenStepPropertyList.read(bytes)
    }
  }

  private static func isMarkup(_ bytes: [UInt8]) -> Bool {
    let start = bytes.first { $0 > 0x20 && $0 < 0x7F }
    guard start == UInt8(ascii: "<") else { return false }
    return true
  }

  /// The entries of a map; none of anything else.
  package var entries: [Entry] {
    if case .map(let entries) = self { entries } else { [] }
  }

  /// The value of a key of a map.
  package subscript(_ key: String) -> PropertyList? {
    entries.first { $0.key == key }?.value
  }

  /// The elements of a list; none of anything else.
  package var elements: [PropertyList] {
    if case .list(let elements) = self { elements } else { [] }
  }

  /// The text, if it is one.
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Whether it says yes, in one of the ways in which projects do.
  package var isTrue: Bool {
    switch self {
    case .flag(let flag): flag
    case .text(let text): ["YES", "TRUE", "1"].contains(text.uppercased())
    default: false
    }
  }
}

/// A place in the bytes of a text, that counts lines.
struct ByteCursor {
  private let bytes: [UInt8]
  private(set) var index = 0
  private(set) var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index >= bytes.count }
  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func advance(_ count: Int = 1) {
    let end = min(index + count, bytes.count)
    while index < end {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  func isAt(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { buffer in
      buffer.indices.allSatisfy { buffer[$0] == bytes[index + $0] }
    }
  }

  /// Goes after the next place that holds the text, and gives what stood before it; to the end where
  /// there is none.
  mutating func skip(after text: StaticString) -> ArraySlice<UInt8> {
    let start = index
    while !isAtEnd, !isAt(text) { advance() }
    let before = bytes[start..<index]
    advance(text.utf8CodeUnitCount)
    return before
  }

  mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while let byte, condition(byte) { advance() }
    return bytes[start..<index]
  }
}

func text(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self)
}
