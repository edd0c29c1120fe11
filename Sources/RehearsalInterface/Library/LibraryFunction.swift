// The built-in functions, one row each: name, parameters, help, and what it gives. They are the outermost
// scope of every script, and none of them calls back into it. What they do, the machine knows by their
// identifiers.

import RehearsalValues

/// A built-in function; its place in the table is the operand of `callLibrary`.
package struct LibraryFunction: Sendable {
  /// Which function it is; the raw value is the name by which scripts call it.
  package enum Identifier: String, Sendable {
    case print, min, max, abs, round, floor, ceil, sqrt
    case pow, int, double, string, type, random, zip, stride
  }

  /// Which function it is.
  package let identifier: Identifier
  /// The parameters' names, with labels where they must be passed so.
  package let parameters: [HostFunction.Parameter]
  /// Whether further positional arguments are accepted.
  package let isVariadic: Bool
  /// What a call gives.
  package let result: ValueKind
  /// What it gives or does, in one sentence.
  package let summary: String
  /// Whether calling it for its value alone, and losing that, is pointless.
  package let isPure: Bool
  /// Whether what it gives is decided by the run's seed.
  package let drawsRandomNumbers: Bool

  private init(
    _ identifier: Identifier, _ parameters: [HostFunction.Parameter], isVariadic: Bool = false,
    isPure: Bool = true, drawsRandomNumbers: Bool = false, _ result: ValueKind, _ summary: String
  ) {
    self.identifier = identifier
    self.parameters = parameters
    self.isVariadic = isVariadic
    self.isPure = isPure
    self.drawsRandomNumbers = drawsRandomNumbers
    self.result = result
    self.summary = summary
  }

  /// The name by which scripts call it.
  package var name: String { identifier.rawValue }

  /// How many there are; kept, because a call of a host's function needs it.
  package static let count = all.count

  /// The function of a number; nil if there is none.
  package static func numbered(_ number: Int) -> LibraryFunction? {
    all.indices.contains(number) ? all[number] : nil
  }

  // MARK: - The table

  private static let measured = ValueKind.either([.integer, .double, .duration])

  /// The functions by their numbers.
  package static let all: [LibraryFunction] = [
    LibraryFunction(
      .print, [], isVariadic: true, isPure: false, .nothing,
      "Prints its arguments, separated by spaces, as a line of output."),
    LibraryFunction(
      .min, [.init("a"), .init("b")], isVariadic: true, .argument,
      "The smallest of two or more numbers, Strings or Durations."
    ),
    LibraryFunction(
      .max, [.init("a"), .init("b")], isVariadic: true, .argument,
      "The largest of two or more numbers, Strings or Durations."
    ),
    LibraryFunction(
      .abs, [.init("x")], .argument, "The magnitude of a number or Duration."),
    LibraryFunction(
      .round, [.init("x")], .number, "The nearest whole number; halves are rounded away from zero."
    ),
    LibraryFunction(
      .floor, [.init("x")], .number, "The largest whole number not above `x`."
    ),
    LibraryFunction(
      .ceil, [.init("x")], .number, "The smallest whole number not below `x`."),
    LibraryFunction(
      .sqrt, [.init("x")], .double, "The square root, a Double."),
    LibraryFunction(
      .pow, [.init("base"), .init("exponent")], .number,
      "A power: an Int for two Ints if the exponent is not negative, otherwise a Double."
    ),
    LibraryFunction(
      .int, [.init("x")], .optional(.integer),
      "A number without its fraction; the number in a String, or nil."
    ),
    LibraryFunction(
      .double, [.init("x")], .optional(.double),
      "A number as a Double; the number in a String, or nil."
    ),
    LibraryFunction(
      .string, [.init("x")], .string, "The text that `print` writes for a value."),
    LibraryFunction(
      .type, [.init("of", isNamed: true)], .typeName,
      "The name of the value's type, such as \"Int\"."
    ),
    LibraryFunction(
      .random, [.init("range", isOptional: true)], isPure: false, drawsRandomNumbers: true,
      .number, "A random Int of a range, or a Double from 0 up to 1, from the run's seed."
    ),
    LibraryFunction(
      .zip, [.init("a"), .init("b")], .list(.elements),
      "The pairs of two lists or ranges, as long as the shorter one: a List of Lists."
    ),
    LibraryFunction(
      .stride,
      [
        .init("from", isNamed: true), .init("to", isOptional: true, isNamed: true),
        .init("through", isOptional: true, isNamed: true), .init("by", isNamed: true),
      ], .list(measured),
      "Numbers or Durations in equal steps, up to a bound that is excluded (`to`) or included "
        + "(`through`), as a List."
    ),
  ]
}
