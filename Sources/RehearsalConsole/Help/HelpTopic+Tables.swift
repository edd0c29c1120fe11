// The topics of help, row by row from the tables: commands, functions, handlers, members, keys, the
// words of the grammar, and what an embedder's host adds. Nothing is explained here that a table
// does not say.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

extension HelpTopic {
  /// Every topic of a session whose inputs can use these words, by group.
  ///
  /// One word may have several.
  static func all(of interface: HostInterface) -> [HelpTopic] {
    builtIn + additions(in: interface)
  }

  private static let builtIn: [HelpTopic] =
    commands + functions + libraryFunctions + handlers + members + keys + valueMembers + words

  private static let commands = MetaCommand.allCases.map { command in
    HelpTopic(
      name: ":" + command.rawValue, group: .command,
      usage: (":" + command.rawValue + " " + command.usage).trimmed, meaning: command.summary)
  }

  // MARK: - Functions

  private static let functions = Vocabulary.functions.map { function in
    topic(of: function, group(of: function.side), function.summary)
  }

  private static func topic(
    of function: HostFunction, _ group: Group, _ meaning: String
  ) -> HelpTopic {
    HelpTopic(
      name: function.name, group: group, usage: usage(of: function), meaning: meaning,
      example: example(of: function), symbols: function.parameters.flatMap(\.symbols),
      rules: StimulusName(rawValue: function.name)?.rules ?? [])
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

  /// A call with everything that it needs.
  private static func example(of function: HostFunction) -> String {
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
    if arguments.isEmpty { return function.name + (block.isEmpty ? "()" : block) }
    // A command call drops its parentheses; with a block they make it plain.
    let list = arguments.joined(separator: ", ")
    return block.isEmpty ? "\(function.name) \(list)" : "\(function.name)(\(list))\(block)"
  }

  private static func example(of parameter: HostFunction.Parameter) -> String {
    if let symbol = parameter.symbols.first { return "." + symbol }
    return switch parameter.name {
    case "app": "Notes"
    case "by", "duration", "interval", "takes", "delay": "5s"
    case "block", "body", "action", "completion", "closure", "handler": "{ … }"
    case "bytes": "30MB"
    case "limit": "1h"
    case "count", "number", "x", "a", "b", "base", "exponent", "rate", "framesPerSecond": "2"
    case "date": "\"2026-06-01 12:00\""
    default: "\"\(parameter.name)\""
    }
  }

  private static let libraryFunctions = LibraryFunction.allCases.map { function in
    let more = function.isVariadic ? ["…"] : []
    let arguments = (list(function.parameters) + more).joined(separator: ", ")
    return HelpTopic(
      name: function.name, group: .both, usage: "\(function.name)(\(arguments))",
      meaning: function.summary)
  }

  // MARK: - The host's own

  private static func additions(in interface: HostInterface) -> [HelpTopic] {
    let added = Vocabulary.additions(in: interface)
    let functions = added.functions.map { function in
      let callers =
        switch function.side {
        case .outside: "It acts from outside: apps cannot call it."
        case .inside: "Only the code of apps can call it."
        case .neutral: ""
        }
      // Which values its parameters take, only the host knows: there is no example.
      var topic = topic(of: function, .host, (function.summary + " " + callers).trimmed)
      topic.example = ""
      return topic
    }
    let apps = added.apps.flatMap { app in
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

  private static let handlers = Vocabulary.interface.handlers.map { handler in
    let row = Message.allCases.map(\.definition).first {
      $0.handler == handler.name && $0.receiver.rawValue == receiver(of: handler.group).rawValue
    }
    let parameters =
      handler.parameters.isEmpty ? "" : "(\(handler.parameters.joined(separator: ", ")))"
    let selector = row.map { " " + $0.selector + "." } ?? ""
    let optIn = row?.isOptIn == true ? " Sent only to an app that implements it." : ""
    return HelpTopic(
      name: handler.name, group: .handler,
      usage: "on \(handler.name)\(parameters)" + (handler.returnsBool ? " → Bool" : ""),
      meaning: (row?.help ?? "") + selector + optIn,
      example: example(of: handler, parameters), symbols: handler.selectorSymbols,
      rules: row?.rules ?? [])
  }

  private static func receiver(of context: CodeGroup) -> Message.Receiver {
    switch context {
    case .unit: .application
    case .instance: .scene
    case .handlers: .view
    }
  }

  private static func example(of handler: HostHandler, _ parameters: String) -> String {
    let answer = handler.returnsBool ? "return true" : "log \"\(handler.name)\""
    let on = "on \(handler.name)\(parameters) { \(answer) }"
    return switch handler.group {
    case .unit: "app Notes { \(on) }"
    case .instance: "app Notes { scene { \(on) } }"
    case .handlers: "app Notes { view { \(on) } }"
    }
  }

  // MARK: - Members and keys

  private static let members = Vocabulary.interface.kinds.flatMap { kind in
    kind.members.map { member in
      let arguments = member.parameters.map { "(" + list($0).joined(separator: ", ") + ")" } ?? ""
      return HelpTopic(
        name: member.name, group: .member, usage: "\(kind.name).\(member.name)\(arguments)",
        meaning: member.summary + (member.isSettable ? " It can be set." : ""),
        symbols: member.symbols)
    }
  }

  private static let keys =
    Vocabulary.interface.deviceKeys.map { key(of: $0, "device") }
    + Vocabulary.interface.infoKeys.map { key(of: $0, "info") }

  private static func key(of setting: HostSetting, _ block: String) -> HelpTopic {
    HelpTopic(
      name: setting.name, group: .key, usage: "\(block) { \(setting.name): … }",
      meaning: setting.summary, symbols: setting.symbols)
  }

  // MARK: - The language

  private static let valueMembers = CoreMember.help.map { row in
    let receivers = row.receivers.map(\.rawValue).joined(separator: ", ")
    let name = String(row.usage.prefix { $0.isLetter })
    return HelpTopic(
      name: name, group: .value, usage: ".\(row.usage)", meaning: "\(receivers): \(row.summary)")
  }

  private static let words =
    Keyword.allCases.map { word(named: $0.rawValue, $0.help) }
    + ContextualWord.allCases.map { word(named: $0.rawValue, $0.help) }

  private static func word(
    named name: String, _ help: (usage: String, meaning: String)
  ) -> HelpTopic {
    HelpTopic(name: name, group: .word, usage: help.usage, meaning: help.meaning)
  }
}
