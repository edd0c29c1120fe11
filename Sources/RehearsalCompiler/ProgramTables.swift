// The tables of the program under construction. They only grow: a number once given stays, so that
// code can name functions before they are compiled and constants are stored once.

import RehearsalCode
import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// Everything that instructions index, while it is being collected.
struct ProgramTables {
  /// A function whose code is not complete yet.
  struct FunctionDraft {
    var name: String
    /// Nil for the library's own.
    var source: SourceText?
    /// The number of the script that it is in.
    var script: Int?
    var range: SourceRange
    var role = CodeFunction.Role.part
    var entry = 0
    var length = 0
    var registerCount = 1
    var parameterNames: [String] = []
    var requiredCount = 0
    var ignoresSurplusArguments = false
    var captureCount = 0
    /// Which code may run it.
    var side: Side
    /// The number of the unit that it is in, if any.
    var unit: Int?
  }

  private(set) var instructions: PersistentArray<Instruction> = []
  private(set) var places: PersistentArray<SourceRange> = []
  var functions: PersistentArray<FunctionDraft> = []
  private(set) var constants: PersistentArray<Constant> = []
  private(set) var symbols: PersistentArray<String> = []
  private(set) var memberNames: PersistentArray<String> = []
  private(set) var handles: PersistentArray<Handle> = []
  private(set) var cacheCount = 0
  var expectations: PersistentArray<ExpectationSite> = []

  private var constantNumbers = PersistentDictionary<Constant, Int>()
  private var symbolNumbers = PersistentDictionary<String, Int>()
  private var memberNumbers = PersistentDictionary<String, Int>()
  private var handleNumbers = PersistentDictionary<Handle, Int>()

  /// Reserves the number of a function that is compiled later.
  mutating func reserveFunction(_ draft: FunctionDraft) -> Int {
    functions.append(draft)
    return functions.count - 1
  }

  /// Lays a function's finished code after that of the others.
  mutating func setCode(_ code: [Instruction], _ codePlaces: [SourceRange], of function: Int) {
    functions[function].entry = instructions.count
    functions[function].length = code.count
    instructions += code
    places += codePlaces
  }

  /// The number of a constant, given at its first use.
  mutating func number(of constant: Constant) -> Int {
    Self.number(of: constant, &constantNumbers, &constants)
  }

  /// The number of a symbol, given at its first use.
  mutating func number(ofSymbol text: String) -> Int {
    Self.number(of: text, &symbolNumbers, &symbols)
  }

  /// The number of a member name with its labels, given at its first use.
  mutating func number(ofMember spelling: String) -> Int {
    Self.number(of: spelling, &memberNumbers, &memberNames)
  }

  /// The number of a handle, given at its first use.
  mutating func number(of handle: Handle) -> Int {
    Self.number(of: handle, &handleNumbers, &handles)
  }

  /// A cache for one more member access.
  mutating func newCache() -> Int {
    cacheCount += 1
    return cacheCount - 1
  }

  private static func number<Element: Hashable>(
    of element: Element, _ numbers: inout PersistentDictionary<Element, Int>,
    _ elements: inout PersistentArray<Element>
  ) -> Int {
    if let number = numbers[element] { return number }
    numbers.set(element, to: elements.count)
    elements.append(element)
    return elements.count - 1
  }
}
