// Functions that bear the name of a message: whoever comes from UIKit writes `func viewDidLoad()`
// and expects it to be called. The host calls handlers only, so such a function that nobody names
// is dead, and tests of what it does would be tests of nothing.

import RehearsalSyntax

extension CompilationContext {
  /// Warns of functions that are named like a message and that no code names.
  func checkDeadHandlers(main: Int) {
    for (index, function) in functions.enumerated()
    where function.script >= firstScript && !scripts[function.script].isPrelude
      && !namedFunctions.contains(index)
    {
      // What another file declares for its importers may be used by others of them.
      guard function.unit != nil || function.script == main && base == nil,
        let handler = livingHandler(of: function)
      else { continue }
      keep(
        .deadHandler(
          function.declaration.name, handler, isInUnit: function.unit != nil,
          isInInstance: function.isInInstance, host.groups),
        of: function.script)
    }
  }

  /// The handler that was meant by a function: one of the group around it before those of others.
  private func livingHandler(of function: DeclaredFunction) -> HostHandler? {
    let name = function.declaration.name.text
    let group: CodeGroup = function.isInInstance ? .instance : .unit
    let inOrder =
      host.handlers.filter { $0.group == group } + host.handlers.filter { $0.group != group }
    if function.unit != nil, let same = inOrder.first(where: { $0.name == name }) { return same }
    // A word that is no name of a method's own says nothing: `options`, `scene`.
    guard name.contains(where: \.isUppercase) else { return nil }
    return inOrder.first { $0.otherNames().contains(name) || $0.name == name }
  }
}
