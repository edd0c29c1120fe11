// What a debugger asks to be played: the fields of a launch, each checked, since one that is mistaken for
// another plays something else than was meant.

import RehearsalSyntax
import RehearsalValues

/// The arguments of a launch.
struct DebugLaunch: Sendable {
  /// The path of the script.
  let program: String
  /// The title of the scenario; nil for all of them.
  let scenario: String?
  /// The version of the system; nil for the script's.
  let system: String?
  /// The model; nil for the script's.
  let model: String?
  let ignoresBreakpoints: Bool
  let stopsOnEntry: Bool
  /// Fields that nobody knows, for people.
  let remarks: [String]

  /// A field of a launch.
  private enum Field: String, CaseIterable {
    case program, scenario, os, model, stopOnEntry, noDebug
  }

  /// Fields that editors add or read themselves, whatever is debugged.
  private static let fieldsOfEditors: Set<String> = [
    "type", "request", "name", "cwd", "env", "presentation", "preLaunchTask", "postDebugTask",
    "internalConsoleOptions", "debugServer", "serverReadyAction", "windows", "linux", "osx",
    "suppressMultipleSessionWarning", "console", "args", "host", "port",
  ]

  /// Reads the arguments.
  ///
  /// - Throws: `DebugError` for a field of another type, and for one that looks like a known one.
  init(_ arguments: JSONValue) throws(DebugError) {
    guard case .object(let fields) = arguments else {
      throw DebugError("a launch has an object of arguments, with the script as `program`")
    }
    var remarks: [String] = []
    for field in fields where Field(rawValue: field.key) == nil {
      if Self.fieldsOfEditors.contains(field.key) || field.key.hasPrefix("_") { continue }
      let known = Field.allCases.map(\.rawValue)
      if let meant = Suggestion.closest(to: field.key, among: known)?.word {
        throw DebugError("a launch has no `\(field.key)`; did you mean `\(meant)`?")
      }
      remarks.append(
        "a launch has no `\(field.key)`, which says nothing here; it has "
          + known.map { "`\($0)`" }.joined(separator: ", "))
    }
    self.remarks = remarks
    guard let program = try Self.text(.program, in: arguments) else {
      throw DebugError("`program` is missing: the path of the script")
    }
    self.program = program
    scenario = try Self.text(.scenario, in: arguments)
    model = try Self.text(.model, in: arguments)
    // People write versions as the numbers that they are.
    if case .number(let digits) = arguments[Field.os.rawValue] {
      system = digits
    } else {
      system = try Self.text(.os, in: arguments)
    }
    stopsOnEntry = try Self.flag(.stopOnEntry, in: arguments) ?? true
    ignoresBreakpoints = try Self.flag(.noDebug, in: arguments) ?? false
  }

  private static func text(
    _ field: Field, in arguments: JSONValue
  ) throws(DebugError) -> String? {
    guard let value = arguments[field.rawValue], value != .null else { return nil }
    guard let text = value.string else {
      throw DebugError("`\(field.rawValue)` is to be a text in quotation marks, not \(value.text)")
    }
    return text.isEmpty ? nil : text
  }

  private static func flag(_ field: Field, in arguments: JSONValue) throws(DebugError) -> Bool? {
    guard let value = arguments[field.rawValue], value != .null else { return nil }
    guard let flag = value.boolean else {
      throw DebugError("`\(field.rawValue)` is to be true or false, not \(value.text)")
    }
    return flag
  }
}
