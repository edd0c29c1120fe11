// The commands that show the rule book and its profiles.

import TestSupport
import Testing

@Suite("Commands of the rule book")
struct RuleBookCommandTests {
  @Test("Rules are shown by number, in any case")
  func rules() throws {
    let one = try Command("rules", "r055", "R112")
    #expect(one.exitCode == 0)
    #expect(one.output.hasPrefix("R055: ") && one.output.contains("\nR112 is not modelled"))
    #expect(try Command("rules").output.contains("R148"))
    let unknown = try Command("rules", "R555")
    #expect(unknown.exitCode == 64)
    #expect(unknown.errors.contains("There is no rule R555; did you mean R055?"))
  }

  @Test("Help, rules and explanations are found by the words that people have")
  func words() throws {
    for (arguments, text) in [
      (["help", "phone"], "interrupt .phoneCall"), (["help", "offline"], "network .off"),
      (["help", "test"], "--fail-fast"), (["rules", "jetsam"], "R074  "),
      (["explain", "headphones"], "unplugHeadphones"),
    ] {
      let found = try Command(arguments)
      #expect(found.exitCode == 0 && found.output.contains(text), "\(found.output)\(found.errors)")
    }
    let unknown = try Command("help", "xyzzy")
    #expect(unknown.exitCode == 64)
    #expect(unknown.errors.contains("There is no subcommand or word xyzzy"))
  }

  @Test("A run says why, and each rule once")
  func runsSayWhy() throws {
    let run = try Command("run", "--why", "-", input: "app A { }\nlaunch A\npress .home\nlaunch A")
    #expect(run.exitCode == 0)
    #expect(run.output.split(separator: "R011 — ").count == 2)
    #expect(run.output.split(separator: "R054 — ").count == 2)
  }

  @Test("Profiles are shown and compared")
  func profiles() throws {
    let one = try Command("profile", "12", "--model", "iPad")
    #expect(one.exitCode == 0 && one.output.contains("iOS 12"))
    let two = try Command("profile", "12", "--compare", "17")
    #expect(two.exitCode == 0 && two.output.contains("Rules only of the second:"))
    let wrong: [([String], String)] = [
      (["profile", "30"], "There are no rules for iOS 30"),
      (["profile", "x"], "x is not a version"),
      (["profile", "17", "--compare", "1"], "There are no rules for iOS 1"),
      (["profile", "17", "--quirk", "lockFliker"], "did you mean lockFlicker?"),
      (
        ["profile", "17", "--evidence", "seen"],
        "--evidence takes one of observed, documented, not `seen`."
      ),
    ]
    for (arguments, words) in wrong {
      let command = try Command(arguments)
      #expect(command.exitCode == 64)
      #expect(command.errors.contains(words), "\(command.errors)")
    }
  }
}
