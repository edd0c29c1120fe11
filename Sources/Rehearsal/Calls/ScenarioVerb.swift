// What the outside can call: the verbs of the user and the system, which are the rows of the
// device's table of actions, and the few that advance time or inspect the past, one row each.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// A function of the outside that is no action on the device.
struct ScenarioVerb: Sendable {
  /// What a call does.
  typealias Body =
    @Sendable (inout Session, HostFunction) throws(HostFunctionError) -> MachineReply<Void>

  /// What the host interface says of the function.
  let definition: HostFunction
  let body: Body

  private init(
    _ name: String, reads: [Reading], _ parameters: [HostFunction.Parameter] = [],
    isHidden: Bool = false, isReadOnly: Bool = false, historyAdvice: String? = nil,
    answer: HostFunction.Answer = .free, result: ValueKind? = nil, _ summary: String = "",
    _ body: @escaping Body
  ) {
    var function = HostFunction(
      name, side: .outside, parameters, answer: answer, result: result, summary: summary)
    function.isHidden = isHidden
    function.isReadOnly = isReadOnly
    function.historyAdvice = historyAdvice
    function.reads = reads
    definition = function
    self.body = body
  }

  private static let app = HostFunction.Parameter("app", .app)

  /// How time passes, and what the prelude's functions are made of.
  static let time: [ScenarioVerb] = [
    ScenarioVerb(
      "step", reads: [], [.init("count", HostDomain("an Int", [.integer]), isOptional: true)],
      answer: .verdict(with: "count"), result: .boolean,
      "Runs the next scheduled events; whether there were enough."
    ) { session, word throws(HostFunctionError) in
      try session.beginSteps(word)
      return .pause(())
    },
    ScenarioVerb("__advance", reads: [], [.init("by")], isHidden: true) {
      session, word throws(HostFunctionError) in
      try session.beginAdvance(word)
      return .pause(())
    },
    ScenarioVerb("__endOfWait", reads: [], [.init("limit")], isHidden: true, isReadOnly: true) {
      session, word throws(HostFunctionError) in
      .value(try session.endOfWait(word))
    },
    ScenarioVerb("__nextEvent", reads: [], [.init("end")], isHidden: true) {
      session, word throws(HostFunctionError) in
      .value(.boolean(try session.nextEvent(word)))
    },
    ScenarioVerb("__beginReadOnly", reads: [], isHidden: true, isReadOnly: true) { session, _ in
      session.machine.beginReadOnly()
      return .value(.nil)
    },
    ScenarioVerb("__endReadOnly", reads: [], isHidden: true, isReadOnly: true) { session, _ in
      session.machine.endReadOnly()
      return .value(.nil)
    },
    steer.verb,
    ScenarioVerb(
      "__mark", reads: [], [app], isHidden: true, isReadOnly: true,
      historyAdvice: OutsideMember.adviceOnRecords
    ) {
      session, word throws(HostFunctionError) in
      _ = try session.app(0, of: word)
      return .value(.integer(Int64(session.simulation.history.endIndex)))
    },
    ScenarioVerb("__callsSince", reads: [], [app, .init("mark")], isHidden: true, isReadOnly: true)
    {
      session, word throws(HostFunctionError) in
      let app = try session.app(0, of: word)
      return .value(
        session.noteAnswer(try session.calls(of: app, since: session.mark(word)), about: app))
    },
    ScenarioVerb("__traceSince", reads: [], [app, .init("mark")], isHidden: true, isReadOnly: true)
    {
      session, word throws(HostFunctionError) in
      let app = try session.app(0, of: word)
      return .value(
        session.noteAnswer(try session.trace(of: app, since: session.mark(word)), about: app))
    },
    ScenarioVerb(
      "__beginEnd", reads: [], [app, .init("reason"), .init("text")], isHidden: true,
      isReadOnly: true
    ) { session, word throws(HostFunctionError) in
      session.expectedEnds.append(try session.expectedEnd(word))
      return .value(.nil)
    },
    ScenarioVerb("__beginRefused", reads: [], [.init("rule")], isHidden: true, isReadOnly: true) {
      session, word throws(HostFunctionError) in
      _ = try session.rule(word)
      session.refusalsAskedFor.append(.init(firstRecord: session.simulation.history.endIndex))
      return .value(.nil)
    },
    ScenarioVerb("__endRefused", reads: [], [.init("rule")], isHidden: true, isReadOnly: true) {
      session, word throws(HostFunctionError) in
      let rule = try session.rule(word)
      guard let watch = session.refusalsAskedFor.popLast() else { return .value(.boolean(false)) }
      guard session.simulation.history.firstIndex <= watch.firstRecord else {
        throw .history("refusals", of: "the block", .records, session.script.limits)
      }
      return .value(
        .boolean(rule == nil ? !watch.rules.isEmpty : watch.rules.contains(rule)))
    },
    ScenarioVerb("__endEnd", reads: [], isHidden: true, isReadOnly: true) { session, _ in
      let end = session.expectedEnds.popLast()
      if let end, !session.isExploring {
        if let verb = end.verb { session.evidence.endsByVerbs.insert(verb) }
        if !end.hasHappened { session.evidence.bystanders.insert(end.app) }
      }
      if let end, !end.hasHappened, let asked = end.reason, asked != .crash,
        let reason = end.otherReason, !session.isExploring
      {
        session.evidence.otherEnds.insert(.init(app: end.app, asked: asked, reason: reason))
      }
      return .value(.boolean(end?.hasHappened ?? false))
    },
  ]

