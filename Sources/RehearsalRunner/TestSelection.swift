// Which cases are run, and in which order.

import RehearsalMachine

/// The choice of cases of a run.
package struct TestSelection: Sendable {
  /// Patterns of which one has to occur in a case's name; empty for all cases.
  ///
  /// Safe to share: a regex never changes, though Swift does not declare it `Sendable`.
  nonisolated(unsafe) package var filters: [Regex<AnyRegexOutput>] = []
  /// Tags of which a case must have one; empty for all cases.
  package var tags: [String] = []
  /// Tags of which a case must have none.
  package var excludedTags: [String] = []
  /// The names of the only cases that are run; nil for all.
  package var only: Set<String>?
  /// The cases that are this machine's part of what is chosen; nil for all of it.
  package var part: Set<TestCase>?
  /// The names of the cases that are run before all others.
  package var first: Set<String> = []
  /// What the order is drawn from; nil for that of the files.
  package var shuffleSeed: UInt64?

  /// Chooses all cases in their order.
  package init() {}

  /// Whether all cases are chosen.
  package var isEverything: Bool { isEverythingOrPart && part == nil }

  /// Whether all cases are chosen, of which other machines may play their parts.
  var isEverythingOrPart: Bool {
    filters.isEmpty && tags.isEmpty && excludedTags.isEmpty && only == nil
  }

  /// The files in the order in which they are run.
  package func ordered(_ files: [String]) -> [String] {
    let files = shuffled(files, salt: 0)
    guard !first.isEmpty else { return files }
    let leading = { (file: String) in first.contains { $0.hasPrefix(file + "/") } }
    return files.filter(leading) + files.filter { !leading($0) }
  }

  /// The chosen ones among the cases of a file, in the order in which they are run.
  ///
  /// - Parameters:
  ///   - cases: The cases.
  ///   - number: The file's number in the order of files.
  /// - Returns: Those that are to be run.
  func chosen(_ cases: [TestCase], ofFile number: Int) -> [TestCase] {
    let chosen = shuffled(cases.filter(chooses), salt: UInt64(number) + 1)
      .filter { part?.contains($0) ?? true }
    guard !first.isEmpty else { return chosen }
    return chosen.filter { first.contains($0.name) } + chosen.filter { !first.contains($0.name) }
  }

  private func chooses(_ testCase: TestCase) -> Bool {
    guard only?.contains(testCase.name) ?? true else { return false }
    guard tags.isEmpty || testCase.tags.contains(where: tags.contains) else { return false }
    guard !testCase.tags.contains(where: excludedTags.contains) else { return false }
    guard !filters.isEmpty else { return true }
    let name = testCase.name
    return filters.contains { name.firstMatch(of: $0) != nil }
  }

  private func shuffled<Element>(_ elements: [Element], salt: UInt64) -> [Element] {
    guard let shuffleSeed else { return elements }
    var generator = RandomSource(seed: shuffleSeed &+ salt)
    return elements.shuffled(using: &generator)
  }
}
