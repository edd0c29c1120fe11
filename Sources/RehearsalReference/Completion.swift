// Completion: the candidates for the word before the cursor. The context tells what kind of word
// fits there; the tables of the language, and the source of a text's names, tell which there are.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// A source of the names that a text can use: a session at a prompt, or a file in an editor.
package protocol CompletionScope {
  /// The words of the host.
  var interface: HostInterface { get }
  /// The topics of help about the words.
  var helpTopics: [HelpTopic] { get }
  /// The names of the apps.
  var appNames: [String] { get }
  /// The names of the outside's variables.
  var variableNames: [String] { get }
  /// The names of the functions at the top level.
  var functionNames: [String] { get }
  /// The labels of what can be touched.
  var controlLabels: [String] { get }

  /// The parameters of a function that the text's owner declares, those that may be left out with `?`;
  /// nil if there is none of that name.
  func parameters(ofFunction name: String) -> [String]?

  /// The names of an app's variables and functions; nil if there is no such app.
  func memberNames(ofApp name: String) -> [String]?
  /// The members of the value that a path such as `Notes.settings` names; nil if it is unknown.
  func valueMembers(of path: [String]) -> [String]?
  /// The symbols that the value can be with which the symbol at the cursor is compared; nil if it is
  /// unknown.
  var comparedSymbols: [String]? { get }
  /// The keys that the value of a path has by now; nil if it is unknown.
  func storedKeys(of path: [String], inApp app: String?) -> [String]?
  /// The paths of files that begin like one.
  func paths(beginningWith beginning: String) -> [String]
}

extension CompletionScope {
  /// Unknown.
  package var comparedSymbols: [String]? { nil }

  /// What help knows of the words, made anew.
  package var helpTopics: [HelpTopic] { HelpTopic.all(of: interface) }
}

extension Completion {
  /// The words allowed at the end of an unfinished text.
  ///
  /// - Parameters:
  ///   - text: The text up to the cursor.
  ///   - scope: Who knows its names.
  /// - Complexity: O(*n*) in the length of the text and the number of names.
  package init(of text: String, in scope: some CompletionScope) {
    self.init(CompletionOffers(context: CompletionContext(text), scope: scope))
  }

  /// What is offered of what fits into a context.
  package init(_ offers: CompletionOffers<some CompletionScope>) {
    self.init(offers.context.typed, among: offers.words, hint: offers.lineOfCall)
  }
}

