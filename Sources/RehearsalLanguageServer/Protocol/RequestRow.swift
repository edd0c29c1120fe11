// The requests that the server answers, one row each: from the rows the answers are found, and what
// the editor is told that the server can do.

import RehearsalSyntax
import RehearsalValues

/// A request that the server answers.
struct RequestRow: Sendable {
  /// Its name in the protocol.
  let method: String
  /// What is said of it when the server begins; nil where another row says it.
  let capability: (@Sendable (LanguageServer) -> JSONValue)?
  /// Answers it.
  let answer: @Sendable (inout LanguageServer, JSONValue) throws(RequestError) -> JSONValue

  private init(
    _ method: String, _ capability: (@Sendable (LanguageServer) -> JSONValue)?,
    _ answer:
      @escaping @Sendable (inout LanguageServer, JSONValue) throws(RequestError) ->
      JSONValue
  ) {
    self.method = method
    self.capability = capability
    self.answer = answer
  }

  /// A request about a document.
  private static func document(
    _ name: String, _ capability: (@Sendable (LanguageServer) -> JSONValue)?,
    _ answer:
      @escaping @Sendable (LanguageServer, OpenDocument, JSONValue)
      throws(RequestError) -> JSONValue
  ) -> RequestRow {
    RequestRow("textDocument/" + name, capability) {
      (server: inout LanguageServer, parameters) throws(RequestError) in
      try answer(server, try server.document(of: parameters), parameters)
    }
  }

  /// A request about a place in a document.
  private static func place(
    _ name: String, _ capability: (@Sendable (LanguageServer) -> JSONValue)?,
    _ answer:
      @escaping @Sendable (LanguageServer, OpenDocument, Int, JSONValue)
      throws(RequestError) -> JSONValue
  ) -> RequestRow {
    document(name, capability) { server, document, parameters throws(RequestError) in
      guard let offset = document.text.offset(of: parameters["position"]) else {
        throw .noPosition
      }
      return try answer(server, document, offset, parameters)
    }
  }

  /// All requests other than those of the server's own life cycle.
  static let all: [RequestRow] = [
    document(
      "codeAction",
      says("codeActionProvider", ["codeActionKinds": ["quickfix", LanguageServer.fixAllKind]])
    ) {
      server, document, parameters throws(RequestError) in
      try server.quickFixes(in: document, parameters)
    },
    document("formatting", says("documentFormattingProvider")) { _, document, _ in
      .list(document.formatting(within: nil))
    },
    document("rangeFormatting", says("documentRangeFormattingProvider")) {
      _, document, parameters throws(RequestError) in
      .list(document.formatting(within: try document.range(in: parameters)))
    },
    document("documentSymbol", says("documentSymbolProvider")) { server, document, _ in
      document.symbols(nested: server.client.nestsSymbols)
    },
    document("documentLink", says("documentLinkProvider", ["resolveProvider": false])) {
      server, document, _ in server.linksOfImports(in: document)
    },
    document("foldingRange", says("foldingRangeProvider")) { _, document, _ in
      document.foldingRanges
    },
    document("selectionRange", says("selectionRangeProvider")) {
      _, document, parameters throws(RequestError) in
      let offsets = (parameters["positions"]?.elements ?? []).map { document.text.offset(of: $0) }
      guard !offsets.contains(nil) else { throw .noPosition }
      return .list(offsets.compactMap(\.self).map { document.selectionRange(at: $0) })
    },
    document(
      "semanticTokens/full",
      says(
        "semanticTokensProvider",
        ["legend": SemanticTokenKind.legend, "full": true, "range": true])
    ) { server, document, _ in
      document.semanticTokens(functions: server.functionNames(in: document), within: nil)
    },
    document("semanticTokens/range", nil) { server, document, parameters throws(RequestError) in
      document.semanticTokens(
        functions: server.functionNames(in: document), within: try document.range(in: parameters))
    },
    document("inlayHint", says("inlayHintProvider")) {
      server, document, parameters throws(RequestError) in
      server.hints(in: document, within: try document.range(in: parameters))
    },
    document("codeLens", says("codeLensProvider", ["resolveProvider": false])) {
      server, document, _ in server.lenses(of: document)
    },
    place("hover", says("hoverProvider")) { server, document, offset, _ in
      server.hover(in: document, at: offset)
    },
    place(
      "completion", says("completionProvider", ["triggerCharacters": [".", "\"", "(", " "]])
    ) { server, document, offset, _ in server.completion(in: document, at: offset) },
    place(
      "signatureHelp", says("signatureHelpProvider", ["triggerCharacters": ["(", ",", " "]])
    ) { server, document, offset, _ in server.signature(in: document, at: offset) },
    place("definition", says("definitionProvider")) { server, document, offset, _ in
      server.definition(in: document, at: offset)
    },
    place("references", says("referencesProvider")) { server, document, offset, parameters in
      server.references(in: document, at: offset, parameters)
    },
    place("documentHighlight", says("documentHighlightProvider")) { server, document, offset, _ in
      server.highlights(in: document, at: offset)
    },
    place("prepareRename", nil) { server, document, offset, _ throws(RequestError) in
      try server.renaming(in: document, at: offset)
    },
    place("rename", says("renameProvider", ["prepareProvider": true])) {
      server, document, offset, parameters throws(RequestError) in
      try server.rename(in: document, at: offset, parameters)
    },
    RequestRow("workspace/symbol", says("workspaceSymbolProvider")) { server, parameters in
      server.symbols(matching: parameters["query"]?.string ?? "")
    },
    RequestRow("workspace/executeCommand", commands) { server, parameters throws(RequestError) in
      try server.execute(parameters)
    },
    RequestRow(
      "workspace/textDocumentContent",
      says("workspace", ["textDocumentContent": ["schemes": [VirtualPage.scheme]] as JSONValue])
    ) { server, parameters throws(RequestError) in
      let address = DocumentAddress(parameters["uri"]?.string ?? "")
      return ["text": try VirtualPage.text(of: address, found: server.foundTexts)]
    },
    RequestRow("rehearsal/life", nil) { server, parameters throws(RequestError) in
      try server.life(parameters)
    },
  ]

  private static let commands: @Sendable (LanguageServer) -> JSONValue = {
    ["executeCommandProvider": ["commands": $0.host.tools.map(\.command)] as JSONValue]
  }

  /// What is said of a request where the server begins.
  private static func says(
    _ key: String, _ value: JSONValue = .boolean(true)
  ) -> @Sendable (LanguageServer) -> JSONValue {
    { _ in JSONValue(fields: [(key, value)]) }
  }
}

extension RequestError {
  /// A position is missing or is none.
  static let noPosition = RequestError(
    .invalidParameters, "`position` is to be a line and a character, from 0")
}

extension OpenDocument {
  /// The range that a request names.
  fileprivate func range(in parameters: JSONValue) throws(RequestError) -> SourceRange {
    guard let range = text.sourceRange(of: parameters["range"]) else {
      throw RequestError(.invalidParameters, "`range` is to be a range of positions")
    }
    return range
  }
}
