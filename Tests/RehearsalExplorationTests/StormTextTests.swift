// What storms show to people, to the last byte.

import Rehearsal
import RehearsalLifecycle
import TestSupport
import Testing

@testable import RehearsalExploration

@Suite("The text of storms")
struct StormTextTests {
  private func shown(_ name: String, width: Int) throws -> String {
    let results = try storms(Repository.text(of: "Examples/Storm/\(name).rehearsal"))
    return results.map { result in
      let text = StormText(result, width: width)
      let lines =
        [result.scenario.title + " (" + text.summary + ")"] + result.findings.flatMap(text.lines)
        + text.matrix + text.differences + [""]
      return lines.joined(separator: "\n") + "\n"
    }.joined() + Disturbance.marks + "\n"
  }

  @Test("A matrix with its finding", arguments: [80, 120])
  func golden(width: Int) throws {
    let text = try shown("lost-draft", width: width)
    try GoldenFile(
      Repository.url(of: "Tests/RehearsalExplorationTests/Goldens/storm-\(width).txt"),
      of: "StormTextTests"
    ).expect(text)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width || $0.hasPrefix("  ") })
  }
}
