// Calls and members: what a function, a word of the host or a member of a value gives, as its row
// says, and what a closure is given that is passed to it.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

extension Inference {
  /// What a call gives.
  func result(of call: Call, at place: Expression) -> InferredValue {
    switch call.callee.unparenthesized.kind {
    case .name(let name): return result(ofCalling: name, call)
    case .member(let base, let name, _):
      return result(ofCalling: name, of: base, call, at: place)
    default:
      let callee = value(of: call.callee)
      passAnything(call)
      show(.valueCall(call, of: callee, at: place.range))
      return callee.result
    }
  }

  /// Goes through the arguments of a call that only the run knows.
  private func passAnything(_ call: Call) {
    for argument in call.arguments { _ = value(of: argument.value) }
    if let closure = call.trailingClosure { _ = self.call(closure, with: nil) }
  }

  private func result(ofCalling name: Name, _ call: Call) -> InferredValue {
    switch context.meaning(of: name) {
    case .local(let local): return result(ofCallingLocal: local, call)
    case .other(.function(let index)):
      guard let number = function(declared: index) else {
        return result(ofUnfollowed: context.functions[index], call)
      }
      return result(ofCalling: number, call, isDeclared: true)
    case .other(.hostFunction(let number)):
      let function = context.host.functions[number]
      return result(of: function.callee, given: function.result, call)
    case .other(.library(let number)):
      let function = LibraryFunction.all[number]
      let wasPrinting = isPrinting
      isPrinting = function.isOutput
      defer { isPrinting = wasPrinting }
      return result(of: function.callee, given: function.result, call)
    case .other(.global(let index)):
      let callee = value(ofGlobal: index)
      passAnything(call)
      return callee.result
    case .other(.unit), .other(.object), .unknown:
      passAnything(call)
      return .any
    }
  }

  private func result(ofCallingLocal number: Int, _ call: Call) -> InferredValue {
    guard let local = locals[number] else {
      passAnything(call)
      return .any
    }
    if let function = local.function { return result(ofCalling: function, call) }
    noteRead(of: local.cell)
    for argument in call.arguments {
      let value = value(of: argument.value)
      guard isReporting, let known = taken[local.cell] else { continue }
      show(.passing(.init(argument.value, value), to: known))
    }
    if let closure = call.trailingClosure { _ = self.call(closure, with: nil) }
    return cells[local.cell].result
  }

  /// What a function gives whose code is not walked through: one of a prelude or of an earlier input.
  private func result(ofUnfollowed function: DeclaredFunction, _ call: Call) -> InferredValue {
    let callee = context.callee(of: function)
    if let arranged = context.arrangement(of: call) { show(.call(arranged, of: callee)) }
    if callee.asksForRefusals { questionDepth += 1 }
    defer { if callee.asksForRefusals { questionDepth -= 1 } }
    guard
      let described = context.host.preludeFunctions.first(where: { $0.name == callee.name })
    else {
      passAnything(call)
      return earlierResult(of: function)
    }
    return result(of: described.callee, given: described.result, call, isShown: false)
  }

  /// What a function of the script gives, whose parameters are what any call passes.
  ///
  /// What one of a file or an app gives is not what others may pass to its caller, unless that
  /// came as an argument itself.
  private func result(
    ofCalling number: Int, _ call: Call, isDeclared: Bool = false
  ) -> InferredValue {
    functions[number].isCalled = true
    let function = functions[number]
    var result = cells[function.result]
    if isDeclared { result.isPassed = false }
    guard let arranged = context.arrangement(of: call) else {
      passAnything(call)
      for cell in function.parameters { join(.any, into: cell) }
      return result
    }
    show(.call(arranged, of: function.callee))
    for (cell, passed) in zip(function.parameters, arranged.passed) {
      guard let passed else { continue }
      var value = value(of: passed.value)
      if value.isPassed { result.isPassed = true }
      value.isPassed = true
      join(value, into: cell)
    }
    return result
  }

