// What is known at compile time about a function that is called by its name, wherever it is declared,
// and the arguments of a call in the order of its parameters.

import RehearsalSyntax

/// A function as its callers see it.
package struct Callee {
  package let name: String
  package var parameters: [HostFunction.Parameter]
  package var isVariadic: Bool
  package var side: Side
  /// Whether a call asks whether what happens in it is refused.
  package var asksForRefusals = false

  /// Makes a function of its name and parameters.
  package init(
    name: String, parameters: [HostFunction.Parameter], isVariadic: Bool = false,
    side: Side = .neutral
  ) {
    self.name = name
    self.parameters = parameters
    self.isVariadic = isVariadic
    self.side = side
  }
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

extension Callee {
  /// Finds the parameter of each argument.
  ///
  /// - Throws: The first thing that does not fit.
  package func match(_ call: Call) throws(ArgumentDefect) -> ArrangedArguments {
    var arranged = ArrangedArguments(
      passed: Array(repeating: nil, count: parameters.count))
    var position = 0
    var hasLabel = false
    for (order, argument) in call.arguments.enumerated() {
      let passed = ArrangedArguments.Passed(value: argument.value, order: order)
      if let label = argument.label {
        hasLabel = true
        guard let index = parameters.firstIndex(where: { $0.name == label.text }) else {
          throw .unknown(label)
        }
        guard arranged.passed[index] == nil else { throw .twice(label) }
        arranged.passed[index] = passed
        continue
      }
      guard !hasLabel else { throw .positionalAfterNamed(argument.value.range) }
      while position < parameters.count, parameters[position].isNamed {
        position += 1
      }
      if position < parameters.count {
        arranged.passed[position] = passed
        position += 1
      } else if isVariadic {
        arranged.extras.append(argument.value)
      } else {
        throw .surplus(argument.value.range)
      }
    }
    try bindTrailingClosure(of: call, in: &arranged)
    return arranged
  }

  /// Binds the closure after the arguments to the last parameter that has none, and sees that
  /// nothing required is left out.
  private func bindTrailingClosure(
    of call: Call, in arranged: inout ArrangedArguments
  ) throws(ArgumentDefect) {
    if let closure = call.trailingClosure {
      guard let index = arranged.passed.lastIndex(where: { $0 == nil }) else {
        throw .surplus(closure.range)
      }
      arranged.passed[index] = ArrangedArguments.Passed(
        value: Expression(.closure(closure), closure.range), order: call.arguments.count)
    }
    for (index, parameter) in parameters.enumerated()
    where arranged.passed[index] == nil {
      let other = parameter.alternative.flatMap { other in
        parameters.firstIndex { $0.name == other }
      }
      let isReplaced = other.map { arranged.passed[$0] != nil } ?? parameter.isOptional
      guard isReplaced else { throw .missing(parameter) }
    }
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
