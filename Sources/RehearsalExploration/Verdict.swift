// The result of a search over a device's states. There are five answers, and only two of them are
// proofs; a search that ended at a bound, or checked nothing, says so and is never taken for one.

import RehearsalLifecycle
import RehearsalValues

/// The verdict of an exploration.
public enum Verdict: Hashable, Sendable {
  /// Every state was seen, and nothing that must hold was broken.
  case closed
  /// Every state that so many disruptions lead to was seen, and nothing was broken.
  case closedUpTo(disruptions: Int)
  /// Something that must hold was broken.
  case violated
  /// A budget ended the search before every state was seen.
  case boundHit(Bound)
  /// Every state was seen and nothing broke, which says nothing.
  case vacuous(Vacuity)

  /// Why it says nothing that nothing broke.
  public enum Vacuity: String, CaseIterable, Hashable, Sendable {
    /// Nothing could be done and no time passed.
    case nothingPossible
    /// There is no `always`, no `sometimes` and no app.
    case nothingLookedAt
    /// A `sometimes` held in no state.
    case neverReached
  }

  /// What ended a search before every state was seen.
  public enum Bound: Hashable, Sendable {
    /// A budget that was given.
    case budget(Budget)
    /// So much time had passed.
    case time(Duration)
    /// The caller stopped it.
    case interruption
    /// Something grows with every round of what makes it grow, so that there are always new states.
    case growth
  }

  /// The data that a search tried of one kind, of which code makes more than to compare it.
  public struct TriedData: Hashable, Sendable {
    /// The row of the environment that brings it, such as `.open`.
    public let row: String
    /// What it is, such as `link`.
    public let noun: String
    /// The handler that looks into it.
    public let handler: String
    /// The values that were tried, as a script writes them.
    public let values: [String]
  }

  /// What a proof does not speak about, though the search has gone through all that it does.
  public enum Restriction: Hashable, Sendable {
    /// The world acted at the moments of deadlines and just before them only.
    case momentsOfDeadlines
    /// Something depends on the moments at which it was tried, and others were not.
    case moments(of: [String])
    /// Code reads conditions of the device that nothing in it changes.
    case conditions([String])
    /// So many messages waited for a main thread somewhere, and only time passed then.
    case messages(Int)
    /// The time of day counted in steps of so much.
    case grid(Duration)
    /// The states of these apps were told apart by the device and by what the apps expose, since their
    /// code cannot be copied and was played again for each path.
    case exposedStates(of: [String])
    /// It began at the steps of a scenario, and what came in between lasted for some spans only.
    case scenario
    /// No path ran these handlers, though nobody said what may happen.
    case handlers([String])
    /// Code makes more of what these bring than to compare it with what was tried.
    case data(of: [TriedData])

    /// What may read the time in apps in Swift, among the reasons why moments count.
    static let codeInSwift = "what the code of apps in Swift reads"

    /// Among the reasons why moments count: two ways to one state led on differently.
    static let unknownReason = "something unknown to the search"

    /// What of a search it puts in question; nil where it only says what the search was.
    public var qualification: Qualification? {
      switch self {
      // No author could remove that the code of apps in Swift may read the clock.
      case .moments([Self.codeInSwift]): nil
      case .momentsOfDeadlines, .moments: .moments
      case .messages: .messages
      case .grid: .grid
      case .handlers: .handlers
      case .data: .data
      case .conditions: .conditions
      case .exposedStates, .scenario: nil
      }
    }
  }

  /// A reason why a search that has reached every state is no success, unless its author allows it.
  public enum Qualification: String, CaseIterable, Hashable, Sendable {
    /// Some moments were not tried.
    case moments
    /// The time of day counted in steps.
    case grid
    /// So much waited for a main thread that only time passed.
    case messages
    /// Handlers never ran.
    case handlers
    /// Other data than what was tried may lead elsewhere.
    case data
    /// Code reads conditions of the device that stayed as they were.
    case conditions
  }

  /// What a search may use.
  public enum Budget: String, CaseIterable, Sendable {
    /// How many states it may keep.
    case states
    /// How many actions a path may have.
    case events
    /// How many bytes it may use.
    case memory
  }

  /// Whether a bound ended it, so that it proves nothing.
  public var isBoundHit: Bool { if case .boundHit = self { true } else { false } }

  /// Whether all states that it covers were reached, and a property was checked.
  public var isProof: Bool {
    switch self {
    case .closed, .closedUpTo: true
    case .violated, .boundHit, .vacuous: false
    }
  }

  /// The exit code of a command with this verdict alone; 2 is for scripts with errors.
  public var exitCode: Int32 {
    switch self {
    case .closed, .closedUpTo: 0
    case .violated: 1
    case .boundHit, .vacuous: 4
    }
  }

  /// The verdict of several searches together: the worst of them, a violation first.
  public static func worst(of verdicts: some Sequence<Verdict>) -> Verdict {
    verdicts.max { $0.severity < $1.severity } ?? .closed
  }

