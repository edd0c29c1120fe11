// Names of scripts that hide words of the host: `func purge(app)` is a function like any other, and
// `purge Notes` behind it calls that. The name alone is a warning; a call that would be a right one of
// the hidden word is an error, because whoever reads it takes it for the verb.

import RehearsalSyntax

/// Checks declarations and calls for the words that names hide.
struct HiddenWordCheck {
  let context: CompilationContext

  /// Warns of a declaration that hides a word which the code that sees the name could use.
  ///
  /// - Parameters:
  ///   - name: The declared name.
  ///   - isFunction: Whether a function is declared; the language's own functions are hidden by others
  ///     without harm, for what holds a value is not called.
  ///   - side: Whose code sees the name; nil where both may.
  func checkDeclaration(of name: Name, isFunction: Bool, by side: Side?) {
    guard !context.isInPrelude, let word = word(name.text, for: side) else { return }
    if case .library = word.binding, !isFunction { return }
    context.report(.hiddenWord(name, owner: owner(of: word.side)))
  }

  /// Reports a call of a script's own name that would be a right call of the word that it hides;
  /// whether it did.
  ///
  /// - Parameters:
  ///   - name: The name that is called.
  ///   - declaration: Where it is declared, if that is in the script under way.
  ///   - side: Whose code calls it; nil where both may.
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
      LiteralCheck(context: context).check(arranged, of: callee)
      return true
    }
  }

  private func owner(of side: Side) -> String? {
    side == .neutral ? nil : context.host.groups.owner(of: side)
  }

  // MARK: - Words

  private struct Word {
    let binding: Binding
    let side: Side
    /// What it is called as; nil for a word that is no verb.
    let callee: Callee?
  }

  private func word(_ text: String, for side: Side?) -> Word? {
    guard let binding = context.builtIn(text) else { return nil }
    let word: Word
    switch binding {
    case .hostFunction(let number):
      let function = context.host.functions[number]
      word = Word(
        binding: binding, side: function.side,
        callee: function.isProperty ? nil : function.callee)
    case .object(let index):
      word = Word(binding: binding, side: context.host.objects[index].side, callee: nil)
    case .function(let index):
      guard
        let described = context.host.preludeFunctions.first(where: { $0.name == text })
      else { return nil }
      word = Word(
        binding: binding, side: described.side,
        callee: context.callee(of: context.functions[index]))
    case .library(let number):
      word = Word(
        binding: binding, side: .neutral, callee: LibraryFunction.all[number].callee)
    case .global, .unit: return nil
    }
    guard side == nil || word.side == .neutral || word.side == side else { return nil }
    return word
  }
}
