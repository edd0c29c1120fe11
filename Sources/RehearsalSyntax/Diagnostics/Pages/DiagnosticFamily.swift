// The families that diagnostics are grouped in; the first three characters of an identifier say
// which one it belongs to.

/// A group of diagnostics that speak of the same thing.
package enum DiagnosticFamily: String, CaseIterable, Sendable {
  case text = "E01"
  case grammar = "E02"
  case names = "E03"
  case calls = "E04"
  case apps = "E05"
  case files = "E06"
  case faults = "E07"
  case limits = "E08"
  case warnings = "W09"

  /// What the family speaks of.
  package var title: String {
    switch self {
    case .text: "Text and tokens"
    case .grammar: "Grammar"
    case .names: "Names and places"
    case .calls: "Calls and meaning"
    case .apps: "Apps and the device"
    case .files: "Files and imports"
    case .faults: "Faults while a script runs"
    case .limits: "Limits"
    case .warnings: "Warnings"
    }
  }
}

extension DiagnosticIdentifier {
  /// The family that it belongs to.
  package var family: DiagnosticFamily {
    // Every identifier begins with the raw value of a family; a test holds that.
    DiagnosticFamily(rawValue: String(rawValue.prefix(3))) ?? .text
  }
}
