// Suites through the C interface: cases that are planned, played one by one in any order, and put
// together are what the command reports of all of them.

import Foundation
import TestSupport
import Testing

@testable import RehearsalForC

@Suite("Suites through the C interface")
struct SuiteTests {
  private static let script = """
    app Notes {
      var draft = ""
      button "Type" { draft += "x" }
    }
    scenario "typed", tags: [.quick] { launch Notes; touch "Type"; expect Notes.draft == "x" }
    scenario "lost" { launch Notes; touch "Type"; purge Notes; expect Notes.draft == "x" }
    scenario "left", skip: "later" { launch Notes; expect 1 + 1 == 2 }

    """

  private func folder() throws -> TestFolder {
    let folder = TestFolder()
    try folder.file("a.rehearsal", holding: Self.script)
    try folder.file("b.rehearsal", holding: "print(1 + 1)\n")
    // It only declares, and is warned of.
    try folder.file("c.rehearsal", holding: "func twice(n) { let unused = 1\nreturn 2 * n }\n")
    return folder
  }

  @Test(
    "Reports are those of the command, byte for byte",
    arguments: [
      ["test"], ["test", "--os=12,17"], ["storm"], ["storm", "--only=purge", "--pairs"],
    ])
  func reports(_ options: [String]) throws {
    let folder = try folder()
    let given = options + ["--", folder.url.path]
    let session = createSession()
    defer { #expect(destroySession(session)) }
    let plan = try object(planCases(session, json(given)))
    let cases = try #require(plan["cases"] as? [[String: Any]])
    let header = try json(#require(plan["header"] as? [String: Any]))
    #expect(cases.compactMap { $0["title"] as? String }.count == cases.count)
    let results = try cases.reversed().map { planned -> [String: Any] in
      let text = try #require(value(playCase(session, header, json(planned))) as? String)
      return ["name": "case", "results": text]
    }
    for format in ["text", "json", "html"] {
      let merged = try object(mergeResults(session, json(results), format))
      let command = try Command(options + ["--format", format, folder.url.path])
      // The command says when and where it ran.
      let output = command.output.replacing(#/<div id="provenance".*/div>/#, with: "")
      #expect(merged["report"] as? String == output)
      #expect(merged["exitCode"] as? Int == Int(command.exitCode))
    }
    let rest = try json(Array(results.dropFirst()))
    let error = text(mergeResults(session, rest, "text"))
    #expect(error.contains("shard \(cases.count)/\(cases.count) is missing"), "\(error)")
  }

  @Test func mistakesAreSentences() throws {
    let folder = try folder()
    let session = createSession()
    defer { #expect(destroySession(session)) }
    let mistakes: [([String], String)] = [
      ([], "a JSON list"), (["mutate"], "`mutate` is not played here; test and storm are"),
      (["test", "--os=1"], "--os takes versions of the rules"),
      (["test", "--os"], "as in --os=VALUE"), (["test", "--strict=1"], "--strict takes no value"),
      (["test", "--pairs"], "`test` takes no --pairs"),
      (["storm", "--only=rain"], "--only takes one of"),
      (["test", "--filter=("], "--filter takes"),
      (["test", "--limit=height=1"], "height"), (["test", "-"], "is no file"),
      (["test", "/nowhere"], "there is no such file"),
      (["test", "--tag=none", folder.url.path], "no scenario of 3 scripts"),
      (["storm", folder.url.path + "/b.rehearsal"], "there is no scenario in 1 script"),
      (["test", folder.url.path, folder.url.path], "is named twice"),
    ]
    for (arguments, sentence) in mistakes {
      let answer = try text(planCases(session, json(arguments)))
      #expect(answer.contains(sentence), "\(arguments): \(answer)")
    }
  }

  @Test func whatWasPlannedIsWhatIsPlayed() throws {
    let folder = try folder()
    let session = createSession()
    defer { #expect(destroySession(session)) }
    let plan = try object(planCases(session, json(["test", folder.url.path])))
    let header = try json(#require(plan["header"] as? [String: Any]))
    let first = try #require((plan["cases"] as? [[String: Any]])?.first)
    // The script, its first case, and the positions of cases, of which there are three from 0.
    for play in [
      [[3, 0, [0]]], [[-1, 0, [0]]], [[0, 5, [0]]], [[0, 0, [3]]], [[0, 0, [-1]]], [[0]],
    ] {
      var planned = first
      planned["play"] = play
      let answer = try text(playCase(session, header, json(planned)))
      #expect(answer.contains("no case as `rehearsal_plan` plans them"), "\(play): \(answer)")
    }
    for number in [0, -1, 5, Int.max] {
      var planned = first
      planned["number"] = number
      #expect(try text(playCase(session, header, json(planned))).contains("no case as"))
    }
    #expect(try text(playCase(session, "{}", json(first))).contains("`version` is missing"))
    try folder.file("a.rehearsal", holding: Self.script + "\n")
    #expect(try text(playCase(session, header, json(first))).contains("is another text"))
  }

  // MARK: - Answers

  private func json(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
  }

  private func value(_ answer: UnsafeMutablePointer<CChar>?) throws -> Any {
    let text = text(answer)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(object?["value"], "\(text)")
  }

  private func object(_ answer: UnsafeMutablePointer<CChar>?) throws -> [String: Any] {
    try #require(try value(answer) as? [String: Any])
  }
}

/// A text of the library's, which is given back.
private func text(_ answer: UnsafeMutablePointer<CChar>?) -> String {
  defer { freeText(answer) }
  return answer.map { String(cString: $0) } ?? "NULL"
}
