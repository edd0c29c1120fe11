// The numbers of the rules that this module obeys. The number is what code and records cite; the
// words, versions and sources of a rule stand once, in the rule book.

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The number of a rule, as the rule book and every record cite it.
public enum RuleNumber: UInt8, CaseIterable, Hashable, Sendable {
  // The case names are the numbers people cite, hence the capital letter.
  case R001 = 1
  case R003 = 3
  case R004 = 4
  case R005 = 5
  case R009 = 9
  case R011 = 11
  case R012 = 12
  case R018 = 18
  case R037 = 37
  case R038 = 38
  case R041 = 41
  case R042 = 42
  case R043 = 43
  case R044 = 44
  case R045 = 45
  case R046 = 46
  case R047 = 47
  case R049 = 49
  case R054 = 54
  case R055 = 55
  case R056 = 56
  case R060 = 60
  case R061 = 61
  case R067 = 67
  case R068 = 68
  case R074 = 74
  case R075 = 75
  case R076 = 76
  case R077 = 77
  case R078 = 78
  case R081 = 81
  case R082 = 82
  case R083 = 83
  case R084 = 84
  case R085 = 85
  case R086 = 86
  case R087 = 87
  case R088 = 88
  case R089 = 89
  case R090 = 90
  case R091 = 91
  case R092 = 92
  case R093 = 93
  case R094 = 94
  case R109 = 109
  case R110 = 110
  case R111 = 111
  case R113 = 113
  case R134 = 134
}

extension RuleNumber: CustomStringConvertible {
  /// The number as it is cited: `R054`.
  public var description: String {
    let digits = String(rawValue)
    return "R" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
