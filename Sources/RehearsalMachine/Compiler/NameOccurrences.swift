// Where the names of scripts occur and what each stands for, for editors that go from one to the
// other or change both. It is kept while code is generated, which resolves every name once, and
// only where somebody asks.

import RehearsalSyntax

/// A name in a script, and the declaration that it stands for.
package struct NameOccurrence: Hashable, Sendable {
  /// The name of the script in which it is.
  package let file: String
  /// Where it is; the declaration itself is among the uses.
  package let range: SourceRange
  /// The name of the script that declares it.
  package let declaringFile: String
  /// Where the declared name is.
  package let declaration: SourceRange
}

extension Compiler {
  /// Where the names that scripts declare themselves are.
  ///
  /// - Parameters:
  ///   - scripts: The parsed scripts, imported ones first, the main script last.
  ///   - host: The words that the host gives to scripts.
  /// - Returns: The uses, in any order; those in code that could not be read are missing.
  /// - Complexity: O(*n*) in the length of the scripts.
  package static func nameOccurrences(
    of scripts: [ParsedScript], host: HostInterface
  ) -> Set<NameOccurrence> {
    let pipeline = CompilerPipeline(CompilationContext(host: host))
    pipeline.context.declareWords(of: scripts)
    pipeline.context.nameOccurrences = []
    _ = pipeline.compile(scripts)
    pipeline.context.keepDeclarations()
    return pipeline.context.nameOccurrences ?? []
  }
}
