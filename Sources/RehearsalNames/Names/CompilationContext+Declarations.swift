// The outermost names: the words of the library and the host, the top-level declarations of all
// scripts, and the members of units. They are all declared before any code is compiled, so that
// functions, units and the device may be used before they are declared.

import RehearsalInterface
import RehearsalSyntax

/// A unit on its way into the program.
package struct UnitDraft {
  package let declaration: AppDeclaration
  package let script: Int
  package let sideScope: Int
  /// The names of its variables in the order of their slots.
  package var variableNames: [String] = []
  /// The names of the variables of its instances in the order of their slots, which come after.
  package var instanceNames: [String] = []
  /// The calls of the host's functions in its code, in the order in which names are resolved.
  var hostCalls: [DeclaredUnit.HostCall] = []

  /// Whether it has blocks of instances.
  var declaresInstances: Bool {
    declaration.members.contains { if case .scene = $0.kind { true } else { false } }
  }
}

/// An exploration on its way into the program.
package struct ExplorationDraft {
  package let declaration: ExplorationDeclaration
  package let script: Int
  /// Where the whole declaration is.
  package let range: SourceRange
  /// Its variables and functions.
  package var scope = NameScope()
}

// MARK: - All scripts

extension CompilationContext {
  /// Adds scripts and declares everything in them.
  ///
  /// - Parameter parsed: The scripts, imported ones before those that import them.
  /// - Returns: The number of the main script, the last; nil if there is none.
  package func declare(_ parsed: [ParsedScript]) -> Int? {
    let first = scripts.count
    for script in parsed { add(script, isPrelude: false) }
    let main = scripts.count - 1
    for script in first..<max(first, scripts.count) {
      current = script
      declareTopLevel(isMain: script == main)
    }
    assignSlots()
    for unit in units.indices where units[unit].script >= firstScript { declareMembers(of: unit) }
    return parsed.isEmpty ? nil : main
  }
}

// MARK: - The words of the library and the host

extension CompilationContext {
  /// Declares the words of the library and the host.
  ///
  /// - Parameter scripts: The scripts that will use them: what is written in the language is read and
  ///   compiled only where it is named; nil for scripts that are not known yet.
  package func declareWords(of scripts: [ParsedScript]? = nil) {
    declareBuiltins()
    // A text that was refused as a whole, such as one that is too large, is not looked through.
    let words = scripts?.filter { !$0.statements.isEmpty }.map { $0.source.words() }
    func isNamed(_ word: String) -> Bool { words?.contains { $0.contains(word) } ?? true }
    libraryPrelude = LibraryPrelude.functions.filter { function in
      CoreMemberForms.wordsOfPrelude[function.name]?.contains(where: isNamed) == true
    }
    declarePrelude("library", libraryPrelude)
    declarePrelude("host", host.prelude.filter { isNamed($0.name) })
  }

  /// Declares the built-in words; the functions of a prelude come later and may hide them.
  private func declareBuiltins() {
    let words =
      LibraryFunction.all.enumerated().map { ($1.name, Binding.library($0)) }
      + host.objects.enumerated().map { ($1.name, .object($0)) }
      + host.functions.enumerated().map { ($1.name, .hostFunction($0)) }
    names = NameTable(words.map(\.0))
    builtinScope = NameScope(words.map { (names.number(of: $0), $1) })
  }

  /// Declares functions that are written in the language.
  private func declarePrelude(_ name: String, _ functions: [PreludeFunction]) {
    let source = functions.map(\.source).joined(separator: "\n")
    add(Parser.parse(SourceText(name: name, source)), isPrelude: true)
    current = scripts.count - 1
    for statement in scripts[current].parsed.statements {
      guard case .function(let declaration) = statement.kind else { continue }
      let index = declareFunction(declaration, isPrelude: true)
      builtinScope.declare(names.number(of: declaration.name.text), .function(index))
    }
  }
}

// MARK: - The top level

