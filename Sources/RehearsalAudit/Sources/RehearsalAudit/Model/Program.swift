// The sources of an app together: what is declared, and what a call may mean, by name alone.

import SwiftSyntax

/// The sources of one app.
final class Program {
  let swift: [SwiftSource]
  let objectiveC: [ObjectiveCSource]
  let types: [TypeDeclaration]
  let allFunctions: [Function]
  let properties: [Property]
  /// Every name that stands anywhere.
  let mentions: Set<String>
  private let functions: [String: [Function]]
  private let constants: [String: [(owner: String?, value: String)]]
  private let inherited: [String: Set<String>]

  /// Reads the sources of a program, and of others, which it may be built with, the names alone.
  init(
    _ files: [ProjectFiles.File], others: [ProjectFiles.File] = [], note: (String) -> Void
  ) {
    var swift: [SwiftSource] = []
    var objectiveC: [ObjectiveCSource] = []
    for file in files {
      if !file.path.hasSuffix(".swift") {
        objectiveC.append(ObjectiveCSource(file))
      } else if let source = SwiftSource(file) {
        swift.append(source)
      } else {
        note("\(file.path) is not read: its brackets are nested too deep")
      }
    }
    self.swift = swift
    self.objectiveC = objectiveC
    types = swift.flatMap(\.types)
    var mentions = swift.reduce(into: Set(objectiveC.flatMap(\.mentions))) {
      $0.formUnion($1.mentions)
    }
    for file in others { mentions.formUnion(ObjectiveCSource.words(in: file.bytes)) }
    self.mentions = mentions
    allFunctions = swift.flatMap(\.functions)
    properties = swift.flatMap(\.properties)
    functions = Dictionary(grouping: allFunctions, by: \.name)
    constants = swift.flatMap(\.constants).reduce(into: [:]) {
      $0[$1.name, default: []].append(($1.owner, $1.value))
    }
    inherited = types.reduce(into: [:]) { $0[$1.name, default: []].formUnion($1.inherited) }
  }

  /// The names of functions and properties that stand for a place in the folder of an app group, by
  /// what they name themselves.
  private(set) lazy var groupPlaces: Set<String> = {
    let plain: Set = ["init", "url", "path", "shared", "default", "fileURL", "value", "folder"]
    var words: [(name: String, words: Set<String>)] = allFunctions.map { function in
      (function.name, Set(function.body.tokens(viewMode: .sourceAccurate).map(\.text)))
    }
    words += properties.compactMap { property in
      property.value.map { (property.name, Set($0.tokens(viewMode: .sourceAccurate).map(\.text))) }
    }
    words.removeAll { plain.contains($0.name) }
    var places: Set = ["forSecurityApplicationGroupIdentifier"]
    for _ in 0..<3 {
      for row in words where !places.isDisjoint(with: row.words) { places.insert(row.name) }
    }
    return places
  }()

  /// The functions that give some task an expiration handler.
  private(set) lazy var expirationSetters = allFunctions.filter { function in
    function.source.mentions.contains("expirationHandler")
      && function.body.tokens(viewMode: .sourceAccurate).contains { token in
        token.tokenKind == .identifier("expirationHandler")
          && token.parent?.parent?.is(MemberAccessExprSyntax.self) ?? false
      }
  }

  /// Whether there is code at all.
  var hasSources: Bool { !swift.isEmpty || !objectiveC.isEmpty }

