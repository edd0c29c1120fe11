// Going from a name to its declaration and to all its uses, and changing all of them, over the files
// that import one another; and the labels of buttons, which tests touch by their text.

import Rehearsal
import RehearsalFiles
import RehearsalNames
import RehearsalSemantics
import RehearsalSyntax
import RehearsalValues

/// Where a name or a label is.
struct NamePlace: Hashable {
  /// The one spelling of the path of the file.
  let file: FilePath
  let range: SourceRange
}

/// The places of one name, in all files that were looked through.
struct NameUses {
  /// What it is called.
  let name: String
  /// Whether it is the label of a button, which is in quotation marks.
  let isLabel: Bool
  /// Where it is declared: a name once, a label for each button that has it.
  fileprivate(set) var declarations: Set<NamePlace> = []
  /// Where it is, declarations included.
  fileprivate(set) var places: Set<NamePlace> = []
  /// Where it may be, in order: only the run knows.
  fileprivate(set) var unclear: [NamePlace] = []
}

/// The scripts that are looked through for a name.
private struct NameSearch {
  /// The texts of all files that were read, by their one spelling.
  private(set) var texts: [FilePath: SourceText] = [:]
  /// The one spelling of the path of each, by the name that checks know it by; and those names.
  private var files: [String: FilePath] = [:]
  private var names: [FilePath: Set<String>] = [:]
  private var models: [SemanticModel] = []
  private var parsed: [FilePath: ParsedScript] = [:]

  mutating func add(_ check: CheckedText) {
    for script in check.parsed {
      let name = script.source.name
      let file = files[name] ?? FilePath(name).canonical
      files[name] = file
      names[file, default: []].insert(name)
      texts[file] = script.source
      parsed[file] = script
    }
    if let model = check.script.model { models.append(model) }
  }

  private func place(_ named: NamedPlace) -> NamePlace? {
    files[named.file].map { NamePlace(file: $0, range: named.range) }
  }

  /// A place by the names that checks know its file by.
  private func named(_ place: NamePlace) -> [NamedPlace] {
    (names[place.file] ?? []).map { NamedPlace(file: $0, range: place.range) }
  }

  /// The places of the name at a place; nil if there is none that scripts declare.
  func thing(in file: FilePath, at offset: Int) -> NameUses? {
    guard let source = texts[file] else { return nil }
    let lexed = LexedText(source)
    if let label = label(in: lexed, at: offset) { return labels(of: label) }
    guard let index = lexed.index(at: offset) else { return nil }
    let own = NamePlace(file: file, range: lexed.tokens[index].range)
    guard let declaration = declaration(of: own), let text = texts[declaration.file] else {
      return nil
    }
    let name = text.text(in: declaration.range).filter { $0 != "`" }
    var thing = NameUses(name: name, isLabel: false)
    thing.declarations = [declaration]
    thing.places = [declaration]
    for declared in named(declaration) {
      for model in models {
        thing.places.formUnion(model.names.uses(of: declared).compactMap(place))
      }
    }
    thing.unclear = isMemberOfApp(declaration) ? unclearPlaces(named: name) : []
    return thing
  }

  /// Where the name at a place is declared.
  private func declaration(of place: NamePlace) -> NamePlace? {
    for named in named(place) {
      for model in models {
        if let declared = model.names.declaration(of: named) { return self.place(declared) }
      }
    }
    return nil
  }

  // MARK: - Members of apps

  private func isMemberOfApp(_ declaration: NamePlace) -> Bool {
    (parsed[declaration.file]?.statements ?? []).contains { statement in
      guard case .app(let app) = statement.kind else { return false }
      return app.members.contains { member in
        switch member.kind {
        case .variable(let variable): variable.name.range == declaration.range
        case .function(let function): function.name.range == declaration.range
        default: false
        }
      }
    }
  }

  /// Where a name after a dot may be a member of an app, or something else.
  private func unclearPlaces(named name: String) -> [NamePlace] {
    Set(models.flatMap(\.names.unclearMembers).filter { $0.name == name }.map(\.place))
      .compactMap(place).sorted { ($0.file.text, $0.range.start) < ($1.file.text, $1.range.start) }
  }

  // MARK: - Labels of buttons

