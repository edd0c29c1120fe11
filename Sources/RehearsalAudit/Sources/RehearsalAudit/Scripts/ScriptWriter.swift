// An app as a script: what it declares, every handler with what was recognised of its calls, the rest as
// comments with their places. It is where a model of the app begins, not where it ends.

import RehearsalRules
import SwiftSyntax

/// Writes the app of an audit as a script: of several the one with the most handlers.
struct ScriptWriter {
  private let app: AuditedApp
  private let name: String
  /// Whether some way into the app is handled at its launch and by the message that follows.
  private let handlesTwice: Bool

  init(_ audit: Audit) {
    let known = audit.apps.enumerated().max { left, right in
      (left.element.handlers.count, right.offset) < (right.element.handlers.count, left.offset)
    }
    let app = known?.element ?? audit.apps[0]
    self.app = app
    name = Self.typeName(app.manifest.name)
    handlesTwice = audit.findings.contains {
      $0.rule.identifier == AuditRule.handledTwice.identifier
    }
  }

  /// A name of the language for the name of a target.
  private static func typeName(_ text: String) -> String {
    let kept = text.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    let name = String(String.UnicodeScalarView(kept))
    guard let first = name.first, first.isLetter else { return "App" + name }
    return first.uppercased() + name.dropFirst()
  }

  /// Something that is done later, after how long is not known; on some paths of the source never.
  static func later(_ call: String, orNever mayBeMissed: Bool = false) -> String {
    let done = "perform(oneOf(1s, 20s)) { \(call) }"
    return mayBeMissed ? missed(done) : done
  }

  /// Something that is owed and missed on some paths of the source: the choice begins with these, so that
  /// a storm shows where they lead.
  static func missed(_ statement: String) -> String { maybeNot(statement) }

  /// Something that is done on some paths of the source only.
  static func maybe(_ statement: String) -> String { "choose { \(statement) } or { }" }

  /// Something that is done on some paths of the source only; a storm leaves it out.
  static func maybeNot(_ statement: String) -> String { "choose { } or { \(statement) }" }

  /// The script of the app as it is, with the scenarios that it can fail.
  var script: String {
    let declared = declaration(name, asScenes: app.hasScenes, suffix: "")
    return """
      // Written by `rehearse audit`: \(name) as its sources show it. What stands in comments was not
      // recognised; say what matters of it. What is not known, such as how long something takes, is a
      // choice: `oneOf` and `choose` begin with the first, and `rehearse explore --scenarios` tries all.
      // Where a path misses what it owes, the choice begins with nothing.
      \(Self.listener)
      \(declared)\(background(declared))\(ways(into: name, suffix: ""))
      """
  }

  /// Reads what the handlers of the ways into an app wrote, which no process loses.
  private static let listener = """
    func heard(app) { return app.trace.filter { $0.kind == .log }.map { $0.detail } }

    """

  /// Whether a delegate has a handler of one of these messages; one of scenes counts where there are some.
  private func has(_ messages: Message..., asScenes: Bool = false) -> Bool {
    app.handlers.contains { found in
      found.handler.message.map(messages.contains) ?? false
        && (asScenes || app.hasScenes || found.handler.recipient != .scene)
    }
  }

  /// What wakes the app in the background: each wake-up that is not answered ends it.
  private func wakings(_ declared: String) -> [(title: String, steps: [String])] {
    let modes = app.manifest.backgroundModes
    var wakings: [(title: String, steps: [String])] = []
    if has(.didReceiveRemoteNotification), modes.contains("remote-notification") {
      let payload = "payload: [\"aps\": [\"content-available\": 1]]"
      wakings.append(("a silent push", ["push \(name), \(payload), type: .background"]))
    }
    if has(.didReceiveIncomingPush, .didReceiveIncomingVoIPPush), modes.contains("voip") {
      wakings.append(("a VoIP push", ["push \(name), type: .voip"]))
    }
    let isFetching = declared.contains("setMinimumBackgroundFetchInterval(")
    if has(.performFetch), modes.contains("fetch"), app.manifest.taskIdentifiers == nil, isFetching
    {
      wakings.append(("a fetch", ["fetch \(name)"]))
    }
    return wakings
  }

