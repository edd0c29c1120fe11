// What a source in Swift declares: types, with what they conform to, and everything that has a body.
// Names need not resolve; whatever cannot be told from the text is not told.

import SwiftParser
import SwiftSyntax

/// A place in a source, that a finding can be reported at.
package struct Place: Hashable, Comparable, Sendable {
  package let path: String
  /// From 1.
  package let line: Int
  /// In characters of UTF-8, from 1.
  package let column: Int

  package static func < (left: Place, right: Place) -> Bool {
    (left.path, left.line, left.column) < (right.path, right.line, right.column)
  }
}

/// A parsed source.
final class SwiftSource {
  let path: String
  let tree: SourceFileSyntax
  private let number: Int
  private unowned let library: SourceLibrary
  private let converter: SourceLocationConverter
  fileprivate(set) var types: [TypeDeclaration] = []
  fileprivate(set) var functions: [Function] = []
  /// Stored and computed properties, of types and of the file, with what they begin with.
  fileprivate(set) var properties: [Property] = []
  /// Constants of text: of types, with their owner, and of the file.
  fileprivate(set) var constants: [(owner: String?, name: String, value: String)] = []

  /// Parses and reads a source of a library.
  init(_ file: ProjectFiles.File, number: Int, of library: SourceLibrary) {
    path = file.path
    self.number = number
    self.library = library
    tree = ConditionalCompilation.active(file.bytes).withUnsafeBufferPointer {
      Parser.parse(source: $0)
    }
    converter = SourceLocationConverter(fileName: file.path, tree: tree)
    let reader = DeclarationReader(self)
    reader.walk(tree)
  }

  /// Whether a word stands in it.
  func mentions(_ word: String) -> Bool { library.index.source(number, mentions: word) }

  func place(of node: some SyntaxProtocol) -> Place {
    let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    return Place(path: path, line: location.line, column: location.column)
  }
}

/// A declaration of a type, or an extension of one.
struct TypeDeclaration {
  let name: String
  let isClass: Bool
  let inherited: [String]
  let attributes: [String]
  /// Types that are named as delegates of the application by an adaptor.
  let adaptors: [String]
  let place: Place
}

/// Something with a body: a function, an initializer, the getter of a property.
final class Function {
  let name: String
  /// Its name as the compiler has it, with the labels.
  let selector: String
  /// The names of its parameters inside.
  let parameters: [String]
  /// The types of its parameters, as they are written.
  let parameterTypes: [String]
  /// The type that it belongs to; nil for one of its own.
  let owner: String?
  let isAsync: Bool
  let canThrow: Bool
  let body: CodeBlockItemListSyntax
  let place: Place
  unowned let source: SwiftSource
  private(set) lazy var calls = CallCollector.calls(in: Syntax(body))

  init(
    name: String, selector: String, parameters: [(name: String, type: String)], owner: String?,
    isAsync: Bool, canThrow: Bool, body: CodeBlockItemListSyntax, place: Place, source: SwiftSource
  ) {
    self.name = name
    self.selector = selector
    self.parameters = parameters.map(\.name)
    parameterTypes = parameters.map(\.type)
    self.owner = owner
    self.isAsync = isAsync
    self.canThrow = canThrow
    self.body = body
    self.place = place
    self.source = source
  }
}

extension Function {
  /// The parameter that gets an argument of a call, by its label, since others may be left out; nil
  /// where it has none.
  func index(of argument: Int, in call: Call) -> Int? {
    let labels = selector.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":")
      .map(String.init)
    let arguments = call.node.arguments.map { $0.label?.text ?? "_" }
    guard arguments.indices.contains(argument) else { return nil }
    let label = arguments[argument]
    let before = arguments[..<argument].count { $0 == label }
    let fitting = labels.indices.filter { labels[$0] == label }
    if before < fitting.count { return fitting[before] }
    // Before Swift 3 the first label was left out.
    return labels.count == arguments.count ? argument : nil
  }
}

/// A property.
struct Property {
  /// The type that it belongs to; nil for one of the file.
  let owner: String?
  let name: String
  /// Its type, as it is written; empty where it is not.
  let type: String
  /// What it begins with.
  let value: ExprSyntax?
  /// The wrapper that it is declared with, and the key that this gets; nil for none.
  let wrapper: (name: String, key: String)?
  let place: Place
}

extension Property {
  /// The name of its type, as it is written or as it is called for the first value; nil where neither is.
  var declaredType: String? {
    let called = value?.as(FunctionCallExprSyntax.self)?.calledExpression.compactText
    let text = type.isEmpty ? called ?? "" : type
    let name = text.filter { $0 != "?" && $0 != "!" }.split(separator: ".").last.map(String.init)
    guard let name, name.first?.isUppercase == true, name.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return nil }
    return name
  }
}

