// What is known at compile time about a function that is called by its name, wherever it is declared,
// and the arguments of a call in the order of its parameters.

import RehearsalInterface
import RehearsalSyntax

/// A function as its callers see it.
package struct Callee {
  package let name: String
  package var parameters: [HostFunction.Parameter]
  package var isVariadic = false
  package var side = Side.neutral
  /// Whether a call asks whether what happens in it is refused.
  var asksForRefusals = false
}

extension HostFunction {
  /// The function as its callers see it.
  package var callee: Callee {
    Callee(name: name, parameters: parameters, isVariadic: isVariadic, side: side)
  }
}

extension LibraryFunction {
  /// The function as its callers see it.
  package var callee: Callee { Callee(name: name, parameters: parameters, isVariadic: isVariadic) }
}

extension FunctionDeclaration {
  /// The function as its callers see it.
  package var callee: Callee {
    Callee(
      name: name.text,
      parameters: parameters.map { .init($0.name.text, isOptional: $0.defaultValue != nil) })
  }
}

/// What a call passes, by parameter.
package struct ArrangedArguments {
  /// What is passed for a parameter: an argument or the trailing closure, as an expression.
  package struct Passed {
    package let value: Expression
    /// Its place in the order of evaluation.
    package let order: Int
  }

  /// For each parameter what is passed, nil if it is left out.
  package var passed: [Passed?]
  /// Further positional arguments of a variadic function.
  package var extras: [Expression] = []

  /// Whether evaluating them in the order of the parameters is their order in the source.
  package var isInOrder: Bool {
    var last = -1
    for case let argument? in passed {
      if argument.order < last { return false }
      last = argument.order
    }
    return true
  }
}

/// Why the arguments of a call do not fit.
package enum ArgumentDefect: Error {
  case unknown(Name)
  case twice(Name)
  case positionalAfterNamed(SourceRange)
  case surplus(SourceRange)
  case missing(HostFunction.Parameter)
}

extension CompilationContext {
  /// A declared function as its callers see it; those of the prelude as the host describes them.
  package func callee(of function: DeclaredFunction) -> Callee {
    var callee = function.declaration.callee
    guard isPrelude(function.script),
      let described = host.preludeFunctions.first(where: { $0.name == callee.name })
    else { return callee }
    callee.asksForRefusals = described.asksForRefusals
    for (index, parameter) in callee.parameters.enumerated() {
      callee.parameters[index].domain =
        described.parameters.first { $0.name == parameter.name }?.domain
    }
    return callee
  }

  /// Finds the parameter of each argument; reports what does not fit and gives nil then.
  func arrange(_ call: Call, for callee: Callee) -> ArrangedArguments? {
    do throws(ArgumentDefect) {
      return try match(call, to: callee)
    } catch {
      switch error {
      case .unknown(let label):
        let suggestion = suggestion(for: label.text) { callee.parameters.map(\.name) }
        report(.unknownArgument(label, callee, suggestion: suggestion))
      case .twice(let label): report(.argumentTwice(label))
      case .positionalAfterNamed(let place): report(.positionalAfterNamed(place))
      case .surplus(let place):
        let isArgument = call.arguments.contains { argument in
          if case .closure = argument.value.kind { argument.value.range == place } else { false }
        }
        let isClosure = isArgument || call.trailingClosure?.range == place
        report(
          .surplusArgument(
            callee, place, handler: isClosure ? host.handler(fedBy: callee.name) : nil))
      case .missing(let parameter):
        report(.missingArgument(parameter, callee, call.callee.range))
      }
      return nil
    }
  }

  /// Finds the parameter of each argument.
  ///
  /// - Throws: The first thing that does not fit.
  package func match(_ call: Call, to callee: Callee) throws(ArgumentDefect) -> ArrangedArguments {
    var arranged = ArrangedArguments(
      passed: Array(repeating: nil, count: callee.parameters.count))
    var position = 0
    var hasLabel = false
    for (order, argument) in call.arguments.enumerated() {
      let passed = ArrangedArguments.Passed(value: argument.value, order: order)
      if let label = argument.label {
        hasLabel = true
        guard let index = callee.parameters.firstIndex(where: { $0.name == label.text }) else {
          throw .unknown(label)
        }
        guard arranged.passed[index] == nil else { throw .twice(label) }
        arranged.passed[index] = passed
        continue
      }
      guard !hasLabel else { throw .positionalAfterNamed(argument.value.range) }
      while position < callee.parameters.count, callee.parameters[position].isNamed {
        position += 1
      }
      if position < callee.parameters.count {
        arranged.passed[position] = passed
        position += 1
      } else if callee.isVariadic {
        arranged.extras.append(argument.value)
      } else {
        throw .surplus(argument.value.range)
      }
    }
    try bindTrailingClosure(of: call, in: &arranged, callee)
    return arranged
  }

  /// Binds the closure after the arguments to the last parameter that has none, and sees that
  /// nothing required is left out.
  private func bindTrailingClosure(
    of call: Call, in arranged: inout ArrangedArguments, _ callee: Callee
  ) throws(ArgumentDefect) {
    if let closure = call.trailingClosure {
      guard let index = arranged.passed.lastIndex(where: { $0 == nil }) else {
        throw .surplus(closure.range)
      }
      arranged.passed[index] = ArrangedArguments.Passed(
        value: Expression(.closure(closure), closure.range), order: call.arguments.count)
    }
    for (index, parameter) in callee.parameters.enumerated()
    where arranged.passed[index] == nil {
      let other = parameter.alternative.flatMap { other in
        callee.parameters.firstIndex { $0.name == other }
      }
      let isReplaced = other.map { arranged.passed[$0] != nil } ?? parameter.isOptional
      guard isReplaced else { throw .missing(parameter) }
    }
  }

  /// Checks literal symbols against those that a parameter accepts.
  func checkSymbols(_ arranged: ArrangedArguments, of callee: Callee) {
    for (index, parameter) in callee.parameters.enumerated() where !parameter.symbols.isEmpty {
      guard case .symbol(let name)? = arranged.passed[index]?.value.unparenthesized.kind else {
        continue
      }
      checkSymbol(name, among: parameter.symbols, for: parameter.name)
    }
  }

  /// Reports a literal symbol that is none of those that are accepted.
  func checkSymbol(_ name: Name, among symbols: [String], for what: String) {
    guard !symbols.contains(name.text) else { return }
    let suggestion = suggestion(for: name.text) { symbols }
    let advice = suggestion == nil ? host.relatedAdvice(name.text) : nil
    report(
      .unknownSymbol(name, for: what, among: symbols, suggestion: suggestion, advice: advice))
  }
}

// MARK: - Members of the language's own values

extension CoreMemberForms {
  /// How a called member is spelled: its bare name, or `name(label:_:)` where a label is written.
  package static func spelling(_ name: String, in call: Call) -> String {
    guard call.arguments.contains(where: { $0.label != nil }) else { return name }
    var spelling = name + "("
    for argument in call.arguments { spelling += (argument.label?.text ?? "_") + ":" }
    if call.trailingClosure != nil { spelling += "_:" }
    return spelling + ")"
  }

  /// What a call means by its name and labels, if that is of the language's own.
  package static func named(_ name: String, in call: Call) -> CoreMemberForms? {
    numbers[spelling(name, in: call)].map { all[$0] }
  }
}
