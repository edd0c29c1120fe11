// The reference page of the catalog, made from the tables of the language and of its host, so that
// no word is described twice. It is written by the command below, and a test holds it.

import RehearsalReference

@testable import Rehearsal
@testable import RehearsalInterface
@testable import RehearsalLifecycle
@testable import RehearsalSyntax

/// The page that lists every word of scripts.
struct ReferencePage {
  static let path = GuideTests.catalog + "/Reference.md"
  /// What to run after a change of the tables.
  static let command = "RECORD_REFERENCE=1 swift test --filter ReferenceTests"

  private let host = Vocabulary.interface
  private(set) var text = ""

  init() {
    text += """
      # Reference

      Every word that a script can use, by side, as the tables of the code have it.

      ## Overview

      <!-- Made from the tables; do not edit. \(Self.command) -->

      An argument is written by its name: `duration` is passed by position, `cpu:` by name, \
      `label?` may be left out, and `…` stands for any number of further arguments. The language \
      itself is explained in <doc:LanguageGuide>.

      """
    writeQuestions()
    writeFunctions()
    writeThings()
    writeHandlers()
    writeKeys()
    writeSymbols()
    writeLanguage()
  }

  // MARK: - Questions and tasks

  private mutating func writeQuestions() {
    heading("Questions and tasks")
    text += "\n| words | what answers |\n|---|---|\n"
    for topic in HelpTopic.concepts {
      // The names of Apple's that lead there are many, and for the search.
      text += "| \(topic.synonyms.prefix(8).joined(separator: ", ")) | \(topic.meaning) |\n"
    }
  }

  // MARK: - Functions and things of the host

  private mutating func writeFunctions() {
    let functions = host.functions.filter { !$0.isHidden } + HostPrelude.functions
    section("Actions of the user and the system", for: .outside, functions)
    section("Calls of an app", for: .inside, functions)
    section("Functions of both sides", for: .neutral, functions)
  }

  private mutating func section(_ title: String, for side: Side, _ functions: [HostFunction]) {
    heading(title)
    let own = functions.filter { $0.side == side }
    table(
      "word", "meaning",
      own.map { function in
        let symbols = function.parameters.flatMap(\.symbols).map { "`.\($0)`" }
        let known = symbols.isEmpty ? "" : " " + symbols.joined(separator: " ")
        return (Self.usage(of: function), function.summary + known)
      })
  }

  private mutating func writeThings() {
    heading("Members to read")
    text += "\nThe members of things; those that can be assigned are marked.\n"
    for kind in host.kinds where !kind.members.isEmpty || kind.hasSubscript {
      text += "\n### \(kind.name)\n"
      if kind.hasSubscript { text += "\nRead and stored by a key in brackets, a String.\n" }
      table(
        "member", "meaning",
        kind.members.map { member in
          let arguments = member.parameters.map { "(" + Self.list($0) + ")" } ?? ""
          return (member.name + arguments, member.summary + (member.isSettable ? " Settable." : ""))
        })
    }
  }

  // MARK: - Handlers and keys

  private mutating func writeHandlers() {
    heading("Handlers of an app")
    text += "\nThe messages of iOS as `on` names them; `→ Bool` marks those that answer.\n"
    let titles: [(CodeGroup, String)] = [
      (.unit, "Messages to the app"), (.instance, "Messages to a scene"),
      (.handlers, "Messages to a view controller or view"),
    ]
    for (group, title) in titles {
      let handlers = host.handlers.filter { $0.group == group }
      guard !handlers.isEmpty else { continue }
      text += "\n### \(title)\n"
      table(
        "handler", "meaning",
        handlers.map { handler in
          let parameters = handler.parameters.joined(separator: ", ")
          let usage =
            handler.name + (parameters.isEmpty ? "" : "(\(parameters))")
            + (handler.returnsBool ? " → Bool" : "")
          return (usage, help(of: handler))
        })
    }
  }

  /// What the table of messages says of a handler.
  private func help(of handler: HostHandler) -> String {
    let receiver: Message.Receiver =
      switch handler.group {
      case .unit: .application
      case .instance: .scene
      case .handlers: .view
      }
    let row = Message.allCases.map(\.definition).first {
      $0.handler == handler.name && $0.receiver == receiver
    }
    guard let row else { return "" }
    let optIn = row.isOptIn ? " Sent only to an app that implements it." : ""
    return "\(row.help) `\(row.selector)`\(optIn)"
  }

