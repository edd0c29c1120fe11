// Completion: the candidates for the word before the cursor. The context tells what kind of word
// fits there; the tables of the language and the session tell which there are.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

extension Console {
  /// What may stand at the cursor.
  ///
  /// - Parameter line: The line up to the cursor; lines before it that belong to the same input are
  ///   known.
  /// - Returns: The words that fit there and begin like the one that is being typed.
  /// - Complexity: O(*n*) in the length of the input and the number of names.
  package func completion(of line: String) -> Completion {
    if !hasPendingInput, line.drop(while: \.isWhitespace).hasPrefix(":") {
      return completion(ofCommand: line)
    }
    let text = hasPendingInput ? pendingInput + "\n" + line : line
    return completion(ofInput: text)
  }

  private func completion(ofInput text: String) -> Completion {
    let context = CompletionContext(text)
    let words: [String] =
      switch context.kind {
      case .nothing: []
      case .control: controlLabels
      case .path: host.paths(context.typed).map { $0.hasSuffix("/") ? $0 : $0 + "\"" }
      case .key(let path): storedKeys(of: path, in: context).map { $0 + "\"]" }
      case .word: names(in: context) + parameterNames(in: context)
      case .handler: handlerNames(in: context.block)
      case .member(let path): memberNames(of: path)
      case .argument(let call): symbols(ofArgumentOf: call)
      case .comparison(let path): symbols(of: path)
      case .value(let key): symbols(ofKey: key)
      case .symbol: Self.anySymbols
      }
    return Completion(context.typed, among: words, hint: hint(in: context))
  }

  /// The words that inputs can use.
  private var interface: HostInterface { current.session.interface }

  private func function(_ name: String) -> HostFunction? {
    Vocabulary.functions(of: interface).first { $0.name == name }
  }

  /// How the function is called in whose arguments the cursor stands.
  private func hint(in context: CompletionContext) -> String {
    guard let call = context.call, let function = function(call.callee) else { return "" }
    let topic = HelpTopic.all(of: interface).first {
      $0.name == function.name && $0.group.isOfFunctions
    }
    return topic.map { $0.usage + "  " + $0.meaning } ?? ""
  }

  // MARK: - Names

  private func names(in context: CompletionContext) -> [String] {
    switch context.block {
    case .info: return interface.infoKeys.map(\.name)
    case .device: return interface.deviceKeys.map(\.name)
    case .app: return ["button", "func", "info", "let", "on", "scene", "var", "view"]
    case .scene: return ["button", "func", "let", "on", "var", "view"]
    case .view: return ["on"]
    case .outside, .inside: break
    }
    if context.isInScenarioHeader { return interface.scenarioKeys.map(\.name) }
    let side: Side = context.block == .inside ? .inside : .outside
    let isArgument = context.call.map { function($0.callee) != nil } == true
    if isArgument, side == .outside, isApp(context.call) {
      return current.session.script.appNames + current.session.variables.map(\.name)
    }
    let keywords = Keyword.allCases.filter { !isArgument || $0.isValue }.map(\.rawValue)
    var names = keywords + LibraryFunction.all.map(\.name)
    let functions = Vocabulary.functions(of: interface)
    names += functions.filter { $0.side == side || $0.side == .neutral }.map(\.name)
    names += interface.objects.filter { $0.side == side }.map(\.name)
    names += context.declared + current.session.functionNames
    names += current.session.variables.map(\.name)
    if side == .outside {
      names += current.session.script.appNames + ["app", "device", "scenario"]
    } else if let app = context.app.flatMap({ current.device.app(named: $0) }) {
      names += current.session.names(of: app).variables
    }
    return names
  }

  /// Whether the argument that is being typed is an app.
  private func isApp(_ call: CompletionContext.Call?) -> Bool {
    guard let call, let parameters = function(call.callee)?.parameters,
      parameters.indices.contains(call.position)
    else { return false }
    return (call.label ?? parameters[call.position].name) == "app"
  }

  /// The labels of what can be touched, as they end a string.
  private var controlLabels: [String] {
    let device = current.device
    let apps = device.frontmost.map { [$0] } ?? device.apps
    return apps.flatMap { current.session.names(of: $0).controls }.map { $0 + "\"" }
  }

  /// The names by which the arguments that are left can be passed.
  private func parameterNames(in context: CompletionContext) -> [String] {
    guard let call = context.call, call.label == nil, let function = function(call.callee) else {
      return []
    }
    return function.parameters.dropFirst(call.position).map { $0.name + ":" }
  }

  private func handlerNames(in block: CompletionContext.Block) -> [String] {
    let group: CodeGroup =
      switch block {
      case .scene: .instance
      case .view: .handlers
      default: .unit
      }
    return interface.handlers.filter { $0.group == group }.map(\.name)
  }

