// What a compilation leaves for the next one, where a program grows input by input.

import RehearsalSyntax

/// What a compilation leaves for the next one.
final class CompilationState: Sendable {
  let program: Program
  let tables: ProgramTables
  let names: NameTable
  let sides: SideChecker
  let scripts: PersistentArray<CompilationContext.Script>
  let builtinScope: NameScope
  let topLevelScope: NameScope
  let unitScopes: [NameScope]
  let instanceScopes: [[NameScope]]
  let globals: PersistentArray<GlobalVariable>
  let units: [UnitDraft]
  let device: CompilationContext.DeviceBlock?
  let functions: PersistentArray<DeclaredFunction>
  let wrappers: [WordWrapper: Int]
  let inferred: [Inference.Place: InferredValue]

  init(_ context: CompilationContext, _ wrappers: [WordWrapper: Int], _ program: Program) {
    self.program = program
    tables = context.tables
    names = context.names
    sides = context.sides
    scripts = context.scripts
    builtinScope = context.builtinScope
    topLevelScope = context.topLevelScope
    unitScopes = context.unitScopes
    instanceScopes = context.instanceScopes
    globals = context.globals
    units = context.units
    device = context.device
    functions = context.functions
    self.wrappers = wrappers
    inferred = context.inferred
  }

  /// How many slots the outside has, and every unit that is compiled from here on.
  var outsideSlotCount: Int { program.outside.names.count }

  /// Whether the input after another state only did something: it declared nothing, and its
  /// statements are its only function, which is no value that anything could keep.
  func isPassing(after base: CompilationState) -> Bool {
    tables.functions.count == base.tables.functions.count + 1
      && scripts.count == base.scripts.count + 1 && globals.count == base.globals.count
      && functions.count == base.functions.count && units.count == base.units.count
      && device?.script == base.device?.script
  }
}

/// A word of the library or the host that some code holds as a value.
struct WordWrapper: Hashable {
  let operation: Operation
  let number: Int
  /// The unit whose code holds it; nil for the code of the file.
  let unit: Int?
}
