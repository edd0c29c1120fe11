// The sources of an app together: what is declared, and what a call may mean, by name alone.

import SwiftSyntax

/// The sources of one app.
///
/// What is asked for by a name is looked for in the sources where the name stands, and only these are
/// parsed.
final class Program {
  private let library: SourceLibrary
  /// Its own sources, in order.
  private let own: [Int]
  private let isOwn: [Bool]
  /// Whether a source counts for its words: its own ones, and those it may be built with.
  private let isKnown: [Bool]
  private let inherited: [String: Set<String>]
  /// The types that its sources declare and extend, in their order.
  let types: [WordIndex.TypeHead]
  private var functionsByName: [String: [Function]] = [:]
  private var constantsByName: [String: [(owner: String?, value: String)]] = [:]
  private var functionsByOwner: [String: [Function]] = [:]
  private var lineages: [String: Set<String>] = [:]
  private var typesOfProperties: [String: [String: String]] = [:]

  /// Makes a program of sources of a library, and of others, which it may be built with, the names
  /// alone.
  init(
    _ files: [ProjectFiles.File], others: [ProjectFiles.File] = [], of library: SourceLibrary,
    note: (String) -> Void
  ) {
    self.library = library
    let all = files.compactMap(library.index(of:)).sorted()
    for source in all where library.isTooDeep(source) {
      note("\(library.files[source].path) is not read: its brackets are nested too deep")
    }
    own = all.filter { !library.isTooDeep($0) }
    var isOwn = [Bool](repeating: false, count: library.files.count)
    for source in own { isOwn[source] = true }
    var isKnown = isOwn
    for source in others.compactMap(library.index(of:)) { isKnown[source] = true }
    self.isOwn = isOwn
    self.isKnown = isKnown
    types = library.index.typeHeads.filter { isOwn[$0.source] && library.isSwift($0.source) }
    inherited = types.reduce(into: [:]) { $0[$1.name, default: []].formUnion($1.inherited) }
  }

  // MARK: Words

  /// Whether a word stands anywhere.
  func mentions(_ word: String) -> Bool {
    library.index.sources(mentioning: word).contains { isKnown[Int($0)] }
  }

  /// Whether one of these words stands anywhere.
  func mentions(anyOf words: some Sequence<String>) -> Bool { words.contains(where: mentions) }

  /// The words that stand anywhere in the project and are such.
  func words(where isWanted: (String) -> Bool) -> [String] { library.index.words.filter(isWanted) }

  private func select(_ sources: [Int32], _ isWanted: (Int) -> Bool) -> [Int] {
    let all = library.looksEverywhere ? own : sources.lazy.map(Int.init).filter { self.isOwn[$0] }
    return all.filter(isWanted)
  }

  /// Its sources in Swift in which one of these words stands, in their order.
  func sources(mentioning words: some Sequence<String>) -> [SwiftSource] {
    let found = words.reduce(into: Set<Int>()) { all, word in
      all.formUnion(select(library.index.sources(mentioning: word), library.isSwift))
    }
    return found.sorted().compactMap(library.swiftSource)
  }

  /// Its sources in Objective-C in which one of these words stands, in their order.
  func objectiveCSources(mentioning words: some Sequence<String>) -> [ObjectiveCSource] {
    let found = words.reduce(into: Set<Int>()) { all, word in
      all.formUnion(select(library.index.sources(mentioning: word)) { !library.isSwift($0) })
    }
    return found.sorted().compactMap(library.objectiveCSource)
  }

  /// The functions of sources in which one of these words stands.
  func functions(near words: some Sequence<String>) -> [Function] {
    sources(mentioning: words).flatMap(\.functions)
  }

  func functions(near word: String) -> [Function] { functions(near: [word]) }

  /// How many sources it has.
  var sourceCount: Int { own.count }
  /// Whether there is code at all.
  var hasSources: Bool { !own.isEmpty }
  /// Whether there is code in Objective-C.
  var hasObjectiveC: Bool { own.contains { !library.isSwift($0) } }

  /// Whether a word stands in its own sources in Objective-C.
  func mentionsInObjectiveC(_ word: String) -> Bool {
    library.index.sources(mentioning: word).contains { source in
      isOwn[Int(source)] && !library.isSwift(Int(source))
    }
  }

  // MARK: Declarations

  /// All functions of a name.
  func functions(named name: String) -> [Function] {
    if let known = functionsByName[name] { return known }
    let found = select(library.index.sources(declaring: name), library.isSwift)
      .compactMap(library.swiftSource).flatMap(\.functions).filter { $0.name == name }
    functionsByName[name] = found
    return found
  }

  /// The functions of a type and its extensions.
  func functions(of type: String) -> [Function] {
    if let known = functionsByOwner[type] { return known }
    let found = sources(declaring: type).flatMap(\.functions).filter { $0.owner == type }
    functionsByOwner[type] = found
    return found
  }

  /// The functions of types and their extensions, in the order of the sources.
  func functions(of types: Set<String>) -> [Function] {
    let numbers = types.reduce(into: Set<Int>()) { all, type in
      all.formUnion(select(library.index.sources(declaringType: type), library.isSwift))
    }
    return numbers.sorted().compactMap(library.swiftSource).flatMap(\.functions)
      .filter { $0.owner.map(types.contains) ?? false }
  }

