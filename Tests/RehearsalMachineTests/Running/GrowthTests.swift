// A machine goes on with a program that grew: values, closures and symbols live on, whatever new
// code brings. Every input is run in two machines, one of which collects at every allocation.

import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalCompiler
@testable import RehearsalInterface
@testable import RehearsalMachine

@Suite("Programs that grow")
struct GrowthTests {
  /// A program with a machine that runs it.
  private struct Prompt {
    var program: IncrementalProgram
    var machine: Machine
    private var image: CodeImage
    private var lastingImage: CodeImage
    private var count = 0

    init(collectsAlways: Bool) throws {
      program = try #require(IncrementalProgram(host: HostInterface()))
      image = CodeImage(program.program)
      lastingImage = image
      machine = Machine(
        image, role: .outside, limits: .outside, collectsAlways: collectsAlways)
    }

    /// Adds an input and gives its value's text, or what is wrong with it.
    mutating func run(_ text: String) -> String? {
      count += 1
      let source = SourceText(name: "input \(count)", text)
      let found = program.add([Parser.parse(source, mode: .prompt)], symbols: machine.symbols)
      if let error = found.first(where: { $0.severity == .error }) {
        return error.identifier.rawValue
      }
      let lasting = lastingImage
      image = CodeImage(program.program, extending: lasting)
      if program.lastingProgram === program.program { lastingImage = image }
      machine.adopt(image, after: lasting)
      machine.start(program.program.outside.initializer)
      switch machine.run() {
      case .finished: break
      case .failed(let error): return error.identifier.rawValue
      case .requests: return "asks"
      }
      let result = machine.resultText
      if result != nil { machine.keepResult(inGlobal: IncrementalProgram.lastValueSlot) }
      return result
    }
  }

  private static let inputs: [(text: String, value: String?)] = [
    ("var list = [\"one\", \"two\"]", nil),
    ("let step = 3", nil),
    ("func add(n) { n + step }", nil),
    ("var count = 0; let tick = { count += step; return \"ticks \\(count)\" }", nil),
    ("list.append(\"three \\(add(1))\")", nil),
    ("tick()", "\"ticks 3\""),
    ("_ + \"!\"", "\"ticks 3!\""),
    ("let map = [\"a\": list, \"b\": [.first, .second]]", nil),
    ("nope + 1", "E0301"),
    ("list[9]", "E0702"),
    ("map.b.contains(.second)", "true"),
    ("for i in 0..<200 { list.append(\"element \\(i)\") }", nil),
    (
      "[list.count, list[2], list.last, tick()]",
      "[203, \"three 4\", \"element 199\", \"ticks 6\"]"
    ),
    ("_[3]", "\"ticks 6\""),
    ("let step = \"new\"; func add(n) { step + n }", nil),
    ("[add(\"er\"), tick(), map.a[1]]", "[\"newer\", \"ticks 9\", \"two\"]"),
    ("let length = list.map { $0.count }.reduce(0) { $0 + $1 }", nil),
    ("type(of: tick) + string(length > 100)", "\"Functiontrue\""),
    ("map.c", "E0705"), ("map[\"c\"]", nil), ("list = []; list.count", "0"),
    ("tick()", "\"ticks 12\""),
    ("list = [\"passing\", .passing, \"one\"]", nil), ("\"other\"", "\"other\""),
    ("list.append(_); list", "[\"passing\", .passing, \"one\", \"other\"]"),
    ("[list[1] == .passing, list[0].count]", "[true, 7]"),
  ]

  @Test("The code of inputs that only do something goes")
  func staysSmall() throws {
    var prompt = try Prompt(collectsAlways: false)
    _ = prompt.run("var n = 0")
    let size = prompt.program.lastingProgram.instructions.count
    for number in 0..<50 { _ = prompt.run("n = n + \(number); \"text \\(n) \(number)\"") }
    #expect(prompt.program.lastingProgram.instructions.count == size)
    #expect(prompt.run("n") == "1225")
    _ = prompt.run("let keep = { n + 1 }")
    #expect(prompt.program.lastingProgram.instructions.count > size)
    #expect(prompt.run("keep()") == "1226")
  }

  @Test("Values, closures, names and symbols live on", arguments: [false, true])
  func livesOn(_ collectsAlways: Bool) throws {
    var prompt = try Prompt(collectsAlways: collectsAlways)
    for input in Self.inputs {
      let value = prompt.run(input.text)
      // Which error it is belongs to other tests.
      let isError = input.value?.hasPrefix("E0") == true
      #expect(isError ? value?.hasPrefix("E0") == true : value == input.value, "\(input.text)")
    }
  }

  @Test("A copy from before an input goes its own way")
  func forks() throws {
    var prompt = try Prompt(collectsAlways: false)
    _ = prompt.run("var text = \"a\"")
    var other = prompt
    _ = prompt.run("text += \"b\"; let more = [text]")
    _ = other.run("func twice() { text + text }")
    #expect(prompt.run("text + more[0]") == "\"abab\"")
    #expect(other.run("twice()") == "\"aa\"")
    #expect(other.run("more") == "E0301")
  }

  @Test("A machine is stopped between two slices of its budget")
  func isInterrupted() throws {
    let cancellation = CancellationFlag()
    let program = try compiledProgram("var n = 0\nwhile true { n += 1 }")
    var machine = Machine(
      CodeImage(program), role: .outside, limits: .outside, cancellation: cancellation)
    machine.start(program.outside.initializer)
    cancellation.cancel()
    guard case .failed(let error) = machine.run() else {
      Issue.record("it was not stopped")
      return
    }
    #expect(error.identifier == .interrupted)
    guard case .integer(let turns)? = machine.global(named: "n") else { return }
    #expect(turns > 1_000_000)
  }

  @Test("Slices change nothing about where a limit is reached", arguments: [1_000, 3_000_000])
  func countsTheSame(_ limit: Int) throws {
    let program = try compiledProgram("var n = 0\nwhile true { n += 1 }")
    let limits = MachineLimits(instructions: limit, callDepth: 10, heapBytes: 1 << 20)
    let counts = [nil, CancellationFlag()].map { cancellation -> ScriptValue? in
      var machine = Machine(
        CodeImage(program), role: .outside, limits: limits, cancellation: cancellation)
      machine.start(program.outside.initializer)
      _ = machine.run()
      return machine.global(named: "n")
    }
    guard case .integer(let plain)? = counts[0], case .integer(let sliced)? = counts[1] else {
      Issue.record("there is no count")
      return
    }
    #expect(abs(plain - sliced) <= Int64(limit >> 20) + 1)
  }
}
