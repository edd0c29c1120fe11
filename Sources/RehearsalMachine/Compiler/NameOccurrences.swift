// Where the names of scripts stand and what each stands for, for editors that go from one to the other
// or change both. It is kept while code is generated, which resolves every name once, and only where
// somebody asks.

import RehearsalSyntax

/// A name in a script, and the declaration that it stands for.
package struct NameOccurrence: Hashable, Sendable {
  /// The name of the script in which it stands.
  package let file: String
  /// Where it stands; the declaration itself is among the uses.
  package let range: SourceRange
  /// The name of the script that declares it.
  package let declaringFile: String
  /// Where the declared name stands.
  package let declaration: SourceRange
}

extension Compiler {
  /// Where the names stand that scripts declare themselves.
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

extension CompilationContext {
  /// Finds what a name stands for that some code uses, and keeps that where somebody asks.
  func resolve(_ name: Name) -> Resolution {
    let meaning = resolve(name.text)
    if nameOccurrences != nil { keepOccurrence(of: name, meaning) }
    return meaning
  }

  /// Keeps the declaration of a local name where somebody asks.
  func keepDeclaration(of name: Name) {
    if nameOccurrences != nil { keepOccurrence(of: name, current, name) }
  }

  /// Keeps what is declared outside of functions, used or not.
  fileprivate func keepDeclarations() {
    for global in globals {
      current = global.script
      keepDeclaration(of: global.name)
    }
    for function in functions {
      current = function.script
      keepDeclaration(of: function.declaration.name)
    }
    for unit in units {
      current = unit.script
      keepDeclaration(of: unit.declaration.name)
    }
  }

  private func keepOccurrence(of name: Name, _ meaning: Resolution) {
    switch meaning {
    case .local(let position): keepOccurrence(of: name, current, locals[position].name)
    case .other(.global(let index)):
      keepOccurrence(of: name, globals[index].script, globals[index].name)
    case .other(.function(let index)):
      keepOccurrence(of: name, functions[index].script, functions[index].declaration.name)
    case .other(.unit(let number)) where units.indices.contains(number):
      keepOccurrence(of: name, units[number].script, units[number].declaration.name)
    case .other, .unknown: break
    }
  }

  private func keepOccurrence(of name: Name, _ script: Int, _ declared: Name) {
    guard !scripts[script].isPrelude, !scripts[current].isPrelude else { return }
    let (file, declaringFile) = (
      scripts[current].parsed.source.name, scripts[script].parsed.source.name
    )
    for (file, range) in [(file, name.range), (declaringFile, declared.range)] {
      nameOccurrences?.insert(
        NameOccurrence(
          file: file, range: range, declaringFile: declaringFile, declaration: declared.range))
    }
  }
}
