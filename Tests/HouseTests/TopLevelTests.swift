// The top level of the repository holds these names and dot files, nothing else.

import TestSupport
import Testing

private let topLevel = [
  "Examples", "Grammar", "Package.swift", "README.md", "Sources", "Tests",
]

/// Names that do not belong at the top level, and names that are missing there.
private func topLevelFindings(names: [String]) -> [Finding] {
  let visible = names.filter { !$0.hasPrefix(".") }
  let unexpected = visible.filter { !topLevel.contains($0) }.map {
    Finding(path: $0, message: "does not belong at the top level")
  }
  let missing = topLevel.filter { !visible.contains($0) }.map {
    Finding(path: $0, message: "is missing at the top level")
  }
  return unexpected + missing
}

@Suite struct TopLevelTests {
  @Test func theTopLevelHoldsExactlyItsNames() throws {
    let findings = topLevelFindings(names: try Repository().topLevelNames)
    #expect(findings.isEmpty, "\(findings.report)")
  }

  @Test func aStrayNameAndAMissingNameAreFound() {
    #expect(topLevelFindings(names: topLevel + [".gitignore"]).isEmpty)
    #expect(topLevelFindings(names: topLevel + ["notes.txt"]).map(\.path) == ["notes.txt"])
    #expect(topLevelFindings(names: Array(topLevel.dropFirst())).map(\.path) == ["Examples"])
  }
}