  /// The label in which a place lies; nil in any other text.
  private func label(in lexed: LexedText, at offset: Int) -> String? {
    guard let string = lexed.plainString(at: offset), isLabel(string.quote, lexed) else {
      return nil
    }
    return lexed.source.text(in: string.content)
  }

  /// Whether a string is what a button is called, or what is touched.
  private func isLabel(_ quote: Int, _ lexed: LexedText) -> Bool {
    guard quote > 0 else { return false }
    let before = lexed.tokens[quote - 1].isMark(.leftParenthesis) ? quote - 2 : quote - 1
    return lexed.text(of: before) == "touch" || declaresButton(quote, lexed)
  }

  private func declaresButton(_ quote: Int, _ lexed: LexedText) -> Bool {
    quote > 0 && lexed.text(of: quote - 1) == ContextualKeyword.button.rawValue
      && lexed.declares(quote - 1)
  }

  private func labels(of text: String) -> NameUses {
    var thing = NameUses(name: text, isLabel: true)
    for (file, source) in texts {
      let lexed = LexedText(source)
      for index in lexed.tokens.indices {
        guard let string = lexed.plainString(startingAt: index), isLabel(index, lexed),
          source.text(in: string.content) == text
        else { continue }
        let place = NamePlace(file: file, range: string.content)
        thing.places.insert(place)
        if declaresButton(index, lexed) { thing.declarations.insert(place) }
      }
    }
    return thing
  }
}

extension LanguageServer {
  // MARK: - Requests

  func definition(in document: OpenDocument, at offset: Int) -> JSONValue {
    let lexed = LexedText(document.text.source)
    if let index = lexed.index(at: offset),
      let place = document.declaration(ofNameAt: lexed.tokens[index].range)
    {
      let text = DocumentText(place.source, client.encoding)
      let location: JSONValue = [
        "uri": address(ofFile: place.source.name).text, "range": text.range(place.range),
      ]
      return .list([location])
    }
    let search = search(from: document, over: [])
    guard let thing = search.thing(in: document.file, at: offset) else {
      return fileOfImport(in: document, at: offset) ?? .null
    }
    return locations(of: thing.declarations, in: search)
  }

  func references(
    in document: OpenDocument, at offset: Int, _ parameters: JSONValue
  ) -> JSONValue {
    guard let (search, thing) = everyUse(in: document, at: offset) else { return .list([]) }
    let includes = parameters["context"]?["includeDeclaration"]?.boolean ?? true
    return locations(
      of: includes ? thing.places : thing.places.subtracting(thing.declarations), in: search)
  }

  func highlights(in document: OpenDocument, at offset: Int) -> JSONValue {
    let file = FilePath(document.path).canonical
    let thing = search(from: document, over: []).thing(in: file, at: offset)
    let places = (thing?.places ?? []).filter { $0.file == file }
    return .list(
      places.map(\.range).sorted { $0.start < $1.start }.map { ["range": document.text.range($0)] })
  }

  func renaming(
    in document: OpenDocument, at offset: Int
  ) throws(RequestError) -> JSONValue {
    let file = FilePath(document.path).canonical
    let thing = search(from: document, over: []).thing(in: file, at: offset)
    let own = thing?.places.first {
      $0.file == file && $0.range.start <= Int32(offset) && Int32(offset) <= $0.range.end
    }
    guard let thing, let own else {
      let word = document.word(at: offset).text
      throw RequestError(
        .requestFailed,
        word.isEmpty
          ? "there is no name here" : "`\(word)` is no name that a script of yours declares")
    }
    return ["range": document.text.range(own.range), "placeholder": thing.name]
  }

  func rename(
    in document: OpenDocument, at offset: Int, _ parameters: JSONValue
  ) throws(RequestError) -> JSONValue {
    _ = try renaming(in: document, at: offset)
    guard let name = parameters["newName"]?.string,
      let (search, thing) = everyUse(in: document, at: offset)
    else { throw RequestError(.invalidParameters, "`newName` is missing") }
    try thing.check(newName: name)
    try check(thing, in: search)
    var edited: [FilePath: SourceText] = [:]
    var changes: [(String, JSONValue)] = []
    for (file, places) in Dictionary(grouping: thing.places, by: \.file) {
      guard let source = search.texts[file] else { continue }
      let text = DocumentText(source, client.encoding)
      let ranges = places.map(\.range).sorted { $0.start < $1.start }
      let edits = ranges.map { Diagnostic.FixIt.Edit($0, name) }
      edited[file] = source.applying([Diagnostic.FixIt("rename", edits)])
      changes.append(
        (
          address(ofFile: source.name).text,
          .list(ranges.map { ["range": text.range($0), "newText": name] })
        ))
    }
    try check(thing, renamed: name, in: edited, document)
    return ["changes": JSONValue(fields: changes.map { ($0, $1) })]
  }

