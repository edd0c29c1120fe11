// Number literals: exact values, and each way to get one wrong.

import Testing

@testable import RehearsalSyntax

@Suite struct NumberTests {
  @Test(arguments: [
    ("0", 0), ("1_000", 1000), ("0xFF", 255), ("0x1d", 29), ("0b101", 5), ("007", 7),
    ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min), ("- 5", -5),
    ("64KB", 65536), ("0.5KB", 512), ("2GB", 2 << 30), ("-1MB", -(1 << 20)),
    ("0.000000000931322574615478515625GB", 1),
  ])
  func integers(text: String, expected: Int64) {
    guard case .integer(let actual) = value(text) else { return #expect(Bool(false), "\(text)") }
    #expect(actual == expected)
  }

  @Test(arguments: [
    ("1ns", 1), ("1us", 1000), ("250ms", 250_000_000), ("1.5s", 1_500_000_000),
    ("2min", 120_000_000_000), ("1h", 3_600_000_000_000), ("1d", 86_400_000_000_000),
    ("0.000000001s", 1), ("1.50000000000000000000000s", 1_500_000_000), ("-5s", -5_000_000_000),
    ("-9223372036854775808ns", Int64.min), ("0.1us", 100),
  ])
  func durations(text: String, expected: Int64) {
    guard case .duration(let actual) = value(text) else { return #expect(Bool(false), "\(text)") }
    #expect(actual == expected)
  }

  @Test(arguments: [
    ("2.5", 2.5), ("1e9", 1e9), ("1E-3", 0.001), ("1.5e+2", 150), ("-0.1", -0.1),
    ("1_0.2_5", 10.25), ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
  ])
  func doubles(text: String, expected: Double) {
    guard case .double(let actual) = value(text) else { return #expect(Bool(false), "\(text)") }
    #expect(actual == expected)
  }

  @Test(arguments: [
    ("0x", "E0106"), ("0xg", "E0106"), ("0x1s", "E0106"), ("0b2", "E0106"), ("0o17", "E0106"),
    ("1e", "E0106"), ("1e3s", "E0106"), ("5m", "E0106"), ("5abc", "E0106"), ("1.2.3", "E0106"),
    ("5 min", "E0106"), (".5", "E0106"), ("1.5ns", "E0106"), ("0.0001KB", "E0106"),
    ("9223372036854775808", "E0107"), ("99999999999999999999", "E0107"), ("300000d", "E0107"),
    ("9223372036854775808ns", "E0107"), ("9000000000GB", "E0107"), ("1e999", "E0107"),
    ("1e-999", "E0107"), ("-9223372036854775809", "E0107"),
  ])
  func faults(text: String, identifier: String) {
    #expect(findings("let x = \(text)\n") == [identifier])
  }

  @Test(arguments: [
    ("5 min", "5min"), ("1e3s", "1000s"), ("1.5e3ms", "1500ms"), ("5m", "5min"), ("5sec", "5s"),
    ("64kb", "64KB"), ("5µs", "5us"), ("0o17", "15"), ("11.0.3", "\"11.0.3\""), (".5", "0.5"),
  ])
  func fixes(text: String, expected: String) {
    #expect(fixed("let x = \(text)\n") == "let x = \(expected)\n")
  }

  @Test func aPointBelongsToANumberOnlyBeforeADigit() {
    #expect(
      tree("f(1.max, 1...2, 2.5.rounded)") == """
        do
          call
            name f
            .max
              integer 1
            ...
              integer 1
              integer 2
            .rounded
              double 2.5

        """)
  }

  @Test func suffixesAreSpelledOnce() {
    let spellings = NumericSuffix.allCases.map(\.rawValue)
    #expect(Set(spellings).count == spellings.count)
    for suffix in NumericSuffix.allCases {
      #expect(NumericSuffix.meant(by: suffix.rawValue) == suffix)
    }
  }
}