  func functions(of type: String, named name: String) -> [Function] {
    functions(of: type).filter { $0.name == name }
  }

  /// The properties of types and their extensions.
  func properties(of types: Set<String>) -> [Property] {
    types.sorted().flatMap(sources).flatMap(\.properties)
      .filter { $0.owner.map(types.contains) ?? false }
  }

  /// All properties of a name.
  func properties(named name: String) -> [Property] {
    select(library.index.sources(declaring: name), library.isSwift)
      .compactMap(library.swiftSource).flatMap(\.properties).filter { $0.name == name }
  }

  private func sources(declaring type: String) -> [SwiftSource] {
    select(library.index.sources(declaringType: type), library.isSwift)
      .compactMap(library.swiftSource)
  }

  /// The declarations of types that are marked as where the program begins, or that name a delegate of the
  /// application by an adaptor.
  private(set) lazy var entryTypes: [TypeDeclaration] =
    sources(mentioning: ["@main", "@UIApplicationMain", "UIApplicationDelegateAdaptor"])
    .flatMap(\.types)

  /// The place where a type is declared.
  func place(of type: String) -> Place? {
    sources(declaring: type).flatMap(\.types).first { $0.name == type }?.place
  }

  /// A name that stands for a place in the folder of an app group.
  private struct GroupPlace: Hashable {
    let owner: String?
    let name: String
    /// Whether many others have its name, too.
    var isPlain = false

    /// Whether it is named among words of the code of a type: by this type itself, with its own type, or
    /// by a name that says what it is.
    func isNamed(among words: Set<String>, in owner: String?) -> Bool {
      guard words.contains(name) else { return false }
      if isPlain { return self.owner == owner }
      let says = ["group", "shared", "container"].contains(where: name.lowercased().contains)
      return self.owner == nil || self.owner == owner || says
        || self.owner.map(words.contains) ?? false
    }
  }

  /// The functions and properties that stand for a place in the folder of an app group, by what they name
  /// themselves.
  private lazy var groupPlaces: Set<GroupPlace> = {
    let plain: Set = ["init", "url", "path", "shared", "default", "fileURL", "value", "folder"]
    let key = "forSecurityApplicationGroupIdentifier"
    var places: Set = [GroupPlace(owner: nil, name: key)]
    for _ in 0..<3 {
      let known = places
      for source in sources(mentioning: Set(known.map(\.name))) {
        for function in source.functions where !plain.contains(function.name) {
          let words = function.body.words
          if known.contains(where: { $0.isNamed(among: words, in: function.owner) }) {
            places.insert(GroupPlace(owner: function.owner, name: function.name))
          }
        }
        for function in source.functions {
          let words = function.body.words
          guard known.contains(where: { $0.isNamed(among: words, in: function.owner) }) else {
            continue
          }
          for name in PathAssignments.names(in: function.body) where !plain.contains(name) {
            places.insert(GroupPlace(owner: function.owner, name: name))
          }
        }
        for property in source.properties {
          // A plain name says it within its own type.
          guard !plain.contains(property.name) || property.owner != nil,
            let words = property.value?.words
          else { continue }
          if known.contains(where: { $0.isNamed(among: words, in: property.owner) }) {
            places.insert(
              GroupPlace(
                owner: property.owner, name: property.name, isPlain: plain.contains(property.name)))
          }
        }
      }
    }
    return places
  }()

  /// The texts that an expression in a function stands for: one, or, in the extension of a protocol, one of
  /// each type that conforms to it and for which the function is called.
  func texts(of expression: ExprSyntax, in function: Function) -> [String] {
    if let text = text(of: expression, in: function.owner) { return [text] }
    guard let member = expression.as(MemberAccessExprSyntax.self), let owner = function.owner,
      let base = member.base?.compactText, ["self", "Self", "type(of:self)"].contains(base)
    else { return [] }
    let name = member.declName.baseName.text
    let callees = functions(near: function.name).flatMap(\.calls)
      .filter { $0.name == function.name }.map(\.callee)
    let conforming = Set(
      types.filter { type in
        type.inherited.contains(owner) && callees.contains { $0.contains(type.name) }
      }.map(\.name))
    return Set(
      constants(named: name).filter { $0.owner.map(conforming.contains) ?? false }.map(\.value)
    ).sorted()
  }

  /// Whether a function names a place in the folder of an app group.
  func namesGroupPlace(_ function: Function) -> Bool {
    let words = function.body.words
    return groupPlaces.contains { place in
      place.isNamed(among: words, in: function.owner)
        && !(place.isPlain
          && (function.parameters.contains(place.name)
            || DeclarationFinder.declares(place.name, in: function.body)))
    }
  }

  /// The functions that give some task an expiration handler.
  private(set) lazy var expirationSetters = functions(near: "expirationHandler").filter {
    function in
    function.body.tokens(viewMode: .sourceAccurate).contains { token in
      token.tokenKind == .identifier("expirationHandler")
        && token.parent?.parent?.is(MemberAccessExprSyntax.self) ?? false
    }
  }

