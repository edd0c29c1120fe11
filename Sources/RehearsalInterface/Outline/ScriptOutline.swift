// What scripts declare for their host, before any code is made of them: the device, the units with their
// handlers, and the headers of scenarios. A check of the host's asks these and needs no program; a
// program has them beside its code.

import RehearsalSyntax
import RehearsalValues

/// What some scripts declare for their host.
package struct ScriptOutline: Sendable {
  /// The entries of `device { }`, constant values checked for their keys only.
  package let deviceSettings: [CompiledSetting]
  /// The units in the order of their declaration; a unit's number is its index.
  package let units: [DeclaredUnit]
  /// The scenarios in their order.
  package let scenarios: [DeclaredScenario]

  /// Makes an outline of its parts.
  package init(
    deviceSettings: [CompiledSetting], units: [DeclaredUnit], scenarios: [DeclaredScenario]
  ) {
    self.deviceSettings = deviceSettings
    self.units = units
    self.scenarios = scenarios
  }
}

/// A unit as it is declared.
package struct DeclaredUnit: Sendable {
  /// A handler: `on name(…)`.
  package struct Handler: Sendable {
    /// The handler's name.
    package let name: String
    /// The group that it is in, whose messages it answers.
    package let group: CodeGroup
    /// The kind of instances in whose block it is, so that it sees the variables of one; nil
    /// outside of such blocks.
    package let instanceKind: Int?
    /// What a leading string or symbol parameter selects; nil without one.
    package let selector: String?
    /// Whether its body is one expression, whose value is the answer only where it can be one.
    package let isExpression: Bool
    /// Where it is declared.
    package let place: SourcePlace

    /// Makes a handler.
    package init(
      name: String, group: CodeGroup, instanceKind: Int?, selector: String?, isExpression: Bool,
      place: SourcePlace
    ) {
      self.name = name
      self.group = group
      self.instanceKind = instanceKind
      self.selector = selector
      self.isExpression = isExpression
      self.place = place
    }
  }

  /// A call of a function of the host in the unit's code.
  package struct HostCall: Sendable {
    /// The number of the function in the interface.
    package let function: Int
    /// Where the call is.
    package let place: SourcePlace

    /// Makes a call.
    package init(function: Int, place: SourcePlace) {
      self.function = function
      self.place = place
    }
  }

  /// The unit's name.
  package let name: String
  /// Where the unit is declared.
  package let place: SourcePlace
  /// The name of the unit that it is an extension of; nil for one of its own.
  package let container: String?
  /// The entries of `info { }`, in their order.
  package var info: [CompiledSetting] = []
  /// The names of its variables, without those of its instances.
  package let variables: [String]
  /// The kinds of instances that it has blocks for.
  package var instanceKinds: Set<Int> = []
  /// Its handlers, in their order.
  package var handlers: [Handler] = []
  /// The calls of the host's functions in its code, in any order.
  package let hostCalls: [HostCall]

  /// Makes a unit without what its members declare.
  package init(
    name: String, place: SourcePlace, container: String?, variables: [String],
    hostCalls: [HostCall]
  ) {
    self.name = name
    self.place = place
    self.container = container
    self.variables = variables
    self.hostCalls = hostCalls
  }

  /// Whether it declares instances.
  package var declaresInstances: Bool { !instanceKinds.isEmpty }
}

/// A scenario as its header declares it.
package struct DeclaredScenario: Sendable {
  /// A piece of a title.
  package enum TitleSegment: Hashable, Sendable {
    /// Text as it is.
    case text(String)
    /// A value of the choice of that number, or what lies in it under some keys.
    case value(choice: Int, keys: [String])
  }

  /// `name in values`: the scenario is played once for each.
  package struct Choice: Sendable {
    /// The name.
    package let name: String
    /// A list, or a range of Ints.
    package let values: ScriptValue
    /// Where the name is.
    package let place: SourcePlace

    /// Makes a choice.
    package init(name: String, values: ScriptValue, place: SourcePlace) {
      self.name = name
      self.values = values
      self.place = place
    }
  }

  /// The pieces of the title.
  package let title: [TitleSegment]
  /// What its header binds, in its order.
  package let choices: [Choice]
  /// The keys of its header with their values, checked for their keys only.
  package let settings: [CompiledSetting]
  /// Where it is declared.
  package let place: SourcePlace

  /// Makes a scenario of its parts.
  package init(
    title: [TitleSegment], choices: [Choice], settings: [CompiledSetting], place: SourcePlace
  ) {
    self.title = title
    self.choices = choices
    self.settings = settings
    self.place = place
  }
}
