// Baselines: what is written is read back, and only what is known is kept quiet.

import Testing

@testable import Rehearsal

@Suite("Baselines")
struct BaselineTests {
  private let lost = Baseline.Finding(
    "storm", in: "a.rehearsal", of: "typed", "`Notes.draft == \"x\"`")
  private let other = Baseline.Finding("storm", in: "b.rehearsal", of: "typed", "Notes.tasks")

  @Test("What is written is read back, in an order of its own")
  func roundTrip() throws {
    var baseline = Baseline()
    for finding in [other, lost, lost] { baseline.add(finding) }
    let read = try #require(Baseline(Array(baseline.text.utf8)))
    #expect(read == baseline && read.text == baseline.text)
    #expect(read.knows(lost) && read.knows(other))
    #expect(
      baseline.text == """
        {
          "known" : {
            "storm a.rehearsal “typed”: `Notes.draft == \\"x\\"`" : 2,
            "storm b.rehearsal “typed”: Notes.tasks" : 1
          },
          "rehearsalBaseline" : 1
        }

        """)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "{}", "[1]", "{\"rehearsalBaseline\": 2, \"known\": {}}",
      "{\"rehearsalBaseline\": 1, \"known\": {\"a\": -1}}", "{\"rehearsalBaseline\": 1}",
    ])
  func refused(_ text: String) {
    #expect(Baseline(Array(text.utf8)) == nil)
  }

  @Test("A script is the same by a longer path, and another one by another")
  func paths() {
    var baseline = Baseline()
    baseline.add(lost)
    func finding(_ file: String) -> Baseline.Finding {
      Baseline.Finding(lost.search, in: file, of: lost.title, lost.what)
    }
    #expect(baseline.knows(finding("/home/ann/Scripts/a.rehearsal")))
    #expect(!baseline.knows(finding("/home/ann/Scripts/aa.rehearsal")))
    #expect(!baseline.knows(finding("b.rehearsal")))
    let found: Set = [finding("Scripts/a.rehearsal")]
    #expect(baseline.stale(without: found, of: "storm", in: ["Scripts/a.rehearsal"]) == [])
    #expect(baseline.stale(without: [], of: "storm", in: ["/x/a.rehearsal"]).count == 1)
  }

  @Test("What is found no more is told for the scripts of a run")
  func stale() {
    var baseline = Baseline()
    baseline.add(lost)
    baseline.add(other)
    #expect(
      baseline.stale(without: [lost], of: "storm", in: ["a.rehearsal", "b.rehearsal"]).count == 1)
    #expect(baseline.stale(without: [lost], of: "storm", in: ["a.rehearsal"]) == [])
    #expect(baseline.stale(without: [], of: "explore", in: ["a.rehearsal"]) == [])
  }
}
