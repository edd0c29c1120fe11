// Code that only looks: it changes nothing, draws nothing, and gives the same however often it runs at
// one moment. Checks ask it before they take two expressions for one.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// What can be said of code by the rows of what it names.
struct SteadyCode {
  let context: CompilationContext
  /// Whether functions of the script are followed; one that is not may do anything.
  var followsFunctions = false

  /// How far functions are followed that call one another.
  private static let depth = 6

  /// Whether an expression reads and computes, and nothing else.
  func isSteady(_ expression: Expression, depth: Int = 0) -> Bool {
    switch expression.unparenthesized.kind {
    case .nilLiteral, .boolean, .integer, .double, .duration, .symbol, .shorthandParameter: true
    case .name(let name): isSteady(name)
    case .string(let literal):
      literal.segments.allSatisfy {
        if case .interpolation(let part) = $0 { isSteady(part, depth: depth) } else { true }
      }
    case .member(let base, _, _), .prefix(_, let base), .optionalChain(let base),
      .parenthesized(let base):
      isSteady(base, depth: depth)
    case .subscripted(let left, let right), .binary(_, _, let left, let right):
      isSteady(left, depth: depth) && isSteady(right, depth: depth)
    case .conditional(let condition, let first, let second):
      [condition, first, second].allSatisfy { isSteady($0, depth: depth) }
    case .list(let elements): elements.allSatisfy { isSteady($0, depth: depth) }
    case .map(let entries):
      entries.allSatisfy { isSteady($0.key, depth: depth) && isSteady($0.value, depth: depth) }
    case .range(let lower, let upper, _):
      [lower, upper].allSatisfy { $0.map { isSteady($0, depth: depth) } ?? true }
    case .closure(let closure): isSteady(closure.body, depth: depth)
    case .call(let call): isSteady(call, depth: depth)
    case .missing: false
    }
  }

  /// Whether an expression reads what a run changes: something of the host's, or a variable.
  ///
  /// - Parameters:
  ///   - expression: The expression, of the current place.
  ///   - steps: How many constants are followed to their values; what is behind more of them may read
  ///     anything, as may one whose value names what it hides.
  /// - Returns: Whether it may read such a thing.
  func looks(_ expression: Expression, following steps: Int = 4) -> Bool {
    let looks = { (part: Expression) in self.looks(part, following: steps) }
    switch expression.unparenthesized.kind {
    case .name(let name): return self.looks(name, following: steps)
    case .string(let literal):
      return literal.segments.contains {
        if case .interpolation(let part) = $0 { looks(part) } else { false }
      }
    case .member(let base, _, _):
      return context.knownHandle(base) != nil || looks(base)
    case .prefix(_, let base), .optionalChain(let base): return looks(base)
    case .subscripted(let left, let right), .binary(_, _, let left, let right):
      return looks(left) || looks(right)
    case .conditional(let condition, let first, let second):
      return looks(condition) || looks(first) || looks(second)
    case .list(let elements): return elements.contains(where: looks)
    case .call(let call):
      return asksHost(call) || looks(call.callee) || call.arguments.contains { looks($0.value) }
    default: return false
    }
  }

  private func looks(_ name: Name, following steps: Int) -> Bool {
    switch context.meaning(of: name) {
    case .other(.hostFunction(let number)): return context.host.functions[number].isProperty
    case .other(.global(let index)): return context.globals[index].isMutable
    case .local(let position):
      guard steps > 0, let value = context.locals[position].value else { return true }
      return looks(value, following: steps - 1)
    default: return false
    }
  }

  /// Whether a call asks the host.
  private func asksHost(_ call: Call) -> Bool {
    guard case .name(let name) = call.callee.unparenthesized.kind else { return false }
    switch context.meaning(of: name) {
    case .other(.hostFunction): return true
    case .other(.function(let index)):
      return context.isPrelude(context.functions[index].script)
    default: return false
    }
  }

  /// Whether a body decides and computes, and changes nothing but its own locals.
  func isSteady(_ body: [Statement], depth: Int) -> Bool {
    body.allSatisfy { statement in
      switch statement.kind {
      case .expression(let value): isSteady(value, depth: depth)
      case .variable(let declaration): isSteady(declaration.value, depth: depth)
      case .returned(let value): value.map { isSteady($0, depth: depth) } ?? true
      case .conditional(let conditional):
        conditional.allConditions.allSatisfy { isSteady($0, depth: depth) }
          && conditional.blocks.allSatisfy { isSteady($0.statements, depth: depth) }
      case .guarded(let conditions, let block):
        conditions.allSatisfy { isSteady($0, depth: depth) }
          && isSteady(block.statements, depth: depth)
      case .forLoop(let loop):
        isSteady(loop.sequence, depth: depth) && isSteady(loop.body.statements, depth: depth)
      case .breakLoop, .continueLoop: true
      default: false
      }
    }
  }

  private func isSteady(_ condition: Condition, depth: Int) -> Bool {
    switch condition {
    case .expression(let value): isSteady(value, depth: depth)
    case .binding(_, let value): value.map { isSteady($0, depth: depth) } ?? true
    }
  }

  private func isSteady(_ name: Name) -> Bool {
    guard case .other(.hostFunction(let number)) = context.meaning(of: name) else { return true }
    return context.host.functions[number].isProperty
  }

  private func isSteady(_ call: Call, depth: Int) -> Bool {
    let arguments = call.arguments.map(\.value)
    guard arguments.allSatisfy({ isSteady($0, depth: depth) }),
      call.trailingClosure.map({ isSteady($0.body, depth: depth) }) ?? true
    else { return false }
    switch call.callee.unparenthesized.kind {
    case .name(let name):
      switch context.meaning(of: name) {
      case .other(.library(let number)): return LibraryFunction.all[number].isPure
      case .other(.hostFunction(let number)): return context.host.functions[number].isReadOnly
      case .other(.function(let index)): return isSteady(function: index, depth: depth + 1)
      default: return false
      }
    case .member(let base, let name, _):
      guard isSteady(base, depth: depth) else { return false }
      if context.knownHandle(base) != nil {
        return context.member(name, of: base).map { $0.isReadOnly && $0.parameters != nil } ?? false
      }
      return CoreMemberForms.named(name.text, in: call).map { !$0.isMutating } ?? false
    default: return false
    }
  }

  private func isSteady(function index: Int, depth: Int) -> Bool {
    guard followsFunctions, depth < Self.depth else { return false }
    let function = context.functions[index]
    guard !context.isPrelude(function.script) else { return false }
    return context.within(script: function.script) {
      isSteady(function.declaration.body.statements, depth: depth)
    }
  }
}

extension ConditionalStatement {
  /// The conditions of the whole chain, in their order.
  var allConditions: [Condition] {
    var all = conditions
    var last = alternative.first
    while case .conditional(let inner, _)? = last {
      all += inner.conditions
      last = inner.alternative.first
    }
    return all
  }
}

extension SourceText {
  /// The tokens of a range, by which two pieces of code are compared whatever their layout.
  func form(of range: SourceRange) -> String {
    let text = text(in: range)
    let isPath = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || (48...57).contains(byte)
        || (65...90).contains(byte) || (97...122).contains(byte)
    }
    guard !isPath else { return text }
    let piece = SourceText(name: name, text)
    return Lexer.tokenize(piece).tokens.lazy.filter { $0.kind != .endOfFile }
      .map { piece.text(in: $0.range) }.joined(separator: " ")
  }
}
