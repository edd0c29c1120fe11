// Operators of Swift and its relatives that the language lacks, each with what to write instead.

/// An operator that people try and that has no meaning here.
package enum ForeignOperator: String, CaseIterable, Sendable {
  case arrow = "->"
  case fatArrow = "=>"
  case reversedLessOrEqual = "=<"
  case identical = "==="
  case notIdentical = "!=="
  case increment = "++"
  case decrement = "--"
  case power = "**"
  case twoDots = ".."
  case twoDotsEqual = "..="
  case colonEqual = ":="
  case coalesceAssign = "??="
  case bitAnd = "&"
  case bitOr = "|"
  case bitXor = "^"
  case bitNot = "~"
  case shiftLeft = "<<"
  case shiftRight = ">>"

  /// What to write instead, as the second half of a sentence.
  var advice: String {
    switch self {
    case .arrow: "functions have no declared types; leave it and the type out"
    case .fatArrow: "write `>=` to compare, or `in` behind a closure's parameters"
    case .reversedLessOrEqual: "write `<=`"
    case .identical: "write `==`"
    case .notIdentical: "write `!=`"
    case .increment: "write `+= 1`"
    case .decrement: "write `-= 1`, or a space between two minus signs"
    case .power: "write `pow(a, b)`"
    case .twoDots: "write `...` to include the upper end, `..<` to leave it out"
    case .twoDotsEqual: "write `...`"
    case .colonEqual: "write `let name = value`"
    case .coalesceAssign: "write `a = a ?? b`"
    case .bitAnd, .bitOr, .bitXor, .bitNot, .shiftLeft, .shiftRight:
      "there are no bitwise operators"
    }
  }

  /// The operator that means the same, where the exchange is safe.
  var replacement: String? {
    switch self {
    case .reversedLessOrEqual: "<="
    case .identical: "=="
    case .notIdentical: "!="
    case .twoDotsEqual: "..."
    default: nil
    }
  }
}