/// A call, as it is written.
struct Call {
  let node: FunctionCallExprSyntax
  private let called: ExprSyntax
  /// The last part of what is called.
  let name: String
  /// Whether it stands in a closure of the body.
  let isInClosure: Bool

  init(_ node: FunctionCallExprSyntax, isInClosure: Bool) {
    self.node = node
    self.isInClosure = isInClosure
    var called = node.calledExpression.strippedOfOptionality
    // A type called by `init` is the call of its name.
    if let member = called.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
      let type = member.base, type.trimmedDescription.first?.isUppercase == true
    {
      called = type
    }
    self.called = called
    if let member = called.as(MemberAccessExprSyntax.self) {
      name = member.declName.baseName.text
    } else if let reference = called.as(DeclReferenceExprSyntax.self) {
      name = reference.baseName.text
    } else {
      name = ""
    }
  }

  /// What is called, without white space, such as `UserDefaults.standard.string`.
  ///
  /// - Complexity: O(n) in its length; the calls of a chain together take the square of that of the chain
  var callee: String { called.compactText }

  /// The name with the labels, but for closures that follow the call.
  var selector: String {
    name + "(" + node.arguments.map { ($0.label?.text ?? "_") + ":" }.joined() + ")"
  }

  /// The argument of a label; the first one without a label for nil.
  func argument(_ label: String?) -> ExprSyntax? {
    node.arguments.first { $0.label?.text == label }?.expression
  }

  /// The closures that it is given, trailing ones and arguments.
  var closures: [ClosureExprSyntax] {
    node.arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
      + [node.trailingClosure].compactMap(\.self)
      + node.additionalTrailingClosures.map(\.closure)
  }
}

extension ExprSyntax {
  /// The expression after question and exclamation marks, which say nothing of what is called.
  var strippedOfOptionality: ExprSyntax {
    if let chain = self.as(OptionalChainingExprSyntax.self) {
      return chain.expression.strippedOfOptionality
    }
    if let unwrapped = self.as(ForceUnwrapExprSyntax.self) {
      return unwrapped.expression.strippedOfOptionality
    }
    return self
  }

  /// The name, where the expression is nothing else.
  var plainName: String? {
    let stripped = strippedOfOptionality
    if let reference = stripped.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
    guard let member = stripped.as(MemberAccessExprSyntax.self),
      member.base?.trimmedDescription == "self"
    else { return nil }
    return member.declName.baseName.text
  }

  /// The text of a literal without interpolations.
  var literalText: String? {
    self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}

extension SyntaxProtocol {
  /// Whether one of these names stands in it.
  func names(oneOf names: Set<String>) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
  }

  /// The names and other words that stand in it.
  var words: Set<String> { Set(tokens(viewMode: .sourceAccurate).lazy.map(\.text)) }

  /// The text without white space and comments, cut where it is long.
  var compactText: String {
    var text = ""
    for token in tokens(viewMode: .sourceAccurate) {
      text += token.text
      if text.utf8.count > 400 { break }
    }
    return text
  }
}

/// Finds the calls of a body.
final class CallCollector: SyntaxVisitor {
  private var calls: [Call] = []
  private var closureDepth = 0

  /// The calls below a node, in the order of the text, each outer one before its arguments.
  static func calls(in node: Syntax) -> [Call] {
    let collector = CallCollector(viewMode: .sourceAccurate)
    collector.walk(node)
    return collector.calls
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    calls.append(Call(node, isInClosure: closureDepth > 0))
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    closureDepth += 1
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) { closureDepth -= 1 }
}

/// Reads the declarations of a source.
private final class DeclarationReader: SyntaxVisitor {
  private let source: SwiftSource
  private var owners: [String] = []

