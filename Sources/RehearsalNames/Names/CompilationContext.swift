// What all stages of a compilation share: the scripts, the words of the host, the scopes with what
// their names stand for, and the diagnostics. The extensions beside it declare, resolve and check
// names.

import RehearsalInterface
import RehearsalSyntax

/// The state of a compilation.
package final class CompilationContext {
  /// A script with what is known about it.
  package struct Script {
    package let parsed: ParsedScript
    /// The places of the parser's diagnostics, which are not reported twice.
    package let reported: Set<Int32>
  }

  /// The block that describes the device, with the script and place it is in.
  package struct DeviceBlock {
    package let block: SettingsBlock
    package let script: Int
    package let range: SourceRange
  }

  package let host: HostInterface
  package var names = NameTable()
  package var sides = SideChecker()
  package var scripts: PersistentArray<Script> = []
  /// The script that the current tree belongs to.
  package var current = 0
  /// The unit whose code is under way.
  package var currentUnit: Int?
  /// The kind of the unit's instances in whose block that code is; nil outside of such blocks.
  package var instanceKind: Int?

  /// What of the library is written in the language and used by the scripts.
  package var libraryPrelude: [PreludeFunction] = []
  /// The words of the library and the host, which any declaration may hide.
  package var builtinScope = NameScope()
  /// The declarations at the top level of the scripts.
  package var topLevelScope = NameScope()
  /// The variables and functions of each unit.
  var unitScopes: [NameScope] = []
  /// The variables and functions of each unit's instances by kind, which see those of the unit.
  var instanceScopes: [[NameScope]] = []
  /// What an earlier input left, where this one is added to a program that grows.
  package let base: DeclaredNames?
  /// Where the main script of a prompt reads the value shown last.
  package var lastValueUses: [SourceRange] = []
  /// How many scripts are part of the library or of the host.
  package private(set) var preludeCount = 0
  /// The number of the first script of this compilation.
  package var firstScript = 0
  /// The variables of the files in the order of their initial values, before they have their slots.
  package var topLevelVariables: [(declaration: VariableDeclaration, script: Int, start: Int32)] =
    []
  /// How many of them are constants.
  package var constantCount = 0
  /// All variables of units; the file's come first, in their order.
  package var globals: PersistentArray<GlobalVariable> = []
  package var units: [UnitDraft] = []
  /// The explorations of the main script.
  package var explorations: [ExplorationDraft] = []
  /// The exploration whose code is under way.
  package var currentExploration: Int?
  /// The block that describes the device, with the script and place it is in; of several that
  /// of the file which imports the others, or the last.
  package var device: DeviceBlock?
  /// Those of this compilation, imported ones before those of the files that import them.
  package var devices: [DeviceBlock] = []
  /// Where the main script says what runs first in each of its scenarios.
  package var setup: SourceRange?
  package var functions: PersistentArray<DeclaredFunction> = []
  /// The functions that some code names, by their index.
  package var namedFunctions: Set<Int> = []
  /// What the emission of code has to know about later code, by the scripts of this compilation.
  var captures: [CaptureFacts] = []
  /// What the names of each script of this compilation mean.
  var resolved: [ResolvedNames] = []
  /// The locals of all functions, by the numbers that names stand for.
  package internal(set) var locals: [LocalVariable] = []
  /// Those in scope, while names are resolved.
  var openLocals = OpenLocals()
  /// The declarations of the scripts that may hide a word.
  private(set) var namedDeclarations: [NamedDeclaration] = []
  /// The texts of the scripts, and which of them name something.
  package var references = NameReferences()
  /// The arguments of the calls that are right, by script and end of the callee: they are arranged once.
  private var arrangements: [Int: [Int32: ArrangedArguments]] = [:]
  /// The blocks under way, the outermost first.
  var openBlocks: [[Statement]] = []

  /// The entries of `device { }` of this compilation; nil if no script describes the device.
  package internal(set) var settingsOfDevice: [CompiledSetting]?
  /// Where the names of the scripts occur; nil where nobody asks.
  package var occurrences: NameOccurrences?

  package private(set) var diagnostics: [(script: Int, diagnostic: CompilerDiagnostic)] = []
  /// How many diagnostics were made beyond those that are kept.
  package private(set) var droppedDiagnostics = 0
  /// How many times an unknown name may still be searched for, which costs a walk over much of a
  /// script.
  private var searchesLeft = 200

  package init(host: HostInterface) {
    self.host = host
    base = nil
  }

  /// Continues where the inputs before this one ended.
  package init(continuing base: DeclaredNames, host: HostInterface) {
    self.host = host
    self.base = base
    names = base.names
    sides = base.sides
    libraryPrelude = LibraryPrelude.functions
    scripts = base.scripts
    builtinScope = base.builtinScope
    topLevelScope = base.topLevelScope
    unitScopes = base.unitScopes
    instanceScopes = base.instanceScopes
    constantCount = base.outsideNames.count
    globals = base.globals
    units = base.units
    device = base.device
    functions = base.functions
    firstScript = base.scripts.count
    preludeCount = base.preludeCount
  }

  /// Adds a script.
  package func add(_ parsed: ParsedScript, isPrelude: Bool) {
    if isPrelude { preludeCount = scripts.count + 1 }
    captures.append(CaptureFacts())
    resolved.append(ResolvedNames(count: parsed.source.bytes.count))
    let reported = Set(parsed.diagnostics.map(\.range.start))
    scripts.append(
      Script(parsed: parsed, reported: reported))
  }

  /// What the emission of the current script's code has to know about later code.
  package var facts: CaptureFacts { captures[current - firstScript] }

  /// Whether the current code may use the words that only the prelude may name.
  package var isInPrelude: Bool { isPrelude(current) }

  /// Whether a script is part of the library or of the host, which come before all others.
  package func isPrelude(_ script: Int) -> Bool { script < preludeCount }

  /// Keeps a diagnostic about the current script, unless the parser spoke about the same place.
  package func report(_ diagnostic: CompilerDiagnostic) {
    guard !scripts[current].reported.contains(diagnostic.range.start) else { return }
    keep(diagnostic, of: current)
  }

  /// Keeps a diagnostic about a script, up to a number that nobody reads through.
  package func keep(_ diagnostic: CompilerDiagnostic, of script: Int) {
    if diagnostics.count < SyntaxLimits().diagnostics {
      diagnostics.append((script, diagnostic))
    } else {
      droppedDiagnostics += 1
    }
  }

  /// Notes a declaration that hides a word of the library or the host, if there is one.
  func noteDeclaration(
    of name: Name, _ kind: NamedDeclaration.Kind, seenBy viewer: NamedDeclaration.Viewer
  ) {
    guard !isInPrelude, builtIn(name.text) != nil else { return }
    namedDeclarations.append(
      NamedDeclaration(name: name, kind: kind, script: current, viewer: viewer))
  }

  /// Whether something is wrong at a place already.
  package func hasFinding(at range: SourceRange, of script: Int) -> Bool {
    diagnostics.contains { $0.script == script && $0.diagnostic.range == range }
  }

  /// What a call of the current script passes; nil for one that is wrong, or whose callee only the run
  /// knows.
  package func arrangement(of call: Call) -> ArrangedArguments? {
    arrangements[current]?[call.callee.range.end]
  }

  /// Keeps what a call of the current script passes.
  package func keep(_ arranged: ArrangedArguments, of call: Call) {
    guard !isInPrelude else { return }
    arrangements[current, default: [:]][call.callee.range.end] = arranged
  }

  /// Whether something in a part of the current script is wrong already.
  package func hasFinding(within range: SourceRange) -> Bool {
    diagnostics.contains {
      $0.script == current && range.start <= $0.diagnostic.range.start
        && $0.diagnostic.range.end <= range.end
    }
  }

  /// Whether a check comes out well and has nothing to report; what it reports is not kept.
  func findsNothing(_ check: () -> Bool) -> Bool {
    let kept = (diagnostics, droppedDiagnostics, searchesLeft)
    defer { (diagnostics, droppedDiagnostics, searchesLeft) = kept }
    let isRight = check()
    return isRight && diagnostics.count == kept.0.count && droppedDiagnostics == kept.1
  }

  /// Whether there is time to look for what an unknown name could mean: not after many of them,
  /// so that no script is slow to check.
  package func spendSearch() -> Bool {
    searchesLeft -= 1
    return searchesLeft >= 0
  }

  /// The name most like an unknown one.
  package func suggestion(for text: String, among candidates: () -> [String]) -> Suggestion? {
    guard spendSearch() else { return nil }
    return Suggestion.closest(to: text, among: candidates())
  }
}
