// The public form of a machine: a value that runs one unit of a program, the outside or one unit's
// process. It never calls out: `run` returns a result, a request or an error, and every pause is a
// state that can be copied and resumed later.

import RehearsalCode
import RehearsalSyntax
import RehearsalValues

/// A machine that runs compiled code; a copy is a snapshot that goes its own way.
@usableFromInline package struct Machine: Sendable {
  private var storage: MachineStorage

  /// How far a run came.
  @usableFromInline package enum Progress: Sendable {
    /// The started function returned `result`.
    case finished
    /// The script waits for `answer(_:)`, or for `failRequest(_:_:)`.
    case requests(HostRequest)
    /// The script failed; nothing is under way any more.
    case failed(RuntimeError)
  }

  /// Which unit of a program a machine runs.
  package enum Role: Hashable, Sendable {
    case outside
    /// The unit of a number of `Program.units`.
    case unit(Int)
  }

  /// Makes an idle machine whose globals have no values yet.
  ///
  /// - Parameters:
  ///   - image: The code.
  ///   - role: The unit to run; for a unit that the program does not have, the outside.
  ///   - limits: The bounds within which it runs.
  ///   - seed: What `random` draws from.
  ///   - collectsAlways: Collects at every allocation, a mode for tests.
  ///   - cancellation: By what another thread stops the machine; nil for a machine that only its
  ///     limits stop.
  ///   - times: Who is notified of what the code computes from moments; nil where nobody asks.
  package init(
    _ image: CodeImage, role: Role, limits: MachineLimits, seed: UInt64 = 0,
    collectsAlways: Bool = false, cancellation: CancellationFlag? = nil, times: TimeWatch? = nil
  ) {
    let unit: Int? =
      switch role {
      case .outside: nil
      case .unit(let number): image.program.units.indices.contains(number) ? number : nil
      }
    storage = MachineStorage(
      MachineState(
        image: image, unit: unit, limits: limits, seed: seed, collectsAlways: collectsAlways,
        cancellation: cancellation, times: times))
  }

  /// The state, which no other copy of this machine has.
  var state: UnsafeMutablePointer<MachineState> {
    mutating get {
      if !isKnownUniquelyReferenced(&storage) {
        storage = MachineStorage(storage.state.pointee.copied())
      }
      return storage.state
    }
  }

  var sharedState: UnsafePointer<MachineState> { UnsafePointer(storage.state) }

  // MARK: - Starting and going on

  /// Prepares a call of a function of the program, with a budget of its own.
  ///
  /// Arguments beyond the parameters are dropped and missing ones are nil. What was under way is
  /// given up. `run` fails where the function is part of another unit.
  package mutating func start(_ function: FunctionIndex, _ arguments: [ScriptValue] = []) {
    let state = self.state
    state.pointee.begin()
    _ = state.pointee.enter(function.number, arguments)
  }

  /// Prepares a call of a function value that the machine keeps, with a budget of its own.
  ///
  /// The arguments have to match its parameters, else `run` fails.
  package mutating func start(_ function: FunctionReference, _ arguments: [ScriptValue] = []) {
    let state = self.state
    state.pointee.begin()
    state.pointee.enter(function, arguments)
  }

  /// Prepares a call of a function value while a request waits for its answer.
  ///
  /// `run` comes back with `finished` when the function has returned, and with the requests that
  /// it makes itself; then the first one can be answered as if nothing had been between. An
  /// error ends what waits too. Without a request this is `start`.
  package mutating func startCallback(
    _ function: FunctionReference, _ arguments: [ScriptValue] = []
  ) {
    state.pointee.enterCallback(function, arguments)
  }

  /// Prepares a call of a function value with one argument, which needs no array.
  ///
  /// The argument has to match its parameters, else `run` fails.
  package mutating func start(_ function: FunctionReference, with argument: ScriptValue) {
    let state = self.state
    state.pointee.begin()
    state.pointee.enter(function, CollectionOfOne(argument))
  }

  /// Runs until the started function returns, asks or fails; a request that has no answer yet is
  /// asked again.
  @usableFromInline package mutating func run() -> Progress {
    let state = self.state
    guard state.pointee.pendingError == nil else { return .failed(state.pointee.takeError()) }
    guard state.pointee.depth > 0 else { return .finished }
    if let request = state.pointee.request { return .requests(request) }
    switch interpret(state) {
    case .finished:
      state.pointee.resumeRequest()
      return .finished
    case .failed: return .failed(state.pointee.takeError())
    case .requests:
      guard let request = state.pointee.request else { return .finished }
      return .requests(request)
    }
  }

  /// Gives the answer to the request that `run` came back with; `run` continues with it.
  @usableFromInline package mutating func answer(_ value: ScriptValue) {
    let state = self.state
    state.pointee.takeAnswer(value)
  }

  /// Makes the request that `run` came back with fail; the next `run` comes back with the error.
  @usableFromInline package mutating func failRequest(
    _ identifier: DiagnosticIdentifier, _ message: String
  ) {
    _ = state.pointee.fail(identifier, message)
  }

  /// The value that the last finished function returned.
  ///
  /// A function value in it is kept until it is released.
  package mutating func takeResult() -> ScriptValue {
    let state = self.state
    return state.pointee.export(state.pointee.result)
  }

  /// The value that the last finished function returned, whole.
  ///
  /// A function value in it is kept until it is released.
  ///
  /// - Throws: An error for a value that is nested too deep, or is too much, to be passed on.
  package mutating func takeWholeResult() throws(RuntimeError) -> ScriptValue {
    let state = self.state
    if let value = state.pointee.exportWhole(state.pointee.result) { return value }
    throw RuntimeError(
      .invalidArgument,
      "a value that a function returns to its host \(MachineState.conversionBounds)")
  }

  /// Takes instructions from the budget of what is under way, for work that the host did for it.
  ///
  /// The script fails at its next turn of a loop or call where nothing is left.
  ///
  /// - Returns: Whether anything is left.
  @discardableResult
  @usableFromInline package mutating func charge(_ instructions: Int) -> Bool {
    let state = self.state
    state.pointee.spend(max(0, instructions))
    return state.pointee.budget > 0 || state.pointee.reserve > 0
  }

  /// What is under way has used that much of its budgets, the one for lengths included.
  package var usedInstructions: Int {
    let state = sharedState
    return state.pointee.limits.instructions - state.pointee.budget - state.pointee.reserve
      + state.pointee.charged
  }

  /// What a script that has used up its budget is told.
  package var instructionLimit: (identifier: DiagnosticIdentifier, message: String) {
    sharedState.pointee.instructionLimit
  }

  /// Brings the variables of an instance into place for what is started next, new ones without
  /// values for an instance that was not seen before.
  ///
  /// A function value of the unit's own brings the instance that it was made in by itself.
  ///
  /// - Parameter number: The instance's number, from 0; the machine keeps as many sets of
  ///   variables.
  package mutating func selectInstance(_ number: Int) {
    let state = self.state
    state.pointee.selectInstance(number)
  }

  /// Lets the script only look from here on, until as many calls of `endReadOnly` follow.
  package mutating func beginReadOnly() { state.pointee.readOnlyDepth += 1 }

  /// Ends what `beginReadOnly` began.
  package mutating func endReadOnly() {
    let state = self.state
    state.pointee.readOnlyDepth = max(0, state.pointee.readOnlyDepth - 1)
  }

  /// The instance whose variables are in place.
  package var instance: Int { sharedState.pointee.instance }

  // MARK: - Requests

  /// How many arguments go with the request.
  package var argumentCount: Int { sharedState.pointee.requestCount }

  /// An argument of the request; nil where it was left out.
  ///
  /// A function value in it is kept by the machine until it is released. One that is nested too
  /// deep, or is too much, arrives cut, and the next `run` comes back with an error.
  package mutating func argument(_ position: Int) -> ScriptValue? {
    let state = self.state
    guard position >= 0, position < state.pointee.requestCount else { return nil }
    let value = state.pointee.window[state.pointee.requestFirst + position]
    return value.tag == .absent ? nil : state.pointee.exportArgument(value)
  }

  /// How an argument of the request prints; the line that `print` writes.
  package func argumentText(_ position: Int) -> String {
    guard position >= 0, position < sharedState.pointee.requestCount else { return "" }
    return sharedState.pointee.text(
      of: sharedState.pointee.window[sharedState.pointee.requestFirst + position])
  }

  /// How an argument of the request prints inside a list, as a literal.
  package func argumentLiteral(_ position: Int) -> String {
    guard position >= 0, position < sharedState.pointee.requestCount else { return "" }
    return sharedState.pointee.quotedText(
      of: sharedState.pointee.window[sharedState.pointee.requestFirst + position])
  }

  /// The parts of the expectation that the machine asks about, in the order of its site: how each
  /// prints inside a list, nil where it was not evaluated.
  package func expectationParts() -> [String?] {
    guard case .expectation(let site, _) = sharedState.pointee.request else { return [] }
    return texts(of: sharedState.pointee.program.expectations[site].parts)
  }

  /// The names that the loops around the expectation that the machine asks about bind, in the order
  /// of its site: how the value of each prints inside a list.
  package func expectationLoopVariables() -> [String?] {
    guard case .expectation(let site, _) = sharedState.pointee.request else { return [] }
    return texts(of: sharedState.pointee.program.expectations[site].loopVariables)
  }

  private func texts(of parts: [ExpectationSite.Part]) -> [String?] {
    parts.map { part in
      let value = sharedState.pointee.window[part.register]
      return value.tag == .absent ? nil : sharedState.pointee.quotedText(of: value)
    }
  }

  /// The author's message of the expectation that the machine asks about, if it was evaluated; a
  /// long one is cut.
  package func expectationMessage() -> String? {
    guard case .expectation(let site, _) = sharedState.pointee.request,
      let register = sharedState.pointee.program.expectations[site].messageRegister
    else { return nil }
    let value = sharedState.pointee.window[register]
    guard value.tag != .absent else { return nil }
    let scalars = sharedState.pointee.text(of: value).unicodeScalars
    let longest = 1000
    return scalars.count > longest ? String(scalars.prefix(longest)) + "…" : String(scalars)
  }

  /// The text of a member name, without labels.
  package func text(of name: MemberName) -> String {
    let full = sharedState.pointee.program.memberNames[name.number]
    // Byte by byte: scripts read members of the device in every state of an exploration.
    guard let open = full.utf8.firstIndex(of: UInt8(ascii: "(")) else { return full }
    return String(full[..<open])
  }

  /// The labels of a member name, as in `index(of:)`; empty for a name without labels.
  package func labels(of name: MemberName) -> [String] {
    let full = sharedState.pointee.program.memberNames[name.number]
    guard let open = full.firstIndex(of: "(") else { return [] }
    return full[full.index(after: open)...].dropLast().split(separator: ":").map(String.init)
  }

  /// The calls under way, the innermost first.
  package func stack() -> [RuntimeError.Call] { sharedState.pointee.calls().calls }

  /// Whether a function that is made of such a part of the script is under way.
  package func isUnderWay(_ role: CodeFunction.Role) -> Bool {
    let state = sharedState
    return (0..<state.pointee.depth).contains { level in
      state.pointee.program.functions[state.pointee.frames[level].function].role == role
    }
  }

  // MARK: - Memory

  /// Whether it is the same storage as another machine's, so that neither has changed since one was
  /// copied from the other.
  package func sharesStorage(with other: Machine) -> Bool { storage === other.storage }

  /// What its state is kept in, which is copied before one of several holders changes it.
  package var place: any AnyObject & Sendable { storage }

  /// Gives back the memory that is not needed while nothing is under way.
  ///
  /// That is garbage and the room for calls; what a copy shares stays as it is.
  ///
  /// - Complexity: O(*n*) in the bytes of living objects and the number of roots.
  package mutating func compact() {
    guard isIdle, isKnownUniquelyReferenced(&storage) else { return }
    storage.state.pointee.compact()
  }

  /// Whether nothing is under way.
  package var isIdle: Bool { sharedState.pointee.depth == 0 }

  /// The slot of a global; nil where the unit has none of that name.
  ///
  /// - Complexity: O(*n*) in the number of globals.
  package func slot(ofGlobal name: String) -> Int? {
    // A variable of the unit's own hides the constant of the file that has its name.
    sharedState.pointee.globalTable.names.lastIndex(of: name)
  }

  /// The value of a global; nil where the unit has none of that name, or it has no value yet.
  ///
  /// Function values in it are kept until they are released.
  ///
  /// - Complexity: O(*n*) in the number of globals.
  package mutating func global(named name: String) -> ScriptValue? {
    slot(ofGlobal: name).flatMap { global(slot: $0) }
  }

  /// The value of a global by slot; nil where it has no value yet.
  ///
  /// Function values in it are kept until they are released.
  package mutating func global(slot: Int) -> ScriptValue? {
    let state = self.state
    guard state.pointee.hasGlobal(slot) else { return nil }
    return state.pointee.export(state.pointee.globals[slot])
  }

  /// The value of a global by slot, for inspection: functions in it are handles of the host's
  /// kind for them, and nothing is kept or copied; nil where it has no value yet.
  package func readGlobal(slot: Int) -> ScriptValue? {
    guard sharedState.pointee.hasGlobal(slot) else { return nil }
    return sharedState.pointee.read(sharedState.pointee.globals[slot])
  }

  /// The values of an instance's variables, for inspection as with `readGlobal`; without those
  /// that have none yet.
  ///
  /// - Complexity: O(*n*) in the number of variables.
  package func readVariables(ofInstance instance: Int) -> [(name: String, value: ScriptValue)] {
    let state = sharedState
    return state.pointee.globalTable.instanceNames.enumerated().compactMap { position, name in
      let value = state.pointee.variable(position, ofInstance: instance)
      return value.tag == .absent ? nil : (name, state.pointee.read(value))
    }
  }

  /// Keeps a function of the program as a value that the host can hand to the script.
  package mutating func keep(_ function: FunctionIndex) -> FunctionReference {
    state.pointee.keep(Value(.function, UInt64(function.number)))
  }

  /// Forgets a function value that the machine kept for its host.
  @usableFromInline package mutating func release(_ reference: FunctionReference) {
    state.pointee.functions.release(reference)
  }

  /// What `random` draws from, from here on.
  package mutating func reseed(_ seed: UInt64) { state.pointee.random = RandomSource(seed: seed) }

  /// The bytes of the heap that are in use, garbage included.
  package var heapBytes: Int { sharedState.pointee.heap.used }

  /// The bytes that the machine has made room for: its heap and its registers.
  package var heldBytes: Int {
    let state = sharedState
    return state.pointee.heap.capacity
      + state.pointee.stackCapacity * MemoryLayout<Value>.stride
  }

  /// About how many bytes of values the host was given with requests since this was last asked.
  package mutating func takeHandedBytes() -> Int {
    guard sharedState.pointee.handedBytes > 0 else { return 0 }
    let state = self.state
    defer { state.pointee.handedBytes = 0 }
    return state.pointee.handedBytes
  }
}

