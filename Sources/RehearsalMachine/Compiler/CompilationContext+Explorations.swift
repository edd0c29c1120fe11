// The names of explorations: each has a scope of its own, in which its variables and functions stand.
// Its variables are variables of the outside, behind those of the file, so that they are part of
// the machine's state like any other.

import RehearsalSyntax

/// An exploration on its way into the program.
struct ExplorationDraft {
  let declaration: ExplorationDeclaration
  let script: Int
  /// Where the whole declaration stands.
  let range: SourceRange
  /// Its variables and functions.
  var scope = NameScope()
}

extension CompilationContext {
  /// Declares an exploration with its functions; its variables follow once the file's have slots.
  func declareExploration(_ declaration: ExplorationDeclaration, at range: SourceRange) {
    guard base == nil else { return report(.explorationAtPrompt(range.keyword("explore"))) }
    let number = explorations.count
    explorations.append(
      ExplorationDraft(declaration: declaration, script: current, range: range))
    for function in declaration.functions where isNew(function.name, in: number) {
      let index = declareFunction(function, exploration: number)
      declare(function.name, .function(index), in: number)
    }
  }

  /// Declares the variables of all explorations, in slots from a first one on.
  func declareExplorationVariables(from first: Int) {
    var slot = first
    for number in explorations.indices {
      current = explorations[number].script
      var order = 0
      for statement in explorations[number].declaration.beginning {
        guard case .variable(let declaration) = statement.kind,
          isNew(declaration.name, in: number)
        else { continue }
        declare(declaration.name, .global(globals.count), in: number)
        globals.append(
          GlobalVariable(
            name: declaration.name, isMutable: declaration.isMutable, slot: slot, unit: nil,
            exploration: number, order: order, script: current, start: statement.range.start,
            value: declaration.value))
        slot += 1
        order += 1
      }
    }
  }

  private func declare(_ name: Name, _ binding: Binding, in exploration: Int) {
    explorations[exploration].scope.declare(
      names.number(of: name.text), binding, at: (current, name.range))
  }

  private func isNew(_ name: Name, in exploration: Int) -> Bool {
    guard let entry = explorations[exploration].scope.lookUp(names.number(of: name.text)) else {
      return true
    }
    report(.duplicateName(name, first: entry.declaration?.range))
    return false
  }
}
