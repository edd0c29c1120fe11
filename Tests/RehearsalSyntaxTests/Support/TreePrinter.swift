// A tree as text, one node a line, children indented: what golden files and comparisons hold.
// Places are left out on request, so that trees of texts with other line ends can be compared.

@testable import RehearsalSyntax

/// Prints trees.
struct TreePrinter {
  private(set) var lines: [String] = []
  private var depth = 0
  let showsPlaces: Bool

  /// The tree of a script, one node a line.
  static func print(_ script: ParsedScript, showsPlaces: Bool = true) -> String {
    var printer = TreePrinter(showsPlaces: showsPlaces)
    for statement in script.statements { printer.add(statement) }
    return printer.lines.map { $0 + "\n" }.joined()
  }

  private init(showsPlaces: Bool) {
    self.showsPlaces = showsPlaces
  }

  private mutating func node(
    _ title: String, _ range: SourceRange? = nil, _ children: (inout TreePrinter) -> Void = { _ in }
  ) {
    var line = String(repeating: "  ", count: depth) + title
    if let range, showsPlaces { line += " @\(range.start)..\(range.end)" }
    lines.append(line)
    depth += 1
    children(&self)
    depth -= 1
  }

  private func quoted(_ text: String) -> String { String(reflecting: text) }

  mutating func add(_ statement: Statement) {
    let range = statement.range
    switch statement.kind {
    case .expression(let expression): node("do", range) { $0.add(expression) }
    case .variable(let variable): add(variable, range)
    case .assignment(let assignment):
      node("assign \(assignment.assignmentOperator.rawValue)", range) {
        $0.add(assignment.target)
        $0.add(assignment.value)
      }
    case .conditional(let conditional): add(conditional, range)
    case .guarded(let conditions, let block):
      node("guard", range) {
        $0.add(conditions)
        $0.add(block, "else")
      }
    case .whileLoop(let conditions, let block):
      node("while", range) {
        $0.add(conditions)
        $0.add(block, "body")
      }
    case .forLoop(let loop):
      node("for \(loop.names.map(\.text).joined(separator: ", "))", range) {
        $0.add(loop.sequence)
        $0.add(loop.body, "body")
      }
    case .breakLoop: node("break", range)
    case .continueLoop: node("continue", range)
    case .returned(let value): node("return", range) { if let value { $0.add(value) } }
    case .expectation(let expectation): add(expectation, range)
    case .function(let function): add(function, range)
    case .importFile(let path): node("import \(quoted(path.plainText ?? "?"))", range)
    case .device(let settings): add(settings, "device", range)
    case .app(let app):
      node("app \(app.name.text)", range) { for member in app.members { $0.add(member) } }
    case .scenario(let scenario):
      node("scenario \(quoted(scenario.title.plainText ?? "?"))", range) {
        for option in scenario.options { $0.add(option) }
        $0.add(scenario.body, "body")
      }
    case .setup(let body): node("setup", range) { $0.add(body, "body") }
    case .missing: node("missing statement", range)
    }
  }

  private mutating func add(_ variable: VariableDeclaration, _ range: SourceRange) {
    node("\(variable.isMutable ? "var" : "let") \(variable.name.text)", range) {
      $0.add(variable.value)
    }
  }

  private mutating func add(_ option: ScenarioDeclaration.Option) {
    switch option {
    case .choice(let name, let values):
      node("choice \(name.text)", name.range) { $0.add(values) }
    case .setting(let entry):
      node("entry \(entry.key.text)", entry.key.range) { $0.add(entry.value) }
    }
  }

  private mutating func add(_ conditional: ConditionalStatement, _ range: SourceRange) {
    node("if", range) {
      $0.add(conditional.conditions)
      $0.add(conditional.body, "then")
      switch conditional.alternative.first {
      case .block(let block): $0.add(block, "else")
      case .conditional(let next, let range): $0.node("else") { $0.add(next, range) }
      case nil: break
      }
    }
  }

  private mutating func add(_ expectation: Expectation, _ range: SourceRange) {
    node("expect", range) {
      $0.add(expectation.condition)
      switch expectation.timing {
      case .immediately: break
      case .within(let duration): $0.node("within") { $0.add(duration) }
      case .throughout(let duration): $0.node("throughout") { $0.add(duration) }
      }
      if let message = expectation.message { $0.node("message") { $0.add(message) } }
    }
  }

  private mutating func add(_ function: FunctionDeclaration, _ range: SourceRange) {
    node("func \(function.name.text)", range) {
      for parameter in function.parameters {
        $0.node("parameter \(parameter.name.text)") {
          if let value = parameter.defaultValue { $0.add(value) }
        }
      }
      $0.add(function.body, "body")
    }
  }