/// The words that fit into a context.
package struct CompletionOffers<Scope: CompletionScope> {
  let context: CompletionContext
  let scope: Scope

  /// Prepares the offers.
  package init(context: CompletionContext, scope: Scope) {
    self.context = context
    self.scope = scope
  }

  /// The words that fit, in any order, also those that do not begin like what was typed.
  var words: [String] {
    switch context.kind {
    case .nothing: []
    case .control: scope.controlLabels.map { $0 + "\"" }
    case .path:
      scope.paths(beginningWith: context.typed).map { $0.hasSuffix("/") ? $0 : $0 + "\"" }
    case .key(let path):
      (scope.storedKeys(of: path, inApp: context.app) ?? keys(of: path)).map { $0 + "\"]" }
    case .text(let key): settings.filter { $0.name == key }.flatMap(\.usualTexts).map { $0 + "\"" }
    case .word: names + parameterNames
    case .handler: handlerNames
    case .member(let path): memberNames(of: path)
    case .argument(let call): symbols(ofArgumentOf: call)
    case .comparison(let path): scope.comparedSymbols ?? symbols(of: path)
    case .value(let key): symbols(ofKey: key)
    case .symbol: Self.anySymbols
    }
  }

  /// How the function is called in whose arguments the cursor is; empty for no function.
  var lineOfCall: String {
    if let call = context.call, let parameters = scope.parameters(ofFunction: call.callee) {
      return call.callee + "(" + parameters.joined(separator: ", ") + ")"
    }
    return topicOfCall?.line ?? ""
  }

  /// What help says of the function in whose arguments the cursor is.
  package var topicOfCall: HelpTopic? {
    guard let call = context.call, let function = function(call.callee) else { return nil }
    return scope.helpTopics.first {
      $0.name == function.name && $0.group.isOfFunctions
    }
  }

  /// The topics that can explain what fits: of the kind of word that stands there, since a key and a
  /// member may have one name.
  package var fittingTopics: [HelpTopic] {
    switch context.kind {
    case .word:
      switch context.block {
      case .info: keyTopics("info {")
      case .device: keyTopics("device {")
      case .outside where context.isInScenarioHeader: keyTopics("scenario ") + keyTopics("device {")
      default: scope.helpTopics.filter { $0.group.isOfFunctions || $0.group == .word }
      }
    case .handler: scope.helpTopics.filter { $0.group == .handler }
    case .member(let path): topics(ofMembersOf: path)
    case .argument, .comparison, .value, .symbol, .control, .path, .key, .text, .nothing: []
    }
  }

  private func keyTopics(_ beginning: String) -> [HelpTopic] {
    scope.helpTopics.filter { $0.group == .key && $0.usage.hasPrefix(beginning) }
  }

  private func topics(ofMembersOf path: [String]) -> [HelpTopic] {
    let topics = scope.helpTopics.filter { $0.group == .member || $0.group == .value }
    guard let kind = kind(of: path) else { return topics }
    // Of members with one name, those whose usage names the thing at hand.
    let beginnings = [kind.name, path.joined(separator: ".")].map { $0 + "." }
    let own = topics.filter { topic in beginnings.contains(where: topic.usage.hasPrefix) }
    return own + topics
  }

  private var interface: HostInterface { scope.interface }

  private func function(_ name: String) -> HostFunction? {
    interface.namedFunctions.first { $0.name == name }
  }

  // MARK: - Names

  private var names: [String] {
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
      return scope.appNames + scope.variableNames
    }
    let keywords = Keyword.allCases.filter { !isArgument || $0.isValue }.map(\.rawValue)
    var names = keywords + LibraryFunction.all.map(\.name)
    let functions = interface.namedFunctions
    names += functions.filter { $0.side == side || $0.side == .neutral }.map(\.name)
    names += interface.objects.filter { $0.side == side }.map(\.name)
    names += context.declared + scope.functionNames + scope.variableNames
    if side == .outside {
      names += scope.appNames + ["app", "device", "scenario"]
    } else if let app = context.app, let members = scope.memberNames(ofApp: app) {
      names += members
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

  /// The names by which the arguments that are left can be passed.
  private var parameterNames: [String] {
    guard let call = context.call, call.label == nil, let function = function(call.callee) else {
      return []
    }
    return function.parameters.dropFirst(call.position).map { $0.name + ":" }
  }

  private var handlerNames: [String] {
    let group: CodeGroup =
      switch context.block {
      case .scene: .instance
      case .view: .handlers
      default: .unit
      }
    return interface.handlers.filter { $0.group == group }.map(\.name)
  }

  // MARK: - Members

  private func memberNames(of path: [String]) -> [String] {
    if let kind = kind(of: path) {
      let own = path.count == 1 ? scope.memberNames(ofApp: path[0]) : nil
      return kind.members.map(\.name) + (own ?? [])
    }
    return scope.valueMembers(of: path) ?? keys(of: path) + CoreMember.names(of: nil)
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
    if scope.memberNames(ofApp: first) != nil {
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
    settings.filter { $0.name == key }.flatMap(\.symbols)
  }

  /// The keys that may stand where the cursor is.
  private var settings: [HostSetting] {
    switch context.block {
    case .info: interface.infoKeys
    case .device: interface.deviceKeys
    default: interface.scenarioKeys
    }
  }

  /// Where nothing says which symbols fit: states and messages.
  private static var anySymbols: [String] {
    ProcessState.allCases.map(\.rawValue) + Message.allCases.map(\.name)
  }
}

extension Keyword {
  /// Whether the word is a value.
  fileprivate var isValue: Bool { self == .true || self == .false || self == .nil }
}

extension CoreMember {
  /// The names of the members that values of a kind have, or of all.
  package static func names(of receiver: Receivers?) -> [String] {
    all.filter { row in receiver.map(row.receivers.isSuperset) ?? true }
      .map { String($0.usage.prefix { $0.isLetter }) }
  }
}

extension HelpTopic {
  /// How it is written and what it means, in one line.
  package var line: String { usage + "  " + meaning }
}

// MARK: - Result

/// The words allowed at the cursor.
package struct Completion: Hashable, Sendable {
  /// How many characters before the cursor the offers replace.
  package let replaced: Int
  /// The words allowed there, sorted, each once.
  package let candidates: [String]

  /// How to call the function in whose arguments the cursor is; empty in none.
  package let hint: String

  /// Keeps those words that begin like what was typed and can be typed themselves.
  package init(_ typed: some StringProtocol, among words: [String], hint: String = "") {
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