  init(_ source: SwiftSource) {
    self.source = source
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Types

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, true, node.inheritanceClause, node.attributes, node.memberBlock, node)
  }
  override func visitPost(_ node: ClassDeclSyntax) { owners.removeLast() }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, true, node.inheritanceClause, node.attributes, node.memberBlock, node)
  }
  override func visitPost(_ node: ActorDeclSyntax) { owners.removeLast() }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, false, node.inheritanceClause, node.attributes, node.memberBlock, node)
  }
  override func visitPost(_ node: StructDeclSyntax) { owners.removeLast() }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, false, node.inheritanceClause, node.attributes, node.memberBlock, node)
  }
  override func visitPost(_ node: EnumDeclSyntax) { owners.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.extendedType.compactText.split(separator: ".").last.map(String.init) ?? ""
    return enter(name, false, node.inheritanceClause, node.attributes, node.memberBlock, node)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { owners.removeLast() }

  private func enter(
    _ name: String, _ isClass: Bool, _ inheritance: InheritanceClauseSyntax?,
    _ attributes: AttributeListSyntax, _ members: MemberBlockSyntax, _ node: some SyntaxProtocol
  ) -> SyntaxVisitorContinueKind {
    owners.append(name)
    let inherited = inheritance?.inheritedTypes.map { type in
      type.type.compactText.split(separator: ".").last.map(String.init) ?? ""
    }
    source.types.append(
      TypeDeclaration(
        name: name, isClass: isClass, inherited: inherited ?? [],
        attributes: names(of: attributes), adaptors: adaptors(in: members),
        place: source.place(of: node)))
    return .visitChildren
  }

  private func names(of attributes: AttributeListSyntax) -> [String] {
    attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.compactText }
  }

  private func adaptors(in members: MemberBlockSyntax) -> [String] {
    members.members.compactMap { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { return nil }
      for case .attribute(let attribute) in variable.attributes
      where attribute.attributeName.compactText.hasSuffix("UIApplicationDelegateAdaptor") {
        if case .argumentList(let arguments) = attribute.arguments,
          let type = arguments.first?.expression.as(MemberAccessExprSyntax.self)?.base
        {
          return type.compactText
        }
        return variable.bindings.first?.typeAnnotation?.type.compactText
      }
      return nil
    }
  }

  // MARK: Bodies

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body {
      add(
        node.name.text, node.signature.parameterClause, node.signature.effectSpecifiers, body, node)
    }
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body {
      add("init", node.signature.parameterClause, node.signature.effectSpecifiers, body, node)
    }
    return .visitChildren
  }

  private func add(
    _ name: String, _ clause: FunctionParameterClauseSyntax,
    _ effects: FunctionEffectSpecifiersSyntax?, _ body: CodeBlockSyntax, _ node: some SyntaxProtocol
  ) {
    let labels = clause.parameters.map { $0.firstName.text + ":" }.joined()
    source.functions.append(
      Function(
        name: name, selector: "\(name)(\(labels))",
        parameters: clause.parameters.map { parameter in
          ((parameter.secondName ?? parameter.firstName).text, parameter.type.compactText)
        }, owner: owners.last, isAsync: effects?.asyncSpecifier != nil,
        canThrow: effects?.throwsClause != nil, body: body.statements,
        place: source.place(of: node), source: source))
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        continue
      }
      if isOutsideOfBodies(node) {
        source.properties.append(
          Property(
            owner: owners.last, name: name,
            type: binding.typeAnnotation?.type.compactText ?? "",
            value: binding.initializer?.value, wrapper: wrapper(of: node),
            place: source.place(of: binding)))
        if let value = binding.initializer?.value { addInitializer(value, of: name) }
      }
      if let value = binding.initializer?.value.literalText, isConstant(node) {
        source.constants.append((owners.last, name, value))
      }
      let body: CodeBlockItemListSyntax?
      switch binding.accessorBlock?.accessors {
      case .getter(let items): body = items
      case .accessors(let accessors):
        body = accessors.first { $0.accessorSpecifier.text == "get" }?.body?.statements
      case nil: body = nil
      }
      guard let body else { continue }
      source.functions.append(
        Function(
          name: name, selector: name, parameters: [], owner: owners.last, isAsync: false,
          canThrow: false, body: body, place: source.place(of: binding), source: source))
    }
    return .visitChildren
  }

  /// The first attribute of a property with a text as an argument.
  private func wrapper(of node: VariableDeclSyntax) -> (name: String, key: String)? {
    for case .attribute(let attribute) in node.attributes {
      guard case .argumentList(let arguments) = attribute.arguments,
        let key = arguments.lazy.compactMap({ $0.expression.literalText }).first
      else { continue }
      return (attribute.attributeName.compactText, key)
    }
    return nil
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.rawValue?.value.literalText {
      source.constants.append((owners.last, node.name.text, value))
    }
    return .skipChildren
  }

  /// Whether a declaration is that of a constant outside of bodies.
  private func isConstant(_ node: VariableDeclSyntax) -> Bool {
    node.bindingSpecifier.text == "let" && isOutsideOfBodies(node)
  }

  private func isOutsideOfBodies(_ node: VariableDeclSyntax) -> Bool {
    node.parent?.is(MemberBlockItemSyntax.self) ?? false
      || node.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
  }

  /// The closure that gives a property its first value, as a function of the property's name.
  private func addInitializer(_ value: ExprSyntax, of name: String) {
    guard let call = value.as(FunctionCallExprSyntax.self),
      let closure = call.calledExpression.as(ClosureExprSyntax.self)
    else { return }
    source.functions.append(
      Function(
        name: name, selector: name, parameters: [], owner: owners.last, isAsync: false,
        canThrow: false, body: closure.statements, place: source.place(of: closure), source: source)
    )
  }
}

/// Looks for the declaration of a local name.
final class DeclarationFinder: SyntaxVisitor {
  private let name: String
  private var isFound = false

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  static func declares(_ name: String, in body: some SyntaxProtocol) -> Bool {
    let finder = DeclarationFinder(name)
    finder.walk(body)
    return finder.isFound
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    if node.identifier.text == name { isFound = true }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
