// The documents that are open in the editor: they replace the files of the same names, for
// themselves and for whatever imports them.

import Rehearsal
import RehearsalFiles
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

/// A document that is open.
struct OpenDocument: Sendable {
  let address: DocumentAddress
  /// The path of its file, and its one spelling.
  let path: String
  let file: FilePath
  var version: Int64?
  private(set) var text: DocumentText
  /// The text with all that it imports, checked.
  private(set) var check: CheckedText
  /// The outcome of playing it, where the text is still the same.
  var life: PlayedLife?
  /// What tools have found in the text as it is.
  var toolFindings: [EditorTool.Finding] = []
  /// The playing that is under way.
  var player: LifePlayer?
  /// When it is to be played; nil where it has been.
  var playsAt: Duration?

  init(
    _ address: DocumentAddress, version: Int64?, _ text: DocumentText, _ check: CheckedText
  ) {
    self.address = address
    self.version = version
    self.text = text
    self.check = check
    path = address.path
    file = FilePath(path).canonical
  }

  /// Takes another text, and moves what is known of lines with them.
  mutating func take(_ text: DocumentText, _ check: CheckedText) {
    life?.move(from: self.text, to: text)
    if text.source.bytes != self.text.source.bytes { toolFindings = [] }
    player = nil
    self.text = text
    self.check = check
  }
}

extension OpenDocument {
  /// Where the name at a place is declared; nil for one that no script declares.
  func declaration(ofNameAt range: SourceRange) -> SourcePlace? {
    let place = NamedPlace(file: check.main.source.name, range: range)
    guard let declared = check.script.model?.names.declaration(of: place),
      let script = check.parsed.last(where: { $0.source.name == declared.file })
    else { return nil }
    return SourcePlace(script.source, declared.range)
  }
}

/// A text with all that it imports, read and checked.
struct CheckedText: Sendable {
  let script: Script
  /// The scripts, imported ones first, the text itself last.
  let parsed: [ParsedScript]

  init(_ source: SourceText, host: ScriptHost, imports: @escaping ImportSource) {
    let loader = ScriptLoader(source, limits: RunLimits(), source: imports)
    script = Script(source, loaded: loader, host: host, keepsModel: true)
    parsed = loader.scripts
  }

  /// The tree of the text itself.
  var main: ParsedScript { parsed[parsed.count - 1] }
}

/// All documents that are open, in the order in which they were opened.
struct OpenDocuments: Sendable {
  private(set) var all: [OpenDocument] = []
  /// The positions of the documents, by their addresses and by their files: a document with a hundred
  /// imports asks for each of them.
  private var positions: [DocumentAddress: Int] = [:]
  private var files: [FilePath: Int] = [:]

  subscript(address: DocumentAddress) -> OpenDocument? {
    get { positions[address].map { all[$0] } }
    set {
      switch (positions[address], newValue) {
      case (let position?, let document?): all[position] = document
      case (let position?, nil):
        all.remove(at: position)
        number()
      case (nil, let document?):
        all.append(document)
        positions[address] = all.count - 1
        files[document.file] = files[document.file] ?? all.count - 1
      case (nil, nil): break
      }
    }
  }

  private mutating func number() {
    positions = [:]
    files = [:]
    for (position, document) in all.enumerated() {
      positions[document.address] = position
      files[document.file] = files[document.file] ?? position
    }
  }

  /// The text of a file, where it is open.
  func text(ofFile path: FilePath) -> SourceText? {
    guard !all.isEmpty else { return nil }
    return files[path.canonical].map { all[$0].text.source }
  }
}

// MARK: - Opening, changing, closing

extension LanguageServer {
  /// How long nobody has to have typed before scenarios are played.
  static let pauseBeforePlaying = Duration.milliseconds(250)

  mutating func open(_ parameters: JSONValue, at time: Duration) throws(RequestError) {
    let item = parameters["textDocument"]
    guard let uri = item?["uri"]?.string, let text = item?["text"]?.string else {
      throw RequestError(.invalidParameters, "a document has `uri` and `text`")
    }
    let address = DocumentAddress(uri)
    take(
      SourceText(name: address.path, text), as: item?["version"]?.integer, of: address, at: time)
  }

