// What help says about members is what values have: each member is tried on each kind of value.

import Testing

@testable import RehearsalInterface

@Suite struct MemberHelpTests {
  /// A value of each kind, as a literal.
  private static let samples = [
    "String": "\"a\"", "List": "[\"a\"]", "Map": "[\"a\": 1]", "Range": "0..<2",
  ]

  /// A use of a member, with arguments that some kind of value takes.
  private static func use(_ spelling: String, of receiver: String) -> String {
    switch spelling {
    // Entries have no order of their own, and a name without a call is a key.
    case "min", "max", "sorted": receiver == "Map" ? "\(spelling) { true }" : "\(spelling)()"
    case "first": receiver == "Map" ? "first { true }" : "first"
    case "mapValues", "compactMapValues", "map", "compactMap": "\(spelling) { $0 }"
    case "append": "append(1)"
    case "insert(_:at:)": "insert(1, at: 0)"
    case "remove": "remove(\"a\")"
    case "remove(at:)": "remove(at: 0)"
    case "sum": "sum() + 1"
    case "contains(where:)": "contains(where: { type(of: $0) == \"Int\" })"
    case "index", "filter": "\(spelling) { type(of: $0) == \"Int\" }"
    case "allSatisfy": "allSatisfy { type(of: $0) != \"Int\" }"
    case "flatMap": "flatMap { [$0] }"
    case "forEach": "forEach { print($0) }"
    case "prefix", "suffix", "dropFirst", "dropLast": "\(spelling)(1)"
    case "replacing(_:with:)": "replacing(\"a\", with: \"b\")"
    case "contains", "hasPrefix", "hasSuffix", "split": "\(spelling)(\"a\")"
    case "index(of:)": "index(of: \"a\")"
    case "reduce": "reduce(0) { $1 }"
    case "count", "isEmpty", "last", "keys", "values", "lowerBound", "upperBound": spelling
    default: "\(spelling)()"
    }
  }

  @Test(arguments: CoreMember.Receivers.named.map(\.name))
  func helpIsWhatThereIs(_ receiver: String) throws {
    let sample = try #require(Self.samples[receiver])
    for member in CoreMemberForms.all {
      let run = try ProgramRun(
        """
        func use(given) {
            var value = given
            return value.\(Self.use(member.spelling, of: receiver))
        }
        let result = use(\(sample))
        """)
      let isThere = run.failure?.identifier != .missingMember
      let isTold = member.forms.contains { $0.receivers.names.contains(receiver) }
      let outcome = run.failure?.message ?? "fine"
      #expect(isThere == isTold, "\(receiver).\(member.spelling): \(outcome)")
    }
  }

  @Test func eachRowIsWrittenAsItsMember() {
    for row in CoreMember.all {
      let name = row.spellings[0].prefix { $0 != "(" }
      #expect(row.usage.prefix { $0.isLetter } == name)
      #expect(row.summary.hasSuffix("."))
    }
  }

  @Test func theInterpreterKnowsTheFirstMember() {
    #expect(CoreMemberForms.all[0].spelling == "count")
    #expect(CoreMemberForms.all.count < Int(Int8.max))
  }
}
