// The groups in which scripts gather code for a host, and what the host calls them. The language
// gives groups a meaning, variables, machines and names; that a unit is an app, and its instances
// are scenes, is up to the host, and its nouns appear in the messages.

/// A group of code that a script declares for its host.
package enum CodeGroup: Sendable {
  /// A unit: variables, functions and handlers that run in machines of their own.
  case unit
  /// What each instance of a unit has for itself.
  case instance
  /// Handlers apart from the others of the group around them, whose variables they share.
  case handlers
}

/// A noun of the host, as messages need it.
package struct HostNoun: Sendable {
  /// The noun with its article, as in "an app".
  package var indefinite: String
  /// The noun alone.
  package var singular: String
  /// The noun for several.
  package var plural: String

  /// Makes a noun, whose plural ends in "s" unless it is given.
  package init(_ article: String, _ singular: String, plural: String? = nil) {
    indefinite = "\(article) \(singular)"
    self.singular = singular
    self.plural = plural ?? singular + "s"
  }
}

/// What a host calls the groups of code, and those outside of them.
package struct HostGroups: Sendable {
  /// A unit.
  package var unit = HostNoun("a", "unit")
  /// An instance of a unit.
  package var instance = HostNoun("an", "instance")
  /// The kinds of instances; a block that names none is for the first of them.
  package var instanceKinds = ["instance"]
  /// A group of handlers.
  package var handlers = HostNoun("a", "group")
  /// Who calls the functions of the outside.
  package var outside = "the script"
  /// Whose they are.
  package var outsidePossessive = "the script's"
  /// The words by which a control names the group whose function it sends.
  package var targets: [(name: String, group: CodeGroup)] = []

  /// Makes a table of the language's own nouns.
  package init() {}

  /// The noun of a group.
  package func noun(of group: CodeGroup) -> HostNoun {
    switch group {
    case .unit: unit
    case .instance: instance
    case .handlers: handlers
    }
  }

  // MARK: Sides

  /// Who is on a side.
  package func people(on side: Side) -> String {
    side == .outside ? outside : "\(unit.indefinite)'s own code"
  }

  /// Who is on the other side.
  package func people(opposite side: Side) -> String {
    side == .outside ? "\(unit.indefinite)'s code" : outside
  }

  /// Whose a word of a side is.
  package func owner(of side: Side) -> String {
    side == .outside ? outsidePossessive : "\(unit.indefinite)'s own"
  }

  /// Why a function of a side was not called by the other one; checking and running say the same.
  package func refusal(ofCallTo name: String, on side: Side) -> String {
    "`\(name)` is \(owner(of: side)): \(people(opposite: side)) cannot call it"
  }
}
