// How much the tests try. What proves behaviour runs in minutes, each time; what tries everything, such
// as every script with a collection at every allocation, is a second tier behind one switch.

import Foundation

/// The tier of a run of the tests.
package enum TestTier {
  /// Whether everything is tried: with `REHEARSAL_THOROUGH=1` in the environment.
  package static let isThorough = ProcessInfo.processInfo.environment["REHEARSAL_THOROUGH"] == "1"

  /// A number of rounds.
  ///
  /// - Parameters:
  ///   - quick: How many there are in each run.
  ///   - thorough: How many there are where everything is tried.
  /// - Returns: The number for this run.
  package static func rounds(_ quick: Int, thorough: Int) -> Int { isThorough ? thorough : quick }

  /// Some of many seeds, of which what comes takes little; all of them where everything is tried, and those
  /// from one to another with `REHEARSAL_SEEDS=500-999` in the environment.
  ///
  /// - Parameters:
  ///   - few: The seeds of each run.
  ///   - count: How many there are where everything is tried, from 0 on.
  /// - Returns: The seeds for this run.
  package static func seeds(_ few: [UInt64], thorough count: UInt64) -> [UInt64] {
    if let chosenSeeds { return Array(chosenSeeds) }
    return isThorough ? Array(0..<count) : few
  }

  /// The seeds that the environment asks for; nil where it does not.
  private static let chosenSeeds: ClosedRange<UInt64>? = {
    let bounds = ProcessInfo.processInfo.environment["REHEARSAL_SEEDS"]?.split(separator: "-")
      .compactMap { UInt64($0) }
    guard let bounds, let first = bounds.first, let last = bounds.last, first <= last else {
      return nil
    }
    return first...last
  }()

  /// Some of many inputs, evenly spread and always the same; all of them where everything is tried.
  ///
  /// - Parameters:
  ///   - inputs: All inputs, in an order that does not change.
  ///   - share: One of so many is taken.
  /// - Returns: The inputs for this run.
  package static func sample<Input>(_ inputs: [Input], oneOf share: Int) -> [Input] {
    isThorough ? inputs : stride(from: share / 2, to: inputs.count, by: share).map { inputs[$0] }
  }
}
