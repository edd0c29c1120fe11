// Changes of a script's tree by which mutation testing asks whether any scenario would notice: each
// statement of the apps' code dropped, each condition negated. The changes of a tree have an order
// of their own, that of the source, in which they are numbered.

/// One change of the code of an app.
package struct Mutation: Hashable, Sendable {
  /// What is done.
  package enum Change: String, Sendable {
    /// A statement is left out.
    case dropped
    /// A condition is turned into its opposite.
    case negated
  }

  /// What is done.
  package let change: Change
  /// The statement or condition it is done to.
  package let range: SourceRange

  /// The change in words: `dropped \`save()\``.
  ///
  /// - Parameter source: The text that the range belongs to.
  /// - Returns: One line, which shows the beginning of what was changed.
  package func description(in source: SourceText) -> String {
    let text = source.text(in: range)
    var line = text.prefix { !$0.isNewline }
    let isCut = line.endIndex < text.endIndex
    while line.last?.isWhitespace == true { line.removeLast() }
    let opensBlock = isCut && line.last == "{"
    return "\(change.rawValue) `\(line)\(opensBlock ? " … }" : isCut ? " …" : "")`"
  }
}

extension ParsedScript {
  /// The changes that the code of the script's apps can have, in the order of their places.
  ///
  /// - Complexity: O(*n*) in the size of the tree.
  package var mutations: [Mutation] {
    var rewriter = AppCodeRewriter(.nothing)
    _ = rewriter.rewrite(self)
    return rewriter.mutations
  }

  /// The script with one of its changes made; the same script for a number of none.
  package func applying(mutation number: Int) -> ParsedScript {
    var rewriter = AppCodeRewriter(.change(number))
    return rewriter.rewrite(self)
  }

  /// The script with a call before all that could be changed, which gives away what is run.
  ///
  /// - Parameters:
  ///   - name: The function that is called; it has to return true.
  ///   - first: What is added to the number of a change to make the argument of its call.
  /// - Returns: The script, which also does what it did before.
  package func probed(calling name: String, from first: Int) -> ParsedScript {
    var rewriter = AppCodeRewriter(.probe(name, from: first))
    return rewriter.rewrite(self)
  }

  /// The script without those of its scenarios whose titles begin at other places.
  package func keepingScenarios(at places: Set<Int32>) -> ParsedScript {
    let kept = statements.filter { statement in
      guard case .scenario(let scenario) = statement.kind else { return true }
      return places.contains(scenario.title.range.start)
    }
    return ParsedScript(
      source: source, statements: kept, diagnostics: diagnostics, importedFiles: importedFiles)
  }
}