  /// Whether a type has one of these among what it inherits, as far as the sources tell.
  func type(_ name: String, inheritsOneOf wanted: Set<String>) -> Bool {
    var open = [name]
    var seen: Set<String> = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      let parents = inherited[next] ?? []
      if !parents.isDisjoint(with: wanted) { return true }
      open += parents
    }
    return false
  }

  /// A type with the classes of the sources that it inherits from.
  func lineage(of name: String) -> Set<String> {
    var lineage: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      guard lineage.insert(next).inserted else { continue }
      open += (inherited[next] ?? []).filter { inherited[$0] != nil }
    }
    return lineage
  }

  /// Whether the sources ask for the version of the system that brought scenes: it runs on older ones.
  private(set) lazy var asksForScenes = swift.contains { source in
    source.tree.tokens(viewMode: .sourceAccurate).contains { token in
      token.tokenKind == .identifier("iOS")
        && token.nextToken(viewMode: .sourceAccurate)?.text.hasPrefix("13") == true
    }
  }

  func functions(of type: String, named name: String) -> [Function] {
    (functions[name] ?? []).filter { $0.owner == type }
  }

  /// The text that an expression in the code of a type stands for: of a literal, or of the one
  /// constant that it names for sure.
  func text(of expression: ExprSyntax, in owner: String?) -> String? {
    if let literal = expression.literalText { return literal }
    var named = expression.strippedOfOptionality
    if let member = named.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "rawValue", let base = member.base
    {
      named = base
    }
    let own = owner.map(lineage) ?? []
    if let reference = named.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text
      switch Scope.meaning(of: name, at: Syntax(reference)) {
      case .text(let text): return text
      case .unknown: return nil
      case .declaredOutside:
        return constant(name) { owner in owner.map { own.contains($0) } ?? true }
      }
    }
    guard let member = named.as(MemberAccessExprSyntax.self), let base = member.base else {
      return nil
    }
    let path = Set(base.compactText.split(separator: ".").map(String.init))
    let isOwn = !path.isDisjoint(with: ["self", "Self"])
    return constant(member.declName.baseName.text) { owner in
      owner.map { path.contains($0) || isOwn && own.contains($0) } ?? false
    }
  }

  private func constant(_ name: String, of isOwner: (String?) -> Bool) -> String? {
    let values = Set((constants[name] ?? []).filter { isOwner($0.owner) }.map(\.value))
    return values.count == 1 ? values.first : nil
  }

  /// The functions that a call may mean; where it has to be sure, only what is the one function of
  /// that name, or one of the same type.
  func functions(for call: Call, in owner: String?, isSure: Bool) -> [Function] {
    if call.name.first?.isUppercase == true, inherited[call.name] != nil {
      return (functions["init"] ?? []).filter { $0.owner == call.name }
    }
    guard let candidates = functions[call.name], !call.name.isEmpty else { return [] }
    let callee = call.callee.filter { $0 != "?" && $0 != "!" }
    let isOwn = callee == call.name || callee == "self." + call.name
    if isOwn, let owner {
      let lineage = lineage(of: owner)
      let own = candidates.filter { $0.owner.map(lineage.contains) ?? false }
      if !own.isEmpty { return own }
    }
    if let first = call.callee.split(separator: ".").first, call.callee != call.name {
      let typed = candidates.filter { $0.owner == String(first) }
      if !typed.isEmpty { return typed }
    }
    if isSure {
      guard candidates.count == 1, let only = candidates.first else { return [] }
      return only.owner.map { Self.mayName(call, $0) } ?? true ? candidates : []
    }
    return candidates.count <= 6 ? candidates : []
  }

  /// The one function that a call surely means, by its name and its labels; nil where several may be.
  func function(for call: Call, in owner: String?, from caller: Function) -> Function? {
    let found = functions(for: call, in: owner, isSure: true)
    if found.count == 1 { return found[0] }
    let labels = call.node.arguments.map { $0.label?.text ?? "_" }
    let fitting = found.filter { function in
      let own = function.selector.split(separator: "(").last?.dropLast().split(separator: ":")
        .map(String.init)
      return own == labels
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// Whether what stands before a call's name is likely a value of a type, by their names: `delegate` of
  /// an `AppDelegate`, `monitor` of no `Poller`.
  private static func mayName(_ call: Call, _ type: String) -> Bool {
    let base = call.callee.dropLast(call.name.count + 1).lowercased()
    guard let last = base.split(whereSeparator: { !$0.isLetter }).last else { return true }
    return base.contains(type.lowercased()) || type.lowercased().hasSuffix(last)
  }

  /// What runs when some code runs, functions that it calls among it; calls that are not followed are
  /// left out.
  func reach(
    _ codes: [Code], isSure: Bool, following isFollowed: (Call, Code) -> Bool = { _, _ in true }
  ) -> [Code] {
    var reached: [Code] = []
    var open = codes
    var seen: Set<ObjectIdentifier> = []
    while let code = open.popLast() {
      reached.append(code)
      guard reached.count < 400 else { break }
      for call in code.calls where !(isSure && call.isInClosure) && isFollowed(call, code) {
        for function in functions(for: call, in: code.owner, isSure: isSure)
        where seen.insert(ObjectIdentifier(function)).inserted {
          open.append(Code(function))
        }
      }
    }
    return reached
  }
}

/// What a name means inside of a body.
private enum Scope {
  case text(String)
  case unknown, declaredOutside

  /// The meaning of a name at a node: of the constant that the bodies around it declare, of a parameter
  /// or variable, or of something outside of them.
  static func meaning(of name: String, at node: Syntax) -> Scope {
    var next = node.parent
    while let current = next, !current.is(MemberBlockSyntax.self),
      !current.is(SourceFileSyntax.self)
    {
      let parameters: [String]
      if let closure = current.as(ClosureExprSyntax.self) {
        parameters = closure.parameterNames
      } else {
        let signature =
          current.as(FunctionDeclSyntax.self)?.signature
          ?? current.as(InitializerDeclSyntax.self)?.signature
        parameters =
          signature?.parameterClause.parameters.map { ($0.secondName ?? $0.firstName).text } ?? []
      }
      if parameters.contains(name) { return .unknown }
      if let items = current.as(CodeBlockItemListSyntax.self),
        !(current.parent?.is(SourceFileSyntax.self) ?? false),
        DeclarationFinder.declares(name, in: items)
      {
        return items.lazy.compactMap { literal(of: name, declaredBy: $0) }.first ?? .unknown
      }
      next = current.parent
    }
    return .declaredOutside
  }

  private static func literal(of name: String, declaredBy item: CodeBlockItemSyntax) -> Scope? {
    guard let variable = item.item.as(DeclSyntax.self)?.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.text == "let"
    else { return nil }
    return variable.bindings.lazy.filter {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
    }.compactMap { $0.initializer?.value.literalText }.first.map { .text($0) }
  }
}

/// A piece of code that runs at some moment: the body of a function, or of a closure.
struct Code {
  let node: Syntax
  /// The function that it is, or stands in.
  let function: Function
  var owner: String? { function.owner }
  var source: SwiftSource { function.source }
  let calls: [Call]

  init(_ function: Function) {
    node = Syntax(function.body)
    self.function = function
    calls = function.calls
  }

  init(_ node: Syntax, in function: Function) {
    self.node = node
    self.function = function
    calls = CallCollector.calls(in: node)
  }
}
