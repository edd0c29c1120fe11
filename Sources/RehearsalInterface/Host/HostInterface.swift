// What a host adds to the language: its functions, names, handlers, settings and kinds of handles,
// as tables. The compiler checks scripts against them; the machine asks the host by their numbers.
// All words beyond the language's own come through here.

import RehearsalValues

/// The words that a host gives to scripts.
package struct HostInterface: Sendable {
  /// Functions, by number.
  package var functions: [HostFunction] = []
  /// Names that stand for a constant handle of the host.
  package var objects: [HostObject] = []
  /// Kinds of handles, by `Handle.kind`.
  package var kinds: [HostKind] = []
  /// What the host calls units of code, their instances, and groups of handlers.
  package var groups = HostGroups()
  /// The kind whose numbers are the program's units.
  package var unitKind: UInt8 = 0
  /// The kind of the host's objects; the machine gives them their numbers.
  package var objectKind: UInt8 = .max
  /// The kind of handles that stand for functions where the host reads values and keeps none.
  package var functionKind: UInt8 = .max
  /// The messages that scripts can handle.
  package var handlers: [HostHandler] = []
  /// A symbol that is above every Duration; nil for none.
  package var symbolAboveDurations: String?
  /// The symbols that values of tables can be only after one function, by that function's name.
  package var symbolsByFunction: [String: [String]] = [:]
  /// The keys of `device { }`.
  package var deviceKeys: [HostSetting] = []
  /// The keys after the title of a scenario.
  package var scenarioKeys: [HostSetting] = []
  /// The keys after the title of an exploration.
  package var explorationKeys: [HostSetting] = []
  /// The function that decides between outcomes, and the one that decides beforehand, by name.
  package var choiceFunctions: (decide: String, steer: String)?
  /// The function that is called before each statement of a script, by name; nil if there is no such observer.
  ///
  /// It is given the names in sight, separated by spaces, and the value of each.
  package var statementFunction: String?
  /// The keys of `info { }`.
  package var infoKeys: [HostSetting] = []
  /// The maps that scripts are given.
  package var maps: [HostMap] = []
  /// The words by which expectations name how a unit ended; nil if units do not end.
  package var endWords: EndWords?
  /// Numbers that people know by a name, which messages and printed collections show with it, in
  /// hexadecimal digits.
  package var namedNumbers: [Int64: String] = [:]
  /// The functions that the host writes in the language itself; they may call the functions that are
  /// marked hidden.
  package var prelude: [PreludeFunction] = []
  /// The functions of the prelude that scripts call, as help shows them.
  package var preludeFunctions: [HostFunction] = []
  /// Since when a function is there, for people, by its name; empty for always.
  package var availability: @Sendable (String) -> String = { _ in "" }
  /// By what people write who know it from elsewhere: the function that they mean.
  package var otherNames: [String: String] = [:]
  /// By a word of another tool for which there is no single word: what to write, as half a sentence.
  package var advice: @Sendable (String) -> String? = { _ in nil }
  /// What to write in place of a word that is made like one of another tool; nil if nothing is known of it.
  package var relatedAdvice: @Sendable (String) -> String? = { _ in nil }

  /// By a word that people look for among the members of handles: what to write, as half a sentence.
  package var memberAdvice: @Sendable (String) -> String? = { _ in nil }

  /// By the name of a message that there is not: what to write, as half a sentence.
  package var handlerAdvice: @Sendable (String) -> String? = { _ in nil }

  /// Makes an interface without words.
  package init() {}

  /// The handler that does what a function only registers or asks for, by its name: nil if there is none.
  package func handler(fedBy function: String) -> HostHandler? {
    let name = function.lowercased()
    return handlers.first { name.count > $0.name.count && name.hasSuffix($0.name.lowercased()) }
  }

  /// The functions that scripts can name, those of the prelude included.
  package var namedFunctions: [HostFunction] {
    functions.filter { !$0.isHidden } + preludeFunctions
  }

  /// Every symbol in a table.
  package var symbols: Set<String> {
    var symbols = Set(groups.instanceKinds)
    if let symbolAboveDurations { symbols.insert(symbolAboveDurations) }
    for function in functions + preludeFunctions {
      for parameter in function.parameters {
        symbols.formUnion(parameter.symbols)
        for kind in parameter.passes { symbols.formUnion(kind.symbols) }
      }
      symbols.formUnion(function.result?.symbols ?? [])
    }
    for member in kinds.flatMap(\.members) + objects.flatMap(\.members) {
      symbols.formUnion(member.symbols)
      for parameter in member.parameters ?? [] { symbols.formUnion(parameter.symbols) }
    }
    for handler in handlers {
      symbols.formUnion(handler.selectorSymbols)
      symbols.formUnion(handler.completionSymbols)
      for kind in handler.given.values { symbols.formUnion(kind.symbols) }
    }
    for key in [deviceKeys, scenarioKeys, explorationKeys, infoKeys, maps.flatMap(\.keys)].joined()
    {
      symbols.formUnion(key.symbols)
    }
    return symbols
  }

  /// The kind of a handle.
  package func kind(of handle: Handle) -> HostKind {
    kinds.indices.contains(Int(handle.kind)) ? kinds[Int(handle.kind)] : HostKind("Object")
  }

  /// The map, or the list of maps, that a value of a kind is; nil if it is none, or any.
  package func map(of kind: ValueKind?) -> HostMap? {
    guard let (name, isList) = kind?.mapName, let map = maps.first(where: { $0.name == name })
    else { return nil }
    return isList ? map.list : map
  }
}

