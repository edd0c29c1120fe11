// The members of what the user and the system see, one row each: name, help, what it gives, and
// what reading, calling and assigning it do. Checker, completion, help and the reference read rows.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// A member of an app, of the device or of settings, as it is read from outside.
struct OutsideMember: Sendable {
  /// What reading it gives, or calling it where it has parameters.
  typealias Value =
    @Sendable (inout Session, Handle) throws(HostFunctionError) -> ScriptValue
  /// What an assignment does; the new value is argument 0.
  typealias Change =
    @Sendable (inout Session, Handle, HostMember) throws(HostFunctionError) -> Stimulus

  /// What has to be there for an empty value to tell something.
  enum Subject: Sendable {
    /// A process of the app.
    case process
    /// A process, or one that was there.
    case life
  }

  /// What the host interface says of the member.
  let definition: HostMember
  /// What an empty value of it speaks of; nil where it always tells something.
  var subject: Subject?
  /// Whether it tells whether, how often or how a process of the app runs or ended.
  var tellsLife = false
  let value: Value
  /// Nil where it cannot be set.
  let change: Change?

  init(
    _ name: String, reads: [Reading], parameters: [HostFunction.Parameter]? = nil,
    _ result: ValueKind, _ summary: String, value: @escaping Value, change: Change? = nil
  ) {
    definition = HostMember(
      name, reads: reads, parameters: parameters, isSettable: change != nil, result: result,
      summary: summary)
    self.value = value
    self.change = change
  }

  /// A member of an app.
  init(
    ofApp name: String, reads: [Reading], _ result: ValueKind, of subject: Subject? = nil,
    tellsLife: Bool = false, historyAdvice: String? = nil, _ summary: String,
    _ value:
      @escaping @Sendable (inout Session, AppIdentifier) throws(HostFunctionError) -> ScriptValue
  ) {
    var definition = HostMember(name, reads: reads, result: result, summary: summary)
    definition.historyAdvice = historyAdvice
    self.definition = definition
    self.subject = subject
    self.tellsLife = tellsLife
    self.value = { session, handle throws(HostFunctionError) in
      try value(&session, session.app(handle))
    }
    change = nil
  }

  /// By kind and name.
  private static let all: [[String: OutsideMember]] = HandleKind.allCases.map { kind in
    Dictionary(uniqueKeysWithValues: kind.outsideMembers.map { ($0.definition.name, $0) })
  }

  /// The names by which scripts speak of whether, how often and how processes of an app run or end.
  static let namesAboutLives: Set<String> = {
    let members = all[Int(HandleKind.app.rawValue)].values.filter(\.tellsLife)
    return Set(members.map(\.definition.name)).union([ProcessState.notRunning.rawValue, "ended"])
  }()

  /// Whether apps have a member of a name, whatever variables theirs are.
  static func isOfApps(_ name: String) -> Bool { all[Int(HandleKind.app.rawValue)][name] != nil }

  /// The member of a thing that has a name.
  static func named(_ name: String, of handle: Handle) -> OutsideMember? {
    handle.handleKind.flatMap { all[Int($0.rawValue)][name] }
  }
}

extension ScriptValue {
  /// Whether it is nothing, or holds nothing.
  fileprivate var isEmpty: Bool {
    switch self {
    case .nil, .integer(0): true
    case .list(let elements): elements.isEmpty
    default: false
    }
  }
}

// MARK: - Requests

extension Session {
  /// Whether a name is that of a member that apps have, rather than of a variable of one.
  package static func isMember(ofApps name: String) -> Bool { OutsideMember.isOfApps(name) }

  /// The value of a member of a thing.
  mutating func member(
    _ name: MemberName, of handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    let text = machine.text(of: name)
    if let member = OutsideMember.named(text, of: handle), member.definition.parameters == nil {
      let value = try member.value(&self, handle)
      if let subject = member.subject, value.isEmpty {
        warn(ofNothing: text, of: try app(handle), subject)
      }
      return value
    }
    guard handle.handleKind == .app else { throw refusal(of: text, handle) }
    return try variable(text, of: try app(handle), handle)
  }

  /// Warns of reads of an app that has no process, or never had one: they are always empty.
  private mutating func warn(
    ofNothing member: String, of app: AppIdentifier, _ subject: OutsideMember.Subject
  ) {
    guard device.process(of: app) == nil,
      subject == .process || device.incarnations(of: app) == 0,
      let place = machine.stack().first?.place
    else { return }
    let name = name(of: app)
    let state = subject == .process ? "has no process" : "was never launched"
    warn(
      .lookAtNothing,
      "`\(name)` \(state), so `\(name).\(member)` is always empty; read it while the app runs, or "
        + "expect `\(name).isRunning`", at: place)
  }

