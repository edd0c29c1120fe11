// What a scenario that has passed leaves unsaid: business that is unfinished, and what the device said
// and no expectation looked at. Both are found here and told once, where the scenario is declared.

import RehearsalLifecycle
import RehearsalSyntax

extension Session {
  /// Warns of what a scenario that has passed did not look at.
  mutating func judge(_ scenario: ScenarioCase) {
    warnOfUnfinishedBusiness(scenario)
    warnOfLostAudio(scenario)
    warnOfRefusedRequests(scenario)
    warnOfUnseenEnds(scenario)
    warnOfBystanders(scenario)
    warnOfOtherEnds(scenario)
    warnOfUnheardVerbs(scenario)
    warnOfUnmetDecisions(scenario)
  }

  // MARK: - Unfinished business

  /// How long life goes on after a scenario with unfinished business: longer than any budget of the
  /// background.
  private static var lookAhead: TimeSpan { .seconds(20 * 60) }

  /// How many events are looked at then.
  private static var eventsAhead: Int { 2000 }

  /// Lets life go on, on a copy, where an app has background tasks open or owes the system an answer, and
  /// warns where the app then ends for its own fault; for an open task only where the scenario says that
  /// an app lives.
  private mutating func warnOfUnfinishedBusiness(_ scenario: ScenarioCase) {
    guard hasUnfinishedBusiness, let end = try? simulation.end(of: Self.lookAhead) else { return }
    var rest = self
    rest.forgetFailures()
    rest.beginInput()
    let start = simulation.device.now
    for _ in 0..<Self.eventsAhead where rest.failures.isEmpty && rest.hasUnfinishedBusiness {
      guard (try? rest.advanceToNextEvent(before: end)) == true else { break }
      _ = rest.takeEvents()
    }
    // A permission for an end that is still to come is needed.
    evidence.ends.formUnion(rest.evidence.ends)
    guard let failure = rest.failures.first else { return }
    let message: String
    let permission: String
    switch failure.reason {
    case .appEnded(_, .backgroundTaskExpired, _) where !claimsSurvival: return
    case .appEnded(_, let reason, let error):
      (message, permission) = (error.message, "`allowing: [.\(reason.rawValue)]` permits it")
    case .appRuntimeError(let app, let error, _):
      (message, permission) = ("\(app) crashes: \(error.message)", "mend the app")
    case .expectation, .runtimeError, .warning, .unexpectedPass: return
    }
    let span = failure.time.span(since: start)
    warn(
      .unfinishedBusiness,
      "the scenario ends before what it began: \(span) later \(message) Let the time pass and expect "
        + "what comes, or \(permission)", at: scenario.place)
  }

  /// Whether an app that is not in front has background tasks open, or was woken and has not answered.
  private var hasUnfinishedBusiness: Bool {
    let device = simulation.device
    return device.apps.contains { app in
      guard device.state(of: app) == .background else { return false }
      return !device.backgroundTasks(of: app).isEmpty
        || device.assertions(of: app).contains {
          if case .wakeUp = $0.kind { true } else { false }
        }
    }
  }

  /// Whether an expectation of this scenario says that an app lives.
  ///
  /// Many a scenario about something else has a task open on purpose, so that an app keeps running; only such a claim is wrong a moment later.
  private var claimsSurvival: Bool {
    expectedTexts.contains { text in
      let words = SourceText(name: "expectation", text).words()
      return words.contains("isRunning") || words.contains("notRunning") || text.contains("!ended")
        || words.contains("exit") && words.contains("nil")
    }
  }

  // MARK: - What was not looked at

  /// The sources of the expectations that this scenario evaluated.
  private var expectedTexts: [String] {
    evidence.expectations.sorted().map { number in
      let place = content.program.expectations[number].place
      return place.source.text(in: place.range)
    }
  }

  /// Whether this scenario, or an expectation that it evaluated in a function, has one of some words in its
  /// source: what a comparison is made of may come by way of a variable.
  private func isLookedAt(_ words: Set<String>, in scenario: ScenarioCase) -> Bool {
    isExpected(words) || !self.words(of: scenario).isDisjoint(with: words)
  }

  /// Whether an expectation of this scenario has one of some words in its source.
  private func isExpected(_ words: Set<String>) -> Bool {
    expectedTexts.contains { text in
      !SourceText(name: "expectation", text).words().isDisjoint(with: words)
    }
  }