  /// How many types are looked at above one; none has as many.
  private static let lineageLimit = 100

  /// Whether a type has one of these among what it inherits, as far as the sources tell.
  func type(_ name: String, inheritsOneOf wanted: Set<String>) -> Bool {
    var open = [name]
    var seen: Set<String> = []
    while let next = open.popLast() {
      guard seen.count < Self.lineageLimit, seen.insert(next).inserted else { continue }
      let parents = inherited[next] ?? []
      if !parents.isDisjoint(with: wanted) { return true }
      open += parents
    }
    return false
  }

  /// A type with the classes of the sources that it inherits from.
  func lineage(of name: String) -> Set<String> {
    if let known = lineages[name] { return known }
    var lineage: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      guard lineage.count < Self.lineageLimit, lineage.insert(next).inserted else { continue }
      open += (inherited[next] ?? []).filter { inherited[$0] != nil }
    }
    lineages[name] = lineage
    return lineage
  }

  /// What some types say they inherit from or conform to, with their extensions.
  func parents(of types: Set<String>) -> Set<String> {
    types.reduce(into: []) { $0.formUnion(inherited[$1] ?? []) }
  }

  /// Whether the sources ask for the version of the system that brought scenes: it runs on older ones.
  private(set) lazy var asksForScenes = library.index.sources(mentioning: "iOS 13").contains {
    isOwn[Int($0)] && library.isSwift(Int($0))
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
    let values = Set(constants(named: name).filter { isOwner($0.owner) }.map(\.value))
    return values.count == 1 ? values.first : nil
  }

  private func constants(named name: String) -> [(owner: String?, value: String)] {
    if let known = constantsByName[name] { return known }
    let found = select(library.index.sources(declaring: name), library.isSwift)
      .compactMap(library.swiftSource).flatMap(\.constants).filter { $0.name == name }
      .map { (owner: $0.owner, value: $0.value) }
    constantsByName[name] = found
    return found
  }

  /// In how many sources a function may be declared and still be meant by its name alone.
  private static let meantSources = 24

  /// The functions that a call may mean; where it has to be sure, only the one function of that name, or
  /// one of the same type; for scripts also by the type of the property that it is called on.
  func functions(
    for call: Call, in owner: String?, isSure: Bool, byProperties: Bool = false
  ) -> [Function] {
    if call.name.first?.isUppercase == true, inherited[call.name] != nil {
      return functions(of: call.name, named: "init")
    }
    let declaring = library.index.sources(declaring: call.name)
    guard !call.name.isEmpty, !declaring.isEmpty else { return [] }
    let callee = call.callee.filter { $0 != "?" && $0 != "!" }
    let isOwn = callee == call.name || callee == "self." + call.name
    if isOwn, let owner {
      let own = lineage(of: owner).sorted().flatMap { functions(of: $0, named: call.name) }
      if !own.isEmpty { return own }
    }
    if let first = call.callee.split(separator: ".").first, call.callee != call.name {
      let typed = functions(of: String(first), named: call.name)
      if !typed.isEmpty { return typed }
    }
    if byProperties, let owner,
      let type = type(ofBase: callee.dropLast(call.name.count + 1), in: owner)
    {
      let typed = lineage(of: type).sorted().flatMap { functions(of: $0, named: call.name) }
      if !typed.isEmpty { return typed }
    }
    // Of a name that many declare it is not known who is meant.
    guard declaring.count <= Self.meantSources else { return [] }
    let candidates = functions(named: call.name)
    if isSure {
      guard candidates.count == 1, let only = candidates.first else { return [] }
      return only.owner.map { Self.mayName(call, $0) } ?? true ? candidates : []
    }
    return candidates.count <= 6 ? candidates : []
  }

  /// The type that a property is declared with, or begins with by a call of it; nil where neither is said.
  private func type(ofBase base: Substring, in owner: String) -> String? {
    let name = String(base.hasPrefix("self.") ? base.dropFirst(5) : base)
    guard !name.isEmpty, !name.contains(".") else { return nil }
    if typesOfProperties[owner] == nil {
      typesOfProperties[owner] = properties(of: lineage(of: owner)).reduce(into: [:]) {
        $0[$1.name] = $1.declaredType
      }
    }
    return typesOfProperties[owner]?[name]
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
    // What is called first comes first, since there is a bound.
    var next = 0
    while next < open.count {
      let code = open[next]
      next += 1
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

/// Finds the properties to which a body assigns a path.
private final class PathAssignments: SyntaxVisitor {
  private var found: [String] = []

  static func names(in body: CodeBlockItemListSyntax) -> [String] {
    let reader = PathAssignments(viewMode: .sourceAccurate)
    reader.walk(body)
    return reader.found
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
      let name = elements[0].plainName
    {
      let value = elements[2].compactText.lowercased()
      if ["url", "path", "directory", "folder"].contains(where: value.contains) {
        found.append(name)
      }
    }
    return .visitChildren
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
  /// The text without white space and comments, whole.
  var text: String { node.tokens(viewMode: .sourceAccurate).map(\.text).joined() }

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
