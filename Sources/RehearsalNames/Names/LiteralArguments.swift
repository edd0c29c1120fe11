// What literals of arguments reveal before anything runs: one of a kind that its parameter never takes, and a
// window that no app can have.

import RehearsalInterface
import RehearsalSyntax

/// Holds literals of arguments against what their parameters take.
package struct LiteralArguments {
  package let context: CompilationContext

  /// Makes a check of a compilation.
  package init(context: CompilationContext) { self.context = context }

  /// Reports arguments whose literals cannot be what their parameters take.
  package func check(_ arranged: ArrangedArguments, of callee: Callee) {
    for (index, parameter) in callee.parameters.enumerated() {
      guard let domain = parameter.domain, let value = arranged.passed[index]?.value,
        let kind = kind(of: value)
      else { continue }
      let isAccepted =
        domain.kinds.contains(kind)
        && (value.literalNumberOrKey.map(domain.accepts) ?? true)
      if let name = value.literalText, domain.kinds.contains(.unit),
        !domain.kinds.contains(.string),
        case .other(.unit) = context.meaning(ofText: name)
      {
        context.report(.quotedUnit(value.range, name, callee.name))
      } else if !isAccepted {
        context.report(.wrongLiteral(value.range, text(of: value), callee.name, domain.words))
      } else if domain.isInstanceNumber {
        checkInstance(value, arranged, callee)
      }
    }
  }

  /// A unit without instances of its own making has one, the first.
  private func checkInstance(
    _ value: Expression, _ arranged: ArrangedArguments, _ callee: Callee
  ) {
    guard case .integer(let number) = value.unparenthesized.kind, number > 1 else { return }
    for case let argument? in arranged.passed {
      guard case .unit(let unit, let name)? = context.knownHandle(argument.value),
        context.units.indices.contains(unit),
        !context.units[unit].declaresInstances
      else { continue }
      context.report(.noSuchInstance(value.range, number, of: name.text, context.host.groups))
    }
  }

  /// A literal as a diagnostic names it.
  package func text(of value: Expression) -> String {
    let text = context.scripts[context.current].parsed.source.text(in: value.range)
    return text.utf8.count > 40 || text.contains(where: \.isNewline) ? "this" : "`\(text)`"
  }

  /// The kind of value that an expression shows; nil where only the run knows.
  package func kind(of expression: Expression) -> LiteralKind? {
    let expression = expression.unparenthesized
    switch expression.kind {
    case .boolean: return .boolean
    case .integer: return .integer
    case .double: return .double
    case .duration: return .duration
    case .string: return .string
    case .symbol: return .symbol
    case .list: return .list
    case .map: return .map
    case .range: return .range
    case .closure: return .function
    case .name:
      if case .unit? = context.knownHandle(expression) { return .unit }
      return nil
    default: return nil
    }
  }
}
