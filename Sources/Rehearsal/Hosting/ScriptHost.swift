// What an embedder adds to the language: functions of its own, and apps that are written in Swift.
// A host is a value that a script is checked against, so that the checker, completion and help know
// its words as they know the built-in ones. It holds no state of a run.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// The functions and native apps that an embedder gives to scripts.
public struct ScriptHost: Sendable {
  /// Which code may call a function.
  public enum Callers: Sendable {
    /// Scenarios, the file's statements, and apps.
    case everyone
    /// Scenarios and statements only: a verb of the user, the system or the test.
    case scenarios
    /// The code of apps only.
    case apps
  }

  /// What a script's call of a function runs.
  typealias Body = @Sendable (inout HostCall) throws -> ScriptValue

  /// A function with what it does; an object, so that a call takes one reference along.
  final class Function: Sendable {
    let definition: HostFunction
    /// Nil for a function that the machine runs by itself.
    let body: Body?

    init(definition: HostFunction, body: Body?) {
      self.definition = definition
      self.body = body
    }
  }

  private(set) var functions: [Function] = []
  /// Whether the last function is the one that is notified of each statement.
  private var watchesStatements = false
  private(set) var apps: [InstallableApp] = []
  /// The number of the first function in the interface, after the built-in ones.
  private let firstNumber = Vocabulary.words.count

  /// Makes a host that adds nothing.
  public init() {}

  /// Whether it adds nothing, so that scripts are what they are to everybody.
  package var isEmpty: Bool { functions.isEmpty && apps.isEmpty }

  /// Gives scripts a function.
  ///
  /// A name that ends in `?` belongs to a parameter that may be left out. In an app the body runs
  /// on the main thread and takes no virtual time.
  ///
  /// - Parameters:
  ///   - name: The name, as scripts call it.
  ///   - parameters: The names of the parameters in order.
  ///   - callers: Which code may call it.
  ///   - help: One sentence for `help` and completion.
  ///   - body: What a call runs. An error that it throws fails the script at the call.
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  public mutating func define(
    _ name: String, _ parameters: [String], for callers: Callers = .everyone, help: String = "",
    body: @Sendable @escaping (inout HostCall) throws -> ScriptValue
  ) throws(HostError) {
    let definition = try definition(of: name, parameters, for: callers, help: help)
    functions.append(Function(definition: definition, body: body))
  }

  /// Gives scripts a function that needs its arguments only.
  @usableFromInline mutating func define(
    _ name: String, _ parameters: [String], for callers: Callers, help: String,
    running body: HostBody
  ) throws(HostError) {
    var definition = try definition(of: name, parameters, for: callers, help: help)
    definition.body = body
    functions.append(Function(definition: definition, body: nil))
  }

  private func definition(
    of name: String, _ parameters: [String], for callers: Callers, help: String
  ) throws(HostError) -> HostFunction {
    try requireFree(name)
    var definitions: [HostFunction.Parameter] = []
    for parameter in parameters {
      let isOptional = parameter.last == "?"
      let plain = isOptional ? String(parameter.dropLast()) : parameter
      guard Self.isIdentifier(plain) else { throw .invalidName(plain) }
      definitions.append(HostFunction.Parameter(plain, isOptional: isOptional))
    }
    let side: Side =
      switch callers {
      case .everyone: .neutral
      case .scenarios: .outside
      case .apps: .inside
      }
    return HostFunction(name, side: side, definitions, summary: help)
  }

