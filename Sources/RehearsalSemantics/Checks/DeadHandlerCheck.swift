// Functions that bear the name of a message: authors used to UIKit write `func viewDidLoad()` and
// expect it to be called. The host only calls handlers, so such a function that nothing names is
// dead, and tests of what it does would test nothing.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// Finds the functions of a compilation that take the place of a handler and are never called.
struct DeadHandlerCheck: Check {
  static let finds = [DiagnosticIdentifier.deadHandler]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    if case .end(let main) = subject { DeadHandlerCheck(context: walk.context).run(main: main) }
  }

  private let context: CompilationContext

  /// Warns of functions that are named like a message and that no code names.
  ///
  /// - Parameter main: The main script; what another file declares for its importers may be used by
  ///   others of them, and so may be what a file declares that does nothing itself.
  private func run(main: Int) {
    let isTest = context.scripts[main].parsed.statements.contains { $0.isDone || $0.isScenario }
    for (index, function) in context.functions.enumerated()
    where function.script >= context.firstScript && !context.isPrelude(function.script)
      && !context.namedFunctions.contains(index)
    {
      guard function.unit != nil || function.script == main && isTest && context.base == nil
      else { continue }
      let name = function.declaration.name
      if let handler = handler(meantBy: function) {
        context.keep(
          .deadHandler(
            name, handler, isInUnit: function.unit != nil,
            isInInstance: function.instanceKind != nil,
            context.host.groups),
          of: function.script)
      } else if let advice = context.host.advice(name.text) {
        context.keep(.deadFunction(name, advice), of: function.script)
      }
    }
  }

  /// The handler that was meant by a function: one of the group around it before those of others.
  private func handler(meantBy function: DeclaredFunction) -> HostHandler? {
    let name = function.declaration.name.text
    let group: CodeGroup = function.instanceKind != nil ? .instance : .unit
    let handlers = context.host.handlers
    let inOrder = handlers.filter { $0.group == group } + handlers.filter { $0.group != group }
    if function.unit != nil, let same = inOrder.first(where: { $0.name == name }) { return same }
    // A word that is no name of a method's own says nothing: `options`, `scene`.
    guard name.contains(where: \.isUppercase) else { return nil }
    return inOrder.first { $0.otherNames().contains(name) || $0.name == name }
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  /// A function that is named like a message, and the handler that is called.
  static func deadHandler(
    _ name: Name, _ handler: HostHandler, isInUnit: Bool, isInInstance: Bool, _ groups: HostGroups
  ) -> Self {
    let list = handler.parameters.isEmpty ? "" : "(\(handler.parameters.joined(separator: ", ")))"
    var living = "on \(handler.name)\(list) { }"
    switch handler.group {
    case .unit: if isInInstance { living = "\(living)` outside `\(groups.instance.singular) { }" }
    case .instance:
      if !isInInstance { living = "\(groups.instance.singular) { \(living) }" }
    case .handlers: living = "\(groups.handlers.singular) { \(living) }"
    }
    let place = isInUnit ? "" : " inside \(groups.unit.indefinite)"
    return Self(
      .deadHandler, name.range,
      "nothing calls the function `\(name.text)`; messages call handlers: write "
        + "`\(living)`\(place)")
  }

  /// A function that another tool would call.
  static func deadFunction(_ name: Name, _ advice: String) -> Self {
    Self(.deadHandler, name.range, "nothing calls the function `\(name.text)`; \(advice)")
  }
}
