// The built-in functions, one row each: name, parameters, help, what it gives and what it does. They
// are the outermost scope of every script, and none of them calls back into it.

import RehearsalValues

/// A built-in function; its place in the table is the operand of `callLibrary`.
package struct LibraryFunction: Sendable {
  /// What a call does: the target, which is the register before the arguments, gets the result.
  typealias Body =
    @Sendable (inout MachineState, _ target: Register, _ arguments: Register, _ count: Int) ->
    CallOutcome

  /// The name by which scripts call it.
  package let name: String
  /// The parameters' names, with labels where they must be passed so.
  package let parameters: [HostFunction.Parameter]
  /// Whether further positional arguments are accepted.
  package let isVariadic: Bool
  /// What a call gives.
  package let result: ValueKind
  /// What it gives or does, in one sentence.
  package let summary: String
  /// Whether calling it for its value alone, and losing that, is pointless.
  let isPure: Bool
  /// Whether what it gives is decided by the run's seed.
  let drawsRandomNumbers: Bool
  /// What is certain of the result; nil if nothing is.
  let bound: Bound?
  let body: Body

  private init(
    _ name: String, _ parameters: [HostFunction.Parameter], isVariadic: Bool = false,
    isPure: Bool = true, drawsRandomNumbers: Bool = false, bound: Bound? = nil,
    _ result: ValueKind, _ summary: String, _ body: @escaping Body
  ) {
    self.name = name
    self.parameters = parameters
    self.isVariadic = isVariadic
    self.isPure = isPure
    self.drawsRandomNumbers = drawsRandomNumbers
    self.bound = bound
    self.result = result
    self.summary = summary
    self.body = body
  }

  /// The rows again, behind a pointer, so that a call counts no reference.
  ///
  /// They are made once and never changed.
  nonisolated(unsafe) static let rows: UnsafePointer<LibraryFunction> = {
    let rows = UnsafeMutablePointer<LibraryFunction>.allocate(capacity: all.count)
    rows.initialize(from: all, count: all.count)
    return UnsafePointer(rows)
  }()

  /// How many there are; kept, because a call of a host's function needs it.
  static let count = all.count

  /// The function of a number; nil if there is none.
  static func numbered(_ number: Int) -> LibraryFunction? {
    all.indices.contains(number) ? all[number] : nil
  }

  // MARK: - The table

  private static let measured = ValueKind.either([.integer, .double, .duration])

  /// The functions by their numbers.
  package static let all: [LibraryFunction] = [
    LibraryFunction(
      "print", [], isVariadic: true, isPure: false, .nothing,
      "Prints its arguments, separated by spaces, as a line of output.",
      requestOutput),
    LibraryFunction(
      "min", [.init("a"), .init("b")], isVariadic: true, bound: .atMostArguments, .argument,
      "The smallest of two or more numbers, Strings or Durations."
    ) { state, target, arguments, count in
      extreme(&state, target, arguments, count) { state, new, best in state.isLess(new, best) }
    },
    LibraryFunction(
      "max", [.init("a"), .init("b")], isVariadic: true, bound: .atLeastArguments, .argument,
      "The largest of two or more numbers, Strings or Durations."
    ) { state, target, arguments, count in
      extreme(&state, target, arguments, count) { state, new, best in state.isLess(best, new) }
    },
    LibraryFunction(
      "abs", [.init("x")], bound: .zero, .argument, "The magnitude of a number or Duration."
    ) { state, target, arguments, _ in CallOutcome(absolute(&state, target, arguments[0])) },
    LibraryFunction(
      "round", [.init("x")], .number, "The nearest whole number; halves are rounded away from zero."
    ) { state, target, arguments, _ in
      CallOutcome(
        round(&state, target, arguments[0], "round") { $0.rounded(.toNearestOrAwayFromZero) })
    },
    LibraryFunction(
      "floor", [.init("x")], .number, "The largest whole number not above `x`."
    ) { state, target, arguments, _ in
      CallOutcome(round(&state, target, arguments[0], "floor") { $0.rounded(.down) })
    },
    LibraryFunction("ceil", [.init("x")], .number, "The smallest whole number not below `x`.") {
      state, target, arguments, _ in
      CallOutcome(round(&state, target, arguments[0], "ceil") { $0.rounded(.up) })
    },
    LibraryFunction("sqrt", [.init("x")], .double, "The square root, a Double.") {
      state, target, arguments, _ in CallOutcome(root(&state, target, arguments[0]))
    },
    LibraryFunction(
      "pow", [.init("base"), .init("exponent")], .number,
      "A power: an Int for two Ints if the exponent is not negative, otherwise a Double."
    ) { state, target, arguments, _ in
      CallOutcome(power(&state, target, arguments[0], arguments[1]))
    },
    LibraryFunction(
      "int", [.init("x")], .optional(.integer),
      "A number without its fraction; the number in a String, or nil."
    ) { state, target, arguments, _ in CallOutcome(integer(&state, target, arguments[0])) },
    LibraryFunction(
      "double", [.init("x")], .optional(.double),
      "A number as a Double; the number in a String, or nil."
    ) { state, target, arguments, _ in CallOutcome(double(&state, target, arguments[0])) },
    LibraryFunction(
      "string", [.init("x")], .printed, "The text that `print` writes for a value."
    ) { state, target, arguments, _ in
      guard arguments[0].tag != .string else {
        target.pointee = arguments[0]
        return .done
      }
      return CallOutcome(state.makeString(target, state.text(of: arguments[0])))
    },
    LibraryFunction(
      "type", [.init("of", isNamed: true)], .typeName,
      "The name of the value's type, such as \"Int\"."
    ) { state, target, arguments, _ in
      CallOutcome(state.makeString(target, state.typeName(of: arguments[0])))
    },
    LibraryFunction(
      "random", [.init("range", isOptional: true)], isPure: false, drawsRandomNumbers: true,
      .number, "A random Int of a range, or a Double from 0 up to 1, from the run's seed."
    ) { state, target, arguments, count in
      CallOutcome(drawRandom(&state, target, count == 0 ? .absent : arguments[0]))
    },
    LibraryFunction(
      "zip", [.init("a"), .init("b")], .list(.elements),
      "The pairs of two lists or ranges, as long as the shorter one: a List of Lists."
    ) { state, target, arguments, _ in CallOutcome(zip(&state, target, arguments)) },
    LibraryFunction(
      "stride",
      [
        .init("from", isNamed: true), .init("to", isOptional: true, isNamed: true),
        .init("through", isOptional: true, isNamed: true), .init("by", isNamed: true),
      ], .list(measured),
      "Numbers or Durations in equal steps, up to a bound that is excluded (`to`) or included "
        + "(`through`), as a List."
    ) { state, target, arguments, _ in CallOutcome(stride(&state, target, arguments)) },
  ]
}