  /// Scenarios of the background: a wake-up that is not answered, a task that is not ended there, and a
  /// scheduled one that is not completed, end the app.
  private func background(_ declared: String) -> String {
    let check = "expect \(name).exit == nil"
    var text = ""
    for waking in wakings(declared) {
      text += scenario(
        "\(name): \(waking.title) in the background",
        ["launch \(name)", "press .home", "advance 1min"] + waking.steps + ["advance 1min", check])
    }
    if declared.contains("= beginBackgroundTask(") {
      text += scenario(
        "\(name): it lives on in the background",
        ["launch \(name)", "press .home", "advance 5min", check])
    }
    // One that is asked for where another one runs only is never run by itself.
    let isDone = "expect !\(name).trace.contains { $0.name == .taskFailed }"
    let ofTasks = scheduledTaskLines().joined(separator: "\n")
    for task in scheduledTasks() {
      let submission = "submitBackgroundTask(\(task.literal)"
      guard declared.ranges(of: submission).count > ofTasks.ranges(of: submission).count else {
        continue
      }
      let run = "runBackgroundTask \(name), \(task.literal)"
      text += scenario(
        "\(name): \(task.literal.dropFirst().dropLast()) comes to its end",
        ["launch \(name)", "press .home", "advance 1h", run, "advance 10min", check, isDone])
    }
    return text
  }

  /// The twin of the app with scenes and the ways into it, beside the script of the app, which is the
  /// file; nil for an app that has scenes.
  func twin(importing file: String) -> String? {
    guard !app.hasScenes else { return nil }
    let twin = name + "WithScenes"
    return """
      // Written by `rehearse audit`: \(name) as it lives once its Info.plist has a scene manifest, and the
      // ways into it. Where one fails, its message is sent to the scene: move there what its handler does.
      import "\(file)"

      \(declaration(twin, asScenes: true, suffix: "scenes"))
      \(ways(into: twin, suffix: "scenes"))
      """
  }

  // MARK: The app

  private static let modes: [String: String] = [
    "audio": "audio", "bluetooth-central": "bluetoothCentral",
    "bluetooth-peripheral": "bluetoothPeripheral", "external-accessory": "externalAccessory",
    "fetch": "fetch", "location": "location", "processing": "processing",
    "remote-notification": "remoteNotification", "voip": "voip",
  ]

  private func declaration(_ name: String, asScenes: Bool, suffix: String) -> String {
    let own = handlerGroups(of: [.application, .notificationCenter, .pushRegistry])
    let handlers =
      own.flatMap { handler($0.message, $0.group, asScenes: asScenes) }
      + otherHandlers(ofScenes: false) + observerLines() + scheduledTaskLines()
    var lines = ["app \(name) {"] + indented(information(suffix))
    let scenes = asScenes ? sceneLines() : []
    lines += CallScript.timers(in: handlers + scenes).map { "    var \($0) = nil" }
    return (lines + indented(handlers + scenes) + ["}", ""]).joined(separator: "\n")
  }

  private func sceneLines() -> [String] {
    let groups = handlerGroups(of: [.scene])
    var lines = groups.flatMap { handler($0.message, $0.group, asScenes: true) }
    lines += otherHandlers(ofScenes: true)
    if groups.isEmpty { lines.append("on willConnect(session, options) { }") }
    let screens = otherHandlers(ofScenes: true, inCars: true)
    let cars = screens.isEmpty ? [] : ["scene(.carPlay) {"] + indented(screens) + ["}"]
    return ["scene {"] + indented(lines) + ["}"] + cars
  }

