// Where the texts come from that a script imports: the host's to say.

/// Why an import cannot be read.
public enum ImportFailure: Error, Hashable, Sendable {
  /// There is no such file.
  case notFound
  /// The file is there and cannot be read, for a reason in words.
  case notReadable(String)
  /// The file lies outside the folder that the host allows.
  case outsideFolder
}

/// Finds an imported file: by the path as written, and the name of the script that imports it.
///
/// One file must have one name in all answers: by it a file is recognized as read already.
public typealias ImportSource =
  @Sendable (_ path: String, _ importer: SourceText) -> Result<SourceText, ImportFailure>
