// What is wrong with a document, as the editor shows it, and the changes that settle it.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// How grave a finding is to the editor.
enum FindingSeverity: Int {
  case error = 1
  case warning = 2
  case information = 3
  case hint = 4
}

extension LanguageServer {
  /// Tells the editor what is wrong with a document.
  mutating func publishFindings(of address: DocumentAddress) {
    guard let document = documents[address] else { return }
    let findings =
      document.check.script.diagnostics.map { finding($0, in: document) }
      + (document.life.map { playedFindings($0, in: document) } ?? [])
    notify(
      "textDocument/publishDiagnostics",
      [
        "uri": address.text, "version": document.version,
        "diagnostics": JSONValue.list(findings),
      ])
  }

  /// A finding of the check; one in an imported file is at the import.
  private func finding(_ diagnostic: Diagnostic, in document: OpenDocument) -> JSONValue {
    let source = document.text.source
    guard diagnostic.source.name != source.name else {
      return finding(
        diagnostic.identifier, diagnostic.message, at: diagnostic.range, in: document,
        related: diagnostic.notes.map { note in
          (document.address, document.text.range(note.range ?? diagnostic.range), note.message)
        })
    }
    let place = DocumentText(diagnostic.source, client.encoding)
    return finding(
      diagnostic.identifier, "in an imported file: " + diagnostic.message,
      at: document.rangeOfImport(leadingTo: diagnostic.source.name), in: document,
      related: [
        (
          self.address(ofFile: diagnostic.source.name), place.range(diagnostic.range),
          diagnostic.message
        )
      ])
  }

  /// A finding at a place of a document.
  func finding(
    _ identifier: DiagnosticIdentifier?, _ message: String, at range: SourceRange,
    in document: OpenDocument, severity: FindingSeverity? = nil,
    related: [(address: DocumentAddress, range: JSONValue, message: String)] = []
  ) -> JSONValue {
    let severity =
      severity ?? (identifier?.severity == .warning ? FindingSeverity.warning : .error)
    let places = related.map { place -> JSONValue in
      [
        "location": ["uri": place.address.text, "range": place.range] as JSONValue,
        "message": place.message,
      ]
    }
    return [
      "range": document.text.range(range), "severity": severity.rawValue,
      "code": identifier?.rawValue, "source": "rehearse",
      "codeDescription": client.linksCodes
        ? identifier.map { ["href": VirtualPage.address(of: $0).text] } : nil,
      "message": message
        + (client.showsRelatedPlaces ? "" : related.map { "\n" + $0.message }.joined()),
      "relatedInformation": client.showsRelatedPlaces && !places.isEmpty
        ? JSONValue.list(places) : nil,
    ]
  }

  /// The address of a file: that of the open document where there is one.
  func address(ofFile path: String) -> DocumentAddress {
    documents.all.first { $0.path == path }?.address ?? DocumentAddress(path: path)
  }

  // MARK: - Quick fixes

  func quickFixes(
    in document: OpenDocument, _ parameters: JSONValue
  ) throws(RequestError) -> JSONValue {
    guard let range = document.text.sourceRange(of: parameters["range"]) else {
      throw RequestError(.invalidParameters, "`range` is to be a range of positions")
    }
    let only = parameters["context"]?["only"]?.strings ?? []
    guard only.isEmpty || only.contains(where: { "quickfix".hasPrefix($0) || $0.isEmpty }) else {
      return .list([])
    }
    var actions: [JSONValue] = []
    for diagnostic in document.check.script.diagnostics
    where diagnostic.source.name == document.text.source.name
      && diagnostic.range.start <= range.end && range.start <= diagnostic.range.end
    {
      for (number, fix) in diagnostic.fixIts.enumerated() {
        let edits = fix.edits.map { edit -> JSONValue in
          ["range": document.text.range(edit.range), "newText": edit.replacement]
        }
        actions.append([
          "title": fix.message, "kind": "quickfix", "isPreferred": number == 0 && fix.isSafe,
          "diagnostics": [finding(diagnostic, in: document)],
          "edit": documentEdit(of: document, edits),
        ])
      }
    }
    return .list(actions)
  }

  /// An edit of one document.
  func documentEdit(of document: OpenDocument, _ edits: [JSONValue]) -> JSONValue {
    ["changes": JSONValue(fields: [(document.address.text, JSONValue.list(edits))])]
  }
}

extension OpenDocument {
  /// The import by which a file was read: that of its name, else the first one.
  fileprivate func rangeOfImport(leadingTo name: String) -> SourceRange {
    var first: SourceRange?
    var names = check.main.importedFiles[...]
    for statement in check.main.statements {
      guard case .importFile(let literal) = statement.kind else { continue }
      first = first ?? literal.range
      if names.popFirst() == name { return literal.range }
    }
    return first ?? SourceRange(0, 0)
  }
}