  private func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : "    " + $0 }
  }

  private func information(_ suffix: String) -> [String] {
    let manifest = app.manifest
    func list(_ key: String, _ texts: [String]) -> [String] {
      let known = texts.filter { !$0.contains("$") && !$0.contains("*") }
      guard !known.isEmpty else { return [] }
      return ["    \(key): [\(known.map(Self.literal).joined(separator: ", "))]"]
    }
    let modes = manifest.backgroundModes.compactMap { Self.modes[$0] }.map { "." + $0 }
    var lines: [String] = []
    if !modes.isEmpty { lines.append("    backgroundModes: [\(modes.joined(separator: ", "))]") }
    lines += list(
      "urlSchemes", manifest.urlSchemes.filter(Self.isScheme).map { $0.lowercased() + suffix })
    lines += list("associatedDomains", domains(suffix))
    lines += list("activityTypes", manifest.activityTypes)
    lines += list("backgroundTaskIdentifiers", manifest.taskIdentifiers ?? [])
    if manifest.hasMultipleScenes { lines.append("    multipleScenes: true") }
    return lines.isEmpty ? [] : ["info {"] + lines + ["}"]
  }

  private func domains(_ suffix: String) -> [String] {
    app.manifest.associatedDomains.filter { $0.allSatisfy { !"?*$".contains($0) } }
      .map { suffix.isEmpty ? $0 : suffix + "." + $0 }
  }

  // MARK: Handlers

  /// What a handler of a way into the app hears.
  private static let heard: [Message: String] = [
    .open: "link", .sceneOpenURLContexts: "link", .continueUserActivity: "activity",
    .sceneContinueUserActivity: "activity", .performAction: "quick action",
    .scenePerformAction: "quick action", .didReceiveNotificationResponse: "push",
  ]
  /// The keys of options that a launch or a connection reads, with the members of sources for them.
  private static let optionKeys: [(word: String, key: String, names: Set<String>)] = [
    ("link", "url", ["url", "urlContexts", "UIApplicationLaunchOptionsURLKey", "URLContexts"]),
    (
      "quick action", "shortcutItem", ["shortcutItem", "UIApplicationLaunchOptionsShortcutItemKey"]
    ),
    (
      "activity", "userActivity", ["userActivities", "userActivityDictionary"]
    ),
    ("push", "notificationResponse", ["notificationResponse"]),
  ]

  /// Messages whose handlers answer with an object that a script has no word for.
  private static let unwritten: Set<Message> = [
    .configurationForConnecting, .sceneStateRestorationActivity, .didDiscardSceneSessions,
  ]

  /// The handlers of delegates by their message, in the order of the places.
  private func handlerGroups(
    of recipients: Set<Recipient>
  ) -> [(message: Message, group: [FoundHandler])] {
    let known = app.handlers.filter { recipients.contains($0.handler.recipient) }
    let groups = Message.allCases.filter { !Self.unwritten.contains($0) }.map { message in
      let group = known.filter { $0.handler.message == message }
      return (message, group.sorted { $0.place < $1.place })
    }
    return groups.filter { !$0.1.isEmpty }.sorted { $0.1[0].place < $1.1[0].place }
  }

  /// Handlers of all other messages that the device plays, by its own table.
  private func otherHandlers(ofScenes isScene: Bool, inCars isCar: Bool = false) -> [String] {
    let known = Set(app.handlers.map(\.handler.selector))
    let messages = Message.allCases.filter {
      $0.receiverName == (isScene ? "scene" : "application") && !known.contains($0.selector)
        && $0.name.hasPrefix("carPlay") == isCar
    }
    return messages.flatMap { message -> [String] in
      let functions = app.program.functions(named: String(message.selector.prefix { $0 != "(" }))
        .filter {
          $0.selector == message.selector && $0.owner.map(app.isDelegate) ?? false
        }
      guard let first = functions.first else { return [] }
      return written(
        message, at: first.place, functions.flatMap { CallScript(app, Code($0)).lines })
    }
  }

  private func handler(
    _ message: Message, _ group: [FoundHandler], asScenes: Bool
  ) -> [String] {
    if asScenes, let replacement = group.compactMap(\.handler.replacement).first {
      return group.flatMap { found in
        [
          "", "// \(found.place.path):\(found.place.line)",
          "// `\(message.handlerName)` is not sent to an app with scenes, but `\(replacement.selector)`.",
        ]
      }
    }
    var body: [String] = []
    if let heard = Self.heard[message] { body.append("log(\"\(heard)\")") }
    for (index, found) in group.enumerated() {
      // Only one of several delegates is sent it, and answers.
      body += statements(of: found).filter { index == 0 || !$0.contains("completion(") }
    }
    if message == .didFinishLaunching { body += registrations(besides: body) }
    return written(message, at: group[0].place, body)
  }

  private func written(_ message: Message, at place: Place, _ body: [String]) -> [String] {
    let parameters = message.parameters
    let head = parameters.isEmpty ? "" : "(\(parameters.joined(separator: ", ")))"
    let answer = message.answersWithTruth ? ["return true"] : []
    return ["", "// \(place.path):\(place.line)", "on \(message.handlerName)\(head) {"]
      + (body + answer).map { "    " + $0 } + ["}"]
  }

  private func statements(of found: FoundHandler) -> [String] {
    guard let function = found.function else { return objectiveCStatements(of: found) }
    let body = CallScript(app, Code(function))
    var lines = [callReport(of: found)].compactMap(\.self)
    if [.launch, .connection].contains(found.handler.moment) {
      let names = Set(
        function.body.tokens(viewMode: .sourceAccurate).map { $0.text })
      // Options that are handed on may be read there.
      let handed = function.parameters.last.map { name in
        ReferenceReader.references(to: name, in: Syntax(function.body)).contains { use in
          !(use.parent?.is(MemberAccessExprSyntax.self) ?? false)
            && !(use.parent?.is(SubscriptCallExprSyntax.self) ?? false)
            && !(use.parent?.is(OptionalChainingExprSyntax.self) ?? false)
        }
      }
      for option in Self.optionKeys
      where !option.names.isDisjoint(with: names)
        || handed == true && found.handler.moment == .connection
      {
        lines.append("if options[\"\(option.key)\"] != nil { log(\"\(option.word)\") }")
      }
    }
    lines += body.lines
    guard let name = function.parameters.last,
      found.handler.message?.parameters.last == "completion"
    else { return lines }
    if function.isAsync { return lines + completion(of: found, called: true) }
    let owed = Obligation(kind: .completion, name: name, beginning: nil)
    guard owed.isNamed(in: function.body) else { return lines }
    let missed = PathAnalysis.missedPaths(of: owed, in: function.body, canThrow: false)
    let elsewhere = OwedElsewhere(program: app.program)
      .suspectedPaths(of: owed, in: function.body, of: function)
    let isCalled = function.calls.contains { !$0.isInClosure && owed.isMet(by: $0.node) }
    return lines
      + completion(of: found, called: isCalled, orNever: !missed.isEmpty || !elsewhere.isEmpty)
  }

  /// The call of a completion: at once, or when something is done that was handed it; on some paths
  /// perhaps never.
  ///
  /// What it is called with is not known.
  private func completion(
    of found: FoundHandler, called isAtOnce: Bool, orNever mayBeMissed: Bool = false
  ) -> [String] {
    let call: String
    switch found.handler.message {
    case .didReceiveRemoteNotification, .performFetch:
      call = "completion(oneOf(.newData, .noData, .failed))"
    case .willPresentNotification: call = "completion([.banner])"
    case .performAction, .scenePerformAction: call = "completion(oneOf(true, false))"
    case .didReceiveNotificationResponse, .handleEventsForBackgroundURLSession,
      .didReceiveIncomingPush, .didReceiveIncomingVoIPPush, .handleAction:
      call = "completion()"
    default: return []
    }
    guard isAtOnce else { return [Self.later(call, orNever: mayBeMissed)] }
    return [mayBeMissed ? Self.missed(call) : call]
  }

  private func observerLines() -> [String] {
    let known = app.observers.filter { observer in
      app.hasScenes || !observer.notification.word.hasPrefix("scene")
    }
    let groups = Dictionary(grouping: known, by: \.notification.word)
    return groups.keys.sorted().flatMap { word in
      let group = (groups[word] ?? []).sorted { $0.place < $1.place }
      let body = group.flatMap {
        ["// \($0.place.path):\($0.place.line)"] + CallScript(app, $0.code).lines
      }
      return ["", "on notification(.\(word)) {"] + body.map { "    " + $0 } + ["}"]
    }
  }

  /// The registrations that the launch makes somewhere in what it calls, since they have to be there.
  private func registrations(besides body: [String]) -> [String] {
    scheduledTasks().flatMap { task -> [String] in
      let line = "registerBackgroundTask(\(task.literal))"
      guard !body.contains(where: { $0.contains(line) }), task.isRegisteredAtLaunch else {
        return []
      }
      return ["// \(task.registration.path):\(task.registration.line)", line]
    }
  }

  /// A scheduled task that the app registers and its Info.plist lists.
  private struct ScheduledTask {
    /// Its identifier as a literal.
    let literal: String
    let place: Place
    let registration: Place
    /// Whether it is not seen to be registered later.
    let isRegisteredAtLaunch: Bool
    let body: [String]
  }

  private func scheduledTasks() -> [ScheduledTask] {
    let listed = app.manifest.taskIdentifiers ?? []
    var seen: Set<String> = []
    return app.scheduledTaskHandlers().filter {
      listed.contains($0.identifier) && seen.insert($0.identifier).inserted
    }.map { task in
      ScheduledTask(
        literal: Self.literal(task.identifier), place: task.place,
        registration: task.registration, isRegisteredAtLaunch: !task.isRegisteredLate,
        body: statements(of: task))
    }.sorted { $0.literal < $1.literal }
  }

  private func statements(of task: ScheduledTaskHandler) -> [String] {
    var lines = CallScript(app, task.code).lines
    guard task.completion != .unknown else { return lines }
    if task.completesOnExpiry {
      lines.append("task.expirationHandler { task.setTaskCompleted(false) }")
    }
    let end = "task.setTaskCompleted(oneOf(true, false))"
    switch task.completion {
    case .always: lines.append(Self.later(end))
    case .sometimes: lines.append(Self.later(end, orNever: true))
    case .never, .unknown: break
    }
    return lines
  }

  private func scheduledTaskLines() -> [String] {
    scheduledTasks().flatMap { task in
      [
        "", "// \(task.place.path):\(task.place.line)",
        "on backgroundTask(\(task.literal), task) {",
      ]
        + task.body.map { "    " + $0 } + ["}"]
    }
  }

  /// The statements of a method in Objective-C: none of them is known but its completion.
  private func objectiveCStatements(of found: FoundHandler) -> [String] {
    guard let method = found.objectiveC else { return [] }
    let count = method.body.split(separator: ";").count
    let isMissed =
      method.parameters.last.map { ObjectiveCPaths.missedLine(of: $0, in: method.body) != nil }
    let read =
      [.launch, .connection].contains(found.handler.moment)
      ? Self.optionKeys.filter { option in option.names.contains(where: method.body.contains) } : []
    return ["// \(count) statements in Objective-C"]
      + read.map { "if options[\"\($0.key)\"] != nil { log(\"\($0.word)\") }" }
      + completion(of: found, called: true, orNever: isMissed ?? false)
  }

  /// The report of a call, for the method of a VoIP push.
  private func callReport(of found: FoundHandler) -> String? {
    let report = "reportNewIncomingCall(\"Caller\")"
    switch app.callReport(of: found) {
    case .always: return report
    case .sometimes: return Self.missed(report)
    case .unknown: return Self.maybe(report)
    case .late: return "perform(oneOf(1s, 20s)) { \(report) }"
    case nil: return nil
    }
  }

  /// A text as a literal of the language.
  static func literal(_ text: String) -> String {
    var literal = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\" + String(scalar)
      case _ where scalar.value < 32 || scalar.value == 127: literal += " "
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return "\"\(literal)\""
  }

  // MARK: Ways

  private func ways(into name: String, suffix: String) -> String {
    let asScenes = !suffix.isEmpty
    let before = ["launch \(name)", "press .home", "advance 1min"]
    var ways: [(title: String, steps: [String], heard: String)] = []
    // A modifier of SwiftUI may get a link whatever the delegates do.
    if has(.open, .sceneOpenURLContexts, asScenes: asScenes), !app.program.mentions("onOpenURL"),
      let scheme = app.manifest.urlSchemes.first(where: Self.isOwnScheme)
    {
      ways.append(
        ("a link", ["open \(Self.literal(scheme.lowercased() + suffix + "://there"))"], "link"))
    }
    if has(.didReceiveNotificationResponse, asScenes: asScenes) {
      ways.append(
        (
          "a push",
          ["push \(name), payload: [\"aps\": [\"alert\": \"Hello\"]]", "tapNotification \(name)"],
          "push"
        ))
    }
    if has(.performAction, .scenePerformAction, asScenes: asScenes) {
      let type = app.manifest.shortcutTypes.first ?? "action"
      ways.append(
        ("a quick action", ["quickAction \(name), \(Self.literal(type))"], "quick action"))
    }
    if has(.continueUserActivity, .sceneContinueUserActivity, asScenes: asScenes) {
      if let domain = domains(suffix).first {
        ways.append(
          ("an activity", ["open \(Self.literal("https://\(domain)/there"))"], "activity"))
      } else if let type = app.manifest.activityTypes.first(where: { !$0.contains("$") }) {
        ways.append(("an activity", ["handOff \(name), \(Self.literal(type))"], "activity"))
      }
    }
    return ways.flatMap { way in
      let check =
        handlesTwice
        ? "expect heard(\(name)) == [\"\(way.heard)\"]"
        : "expect heard(\(name)).contains(\"\(way.heard)\")"
      // A push comes to an app that has run, and registered for it.
      let life = way.heard == "push" ? before + ["if \(name).isRunning { purge \(name) }"] : []
      return [
        scenario("\(name): \(way.title), cold", life + way.steps + [check]),
        scenario("\(name): \(way.title), warm", before + way.steps + [check]),
      ]
    }.joined()
  }

  /// Whether a text is a scheme as links have it; Info.plists have others, too.
  private static func isScheme(_ text: String) -> Bool {
    text.first?.isLetter == true
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// Whether links with a scheme open this app: it is one, and none of the web's.
  private static func isOwnScheme(_ scheme: String) -> Bool {
    isScheme(scheme) && !["http", "https", "file", "mailto", "tel"].contains(scheme.lowercased())
  }

  private func scenario(_ title: String, _ steps: [String]) -> String {
    "scenario \(Self.literal(title)) {\n" + steps.map { "    \($0)\n" }.joined() + "}\n\n"
  }
}
