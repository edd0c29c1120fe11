// The list of checks: each finds something, and scripts show what.

import TestSupport
import Testing

@testable import RehearsalSemantics

@Suite("Checks")
struct CheckTests {
  @Test("Every check is in the list once, and a script shows each of its findings")
  func findings() throws {
    let names = Checks.all.map { "\($0)" }
    #expect(Set(names).count == names.count)
    let scripts = try Repository().paths.filter {
      $0.hasPrefix("Tests/Scripts/") && $0.hasSuffix(".rehearsal")
    }.compactMap { try? Repository.text(of: $0) }
    for check in Checks.all {
      #expect(!check.finds.isEmpty, "\(check)")
      for identifier in check.finds {
        let isShown = scripts.contains { $0.contains(": " + identifier.rawValue) }
        #expect(isShown, "no script has \(identifier.rawValue) of \(check)")
      }
    }
  }
}