  /// The device took an app's sound away, and nothing looked at it.
  private mutating func warnOfLostAudio(_ scenario: ScenarioCase) {
    let words: Set<String> = [
      "trace", "exit", "exits", "state", "isPlaying", "isPlayingAudio", "audio", "suspended",
      "resources", "calls",
    ]
    for app in evidence.stoppedAudio.sorted() where !isLookedAt(words, in: scenario) {
      warn(
        .lostInSilence,
        "\(app) stopped playing when it left the screen, since it does not declare the background mode "
          + "audio, and no `expect` looks at that; expect it, such as with "
          + "`\(app).state == .suspended`, or declare the mode", at: scenario.place)
    }
  }

  /// The task scheduler refused a request, and neither the app nor a scenario looks at that.
  private mutating func warnOfRefusedRequests(_ scenario: ScenarioCase) {
    let words: Set<String> = ["requests", "trace", "notPermitted", "submitted"]
    guard scenario.place.source.words().isDisjoint(with: words) else { return }
    let requests = evidence.refusedRequests.map { (name(of: $0.app), $0.identifier) }
    for (name, identifier) in requests.sorted(by: <) {
      warn(
        .lostInSilence,
        "the scheduler did not permit the request “\(identifier)” of \(name), and nothing looks at that; "
          + "`info` lists the identifier, and the background mode `.fetch`, or `.processing` with "
          + "`kind: .processing`; a continued task is submitted while the app is active",
        at: scenario.place)
    }
  }

  /// An app ended for its own fault, which is allowed, and nothing looked at the app.
  private mutating func warnOfUnseenEnds(_ scenario: ScenarioCase) {
    let words: Set<String> = ["exit", "exits", "isRunning", "state", "trace", "calls", "launches"]
    for name in evidence.permittedEnds.sorted() where !isExpected(words.union([name])) {
      warn(
        .unneededPermission,
        "\(name) was ended for its own fault, which `allowing` permits, and no `expect` of this "
          + "scenario looks at \(name)", at: scenario.place)
    }
  }

  /// A block was asked what happens in it to an app that did not run and that no verb was about.
  private mutating func warnOfBystanders(_ scenario: ScenarioCase) {
    let asked = evidence.bystanders.subtracting(evidence.addressed)
      .filter { simulation.device.incarnations(of: $0) == 0 }
    for name in asked.map({ name(of: $0) }).sorted() {
      warn(
        .lookAtBystander,
        "\(name) never runs in this scenario and no verb is about it, so that nothing can happen to it; "
          + "ask about the app that is meant, or launch \(name)", at: scenario.place)
    }
  }

  /// A block was asked for an end of one kind, and the app ended otherwise.
  private mutating func warnOfOtherEnds(_ scenario: ScenarioCase) {
    let ends = evidence.otherEnds.map { (name(of: $0.app), $0.asked.rawValue, $0.reason.rawValue) }
    for (name, asked, reason) in ends.sorted(by: <) {
      warn(
        .endedOtherwise,
        "\(name) was not ended for `.\(asked)` in the block, but for `.\(reason)`; ask whether it ends at "
          + "all, with `ended(\(name)) { … }`, or expect that end", at: scenario.place)
    }
  }

  /// The words of a scenario, those of functions that it calls left out.
  private func words(of scenario: ScenarioCase) -> Set<String> {
    let source = scenario.place.source
    let start = scenario.place.range.start
    let declaration = Parser.parse(source).statements.first {
      $0.range.start <= start && start < $0.range.end
    }
    guard let declaration else { return [] }
    return SourceText(name: "scenario", source.text(in: declaration.range)).words()
  }

  /// A verb offers an app what it never asks for, and no expectation looks at what the app does.
  private mutating func warnOfUnheardVerbs(_ scenario: ScenarioCase) {
    let words: Set<String> = [
      "calls", "trace", "why", "state", "launches", "incarnation", "refused", "disk",
      "notifications",
    ]
    let variables = content.program.units.flatMap(\.globalTable.names)
    guard !evidence.unheard.isEmpty, !isLookedAt(words.union(variables), in: scenario) else {
      return
    }
    for verb in evidence.unheard.sorted(by: { ($0.call, $0.reason) < ($1.call, $1.reason) }) {
      warn(
        .verbToNobody,
        "`\(verb.call)` reaches no app: \(verb.reason) No `expect` of this scenario looks at what the app "
          + "does then", at: scenario.place)
    }
  }

  /// A choice was decided beforehand that never came up.
  private mutating func warnOfUnmetDecisions(_ scenario: ScenarioCase) {
    let count = simulation.device.unmetDecisions
    guard count > 0 else { return }
    warn(
      .unusedChoice,
      count == 1
        ? "`choose` decides a choice that never comes up; take it out, or do what leads to the choice"
        : "`choose` decides \(count) choices that never come up; take them out, or do what leads to them",
      at: scenario.place)
  }
}
