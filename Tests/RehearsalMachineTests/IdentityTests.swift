import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalCode
@testable import RehearsalMachine

@Suite("The identity of a machine's state")
struct IdentityTests {
  private func machine(
    _ source: String, role: Machine.Role = .outside, seed: UInt64 = 0, collectsAlways: Bool = false
  ) throws -> Machine {
    let program = try compiledProgram(source, host: SampleHost.interface)
    var machine = Machine(
      CodeImage(program), role: role, limits: .outside, seed: seed, collectsAlways: collectsAlways)
    switch role {
    case .outside: machine.start(program.outside.initializer)
    case .unit(let number): machine.start(program.units[number].globalTable.initializer)
    }
    while case .requests = machine.run() { machine.answer(.nil) }
    return machine
  }

  private static let program = """
    var list = [1, [2.5, "three"], ["k": .four, "l": 5s]]
    var shared = [list, list]
    var count = 0
    let increment = { count += 1 }
    let other = { count += 1 }
    func step(n) { shared[0][0] = n }
    """

  @Test func equalStatesHaveEqualIdentities() throws {
    let one = try machine(Self.program)
    #expect(one.identity() == (try machine(Self.program)).identity())
    // Where objects lie does not count.
    #expect(one.identity() == (try machine(Self.program, collectsAlways: true)).identity())
  }

  @Test func garbageAndSharingDoNotCount() throws {
    let one = try machine("var a = [0]\nif true { let inner = [1, 2]\na = [inner, inner] }")
    let other = try machine("var a = [0]\nif true { let inner = [1, 2]\na = [[1, 2], inner] }")
    #expect(one.identity() == other.identity())
  }

  @Test(arguments: [
    ("var a = [1, 2]", "var a = [2, 1]"),
    ("var a = [1]", "var a = [1.0]"),
    ("var a = [[1], 2]", "var a = [[1, 2]]"),
    ("var a = \"x\"", "var a = [\"x\"]"),
    ("var a = [\"k\": 1, \"l\": 2]", "var a = [\"l\": 2, \"k\": 1]"),
    ("var a = 0..<1", "var a = 0...1"),
    ("var a = 1s", "var a = 1000000000"),
    ("var a = random()", "var a = 0.0"),
  ])
  func differentStatesDiffer(_ one: String, _ other: String) throws {
    #expect(try machine(one).identity() != machine(other).identity())
  }

  @Test func aCopyGoesItsOwnWay() throws {
    var one = try machine(Self.program)
    let copy = one
    let before = one.identity()
    guard case .function(let step)? = one.global(named: "increment") else {
      Issue.record("increment is a function")
      return
    }
    one.start(step)
    _ = one.run()
    one.release(step)
    #expect(one.identity() != before)
    #expect(copy.identity() == before)
  }

  @Test func deeplyNestedValuesAreNoProblem() throws {
    let deep = "var a = []\nfor i in 0..<100000 { a = [a] }"
    #expect(try machine(deep).identity() == machine(deep).identity())
  }

  // MARK: - What the host numbers

  /// A machine that keeps two closures, one before the other, and the references.
  private func keeping(
    _ first: String, _ second: String
  ) throws -> (machine: Machine, references: [String: FunctionReference]) {
    var machine = try machine(
      "var n = 0\nlet a = { n += 1 }\nlet b = { n += 2 }", collectsAlways: true)
    var references: [String: FunctionReference] = [:]
    for name in [first, second] {
      guard case .function(let reference)? = machine.global(named: name) else { throw Missing() }
      references[name] = reference
    }
    return (machine, references)
  }

