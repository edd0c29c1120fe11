// The checked-in vectors against the device: each valid one happens there, each invalid one is refused by
// the rule that it names and by no other, and the scripts still give the same file.

import Foundation
import Rehearsal
import RehearsalValues
import RehearsalVectors
import TestSupport
import Testing

@Suite("Lifecycle vectors") struct VectorTests {
  private static let file = Repository.root.appendingPathComponent(
    "Sources/LifecycleDriver/Resources/vectors.json")

  private func vectors() throws -> [JSONValue] {
    let data = try Data(contentsOf: Self.file)
    #expect(data.count <= 1_000_000)
    return try JSONValue(reading: Array(data))["vectors"]?.elements ?? []
  }

  @Test("Each valid one happens on the device, each acceptable one on one side or the other")
  func replay() throws {
    let vectors = try vectors()
    #expect(vectors.count <= 250)
    for vector in vectors {
      #expect(try VectorReplay(vector)?.isSame != false, "\(vector["id"]?.string ?? "")")
    }
  }

  @Test("Each invalid one is refused by the rule that it names, and by no other")
  func neighbours() throws {
    let vectors = try vectors()
    let invalid = vectors.filter { $0["result"]?.string == "invalid" }
    #expect(!invalid.isEmpty)
    for vector in invalid {
      let whole = vectors.first { $0["id"] == vector["of"] }
      let original = try #require(try whole.flatMap { try VectorReplay($0) })
      #expect(original.broken(by: vector["edit"]?.string ?? "") == [vector["breaks"]?.string])
    }
  }

  @Test("Each selectable conflict is told apart")
  func conflicts() throws {
    // These speak of what the app's own code is answered: preferences, items of the Keychain, a quirk
    // beside the conflict, and the handler of a task.
    let told = Set(try vectors().compactMap { $0["conflict"]?.string })
    #expect(LifecycleVectors.conflicts.subtracting(told) == ["C34", "C35", "C39", "C47"])
  }
}
