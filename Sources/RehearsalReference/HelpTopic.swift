// The topics of help, one row for each function, handler, member, key, keyword and host word, made from
// the tables of the language and the device. The prompt's `:help`, its reference and what editors
// show of a word are made from them; nothing is explained here that a table does not say.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// Something that help explains.
package struct HelpTopic: Sendable {
  /// The parts of the list that `:help` shows, in its order.
  package enum Group: String, CaseIterable {
    case concept = "Questions and tasks"
    case part = "Parts of the system, and other tools"
    case command = "Commands of the prompt"
    case outside = "Actions of the user and the system"
    case inside = "Calls of an app"
    case both = "Functions of both sides"
    case host = "Functions of this host"
    case handler = "Handlers of an app"
    case member = "Members to read"
    case key = "Keys of `device`, of `info` and of maps"
    case value = "Members of values"
    case word = "Words of the grammar"

    /// Whether the topics are functions, host apps aside.
    package var isOfFunctions: Bool {
      switch self {
      case .outside, .inside, .both, .host: true
      case .concept, .part, .command, .handler, .member, .key, .value, .word: false
      }
    }
  }

  /// The word.
  package let name: String
  /// The kind of word.
  package let group: Group
  /// How it is written.
  package let usage: String
  /// Its meaning, in whole sentences.
  package let meaning: String
  /// A line as it may be in a script; empty if the usage says it all.
  package var example = ""
  /// The symbols allowed with it.
  package var symbols: [String] = []
  /// The rules that speak of it.
  package var rules: [RuleNumber] = []
  /// Since when it is there; empty for always.
  package var availability = ""
  /// The method of UIKit that it is, for handlers; empty for other words.
  package var selector = ""
  /// Other words by which people ask for it.
  package var synonyms: [String] = []

  /// Makes a topic.
  package init(
    name: String, group: Group, usage: String, meaning: String, example: String = "",
    symbols: [String] = [], rules: [RuleNumber] = []
  ) {
    self.name = name
    self.group = group
    self.usage = usage
    self.meaning = meaning
    self.example = example
    self.symbols = symbols
    self.rules = rules
  }

  /// The whole explanation, each line with its line end.
  package var text: String {
    var text = "\(usage)\n  \(meaning)\n"
    if !symbols.isEmpty {
      text += Self.wrapped(symbols.map { "." + $0 })
    }
    if !example.isEmpty { text += "  Example: \(example)\n" }
    for rule in rules {
      if let title = RuleBook.rule(rule)?.title { text += "  \(rule)  \(title)\n" }
    }
    if group == .concept || group == .part, let recipe = Recipe.of(name) {
      text += "  \(recipe.pointer)\n"
    }
    return text
  }

  /// Words in lines that fit a terminal, each with its line end.
  package static func wrapped(_ words: [String], width: Int = 80) -> String {
    Paragraph.lines(words.joined(separator: " "), width: width, indentation: "  ")
      .map { $0 + "\n" }.joined()
  }
}

// MARK: - Topics from the tables

extension HelpTopic {
  /// Every topic of scripts that can use these words, by group.
  ///
  /// One word may have several.
  package static func all(of interface: HostInterface) -> [HelpTopic] {
    let own = interface.namedFunctions.filter { !$0.isAdded }.map { function in
      topic(of: function, group(of: function.side), function.summary, interface)
    }
    let handlers = interface.handlers.map(topic)
    let members = interface.kinds.flatMap(topics)
    let called = (own + libraryFunctions + handlers + members).map { topic in
      var topic = topic
      topic.synonyms = SearchAlias.names(of: topic.name)
      return topic
    }
    return called + keys(of: interface) + valueMembers + words + additions(in: interface)
  }

  // MARK: - Functions

  private static func topic(
    of function: HostFunction, _ group: Group, _ meaning: String, _ interface: HostInterface
  ) -> HelpTopic {
    var topic = HelpTopic(
      name: function.name, group: group, usage: usage(of: function), meaning: meaning,
      example: example(of: function), symbols: function.parameters.flatMap(\.symbols),
      rules: ActionName(name: function.name)?.row.rules ?? [])
    topic.availability = interface.availability(function.name)
    return topic
  }

