// The verifier against damaged programs: what it must refuse by rule, and thousands of changed
// instructions, each of which is refused or runs without touching memory that is not its own. The
// latter shows its worth under the address sanitizer.

import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalCode
@testable import RehearsalInterface
@testable import RehearsalMachine

@Suite struct VerifierTests {
  /// A script with every operation that a compiler makes of scripts.
  static let script = """
    let limit = 3
    let text = "a\\(limit)"
    var log = []
    func total(list, start = 0) {
      var sum = start
      for x in list { if x == 2 { continue }; sum += x }
      func add(n) { sum += n; if n > 0 { add(n - 1) } }
      add(2)
      for i in 0..<3 { sum -= i * 2 / 1 % 5 }
      for (k, v) in ["a": 1] { log.append([k, -v, !true]) }
      while let y = list.first, list.last != nil { break }
      guard let z = list?.last else { return nil }
      return sum >= limit && z != 0 ? ["sum": sum, "z": z] : nil ?? "\\(sum) of \\(list)"
    }
    log.append(total(start: 2, list: [1, 2, 3]))
    log[0].k = { a, b in a < b }
    log.insert(limit, at: 0)
    print(log[0...], text[0..<1], (1...2).contains(1), [2, 1].sorted { $0 < $1 }, max(1, 2))
    for c in text { print(c, c <= "b", [c: 1.5], log.count == 2, 2s != 3s) }
    func count(n) { var c = n; return { c += 1; return c } }
    let counter = count(5)
    print(counter() + counter(), [1, 2].map(string), .symbol)
    app Notes {
      var draft = [:]
      on didFinishLaunching(options) { draft.a = disk["a"] ?? [limit]; draft.a.append(1) }
      on didEnterBackground { perform(2s, cpu: 1) { disk["a"] = draft.a }; disk["b"]["c"] = now }
      on willEncodeState(coder) { coder["k"] = 1 }
      button "Type" { after(1s) { draft.b = $0 } }
    }
    settings.lowPowerMode = true
    expect Notes.state == .active || log.isEmpty, "why"
    expect Notes.state == .active within 5s
    Notes.ping(1)
    """

  static func sample() throws -> Program {
    try compiledProgram(script, host: SampleHost.interface)
  }

  @Test func theSampleIsSoundAndUsesNearlyEveryOperation() throws {
    let program = try Self.sample()
    #expect(Verifier.errors(in: program) == [])
    let used = Set(program.instructions.compactMap(\.operation))
    let unused = Operation.allCases.filter { !used.contains($0) }
    #expect(unused.count < 20, "\(unused)")
  }

  /// The shape of the first instruction with an operation, and how to spoil it.
  struct Damage: Sendable, CustomTestStringConvertible {
    let operation: RehearsalCode.Operation
    let text: String
    let change: @Sendable (inout Instruction) -> Void

    init(
      _ operation: RehearsalCode.Operation, _ text: String,
      _ change: @escaping @Sendable (inout Instruction) -> Void
    ) {
      self.operation = operation
      self.text = text
      self.change = change
    }

    var testDescription: String { "\(operation) \(text)" }
  }