  /// What a word of the host or the library gives; checks see its call unless they see it otherwise.
  private func result(
    of callee: Callee, given kind: ValueKind?, _ call: Call, isShown: Bool = true
  ) -> InferredValue {
    // What a member is called on may be known by its value only.
    guard let arranged = context.arrangement(of: call) ?? (try? callee.match(call))
    else {
      passAnything(call)
      return value(of: kind, owner: callee.name)
    }
    if isShown { show(.call(arranged, of: callee)) }
    var arguments: [InferredValue] = []
    for (parameter, passed) in zip(callee.parameters, arranged.passed) {
      guard let passed else { continue }
      let value = pass(passed.value, to: parameter)
      // A literal is checked where its code is made.
      if isReporting, !parameter.symbols.isEmpty, !passed.value.isSymbol {
        let known = tableValue(-1, callee.name + "." + parameter.name) {
          .symbol(SymbolDomain(parameter.symbols, of: parameter.name))
        }
        show(.passing(.init(passed.value, value), to: known))
      }
      arguments.append(value)
    }
    for extra in arranged.extras { arguments.append(value(of: extra)) }
    if kind?.isRelative == true { return value(of: kind, owner: callee.name, arguments: arguments) }
    return tableValue(2, callee.name) { value(of: kind, owner: callee.name) }
  }

  /// What is passed for a parameter; a closure is given what the parameter says.
  private func pass(
    _ expression: Expression, to parameter: HostFunction.Parameter
  ) -> InferredValue {
    guard case .closure(let closure) = expression.unparenthesized.kind else {
      return value(of: expression)
    }
    let given = parameter.passes.map { value(of: $0, owner: parameter.name) }
    return .collection(.function, of: call(closure, with: parameter.passes.isEmpty ? nil : given))
  }

  // MARK: - Members

  /// What reading a member gives.
  func member(_ name: Name, of base: InferredValue, at place: Expression) -> InferredValue {
    keepMember(name, of: base)
    if base.isUnknown { return .any }
    var value = InferredValue.never
    if base.kinds.contains(.handle) { value.join(member(name.text, ofHandle: base)) }
    var isOwn = false
    if let number = CoreMemberForms.numbers[name.text] {
      for form in CoreMemberForms.all[number].forms where form.isProperty {
        guard base.has(form) else { continue }
        isOwn = isOwn || form.receivers.contains(.map)
        value.join(self.value(of: form.result, owner: name.text, receiver: base))
      }
    }
    if isOwn {
      show(.ownMember(name, of: base))
    } else if base.kinds.contains(.map) {
      value.join(entry(name.text, of: base, at: name.range))
    }
    if case .member(let owner, _, _) = place.unparenthesized.kind {
      show(.member(name, of: base, owner, at: place.range))
    }
    return value
  }

  /// Keeps a member that is a unit's, or may be.
  private func keepMember(_ name: Name, of base: InferredValue) {
    let units = InferredValue.bit(of: context.host.unitKind)
    guard isReporting, base.kinds.contains(.handle), base.handles & units != 0 else { return }
    context.keepMember(name, ofUnit: base.unit)
  }

  /// What a member of a handle is: of a unit also one of its variables.
  private func member(_ name: String, ofHandle base: InferredValue) -> InferredValue {
    var value = InferredValue.never
    for (number, kind) in context.host.kinds.enumerated()
    where base.handles & InferredValue.bit(of: UInt8(number)) != 0 {
      if let member = kind.members.first(where: { $0.name == name }) {
        value.join(
          tableValue(3 + number, name) { self.value(of: member.result, owner: name) })
      } else if number == Int(context.host.unitKind) {
        value.join(variable(name, ofUnit: base.unit))
      } else {
        return .any
      }
    }
    return value.kinds.isEmpty ? .any : value
  }

  /// What a variable of a unit can be, as the outside reads it.
  private func variable(_ name: String, ofUnit unit: Int?) -> InferredValue {
    guard let unit, case .global(let index)? = context.member(named: name, ofUnit: unit) else {
      return .any
    }
    return value(ofGlobal: index)
  }

