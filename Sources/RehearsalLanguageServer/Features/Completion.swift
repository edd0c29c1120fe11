// Completion and the help with arguments: the words of the prompt's tables, with the names of a document
// and what the check knows of its values.

import Rehearsal
import RehearsalFiles
import RehearsalInterface
import RehearsalReference
import RehearsalSyntax
import RehearsalValues

/// The names that a document can use, for completion.
struct DocumentScope: CompletionScope {
  let document: OpenDocument
  let interface: HostInterface
  let helpTopics: [HelpTopic]
  /// Where the word begins that is being typed.
  let wordStart: Int

  private var statements: [Statement] { document.check.parsed.flatMap(\.statements) }

  private var apps: [AppDeclaration] {
    statements.compactMap { if case .app(let app) = $0.kind { app } else { nil } }
  }

  private var nativeApps: [HostObject] { interface.objects.filter(\.isAdded) }

  var appNames: [String] { nativeApps.map(\.name) + apps.map(\.name.text) }

  var variableNames: [String] {
    statements.compactMap {
      if case .variable(let variable) = $0.kind { variable.name.text } else { nil }
    }
  }

  var functionNames: [String] { functions.map(\.name.text) }

  /// The functions of the top level.
  private var functions: [FunctionDeclaration] {
    statements.compactMap { if case .function(let function) = $0.kind { function } else { nil } }
  }

  var controlLabels: [String] { apps.flatMap { labels(of: $0.members) } }

  private func labels(of members: [AppMember]) -> [String] {
    members.flatMap { member -> [String] in
      switch member.kind {
      case .button(let button): button.label.plainText.map { [$0] } ?? []
      case .scene(_, let inner): labels(of: inner)
      default: []
      }
    }
  }

  func memberNames(ofApp name: String) -> [String]? {
    if let native = nativeApps.first(where: { $0.name == name }) {
      return native.members.map(\.name)
    }
    return apps.first { $0.name.text == name }.map { names(of: $0.members) }
  }

  private func names(of members: [AppMember]) -> [String] {
    members.flatMap { member -> [String] in
      switch member.kind {
      case .variable(let variable): [variable.name.text]
      case .function(let function): [function.name.text]
      case .scene(_, let inner): names(of: inner)
      default: []
      }
    }
  }

  func valueMembers(of path: [String]) -> [String]? {
    // The parser keeps what is before a dot, whatever is missing behind it.
    let dot = wordStart - 1
    guard let known = document.check.script.model?.knownValue(at: dot), known.range.end == dot
    else { return nil }
    return known.value.members
  }

  func storedKeys(of path: [String], inApp app: String?) -> [String]? { nil }

  func paths(beginningWith beginning: String) -> [String] {
    let inner = beginning.lastIndex(of: "/").map { String(beginning[...$0]) } ?? ""
    let folder = FilePath(document.path).folder.appending(inner)
    let names = (try? folder.names()) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().compactMap { name in
      if name.hasSuffix("." + ScriptFile.pathExtension) { return inner + name }
      return folder.appending(name).kind() == .folder ? inner + name + "/" : nil
    }
  }

  /// The parameters of a function that the scripts declare; nil if there is none of that name.
  func parameters(ofFunction name: String) -> [String]? {
    let own = apps.flatMap(\.members).compactMap { member -> FunctionDeclaration? in
      if case .function(let function) = member.kind { function } else { nil }
    }
    return (functions + own).first { $0.name.text == name }?.parameters.map(\.signature)
  }
}

extension LanguageServer {
  /// The names of what is called: the words, and what the scripts declare.
  func functionNames(in document: OpenDocument) -> Set<String> {
    let words = host.scripts.interface.namedFunctions.map(\.name)
    let scope = scope(document, wordStart: 0)
    return Set(words + LibraryFunction.all.map(\.name) + scope.functionNames)
  }

  private func context(in document: OpenDocument, at offset: Int) -> CompletionContext {
    let source = document.text.source
    return CompletionContext(
      SourceText(name: source.name, bytes: Array(source.bytes[..<offset])))
  }

  private func scope(_ document: OpenDocument, wordStart: Int) -> DocumentScope {
    DocumentScope(
      document: document, interface: host.scripts.interface, helpTopics: topics,
      wordStart: wordStart)
  }

  /// What is allowed at a place.
  func completion(in document: OpenDocument, at offset: Int) -> JSONValue {
    let context = context(in: document, at: offset)
    let start = offset - context.typed.utf8.count
    let offers = CompletionOffers(context: context, scope: scope(document, wordStart: start))
    let completion = Completion(offers)
    let place = document.text.range(SourceRange(start, offset))
    let topics = Dictionary(
      offers.fittingTopics.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let items = completion.candidates.map { candidate -> JSONValue in
      let name = candidate.hasSuffix(":") ? String(candidate.dropLast()) : candidate
      let topic = topics[name]
      return [
        "label": candidate, "kind": context.kind.itemKind(of: topic),
        "textEdit": ["range": place, "newText": candidate] as JSONValue,
        "detail": topic?.usage, "documentation": topic?.meaning,
      ]
    }
    return ["isIncomplete": false, "items": JSONValue.list(items)]
  }

  /// How the function is called in whose arguments a place lies.
  func signature(in document: OpenDocument, at offset: Int) -> JSONValue {
    let context = context(in: document, at: offset)
    guard let call = context.call else { return .null }
    let scope = scope(document, wordStart: offset)
    let topic = CompletionOffers(context: context, scope: scope).topicOfCall
    let names: [String]
    let label: String
    if let parameters = scope.parameters(ofFunction: call.callee) {
      names = parameters
      label = call.callee + "(" + parameters.joined(separator: ", ") + ")"
    } else if let topic, let open = topic.usage.firstIndex(of: "(") {
      label = topic.usage
      names = topic.usage[topic.usage.index(after: open)...].dropLast()
        .split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
    } else {
      return .null
    }
    let active =
      call.label.flatMap { label in
        names.firstIndex { $0.prefix { $0 != ":" && $0 != "?" } == label }
      } ?? call.position
    return [
      "signatures": JSONValue.list([
        [
          "label": label, "documentation": topic?.meaning,
          "parameters": JSONValue.list(names.map { ["label": $0] }),
        ]
      ]),
      "activeSignature": 0, "activeParameter": active,
    ]
  }
}

extension CompletionContext.Kind {
  /// The kind of an item, by its number in the protocol.
  fileprivate func itemKind(of topic: HelpTopic?) -> Int {
    switch self {
    case .word:
      switch topic?.group {
      case .word?: 14
      case let group? where group.isOfFunctions: 3
      case .key?: 10
      default: 6
      }
    case .handler: 23
    case .member, .key: 10
    case .argument, .comparison, .value, .symbol: 20
    case .path: 17
    case .text: 12
    case .control, .nothing: 1
    }
  }
}
