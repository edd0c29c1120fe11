// One word that `:help` explains: what kind it is, how it is written, what it means, an example and
// the rules that speak of it. The topics are made from the tables of the language, the device and
// the console (`HelpTopic+Tables`), from which the reference is made too.

import RehearsalLifecycle

/// Something that help explains.
struct HelpTopic: Sendable {
  /// The parts of the list that `:help` shows, in its order.
  enum Group: String, CaseIterable {
    case command = "Commands of the prompt"
    case outside = "What the user and the system do"
    case inside = "What an app can do"
    case both = "What both sides have"
    case host = "What this host adds"
    case handler = "What an app can handle"
    case member = "What there is to look at"
    case key = "Keys of `device` and `info`"
    case value = "Members of values"
    case word = "Words of the grammar"

    /// Whether the topics are functions, host apps aside.
    var isOfFunctions: Bool {
      switch self {
      case .outside, .inside, .both, .host: true
      case .command, .handler, .member, .key, .value, .word: false
      }
    }
  }

  /// The word.
  let name: String
  let group: Group
  /// How it is written.
  let usage: String
  /// What it means, in whole sentences.
  let meaning: String
  /// A line as it may stand in a script; empty where the usage says it all.
  var example = ""
  /// The symbols that may stand with it.
  var symbols: [String] = []
  /// The rules that speak of it.
  var rules: [RuleNumber] = []

  /// The whole explanation, each line with its line end.
  var text: String {
    var text = "\(usage)\n  \(meaning)\n"
    if !symbols.isEmpty {
      text += Self.wrapped(symbols.map { "." + $0 }, indentation: "  ")
    }
    if !example.isEmpty { text += "  Example: \(example)\n" }
    for rule in rules {
      if let title = RuleBook.rule(rule)?.title { text += "  \(rule)  \(title)\n" }
    }
    return text
  }

  /// Words in lines that fit a terminal.
  static func wrapped(_ words: [String], indentation: String, width: Int = 80) -> String {
    var text = ""
    var line = indentation
    for word in words {
      if line.count + word.count + 1 > width, line.count > indentation.count {
        text += line + "\n"
        line = indentation
      }
      line += (line.count > indentation.count ? " " : "") + word
    }
    return line.count > indentation.count ? text + line + "\n" : text
  }
}