  /// Puts an app on the device of every run.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  package mutating func install(_ app: InstallableApp) throws(HostError) {
    try requireFree(app.description.name)
    // What every app has would be read instead.
    if let taken = app.exposedNames.sorted().first(where: Session.isMember(ofApps:)) {
      throw .nameTaken("\(app.description.name).\(taken)")
    }
    apps.append(app)
  }

  /// Whether runs have to take place on the main actor, because the code of some app does.
  package var needsMainActor: Bool { apps.contains { $0.canRunHere != nil } }

  /// Plays something where the code of all apps can run: on the main actor where one needs that, else
  /// where the caller is.
  ///
  /// - Parameter body: Moves simulations with the apps.
  /// - Returns: What the body returns.
  package func play<Result: Sendable>(
    _ body: @Sendable () -> Result
  ) async -> Result {
    needsMainActor ? await MainActor.run { body() } : body()
  }

  /// This host with a function that no script can spell, for scripts that tell what they run.
  ///
  /// - Parameters:
  ///   - name: The function's name, which is no identifier. It takes a number and returns true.
  ///   - body: Is given the number of each call.
  /// - Returns: The host.
  package func probing(_ name: String, _ body: @Sendable @escaping (Int) -> Void) -> ScriptHost {
    var host = self
    var definition = HostFunction(name, side: .neutral, [.init("number")])
    definition.isReadOnly = true
    definition.body = HostBody { arguments in
      if case .integer(let number) = arguments[0] { body(Int(clamping: number)) }
      return .boolean(true)
    }
    host.functions.append(Function(definition: definition, body: nil))
    return host
  }

  /// This host with an observer that is notified of each statement of a script before it runs.
  ///
  /// - Parameter watch: Is given the moment, which is over when it returns.
  /// - Returns: The host.
  package func watchingStatements(
    _ watch: @Sendable @escaping (borrowing StatementMoment) -> Void
  ) -> ScriptHost {
    var host = self
    var definition = HostFunction(StatementMoment.functionName, side: .neutral, [])
    definition.isReadOnly = true
    definition.isHidden = true
    host.functions.append(
      Function(definition: definition) { call in
        watch(StatementMoment(call.caller))
        return .nil
      })
    host.watchesStatements = true
    return host
  }

  private func requireFree(_ name: String) throws(HostError) {
    guard Self.isIdentifier(name) else { throw .invalidName(name) }
    let isTaken =
      Vocabulary.interface.functions.contains { $0.name == name }
      || Vocabulary.interface.objects.contains { $0.name == name }
      || functions.contains { $0.definition.name == name }
      || apps.contains { $0.description.name == name }
    if isTaken { throw .nameTaken(name) }
  }

  private static func isIdentifier(_ name: String) -> Bool {
    let tokens = Parser.parse(SourceText(name: "name", "let \(name) = 0"))
    guard tokens.diagnostics.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return false }
    return true
  }
}

/// What a host cannot take in.
public enum HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name is no identifier of the language.
  case invalidName(String)
  /// The name is a word of the language already, or was given before.
  case nameTaken(String)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .invalidName(let name):
      "\"\(name)\" is no name of the language; use letters, digits and `_`, and no keyword"
    case .nameTaken(let name): "`\(name)` has a meaning already; choose another name"
    }
  }
}

extension ScriptHost {
  /// The words of scripts, the built-in ones and the host's: what the compiler checks against.
  package var interface: HostInterface {
    var interface = Vocabulary.interface
    guard !isEmpty else { return interface }
    interface.functions += functions.map { function in
      var definition = function.definition
      definition.isAdded = true
      return definition
    }
    if watchesStatements { interface.statementFunction = StatementMoment.functionName }
    for (index, app) in apps.enumerated() {
      var object = HostObject(
        app.description.name, side: .outside, handle: Self.handle(ofApp: index),
        members: app.exposedNames.map {
          HostMember($0, reads: [], summary: "Exposed by the delegate.")
        })
      object.isAdded = true
      interface.objects.append(object)
    }
    return interface
  }

  /// What scripts hold a native app by.
  ///
  /// Its number is above those of all apps that a script can declare, of which a prompt gets more
  /// and more.
  static func handle(ofApp index: Int) -> RehearsalValues.Handle {
    HandleKind.app.handle(firstAppNumber + UInt64(index))
  }

  /// The position of the native app of a number; nil for the number of a scripted one.
  package static func appIndex(_ number: UInt64) -> Int? {
    number < firstAppNumber ? nil : Int(exactly: number - firstAppNumber)
  }

  private static let firstAppNumber: UInt64 = 1 << 20

  /// The function of a number of the interface, if it is one of the host's.
  func function(_ number: Int) -> Function? {
    let index = number - firstNumber
    return functions.indices.contains(index) ? functions[index] : nil
  }
}