  private func result(
    ofCalling name: Name, of base: Expression, _ call: Call, at place: Expression
  ) -> InferredValue {
    let receiver = value(of: base)
    keepMember(name, of: receiver)
    if let member = CoreMemberForms.named(name.text, in: call),
      !receiver.kinds.contains(.handle) || receiver.isUnknown
    {
      show(.member(name, of: receiver, base, at: place.range))
      if member.forms.contains(where: { $0.receivers.contains(.map) }) {
        show(.ownMember(name, of: receiver))
      }
      return result(of: member, on: receiver, base, call, at: place)
    }
    if receiver.kinds == .handle {
      show(.member(name, of: receiver, base, at: place.range))
      return result(ofCalling: name.text, ofHandle: receiver, call)
    }
    show(.member(name, of: receiver, base, at: place.range))
    passAnything(call)
    return .any
  }

  private func result(
    ofCalling name: String, ofHandle base: InferredValue, _ call: Call
  ) -> InferredValue {
    for (number, kind) in context.host.kinds.enumerated()
    where base.handles == InferredValue.bit(of: UInt8(number)) {
      guard let member = kind.members.first(where: { $0.name == name }),
        let parameters = member.parameters
      else { break }
      return result(
        of: Callee(name: name, parameters: parameters), given: member.result, call, isShown: false)
    }
    passAnything(call)
    return .any
  }

  /// What a member of the language's own values gives.
  private func result(
    of member: CoreMemberForms, on receiver: InferredValue, _ base: Expression, _ call: Call,
    at place: Expression
  ) -> InferredValue {
    var arguments = call.arguments.map(\.value)
    if let closure = call.trailingClosure {
      arguments.append(Expression(.closure(closure), closure.range))
    }
    let forms = member.forms.filter { form in
      !form.isProperty && form.arguments.contains(arguments.count)
        && (receiver.isUnknown || receiver.has(form))
    }
    var passed: [InferredValue] = []
    var made = InferredValue.any
    for argument in arguments {
      if case .closure(let closure) = argument.unparenthesized.kind {
        made = self.made(by: closure, member, of: receiver, after: passed)
        passed.append(.collection(.function, of: made))
      } else {
        let value = self.value(of: argument)
        if value.kinds == .function { made = value.result }
        passed.append(value)
      }
    }
    show(
      .memberCall(
        member, .init(base, receiver), arguments: arguments, passed, at: place.range))
    if member.isMutating { change(base, by: member, passed) }
    if receiver.isUnknown || forms.isEmpty { return .any }
    return forms.reduce(.never) { result, form in
      result.joined(
        with: value(
          of: form.result, owner: "", receiver: receiver, made: made, arguments: passed))
    }
  }

  /// What a closure gives that a member calls with elements of its receiver.
  private func made(
    by closure: Closure, _ member: CoreMemberForms, of receiver: InferredValue,
    after passed: [InferredValue]
  ) -> InferredValue {
    let isOfValues = member.spelling.hasSuffix("Values")
    let element = receiver.isUnknown ? .any : isOfValues ? receiver.mapValue : receiver.element
    // A map's entry may come as one value, or as its key and value.
    let count = closure.parameters?.count ?? 1
    if receiver.kinds != .list && receiver.kinds != .range, count > 1 {
      return call(closure, with: nil)
    }
    guard member.spelling == "reduce", let initial = passed.first else {
      return call(closure, with: [element, element])
    }
    let cell = cell(at: ScriptOffset(script: context.current, start: closure.range.start))
    join(initial, into: cell)
    let result = call(closure, with: [cells[cell], element])
    join(result, into: cell)
    return cells[cell]
  }

  /// What a member that changes its receiver leaves in it.
  private func change(
    _ place: Expression, by member: CoreMemberForms, _ passed: [InferredValue]
  ) {
    change(place) { held in
      switch member.spelling {
      case "append", "insert(_:at:)":
        if held.kinds.isEmpty {
          held = .collection(.list, of: passed.first ?? .any)
        } else {
          held.hold(passed.first ?? .any)
        }
      default: held.hold(.never)
      }
    }
  }

  // MARK: - Rows