  private static func group(of side: Side) -> Group {
    switch side {
    case .outside: .outside
    case .inside: .inside
    case .neutral: .both
    }
  }

  private static func usage(of function: HostFunction) -> String {
    guard !function.isProperty else { return function.name }
    let more = function.isVariadic ? ["…"] : []
    return function.name + "(" + (list(function.parameters) + more).joined(separator: ", ") + ")"
  }

  private static func list(_ parameters: [HostFunction.Parameter]) -> [String] {
    parameters.map { parameter in
      parameter.name + (parameter.isNamed ? ":" : "") + (parameter.isOptional ? "?" : "")
    }
  }

  /// Calls that need more than a value for each parameter.
  private static let ownExamples = [
    "advance": "advance 5s", "locate": "locate Notes, 52.5, 13.4",
    "changeTimeZone": "changeTimeZone \"Europe/Berlin\"",
    "changeLocale": "changeLocale \"fr-CA\"", "changeLanguage": "changeLanguage \"fr\"",
    "endBackgroundTask": "endBackgroundTask(beginBackgroundTask(\"save\"))",
    "scene": "print(scene.activationState)",
    "endCall": "endCall(reportNewIncomingCall(\"Anna\"))",
    "scheduleNotification": "scheduleNotification \"id\", after: 1h",
    "setNotificationActions":
      "setNotificationActions \"chat\", [\"mute\": [], \"show\": [.foreground]]",
    "watchMessage": "watchMessage Notes, [\"text\": \"hello\"]",
    "requestSceneSessionDestruction": "requestSceneSessionDestruction(scene.session)",
  ]

  /// A call with everything that it needs.
  private static func example(of function: HostFunction) -> String {
    if let own = ownExamples[function.name] { return own }
    guard !function.isProperty else { return "print(\(function.name))" }
    var arguments: [String] = []
    var block = ""
    for parameter in function.parameters where !parameter.isOptional {
      let value = example(of: parameter)
      if value.hasPrefix("{") {
        block = " " + value
      } else {
        arguments.append((parameter.isNamed ? parameter.name + ": " : "") + value)
      }
    }
    let list = arguments.joined(separator: ", ")
    // An answer that is all that there is to a call is not left.
    guard function.answer == .free else {
      let call = function.name + (list.isEmpty && !block.isEmpty ? "" : "(\(list))")
      return "print(\(call)\(block))"
    }
    if arguments.isEmpty { return function.name + (block.isEmpty ? "()" : block) }
    // A command call drops its parentheses; with a block they make it plain.
    return block.isEmpty ? "\(function.name) \(list)" : "\(function.name)(\(list))\(block)"
  }

  private static func example(of parameter: HostFunction.Parameter) -> String {
    if let symbol = parameter.symbols.first { return "." + symbol }
    return switch parameter.name {
    case "app": "Notes"
    case "by", "duration", "interval", "takes", "delay": "5s"
    case "timeout": "600s"
    case "block", "body", "action", "completion", "closure", "closed", "handler", "answer": "{ }"
    case "target": "\"Type\""
    case "window": "1"
    case "bytes": "30MB"
    case "limit": "1h"
    case "count", "number", "x", "a", "b", "base", "exponent", "rate", "framesPerSecond": "2"
    case "date": "\"2026-06-01 12:00\""
    default: "\"\(parameter.name)\""
    }
  }

  private static let libraryFunctions = LibraryFunction.all.map { function in
    let more = function.isVariadic ? ["…"] : []
    let arguments = (list(function.parameters) + more).joined(separator: ", ")
    return HelpTopic(
      name: function.name, group: .both, usage: "\(function.name)(\(arguments))",
      meaning: function.summary)
  }

  // MARK: - The host's own

  private static func additions(in interface: HostInterface) -> [HelpTopic] {
    let functions = interface.functions.filter(\.isAdded).map { function in
      let callers =
        switch function.side {
        case .outside: " It acts from outside: apps cannot call it."
        case .inside: " Only the code of apps can call it."
        case .neutral: ""
        }
      // Which values its parameters take, only the host knows: there is no example.
      var topic = topic(of: function, .host, function.summary + callers, interface)
      topic.example = ""
      return topic
    }
    let apps = interface.objects.filter(\.isAdded).flatMap { app in
      [HelpTopic(name: app.name, group: .host, usage: app.name, meaning: "A native app.")]
        + app.members.map { member in
          HelpTopic(
            name: member.name, group: .member, usage: "\(app.name).\(member.name)",
            meaning: member.summary)
        }
    }
    return functions + apps
  }

