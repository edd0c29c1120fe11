// What there is to say of a place: the word with what help knows of it, a variable with what it can be, a
// rule or a diagnostic by its number wherever it is named, and what happened at the line.

import Rehearsal
import RehearsalLifecycle
import RehearsalReference
import RehearsalSyntax
import RehearsalText
import RehearsalValues

extension LanguageServer {
  /// What there is to say of a place; null for nothing.
  func hover(in document: OpenDocument, at offset: Int) -> JSONValue {
    let word = document.word(at: offset)
    var parts: [String] = []
    if let number = word.text.numberOfPage, let page = VirtualPage.text(named: number) {
      parts.append(block(page))
    } else {
      parts += help(on: word, in: document)
    }
    let line = document.text.line(at: Int32(clamping: offset))
    if let trace = document.life?.trace(ofLine: line, in: document.text), !trace.details.isEmpty {
      parts.append(block(trace.details.joined(separator: "\n")))
    }
    guard !parts.isEmpty else { return .null }
    return [
      "contents": [
        "kind": client.readsMarkdown ? "markdown" : "plaintext",
        "value": parts.joined(separator: client.readsMarkdown ? "\n\n---\n\n" : "\n\n"),
      ] as JSONValue, "range": word.text.isEmpty ? nil : document.text.range(word.range),
    ]
  }

  /// What help knows of a word, and the check of its value.
  private func help(
    on word: (text: String, range: SourceRange), in document: OpenDocument
  ) -> [String] {
    let lexed = LexedText(document.text.source)
    guard let index = lexed.index(at: Int(word.range.start) + 1), lexed.tokens[index].isHoverable
    else { return [] }
    // What a script declares is no word of ours, whatever it is called.
    let own = document.declaration(ofNameAt: lexed.tokens[index].range).map(text(ofDeclaration:))
    var parts = own.map { [$0] } ?? topics(of: word.text, at: index, lexed).prefix(3).map(text(of:))
    if own != nil || parts.isEmpty || lexed.isMember(index) {
      let known = document.check.script.model?.knownValue(at: Int(word.range.end))
      if let known, known.range.end == word.range.end || parts.isEmpty,
        !known.value.summary.isEmpty, !lexed.isSymbol(index)
      {
        parts.append(code(word.text + ": " + known.value.summary))
      }
    }
    return Array(parts)
  }

  /// What a script says of a thing that it declares: its first line, and the comment above.
  private func text(ofDeclaration place: SourcePlace) -> String {
    let table = LineTable(place.source)
    let number = table.line(at: Int(place.range.start))
    func line(_ number: Int) -> String {
      place.source.text(in: table.lineRange(number)).trimmed
    }
    var comment: [String] = []
    var above = number - 1
    while above > 0, line(above).hasPrefix("//") {
      comment.insert(String(line(above).drop { $0 == "/" }).trimmed, at: 0)
      above -= 1
    }
    let head = line(number)
    let shown = head.hasSuffix("{") ? String(head.dropLast()).trimmed : head
    return ([code(shown)] + (comment.isEmpty ? [] : [comment.joined(separator: "\n").printable]))
      .joined(separator: client.readsMarkdown ? "\n\n" : "\n")
  }

  /// The topics that a word can be where it is.
  private func topics(of name: String, at index: Int, _ lexed: LexedText) -> [HelpTopic] {
    let named = self.topics.filter { $0.name == name }
    let isHandler = index > 0 && lexed.text(of: index - 1) == ContextualKeyword.on.rawValue
    let isOwn = index > 0 && ["var", "let", "func", "app"].contains(lexed.text(of: index - 1))
    guard !isOwn else { return [] }
    if isHandler { return named.filter { $0.group == .handler } }
    if lexed.isSymbol(index) {
      return named.filter { $0.group == .handler }
    }
    let isMember = lexed.isMember(index)
    let isKey = lexed.text(of: index + 1) == ":"
    return named.filter { topic in
      switch topic.group {
      case .member, .value: isMember
      case .key: isKey
      case .handler: false
      case .word: lexed.tokens[index].kind != .name || lexed.declares(index)
      case .concept, .part, .command, .outside, .inside, .both, .host: !isMember
      }
    }
  }

  private func text(of topic: HelpTopic) -> String {
    var lines = [code(topic.usage), topic.meaning]
    if !topic.selector.isEmpty { lines.append("UIKit: " + topic.selector) }
    if !topic.availability.isEmpty { lines.append(topic.availability) }
    for number in topic.rules {
      if let title = RuleBook.rule(number)?.title { lines.append("\(number)  \(title)") }
    }
    if !topic.example.isEmpty { lines.append(code(topic.example)) }
    return lines.joined(separator: client.readsMarkdown ? "\n\n" : "\n")
  }

  private func code(_ text: String) -> String {
    client.readsMarkdown ? "```rehearsal\n\(text)\n```" : text
  }

  private func block(_ text: String) -> String {
    let text = text.printable
    return client.readsMarkdown ? "```text\n\(text.replacing("```", with: "'''"))\n```" : text
  }
}

extension OpenDocument {
  /// The word in which a place lies, in comments and strings, too.
  func word(at offset: Int) -> (text: String, range: SourceRange) {
    let bytes = text.source.bytes
    var (start, end) = (offset, offset)
    while start > 0, bytes[start - 1].isPartOfName { start -= 1 }
    while end < bytes.count, bytes[end].isPartOfName { end += 1 }
    let range = SourceRange(start, end)
    return (text.source.text(in: range), range)
  }
}

extension Token {
  /// Whether there is something to say of it as a word of the language.
  fileprivate var isHoverable: Bool {
    switch kind {
    case .name, .keyword: true
    default: false
    }
  }
}

extension String {
  /// The text without blanks around it.
  fileprivate var trimmed: String {
    let isBlank = { (character: Character) in character.isWhitespace }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  /// The number of a rule or a diagnostic, where the text is one.
  fileprivate var numberOfPage: String? {
    guard let first, "REW".contains(first), count >= 4, dropFirst().allSatisfy(\.isNumber) else {
      return nil
    }
    return self
  }
}