  /// What a row of a table says that something is.
  ///
  /// - Parameters:
  ///   - kind: What the row says; nil for nothing.
  ///   - owner: What has the symbols in it.
  ///   - receiver: What a member is asked of.
  ///   - made: What a function gives that is passed.
  ///   - arguments: What is passed; none where nobody knows.
  /// - Returns: The value.
  func value(
    of kind: ValueKind?, owner: String, receiver: InferredValue? = nil,
    made: InferredValue = .any, arguments: [InferredValue] = []
  ) -> InferredValue {
    func inner(_ kind: ValueKind) -> InferredValue {
      value(of: kind, owner: owner, receiver: receiver, made: made, arguments: arguments)
    }
    switch kind {
    case nil, .any?: return .any
    case .nothing?: return .nothing
    case .boolean?: return .boolean
    case .integer?: return .integer
    case .double?: return InferredValue(.double)
    case .string?: return .string
    case .duration?: return InferredValue(.duration)
    case .range?: return InferredValue(.range)
    case .function?: return InferredValue(.function)
    case .symbol(let names)?:
      return .symbol(names.isEmpty ? nil : SymbolDomain(names, of: owner))
    case .text(let names)?:
      var value = InferredValue.string
      value.texts = SymbolDomain(names, of: owner)
      return value
    case .typeName?:
      // A host's own objects have the names that it gave them.
      let objects = InferredValue.bit(of: context.host.objectKind)
      let areKnown = arguments.allSatisfy { $0.isKnown && $0.handles & objects == 0 }
      return areKnown ? value(of: .text(typeNames), owner: owner) : .string
    case .printed?: return arguments.first?.printed(in: ("", "")) ?? .string
    case .handle(let kind)?: return .handle(kind)
    case .list(let element)?: return .collection(.list, of: inner(element))
    case .map(let name)?:
      let map = name.flatMap { name in context.host.maps.first { $0.name == name } }
      return .collection(.map, map.map { Contents(.any, map: $0) })
    case .mapHolding(let value)?: return .collection(.map, of: inner(value))
    case .fields(let kinds)?:
      return .collection(
        .map,
        Contents(
          fields: Dictionary(uniqueKeysWithValues: kinds.map { (.text($0), inner($1)) })))
    case .either(let kinds)?:
      return kinds.reduce(.never) { $0.joined(with: inner($1)) }
    case .element?: return receiver?.element ?? .any
    case .value?: return receiver?.mapValue ?? .any
    case .made?: return made
    case .argument?:
      return arguments.isEmpty ? .any : arguments.reduce(.never) { $0.joined(with: $1) }
    case .elements?:
      let places = arguments.enumerated().map { (Contents.Place.index($0), $1.element) }
      return .collection(
        .list, Contents(fields: Dictionary(uniqueKeysWithValues: places)))
    }
  }

  /// The names of types, as `type(of:)` gives them.
  private var typeNames: [String] {
    let own = InferredValue.Kinds.named.map { row in
      let name = row.name.drop { $0 != " " }.dropFirst()
      return name.isEmpty ? "Nil" : name.prefix(1).uppercased() + name.dropFirst()
    }
    return own + context.host.kinds.map(\.name)
  }
}

extension ValueKind {
  /// Whether it depends on what a function or member is given.
  fileprivate var isRelative: Bool {
    switch self {
    case .element, .value, .made, .argument, .elements, .typeName, .printed: true
    case .list(let kind), .mapHolding(let kind): kind.isRelative
    case .fields(let kinds): kinds.values.contains(where: \.isRelative)
    case .either(let kinds): kinds.contains(where: \.isRelative)
    default: false
    }
  }
}

extension InferredValue {
  /// The text that has the value in it where that is printed.
  ///
  /// - Parameter frame: What comes before and after it.
  /// - Returns: One of some texts for a symbol of a table, and any for other values.
  func printed(in frame: (prefix: String, suffix: String)) -> InferredValue {
    var text = InferredValue.string
    if isKnown, kinds == .symbol, let symbols, let owner = symbols.owner {
      text.isPassed = isPassed
      text.texts = SymbolDomain(
        symbols.listed.map { frame.prefix + "." + $0 + frame.suffix }, of: owner)
    }
    return text
  }

  /// Whether one of its kinds has a member in a form.
  func has(_ form: CoreMember) -> Bool {
    kinds.contains(.string) && form.receivers.contains(.string)
      || kinds.contains(.list) && form.receivers.contains(.list)
      || kinds.contains(.map) && form.receivers.contains(.map)
      || kinds.contains(.range) && form.receivers.contains(.range)
  }
}

extension CoreMember {
  /// Whether it is read without a call.
  var isProperty: Bool { if case .property = action { true } else { false } }
}
