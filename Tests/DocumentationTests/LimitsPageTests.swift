// The page on limits names each limit with the default that the code has.

import Foundation
import Rehearsal
import RehearsalMachine
import TestSupport
import Testing

@Suite("The page on limits is true")
struct LimitsPageTests {
  /// The numbers among the stored properties of a structure of limits, by name.
  private static func numbers(of limits: Any, prefix: String = "") -> [(name: String, value: Int)] {
    Mirror(reflecting: limits).children.flatMap { child in
      let name = child.label ?? ""
      if let value = child.value as? Int { return [(prefix + name, value)] }
      // The outside and the apps have limits of the same names.
      let isMachine = child.value is MachineLimits
      return numbers(of: child.value, prefix: isMachine ? name + "." : "")
    }
  }

  @Test func everyLimitThatStopsARunHasARow() throws {
    let page = try Repository.text(of: GuideTests.catalog + "/LimitsAndDeterminism.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let limits = Self.numbers(of: RunLimits())
    let reporting = ["diagnostics", "failures", "traceRecords", "exitsOfAnApp"]
    for (name, value) in limits where !reporting.contains(name) {
      #expect(rows.contains { $0.hasPrefix("| `\(name)` | \(value) |") }, "\(name) is \(value)")
    }
    #expect(rows.count == limits.count - reporting.count)
  }
}
