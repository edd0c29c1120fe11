// Finds the life of an app in lines that people paste: in which framework's words it is printed, and the
// words in order with their lines. What else stands on the lines is left alone.

import RehearsalLifecycle
import RehearsalText
import RehearsalValues

/// A pasted life.
package struct LifeLog: Sendable {
  /// In whose words it is printed.
  package let vocabulary: LifeVocabulary
  /// The words, in order.
  package let words: [LifeWord]
  /// The version of the system, where the log names it.
  package let system: SystemVersion?
  /// The model, where the log names it.
  package let model: String?

  /// The most lines that are read, and the longest of them.
  private static let (mostLines, longestLine) = (200_000, 2000)

  /// Whether the vocabulary prints states on the way, as Flutter does since 3.13.
  var hasStatesOnTheWay: Bool { vocabulary != .flutter || words.contains { $0.text == "hidden" } }

  /// The words that the log may have: those of a framework, or those that were printed at all.
  var alphabet: Set<String> {
    var words = Set(words.map(\.text))
    if vocabulary != .uikit { words.formUnion(vocabulary.states) }
    if !hasStatesOnTheWay { words.remove("hidden") }
    return words
  }

  /// The readings of some lines, the likeliest first; empty if no life is printed in them.
  ///
  /// Three frameworks have the same words for states, so a log that names none has several readings.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Returns: Each reading with at least two words.
  /// - Complexity: O(*n*) in the length of the text
  package static func readings(of bytes: [UInt8]) -> [LifeLog] {
    if let log = try? RecordedLog(reading: bytes, source: "") { return [LifeLog(log)] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .prefix(mostLines).map { line in
        Identifiers(String(decoding: line.prefix(longestLine), as: UTF8.self))
      }
    let system = lines.lazy.compactMap(\.system).first
    let model = lines.lazy.compactMap(\.model).first
    let found = vocabularies(of: lines).map { vocabulary in
      LifeLog(
        vocabulary: vocabulary, words: words(of: lines, vocabulary), system: system, model: model)
    }
    return found.filter { $0.words.count >= 2 }
  }

  private init(
    vocabulary: LifeVocabulary, words: [LifeWord], system: SystemVersion?, model: String?
  ) {
    (self.vocabulary, self.words, self.system, self.model) = (vocabulary, words, system, model)
  }

  /// The life that the recorder wrote.
  private init(_ log: RecordedLog) {
    vocabulary = .uikit
    words = log.lines.compactMap { line in
      switch line.kind {
      case .end: LifeWord(line: line.number + 1, text: LifeVocabulary.end)
      case .read: LifeWord(line: line.number + 1, text: LifeVocabulary.suspended)
      case .log: nil
      default: LifeWord(line: line.number + 1, text: line.name)
      }
    }
    (system, model) = (log.system, log.model)
  }

  // MARK: - Reading lines

  /// The identifiers of a line, in order.
  private struct Identifiers {
    var words: [String] = []
    var system: SystemVersion?
    var model: String?

    init(_ line: String) {
      let parts = line.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }
      for (index, part) in parts.enumerated() {
        let name = part.lowercased()
        if name == "ios" || name == "ipados", parts.indices.contains(index + 1) {
          system = system ?? Self.version(parts[index + 1])
        }
        if name == "iphone", parts.indices.contains(index + 1), let number = Int(parts[index + 1]) {
          let isPro = parts.indices.contains(index + 2) && parts[index + 2].lowercased() == "pro"
          model = model ?? "iPhone \(number)\(isPro ? " Pro" : "")"
        }
        words += name.split { $0 == "." || $0 == "_" }.map(String.init)
      }
    }

    private static func version(_ text: Substring) -> SystemVersion? {
      guard let version = SystemVersion(parsing: text.drop { $0 == "." }),
        RuleBook.versions.contains(version)
      else { return nil }
      return version
    }

    func has(_ words: String...) -> Bool { words.contains { self.words.contains($0) } }
  }

  private static func vocabularies(of lines: [Identifiers]) -> [LifeVocabulary] {
    let names = LifeVocabulary.uikitNames
    let states = LifeVocabulary.states.states
    if lines.contains(where: { line in line.words.contains { $0 != "open" && names[$0] != nil } }) {
      return [.uikit]
    }
    let isFlutter = lines.contains { line in
      line.has("applifecyclestate", "didchangeapplifecyclestate", "flutter")
        || line.words.contains {
          !states.contains($0) && LifeVocabulary.flutter.state(for: $0) != nil
        }
    }
    if isFlutter { return [.flutter] }
    let hasStates = lines.contains { line in
      line.words.contains { LifeVocabulary.reactNative.state(for: $0) != nil }
    }
    guard hasStates else {
      return []
    }
    if lines.contains(where: { $0.has("scenephase", "phase") }) { return [.swiftUI] }
    if lines.contains(where: { $0.has("appstate", "nextappstate", "appstatus", "foreground") }) {
      return [.reactNative]
    }
    if lines.contains(where: { $0.has("applicationstate", "uiapplication") }) { return [.states] }
    return [.swiftUI, .reactNative, .states]
  }

  private static func words(
    of lines: [Identifiers], _ vocabulary: LifeVocabulary
  ) -> [LifeWord] {
    let names = LifeVocabulary.uikitNames
    let hasScenes = lines.contains { line in
      line.words.contains { $0.hasPrefix("scene") && names[$0] != nil }
    }
    var words: [LifeWord] = []
    for (index, line) in lines.enumerated() {
      var own: [String] = []
      for word in line.words {
        let text: String?
        if vocabulary == .uikit {
          text = hasScenes ? LifeVocabulary.sceneName(for: word) ?? names[word] : names[word]
        } else {
          text = vocabulary.state(for: word)
        }
        if let text, own.last != text { own.append(text) }
      }
      // Prose that uses the words of states prints none.
      if vocabulary != .uikit, line.words.count > 24, own.count < 4 { continue }
      // A change is printed with what was before.
      if vocabulary.printsChanges, own.count == 2,
        words.last?.text == own[0] || line.has("from", "old", "previous", "prev")
      {
        own.removeFirst()
      }
      // A state that is printed again and again is no change.
      for text in own where !vocabulary.printsChanges || words.last?.text != text {
        words.append(LifeWord(line: index + 1, text: text))
      }
    }
    return words
  }
}
