// What a scenario that is played on several systems has in common there: each warning and each failure
// once, with the systems on which it came, instead of once for each of them.

/// Collects what is said of the cases that one scenario leads to on several systems.
struct SystemGroup {
  /// Something that is said, and where it holds.
  struct Finding: Equatable {
    /// What is said.
    let text: String
    /// The systems, in words: "on all 15 systems".
    let place: String
  }

  private var key: [String] = []
  private var systems: [String] = []
  private var rows: [(text: String, systems: [String])] = []

  /// Makes an empty collection.
  init() {}

  /// Whether a case is one of several that differ in their system.
  static func holds(_ testCase: TestCase) -> Bool { testCase.commonTitle != testCase.title }

  /// Keeps what is said of a case.
  ///
  /// - Returns: What was said of the scenario before it, if it is the first of another one.
  mutating func add(_ result: CaseResult, saying texts: [String]) -> [Finding] {
    let testCase = result.testCase
    let next = [testCase.file, "\(testCase.line)", testCase.commonTitle, "\(result.repetition)"]
    let complete = key == next ? [] : taken()
    guard Self.holds(testCase) else { return complete }
    key = next
    let system = testCase.parameters.filter(\.isSystem).map { "\($0.name) \($0.value)" }
      .joined(separator: " ")
    if !systems.contains(system) { systems.append(system) }
    for text in texts {
      let known = rows.firstIndex { $0.text == text }
      if known == nil { rows.append((text, [])) }
      let row = known ?? rows.endIndex - 1
      if !rows[row].systems.contains(system) { rows[row].systems.append(system) }
    }
    return complete
  }

  /// Takes what is kept, each with its systems.
  mutating func taken() -> [Finding] {
    defer { self = SystemGroup() }
    return rows.map { Finding(text: $0.text, place: place($0.systems)) }
  }

  /// Some of the systems in words; those that are left out where these are fewer.
  private func place(_ some: [String]) -> String {
    if systems.count == 1 { return "on \(systems[0])" }
    let others = systems.filter { !some.contains($0) }
    if others.isEmpty { return "on all \(systems.count) systems" }
    return others.count < some.count
      ? "on all \(systems.count) systems except \(others.joined(separator: ", "))"
      : "on \(some.count) of \(systems.count) systems: \(some.joined(separator: ", "))"
  }
}