extension CompilationContext {
  /// Declares what is at the top level of the current script.
  package func declareTopLevel(isMain: Bool) {
    for statement in scripts[current].parsed.statements {
      switch statement.kind {
      case .function(let declaration):
        guard isNew(declaration.name) else { continue }
        let index = declareFunction(declaration)
        declareTopLevel(declaration.name, .function(index))
        noteDeclaration(
          of: declaration.name, .function, seenBy: .scope(functions[index].sideScope))
      case .variable(let declaration):
        guard isNew(declaration.name),
          isWithin(
            Self.variableLimit, topLevelVariables.count, "top-level variables", declaration.name)
        else { continue }
        topLevelVariables.append((declaration, current, statement.range.start))
        // The variables of this compilation come after all that were there before it.
        let index = globals.count + topLevelVariables.count - 1
        declareTopLevel(declaration.name, .global(index))
        // What can change is the outside's memory.
        noteDeclaration(
          of: declaration.name, .value, seenBy: declaration.isMutable ? .side(.outside) : .everyone)
      case .app(let declaration):
        guard isNew(declaration.name), isNoHostUnit(declaration.name),
          isWithin(Self.unitLimit, units.count, host.groups.unit.plural, declaration.name)
        else { continue }
        declareUnit(declaration)
      case .device(let block): declareDevice(block, at: statement.range, isMain: isMain)
      case .importFile, .missing: break
      case .scenario: break
      case .setup: if isMain { declareSetup(at: statement.range) }
      case .exploration(let declaration):
        if isMain { declareExploration(declaration, at: statement.range) }
      default: if !isMain { report(.importedStatement(statement.range)) }
      }
    }
  }

  /// Every unit has a copy of each of the file's constants, so both have a limit.
  private static var variableLimit: Int { 50_000 }
  private static var unitLimit: Int { 250 }

  private func isWithin(_ limit: Int, _ count: Int, _ what: String, _ name: Name) -> Bool {
    if count >= limit { report(.tooManyDeclarations(what, name.range, limit: limit)) }
    return count < limit
  }

  private func declareTopLevel(_ name: Name, _ binding: Binding) {
    topLevelScope.declare(names.number(of: name.text), binding, at: (current, name.range))
  }

  /// Whether a name is not declared at the top level yet; reports it otherwise.
  ///
  /// What an earlier input of a prompt declared is replaced.
  private func isNew(_ name: Name) -> Bool {
    guard let entry = topLevelScope.lookUp(names.number(of: name.text)),
      entry.declaration.map({ $0.script >= firstScript }) == true
    else { return true }
    let first = entry.declaration?.script == current ? entry.declaration?.range : nil
    report(.duplicateName(name, first: first))
    return false
  }

  /// Whether the host installs no unit of a name; reports it otherwise, for no device has two.
  private func isNoHostUnit(_ name: Name) -> Bool {
    guard case .object(let index)? = builtinScope.lookUp(names.number(of: name.text))?.binding,
      host.objects[index].handle.kind == host.unitKind
    else { return true }
    report(.nameOfHostUnit(name, host.groups.unit))
    return false
  }

  func declareFunction(
    _ declaration: FunctionDeclaration, unit: Int? = nil, instanceKind: Int? = nil,
    isPrelude: Bool = false, exploration: Int? = nil
  ) -> Int {
    let scope = sides.addScope(
      declaration.name.text, script: current, range: declaration.name.range,
      fixed: exploration != nil ? .outside : unit == nil ? nil : .inside, isPrelude: isPrelude)
    functions.append(
      DeclaredFunction(
        declaration: declaration, script: current, unit: unit, instanceKind: instanceKind,
        exploration: exploration, sideScope: scope))
    return functions.count - 1
  }

  /// Gives the file's variables their slots: the constants first, which every unit has.
  ///
  /// At a prompt slots that are given stay, so variables have theirs among the constants.
  package func assignSlots() {
    if let base { return assignSlots(after: base) }
    constantCount = topLevelVariables.filter { !$0.declaration.isMutable }.count
    var nextConstant = 0
    var nextVariable = constantCount
    for (order, variable) in topLevelVariables.enumerated() {
      let isMutable = variable.declaration.isMutable
      globals.append(
        GlobalVariable(
          name: variable.declaration.name, isMutable: isMutable,
          slot: isMutable ? nextVariable : nextConstant, unit: nil, order: order,
          script: variable.script, start: variable.start, value: variable.declaration.value))
      if isMutable { nextVariable += 1 } else { nextConstant += 1 }
    }
    declareExplorationVariables(from: nextVariable)
  }

  private func assignSlots(after base: DeclaredNames) {
    for variable in topLevelVariables {
      globals.append(
        GlobalVariable(
          name: variable.declaration.name, isMutable: variable.declaration.isMutable,
          slot: constantCount, unit: nil, order: constantCount, script: variable.script,
          start: variable.start, value: variable.declaration.value))
      constantCount += 1
    }
  }

