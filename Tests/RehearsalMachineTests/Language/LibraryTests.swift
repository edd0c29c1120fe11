// The built-in functions.

import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalCode
@testable import RehearsalMachine

@Suite struct LibraryTests {
  @Test(arguments: [
    Printed("min(3, 1, 2)", "1"), Printed("max(1, 2.5)", "2.5"), Printed("min(\"b\", \"a\")", "a"),
    Printed("max(1s, 2ms)", "1s"), Printed("abs(-3)", "3"), Printed("abs(-2.5)", "2.5"),
    Printed("abs(-2s)", "2s"), Printed("round(2.5)", "3.0"), Printed("round(-2.5)", "-3.0"),
    Printed("floor(-1.5)", "-2.0"), Printed("ceil(1.2)", "2.0"), Printed("round(7)", "7"),
    Printed("sqrt(9)", "3.0"), Printed("sqrt(2.25)", "1.5"), Printed("pow(2, 10)", "1024"),
    Printed("pow(2, -1)", "0.5"), Printed("pow(2.0, 0.5) == sqrt(2)", "true"),
    Printed("pow(-2, 63)", "-9223372036854775808"), Printed("pow(0, 0)", "1"),
    Printed("pow(-1, 9223372036854775807)", "-1"), Printed("int(2.9)", "2"),
    Printed("int(-2.9)", "-2"), Printed("int(\"42\")", "42"), Printed("int(\"x\")", "nil"),
    Printed("int(\"\")", "nil"), Printed("int(\"9223372036854775808\")", "nil"),
    Printed("int(7)", "7"), Printed("double(1)", "1.0"), Printed("double(\"1.5\")", "1.5"),
    Printed("double(\"x\")", "nil"), Printed("[1.5, 2.5].map(floor)", "[1.0, 2.0]"),
    Printed("[[1, 2], [4, 3]].map { max($0[0], $0[1]) }", "[2, 4]"),
  ]) func numbers(_ sample: Printed) throws { try sample.check() }

  @Test(arguments: [
    Failing("print(abs(-9223372036854775808))", .integerOverflow),
    Failing("print(abs(\"a\"))", .typeMismatch), Failing("print(round(1s))", .typeMismatch),
    Failing("print(sqrt(nil))", .typeMismatch), Failing("print(pow(2, 63))", .integerOverflow),
    Failing("print(pow(10, 9223372036854775807))", .integerOverflow),
    Failing("print(pow(\"a\", 1))", .typeMismatch), Failing("print(int(1e19))", .integerOverflow),
    Failing("print(int(0.0 / 0.0))", .integerOverflow), Failing("print(int(nil))", .typeMismatch),
    Failing("print(int(-1.0 / 0))", .integerOverflow), Failing("print(double([]))", .typeMismatch),
    Failing("print(min(1, \"a\"))", .typeMismatch), Failing("print(max(nil, 1))", .typeMismatch),
    Failing("print(random(1))", .typeMismatch), Failing("print(random(1..<1))", .invalidRange),
    Failing("print(random(1.0...2.0))", .typeMismatch),
  ]) func failures(_ sample: Failing) throws { try sample.check() }

  @Test func randomDrawsFromTheSeed() throws {
    let program = try compiledProgram(
      """
      func draw() {
        var l = []
        for i in 0..<200 { l.append(random(1...6)); l.append(random()) }
        return l + [random(-9223372036854775808...9223372036854775807), random(5..<6)]
      }
      """)
    func draw(seed: UInt64) -> ScriptValue {
      var machine = Machine(CodeImage(program), role: .outside, limits: .outside, seed: seed)
      machine.start(FunctionIndex(program.functions.firstIndex { $0.name == "draw" } ?? 0))
      _ = machine.run()
      return machine.takeResult()
    }
    #expect(draw(seed: 1) == draw(seed: 1))
    #expect(draw(seed: 1) != draw(seed: 2))
    guard case .list(let drawn) = draw(seed: 3) else {
      Issue.record("no list")
      return
    }
    var faces: Set<ScriptValue> = []
    for (index, value) in drawn.dropLast(2).enumerated() {
      if index % 2 == 0 {
        faces.insert(value)
      } else if case .double(let number) = value {
        #expect(number >= 0 && number < 1)
      } else {
        Issue.record("\(value) is no Double")
      }
    }
    #expect(faces == Set((1...6).map { .integer($0) }))
    #expect(drawn.last == .integer(5))
  }
}