  @Test(arguments: [
    Damage(.move, "outside the window") { $0.a = 60_000 },
    Damage(.move, "unused operand") { $0.c = 1 },
    Damage(.share, "outside the window") { $0.b = 50_000 },
    Damage(.loadConstant, "no constant") { $0.c = 1 },
    Damage(.loadSymbol, "no symbol") { $0.c = 1 },
    Damage(.loadFunction, "no function") { $0.c = 1 },
    Damage(.loadHandle, "no handle") { $0.b = 99 },
    Damage(.loadGlobal, "no variable") { $0.b = 99 },
    Damage(.storeGlobal, "no variable") { $0.b = 99 },
    Damage(.loadCapture, "no capture") { $0.b = 9 },
    Damage(.makeClosure, "no such function") { $0.c = 9 },
    Damage(.makeList, "outside the window") { $0.c = 100 },
    Damage(.makeMap, "outside the window") { $0.c = 100 },
    Damage(.interpolate, "outside the window") { $0.c = 100 },
    Damage(.jump, "leads to no instruction") { $0.b = 0x7FFF },
    Damage(.jump, "leads to no instruction") { $0.c = 0xF000 },
    Damage(.jumpIfPresent, "leads to no instruction") { $0.b = 0x7FFF },
    Damage(.jumpIfNotEqualImmediate, "leads to no instruction") { $0.c = 0x7FFF },
    Damage(.beginRangeLoop, "neither 0 nor 1") { $0.b = 2 },
    Damage(.nextRangeTurn, "outside the window") { $0.a += 30 },
    Damage(.callFunction, "no function") { $0.b = 0xFFFF },
    Damage(.call, "outside the window") { $0.b = 300 },
    Damage(.callMember, "no member name") { $0.b = 999 },
    Damage(.callMember, "outside the window") { $0.c = 300 },
    Damage(.callMutatingMember, "outside the window") { $0.c = 300 },
    Damage(.callLibrary, "no library function") { $0.b = 99 },
    Damage(.callLibrary, "needs 2 arguments") {
      $0.b = UInt16(LibraryFunction.all.firstIndex { $0.name == "pow" } ?? 0)
      $0.c = 1
    },
    Damage(.callHost, "no host function") { $0.b = 99 },
    Damage(.returnValue, "outside the window") { $0.a = 99 },
    Damage(.sliceClosed, "outside the window") { $0.c += 50 },
    Damage(.getMember, "no member name") { $0.c = 999 },
    Damage(.setMember, "outside the window") { $0.c = 999 },
    Damage(.cache, "no cache") { $0.c = 9 },
    Damage(.expectation, "no expectation") { $0.b = 9 },
    Damage(.returnNil, "no end") { $0 = Instruction(.loadNil) },
    Damage(.returnNil, "only the machine") { $0 = Instruction(.leave) },
    Damage(.loadNil, "no such operation") { $0.code = 9999 },
    Damage(.loadNil, "no instruction of its own") { $0 = Instruction(.cache) },
    Damage(.cache, "are missing") { $0 = Instruction(.loadNil) },
    Damage(.capture, "are missing") { $0 = Instruction(.loadNil) },
    Damage(.capture, "outside the window") { $0.b = 900 },
    Damage(.loadCapture, "only the outside's statements") { $0 = Instruction(.renewBudget) },
  ]) func refuses(_ damage: Damage) throws {
    let program = try Self.sample()
    let index = try #require(
      program.instructions.firstIndex { $0.operation == damage.operation })
    var instructions = program.instructions
    damage.change(&instructions[index])
    let errors = Verifier.errors(in: program.with(instructions))
    #expect(errors.contains { $0.message.contains(damage.text) }, "\(errors)")
  }

  @Test func refusesFunctionsOfOtherAppsAndSides() throws {
    let program = try compiledProgram(
      """
      func out() { press .home }
      func maker() { var n = 1; return { n += 1 } }
      app A { var a = 1; func f() { g(); print(a) }; func g() { } }
      app B { var b = 1; func h() { k(); print(b) }; func k() { } }
      """, host: SampleHost.interface)
    let index = { (name: String) in program.functions.firstIndex { $0.name == name } ?? 0 }
    let call = try #require(
      program.instructions[program.functions[index("h")].entry...].firstIndex {
        $0.operation == .callFunction
      })
    for (callee, text) in [
      ("g", "another unit"), ("out", "other side"), ("closure", "captures"),
    ] {
      var instructions = program.instructions
      instructions[call] = Instruction(
        .callFunction, a: Int(instructions[call].a), b: index(callee),
        c: Int(instructions[call].c))
      let errors = Verifier.errors(in: program.with(instructions))
      #expect(errors.contains { $0.message.contains(text) }, "\(callee): \(errors)")
    }
  }

  @Test(arguments: 0..<TestTier.rounds(2, thorough: 8))
  func changedInstructionsAreRefusedOrHarmless(seed: Int) throws {
    let program = try Self.sample()
    var random = RandomSource(seed: UInt64(seed))
    let first = program.functions.first { !$0.isHidden }?.entry ?? 0
    var accepted = 0
    for _ in 0..<400 {
      var instructions = program.instructions
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: first..<instructions.count, using: &random)
        instructions[index].change(using: &random)
      }
      let changed = program.with(instructions)
      guard Verifier.errors(in: changed).isEmpty else { continue }
      accepted += 1
      Self.run(changed)
    }
    #expect(accepted > 40)
  }

  /// Runs the outside's statements and then everything of the app, with answers of all sorts.
  private static func run(_ program: Program) {
    let limits = MachineLimits(instructions: 3000, callDepth: 50, heapBytes: 1 << 18)
    var outside = Machine(
      CodeImage(program), role: .outside, limits: limits, collectsAlways: true)
    run(&outside, program.outside.initializer)
    guard let app = program.units.first else { return }
    var inside = Machine(CodeImage(program), role: .unit(0), limits: limits, collectsAlways: true)
    run(&inside, app.globalTable.initializer)
    for handler in app.handlers { run(&inside, handler.function) }
    for control in app.controls { if let action = control.action { run(&inside, action) } }
  }

  private static func run(_ machine: inout Machine, _ function: FunctionIndex) {
    let answers: [ScriptValue] = [
      .nil, .boolean(false), .list([.integer(1), .string("x")]), .boolean(true),
      .map([ScriptValue.Entry(.string("c"), .integer(1))]),
      .handle(Handle(kind: 2, number: 0)), .string("s"), .duration(5),
    ]
    machine.start(function, [.handle(Handle(kind: 2, number: 0)), .integer(1)])
    for turn in 0..<60 {
      guard case .requests(let request) = machine.run() else { break }
      _ = machine.expectationParts()
      _ = machine.expectationMessage()
      for position in 0..<machine.argumentCount {
        _ = machine.argument(position)
        _ = machine.argumentText(position)
      }
      if case .callMember(_, let name) = request { _ = machine.labels(of: name) }
      machine.answer(answers[turn % answers.count])
    }
    _ = machine.takeResult()
  }
}

extension Instruction {
  /// Changes one part of an instruction to something that may be right.
  fileprivate mutating func change(using random: inout RandomSource) {
    let small = UInt16.random(in: 0..<12, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: code = UInt16.random(in: 0..<UInt16(Operation.allCases.count), using: &random)
    case 1: a = small
    case 2: b = small
    case 3: c = small
    case 4: c = UInt16(bitPattern: Int16.random(in: -12..<0, using: &random))
    default:
      let operation = Operation.allCases.randomElement(using: &random) ?? .move
      self = Instruction(operation, a: Int(a), b: Int(b), c: Int(c))
    }
  }
}

extension Program {
  /// The same with other instructions.
  func with(_ instructions: some Sequence<Instruction>) -> Program {
    Program(
      instructions: PersistentArray(instructions), places: places, functions: functions,
      constants: constants,
      symbols: symbols, memberNames: memberNames, handles: handles, cacheCount: cacheCount,
      expectations: expectations, host: host, outside: outside, units: units, scenarios: scenarios,
      deviceSettings: deviceSettings, preludeMembers: preludeMembers)
  }
}
