// What an editor says of itself when it begins.

import RehearsalValues

/// What the editor can show.
struct ClientCapabilities: Sendable {
  /// The units in which positions count: bytes where the editor can, since they are ours.
  private(set) var encoding = PositionEncoding.utf16
  /// The folders that are open, as paths.
  private(set) var folders: [String] = []
  /// Whether findings may have links to their pages.
  private(set) var linksCodes = false
  /// Whether findings may name further places.
  private(set) var showsRelatedPlaces = false
  /// Whether findings may be greyed.
  private(set) var greysOut = false
  /// Whether hovers may be Markdown.
  private(set) var readsMarkdown = false
  /// Whether symbols of a document may have symbols in them.
  private(set) var nestsSymbols = false
  /// Whether it can be notified that hints have changed.
  private(set) var refreshesHints = false
  /// Whether it shows documents that it is asked to show.
  private(set) var showsDocuments = false
  /// Whether it makes files that an edit asks for.
  private(set) var makesFiles = false
  /// Whether it asks for the text of documents that lie in no file.
  private(set) var readsVirtualDocuments = false
  /// Whether it opens texts that lie in no file, as this project's extensions do.
  private(set) var opensTexts = false
  /// Whether it can be asked to watch files.
  private(set) var watchesFiles = false
  /// Whether it shows progress that begins here.
  private(set) var showsProgress = false

  /// An editor that has said nothing.
  init() {}

  /// Reads the parameters of `initialize`.
  init(_ parameters: JSONValue) {
    let capabilities = parameters["capabilities"]
    let known = capabilities?["general"]?["positionEncodings"]?.strings ?? []
    if known.contains(PositionEncoding.utf8.rawValue) { encoding = .utf8 }
    let root = parameters["rootUri"]?.string.map { [$0] } ?? []
    let uris = parameters["workspaceFolders"]?.elements.compactMap { $0["uri"]?.string } ?? root
    folders = (uris.isEmpty ? root : uris).map { DocumentAddress($0).path }
    let text = capabilities?["textDocument"]
    let findings = text?["publishDiagnostics"]
    // A link that the editor cannot open is worse than none.
    linksCodes =
      findings?["codeDescriptionSupport"]?.boolean ?? false
      && capabilities?["workspace"]?["textDocumentContent"] != nil
    showsRelatedPlaces = findings?["relatedInformation"]?.boolean ?? false
    greysOut = findings?["tagSupport"]?["valueSet"]?.elements.contains { $0.integer == 1 } ?? false
    readsMarkdown = text?["hover"]?["contentFormat"]?.strings.contains("markdown") ?? false
    nestsSymbols =
      text?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.boolean ?? false
    let workspace = capabilities?["workspace"]
    refreshesHints = workspace?["inlayHint"]?["refreshSupport"]?.boolean ?? false
    let operations = workspace?["workspaceEdit"]?["resourceOperations"]?.strings ?? []
    makesFiles = operations.contains("create")
    readsVirtualDocuments = workspace?["textDocumentContent"] != nil
    watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.boolean ?? false
    opensTexts = capabilities?["experimental"]?["rehearsalTexts"]?.boolean ?? false
    let window = capabilities?["window"]
    showsDocuments = window?["showDocument"]?["support"]?.boolean ?? false
    showsProgress = window?["workDoneProgress"]?.boolean ?? false
  }
}
