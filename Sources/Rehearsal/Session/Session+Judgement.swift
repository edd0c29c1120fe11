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
    warnOfEndsByVerbs(scenario)
    warnOfAbsentMessages(scenario)
  }

  // MARK: - Unfinished business

  /// How long life goes on after a scenario with unfinished business: longer than any budget of the
  /// background.
  private static var lookAhead: TimeSpan { .seconds(20 * 60) }

  /// How many events are looked at then.
  private static var eventsAhead: Int { 2000 }

  /// Lets life go on, on a copy, where an app is busy, has background tasks open or owes the system an answer,
  /// and warns where the app then ends for its own fault; but for an answer that it owes, only where the
  /// scenario says that the app lives.
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
    case .appEnded(let app, let reason, let error):
      let isOwed = owesAnswer && reason != .backgroundTaskExpired
      guard isOwed || claimsSurvival(of: app, in: scenario) else { return }
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

  /// Whether the main thread of an app is busy, or an app that is not in front has background tasks open, or
  /// was woken and has not answered.
  private var hasUnfinishedBusiness: Bool {
    let device = simulation.device
    return owesAnswer
      || device.apps.contains { app in
        device.process(of: app)?.isMainThreadBusy == true
          || device.state(of: app) == .background && !device.backgroundTasks(of: app).isEmpty
      }
  }

  /// Whether an app that is not in front was woken and has not answered.
  private var owesAnswer: Bool {
    let device = simulation.device
    return device.apps.contains { app in
      device.state(of: app) == .background
        && device.assertions(of: app).contains {
          if case .wakeUp = $0.kind { true } else { false }
        }
    }
  }

  /// Whether an expectation of this scenario says that an app lives: in words, or, of an app that has not ended
  /// yet, by whatever tells of its processes.
  ///
  /// Many a scenario about something else has a task open on purpose, so that an app keeps running; only such a
  /// claim is wrong a moment later.
  private func claimsSurvival(of name: String, in scenario: ScenarioCase) -> Bool {
    let others = Set(simulation.device.apps.map { self.name(of: $0) }).subtracting([name])
    let hasEnded = simulation.device.apps.contains {
      self.name(of: $0) == name && simulation.device.lastExit(of: $0) != nil
    }
    let made = declarations(in: scenario)
    return expectedTexts.contains { text in
      let words = SourceText(name: "expectation", text).words()
      let isAboutOthers = !words.contains(name) && !words.isDisjoint(with: others)
      if !isAboutOthers, Self.saysThatItLives(text, words, isFirstLife: false) { return true }
      guard !hasEnded else { return false }
      let kept = words.compactMap { made.constants[$0] }.joined(separator: "\n")
      let keptWords = SourceText(name: "constants", kept).words()
      guard words.contains(name) || keptWords.contains(name) else { return false }
      let called = words.compactMap { made.functions[$0] }.joined(separator: "\n")
      let whole = [text, kept, called].joined(separator: "\n")
      return Self.saysThatItLives(
        whole, SourceText(name: "whole", whole).words(), isFirstLife: true)
    }
  }

  /// Whether a text says that an app lives.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - words: Its words.
  ///   - isFirstLife: Whether the app has not ended yet, so that what is said of its ends is that there was none.
  /// - Returns: Whether it says so.
  private static func saysThatItLives(
    _ text: String, _ words: Set<String>, isFirstLife: Bool
  ) -> Bool {
    if words.contains("isRunning") || words.contains("notRunning") || text.contains("!ended") {
      return true
    }
    let isOfEnds = words.contains("exit") || words.contains("exits")
    let none = isFirstLife ? ["nil", "isEmpty", "== 0", "== []", "!="] : ["nil"]
    if isOfEnds, isFirstLife || words.contains("exit"), none.contains(where: text.contains) {
      return true
    }
    let others = OutsideMember.namesAboutLives.subtracting(["exit", "exits", "ended"])
    return isFirstLife && !others.isDisjoint(with: words)
  }

  /// What constants of a scenario are made of, and the bodies of the file's functions, by name.
  private func declarations(
    in scenario: ScenarioCase
  ) -> (constants: [String: String], functions: [String: String]) {
    var (constants, functions): ([String: String], [String: String]) = ([:], [:])
    let source = scenario.place.source
    for statement in Parser.parse(source).statements {
      switch statement.kind {
      case .function(let function):
        functions[function.name.text] = source.text(in: function.body.range)
      case .scenario(let declaration) where statement.range == range(of: scenario):
        for case .variable(let variable) in declaration.body.statements.map(\.kind) {
          constants[variable.name.text] = source.text(in: variable.value.range)
        }
      default: break
      }
    }
    return (constants, functions)
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

  /// The only thing expected is that an app is ended by the verb that ends it.
  private mutating func warnOfEndsByVerbs(_ scenario: ScenarioCase) {
    guard let call = evidence.endsByVerbs.min(), evidence.expectations.count == 1 else { return }
    warn(
      .endOfVerb,
      "`\(call)` ends the app whatever its code does, and nothing else is expected; expect what is left of "
        + "it, such as what is stored, or what the next launch shows", at: scenario.place)
  }

  /// An expectation says that an app was not sent a message, which is never sent to such an app.
  private mutating func warnOfAbsentMessages(_ scenario: ScenarioCase) {
    let asked = expectedTexts.map { SourceText(name: "expectation", $0).words() }
    let looking: Set<String> = ["calls", "trace"]
    let all = asked.reduce(into: Set<String>()) { $0.formUnion($1) }
    var told: Set<String> = []
    for words in asked where !words.isDisjoint(with: looking) {
      for app in simulation.device.apps where words.contains(name(of: app)) {
        for message in Message.allCases where words.contains(message.name) {
          guard let reason = reasonOfAbsence(message, app, expecting: all),
            told.insert("\(name(of: app)) \(message.name)").inserted
          else { continue }
          let rule = reason.rule.map { " (\($0))" } ?? ""
          let instead = reason.substitute.map { "; ask about `.\($0.name)`" } ?? ""
          warn(
            .absentMessage,
            "`.\(message.name)` is never sent to `\(name(of: app))`: \(reason.text)\(rule)\(instead)",
            at: scenario.place)
        }
      }
    }
  }

  /// Why an app is never sent a message for what it declares, where no expectation speaks of another message,
  /// as those do that test just that.
  private func reasonOfAbsence(
    _ message: Message, _ app: AppIdentifier, expecting words: Set<String>
  ) -> UnsentMessageReason? {
    let device = simulation.device
    let reason = UnsentMessageReason(
      to: message, hasScenes: device.usesScenes(app), on: device.profile)
    guard let reason, message.definition.receiver == .scene || reason.substitute != nil,
      !Message.allCases.contains(where: { $0 != message && words.contains($0.name) })
    else { return nil }
    return reason
  }

  /// A scenario that has to fail did so by another expectation than the one that its reason names.
  mutating func warnOfOtherFailure(
    _ scenario: ScenarioCase, _ reason: String, _ failed: [Failure]
  ) {
    let places = failed.compactMap { failure in
      if case .expectation(let failed) = failure.reason { failed.site.place } else { nil }
    }
    // An app is named by every expectation.
    let apps = simulation.device.apps.map { name(of: $0) }
    let named = Set(reason.lowercasedWords.filter { $0.count > 2 })
    let speaks = { (place: SourcePlace) in
      !place.source.names(in: place.range, besides: apps).isDisjoint(with: named)
    }
    guard let first = places.first, !named.isEmpty, !places.contains(where: speaks) else { return }
    let body = range(of: scenario)
    let meant = content.program.expectations.map(\.place).first { place in
      place.source === scenario.place.source && body.start <= place.range.start
        && place.range.end <= body.end && speaks(place)
    }
    guard let meant else { return }
    warn(
      .metByAnother,
      "this fails, and `fails:` speaks of `\(meant.source.text(in: meant.range))`, which does not; mend what "
        + "fails here, or say so in the header", at: first)
  }

  /// Where a scenario is declared, with its body.
  private func range(of scenario: ScenarioCase) -> SourceRange {
    let start = scenario.place.range.start
    return Parser.parse(scenario.place.source).statements.first {
      $0.range.start <= start && start < $0.range.end
    }?.range ?? scenario.place.range
  }

  /// The words of a scenario, those of functions that it calls left out.
  private func words(of scenario: ScenarioCase) -> Set<String> {
    let text = scenario.place.source.text(in: range(of: scenario))
    return SourceText(name: "scenario", text).words()
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

extension SourceText {
  /// The words that names in a piece of code are made of, and those of its texts, without some names.
  fileprivate func names(in range: SourceRange, besides others: [String]) -> Set<String> {
    let text = others.reduce(text(in: range)) { $0.replacing($1, with: " ") }
    return Set(text.lowercasedWords)
  }
}

extension String {
  /// The words of a text, in small letters: `lastDraft` has two.
  fileprivate var lowercasedWords: [String] {
    var words: [String] = []
    var word = ""
    for character in self {
      if !character.isLetter || character.isUppercase {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter { word += character.lowercased() }
    }
    return word.isEmpty ? words : words + [word]
  }
}
