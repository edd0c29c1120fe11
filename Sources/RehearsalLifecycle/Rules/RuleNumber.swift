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
  case R028 = 28
  case R029 = 29
  case R030 = 30
  case R031 = 31
  case R032 = 32
  case R033 = 33
  case R034 = 34
  case R035 = 35
  case R036 = 36
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
  case R063 = 63
  case R064 = 64
  case R065 = 65
  case R066 = 66
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
  case R095 = 95
  case R096 = 96
  case R097 = 97
  case R098 = 98
  case R099 = 99
  case R100 = 100
  case R101 = 101
  case R102 = 102
  case R103 = 103
  case R104 = 104
  case R105 = 105
  case R106 = 106
  case R107 = 107
  case R108 = 108
  case R109 = 109
  case R110 = 110
  case R111 = 111
  case R113 = 113
  case R114 = 114
  case R115 = 115
  case R116 = 116
  case R130 = 130
  case R131 = 131
  case R133 = 133
  case R134 = 134
  case R135 = 135
  case R136 = 136
  case R137 = 137
  case R138 = 138
  case R139 = 139
  case R140 = 140
  case R141 = 141
}

extension RuleNumber: CustomStringConvertible {
  /// The number as it is cited: `R054`.
  public var description: String {
    let digits = String(rawValue)
    return "R" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
