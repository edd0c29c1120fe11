// `rehearse explore` as people run it: exit codes, what it prints, and the scenarios that it writes.

import Foundation
import TestSupport
import Testing

@Suite("rehearse explore")
struct ExploreCommandTests {
  private static let counting = """
    explore "counting", environment: [] {
        var count = 0
        choose { count = (count + 1) % 5 }
        always "below three" { count < 3 }
    }

    """

  @Test(
    "The exit code says what it came to",
    arguments: [
      ("always \"a\" { true }", [], 0), ("always \"a\" { count < 3 }", [], 1),
      ("always \"a\" { cnt < 3 }", [], 2), ("choose { count += 1 }", ["--states", "50"], 4),
    ])
  func exitCodes(part: String, options: [String], code: Int32) throws {
    let folder = TestFolder()
    let text = """
      explore "counting", environment: [] {
          var count = 0
          choose { count = (count + 1) % 5 }
          \(part)
      }

      """
    try folder.file("a.rehearsal", holding: text)
    let command = try Command(["explore"] + options + ["a.rehearsal"], in: folder)
    #expect(command.exitCode == code, "\(command.output)\(command.errors)")
  }

  @Test("What is written fails when it is tested")
  func written() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: Self.counting)
    #expect(try Command("explore", "--write", "found", "a.rehearsal", in: folder).exitCode == 1)
    let test = try Command("test", "found", in: folder)
    #expect(test.exitCode == 1)
    #expect(test.output.contains("counting: found by exploration"))
    #expect(test.output.contains("count is 3"))
  }

  @Test("Programs read a line of JSON for each exploration")
  func json() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: Self.counting)
    let command = try Command("explore", "--json", "a.rehearsal", in: folder)
    let object = try JSONSerialization.jsonObject(with: Data(command.output.utf8))
    let result = try #require(object as? [String: Any])
    #expect(result["verdict"] as? String == "VIOLATED")
    #expect(result["exitCode"] as? Int == 1)
    #expect((result["counterexamples"] as? [[String: Any]])?.first?["isReplayed"] as? Bool == true)
  }

  @Test("It goes on behind what broke where it is asked to")
  func keepsGoing() throws {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: Self.counting)
    let stopped = try Command("explore", "a.rehearsal", in: folder)
    let whole = try Command("explore", "--keep-going", "a.rehearsal", in: folder)
    #expect(stopped.exitCode == 1 && whole.exitCode == 1)
    #expect(whole.output.contains("5 states"))
  }
}