  /// How the next choice comes out: what `choose 2` calls.
  static let steer = (
    name: "__steer",
    verb: ScenarioVerb("__steer", reads: [], [.init("way")], isHidden: true) {
      session, word throws(HostFunctionError) in
      let way = try session.machine.argument(0, of: word, "the number of a block, from 1") {
        if case .integer(let number) = $0, number >= 1 { Int(exactly: number) } else { nil }
      }
      session.simulation.decide(way - 1)
      return .value(.nil)
    }
  )

  /// Looking back.
  static let looking: [ScenarioVerb] = [
    ScenarioVerb(
      "why", reads: [.time], [app, .init("what", isOptional: true, symbols: Record.names)],
      isReadOnly: true,
      answer: .value, result: .string,
      "Explains the app's state, or why something happened to it or did not happen."
    ) { session, word throws(HostFunctionError) in
      let explanation = session.simulation.explanation(of: try session.app(0, of: word))
      guard session.machine.hasArgument(1) else { return .value(.string(explanation.stateText)) }
      let name = try session.machine.argument(1, of: word, "a symbol, such as .didEnterBackground")
      {
        if case .symbol(let name) = $0 { name } else { nil }
      }
      return .value(.string(explanation.text(of: name)))
    }
  ]
}

extension Session {
  fileprivate mutating func mark(_ word: HostFunction) throws(HostFunctionError) -> Int {
    try machine.argument(1, of: word, "a mark") {
      if case .integer(let index) = $0 { Int(exactly: index) } else { nil }
    }
  }
}

extension Session {
  /// The end that a block is expected to bring.
  fileprivate mutating func expectedEnd(
    _ word: HostFunction
  ) throws(HostFunctionError) -> ExpectedEnd {
    let app = try app(0, of: word)
    guard machine.argument(2) == .nil else {
      let crash = HostFunction("crash", side: .outside, word.parameters)
      let text = try machine.text(2, of: crash)
      guard !text.isEmpty else {
        throw HostFunctionError(.invalidArgument, "an empty message names no crash")
      }
      return ExpectedEnd(app: app, reason: .crash, text: text)
    }
    guard machine.argument(1) != .nil else { return ExpectedEnd(app: app, reason: nil) }
    let ended = HostFunction("ended", side: .outside, word.parameters)
    let reason: ExitReason = try machine.argument(1, of: ended, "the reason of an end") {
      if case .symbol(let name) = $0 { ExitReason(rawValue: name) } else { nil }
    }
    return ExpectedEnd(app: app, reason: reason)
  }

  /// The rule that a block of refusals asks for; nil if it asks for any.
  fileprivate mutating func rule(_ word: HostFunction) throws(HostFunctionError) -> RuleNumber? {
    guard machine.hasArgument(0), machine.argument(0) != .nil else { return nil }
    let refused = HostFunction("refused", side: .outside, word.parameters)
    let rule: RuleNumber = try machine.argument(
      0, of: refused, "the number of a rule as a String, such as \"R049\""
    ) { value in
      guard case .string(let text) = value else { return nil }
      return RuleNumber.allCases.first { $0.description == text }
    }
    return rule
  }
}

