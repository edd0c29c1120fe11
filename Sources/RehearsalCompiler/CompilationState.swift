// What a compilation leaves for the next one, where a program grows input by input.

import RehearsalCode
import RehearsalInterface
import RehearsalNames
import RehearsalSemantics

/// What a compilation leaves for the next one.
final class CompilationState: Sendable {
  let program: Program
  let tables: ProgramTables
  let declared: DeclaredNames
  /// What is known of the values of what the inputs declare.
  let known: KnownDeclarations
  /// The numbers of the declared functions in the program.
  let functionNumbers: PersistentArray<Int>
  let wrappers: [WordWrapper: Int]

  init(_ generator: CodeGenerator, _ program: Program, _ known: KnownDeclarations) {
    self.program = program
    self.known = known
    tables = generator.tables
    declared = DeclaredNames(generator.context, program.outline)
    functionNumbers = generator.functionNumbers
    wrappers = generator.wrappers
  }

  /// Whether the input after another state only did something: it declared nothing, and its
  /// statements are its only function, which is no value that anything could keep.
  func isPassing(after base: CompilationState) -> Bool {
    tables.functions.count == base.tables.functions.count + 1
      && declared.declaresNothing(after: base.declared)
  }
}

/// A word of the library or the host that some code holds as a value.
struct WordWrapper: Hashable {
  let operation: Operation
  let number: Int
  /// The unit whose code holds it; nil for the code of the file.
  let unit: Int?
}