  mutating func change(_ parameters: JSONValue, at time: Duration) throws(RequestError) {
    let document = try document(of: parameters)
    var text = document.text
    for change in parameters["contentChanges"]?.elements ?? [] {
      guard let changed = text.changed(by: change) else {
        throw RequestError(
          .invalidParameters, "a change has `text`, and a `range` within the document or none")
      }
      text = DocumentText(changed, client.encoding)
    }
    let version = parameters["textDocument"]?["version"]?.integer
    take(text.source, as: version, of: document.address, at: time)
  }

  mutating func saved(_ parameters: JSONValue, at time: Duration) throws(RequestError) {
    let document = try document(of: parameters)
    recheck(besides: document.address, at: time)
  }

  mutating func close(_ parameters: JSONValue) throws(RequestError) {
    let document = try document(of: parameters)
    documents[document.address] = nil
    notify(
      "textDocument/publishDiagnostics",
      ["uri": document.address.text, "diagnostics": JSONValue.list([])])
  }

  /// Takes the text of a document, and checks it and what imports it.
  private mutating func take(
    _ source: SourceText, as version: Int64?, of address: DocumentAddress, at time: Duration
  ) {
    let text = DocumentText(source, client.encoding)
    // What is opened as it is on disk changes nothing for what imports it.
    let read = documents[address] == nil ? try? ScriptFile.read(source.name).bytes : nil
    let isAsBefore = read == source.bytes || documents[address]?.text.source.bytes == source.bytes
    let check = checked(source)
    if var document = documents[address] {
      document.version = version
      document.take(text, check)
      documents[address] = document
    } else {
      documents[address] = OpenDocument(address, version: version, text, check)
    }
    documents[address]?.playsAt = time + Self.pauseBeforePlaying
    publishFindings(of: address)
    guard !isAsBefore, let file = documents[address]?.file else { return }
    let importers = documents.all.filter { other in
      other.address != address
        && other.check.script.importedFiles.contains { FilePath($0).canonical == file }
    }
    for importer in importers { recheck(importer, at: time) }
  }

  private mutating func recheck(_ document: OpenDocument, at time: Duration) {
    let check = checked(document.text.source)
    documents[document.address]?.take(document.text, check)
    documents[document.address]?.playsAt = time + Self.pauseBeforePlaying
    publishFindings(of: document.address)
  }

  /// Checks documents again, since files have changed: those that import some, and where wanted those that
  /// stand alone.
  mutating func recheckAll(at time: Duration, whereAlone: Bool) {
    recheck(besides: nil, whereAlone: whereAlone, at: time)
  }

  private mutating func recheck(
    besides address: DocumentAddress?, whereAlone: Bool = false, at time: Duration
  ) {
    for document in documents.all where document.address != address {
      let script = document.check.script
      guard whereAlone || !script.importedFiles.isEmpty || script.hasLostImport else { continue }
      recheck(document, at: time)
    }
  }

  /// Reads and checks a text as a file of its name would be.
  func checked(_ source: SourceText) -> CheckedText {
    CheckedText(source, host: host.scripts, imports: imports(of: source.name))
  }

  /// Where a document's imports come from: open documents, else files.
  func imports(of path: String) -> ImportSource {
    let files = ScriptFile.imports(of: path, within: ImportRoots(paths: client.folders))
    let documents = documents
    return { path, importer in
      let found = files(path, importer)
      switch found {
      case .success(let text):
        guard let open = documents.text(ofFile: FilePath(text.name)) else { return found }
        return .success(SourceText(name: text.name, bytes: open.bytes))
      case .failure(.notFound):
        let file = FilePath(importer.name).folder.appending(path)
        guard let open = documents.text(ofFile: file) else { return found }
        return .success(open)
      case .failure: return found
      }
    }
  }
}

extension Script {
  /// Whether a file was not found that it imports.
  fileprivate var hasLostImport: Bool {
    diagnostics.contains { $0.identifier == .fileNotFound }
  }
}