// MARK: - Growing programs

// A machine continues with a program that grew from its own: what a prompt needs, where each input
// adds declarations and code to a session that lives on. Numbers of functions, slots, symbols and
// the offsets of the old program's strings stay what they were; only after them there is more.

extension Machine {
  /// The symbols that values of this machine use, in the order of their numbers; the program that
  /// it is to continue with is compiled with them.
  package var symbols: [String] {
    sharedState.pointee.program.symbols + sharedState.pointee.ownSymbols.texts
  }

  /// Continues with a program that grew from this machine's own; the machine has to be idle.
  ///
  /// - Parameters:
  ///   - image: The program's running form, compiled with this machine's `symbols`, or `lasting` itself.
  ///   - lasting: What both have in common: the machine's own program, or that without code that
  ///     nothing comes back to (`IncrementalProgram.lastingProgram`).
  /// - Complexity: O(*n*) in the bytes of the heap.
  package mutating func adopt(_ image: CodeImage, after lasting: CodeImage) {
    state.pointee.adopt(image, after: lasting)
  }

  /// How the result of the last finished function prints inside a list, as a literal; nil for nil.
  package var resultText: String? {
    let result = sharedState.pointee.result
    return result.tag == .nil || result.tag == .absent
      ? nil : sharedState.pointee.quotedText(of: result)
  }

  /// Makes the result of the last finished function the value of a global.
  package mutating func keepResult(inGlobal slot: Int) {
    let state = self.state
    guard slot >= 0, slot < state.pointee.slots.shared else { return }
    state.pointee.heap.markShared(state.pointee.result)
    state.pointee.globals[slot] = state.pointee.result
  }

  /// How the value of a global prints, as a literal; nil where it has none.
  package func globalText(slot: Int) -> String? {
    guard sharedState.pointee.hasGlobal(slot) else { return nil }
    return sharedState.pointee.quotedText(of: sharedState.pointee.globals[slot])
  }
}

/// Owns a machine's state.
private final class MachineStorage: @unchecked Sendable {
  // Unchecked: a `Machine` changes the state only where it is the storage's one holder.

  let state: UnsafeMutablePointer<MachineState>

  init(_ initial: MachineState) {
    state = .allocate(capacity: 1)
    state.initialize(to: initial)
  }

  deinit {
    state.pointee.free()
    state.deinitialize(count: 1)
    state.deallocate()
  }
}
