// What of a script writes output and does nothing else: `print`, and functions of the script that only print.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// Tells code that writes output from code that does something else.
struct OutputCode {
  let context: CompilationContext

  /// How many functions deep it is looked into calls.
  private static let depth = 4

  /// Whether a call writes output and does nothing else: the library's, or a function of the script.
  func isOutput(_ call: Call, depth: Int = Self.depth) -> Bool {
    guard case .name(let name) = call.callee.unparenthesized.kind else { return false }
    switch context.meaning(of: name) {
    case .other(.library(let number)): return LibraryFunction.all[number].isOutput
    case .other(.function(let index)):
      let function = context.functions[index]
      return depth > 0 && function.unit == nil && !context.isPrelude(function.script)
        && context.within(script: function.script) {
          isAll(of: function.declaration.body.statements, depth: depth - 1)
        }
    default: return false
    }
  }

  /// Whether some statements only write output; false if there are none.
  func isAll(of statements: [Statement], depth: Int = Self.depth) -> Bool {
    !statements.isEmpty
      && statements.allSatisfy { statement in
        guard case .expression(let value) = statement.kind,
          case .call(let call) = value.unparenthesized.kind
        else { return false }
        return isOutput(call, depth: depth)
      }
  }

  /// Whether all that a conditional decides is what is printed.
  func isAll(of conditional: ConditionalStatement) -> Bool {
    conditional.blocks.allSatisfy { isAll(of: $0.statements) }
  }
}