  /// What a script sees of an app under a member's name; nil where it sees nothing.
  package mutating func value(ofMember name: String, of app: AppIdentifier) -> ScriptValue {
    let handle = handle(of: app)
    return (try? OutsideMember.named(name, of: handle)?.value(&self, handle)) ?? .nil
  }

  /// Calls a member of a thing.
  mutating func callMember(
    _ name: MemberName, of handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    let text = machine.text(of: name)
    guard let member = OutsideMember.named(text, of: handle), member.definition.parameters != nil
    else { throw refusal(of: text, handle) }
    return try member.value(&self, handle)
  }

  /// Carries out an assignment to a member of a thing, which is a stimulus: it is recorded and
  /// answered like a verb.
  mutating func setMember(
    _ name: MemberName, of handle: Handle
  ) throws(HostFunctionError) {
    let text = machine.text(of: name)
    guard let member = OutsideMember.named(text, of: handle), let change = member.change else {
      let kind = handle.handleKind?.definition.name ?? "this"
      throw HostFunctionError(.immutableAssignment, "`\(text)` of \(kind) cannot be set")
    }
    let stimulus = try change(&self, handle, member.definition)
    _ = try apply(stimulus)
  }

  /// Why nothing can be done from outside with a member of a thing.
  private func refusal(of name: String, _ handle: Handle) -> HostFunctionError {
    guard handle.handleKind?.side == .inside else {
      return .missingMember(name, of: handle.handleKind?.definition)
    }
    return HostFunctionError(
      .wrongSide,
      "this \(handle.handleKind?.definition.name ?? "thing") belongs to an app's process; only "
        + "the app's own code can use it")
  }

  /// Why a thing cannot be called from outside.
  func callRefusal(_ handle: Handle) -> HostFunctionError {
    HostFunctionError(
      .wrongSide,
      "this \(handle.handleKind?.definition.name ?? "thing") belongs to an app's process; only "
        + "the app's own code can call it")
  }
}

// MARK: - What is passed and assigned

extension Session {
  /// Reads the new value of a member.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - expected: What is accepted, as in "a String".
  ///   - convert: The value as the device needs it; nil for one that is not accepted.
  /// - Returns: The value, converted.
  /// - Throws: E0703 for a value that is not accepted.
  mutating func newValue<Value>(
    of member: HostMember, _ expected: String, _ convert: (ScriptValue) -> Value?
  ) throws(HostFunctionError) -> Value {
    let value = machine.argument(0) ?? .nil
    if let converted = convert(value) { return converted }
    for reference in value.functions { machine.release(reference) }
    throw HostFunctionError(
      .typeMismatch, "`\(member.name)` takes \(expected), not \(machine.argumentText(0))")
  }

  /// Reads a Bool that is assigned.
  mutating func newTruth(of member: HostMember) throws(HostFunctionError) -> Bool {
    try newValue(of: member, "true or false") {
      if case .boolean(let value) = $0 { value } else { nil }
    }
  }

  /// Reads a String that is assigned.
  mutating func newText(of member: HostMember) throws(HostFunctionError) -> String {
    try newValue(of: member, "a String") {
      if case .string(let text) = $0 { text } else { nil }
    }
  }

  /// Reads one of the symbols of an enumeration that is assigned.
  mutating func newSymbol<Symbol: RawRepresentable & CaseIterable>(
    of member: HostMember
  ) throws(HostFunctionError) -> Symbol where Symbol.RawValue == String {
    let known = Symbol.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
    return try newValue(of: member, "one of " + known) {
      if case .symbol(let text) = $0 { Symbol(rawValue: text) } else { nil }
    }
  }

  /// Reads a switch of Background App Refresh that is assigned.
  mutating func newRefresh(
    of member: HostMember
  ) throws(HostFunctionError) -> BackgroundRefresh {
    try newValue(of: member, "true, false or .restricted") {
      switch $0 {
      case .boolean(let isOn): isOn ? .available : .denied
      case .symbol("restricted"): .restricted
      default: nil
      }
    }
  }

  /// Reads the version that `isAtLeast` is called with.
  mutating func versionArgument() throws(HostFunctionError) -> SystemVersion {
    let text: String? =
      switch machine.argument(0) {
      case .string(let text): text
      case .integer(let number): "\(number)"
      case .double(let number): "\(number)"
      default: nil
      }
    if let version = text.flatMap({ SystemVersion(parsing: $0) }) { return version }
    throw HostFunctionError(
      .typeMismatch,
      "`isAtLeast` takes a version, such as 13, 6.1 or \"11.0.3\", not " + machine.argumentText(0))
  }
}
