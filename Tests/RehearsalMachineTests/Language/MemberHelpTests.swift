// What help says about members is what values have: each member is tried on each kind of value.

import Testing

@testable import RehearsalMachine

@Suite struct MemberHelpTests {
  /// A value of each kind, as a literal.
  private static let samples: [CoreMember.Receiver: String] = [
    .string: "\"a\"", .list: "[\"a\"]", .map: "[\"a\": 1]", .range: "0..<2",
  ]

  /// A use of a member, with arguments that some kind of value takes.
  private static func use(_ member: CoreMember, of receiver: CoreMember.Receiver) -> String {
    switch member {
    // Entries have no order of their own, and a name without a call is a key.
    case .min, .max, .sorted: receiver == .map ? "\(member) { true }" : "\(member)()"
    case .first: receiver == .map ? "first { true }" : "first"
    case .mapValues, .compactMapValues: "\(member) { $0 }"
    case .append: "append(1)"
    case .insert: "insert(1, at: 0)"
    case .remove: "remove(\"a\")"
    case .removeAt: "remove(at: 0)"
    case .removeFirst, .removeLast, .removeAll, .enumerated, .trimmed: "\(member)()"
    case .sum: "sum() + 1"
    case .containsWhere: "contains(where: { $0 == 1 })"
    case .indexWhere: "index { $0 == 1 }"
    case .allSatisfy: "allSatisfy { $0 != 1 }"
    case .compactMap: "compactMap { $0 }"
    case .flatMap: "flatMap { [$0] }"
    case .forEach: "forEach { print($0) }"
    case .prefix, .suffix, .dropFirst, .dropLast: "\(member)(1)"
    case .replacing: "replacing(\"a\", with: \"b\")"
    case .contains: "contains(\"a\")"
    case .indexOf: "index(of: 1)"
    case .map: "map { $0 }"
    case .filter: "filter { $0 == 1 }"
    case .reduce: "reduce(0) { $1 }"
    case .hasPrefix, .hasSuffix, .split: "\(member)(\"a\")"
    case .reversed, .joined, .uppercased, .lowercased: "\(member)()"
    case .count, .isEmpty, .last, .keys, .values, .lowerBound, .upperBound: "\(member)"
    }
  }

  @Test(arguments: CoreMember.Receiver.allCases)
  func helpIsWhatThereIs(_ receiver: CoreMember.Receiver) throws {
    let sample = try #require(Self.samples[receiver])
    for member in CoreMember.allCases {
      let run = try ProgramRun(
        "var value = \(sample)\nlet result = value.\(Self.use(member, of: receiver))")
      let isThere = run.failure?.identifier != .missingMember
      let isTold = CoreMember.help.contains {
        $0.member == member && $0.receivers.contains(receiver)
      }
      let outcome = run.failure?.message ?? "fine"
      #expect(isThere == isTold, "\(receiver.rawValue).\(member): \(outcome)")
    }
  }

  @Test func eachRowIsWrittenAsItsMember() {
    for row in CoreMember.help {
      let name = row.member.spellings[0].prefix { $0 != "(" }
      #expect(row.usage.prefix { $0.isLetter } == name)
      #expect(row.summary.hasSuffix("."))
    }
  }
}