  // MARK: - Handlers

  private static func topic(of handler: HostHandler) -> HelpTopic {
    let row = Message.allCases.map(\.definition).first {
      $0.handler == handler.name && $0.receiver.rawValue == receiver(of: handler.group).rawValue
    }
    let parameters =
      handler.parameters.isEmpty ? "" : "(\(handler.parameters.joined(separator: ", ")))"
    let selector = row.map { " " + $0.selector + "." } ?? ""
    let optIn = row?.isOptIn == true ? " Sent only to an app that implements it." : ""
    var topic = HelpTopic(
      name: handler.name, group: .handler,
      usage: "on \(handler.name)\(parameters)" + (handler.returnsBool ? " → Bool" : ""),
      meaning: (row?.help ?? "") + selector + optIn,
      example: example(of: handler), symbols: handler.selectorSymbols,
      rules: row?.rules ?? [])
    if let versions = row?.versions, versions != .all { topic.availability = "\(versions)" }
    topic.selector = row?.selector ?? ""
    return topic
  }

  private static func receiver(of group: CodeGroup) -> Message.Receiver {
    switch group {
    case .unit: .application
    case .instance: .scene
    case .handlers: .view
    }
  }

  private static func example(of handler: HostHandler) -> String {
    var names = handler.parameters
    if let symbol = handler.selectorSymbols.first {
      names.insert("." + symbol, at: 0)
    } else if handler.hasSelector, let first = names.first {
      names[0] = "\"\(first)\""
    }
    let parameters = names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"
    let answer = handler.returnsBool ? "return true" : "log \"\(handler.name)\""
    let on = "on \(handler.name)\(parameters) { \(answer) }"
    return switch handler.group {
    case .unit: "app Notes { \(on) }"
    case .instance: "app Notes { scene\(handler.instanceKind.map { "(.\($0))" } ?? "") { \(on) } }"
    case .handlers: "app Notes { view { \(on) } }"
    }
  }

  // MARK: - Members and keys

  private static func topics(of kind: HostKind) -> [HelpTopic] {
    kind.members.map { member in
      let arguments = member.parameters.map { "(" + list($0).joined(separator: ", ") + ")" } ?? ""
      return HelpTopic(
        name: member.name, group: .member, usage: "\(kind.name).\(member.name)\(arguments)",
        meaning: member.summary + (member.isSettable ? " It can be set." : ""),
        symbols: member.symbols)
    }
  }

  private static func keys(of interface: HostInterface) -> [HelpTopic] {
    // A setting of the device follows titles as in `device`, and is explained once.
    let ofScenarios = interface.scenarioKeys.filter { ProfileKey(rawValue: $0.name) == nil }
    return interface.deviceKeys.map { key($0, "device { \($0.name): … }") }
      + interface.infoKeys.map { key($0, "info { \($0.name): … }") }
      + ofScenarios.map { key($0, "scenario \"title\", \($0.name): … { }") }
      + interface.explorationKeys.map { key($0, "explore \"title\", \($0.name): … { }") }
      + interface.maps.flatMap { map in map.keys.flatMap { keys(of: $0, map) } }
  }

  private static func key(_ setting: HostSetting, _ usage: String) -> HelpTopic {
    HelpTopic(
      name: setting.name, group: .key, usage: usage, meaning: setting.summary,
      symbols: setting.symbols)
  }

  /// The topics of a key of a map: of its name, and of the name that it has in UIKit.
  private static func keys(of key: HostSetting, _ map: HostMap) -> [HelpTopic] {
    let names = [key.name] + (key.otherName.map { [$0] } ?? [])
    return names.map { name in
      let other = names.first { $0 != name }.map { " Also `\($0)`." } ?? ""
      return HelpTopic(
        name: name, group: .key, usage: "[\"\(name)\"]",
        meaning: "\(map.title): \(key.summary)\(other)", symbols: key.symbols)
    }
  }

