// The numbers of the rules that this module obeys. The number is what code and records cite; the
// words, versions and sources of a rule stand once, in the rule book.

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The number of a rule, as the rule book and every record cite it.
public enum RuleNumber: UInt8, CaseIterable, Hashable, Sendable {
  // The case names are the numbers people cite, hence the capital letter.
  case R001 = 1
  case R002 = 2
  case R003 = 3
  case R004 = 4
  case R005 = 5
  case R006 = 6
  case R007 = 7
  case R009 = 9
  case R010 = 10
  case R011 = 11
  case R012 = 12
  case R013 = 13
  case R014 = 14
  case R015 = 15
  case R016 = 16
  case R017 = 17
  case R018 = 18
  case R019 = 19
  case R020 = 20
  case R021 = 21
  case R022 = 22
  case R023 = 23
  case R024 = 24
  case R025 = 25
  case R026 = 26
  case R027 = 27
  case R031 = 31
  case R037 = 37
  case R038 = 38
  case R039 = 39
  case R040 = 40
  case R041 = 41
  case R042 = 42
  case R043 = 43
  case R044 = 44
  case R045 = 45
  case R046 = 46
  case R047 = 47
  case R048 = 48
  case R049 = 49
  case R050 = 50
  case R051 = 51
  case R052 = 52
  case R053 = 53
  case R054 = 54
  case R055 = 55
  case R056 = 56
  case R057 = 57
  case R058 = 58
  case R059 = 59
  case R060 = 60
  case R061 = 61
  case R062 = 62
  case R067 = 67
  case R068 = 68
  case R069 = 69
  case R070 = 70
  case R071 = 71
  case R072 = 72
  case R073 = 73
  case R074 = 74
  case R075 = 75
  case R076 = 76
  case R077 = 77
  case R078 = 78
  case R079 = 79
  case R080 = 80
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
  case R117 = 117
  case R118 = 118
  case R119 = 119
  case R120 = 120
  case R121 = 121
  case R122 = 122
  case R123 = 123
  case R124 = 124
  case R125 = 125
  case R126 = 126
  case R127 = 127
  case R128 = 128
  case R129 = 129
  case R130 = 130
  case R132 = 132
  case R133 = 133
  case R134 = 134
}

extension RuleNumber: CustomStringConvertible {
  /// The number as it is cited: `R054`.
  public var description: String {
    let digits = String(rawValue)
    return "R" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
