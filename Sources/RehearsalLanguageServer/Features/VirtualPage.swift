// Pages that lie in no file: of diagnostics and rules. Their addresses have a scheme of their own, and
// an editor that can show them asks the server for the text.

import Rehearsal
import RehearsalFiles
import RehearsalReference
import RehearsalSyntax
import RehearsalValues

/// The pages of diagnostics and rules as documents.
enum VirtualPage {
  /// The scheme of their addresses.
  static let scheme = "rehearsal"

  /// The address of a diagnostic's page.
  static func address(of identifier: DiagnosticIdentifier) -> DocumentAddress {
    address(named: identifier.rawValue)
  }

  /// The address of the page of a rule or a diagnostic.
  static func address(named name: String) -> DocumentAddress {
    DocumentAddress("\(scheme):/\(name).txt")
  }

  /// The address of a text that a tool has found, by its number from 0.
  static func address(ofFound number: Int) -> DocumentAddress {
    DocumentAddress("\(scheme):/found-\(number + 1).\(ScriptFile.pathExtension)")
  }

  /// The text of a page.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - found: The texts that tools have found.
  /// - Returns: The text, in the form that the address names.
  /// - Throws: A `RequestError` if there is no such page.
  static func text(
    of address: DocumentAddress, found: [String] = []
  ) throws(RequestError) -> String {
    if let number = found.indices.first(where: { self.address(ofFound: $0) == address }) {
      return found[number]
    }
    let start = "\(scheme):/"
    let name = address.text.dropFirst(start.count).prefix { $0 != "." }
    guard address.text.hasPrefix(start), let text = text(named: String(name)) else {
      throw RequestError(.invalidParameters, "there is no page \(address.text)")
    }
    return text
  }

  /// The page of a rule or a diagnostic by its number; nil if there is none.
  static func text(named name: String) -> String? {
    if let page = RuleBookPages().page(name) { return page }
    return DiagnosticIdentifier(rawValue: name).flatMap(DiagnosticPage.page).map {
      DiagnosticRenderer(usesColor: false, terminalWidth: 80).render($0)
    }
  }
}