// MARK: - Actions

extension Action {
  /// What the host interface says of the action's verb.
  var definition: HostFunction {
    var function = HostFunction(
      name, side: .outside, parameters.map(HostFunction.Parameter.init), result: .nothing,
      summary: help)
    function.reads = parameters.flatMap { $0.domain.reads }
    return function
  }
}

extension ActionDomain {
  /// What naming such a thing reads: where something is depends on where it was, and who ends for memory on
  /// how much there is.
  fileprivate var reads: [Reading] {
    switch self {
    case .window: [.windowNumber]
    case .metres, .degrees: [.place]
    case .size: [.memory]
    case .app, .appOrControl, .symbol, .text, .control, .locale, .payload, .truth, .opener, .date,
      .timeZone, .value:
      []
    }
  }
}

extension HostFunction.Parameter {
  fileprivate init(_ parameter: ActionParameter) {
    var symbols: [String] = []
    if case .symbol(let names) = parameter.domain { symbols = names }
    self.init(
      parameter.name, HostDomain(parameter.domain), isOptional: parameter.isOptional,
      isNamed: parameter.isNamed, symbols: symbols)
    alternative = parameter.alternative
  }
}

extension HostDomain {
  /// An app.
  static let app = HostDomain("an app", [.unit])

  /// The number of a rule.
  static let rule = HostDomain(
    "the number of a rule as a String, such as \"R049\"", [.string],
    accepts: { value in RuleNumber.allCases.contains { .string($0.description) == value } })

  /// A distance.
  static let metres = HostDomain("metres, at least 0", [.integer, .double]) { value in
    switch value {
    case .integer(let metres): metres >= 0
    case .double(let metres): metres >= 0
    default: false
    }
  }

  /// What an action takes, where a literal shows it; nil for anything.
  fileprivate init?(_ domain: ActionDomain) {
    switch domain {
    case .app: self = .app
    case .appOrControl: self.init("an app or the label of a control", [.unit, .string])
    case .symbol(let names):
      self.init(
        names.count > 12
          ? "a symbol"
          : "one of "
            + names.map { "." + $0 }
            .joined(separator: ", "), [.symbol])
    case .text, .control: self = .text
    case .metres: self = .metres
    case .degrees(let most):
      self.init("degrees from -\(most) to \(most)", [.integer, .double]) { value in
        switch value {
        case .integer(let degrees): abs(Double(degrees)) <= Double(most)
        case .double(let degrees): abs(degrees) <= Double(most)
        default: false
        }
      }
    case .locale:
      self.init("a locale, such as \"fr\" or \"pt-BR\"", [.string]) { value in
        if case .string(let text) = value { LocaleName(text) != nil } else { false }
      }
    case .size: self = .size
    case .window:
      self.init("the number of a window, from 1", [.integer]) { value in
        if case .integer(let number) = value { number >= 1 } else { false }
      }
      isInstanceNumber = true
    case .payload: self.init("a map", [.map])
    case .truth: self = .truth
    case .opener: self.init("an app or the identifier of one", [.unit, .string])
    case .date:
      self.init("a date from 1970 on, such as \"2026-06-01 12:00\"", [.string]) { value in
        guard case .string(let text) = value else { return false }
        var clock = WallClock()
        return clock.set(to: text, at: .zero)
      }
    case .timeZone:
      self.init("the name of a time zone, or an offset such as \"UTC+2\"", [.string]) { value in
        if case .string(let text) = value { ClockZone(text) != nil } else { false }
      }
    case .value: return nil
    }
  }
}