  /// Refuses to rename what may have uses that cannot be told from others.
  private func check(_ thing: NameUses, in search: NameSearch) throws(RequestError) {
    guard let first = thing.unclear.first, let source = search.texts[first.file] else { return }
    let place = SourcePlace(source, first.range)
    let others = thing.unclear.count - 1
    let more = others > 0 ? " (and \(others) more)" : ""
    throw RequestError(
      .requestFailed,
      "`.\(thing.name)` in \(place)\(more) may be this variable or another one, for which app is "
        + "before the dot is known only when the script runs; write the app's name there, or rename "
        + "it by hand")
  }

  /// Refuses a name that would change the meaning of something.
  private func check(
    _ thing: NameUses, renamed name: String, in edited: [FilePath: SourceText],
    _ document: OpenDocument
  ) throws(RequestError) {
    guard !thing.isLabel, name != thing.name else { return }
    func count(_ check: CheckedText) -> [Int] {
      (check.script.model?.names.useCounts.sorted() ?? []) + [check.script.errorCount]
    }
    for file in edited.keys.sorted(by: { $0.text < $1.text }) {
      guard let source = edited[file] else { continue }
      let before = checked(
        SourceText(
          name: source.name, bytes: originalBytes(of: file, document) ?? source.bytes))
      let after = CheckedText(
        source, host: host.scripts, imports: imports(of: source.name, with: edited))
      guard count(before) == count(after) else {
        throw RequestError(
          .requestFailed,
          "with the name `\(name)` something in \(source.name) would change its meaning")
      }
    }
  }

  private func originalBytes(of file: FilePath, _ document: OpenDocument) -> [UInt8]? {
    documents.text(ofFile: file)?.bytes ?? (try? ScriptFile.read(file.text))?.bytes
  }

  /// Where imports come from while a change is tried.
  private func imports(of path: String, with edited: [FilePath: SourceText]) -> ImportSource {
    let unchanged = imports(of: path)
    return { path, importer in
      guard case .success(let text) = unchanged(path, importer),
        let changed = edited[FilePath(text.name).canonical]
      else { return unchanged(path, importer) }
      return .success(SourceText(name: text.name, bytes: changed.bytes))
    }
  }

  /// The uses of the thing at a place, in all scripts that may have some; nil where no thing is.
  private func everyUse(
    in document: OpenDocument, at offset: Int
  ) -> (NameSearch, NameUses)? {
    guard let near = search(from: document, over: []).thing(in: document.file, at: offset) else {
      return nil
    }
    let files = filesAround(document).filter { mentions(near.name, inFile: $0) }
    let search = search(from: document, over: files)
    return search.thing(in: document.file, at: offset).map { (search, $0) }
  }

  // MARK: - Files

  /// Whether a file holds a name, in whatever meaning; most hold it not, and need not be checked.
  private func mentions(_ name: String, inFile path: String) -> Bool {
    guard let source = try? ScriptFile.read(path, atMost: Self.longestFile) else { return false }
    return String(decoding: source.bytes, as: UTF8.self).contains(name)
  }

  /// The longest file that is looked through, in bytes.
  private static let longestFile = 4 << 20

  /// How many files are looked through for those that import a document's.
  private static let mostFiles = 2000

  /// The scripts that may import what a document has: those of the open folders, or of its own.
  private func filesAround(_ document: OpenDocument) -> [String] {
    let own = FilePath(document.path).folder.text
    let folders = client.folders.filter {
      FilePath($0).canonical.contains(FilePath(document.path).canonical)
    }
    let found = (try? ScriptFile.search(folders.isEmpty ? [own] : folders))?.files ?? []
    return Array(found.prefix(Self.mostFiles))
  }

