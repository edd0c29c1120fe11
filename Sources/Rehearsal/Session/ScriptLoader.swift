// Reads a script and everything that it imports, each file once and before those that import it.
// Where files come from is up to the host: nothing here touches a disk.

import RehearsalSyntax

/// A script and its imports while they are being read.
package struct ScriptLoader {
  private let limits: RunLimits
  private let source: ImportSource?
  private let mode: ParseMode
  /// The parsed scripts, imported ones before those that import them.
  package private(set) var scripts: [ParsedScript] = []
  /// What is wrong with imports.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Whether a file could not be had.
  package var isIncomplete: Bool { diagnostics.contains { $0.severity == .error } }

  private var known: Set<String> = []
  /// The size of all that was read.
  private var readBytes = 0
  /// The names of the files whose imports are being read, the main script first.
  private var open: [String] = []

  /// Reads a script and everything that it imports.
  ///
  /// - Parameters:
  ///   - main: The script.
  ///   - limits: The bounds of reading.
  ///   - source: Where imported files come from; nil allows none.
  ///   - mode: Whether the script is a file or the input of a prompt.
  package init(
    _ main: SourceText, limits: RunLimits, source: ImportSource?, mode: ParseMode = .file
  ) {
    self.limits = limits
    self.mode = mode
    self.source = source
    read(main)
  }

  /// About what reading and compiling takes for each byte of a script.
  private static var bytesOfASourceByte: Int { 128 }

  private mutating func read(_ text: SourceText) {
    known.insert(text.name)
    readBytes += text.bytes.count
    open.append(text.name)
    var script = Parser.parse(
      text, mode: open.count == 1 ? mode : .file, limits: limits.syntax)
    for statement in script.statements {
      guard case .importFile(let literal) = statement.kind,
        let name = follow(literal, from: text)
      else { continue }
      script.importedFiles.append(name)
    }
    open.removeLast()
    scripts.append(script)
  }

  /// Reads what an import names; the name of the file, or nil with a report.
  private mutating func follow(
    _ literal: StringLiteral, from importer: SourceText
  ) -> String? {
    // One more than reported: files that import one another would have one for each two of them.
    guard let path = literal.plainText, diagnostics.count <= limits.syntax.diagnostics else {
      return nil
    }
    func found(_ identifier: DiagnosticIdentifier, _ message: String) -> Diagnostic {
      Diagnostic(identifier, in: importer, at: literal.range, message)
    }
    guard let source else {
      diagnostics.append(found(.importOutsideFolder, "this host allows no imports"))
      return nil
    }
    switch source(path, importer) {
    case .failure(.notFound):
      let whole = path + ".rehearsal"
      var hint = ""
      if case .success = source(whole, importer) { hint = "; did you mean \"\(whole)\"?" }
      diagnostics.append(
        found(.fileNotFound, "there is no file \"\(path)\" in the folder of this script" + hint))
    case .failure(.notReadable(let reason)):
      diagnostics.append(found(.fileNotReadable, "\"\(path)\" cannot be read: \(reason)"))
    case .failure(.outsideFolder):
      diagnostics.append(
        found(
          .importOutsideFolder,
          "\"\(path)\" is outside the folder from which imports are allowed; use `--root` with a "
            + "folder that contains both files"))
    case .success(let text):
      if let start = open.firstIndex(of: text.name) {
        let cycle = (open[start...] + [text.name]).joined(separator: " → ")
        diagnostics.append(found(.importCycle, "this import leads back to itself: \(cycle)"))
      } else if known.contains(text.name) {
        return text.name
      } else if known.count > limits.importedFiles {
        diagnostics.append(
          found(
            .importOutsideFolder,
            "more than \(limits.importedFiles) files are imported, the limit `importedFiles`"))
      } else if readBytes + text.bytes.count > limits.device.memoryBytes / Self.bytesOfASourceByte {
        diagnostics.append(
          found(
            .importOutsideFolder,
            "with this file, the sources have more than "
              + "\(limits.device.memoryBytes / Self.bytesOfASourceByte) bytes, too many for the "
              + "limit `memory`"))
      } else {
        read(text)
        noteSetup(of: text, importedAs: literal, from: importer)
        return text.name
      }
    }
    return nil
  }

  /// Warns of a file whose scenarios begin with something that those of its importers lack.
  private mutating func noteSetup(
    of text: SourceText, importedAs literal: StringLiteral, from importer: SourceText
  ) {
    guard let script = scripts.last, script.source.name == text.name,
      script.statements.contains(where: { if case .setup = $0.kind { true } else { false } })
    else { return }
    diagnostics.append(
      Diagnostic(
        .importedSetup, in: importer, at: literal.range,
        "the `setup` of this file runs only in its own scenarios; move its statements into a "
          + "function, and call that in a `setup` here"))
  }
}