  /// The slots of variables among the constants.
  package var reservedSlots: Set<Int> {
    let own = newGlobals.filter { $0.unit == nil && $0.isMutable && $0.slot < constantCount }
    return own.reduce(into: base?.reservedSlots ?? []) { $0.insert($1.slot) }
  }

  /// The variables that this compilation declares; those of earlier inputs have the slots before.
  private var newGlobals: Slice<PersistentArray<GlobalVariable>> {
    globals[(base?.globals.count ?? 0)...]
  }

  /// The names of the file's variables in the order of their slots.
  package var outsideNames: [String] {
    let own = newGlobals.filter { $0.unit == nil }.sorted { $0.slot < $1.slot }.map(\.name.text)
    return (base?.outsideNames ?? []) + own
  }

  /// Keeps a device, of which each file has one.
  private func declareDevice(_ block: SettingsBlock, at range: SourceRange, isMain: Bool) {
    // What an input of a prompt imports leaves the device of an earlier one alone.
    if let device, device.script < firstScript, !isMain { return }
    if let device, device.script == current {
      return report(
        .secondDevice(range.keyword("device"), first: device.range.keyword("device")))
    }
    let declared = DeviceBlock(block: block, script: current, range: range)
    devices.append(declared)
    device = declared
  }
}

// MARK: - What runs before scenarios

extension CompilationContext {
  /// Keeps the place of what runs first in each scenario, of which there is one.
  private func declareSetup(at range: SourceRange) {
    if let setup { return report(.secondSetup(range.keyword("setup"), first: setup)) }
    setup = range.keyword("setup")
  }
}

// MARK: - Units

extension CompilationContext {
  private func declareUnit(_ declaration: AppDeclaration) {
    let known = topLevelScope.lookUp(names.number(of: declaration.name.text))
    let scope = sides.addScope(
      declaration.name.text, script: current, range: declaration.name.range, fixed: .inside)
    let draft = UnitDraft(declaration: declaration, script: current, sideScope: scope)
    if case .unit(let number)? = known?.binding {
      // At a prompt the unit of that name keeps its number.
      declareTopLevel(declaration.name, .unit(number))
      units[number] = draft
      unitScopes[number] = NameScope()
      instanceScopes[number] = host.groups.scopesOfInstances
      return
    }
    declareTopLevel(declaration.name, .unit(units.count))
    units.append(draft)
    unitScopes.append(NameScope())
    instanceScopes.append(host.groups.scopesOfInstances)
  }

  /// The number of the unit that a name stands for; nil where it stands for none.
  func unit(named name: Name) -> Int? {
    let entry = topLevelScope.lookUp(names.number(of: name.text))
    return if case .unit(let number)? = entry?.binding { number } else { nil }
  }

  /// Declares the variables and functions of a unit and of its instances, once the file's constants
  /// have their slots.
  package func declareMembers(of unit: Int) {
    current = units[unit].script
    declare(units[unit].declaration.members, of: unit, nil)
    for kind in host.groups.instanceKinds.indices {
      declare(instanceMembers(of: unit, kind), of: unit, kind)
    }
  }

  /// What is in the blocks of a unit for one kind of instances, from all such blocks together.
  private func instanceMembers(of unit: Int, _ kind: Int) -> [AppMember] {
    units[unit].declaration.members.flatMap { member -> [AppMember] in
      if case .scene(let role, let members) = member.kind, instanceKind(named: role) == kind {
        members
      } else {
        []
      }
    }
  }

  /// The kind of instances that a block is for; the first for a name that is none, which is reported
  /// where the block is compiled.
  package func instanceKind(named role: Name?) -> Int {
    role.flatMap { host.groups.instanceKinds.firstIndex(of: $0.text) } ?? 0
  }

