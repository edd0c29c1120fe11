// What a compilation leaves for the next one of what its names mean, where a program grows input by
// input.

import RehearsalInterface

/// What the inputs of a program that grows have declared.
package final class DeclaredNames: Sendable {
  package let names: NameTable
  package let sides: SideChecker
  package let scripts: PersistentArray<CompilationContext.Script>
  /// How many of them are part of the library or of the host.
  package let preludeCount: Int
  package let builtinScope: NameScope
  package let topLevelScope: NameScope
  let unitScopes: [NameScope]
  let instanceScopes: [[NameScope]]
  package let globals: PersistentArray<GlobalVariable>
  package let units: [UnitDraft]
  package let device: CompilationContext.DeviceBlock?
  package let functions: PersistentArray<DeclaredFunction>
  let outline: ScriptOutline
  /// The names of the file's variables in the order of their slots, all of which every unit that is
  /// compiled from here on has.
  package let outsideNames: [String]
  /// The slots among them whose variables only the outside has.
  package let reservedSlots: Set<Int>

  package init(_ context: CompilationContext, _ outline: ScriptOutline) {
    self.outline = outline
    names = context.names
    sides = context.sides
    scripts = context.scripts
    preludeCount = context.preludeCount
    builtinScope = context.builtinScope
    topLevelScope = context.topLevelScope
    unitScopes = context.unitScopes
    instanceScopes = context.instanceScopes
    globals = context.globals
    units = context.units
    device = context.device
    functions = context.functions
    outsideNames = context.outsideNames
    reservedSlots = context.reservedSlots
  }

  /// Whether the input after another state declared nothing.
  package func declaresNothing(after base: DeclaredNames) -> Bool {
    scripts.count == base.scripts.count + 1 && globals.count == base.globals.count
      && functions.count == base.functions.count && units.count == base.units.count
      && device?.script == base.device?.script
  }
}
