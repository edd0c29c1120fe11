// The sources of an app together: what is declared, and what a call may mean, by name alone.

import SwiftSyntax

/// The sources of one app.
final class Program {
  let swift: [SwiftSource]
  let objectiveC: [ObjectiveCSource]
  let types: [TypeDeclaration]
  let allFunctions: [Function]
  /// Every name that stands anywhere.
  let mentions: Set<String>
  private let functions: [String: [Function]]
  private let constants: [String: Set<String>]
  private let inherited: [String: Set<String>]

  init(_ files: [ProjectFiles.File], note: (String) -> Void) {
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
    mentions = swift.reduce(into: Set(objectiveC.flatMap(\.mentions))) { $0.formUnion($1.mentions) }
    allFunctions = swift.flatMap(\.functions)
    functions = Dictionary(grouping: allFunctions, by: \.name)
    constants = swift.flatMap(\.constants).reduce(into: [:]) {
      $0[$1.name, default: []].insert($1.value)
    }
    inherited = types.reduce(into: [:]) { $0[$1.name, default: []].formUnion($1.inherited) }
  }

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

  func functions(of type: String, named name: String) -> [Function] {
    (functions[name] ?? []).filter { $0.owner == type }
  }

  /// The text that an expression stands for: of a literal, or of a constant that has one value only.
  func text(of expression: ExprSyntax) -> String? {
    if let literal = expression.literalText { return literal }
    var name = expression.strippedOfOptionality
    if let member = name.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "rawValue",
      let base = member.base
    {
      name = base
    }
    let key: String
    if let reference = name.as(DeclReferenceExprSyntax.self) {
      key = reference.baseName.text
    } else if let member = name.as(MemberAccessExprSyntax.self) {
      key = member.declName.baseName.text
    } else {
      return nil
    }
    guard let values = constants[key], values.count == 1 else { return nil }
    return values.first
  }

  /// The functions that a call may mean; where it has to be sure, only what is the one function of
  /// that name, or one of the same type.
  func functions(for call: Call, in owner: String?, isSure: Bool) -> [Function] {
    guard let candidates = functions[call.name], !call.name.isEmpty else { return [] }
    let isOwn = call.callee == call.name || call.callee == "self." + call.name
    if isOwn, let owner {
      let lineage = lineage(of: owner)
      let own = candidates.filter { $0.owner.map(lineage.contains) ?? false }
      if !own.isEmpty { return own }
    }
    if let first = call.callee.split(separator: ".").first, call.callee != call.name {
      let typed = candidates.filter { $0.owner == String(first) }
      if !typed.isEmpty { return typed }
    }
    if isSure { return candidates.count == 1 ? candidates : [] }
    return candidates.count <= 6 ? candidates : []
  }

  /// What runs when some code runs, functions that it calls among it.
  func reach(_ codes: [Code], isSure: Bool) -> [Code] {
    var reached: [Code] = []
    var open = codes
    var seen: Set<ObjectIdentifier> = []
    while let code = open.popLast() {
      reached.append(code)
      guard reached.count < 400 else { break }
      for call in code.calls where !(isSure && call.isInClosure) {
        for function in functions(for: call, in: code.owner, isSure: isSure)
        where seen.insert(ObjectIdentifier(function)).inserted {
          open.append(Code(function))
        }
      }
    }
    return reached
  }
}

/// A piece of code that runs at some moment: the body of a function, or of a closure.
struct Code {
  let node: Syntax
  let owner: String?
  let source: SwiftSource
  let calls: [Call]

  init(_ function: Function) {
    node = Syntax(function.body)
    owner = function.owner
    source = function.source
    calls = function.calls
  }

  init(_ node: Syntax, in function: Function) {
    self.node = node
    owner = function.owner
    source = function.source
    calls = CallCollector.calls(in: node)
  }
}
