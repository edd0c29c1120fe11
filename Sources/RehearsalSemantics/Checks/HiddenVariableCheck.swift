// Names that hide what the rest of the code goes on to use: a local of an app's code with the name of a
// variable of the app, which is then never changed, and a name on the outside that hides an app.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// Finds declarations that hide a variable of the app around them, or an app.
enum HiddenVariableCheck: Check {
  static let finds = [DiagnosticIdentifier.hiddenVariable]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    guard case .declared(let name, let kind, let value) = subject else { return }
    let context = walk.context
    guard let local = context.local(declaredBy: name),
      case .other(let hidden) = context.locals[local].hidden
    else { return }
    switch hidden {
    case .unit(let unit) where context.currentUnit == nil:
      let declaration = context.units[unit].declaration.name
      walk.report(
        .hiddenVariable(
          name, context.host.groups.unit.indefinite,
          first: context.units[unit].script == context.current ? declaration.range : nil))
    case .global(let index) where context.globals[index].unit != nil && kind.isOwn:
      let global = context.globals[index]
      guard global.unit == context.currentUnit, value?.reads(name.text) != true else { return }
      walk.report(
        .hiddenVariable(
          name, "a variable of the \(context.host.groups.unit.singular)", first: global.name.range))
    default: return
    }
  }
}

extension LocalVariable.Kind {
  /// Whether the code that declares it gives it its value.
  fileprivate var isOwn: Bool {
    switch self {
    case .constant, .variable: true
    case .parameter, .handlerParameter, .loopName, .condition, .function: false
    }
  }
}

extension Expression {
  /// Whether a name is the value, or what the value is made of first: `let draft = draft.trimmed()`.
  fileprivate func reads(_ text: String) -> Bool {
    switch unparenthesized.kind {
    case .name(let name): name.text == text
    case .member(let base, _, _), .optionalChain(let base), .prefix(_, let base): base.reads(text)
    case .subscripted(let left, let right), .binary(_, _, let left, let right):
      left.reads(text) || right.reads(text)
    case .conditional(let condition, let first, let second):
      condition.reads(text) || first.reads(text) || second.reads(text)
    case .call(let call):
      call.callee.reads(text) || call.arguments.contains { $0.value.reads(text) }
    default: false
    }
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  /// A name that hides another one; `what` says what that is, with its article.
  static func hiddenVariable(_ name: Name, _ what: String, first: SourceRange?) -> Self {
    Self(
      .hiddenVariable, name.range,
      "`\(name.text)` hides \(what) of that name, which stays as it is; give this one another name, or "
        + "assign without `let` and `var`"
    )
    .noting("what it hides", at: first)
  }
}