  private var severity: Int {
    switch self {
    case .closed: 0
    case .closedUpTo: 1
    case .vacuous: 2
    case .boundHit: 3
    case .violated: 4
    }
  }
}

extension Verdict: CustomStringConvertible {
  /// The words of a report.
  public var description: String {
    switch self {
    case .closed: "CLOSED"
    case .closedUpTo(1): "CLOSED UP TO 1 disruption"
    case .closedUpTo(let disruptions): "CLOSED UP TO \(disruptions) disruptions"
    case .violated: "VIOLATED"
    case .boundHit(.budget(let budget)): "BOUND HIT: \(budget.rawValue)"
    case .boundHit(.time(let span)):
      "BOUND HIT: time, after \(ScriptValue.duration(Int64(span / .nanoseconds(1))))"
    case .boundHit(.interruption): "BOUND HIT: interrupted"
    case .boundHit(.growth): "BOUND HIT: something grows without bound"
    case .vacuous(.nothingPossible): "PROVES NOTHING: no action is ever possible"
    case .vacuous(.nothingLookedAt): "PROVES NOTHING: it has no `always`, no `sometimes` and no app"
    case .vacuous(.neverReached): "PROVES NOTHING: a `sometimes` was never reached"
    }
  }
}

extension Verdict.Restriction: CustomStringConvertible {
  /// The words after a verdict.
  public var description: String {
    switch self {
    case .momentsOfDeadlines: "at the times of deadlines"
    case .moments(let reasons):
      "at the times tried for \(reasons.joined(separator: ", "))"
    case .conditions(let words):
      "with \(words.map { "`\($0)`" }.joined(separator: ", ")) as \(words.count == 1 ? "it is" : "they are")"
    case .messages(let count): "with at most \(count) messages waiting"
    case .grid(let step): "on a grid of \(ScriptValue.duration(Int64(step / .nanoseconds(1))))"
    case .exposedStates(let apps):
      "by the exposed state of \(apps.joined(separator: ", ")), replayed for each path"
    case .handlers: "for the handlers that ran"
    case .data(let rows):
      "for the data tried with \(rows.map { "`\($0.row)`" }.joined(separator: ", "))"
    case .scenario:
      "at each step of the scenario, over at once, at the next deadline, after 10s or after 40s"
    }
  }

  /// The things that were not tried, each with the reasons, a line each; none where that is no question.
  var untried: [(what: String, reasons: [String])] {
    switch self {
    case .momentsOfDeadlines: [("moments between those at which something is due", [])]
    case .moments(let reasons):
      [("all moments: at others something else may happen, because of", reasons)]
    case .conditions(let words):
      words.map { ("other values of `\($0)`, which code reads and nothing changes", []) }
    case .messages(let count):
      [
        (
          "further input while an app's main thread was busy and \(count) touches, pushes or the like "
            + "were waiting for it", []
        )
      ]
    case .grid(let step):
      [("moments between the steps of \(ScriptValue.duration(Int64(step / .nanoseconds(1))))", [])]
    case .handlers(let names):
      [("anything that runs \(names.map { "`\($0)`" }.joined(separator: ", "))", [])]
    case .data(let kinds):
      kinds.map {
        (
          "any \($0.noun) but " + $0.values.joined(separator: " and ")
            + ": `\($0.handler)` looks into it, so that others may lead elsewhere", []
        )
      }
    case .exposedStates, .scenario: []
    }
  }

  /// What the author of the search can do so that it is tried.
  var remedy: String {
    switch self {
    case .momentsOfDeadlines, .moments:
      "a scenario under `rehearse storm`, which tries the spans that code names, or code that waits "
        + "instead of reading the time"
    case .grid: "a finer `grid:`, or an app that does not read the time of day"
    case .messages:
      "shorter work on the main thread, or a `choose where` that counts touches"
    case .handlers(let names): Self.remedy(forHandlers: names)
    case .conditions(let words):
      "a step that changes \(words.count == 1 ? "it" : "them"), as `choose { … }`"
    case .data(let kinds):
      kinds.map {
        "name your own in the list of `environment:`, each as `\($0.row)(\($0.values.last ?? ""))`; "
          + "they are tried instead of these"
      }.joined(separator: "; ")
    case .exposedStates, .scenario: ""
    }
  }

  /// What may come that leads to handlers: rows of the table where there are any.
  private static func remedy(forHandlers names: [String]) -> String {
    let handlers = names.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
    let rows = EnvironmentRow.table.filter { row in
      !row.isDefault && row.messages.contains { handlers.contains($0.definition.handler) }
    }
    let kinds = rows.map { "`.\($0.kind.rawValue)`" }.joined(separator: ", ")
    return "a step of your own that leads there, as `choose { … }`"
      + (kinds.isEmpty ? "" : ", or \(kinds) in the list of `environment:`")
  }
}
