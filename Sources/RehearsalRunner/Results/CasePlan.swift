// Which case of a run is whose. The cases are shared out by rules that depend on nothing but the
// cases and the times of an earlier run, so machines that know nothing of one another agree.

import RehearsalValues

/// The cases of a run, in the order in which one machine would run them.
package struct CasePlan: Sendable {
  /// What stays together: whatever one case says about another is found by who has both.
  package enum Unit: Sendable {
    /// A case by itself.
    case single
    /// All systems on which one scenario is played, which are compared.
    case systems
  }

  /// The scripts, in the order in which they are run.
  package let files: [ResultsHeader.File]
  /// The cases.
  package let cases: [TestCase]
  private let unit: Unit
  /// The times that cases took earlier, by their names; empty for none.
  private let times: [String: Duration]

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - cases: All cases, in the order in which they are run.
  ///   - files: The scripts that they are of.
  ///   - unit: What stays together.
  ///   - times: The times that cases took earlier, by their names.
  package init(
    _ cases: [TestCase], in files: [ResultsHeader.File], unit: Unit = .single,
    times: [String: Duration] = [:]
  ) {
    self.cases = cases
    self.files = files
    self.unit = unit
    self.times = times
  }

  /// The positions of cases that stay together.
  package var units: [[Int]] {
    guard unit == .systems else { return cases.indices.map { [$0] } }
    var units: [[Int]] = []
    var known: [String: Int] = [:]
    for (position, testCase) in cases.enumerated() {
      let key = "\(testCase.line)\0\(testCase.file)\0\(testCase.commonTitle)"
      if let number = known[key] {
        units[number].append(position)
      } else {
        known[key] = units.count
        units.append([position])
      }
    }
    return units
  }

  /// The part, from 1, that each case is given to.
  ///
  /// Without times the units go round; with times the longest goes to the part that has least, and
  /// what was not run earlier counts as the mean of what was.
  ///
  /// - Complexity: O(*n* · *m*) in the cases and the parts.
  package func parts(sharedBy count: Int) -> [Int] {
    var parts = [Int](repeating: 1, count: cases.count)
    let units = units
    guard !times.isEmpty else {
      for (number, unit) in units.enumerated() {
        for position in unit { parts[position] = number % count + 1 }
      }
      return parts
    }
    let known = cases.compactMap { times[$0.name] }
    let mean = known.isEmpty ? .zero : known.reduce(.zero, +) / known.count
    let weights = units.map { unit in
      unit.reduce(Duration.zero) { $0 + (times[cases[$1].name] ?? mean) }
    }
    var loads = [(time: Duration, units: Int)](repeating: (.zero, 0), count: count)
    let longestFirst = units.indices.sorted { (weights[$1], $0) < (weights[$0], $1) }
    for number in longestFirst {
      let least = loads.indices.min {
        (loads[$0].time, loads[$0].units, $0) < (loads[$1].time, loads[$1].units, $1)
      }
      guard let least else { continue }
      loads[least].time += weights[number]
      loads[least].units += 1
      for position in units[number] { parts[position] = least + 1 }
    }
    return parts
  }

  /// The digest of the cases, with the part that each is given to.
  func digest(sharedBy count: Int) -> String {
    var digester = ContentDigester()
    for (testCase, part) in zip(cases, parts(sharedBy: count)) {
      digester.combine(testCase.name)
      digester.combine(testCase.line)
      digester.combine(part)
    }
    return digester.finish().text
  }
}