  private func declare(_ members: [AppMember], of unit: Int, _ instanceKind: Int?) {
    let after =
      instanceKind == nil
      ? 0 : units[unit].variableNames.count + units[unit].instanceNames.count
    let first = constantCount + after
    var order = 0
    for member in members {
      switch member.kind {
      case .variable(let declaration):
        guard isNewMember(declaration.name, of: unit, instanceKind),
          isWithin(
            Self.variableLimit, order, "variables of one \(host.groups.unit.singular)",
            declaration.name)
        else { continue }
        globals.append(
          GlobalVariable(
            name: declaration.name, isMutable: declaration.isMutable,
            slot: first + order, unit: unit, instanceKind: instanceKind, order: order,
            script: current,
            start: member.range.start, value: declaration.value))
        order += 1
        if instanceKind != nil {
          units[unit].instanceNames.append(declaration.name.text)
        } else {
          units[unit].variableNames.append(declaration.name.text)
        }
        declareMember(declaration.name, .global(globals.count - 1), of: unit, instanceKind)
        noteDeclaration(of: declaration.name, .value, seenBy: .side(.inside))
      case .function(let declaration):
        guard isNewMember(declaration.name, of: unit, instanceKind) else { continue }
        let function = declareFunction(declaration, unit: unit, instanceKind: instanceKind)
        declareMember(declaration.name, .function(function), of: unit, instanceKind)
        noteDeclaration(of: declaration.name, .function, seenBy: .side(.inside))
      default: break
      }
    }
  }

  private func declareMember(
    _ name: Name, _ binding: Binding, of unit: Int, _ instanceKind: Int?
  ) {
    let number = names.number(of: name.text)
    if let instanceKind {
      instanceScopes[unit][instanceKind].declare(number, binding, at: (current, name.range))
    } else {
      unitScopes[unit].declare(number, binding, at: (current, name.range))
    }
  }

  /// Whether a unit or its instances have no member of a name yet, nor the host's kind of units;
  /// reports it otherwise.
  ///
  /// The outside never sees the members of instances, so those may be named like a unit's own.
  private func isNewMember(_ name: Name, of unit: Int, _ instanceKind: Int?) -> Bool {
    let scope = instanceKind.map { instanceScopes[unit][$0] } ?? unitScopes[unit]
    if let entry = scope.lookUp(names.number(of: name.text)) {
      report(.duplicateName(name, first: entry.declaration?.range))
      return false
    }
    let kind = Int(host.unitKind) < host.kinds.count ? host.kinds[Int(host.unitKind)] : nil
    if instanceKind == nil, kind?.members.contains(where: { $0.name == name.text }) == true {
      report(.reservedMemberName(name, of: host.groups.unit))
    }
    return true
  }
}

extension HostGroups {
  /// A scope for each kind of instances, without names yet.
  fileprivate var scopesOfInstances: [NameScope] { instanceKinds.map { _ in NameScope() } }
}

// MARK: - Explorations

// Each has a scope of its own. Its variables are variables of the outside, after those of the file,
// so that they are part of the state of its machine like any other.

extension CompilationContext {
  /// Declares an exploration with its functions; its variables follow once the file's have slots.
  func declareExploration(_ declaration: ExplorationDeclaration, at range: SourceRange) {
    guard base == nil else { return report(.explorationAtPrompt(range.keyword("explore"))) }
    let number = explorations.count
    explorations.append(
      ExplorationDraft(declaration: declaration, script: current, range: range))
    for function in declaration.functions where isNew(function.name, in: number) {
      let index = declareFunction(function, exploration: number)
      declare(function.name, .function(index), in: number)
      noteDeclaration(of: function.name, .function, seenBy: .side(.outside))
    }
  }

  /// Declares the variables of all explorations, in slots from a first one on.
  func declareExplorationVariables(from first: Int) {
    var slot = first
    for number in explorations.indices {
      current = explorations[number].script
      var order = 0
      for statement in explorations[number].declaration.beginning {
        guard case .variable(let declaration) = statement.kind,
          isNew(declaration.name, in: number)
        else { continue }
        declare(declaration.name, .global(globals.count), in: number)
        noteDeclaration(of: declaration.name, .value, seenBy: .side(.outside))
        globals.append(
          GlobalVariable(
            name: declaration.name, isMutable: declaration.isMutable, slot: slot, unit: nil,
            exploration: number, order: order, script: current, start: statement.range.start,
            value: declaration.value))
        slot += 1
        order += 1
      }
    }
  }

  private func declare(_ name: Name, _ binding: Binding, in exploration: Int) {
    explorations[exploration].scope.declare(
      names.number(of: name.text), binding, at: (current, name.range))
  }

  private func isNew(_ name: Name, in exploration: Int) -> Bool {
    guard let entry = explorations[exploration].scope.lookUp(names.number(of: name.text)) else {
      return true
    }
    report(.duplicateName(name, first: entry.declaration?.range))
    return false
  }
}
