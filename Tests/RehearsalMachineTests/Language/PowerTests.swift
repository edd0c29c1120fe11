// `pow` gives the same bits on every machine: the ones that are nearest to the exact result.

import Foundation
import Testing

@testable import RehearsalMachine

@Suite struct PowerTests {
  /// Worked out with 300 bits and rounded once.
  @Test(arguments: [
    (1.1, 10.0, 0x4004_bffc_0c03_023e),
    (0.3, 7.0, 0x3f2c_aa5a_b1fd_3dac),
    (2.0, 0.5, 0x3ff6_a09e_667f_3bcd),
    (10.0, 0.1, 0x3ff4_248e_f8fc_2604),
    (3.0, -3.0, 0x3fa2_f684_bda1_2f68),
    (1.0000001, 10000000.0, 0x4005_bf0a_790c_e6f2),
    (0.7, 123.4, 0x3bf6_a754_6ead_a55f),
    (123.456, -6.5, 0x3d1c_9ebb_f62c_27c2),
    (1.5, 1000.25, 0x6481_40a9_f7ab_5eef),
    (0.1, 300.0, 0x01a5_6e1f_c2f8_f3bd),
    (0.1, -300.0, 0x7e37_e43c_8800_752c),
    (2.5, -780.5, 0x0000_04b5_411e_1fba),
  ])
  func theNearestDoubleIsGiven(_ base: Double, _ exponent: Double, _ bits: UInt64) {
    #expect(Power.power(base, exponent).bitPattern == bits)
  }

  @Test func exactResultsAreExact() {
    #expect(Power.power(4, 0.5) == 2)
    #expect(Power.power(0.5, 1074) == .leastNonzeroMagnitude)
    #expect(Power.power(2, 1023) == 0x1p1023)
    #expect(Power.power(-3, 5) == -243)
    #expect(Power.power(10, 22) == 1e22)
  }

  @Test func whatIsSpecialFollowsTheStandard() {
    let numbers: [Double] = [
      0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1e300, -1e300, 1e-300, .infinity, -.infinity, .nan,
    ]
    for base in numbers {
      for exponent in numbers {
        let (ours, theirs) = (Power.power(base, exponent), pow(base, exponent))
        let isSame = ours.bitPattern == theirs.bitPattern || (ours.isNaN && theirs.isNaN)
        #expect(isSame, "pow(\(base), \(exponent)) is \(ours), not \(theirs)")
      }
    }
  }

  @Test func noResultIsFarFromTheLibrarys() {
    var numbers = RandomSource(seed: 1)
    for _ in 0..<20_000 {
      let base = Double.random(in: 0.01...100, using: &numbers)
      let exponent = Double.random(in: -100...100, using: &numbers)
      let (ours, theirs) = (Power.power(base, exponent), pow(base, exponent))
      #expect((ours - theirs).magnitude <= theirs.ulp, "pow(\(base), \(exponent))")
    }
  }
}
