// The built-in functions: names and parameters, each once. They are the outermost scope of every
// script; what they do stands in `LibraryFunctions`.

/// A built-in function; the raw value is the operand of `callLibrary`.
enum LibraryFunction: Int, CaseIterable, Sendable {
  case print, min, max, abs, round, floor, ceil, sqrt, pow, int, double, string, type, random

  /// The name by which scripts call it.
  var name: String { String(describing: self) }

  /// The parameters' names, with labels where they must be passed so.
  var parameters: [HostFunction.Parameter] {
    switch self {
    case .print: []
    case .min, .max: [.init("a"), .init("b")]
    case .abs, .round, .floor, .ceil, .sqrt, .int, .double, .string: [.init("x")]
    case .pow: [.init("base"), .init("exponent")]
    case .type: [.init("of", isNamed: true)]
    case .random: [.init("range", isOptional: true)]
    }
  }

  /// Whether further positional arguments are accepted.
  var isVariadic: Bool { self == .print || self == .min || self == .max }

  /// Whether calling it for its value alone, and losing that, is pointless.
  var isPure: Bool { self != .print && self != .random }
}
