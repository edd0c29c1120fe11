// Reads a script and everything that it imports, each file once and before those that import it.
// Where files come from is the host's to say: nothing here touches a disk.

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
    let script = Parser.parse(
      text, mode: open.count == 1 ? mode : .file, limits: limits.syntax)
    for statement in script.statements {
      if case .importFile(let literal) = statement.kind { follow(literal, from: text) }
    }
    open.removeLast()
    scripts.append(script)
  }

  private mutating func follow(_ literal: StringLiteral, from importer: SourceText) {
    guard let path = literal.plainText else { return }
    func found(_ identifier: DiagnosticIdentifier, _ message: String) -> Diagnostic {
      Diagnostic(identifier, in: importer, at: literal.range, message)
    }
    guard let source else {
      diagnostics.append(found(.importOutsideFolder, "this host allows no imports"))
      return
    }
    switch source(path, importer) {
    case .failure(.notFound):
      diagnostics.append(found(.fileNotFound, "there is no file \"\(path)\" beside this script"))
    case .failure(.notReadable(let reason)):
      diagnostics.append(found(.fileNotReadable, "\"\(path)\" cannot be read: \(reason)"))
    case .failure(.outsideFolder):
      diagnostics.append(
        found(
          .importOutsideFolder, "\"\(path)\" lies outside the folder that may be imported from"))
    case .success(let text):
      if let start = open.firstIndex(of: text.name) {
        let cycle = (open[start...] + [text.name]).joined(separator: " → ")
        diagnostics.append(found(.importCycle, "this import comes back to itself: \(cycle)"))
      } else if known.contains(text.name) {
        return
      } else if known.count > limits.importedFiles {
        diagnostics.append(
          found(
            .importOutsideFolder,
            "more than \(limits.importedFiles) files are imported, the limit `importedFiles`"))
      } else if readBytes + text.bytes.count > limits.device.memoryBytes / Self.bytesOfASourceByte {
        diagnostics.append(
          found(
            .importOutsideFolder,
            "with this file, more than \(limits.device.memoryBytes / Self.bytesOfASourceByte) bytes "
              + "are read, for which the limit `memory` has no room"))
      } else {
        read(text)
      }
    }
  }
}
