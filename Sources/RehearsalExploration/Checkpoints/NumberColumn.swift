// Many numbers in a row, which encoders take as one piece of data.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Numbers as a checkpoint keeps them: their bytes one behind the other, the lowest first.
struct NumberColumn<Number: FixedWidthInteger & Sendable>: Sendable {
  /// The numbers.
  let numbers: [Number]

  init(_ numbers: [Number]) { self.numbers = numbers }
}

extension NumberColumn: Codable {
  init(from decoder: any Decoder) throws {
    let data = try decoder.singleValueContainer().decode(Data.self)
    let stride = MemoryLayout<Number>.stride
    numbers = data.withUnsafeBytes { bytes in
      (0..<bytes.count / stride).map {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * stride, as: Number.self))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(numbers.map(\.littleEndian).withUnsafeBytes { Data($0) })
  }
}
