// Explorations as compiled: functions of the outside, one for each thing that is done or checked,
// and the options as constants. The order in which they run is up to the search.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// An exploration as compiled.
package struct CompiledExploration: Sendable {
  /// A variable that is part of every state.
  package struct Variable: Hashable, Sendable {
    /// The name.
    package let name: String
    /// Its slot among the outside's variables.
    package let slot: Int

    /// Makes a variable.
    package init(name: String, slot: Int) {
      self.name = name
      self.slot = slot
    }
  }

  /// One alternative of a `choose`.
  package struct Alternative: Sendable {
    /// A name that it binds, with its values.
    package struct Choice: Sendable {
      /// The name.
      package let name: String
      /// A list, or a range of Ints.
      package let values: ScriptValue

      /// Makes a choice.
      package init(name: String, values: ScriptValue) {
        self.name = name
        self.values = values
      }
    }

    /// What it binds; the values are the arguments of all its functions.
    package let choices: [Choice]
    /// A function that gives a Bool: whether it is to be tried; nil for always.
    package let condition: FunctionIndex?
    /// What is done.
    package let action: FunctionIndex
    /// Whether it counts among the disruptions.
    package let isDisruption: Bool
    /// The statements that are done, without the braces around them.
    package let body: SourcePlace
    /// Where it is, from its keyword on.
    package let place: SourcePlace

    /// Makes an alternative.
    package init(
      choices: [Choice], condition: FunctionIndex?, action: FunctionIndex, isDisruption: Bool,
      body: SourcePlace, place: SourcePlace
    ) {
      self.choices = choices
      self.condition = condition
      self.action = action
      self.isDisruption = isDisruption
      self.body = body
      self.place = place
    }
  }

  /// What is checked after every action.
  package struct Property: Sendable {
    /// What is asked of the states.
    package let kind: ExplorationProperty.Kind
    /// The title.
    package let title: String
    /// A function that gives a Bool.
    package let function: FunctionIndex
    /// Where its body is, without the braces around it.
    package let body: SourcePlace
    /// Whether the body is a single expression.
    package let isExpression: Bool

    /// Makes a property.
    package init(
      kind: ExplorationProperty.Kind, title: String, function: FunctionIndex, body: SourcePlace,
      isExpression: Bool
    ) {
      self.kind = kind
      self.title = title
      self.function = function
      self.body = body
      self.isExpression = isExpression
    }
  }

  /// What follows each action with the exploration's memory.
  package struct Observer: Sendable {
    /// Functions of the values before the action, which are arguments after the action.
    package let earlier: [FunctionIndex]
    /// Where the expressions of those values are.
    package let earlierPlaces: [SourcePlace]
    /// Where its body is, without the braces around it.
    package let body: SourcePlace
    /// The function.
    package let function: FunctionIndex

    /// Makes an observer.
    package init(
      earlier: [FunctionIndex], earlierPlaces: [SourcePlace], body: SourcePlace,
      function: FunctionIndex
    ) {
      self.earlier = earlier
      self.earlierPlaces = earlierPlaces
      self.body = body
      self.function = function
    }
  }

  /// The title.
  package let title: String
  /// The keys of its header with their values, checked for their keys only.
  package let settings: [CompiledSetting]
  /// The variables of the file and its own, in the order of their slots.
  package let variables: [Variable]
  /// Gives its own variables their values and does what every path begins with.
  package let beginning: FunctionIndex
  /// The statements of the beginning, its variables and functions among them, in their order.
  package let statements: [SourcePlace]
  /// What may be done, in the order of the page.
  package let alternatives: [Alternative]
  /// What is checked, in source order.
  package let properties: [Property]
  /// What follows each action.
  package let observers: [Observer]
  /// Where its title is.
  package let place: SourcePlace

  /// Makes an exploration of its parts.
  package init(
    title: String, settings: [CompiledSetting], variables: [Variable], beginning: FunctionIndex,
    statements: [SourcePlace], alternatives: [Alternative], properties: [Property],
    observers: [Observer], place: SourcePlace
  ) {
    self.title = title
    self.settings = settings
    self.variables = variables
    self.beginning = beginning
    self.statements = statements
    self.alternatives = alternatives
    self.properties = properties
    self.observers = observers
    self.place = place
  }

  /// All functions of the exploration.
  package var functions: [FunctionIndex] {
    [beginning] + properties.map(\.function) + observers.flatMap { $0.earlier + [$0.function] }
      + alternatives.flatMap { [$0.condition, $0.action].compactMap(\.self) }
  }
}
