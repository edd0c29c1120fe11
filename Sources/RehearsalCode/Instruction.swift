// The shape of an instruction: 8 bytes, an operation and three 16-bit operands.
// It says how a word of code is laid out; what it does and what its operands are is in the
// catalogue and its shapes.

/// One word of code.
struct Instruction: Equatable, Sendable {
  /// The raw operation; only values of `Operation` occur in verified code.
  var code: UInt16
  /// First operand.
  var a: UInt16
  /// Second operand, or the low half of `bc`.
  var b: UInt16
  /// Third operand, or the high half of `bc`.
  var c: UInt16

  /// Makes an instruction with three operands.
  init(_ operation: Operation, a: Int = 0, b: Int = 0, c: Int = 0) {
    code = operation.rawValue
    self.a = UInt16(truncatingIfNeeded: a)
    self.b = UInt16(truncatingIfNeeded: b)
    self.c = UInt16(truncatingIfNeeded: c)
  }

  /// Makes an instruction with one operand and a 32-bit number, signed or not.
  init(_ operation: Operation, a: Int = 0, bc: Int) {
    self.init(operation, a: a, b: bc & 0xFFFF, c: (bc >> 16) & 0xFFFF)
  }

  /// The operation, nil for a word that is none.
  var operation: Operation? { Operation(rawValue: code) }

  /// `b` as a signed number.
  @inline(__always) var signedB: Int { Int(Int16(bitPattern: b)) }

  /// `c` as a signed number.
  @inline(__always) var signedC: Int { Int(Int16(bitPattern: c)) }

  /// `b` and `c` as one number.
  @inline(__always) var bc: Int { Int(b) | Int(c) << 16 }

  /// `b` and `c` as one signed number.
  @inline(__always) var signedBC: Int { Int(Int32(truncatingIfNeeded: bc)) }
}

/// The operands of an instruction in place, each read where it is needed: the loop would else
/// decode all of them for every instruction.
struct Operands {
  /// Where the instruction is.
  let at: UnsafePointer<Instruction>

  @inline(__always) var code: UInt16 { at.pointee.code }
  @inline(__always) var a: Int { Int(at.pointee.a) }
  @inline(__always) var b: Int { Int(at.pointee.b) }
  @inline(__always) var c: Int { Int(at.pointee.c) }
  @inline(__always) var signedB: Int { at.pointee.signedB }
  @inline(__always) var signedC: Int { at.pointee.signedC }
  /// One load of 32 bits: `b` comes before `c`, and the low half first.
  @inline(__always) var bc: Int {
    let word = UnsafeRawPointer(at).loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    return Int(UInt32(littleEndian: word))
  }
  @inline(__always) var signedBC: Int { at.pointee.signedBC }
}

/// An instruction among the code in memory.
///
/// The loop keeps to itself where the running function continues. Callees that may allocate are
/// passed it (`before:`) and write it back, for the liveness of registers: where the loop itself
/// stored it, making lists took 8 % longer.
typealias CodePosition = UnsafePointer<Instruction>