extension Session {
  /// Carries out a call of an action's verb: each argument is read as its domain says.
  mutating func call(
    _ action: Action, _ word: HostFunction
  ) throws(HostFunctionError) -> MachineReply<Void> {
    var app: AppIdentifier?
    var arguments: [ScriptValue] = []
    for (position, parameter) in action.parameters.enumerated() {
      switch parameter.domain {
      case .app:
        if !parameter.isOptional || machine.hasArgument(position) {
          app = try self.app(position, of: word)
        }
      case .appOrControl:
        // `touch "Label"` or `touch app, "Label"`.
        if machine.hasArgument(position + 1) {
          app = try self.app(position, of: word)
        } else {
          arguments.append(.string(try machine.text(position, of: word)))
        }
      default:
        if let value = try argument(position, parameter, of: action, word) {
          arguments.append(value)
        }
      }
    }
    return .value(try apply(Stimulus(action.action, app, arguments)))
  }

  /// An argument of an action; nil if it was left out and nothing stands for it.
  private mutating func argument(
    _ position: Int, _ parameter: ActionParameter, of action: Action, _ word: HostFunction
  ) throws(HostFunctionError) -> ScriptValue? {
    if let other = parameter.alternative,
      let place = action.parameters.firstIndex(where: { $0.name == other }),
      machine.hasArgument(place)
    {
      return .nil
    }
    if parameter.isOptional, parameter.alternative == nil, !machine.hasArgument(position) {
      return parameter.domain == .control ? nil : .nil
    }
    switch parameter.domain {
    case .symbol(let names): return .symbol(try machine.symbol(position, of: word, among: names))
    case .metres:
      let metres = try machine.number(position, of: word)
      guard metres >= 0 else {
        throw HostFunctionError(
          .typeMismatch, "`\(parameter.name)` takes \(HostDomain.metres.words), not \(metres)")
      }
      return .double(metres)
    case .degrees(let most):
      return .double(
        try machine.argument(position, of: word, "degrees from -\(most) to \(most)") {
          switch $0 {
          case .integer(let degrees) where abs(Double(degrees)) <= Double(most): Double(degrees)
          case .double(let degrees) where abs(degrees) <= Double(most): degrees
          default: nil
          }
        })
    case .locale:
      return .string(
        try machine.argument(position, of: word, "a locale, such as \"fr\" or \"pt-BR\"") {
          if case .string(let text) = $0, LocaleName(text) != nil { text } else { nil }
        })
    case .size: return .integer(try machine.size(position, of: word))
    case .window: return .integer(try machine.window(position, of: word))
    case .payload:
      return try machine.argument(position, of: word, "a map of plain data") {
        (value: ScriptValue) -> ScriptValue? in
        guard case .map = value, value.isPlainData else { return nil }
        return value
      }
    case .truth: return .boolean(try machine.truth(position, of: word))
    case .opener: return .string(try opener(position, word))
    case .date: return .string(try date(position, word))
    case .timeZone: return .string(try timeZone(position, word))
    case .app, .appOrControl, .control, .text, .value:
      return .string(try machine.text(position, of: word))
    }
  }

  /// An app by its name, or the identifier of one as it is written.
  private mutating func opener(
    _ position: Int, _ word: HostFunction
  ) throws(HostFunctionError) -> String {
    if case .string(let identifier) = machine.argument(position) { return identifier }
    return name(of: try app(position, of: word))
  }

  private mutating func date(
    _ position: Int, _ word: HostFunction
  ) throws(HostFunctionError) -> String {
    let text = try machine.text(position, of: word)
    var clock = simulation.device.wallClock
    guard clock.set(to: text, at: simulation.device.now) else {
      throw HostFunctionError(
        .invalidArgument,
        "\"\(text)\" is not a date; write one from 1970 on, such as \"2026-06-01 12:00\"")
    }
    return text
  }

  private mutating func timeZone(
    _ position: Int, _ word: HostFunction
  ) throws(HostFunctionError) -> String {
    let text = try machine.text(position, of: word)
    guard ClockZone(text) != nil else {
      let meant = Suggestion.closest(to: text, among: ClockZone.named.map(\.name))
      let hint =
        meant.map { "did you mean \"\($0)\"?" } ?? "offsets such as \"UTC+2\" always work"
      throw HostFunctionError(
        .invalidArgument, "there is no time zone \"\(text)\" here; " + hint)
    }
    return text
  }

  /// What a stimulus costs of the script's budget: a loop of verbs reaches its limit as soon as a
  /// loop of anything else.
  private static var instructionsOfAStimulus: Int { 1500 }

