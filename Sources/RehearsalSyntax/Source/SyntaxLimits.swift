// The numbers that keep reading a script bounded, whatever the script. They become part of the
// one structure of limits that a host can set; each has one default, the same in every build.

/// How much of a script the lexer and the parser take on before they refuse.
package struct SyntaxLimits: Hashable, Sendable {
  /// The largest source, in bytes; a longer one is E0220 and is not read.
  package var sourceSize: Int

  /// How many brackets, blocks and strings may be open inside one another.
  package var nesting: Int

  /// How many nodes may lie between the root of a tree and a leaf, chains of operators included.
  ///
  /// Every later stage recurses over the tree; this bounds the host's stack that they need.
  package var treeDepth: Int

  /// How many interpolations may be open inside one another.
  package var interpolationNesting: Int

  /// How many findings one parse gives back; the last of them tells how many there were besides.
  package var diagnostics: Int

  /// Makes limits; what is not said has its default.
  package init(
    sourceSize: Int = 8 << 20, nesting: Int = 64, treeDepth: Int = 256,
    interpolationNesting: Int = 8, diagnostics: Int = 200
  ) {
    self.sourceSize = sourceSize
    self.nesting = nesting
    self.treeDepth = treeDepth
    self.interpolationNesting = interpolationNesting
    self.diagnostics = diagnostics
  }
}
