// Instructions as the loop reads them.

import RehearsalCode

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