  /// Applies a stimulus, which answers nothing.
  mutating func apply(_ stimulus: Stimulus) throws(HostFunctionError) -> ScriptValue {
    // The parts look through what the device keeps, from end to end. What no code asked for costs
    // none: an exploration's own action leaves the machine to be shared.
    if !machine.isIdle { machine.charge(Self.instructionsOfAStimulus + simulation.scanCost) }
    eventsUnderWay = 0
    noteAct(.stimulus)
    let outcome = try move { (simulation: inout Simulation) throws(SimulationError) in
      try simulation.apply(stimulus)
    }
    if !isExploring, let app = stimulus.app { evidence.addressed.insert(app) }
    guard case .refused = outcome else {
      // The first attempt was made before the app, or the device, was ready for it.
      if !isExploring { evidence.unheard = evidence.unheard.filter { $0.stimulus != stimulus } }
      return .nil
    }
    if isExploring, refusalsAskedFor.isEmpty {
      // What is refused does not take place, and neither does what follows on it.
      isActionRefused = true
      throw HostFunctionError(.refusedVerb, "a verb of an exploration was refused")
    }
    try noteRefusal(of: stimulus)
    return .nil
  }

  /// A refused verb tests nothing, unless the script asks whether it is refused.
  ///
  /// - Throws: An error for a window that there never was: no state of the device brings it about.
  private mutating func noteRefusal(of applied: Stimulus) throws(HostFunctionError) {
    guard refusalsAskedFor.isEmpty, let refused = simulation.lastRefusal else { return }
    noteUnheard(applied, refused)
    guard refused.refusal.declined == false, let place = machine.stack().first?.place else {
      return
    }
    let (stimulus, refusal) = (refused.stimulus, refused.refusal)
    let call = stimulus.call(appName: stimulus.app.map { name(of: $0) }, as: .sentence)
    if case .refusal(.windows(_, let last)) = refusal.details,
      case .integer(let window)? = stimulus.arguments.last, window > max(1, last)
    {
      throw HostFunctionError(
        .invalidArgument, "`\(call)` names a window that never existed: \(refusal.detail)")
    }
    let rule = refusal.rule.map { " (\($0))" } ?? ""
    warn(.refusedVerb, "`\(call)` was refused: \(refusal.detail)\(rule)", at: place)
  }

  /// Notes a verb that cannot reach its app as that is declared, or as the device is.
  private mutating func noteUnheard(_ applied: Stimulus, _ refused: Simulation.RefusedStimulus) {
    guard !isExploring, case .refusal(let reason) = refused.refusal.subject,
      reason.reachesNobody, let app = refused.stimulus.app
    else { return }
    evidence.unheard.insert(
      .init(
        app: app, stimulus: applied,
        call: refused.stimulus.call(appName: name(of: app), as: .sentence),
        reason: refused.refusal.detail))
  }

  /// Notes an app of which nothing is to be told.
  fileprivate mutating func noteAnswer(
    _ answer: ScriptValue, about app: AppIdentifier
  ) -> ScriptValue {
    if case .list(let elements) = answer, elements.isEmpty, !isExploring {
      evidence.bystanders.insert(app)
    }
    return answer
  }

  /// Reads an app.
  mutating func app(
    _ position: Int, of word: HostFunction
  ) throws(HostFunctionError) -> AppIdentifier {
    try app(
      machine.argument(position, of: word, "an app") {
        if case .handle(let handle) = $0, handle.handleKind == .app { handle } else { nil }
      })
  }
}

extension Machine {
  /// Reads one of some symbols.
  fileprivate mutating func symbol(
    _ position: Int, of function: HostFunction, among names: [String]
  ) throws(HostFunctionError) -> String {
    let known = names.map { "." + $0 }.joined(separator: ", ")
    return try argument(position, of: function, "one of " + known) {
      if case .symbol(let name) = $0, names.contains(name) { name } else { nil }
    }
  }

  /// Reads the number of a window.
  fileprivate mutating func window(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> Int64 {
    try argument(position, of: function, "the number of a window, from 1") {
      if case .integer(let number) = $0, number >= 1, Int(exactly: number) != nil {
        number
      } else {
        nil
      }
    }
  }
}
