// Property lists in Apple's binary form: objects, a table of where each stands, and a trailer.

/// Reads a property list of the binary form.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableStart: Int
  /// How many values may still be made: objects may be shared, and what shares grows without bound.
  private var allowance = 100_000

  static func read(_ bytes: [UInt8]) throws(PropertyList.Unreadable) -> PropertyList {
    var reader = try BinaryPropertyList(bytes)
    guard let top = reader.number(at: bytes.count - 16, 8) else { throw Self.damaged }
    return try reader.object(top, depth: 0)
  }

  private static let damaged = PropertyList.Unreadable(reason: "the binary form is damaged")

  private init(_ bytes: [UInt8]) throws(PropertyList.Unreadable) {
    guard bytes.count >= 40,
      let count = Self.number(in: bytes, at: bytes.count - 24, 8), count <= bytes.count,
      let start = Self.number(in: bytes, at: bytes.count - 8, 8)
    else { throw Self.damaged }
    self.bytes = bytes
    offsetSize = Int(bytes[bytes.count - 26])
    referenceSize = Int(bytes[bytes.count - 25])
    objectCount = count
    tableStart = start
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else { throw Self.damaged }
  }

  private func number(at start: Int, _ size: Int) -> Int? {
    Self.number(in: bytes, at: start, size)
  }

  /// The number of some bytes, the highest first; nil where they are not there, or it is too large.
  private static func number(in bytes: [UInt8], at start: Int, _ size: Int) -> Int? {
    guard start >= 0, start <= bytes.count, size <= bytes.count - start else { return nil }
    var number: UInt64 = 0
    for byte in bytes[start..<start + size] {
      guard number >> 55 == 0 else { return nil }
      number = number << 8 | UInt64(byte)
    }
    return Int(exactly: number)
  }

  private mutating func object(
    _ reference: Int, depth: Int
  ) throws(PropertyList.Unreadable) -> PropertyList {
    allowance -= 1
    guard depth < PropertyList.depthLimit, allowance > 0 else {
      throw PropertyList.Unreadable(reason: "its values are too many, or nested too deep")
    }
    guard reference >= 0, reference < objectCount,
      tableStart < bytes.count,
      let start = number(at: tableStart + reference * offsetSize, offsetSize),
      start < bytes.count
    else { throw Self.damaged }
    let marker = bytes[start]
    switch marker >> 4 {
    case 0x0: return .flag(marker == 0x09)
    case 0x1:
      guard let value = number(at: start + 1, 1 << Int(marker & 0xF)) else { return .text("") }
      return .text(String(value))
    case 0x2, 0x3, 0x8: return .text("")
    case 0x4: return .data
    case 0x5, 0x6: return .text(try string(at: start, isWide: marker >> 4 == 0x6))
    case 0xA, 0xC:
      var elements: [PropertyList] = []
      for reference in try references(at: start, times: 1) {
        elements.append(try object(reference, depth: depth + 1))
      }
      return .list(elements)
    case 0xD: return try map(at: start, depth: depth)
    default: throw Self.damaged
    }
  }

  private mutating func map(
    at start: Int, depth: Int
  ) throws(PropertyList.Unreadable) -> PropertyList {
    let all = try references(at: start, times: 2)
    var entries: [PropertyList.Entry] = []
    for (key, value) in zip(all.prefix(all.count / 2), all.suffix(all.count / 2)) {
      guard let name = try object(key, depth: depth + 1).text else { throw Self.damaged }
      entries.append(
        PropertyList.Entry(key: name, value: try object(value, depth: depth + 1), line: 1))
    }
    return .map(entries)
  }

  /// How many units an object has, and where they begin.
  private func extent(at start: Int) throws(PropertyList.Unreadable) -> (count: Int, start: Int) {
    let count = Int(bytes[start] & 0xF)
    guard count == 0xF else { return (count, start + 1) }
    guard start + 1 < bytes.count, bytes[start + 1] >> 4 == 0x1 else { throw Self.damaged }
    let size = 1 << Int(bytes[start + 1] & 0xF)
    guard let count = number(at: start + 2, size), count <= bytes.count else { throw Self.damaged }
    return (count, start + 2 + size)
  }

  private func references(
    at start: Int, times: Int
  ) throws(PropertyList.Unreadable) -> [Int] {
    let extent = try extent(at: start)
    var references: [Int] = []
    for index in 0..<extent.count * times {
      guard let reference = number(at: extent.start + index * referenceSize, referenceSize) else {
        throw Self.damaged
      }
      references.append(reference)
    }
    return references
  }

  private func string(at start: Int, isWide: Bool) throws(PropertyList.Unreadable) -> String {
    let extent = try extent(at: start)
    let width = isWide ? 2 : 1
    guard extent.start + extent.count * width <= bytes.count else { throw Self.damaged }
    let content = bytes[extent.start..<extent.start + extent.count * width]
    guard isWide else { return text(content) }
    let units = stride(from: content.startIndex, to: content.endIndex, by: 2)
      .map { UInt16(content[$0]) << 8 | UInt16(content[$0 + 1]) }
    return String(decoding: units, as: UTF16.self)
  }
}
