// The built-in functions: names and parameters, each once. They are the outermost scope of every
// script.

/// A built-in function; the raw value is the operand of `callLibrary`.
package enum LibraryFunction: Int, CaseIterable, Sendable {
  case print, min, max, abs, round, floor, ceil, sqrt, pow, int, double, string, type, random
  case zip, stride

  /// The name by which scripts call it.
  // Written out: to ask the runtime for the names of cases would slow the start of every script.
  package var name: String {
    switch self {
    case .print: "print"
    case .min: "min"
    case .max: "max"
    case .abs: "abs"
    case .round: "round"
    case .floor: "floor"
    case .ceil: "ceil"
    case .sqrt: "sqrt"
    case .pow: "pow"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .type: "type"
    case .random: "random"
    case .zip: "zip"
    case .stride: "stride"
    }
  }

  /// The parameters' names, with labels where they must be passed so.
  package var parameters: [HostFunction.Parameter] {
    switch self {
    case .print: []
    case .min, .max: [.init("a"), .init("b")]
    case .abs, .round, .floor, .ceil, .sqrt, .int, .double, .string: [.init("x")]
    case .pow: [.init("base"), .init("exponent")]
    case .type: [.init("of", isNamed: true)]
    case .random: [.init("range", isOptional: true)]
    case .zip: [.init("a"), .init("b")]
    case .stride:
      [
        .init("from", isNamed: true), .init("to", isOptional: true, isNamed: true),
        .init("through", isOptional: true, isNamed: true), .init("by", isNamed: true),
      ]
    }
  }

  /// Whether further positional arguments are accepted.
  package var isVariadic: Bool { self == .print || self == .min || self == .max }

  /// What it gives or does, in one sentence.
  package var summary: String {
    switch self {
    case .print: "Writes its arguments, with spaces between them, as a line of the run's output."
    case .min: "The least of two or more numbers, Strings or Durations."
    case .max: "The greatest of two or more numbers, Strings or Durations."
    case .abs: "The magnitude of a number or Duration."
    case .round: "The nearest whole number; halves go away from zero."
    case .floor: "The greatest whole number that is not above."
    case .ceil: "The least whole number that is not below."
    case .sqrt: "The square root, a Double."
    case .pow: "A power: an Int of two Ints where the exponent is not negative, else a Double."
    case .int: "A number without its fraction; a String as it reads, or nil."
    case .double: "A number as a Double; a String as it reads, or nil."
    case .string: "The text that `print` writes for a value."
    case .type: "The name of the value's type, such as \"Int\"."
    case .zip: "The pairs of two lists or ranges, as long as the shorter one: a List of Lists."
    case .stride:
      "Numbers or Durations by equal steps, up to a bound that is left out (`to`) or included "
        + "(`through`), as a List."
    case .random: "A random Int from a range, or a Double from 0 up to 1, by the run's seed."
    }
  }

  /// Whether calling it for its value alone, and losing that, is pointless.
  var isPure: Bool { self != .print && self != .random }
}
