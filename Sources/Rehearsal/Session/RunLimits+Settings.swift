// Limits as people set them, `heap=64MB`: on a command line, and in a script's own comments where
// it is tested. What cannot be read is a mistake in words, never another number.

import RehearsalSyntax

/// A setting of a limit that cannot be read, in words.
package struct LimitMistake: Error, Hashable, Sendable {
  /// What is wrong, and what would be right.
  package let message: String
}

extension RunLimits {
  /// The number of a limit, a count or bytes; what is set is held within the limit's range.
  ///
  /// Where a limit bounds both sides alike, the outside's number is read.
  public subscript(name: LimitName) -> Int {
    get { name.paths.first.map { self[keyPath: $0] } ?? 0 }
    set {
      let number = min(max(newValue, name.range.lowerBound), name.range.upperBound)
      for path in name.paths { self[keyPath: path] = number }
    }
  }

  /// Sets one limit as a text says, such as `heap=64MB` or `instructions=1_000_000`.
  ///
  /// - Throws: `LimitMistake` for a text that names no limit, or gives it a number that it cannot
  ///   have.
  package mutating func set(_ setting: String) throws(LimitMistake) {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let text = String(parts.first ?? "")
    guard let name = LimitName(rawValue: text) else {
      let names = LimitName.allCases.map(\.rawValue)
      let hint =
        Suggestion.closest(to: text, among: names).map { "did you mean `\($0.word)`?" }
        ?? "there are " + names.joined(separator: ", ")
      throw LimitMistake(message: "there is no limit `\(text)`; \(hint)")
    }
    let example = name.unit == .bytes ? "64MB" : "1000"
    guard parts.count == 2, let number = name.unit.number(parts[1]) else {
      throw LimitMistake(
        message: "the limit `\(text)` takes a \(name.unit.noun), as in `\(text)=\(example)`")
    }
    guard name.range.contains(number) else {
      let least = name.unit.text(name.range.lowerBound)
      let most = name.unit.text(name.range.upperBound)
      throw LimitMistake(
        message: "the limit `\(text)` may be "
          + (name.range.upperBound == Int.max ? "at least \(least)" : "\(least) to \(most)"))
    }
    self[name] = number
  }
}

extension LimitName.Unit {
  /// A number of this unit, for people.
  ///
  /// - Parameter number: A count, or bytes, which are shown in the largest unit that is whole.
  /// - Returns: The text, which `RunLimits.set(_:)` reads.
  package func text(_ number: Int) -> String {
    guard self == .bytes, number > 0,
      let suffix = Self.sizes.last(where: { number.isMultiple(of: Int(clamping: $0.factor)) })
    else { return String(number) }
    return "\(number / Int(clamping: suffix.factor))\(suffix.rawValue)"
  }

  fileprivate var noun: String { self == .bytes ? "size" : "number" }

  /// Reads a number with an optional unit; nil for anything else.
  fileprivate func number(_ text: Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "_" }
    guard digits.first != "_", let number = Int(digits.filter { $0 != "_" }) else { return nil }
    let spelling = text.dropFirst(digits.count)
    if spelling.isEmpty { return number }
    guard self == .bytes, let suffix = Self.sizes.first(where: { $0.rawValue == spelling }) else {
      return nil
    }
    let (bytes, overflows) = number.multipliedReportingOverflow(by: Int(clamping: suffix.factor))
    return overflows ? nil : bytes
  }

  /// The units of sizes, as in scripts, the smallest first.
  private static let sizes = NumericSuffix.allCases.filter { $0.quantity == .size }
}
