// Limits as people set them, `heap=64MB`: on a command line, and in a script's own comments where
// it is tested. What cannot be read is a mistake in words, never another number.

import RehearsalSyntax

/// A setting of a limit that cannot be read, in words.
package struct LimitMistake: Error, Hashable, Sendable {
  /// What is wrong, and what would be right.
  package let message: String
}

extension RunLimits {
  /// The number of a limit: a count, bytes, or milliseconds; what is set is held within the limit's range.
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
    let example = name.unit.example
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
  /// - Parameter number: A count, or bytes or milliseconds, which are shown in the largest unit that
  ///   is whole.
  /// - Returns: The text, which `RunLimits.set(_:)` reads.
  package func text(_ number: Int) -> String {
    if self == .milliseconds, number == 0 { return Self.none }
    return NumericSuffix.text(number, in: suffixes, factor: factor)
  }

  fileprivate var noun: String {
    switch self {
    case .count: "number"
    case .bytes: "size"
    case .milliseconds: "time"
    }
  }

  fileprivate var example: String {
    switch self {
    case .count: "1000"
    case .bytes: "64MB"
    case .milliseconds: "10s"
    }
  }

  /// Reads a number with an optional unit; nil for anything else.
  fileprivate func number(_ text: Substring) -> Int? {
    if self == .milliseconds, text == Self.none { return 0 }
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "_" }
    guard digits.first != "_", let number = Int(digits.filter { $0 != "_" }) else { return nil }
    let spelling = text.dropFirst(digits.count)
    if spelling.isEmpty { return number }
    guard let suffix = suffixes.first(where: { $0.rawValue == spelling }) else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: factor(of: suffix))
    return overflows ? nil : product
  }

  /// A time without an end.
  private static let none = "none"

  /// The units that a number may have, as in scripts, the smallest first.
  private var suffixes: [NumericSuffix] {
    switch self {
    case .count: []
    case .bytes: NumericSuffix.sizes
    case .milliseconds: [.milliseconds, .seconds, .minutes, .hours]
    }
  }

  /// How much of this unit a unit of scripts is.
  private func factor(of suffix: NumericSuffix) -> Int {
    let unit = self == .milliseconds ? NumericSuffix.milliseconds.factor : 1
    return Int(clamping: suffix.factor / unit)
  }
}

extension RunLimits {
  /// These limits, where none is above another's.
  package func lowered(to other: RunLimits) -> RunLimits {
    var lowered = self
    for name in LimitName.allCases {
      // A deadline of 0 is none at all.
      let least = name.unit == .milliseconds ? 1 : name.range.lowerBound
      let numbers = [self[name], other[name]].filter { $0 >= least }
      if let number = numbers.min() { lowered[name] = number }
    }
    return lowered
  }
}