  @Test func theNumbersOfKeptFunctionsDoNotCount() throws {
    let one = try keeping("a", "b")
    let other = try keeping("b", "a")
    #expect(one.references != other.references)
    let (a, b) = (try #require(one.references["a"]), try #require(one.references["b"]))
    let identity = one.machine.identity(callbacks: [a, b])
    let callbacks = [try #require(other.references["a"]), try #require(other.references["b"])]
    #expect(identity == other.machine.identity(callbacks: callbacks))
    #expect(identity != one.machine.identity(callbacks: [b, a]))
    #expect(identity != one.machine.identity(callbacks: [a]))
    var released = one.machine
    released.release(b)
    #expect(identity != released.identity(callbacks: [a, b]))
  }

  @Test func handlesCountByTheirRank() throws {
    func holding(_ number: UInt64, kind: UInt8 = 3) throws -> Machine {
      var machine = try machine("var h = nil\nvar l = []\nfunc set(x) { h = x; l = [x] }")
      machine.start(
        try #require(machine.program.function(named: "set")),
        [
          .handle(Handle(kind: kind, number: number))
        ])
      guard case .finished = machine.run() else { throw Missing() }
      return machine
    }
    let seven = try holding(7).identity { $0.number == 7 ? 0 : nil }
    #expect(try seven == holding(9).identity { $0.number == 9 ? 0 : nil })
    #expect(try seven != holding(7).identity { _ in 1 })
    #expect(try seven != holding(7).identity { _ in nil })
    #expect(try seven != holding(7, kind: 1).identity { _ in 0 })
    #expect(try holding(7).identity() != holding(9).identity())
  }

  @Test func theNumbersOfInstancesDoNotCount() throws {
    func instances(_ numbers: Int..., kept: Int? = nil) throws -> Machine {
      var machine = try machine(
        "app A { scene { var x = 1; on willConnect { x += 1 } } }", role: .unit(0))
      let unit = machine.program.units[0]
      for number in numbers {
        machine.selectInstance(number)
        machine.start(try #require(unit.instanceInitializers[0]))
        guard case .finished = machine.run() else { throw Missing() }
      }
      if let kept {
        machine.selectInstance(kept)
        _ = machine.keep(unit.handlers[0].function)
      }
      machine.selectInstance(0)
      return machine
    }
    let two = try instances(0, 1).identity(instances: [0, 1])
    #expect(try two == instances(0, 3).identity(instances: [0, 3]))
    // One that is gone counts for nothing, unless a function that is kept sees its variables.
    #expect(try two == instances(0, 1, 2).identity(instances: [0, 1]))
    let function = try instances(0, 1, 2, kept: 2).identity(instances: [0, 1])
    #expect(try function == instances(0, 1, 5, kept: 5).identity(instances: [0, 1]))
    #expect(try function != instances(0, 1, 2, kept: 1).identity(instances: [0, 1]))
    #expect(try function != instances(0, 1, kept: 2).identity(instances: [0, 1]))
  }

  @Test func randomNumbersCountWhereSomebodyDraws() throws {
    let quiet = "var a = 1\nfunc f() { a }"
    #expect(try machine(quiet, seed: 1).identity() == machine(quiet, seed: 2).identity())
    let drawing = "var a = 1\nfunc f() { random() }"
    #expect(try machine(drawing, seed: 1).identity() != machine(drawing, seed: 2).identity())
    let program = try compiledProgram(
      """
      app A { func f() { random() } }
      app B { func f() { let draw = random } }
      app C { func f() { 1 } }
      """, host: SampleHost.interface)
    let draws = (0..<3 as Range<Int32>).map { program.drawsRandomNumbers(inUnit: $0) }
    #expect(draws == [true, true, false])
    #expect(!program.drawsRandomNumbers(inUnit: -1))
    let shared = try compiledProgram(
      "func f() { random(0..<2) }\napp A { func g() { f() } }", host: SampleHost.interface)
    #expect(shared.drawsRandomNumbers(inUnit: 0) && shared.drawsRandomNumbers(inUnit: -1))
  }

  // MARK: - What is under way

  @Test func requestsAndBudgetsCountWhileTheyAreUnderWay() throws {
    var one = try machine("func f() { push nil }")
    one.start(try #require(one.program.function(named: "f")))
    let started = one.identity()
    guard case .requests = one.run() else { throw Missing() }
    let asking = one.identity()
    #expect(started != asking)
    var charged = one
    charged.charge(10)
    #expect(charged.identity() != asking)
    var failed = one
    failed.failRequest(.hostFailure, "no")
    #expect(failed.identity() != asking)
    one.answer(.nil)
    charged.answer(.nil)
    guard case .finished = one.run(), case .finished = charged.run() else { throw Missing() }
    #expect(one.identity() == charged.identity())
  }

  @Test func readingChangesNothing() throws {
    let machine = try machine("let f = { 1 }\nfunc g() { }\nvar l = [f, g, 2]\nvar late = 1")
    let before = machine.identity()
    let slot = try #require(machine.slot(ofGlobal: "l"))
    guard case .list(let elements)? = machine.readGlobal(slot: slot) else { throw Missing() }
    #expect(elements.last == .integer(2))
    let kinds = elements.dropLast().map { element in
      if case .handle(let handle) = element { handle.kind } else { UInt8(0) }
    }
    #expect(kinds == [.max, .max] && elements[0] != elements[1])
    #expect(machine.readGlobal(slot: 99) == nil && machine.readGlobal(slot: -1) == nil)
    #expect(machine.identity() == before)
  }
}

extension Machine {
  fileprivate var program: Program { sharedState.pointee.program }
}