  // MARK: - Members

  private func memberNames(of path: [String]) -> [String] {
    if let kind = kind(of: path) {
      let own = path.count == 1 ? current.device.app(named: path[0]) : nil
      return kind.members.map(\.name) + (own.map { current.session.names(of: $0).variables } ?? [])
    }
    if let value = value(of: path), !value.isNil { return members(of: value) }
    if let known = current.session.knownValue(of: path.joined(separator: ".")) {
      return known.members
    }
    return keys(of: path) + Self.coreMembers(of: nil)
  }

  /// The members of values of a kind, or of all.
  private static func coreMembers(of receiver: CoreMember.Receivers?) -> [String] {
    CoreMember.all.filter { row in receiver.map(row.receivers.isSuperset) ?? true }
      .map { String($0.usage.prefix { $0.isLetter }) }
  }

  /// The members of the value that is there; a map has its keys besides.
  private func members(of value: Expression) -> [String] {
    switch value.kind {
    case .string: Self.coreMembers(of: .string)
    case .list: Self.coreMembers(of: .list)
    case .map: Self.coreMembers(of: .map) + stringKeys(of: value).filter(\.isName)
    case .integer, .double, .boolean, .duration, .symbol, .nilLiteral: []
    default: Self.coreMembers(of: nil)
    }
  }

  /// The value of a variable of the session or of an app, as it prints; nil for other paths.
  private func value(of path: [String]) -> Expression? {
    var variables = current.session.variables
    if path.count == 2, let app = current.device.app(named: path[0]) {
      var session = current.session
      variables = session.variables(of: app) ?? []
    } else if path.count != 1 {
      return nil
    }
    guard let text = variables.last(where: { $0.name == path.last })?.value else { return nil }
    let parsed = Parser.parse(SourceText(name: "value", text), mode: .prompt)
    guard !parsed.hasErrors, case .expression(let value)? = parsed.statements.first?.kind else {
      return nil
    }
    return value
  }

  private func stringKeys(of value: Expression) -> [String] {
    guard case .map(let entries) = value.kind else { return [] }
    return entries.compactMap {
      if case .string(let literal) = $0.key.kind { literal.plainText } else { nil }
    }
  }

  /// The keys that a path has which names a disk or a map.
  private func storedKeys(of path: [String], in context: CompletionContext) -> [String] {
    let name = path.count == 2 ? path[0] : context.app
    if let place = path.last.flatMap(StoragePlace.init(rawValue:)),
      let app = name.flatMap({ current.device.app(named: $0) })
    {
      return current.device.keys(in: place, of: app)
    }
    return value(of: path).map(stringKeys) ?? keys(of: path)
  }

  /// The keys of the maps that a path can name: a member of a thing, or a parameter of handlers.
  private func keys(of path: [String]) -> [String] {
    guard let last = path.last else { return [] }
    let maps =
      path.count > 1
      ? kind(of: path.dropLast())?.members.filter { $0.name == last }
        .compactMap { interface.map(of: $0.result) } ?? []
      : interface.handlers.compactMap { interface.map(of: $0.given[last]) }
    return maps.filter { !$0.isList }.flatMap(\.keys).flatMap {
      [$0.name, $0.otherName ?? $0.name]
    }
  }

  /// The kind of the thing that a path names; nil for values.
  private func kind(of path: some Collection<String>) -> HostKind? {
    let path = Array(path)
    let host = interface
    guard let first = path.first else { return nil }
    if current.device.app(named: first) != nil {
      if path.count == 1 { return host.kinds[Int(host.unitKind)] }
      return path.count == 2 && path[1] == "settings"
        ? host.kinds.first { $0.name == "AppSettings" } : nil
    }
    guard path.count == 1, let object = host.objects.first(where: { $0.name == first }),
      host.kinds.indices.contains(Int(object.handle.kind))
    else { return nil }
    return host.kinds[Int(object.handle.kind)]
  }

  // MARK: - Symbols

  private func symbols(ofArgumentOf call: CompletionContext.Call) -> [String] {
    guard let function = function(call.callee) else {
      if call.callee == ContextualKeyword.scenario.rawValue, let key = call.label {
        return symbols(ofKey: key)
      }
      let handler = interface.handlers.first { $0.name == call.callee }
      return handler?.selectorSymbols ?? Self.anySymbols
    }
    let parameters = function.parameters
    let parameter =
      call.label.flatMap { name in parameters.first { $0.name == name } }
      ?? (parameters.indices.contains(call.position) ? parameters[call.position] : nil)
    return parameter?.symbols ?? []
  }

