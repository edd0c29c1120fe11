// The functions that scenarios, statements and the code of apps have alike: the clock and choices.

import RehearsalInterface
import RehearsalMachine
import RehearsalValues

/// A function that both sides have.
package enum NeutralFunction: CaseIterable, Sendable {
  case now, date, oneOf, choose

  /// What the host interface says of the function.
  package var definition: HostFunction {
    switch self {
    case .now: .clock("now", reads: .clock, .duration, "The time since the device was created.")
    case .date: .clock("date", reads: .date, .string, "The wall clock's date and time, as text.")
    case .oneOf:
      HostFunction(
        "oneOf", side: .neutral,
        [.init("first"), .init("second")]
          + ["third", "fourth", "fifth", "sixth"].map { .init($0, isOptional: true) },
        answer: .value, result: .argument,
        summary: "One of several values: the first, unless an exploration or `choose` decides "
          + "otherwise.")
    case .choose: .hidden("__choose", [.init("count")], side: .neutral)
    }
  }

  /// Makes the choice that a call stands for.
  ///
  /// - Parameters:
  ///   - machine: The machine that calls.
  ///   - choose: Gives a way among a number of ways.
  /// - Returns: The way, or what it stands for.
  package func choose(_ machine: inout Machine, _ choose: (Int) -> Int) -> ScriptValue {
    if self == .oneOf {
      let count = (0..<machine.argumentCount).prefix { machine.argument($0) != nil }.count
      return machine.argument(choose(count)) ?? .nil
    }
    guard case .integer(let count)? = machine.argument(0) else { return .integer(0) }
    return .integer(Int64(choose(Int(clamping: count))))
  }
}

extension HostFunction {
  /// A reading of a clock, whose name alone is the call.
  fileprivate static func clock(
    _ name: String, reads reading: Reading, _ result: ValueKind, _ summary: String
  ) -> HostFunction {
    var function = HostFunction(name, side: .neutral, result: result, summary: summary)
    function.isProperty = true
    function.isReadOnly = true
    function.reads = [reading]
    function.historyAdvice =
      "keep what matters in a variable of the exploration, and change it in `after { }`"
    return function
  }

  /// A function that only the prelude and the compiler name.
  fileprivate static func hidden(
    _ name: String, _ parameters: [Parameter], side: Side
  ) -> HostFunction {
    var function = HostFunction(name, side: side, parameters)
    function.isHidden = true
    return function
  }
}
