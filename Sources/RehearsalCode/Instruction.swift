// The shape of an instruction: 8 bytes, an operation and three 16-bit operands.
// It says how a word of code is laid out; what it does and what its operands are is in the
// catalogue and its shapes.

/// One word of code.
@usableFromInline package struct Instruction: Equatable, Sendable {
  /// The raw operation; only values of `Operation` occur in verified code.
  @usableFromInline package var code: UInt16
  /// First operand.
  @usableFromInline package var a: UInt16
  /// Second operand, or the low half of `bc`.
  @usableFromInline package var b: UInt16
  /// Third operand, or the high half of `bc`.
  @usableFromInline package var c: UInt16

  /// Makes an instruction with three operands.
  @inlinable package init(_ operation: Operation, a: Int = 0, b: Int = 0, c: Int = 0) {
    code = operation.rawValue
    self.a = UInt16(truncatingIfNeeded: a)
    self.b = UInt16(truncatingIfNeeded: b)
    self.c = UInt16(truncatingIfNeeded: c)
  }

  /// Makes an instruction with one operand and a 32-bit number, signed or not.
  @inlinable package init(_ operation: Operation, a: Int = 0, bc: Int) {
    self.init(operation, a: a, b: bc & 0xFFFF, c: (bc >> 16) & 0xFFFF)
  }

  /// The operation, nil for a word that is none.
  @inlinable package var operation: Operation? { Operation(rawValue: code) }

  /// `b` as a signed number.
  @inlinable package var signedB: Int { Int(Int16(bitPattern: b)) }

  /// `c` as a signed number.
  @inlinable package var signedC: Int { Int(Int16(bitPattern: c)) }

  /// `b` and `c` as one number.
  @inlinable package var bc: Int { Int(b) | Int(c) << 16 }

  /// `b` and `c` as one signed number.
  @inlinable package var signedBC: Int { Int(Int32(truncatingIfNeeded: bc)) }
}
