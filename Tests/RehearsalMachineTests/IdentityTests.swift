import RehearsalSyntax
import Testing

@testable import RehearsalMachine

@Suite("The identity of a machine's state")
struct IdentityTests {
  private func machine(_ source: String, collectsAlways: Bool = false) throws -> Machine {
    let compilation = Compiler.compile(
      [Parser.parse(SourceText(name: "test.rehearsal", source))], host: HostInterface())
    let program = try #require(
      compilation.program, "\(compilation.diagnostics.map { ($0.identifier, $0.message) })")
    var machine = Machine(
      program: program, role: .outside, limits: .outside, collectsAlways: collectsAlways)
    machine.start(program.outside.initializer)
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
    #expect(one.identity == (try machine(Self.program)).identity)
    // Where objects lie does not count.
    #expect(one.identity == (try machine(Self.program, collectsAlways: true)).identity)
  }

  @Test func garbageAndSharingDoNotCount() throws {
    let one = try machine("var a = [0]\nif true { let inner = [1, 2]\na = [inner, inner] }")
    let other = try machine("var a = [0]\nif true { let inner = [1, 2]\na = [[1, 2], inner] }")
    #expect(one.identity == other.identity)
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
    #expect(try machine(one).identity != machine(other).identity)
  }

  @Test func aCopyGoesItsOwnWay() throws {
    var one = try machine(Self.program)
    let copy = one
    let before = one.identity
    guard case .function(let step)? = one.global(named: "increment") else {
      Issue.record("increment is a function")
      return
    }
    one.start(step)
    _ = one.run()
    one.release(step)
    #expect(one.identity != before)
    #expect(copy.identity == before)
  }

  @Test func deeplyNestedValuesAreNoProblem() throws {
    let deep = "var a = []\nfor i in 0..<100000 { a = [a] }"
    #expect(try machine(deep).identity == machine(deep).identity)
  }
}
