// Copies of machines: their memory is of the size in use, and they do what the original does, byte
// for byte, whatever they need more memory for.

import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalMachine

@Suite struct CopyTests {
  private static let source = """
    var kept = []
    func allocate(n) { for i in 0..<n { kept = [i, "text \\(i)"] } }
    func grow(n) { for i in 0..<n { kept.append(i) } }
    func recurse(n) { if n > 0 { return 1 + recurse(n - 1) }; return 0 }
    func write(n) { var s = ""; for i in 0..<n { s = s + "x" }; kept = [s] }
    """

  /// What a machine is after a call: its identity, and what the next collection depends on.
  private struct Outcome: Equatable {
    let identity: StateDigest
    let heapBytes: Int
    let capacity: Int
    let charged: Int
    let budget: Int
  }

  private static func outcome(_ machine: inout Machine, _ name: String, _ size: Int) -> Outcome {
    let program = machine.sharedState.pointee.program
    if let function = program.function(named: name) {
      machine.start(function, [.integer(Int64(size))])
    }
    while case .requests = machine.run() { machine.answer(.nil) }
    let state = machine.sharedState.pointee
    return Outcome(
      identity: machine.identity(), heapBytes: state.heap.used, capacity: state.heap.capacity,
      charged: state.charged, budget: state.budget)
  }

  @Test(arguments: ["allocate", "grow", "recurse", "write"], [3, 300, 30_000])
  func copiesDoWhatTheOriginalDoes(name: String, size: Int) throws {
    let program = try compiledProgram(Self.source)
    let limits = MachineLimits(instructions: 20_000, callDepth: 5000, heapBytes: 1 << 20)
    var machine = Machine(CodeImage(program), role: .outside, limits: limits)
    machine.start(program.outside.initializer)
    while case .requests = machine.run() { machine.answer(.nil) }
    var copy = machine
    for round in 1...4 {
      let expected = Self.outcome(&machine, name, size / round)
      #expect(Self.outcome(&copy, name, size / round) == expected)
      // A copy of a copy, which has grown and collected.
      let other = copy
      copy = other
    }
  }

  @Test func aPausedCopyGoesOnLikeTheOriginal() throws {
    let program = try compiledProgram(
      "func f(n) { if n == 0 { return print(1) }; let a = [n]; f(n - 1); return a }")
    var machine = Machine(CodeImage(program), role: .outside, limits: .outside)
    machine.start(try #require(program.function(named: "f")), [.integer(500)])
    guard case .requests = machine.run() else { throw Missing() }
    var copy = machine
    for _ in 0..<2 { copy.charge(0) }
    #expect(copy.identity() == machine.identity())
    machine.answer(.nil)
    copy.answer(.nil)
    guard case .finished = machine.run(), case .finished = copy.run() else { throw Missing() }
    #expect(copy.takeResult() == machine.takeResult() && copy.identity() == machine.identity())
  }

  @Test func aCopyTakesWhatIsInUse() throws {
    let program = try compiledProgram(Self.source)
    var machine = Machine(CodeImage(program), role: .outside, limits: .outside)
    machine.start(program.outside.initializer)
    _ = machine.run()
    _ = Self.outcome(&machine, "recurse", 3000)
    _ = Self.outcome(&machine, "allocate", 30_000)
    let original = machine.sharedState.pointee
    var copy = machine
    let state = copy.state.pointee
    #expect(state.heap.room < original.heap.room && state.heap.capacity == original.heap.capacity)
    #expect(state.stackRoom < 100 && state.stackCapacity == original.stackCapacity)
    #expect(state.frameCapacity < 100)
  }
}
