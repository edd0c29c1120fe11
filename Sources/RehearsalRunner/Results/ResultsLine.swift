// A line of results, by whose keys it is read. Results are a file that may have come over many
// machines: whatever is not as it was written is an error with its file and line.

import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// What is wrong with results, as a sentence for people.
package struct ResultsError: Error, Sendable, CustomStringConvertible {
  /// The sentence, with the file, and with the line where it is one.
  package let description: String

  /// Makes the error of a sentence.
  package init(_ description: String) { self.description = description }
}

/// A line of results, or an object in one.
struct ResultsLine {
  /// What a line is, by its key `event`.
  enum Kind: String {
    /// The head and the end of results, and a text of a script that others name by its number.
    case results, whole, source
    case runBegan, scriptBegan, caseBegan, told, caseEnded, difference, warned, scriptEnded
    case runEnded
  }

  static let event = "event"

  private let object: JSONValue
  private let place: String
  /// The texts that were read before, by their numbers.
  var sources: [SourceText] = []

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - bytes: The line, without its end.
  ///   - place: Its file and number.
  /// - Throws: `ResultsError` for what is no JSON.
  init(_ bytes: some Sequence<UInt8>, at place: String) throws(ResultsError) {
    self.place = place
    do { object = try JSONValue(reading: Array(bytes)) } catch {
      throw ResultsError("\(place): \(error)")
    }
  }

  private init(_ object: JSONValue, in line: ResultsLine) {
    self.object = object
    place = line.place
    sources = line.sources
  }

  /// What it is.
  var kind: Kind {
    get throws(ResultsError) {
      guard let kind = Kind(rawValue: try text(Self.event)) else {
        throw mistake("this version does not write such a line")
      }
      return kind
    }
  }

  /// That something in it is not as it was written.
  func mistake(_ sentence: String) -> ResultsError {
    ResultsError("\(place): \(sentence)")
  }

  // MARK: - Values

  func value(_ key: String) -> JSONValue? { object[key] }

  private func required<Value>(_ key: String, _ value: Value?) throws(ResultsError) -> Value {
    guard let value else { throw mistake("`\(key)` is missing or has an invalid value") }
    return value
  }

  func text(_ key: String) throws(ResultsError) -> String { try required(key, object[key]?.string) }

  func optionalText(_ key: String) -> String? { object[key]?.string }

  func number(_ key: String) throws(ResultsError) -> Int {
    try required(key, object[key]?.integer.flatMap { Int(exactly: $0) })
  }

  func flag(_ key: String) -> Bool { object[key]?.boolean ?? false }

  func texts(_ key: String) -> [String] { object[key]?.strings ?? [] }

  func numbers(_ key: String) -> [Int] {
    (object[key]?.elements ?? []).compactMap { $0.integer.flatMap { Int(exactly: $0) } }
  }

  func word<Word: RawRepresentable<String>>(_ key: String) throws(ResultsError) -> Word {
    try required(key, object[key]?.string.flatMap { Word(rawValue: $0) })
  }

  func optionalWord<Word: RawRepresentable<String>>(_ key: String) throws(ResultsError) -> Word? {
    object[key] == nil ? nil : try word(key)
  }

  func duration(_ key: String) throws(ResultsError) -> Duration {
    .nanoseconds(try required(key, object[key]?.integer))
  }

  /// The objects of a list.
  func objects(_ key: String) -> [ResultsLine] {
    (object[key]?.elements ?? []).map { ResultsLine($0, in: self) }
  }

  /// An object; nil if there is none.
  func optionalObject(_ key: String) -> ResultsLine? {
    object[key].map { ResultsLine($0, in: self) }
  }

  func object(_ key: String) throws(ResultsError) -> ResultsLine {
    try required(key, optionalObject(key))
  }

  // MARK: - Places

  /// A place: the number of the text, and the offsets at which the place begins and ends.
  func sourcePlace(_ key: String) throws(ResultsError) -> SourcePlace? {
    guard object[key] != nil else { return nil }
    let row = numbers(key)
    guard row.count == 3, sources.indices.contains(row[0]) else {
      throw mistake("`\(key)` is not a place in a text")
    }
    return SourcePlace(sources[row[0]], SourceRange(row[1], row[2]))
  }

  /// The text that a line of its own gives to later ones.
  var source: SourceText {
    get throws(ResultsError) {
      let name = try text("name")
      if let text = optionalText("text") { return SourceText(name: name, text) }
      return SourceText(name: name, bytes: numbers("bytes").map { UInt8(truncatingIfNeeded: $0) })
    }
  }
}