  private mutating func add(_ settings: SettingsBlock, _ title: String, _ range: SourceRange) {
    node(title, range) {
      for entry in settings.entries {
        $0.node("\(entry.key.text): \($0.quoted(entry.sourceText))") { $0.add(entry.value) }
      }
    }
  }

  private mutating func add(_ member: AppMember) {
    let range = member.range
    switch member.kind {
    case .info(let settings): add(settings, "info", range)
    case .variable(let variable): add(variable, range)
    case .function(let function): add(function, range)
    case .handler(let handler):
      node("on \(handler.name.text)", range) {
        for parameter in handler.parameters {
          switch parameter {
          case .name(let name): $0.node("parameter \(name.text)")
          case .string(let literal): $0.node("parameter \($0.quoted(literal.plainText ?? "?"))")
          case .symbol(let name): $0.node("parameter .\(name.text)")
          }
        }
        $0.add(handler.body, "body")
      }
    case .button(let button):
      node("button \(quoted(button.label.plainText ?? "?"))", range) {
        for argument in button.arguments { $0.add(argument) }
        if let action = button.action { $0.add(action) }
      }
    case .scene(let role, let members):
      node("scene" + (role.map { " .\($0.text)" } ?? ""), range) {
        for member in members { $0.add(member) }
      }
    case .view(let members): node("view", range) { for member in members { $0.add(member) } }
    case .missing: node("missing member", range)
    }
  }

  private mutating func add(_ block: Block, _ title: String) {
    node(title, block.range) { for statement in block.statements { $0.add(statement) } }
  }

  private mutating func add(_ conditions: [Condition]) {
    for condition in conditions {
      switch condition {
      case .expression(let expression): add(expression)
      case .binding(let name, let value):
        node("let \(name.text)") { if let value { $0.add(value) } }
      }
    }
  }

  private mutating func add(_ argument: Argument) {
    guard let label = argument.label else { return add(argument.value) }
    node("\(label.text):") { $0.add(argument.value) }
  }

  private mutating func add(_ closure: Closure) {
    let list = closure.parameters.map { " " + $0.map(\.text).joined(separator: ", ") + " in" } ?? ""
    node("closure\(list)", closure.range) {
      for statement in closure.body { $0.add(statement) }
    }
  }

  private mutating func add(_ segment: StringLiteral.Segment) {
    switch segment {
    case .text(let text): node(quoted(text))
    case .interpolation(let value): add(value)
    }
  }

  mutating func add(_ expression: Expression) {
    let range = expression.range
    switch expression.kind {
    case .nilLiteral: node("nil", range)
    case .boolean(let value): node("\(value)", range)
    case .integer(let value): node("integer \(value)", range)
    case .double(let value): node("double \(value)", range)
    case .duration(let value): node("duration \(value)ns", range)
    case .string(let literal):
      node("string", range) { for segment in literal.segments { $0.add(segment) } }
    case .symbol(let name): node("symbol .\(name.text)", range)
    case .name(let name): node("name \(name.text)", range)
    case .shorthandParameter(let index): node("$\(index)", range)
    case .list(let values): node("list", range) { for value in values { $0.add(value) } }
    case .map(let entries):
      node("map", range) {
        for entry in entries {
          $0.add(entry.key)
          $0.node(":") { $0.add(entry.value) }
        }
      }
    case .range(let lower, let upper, let isClosed):
      node(isClosed ? "..." : "..<", range) {
        if let lower { $0.add(lower) } else { $0.node("start") }
        if let upper { $0.add(upper) } else { $0.node("end") }
      }
    case .closure(let closure): add(closure)
    case .call(let call):
      node(call.isCommand ? "command" : "call", range) {
        $0.add(call.callee)
        for argument in call.arguments { $0.add(argument) }
        if let closure = call.trailingClosure { $0.node("trailing") { $0.add(closure) } }
      }
    case .member(let base, let name, let isOptional):
      node("\(isOptional ? "?." : ".")\(name.text)", range) { $0.add(base) }
    case .subscripted(let base, let index):
      node("subscript", range) {
        $0.add(base)
        $0.add(index)
      }
    case .optionalChain(let chain): node("chain", range) { $0.add(chain) }
    case .prefix(let mark, let operand): node("prefix \(mark.rawValue)", range) { $0.add(operand) }
    case .binary(let mark, _, let left, let right):
      node(mark.rawValue, range) {
        $0.add(left)
        $0.add(right)
      }
    case .conditional(let condition, let first, let second):
      node("? :", range) {
        $0.add(condition)
        $0.add(first)
        $0.add(second)
      }
    case .parenthesized(let inner): node("( )", range) { $0.add(inner) }
    case .missing: node("missing", range)
    }
  }
}
