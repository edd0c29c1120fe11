// The answers of a search: their words, their exit codes, and which of several counts.

import RehearsalExploration
import Testing

@Suite struct VerdictTests {
  @Test(arguments: [
    (Verdict.closed, "CLOSED", 0),
    (.closedUpTo(disruptions: 1), "CLOSED UP TO 1 disruption", 0),
    (.closedUpTo(disruptions: 2), "CLOSED UP TO 2 disruptions", 0),
    (.violated, "VIOLATED", 1),
    (.boundHit(.budget(.states)), "BOUND HIT: states", 4),
    (.boundHit(.interruption), "BOUND HIT: interrupted", 4),
    (.boundHit(.time(.seconds(60))), "BOUND HIT: time, after 60s", 4),
    (.vacuous(.nothingPossible), "PROVES NOTHING: no action is ever possible", 4),
    (.vacuous(.neverReached), "PROVES NOTHING: a `sometimes` was never reached", 4),
  ])
  func aVerdictHasItsWordsAndItsExitCode(verdict: Verdict, words: String, code: Int32) {
    #expect(verdict.description == words)
    #expect(verdict.exitCode == code)
  }

  @Test func aViolationOutweighsABoundAndABoundAProof() {
    let bound = Verdict.boundHit(.time(.seconds(1)))
    #expect(Verdict.worst(of: [.closed, .violated, bound]) == .violated)
    #expect(Verdict.worst(of: [bound, .closedUpTo(disruptions: 2)]) == bound)
    let partial = Verdict.closedUpTo(disruptions: 0)
    #expect(Verdict.worst(of: [.closed, partial]) == partial)
    #expect(Verdict.worst(of: []) == .closed)
  }
}