/// The words by which expectations name how a unit ended.
package struct EndWords: Sendable {
  /// The member of a unit that tells of its end, and the member of that with the reason.
  package let end, reason: String
  /// The member of a unit that has its state, and the state of one that has ended.
  package let state, ended: String

  /// Makes the words.
  package init(end: String, reason: String, state: String, ended: String) {
    (self.end, self.reason, self.state, self.ended) = (end, reason, state, ended)
  }
}

/// What a call of a function runs without leaving the machine, which alone knows what that is.
package protocol HostImplementation: AnyObject, Sendable {}

/// A function of the host.
package struct HostFunction: Sendable {
  /// A parameter of a function or member.
  package struct Parameter: Sendable {
    /// The name, by which it can be passed.
    package var name: String
    /// Whether the argument may be left out.
    package var isOptional: Bool
    /// The symbols that are accepted where a literal one is passed; empty for any value.
    package var symbols: [String]
    /// Whether the argument must be passed by name.
    package var isNamed: Bool
    /// The parameter that it replaces, though both are optional: one of the two has to be given; nil for none.
    package var alternative: String?
    /// What the argument may be, where a literal shows it; nil for anything.
    package var domain: HostDomain?
    /// What the argument names; nil for what is no name.
    package var reference: NamedArgument?
    /// The keys that somebody reads of the argument; nil if it is no map, or its keys are free.
    package var map: HostMap?
    /// Whether the result of a function that is passed is dropped.
    package var ignoresResult = false
    /// What a function is given that is passed; empty if unknown.
    package var passes: [ValueKind] = []

    /// Makes a parameter.
    package init(
      _ name: String, _ domain: HostDomain? = nil, isOptional: Bool = false, isNamed: Bool = false,
      symbols: [String] = [], ignoresResult: Bool = false
    ) {
      self.name = name
      self.domain = domain
      self.ignoresResult = ignoresResult
      self.isOptional = isOptional
      self.isNamed = isNamed
      self.symbols = symbols
    }
  }

  /// The name.
  package var name: String
  /// Who may call it.
  package var side: Side
  /// The parameters in their order.
  package var parameters: [Parameter]
  /// Whether further positional arguments are accepted.
  package var isVariadic = false
  /// Whether the name alone is the call: `now`.
  package var isProperty = false
  /// Whether calling it changes nothing, so that a condition may.
  package var isReadOnly = false
  /// What to write instead where a state is inspected, as half a sentence: it tells of the past,
  /// which is not part of a state; nil for one that does not.
  package var historyAdvice: String?
  /// Whether only the prelude may name it.
  package var isHidden = false
  /// Whether it is an embedder's, beside the words that every script has.
  package var isAdded = false
  /// What a call gives; nil if unknown.
  package var result: ValueKind?
  /// Whether nothing comes after a call of it.
  package var neverReturns = false
  /// Whether a call asks whether what happens in it is refused.
  package var asksForRefusals = false
  /// What a call depends on beside its arguments, and what it takes part in.
  package var reads: [Reading] = []
  /// Whether a call changes nothing outside of the process that makes it, so that no other app can notice it.
  package var staysInProcess = false
  /// What a call is for: what it does, or its answer.
  package var answer = Answer.free
  /// What a call runs in the machine's loop; nil if the machine asks the host.
  package var body: (any HostImplementation)?
  /// One sentence of help.
  package var summary: String

  /// Makes a function.
  package init(
    _ name: String, side: Side, _ parameters: [Parameter] = [], answer: Answer = .free,
    result: ValueKind? = nil,
    summary: String = ""
  ) {
    self.name = name
    self.side = side
    self.parameters = parameters
    self.answer = answer
    self.result = result
    self.summary = summary
  }

  /// The name as scripts know it: the prelude's functions are made of words with underscores.
  package var plainName: String { String(name.drop { $0 == "_" }) }
}