  // MARK: - The language

  private static let valueMembers = CoreMember.all.map { row in
    let receivers = row.receivers.names.joined(separator: ", ")
    let name = String(row.usage.prefix { $0.isLetter })
    return HelpTopic(
      name: name, group: .value, usage: ".\(row.usage)", meaning: "\(receivers): \(row.summary)")
  }

  private static let words =
    Keyword.allCases.map { word(named: $0.rawValue, $0.help) }
    + ContextualKeyword.allCases.map { word(named: $0.rawValue, $0.help) }

  private static func word(
    named name: String, _ help: (usage: String, meaning: String)
  ) -> HelpTopic {
    HelpTopic(name: name, group: .word, usage: help.usage, meaning: help.meaning)
  }
}

// MARK: - Keywords

extension Keyword {
  /// How the word is used, and what it does.
  package var help: (usage: String, meaning: String) {
    switch self {
    case .func: ("func name(a, b = 2) { … }", "Declares a function.")
    case .let: ("let name = value", "Declares a constant.")
    case .var: ("var name = value", "Declares a variable.")
    case .if: ("if condition { … } else { … }", "Chooses by a condition, or by `let x = value`.")
    case .else: ("if condition { … } else { … }", "Begins what happens otherwise.")
    case .guard: ("guard condition else { return }", "Leaves unless a condition holds.")
    case .while: ("while condition { … }", "Repeats as long as a condition holds.")
    case .for: ("for x in list { … }", "Goes through a list, a map, a range or a string.")
    case .in: ("for x in list { … }", "Stands before what is gone through, and in closures.")
    case .return: ("return value", "Ends a function, a closure or a handler with a value.")
    case .break: ("break", "Ends the loop.")
    case .continue: ("continue", "Goes on with the next turn of the loop.")
    case .expect:
      ("expect condition, \"why\"", "Checks a condition, and shows its parts where it fails.")
    case .within:
      ("expect condition within 5s", "Advances time until a condition holds, up to a limit.")
    case .throughout:
      ("expect condition throughout 5s", "Advances time and checks a condition throughout.")
    case .true, .false: (rawValue, "A Bool.")
    case .nil: ("nil", "No value.")
    case .import: ("import \"common.rehearsal\"", "Brings in the declarations of another script.")
    case .choose:
      ("choose { … } or { … }", "Lets the world decide; `choose 2` decides for the next choice.")
    case .or: ("choose { … } or { … }", "Begins another outcome of a choice.")
    }
  }
}

extension ContextualKeyword {
  /// How the word is used, and what it does.
  package var help: (usage: String, meaning: String) {
    switch self {
    case .app: ("app Notes { … }", "Declares an app and puts it on the device.")
    case .device: ("device { os: 17, memory: 2GB }", "Says which device is simulated.")
    case .scenario:
      (
        "scenario \"away for \\(span)\", span in [1s, 1min], os: [12, 17] { … }",
        "A test, which runs on a device of its own, once for each value and version."
      )
    case .setup: ("setup { … }", "Runs first in each scenario of the file, on its device.")
    case .explore:
      (
        "explore \"title\", disruptions: 2 { … }",
        "Says what may be done and what must hold; `rehearse explore` tries all of it."
      )
    case .always: ("always \"title\" { condition }", "Must hold in every state of an exploration.")
    case .sometimes:
      ("sometimes \"title\" { condition }", "Must hold in some state of an exploration.")
    case .disruption:
      ("choose disruption { … }", "Counts an alternative of an exploration as a disruption.")
    case .after: ("after { … }", "Follows each action of an exploration with its memory.")
    case .info: ("app Notes { info { memory: 80MB } }", "Holds the entries of an Info.plist.")
    case .scene:
      (
        "app Notes { scene { on willConnect { … } } }",
        "Holds the code of scenes; `scene(.carPlay) { … }` that of scenes with another role."
      )
    case .view: ("app Notes { view { on viewDidLoad { … } } }", "Holds the code of the first view.")
    case .button: ("app Notes { button \"Type\" { … } }", "A control that `touch` finds.")
    case .on: ("app Notes { on didBecomeActive { … } }", "Handles a message of the system.")
    }
  }
}
