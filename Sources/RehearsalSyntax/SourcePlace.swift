// Where something is in a script.

/// A place in a script: its source and a range in it.
public struct SourcePlace: Sendable {
  /// The script.
  package let source: SourceText
  /// The range of UTF-8 offsets.
  package let range: SourceRange

  /// Makes a place.
  package init(_ source: SourceText, _ range: SourceRange) {
    self.source = source
    self.range = range
  }

  /// The name of the script, which is its path for a file.
  public var file: String { source.name }

  /// The line, from 1.
  ///
  /// - Complexity: O(*n*) in the length of the script
  public var line: Int { position.line }

  /// The column, in Unicode scalars from 1.
  ///
  /// - Complexity: O(*n*) in the length of the script
  public var column: Int { position.column }

  /// The line and the column.
  package var position: LineTable.Position { LineTable(source).position(at: Int(range.start)) }
}

extension SourcePlace: CustomStringConvertible {
  /// The script's name, the line and the column.
  public var description: String {
    let position = position
    return "\(file):\(position.line):\(position.column)"
  }
}
