// The page of a diagnostic: what it means, a script that has it and a corrected one. Pages are
// data, one for each identifier, in the files of this folder; a test runs their scripts.

import RehearsalSyntax

/// The page about a diagnostic.
package struct DiagnosticPage: Sendable {
  /// A script of a page.
  package struct Script: Sendable, ExpressibleByStringLiteral {
    /// The bytes, without a line end after the last line.
    package let bytes: [UInt8]

    /// The text; what is not UTF-8 in it is replaced.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Makes a script of its text.
    package init(stringLiteral text: String) { bytes = Array(text.utf8) }
  }

  /// A file beside the scripts of a page.
  package struct File: Sendable {
    /// The path by which the scripts import it.
    package let path: String
    /// The text; nil for a file that cannot be read.
    package let text: String?
  }

  /// A script that has the diagnostic, and the same done right.
  package struct Example: Sendable {
    /// The script that has the diagnostic, before any other.
    package let wrong: Script
    /// The script without any diagnostic.
    package let right: Script
    /// The files that both can import.
    package let files: [File]
    /// The limits with which both are read; nil for the defaults.
    package let limits: SyntaxLimits?
  }

  /// Whose page it is.
  package let identifier: DiagnosticIdentifier
  /// Its title.
  package let title: String
  /// Its meaning and remedy, in whole sentences; an empty line divides paragraphs.
  package let explanation: String
  /// The two scripts; nil for what a host causes and no script can.
  package let example: Example?

  init(
    _ identifier: DiagnosticIdentifier, _ title: String, _ explanation: String, wrong: Script,
    right: Script, files: [File] = [], limits: SyntaxLimits? = nil
  ) {
    self.identifier = identifier
    self.title = title
    self.explanation = explanation
    example = Example(wrong: wrong, right: right, files: files, limits: limits)
  }

  /// Makes the page of something that no script can cause.
  init(_ identifier: DiagnosticIdentifier, _ title: String, _ explanation: String) {
    self.identifier = identifier
    self.title = title
    self.explanation = explanation
    example = nil
  }

  /// The page of a diagnostic; nil if there is none, which a test rules out.
  package static func page(of identifier: DiagnosticIdentifier) -> DiagnosticPage? {
    pages(of: identifier.family).first { $0.identifier == identifier }
  }

  /// The pages of a family, in the order of their identifiers.
  package static func pages(of family: DiagnosticFamily) -> [DiagnosticPage] {
    switch family {
    case .text: text
    case .grammar: grammar
    case .names: names
    case .calls: calls
    case .apps: apps
    case .files: files
    case .faults: faults
    case .limits: limits
    case .warnings: warnings + green + slips
    }
  }
}