  private mutating func writeKeys() {
    heading("Keys of device")
    writeSettings(host.deviceKeys)
    text += "\nThe names of `budgets`: "
    text += Budget.allCases.map { "`\($0.name)`" }.joined(separator: ", ") + ".\n"
    heading("Keys of scenarios")
    text += "After a scenario's title, besides every key of `device`:\n\n"
    writeSettings(ScenarioKey.settings)
    heading("Keys of info")
    writeSettings(host.infoKeys)
    heading("Keys of maps")
    text += """

      What scripts are given as maps. `options["url"]` gives nil where the key is missing, \
      `options.url` is an error there. A key in parentheses is UIKit's own and holds the same. \
      Of a map that has other keys besides, which whoever sent it knows, only these are listed.

      """
    for map in host.maps {
      text += "\n### \(map.title)\n"
      writeSettings(map.keys)
    }
  }

  private mutating func writeSettings(_ settings: [HostSetting]) {
    table(
      "key", "meaning",
      settings.map { setting in
        (
          setting.name + (setting.otherName.map { " (\($0))" } ?? ""),
          setting.summary + setting.symbols.map { " `.\($0)`" }.joined()
        )
      })
  }

  private mutating func writeSymbols() {
    heading("Symbols")
    line("States of an app", ProcessState.allCases.map { "." + $0.rawValue })
    line("Reasons of a launch", LaunchReason.allCases.map { "." + $0.rawValue })
    line("Reasons of an end", ExitReason.allCases.map { "." + $0.rawValue })
    line("Kinds of records", RecordKind.allCases.map { "." + $0.rawValue })
  }

  // MARK: - The language

  private mutating func writeLanguage() {
    heading("Functions of the language")
    table(
      "function", "meaning",
      LibraryFunction.all.map { function in
        let parameters = Self.list(function.parameters)
        let more = function.isVariadic ? [parameters, "…"].filter { !$0.isEmpty } : [parameters]
        return ("\(function.name)(\(more.joined(separator: ", ")))", function.summary)
      })
    heading("Members of values")
    for (receiver, name) in CoreMember.Receivers.named {
      text += "\n### \(name)\n"
      table(
        "member", "meaning",
        CoreMember.all.filter { $0.receivers.contains(receiver) }.map { ($0.usage, $0.summary) })
    }
    heading("Words and marks of the grammar")
    line("Reserved words", Keyword.allCases.map(\.rawValue))
    line("Words that begin a declaration", ContextualKeyword.allCases.map(\.rawValue))
    line("Operators", BinaryOperator.allCases.map(\.rawValue))
    line("Units of durations and sizes", NumericSuffix.allCases.map(\.rawValue))
  }

  // MARK: - Lines of Markdown

  private mutating func heading(_ title: String) { text += "\n## \(title)\n" }

  private mutating func line(_ title: String, _ words: [String]) {
    text += "\n\(title): \(words.map(Self.code).joined(separator: " ")).\n"
  }

  private mutating func table(_ first: String, _ second: String, _ rows: [(String, String)]) {
    guard !rows.isEmpty else { return }
    text += "\n| \(first) | \(second) |\n|---|---|\n"
    for (word, meaning) in rows { text += "| \(Self.code(word)) | \(meaning) |\n" }
  }

  /// A word as code, in which a table needs `|` escaped.
  private static func code(_ word: String) -> String {
    "`\(word.replacing("|", with: "\\|"))`"
  }

  private static func usage(of function: HostFunction) -> String {
    if function.isProperty { return function.name }
    let parts = [list(function.parameters), function.isVariadic ? "…" : ""]
    return "\(function.name)(\(parts.filter { !$0.isEmpty }.joined(separator: ", ")))"
  }

  private static func list(_ parameters: [HostFunction.Parameter]) -> String {
    parameters.map { parameter in
      parameter.name + (parameter.isOptional ? "?" : "") + (parameter.isNamed ? ":" : "")
    }.joined(separator: ", ")
  }
}