  private func symbols(of path: [String]) -> [String] {
    guard let last = path.last else { return Self.anySymbols }
    let members = interface.kinds.flatMap(\.members)
    if let member = members.first(where: { $0.name == last && !$0.symbols.isEmpty }) {
      return member.symbols
    }
    let byKey = interface.maps.compactMap { $0.key(last)?.symbols }.first { !$0.isEmpty }
    return byKey ?? Self.anySymbols
  }

  private func symbols(ofKey key: String) -> [String] {
    (interface.infoKeys + interface.scenarioKeys).filter { $0.name == key }.flatMap(\.symbols)
  }

  /// Where nothing says which symbols fit: states and messages.
  private static let anySymbols =
    ProcessState.allCases.map(\.rawValue) + Message.allCases.map(\.name)

  // MARK: - Commands

  private func completion(ofCommand line: String) -> Completion {
    let text = line.drop(while: \.isWhitespace)
    let name = text.dropFirst().prefix { !$0.isWhitespace }
    guard text.count > name.count + 1 else {
      return Completion(":" + name, among: MetaCommand.all.map { ":" + $0.name })
    }
    guard let command = MetaCommand.named(String(name)) else {
      return Completion("", among: [])
    }
    let rest = text.dropFirst(name.count + 1).drop(while: \.isWhitespace)
    let word = String(rest.reversed().prefix { !$0.isWhitespace }.reversed())
    let isFirst = word.count == rest.count
    switch command.argument {
    case .path: return Completion(rest, among: host.paths(String(rest)))
    case .input: return completion(ofInput: String(rest))
    case .numberAndInput:
      let input = rest.drop { !$0.isWhitespace }.drop { $0.isWhitespace }
      return isFirst ? Completion(word, among: []) : completion(ofInput: String(input))
    case .nothing, .number, .newFork, .title, .versions: return Completion(word, among: [])
    case .app: return Completion(word, among: isFirst ? current.session.script.appNames : [])
    case .appAndName:
      guard word.hasPrefix(".") else {
        return Completion(word, among: isFirst ? current.session.script.appNames : [])
      }
      return Completion(word, among: whyNames.map { "." + $0 })
    case .topic:
      return Completion(
        word,
        among: HelpTopic.all(of: interface).map(\.name) + MetaCommand.all.map(\.name)
          + current.session.script.appNames + current.session.functionNames
          + RuleBook.rules.map(\.number.description)
          + DiagnosticIdentifier.allCases.map(\.rawValue))
    case .fork: return Completion(word, among: forks.map(\.name))
    case .rule: return Completion(word, among: RuleBook.rules.map(\.number.description))
    case .deviceKey:
      guard isFirst else { return completion(ofInput: "device { " + rest) }
      return Completion(word, among: interface.deviceKeys.map(\.name))
    case .setting:
      guard !isFirst else {
        return Completion(word, among: ConsoleSettings.Name.allCases.map(\.rawValue))
      }
      let setting = rest.prefix { !$0.isWhitespace }
      let values = ConsoleSettings.Name(rawValue: String(setting))?.values ?? []
      return Completion(word, among: values)
    case .everything: return Completion(word, among: ["all"])
    case .disturbance: return Completion(word, among: Disturbance.all.map(\.name))
    }
  }
}

extension Expression {
  fileprivate var isNil: Bool { if case .nilLiteral = kind { true } else { false } }
}

extension Keyword {
  /// Whether the word is a value.
  fileprivate var isValue: Bool { self == .true || self == .false || self == .nil }
}

// MARK: - Result

/// What may stand at the cursor.
package struct Completion: Hashable, Sendable {
  /// How many characters before the cursor the offers replace.
  package let replaced: Int
  /// What may stand there, sorted, each once.
  package let candidates: [String]

  /// How the function is called in whose arguments the cursor stands; empty in none.
  package let hint: String

  /// Keeps those words that begin like what was typed and can be typed themselves.
  init(_ typed: some StringProtocol, among words: [String], hint: String = "") {
    replaced = typed.count
    self.hint = hint
    candidates = Set(words.filter { $0.hasPrefix(typed) && $0.printableLine == $0 }).sorted()
  }

  /// The longest text with which all offers begin.
  package var commonPrefix: String {
    guard var prefix = candidates.first else { return "" }
    for candidate in candidates.dropFirst() {
      while !candidate.hasPrefix(prefix) { prefix.removeLast() }
    }
    return prefix
  }
}

extension String {
  /// Whether the text can be written behind a dot.
  fileprivate var isName: Bool {
    first.map { $0.isLetter || $0 == "_" } == true
      && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
