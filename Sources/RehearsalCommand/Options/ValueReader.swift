// How the texts of options become values. What cannot be read is a sentence that says what the option
// takes; no number is so large or so wrong that it is anything else.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalSyntax

/// How the text of an option becomes a value.
struct ValueReader<Value>: Sendable {
  /// What stands for the value in help and manual.
  let placeholder: String
  /// What the option takes, as in "a number from 1 to 1024"; nil for one of the words that complete it.
  var expected: String?
  /// What completes it.
  var completion = Completion.nothing
  /// Whether a text may be several, parted by commas.
  var takesSeveral = false
  /// A value with its unit, as in `30s`, where a number alone does not say what it counts; nil if
  /// it does.
  var unitExample: String?
  /// The text of a value, for the help; nil if there is none.
  var text: @Sendable (Value) -> String? = { _ in nil }
  /// Reads a text given for an option of a name; nil if it is not what is expected.
  ///
  /// It throws where more is known of what is wrong.
  let read: @Sendable (_ text: String, _ option: String) throws(CommandEnd) -> Value?

  /// The value that a text is.
  ///
  /// - Throws: `CommandEnd.usage` for a text that is none.
  func value(of text: String, for option: String) throws(CommandEnd) -> Value {
    if let value = try read(text, option) { return value }
    if let meant = Suggestion.closest(to: text, among: completion.words)?.word {
      throw .usage("\(option) does not take `\(text)`; did you mean \(meant)?")
    }
    let expected = expected ?? "one of " + completion.words.joined(separator: ", ")
    throw .usage("\(option) takes \(expected), not `\(text)`.")
  }
}

extension ValueReader where Value == String {
  /// Any text.
  static func text(_ placeholder: String) -> ValueReader {
    var reader = ValueReader(placeholder: placeholder, expected: "a text") { text, _ in text }
    reader.text = { $0 }
    return reader
  }

  /// The path of a file or a folder.
  static func path(_ placeholder: String, _ completion: Completion) -> ValueReader {
    ValueReader(placeholder: placeholder, expected: "a path", completion: completion) {
      text, _ in text.isEmpty ? nil : text
    }
  }

  /// The path of a folder that is there.
  static var folder: ValueReader {
    ValueReader(placeholder: "folder", expected: "a folder", completion: .folder) {
      text, option throws(CommandEnd) in
      if FilePath(text).kind() == .folder { return text }
      throw .usage(
        FilePath(text).exists
          ? "\(option) takes a folder, and \(text) is none."
          : "\(option) takes a folder, and there is none at \(text).")
    }
  }

  /// A word that scripts write with a dot before it; both spellings are taken.
  static func symbol(_ placeholder: String) -> ValueReader {
    ValueReader(placeholder: placeholder, expected: "a name") {
      text, _ in
      let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
      return name.isEmpty ? nil : name
    }
  }
}

extension ValueReader where Value == [String] {
  /// Texts parted by commas, each once, of which all have to be known.
  static func texts(
    _ placeholder: String, _ expected: String, isKnown: @escaping @Sendable (String) -> Bool
  ) -> ValueReader {
    ValueReader(placeholder: placeholder, expected: expected, takesSeveral: true) {
      text, option throws(CommandEnd) in
      var values: [String] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        var value = part.drop(while: \.isWhitespace)
        while value.last?.isWhitespace == true { value.removeLast() }
        guard isKnown(String(value)) else {
          throw .usage("\(option) takes \(expected), not `\(value)`.")
        }
        if !values.contains(String(value)) { values.append(String(value)) }
      }
      return values
    }
  }
}

extension ValueReader where Value: FixedWidthInteger & Sendable {
  /// A whole number in a range.
  static func number(_ placeholder: String, _ range: ClosedRange<Value>) -> ValueReader {
    let end = range.upperBound == Value.max ? "" : " to \(range.upperBound)"
    var reader = ValueReader(
      placeholder: placeholder, expected: "a number from \(range.lowerBound)\(end)"
    ) { text, _ in Value(text).flatMap { range.contains($0) ? $0 : nil } }
    reader.text = { "\($0)" }
    return reader
  }
}

extension ValueReader where Value == Int {
  /// How many things may be done at a time: no computer has more threads, and few the stacks for them.
  static func parallelism(_ placeholder: String) -> ValueReader { .number(placeholder, 1...1024) }
}

extension ValueReader where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
  /// One of the words of a type.
  static func word(_ placeholder: String) -> ValueReader {
    let words = Value.allCases.map(\.rawValue)
    return ValueReader(
      placeholder: placeholder, completion: .words(words), text: \.rawValue
    ) { text, _ in Value(rawValue: text) }
  }
}

extension ValueReader where Value == Regex<AnyRegexOutput> {
  /// A regular expression.
  static var regex: ValueReader {
    ValueReader(placeholder: "regex", expected: "a regular expression") {
      text, option throws(CommandEnd) in
      do { return try Regex(text) } catch {
        throw .usage("\(option) \(text) is no regular expression: \(error)")
      }
    }
  }
}

extension ValueReader where Value == Duration {
  /// A span such as `500ms`, `10s` or `1min`; a number alone means seconds.
  static var span: ValueReader {
    let example = "such as 500ms, 10s or 1min"
    let units: [(String, Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("", 1)]
    return ValueReader(
      placeholder: "span", expected: "a span of at most 10000 days, \(example)",
      unitExample: "30s"
    ) { text, _ in
      guard let (unit, seconds) = units.first(where: { text.hasSuffix($0.0) }),
        let number = Double(text.dropLast(unit.count)), case let span = number * seconds,
        span >= 1e-9, span <= 10_000 * 86_400
      else { return nil }
      return .seconds(span)
    }
  }
}

/// A size of memory in bytes.
struct MemorySize {
  let bytes: Int
}

extension ValueReader where Value == MemorySize {
  /// A size in bytes, or with a unit as in scripts.
  static var size: ValueReader {
    let units = [("KB", 1 << 10), ("MB", 1 << 20), ("GB", 1 << 30), ("", 1)]
    return ValueReader(
      placeholder: "size", expected: "a size above 0, such as 500MB or 2GB", unitExample: "500MB"
    ) {
      text, _ in
      guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }),
        let number = Double(text.dropLast(unit.count)),
        let bytes = Int(exactly: (number * Double(factor)).rounded()), bytes > 0
      else { return nil }
      return MemorySize(bytes: bytes)
    }
  }
}
