// Names of scripts that hide words of the host: `func purge(app)` is a function like any other, and
// `purge Notes` after it calls that. The name alone is a warning; a call that would be a valid one
// of the hidden word is an error, because readers take it for the verb.

import RehearsalInterface
import RehearsalSyntax

/// Checks declarations and calls for the words that names hide.
package struct HiddenWordCheck {
  package let context: CompilationContext

  /// Makes a check of a compilation.
  package init(context: CompilationContext) {
    self.context = context
  }

  /// Warns of declarations that hide a word which the code that sees the name could use, once the
  /// sides of all code are known.
  package func run() {
    for declaration in context.namedDeclarations {
      guard let word = word(declaration.name.text, for: side(of: declaration.viewer)),
        declaration.mayBeTaken(forVerb: word.callee != nil),
        !context.hasFinding(at: declaration.name.range, of: declaration.script)
      else { continue }
      context.current = declaration.script
      context.report(.hiddenWord(declaration.name, owner: owner(of: word.side)))
    }
  }

  private func side(of viewer: NamedDeclaration.Viewer) -> Side? {
    switch viewer {
    case .everyone: return nil
    case .side(let side): return side
    case .scope(let scope):
      let side = context.sides.side(of: scope)
      return side == .neutral ? nil : side
    }
  }

  /// Reports a call of a script's own name that would be a right call of the word that it hides.
  ///
  /// - Parameters:
  ///   - name: The name that is called.
  ///   - call: The call.
  ///   - declaration: Where it is declared, if that is in the current script.
  ///   - side: Whose code calls it; nil where both may.
  /// - Returns: Whether it did.
  func checkCall(
    of name: Name, _ call: Call, declaration: SourceRange?, by side: Side?
  ) -> Bool {
    guard !context.isInPrelude, let word = word(name.text, for: side), let callee = word.callee,
      fits(call, callee)
    else { return false }
    context.report(.hiddenVerb(name, owner: owner(of: word.side), declaration: declaration))
    return true
  }

  /// Whether a call is right for a word.
  private func fits(_ call: Call, _ callee: Callee) -> Bool {
    context.findsNothing {
      guard let arranged = context.arrange(call, for: callee) else { return false }
      context.checkSymbols(arranged, of: callee)
      LiteralArguments(context: context).check(arranged, of: callee)
      return true
    }
  }

  private func owner(of side: Side) -> String? {
    side == .neutral ? nil : context.host.groups.owner(of: side)
  }

  // MARK: - Words

  private struct Word {
    let side: Side
    /// What it is called as; nil for a word that is no verb.
    let callee: Callee?
  }

  private func word(_ text: String, for side: Side?) -> Word? {
    let word: Word
    switch context.builtIn(text) {
    case .hostFunction(let number):
      let function = context.host.functions[number]
      word = Word(side: function.side, callee: function.isProperty ? nil : function.callee)
    case .object(let index):
      word = Word(side: context.host.objects[index].side, callee: nil)
    case .function(let index):
      let described = context.host.preludeFunctions.first { $0.name == text }
      guard let described else { return nil }
      word = Word(side: described.side, callee: context.callee(of: context.functions[index]))
    // What the language itself brings may be hidden, as in Swift.
    case .library(_), .global, .unit, nil: return nil
    }
    guard side == nil || word.side == .neutral || word.side == side else { return nil }
    return word
  }
}