extension HostFunction {
  /// The meaning of a call's answer that is not read.
  package enum Answer: Hashable, Sendable {
    /// The call does something, and its answer may be left.
    case free
    /// The call asks whether something holds; with a parameter, one that passes that.
    case verdict(with: String? = nil)
    /// The call is made for its answer.
    case value
  }
}

/// A name that stands for a constant handle.
package struct HostObject: Sendable {
  /// The name.
  package var name: String
  /// Who may use it.
  package var side: Side
  /// The handle.
  package var handle: Handle
  /// What it has in addition to the members of its kind.
  package var members: [HostMember]
  /// Whether it is an embedder's, beside the words that every script has.
  package var isAdded = false

  /// Makes an object.
  package init(_ name: String, side: Side, handle: Handle, members: [HostMember] = []) {
    self.name = name
    self.side = side
    self.handle = handle
    self.members = members
  }
}

/// A kind of handles.
package struct HostKind: Sendable {
  /// What `type(of:)` says and how a handle prints, before its number.
  package var name: String
  /// Whether there is only one, so that its number is not printed.
  package var isSingle: Bool
  /// Whether it can be read with a subscript.
  package var hasSubscript: Bool
  /// Whether it can be called like a function.
  package var isCallable: Bool
  /// What the keys name that it is read with; nil if they are no names.
  package var keys: NamedArgument?
  /// Whether it has the variables of somebody's code as members, besides those that are listed.
  package var isOpen: Bool
  /// Its members.
  package var members: [HostMember]

  /// Makes a kind.
  package init(
    _ name: String, isSingle: Bool = false, hasSubscript: Bool = false,
    isCallable: Bool = false, isOpen: Bool = false, members: [HostMember] = []
  ) {
    self.name = name
    self.isOpen = isOpen
    self.isCallable = isCallable
    self.isSingle = isSingle
    self.hasSubscript = hasSubscript
    self.members = members
  }
}

/// A member of a kind of handles: a property, or a method where it has parameters.
package struct HostMember: Sendable {
  /// The name, without labels.
  package var name: String
  /// What its value depends on.
  package var reads: [Reading]
  /// The parameters of a method; nil for a property.
  package var parameters: [HostFunction.Parameter]?
  /// Whether it can be assigned.
  package var isSettable: Bool
  /// Whether reading or calling it changes nothing.
  package var isReadOnly: Bool
  /// Whether calling or assigning it changes nothing outside of the process that does.
  package var staysInProcess = false
  /// What to write instead where a state is inspected, as half a sentence: it tells of the past,
  /// which is not part of a state; nil for one that does not.
  package var historyAdvice: String?
  /// What reading or calling it gives; nil if unknown.
  package var result: ValueKind?
  /// One sentence of help.
  package var summary: String

  /// Makes a member.
  package init(
    _ name: String, reads: [Reading], parameters: [HostFunction.Parameter]? = nil,
    isSettable: Bool = false, isReadOnly: Bool = true, result: ValueKind? = nil,
    summary: String = ""
  ) {
    self.name = name
    self.reads = reads
    self.parameters = parameters
    self.isSettable = isSettable
    self.isReadOnly = isReadOnly
    self.result = result
    self.summary = summary
  }
}

extension HostMember {
  /// The symbols that its value, or an element of it, can be; empty for any value.
  package var symbols: [String] { result?.symbols ?? [] }
}