  /// Looks through a document with what it imports, and through those of some files that import
  /// any of that.
  private func search(from document: OpenDocument, over files: [String]) -> NameSearch {
    var search = NameSearch()
    search.add(document.check)
    guard !files.isEmpty else { return search }
    let known = Set(search.texts.keys)
    let isOpen = Set(documents.all.map(\.file))
    var others = documents.all.filter { $0.address != document.address }.map(\.check)
    for file in files where !isOpen.contains(FilePath(file).canonical) {
      if let source = try? ScriptFile.read(file) { others.append(checked(source)) }
    }
    for other in others
    where other.parsed.contains(where: { known.contains(FilePath($0.source.name).canonical) }) {
      search.add(other)
    }
    return search
  }

  private func locations(of places: Set<NamePlace>, in search: NameSearch) -> JSONValue {
    let files = Dictionary(grouping: places, by: \.file)
    let locations = files.flatMap { file, places -> [(String, NamePlace, JSONValue)] in
      guard let source = search.texts[file] else { return [] }
      let text = DocumentText(source, client.encoding)
      let uri = address(ofFile: source.name).text
      return places.map { (uri, $0, ["uri": uri, "range": text.range($0.range)]) }
    }
    return .list(
      locations.sorted { ($0.0, $0.1.range.start) < ($1.0, $1.1.range.start) }.map { $0.2 })
  }

  /// The imports of a document as links to their files.
  func linksOfImports(in document: OpenDocument) -> JSONValue {
    let links = document.check.main.statements.compactMap { statement -> JSONValue? in
      guard case .importFile(let literal) = statement.kind, let path = literal.plainText,
        case .success(let text) = imports(of: document.path)(path, document.text.source)
      else { return nil }
      return [
        "range": document.text.range(literal.range), "target": address(ofFile: text.name).text,
      ]
    }
    return .list(links)
  }

  /// How many symbols a search answers with.
  private static let mostSymbols = 500

  /// The apps, functions and scenarios of the open folders whose names hold a text, in its letters'
  /// order.
  func symbols(matching query: String) -> JSONValue {
    let isOpen = Set(documents.all.map(\.file))
    let files = (try? ScriptFile.search(client.folders))?.files ?? []
    var found: [JSONValue] = []
    for document in documents.all { found += document.symbols(matching: query) }
    for path in files.prefix(Self.mostFiles) where !isOpen.contains(FilePath(path).canonical) {
      guard found.count < Self.mostSymbols else { break }
      guard let source = try? ScriptFile.read(path, atMost: Self.longestFile) else { continue }
      let text = DocumentText(source, client.encoding)
      found += ParsedSymbols(Parser.parse(source), in: text, of: DocumentAddress(path: path))
        .matching(query)
    }
    return .list(Array(found.prefix(Self.mostSymbols)))
  }

  /// The file that the import at a place names.
  private func fileOfImport(in document: OpenDocument, at offset: Int) -> JSONValue? {
    let place = Int32(clamping: offset)
    for case .importFile(let literal) in document.check.main.statements.map(\.kind)
    where literal.range.start <= place && place <= literal.range.end {
      guard let path = literal.plainText,
        case .success(let text) = imports(of: document.path)(path, document.text.source)
      else { return nil }
      let start: JSONValue = ["line": 0, "character": 0]
      return [
        "uri": address(ofFile: text.name).text,
        "range": ["start": start, "end": start] as JSONValue,
      ]
    }
    return nil
  }
}

extension NameUses {
  /// Refuses what no name or label can be.
  fileprivate func check(newName name: String) throws(RequestError) {
    if isLabel {
      guard !name.contains(where: { "\"\\".contains($0) || $0.isNewline }) else {
        throw RequestError(
          .requestFailed, "a label holds no quotation mark, backslash or line end")
      }
      return
    }
    let tokens = Lexer.tokenize(SourceText(name: "name", name)).tokens
    guard tokens.count == 2, tokens[0].kind == .name, tokens[0].range.count == name.utf8.count
    else {
      throw RequestError(
        .requestFailed, "`\(name)` is no name: letters, digits and `_`, and no word of the language"
      )
    }
  }
}

extension Script {
  fileprivate var errorCount: Int { diagnostics.count { $0.severity == .error } }
}
