// Completion of the expressions that are tried at a stop: the names in sight with what their values have,
// and what the check knows of anything else.

import Rehearsal
import RehearsalReference
import RehearsalValues

extension DebugAdapter {
  /// What is allowed at a place of an expression that is being typed.
  func completions(_ arguments: JSONValue) throws(DebugError) -> JSONValue {
    guard let typed = arguments["text"]?.string else { throw DebugError("`text` is missing") }
    guard let debuggee else { throw DebugError("there is no script") }
    let place = arguments["column"]?.integer.map { own(line: $0) &- 1 } ?? .max
    let line = arguments["line"]?.integer.map { own(line: $0) &- 1 } ?? 0
    let (text, column) = Self.beginning(of: typed, toLine: line, column: place)
    let session = try debuggee.session(at: try stopped())
    let controls = session.simulation.device.apps.flatMap { session.names(of: $0).controls }
    let scope = LiveScope(of: text, session, controlLabels: controls)
    let completion = Completion(of: text, in: scope)
    let start = shown(line: max(0, column - completion.replaced) + 1)
    let targets = completion.candidates.map { candidate -> JSONValue in
      ["label": candidate, "start": start, "length": completion.replaced]
    }
    return ["targets": JSONValue.list(targets)]
  }

  /// A text up to a place, and the column of that place.
  ///
  /// Both are counted from 0, columns in units of UTF-16; a place that is not in the text is its end.
  private static func beginning(
    of text: String, toLine line: Int, column: Int
  ) -> (text: String, column: Int) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let number = lines.indices.contains(line) ? line : lines.count - 1
    let units = Array(lines[number].utf16.prefix(max(0, column)))
    let before = lines[..<number].map { $0 + "\n" }.joined()
    return (before + String(decoding: units, as: UTF16.self), units.count)
  }
}