/// A message that a group of code can handle.
package struct HostHandler: Sendable {
  /// The name after `on`.
  package var name: String
  /// The group in which it may be.
  package var group: CodeGroup
  /// The only kind of instances in whose block it may be; nil for any.
  package var instanceKind: String?
  /// The names of what it is given, as documented; a handler names as many as it likes.
  package var parameters: [String]
  /// How many names it may be written with where it is given nothing: those of the host's own
  /// method, which stand for nil.
  package var unusedParameterCount = 0
  /// What its parameters are, by their names, where that is known.
  package var given: [String: ValueKind] = [:]
  /// The symbols that its last parameter is called with; empty if that is no function, or takes
  /// anything.
  package var completionSymbols: [String] = []
  /// Whether its first parameter is a literal that selects: `name("id", value)`.
  package var hasSelector: Bool
  /// The symbols among which that literal has to be; empty if it is any text.
  package var selectorSymbols: [String]
  /// Whether it answers with a Bool that matters.
  package var returnsBool: Bool
  /// Whether its result is dropped.
  package var ignoresResult = false
  /// Whether it runs before the variables of its unit get their initial values; what it assigns is
  /// kept, and the initial value of such a variable is not evaluated.
  package var precedesInitialValues = false
  /// Other names that people write for it; made only for a script that names a handler which there
  /// is not.
  package var otherNames: @Sendable () -> [String]

  /// Where the parameters begin that are names: after the one that a text selects by.
  package var firstName: Int {
    hasSelector && selectorSymbols.isEmpty && parameters.count > 1 ? 1 : 0
  }

  /// Makes a handler.
  package init(
    _ name: String, group: CodeGroup = .unit, parameters: [String] = [], hasSelector: Bool = false,
    selectorSymbols: [String] = [], returnsBool: Bool = false,
    otherNames: @Sendable @escaping () -> [String] = { [] }
  ) {
    self.name = name
    self.group = group
    self.parameters = parameters
    self.hasSelector = hasSelector
    self.selectorSymbols = selectorSymbols
    self.returnsBool = returnsBool
    self.otherNames = otherNames
  }
}

/// A map that the host gives to scripts, or a list of such maps.
package struct HostMap: Sendable {
  /// The name by which kinds of values say that something is such a map.
  package var name: String
  /// What it is, as a heading of the reference.
  package var title: String
  /// The keys that it may have.
  package var keys: [HostSetting]
  /// Whether it may have other keys too, known only to the code that fills it.
  package var isOpen: Bool
  /// The keys that it always has.
  ///
  /// A map that has them all is known for such a one, whose other keys read as nil if they are
  /// missing; with none that is an error, as with any map.
  package var required: [String] = []
  /// The key whose value stands for the whole map where that is printed; nil for none.
  ///
  /// Such a map has the required keys and no others.
  package var printedKey: String?
  /// Whether it is a list of such maps.
  package var isList = false

  /// Makes a map.
  package init(_ name: String, title: String, _ keys: [HostSetting], isOpen: Bool = false) {
    self.name = name
    self.title = title
    self.keys = keys
    self.isOpen = isOpen
  }

  /// A list of such maps.
  package var list: HostMap {
    var list = self
    list.isList = true
    return list
  }

  /// A key by its name, or by its other name.
  package func key(_ name: String) -> HostSetting? {
    keys.first { $0.name == name || $0.otherName == name }
  }
}

/// A key of a block of settings, or of a map.
package struct HostSetting: Sendable {
  /// The key.
  package var name: String
  /// A second key that holds the same: the one that the platform itself has.
  package var otherName: String?
  /// What its value depends on.
  package var reads: [Reading]
  /// What its value is; nil if unknown.
  package var kind: ValueKind?
  /// What its value names; nil for what is no name.
  package var reference: NamedArgument?
  /// Texts that it usually has, for completion; others are accepted, too.
  package var usualTexts: [String] = []
  /// One sentence of help.
  package var summary: String

  /// Makes a key.
  package init(
    _ name: String, reads: [Reading], otherName: String? = nil, _ kind: ValueKind? = nil,
    naming reference: NamedArgument? = nil, usually texts: [String] = [], summary: String = ""
  ) {
    self.name = name
    usualTexts = texts
    self.reads = reads
    self.reference = reference
    self.otherName = otherName
    self.kind = kind
    self.summary = summary
  }

  /// The symbols that are accepted, also as elements of a list; empty for any value.
  package var symbols: [String] { kind?.symbols ?? [] }
}

/// A function of the prelude: what the library and the host write in the language itself.
package struct PreludeFunction: Sendable {
  /// The name by which code calls it.
  package let name: String
  /// Its declaration.
  package let source: String

  /// Makes a function.
  package init(_ name: String, _ source: String) {
    self.name = name
    self.source = source
  }
}
