// The machine as its host sees it: starting, requests and answers, copies, what it keeps.

import RehearsalSyntax
import RehearsalValues
import Testing

@testable import RehearsalMachine

@Suite struct MachineTests {
  @Test("A call finds what it needs of a function in 32 bytes")
  func sizeOfFunctionEntries() { #expect(MemoryLayout<FunctionEntry>.stride == 32) }

  @Test func copiesOfAPausedMachineGoTheirOwnWays() throws {
    var playing = try Playing(
      """
      var log = [0]
      func f(n) {
        var list = [n]
        let grow = { list.append(list.count); return list }
        for i in 0..<3 { log.append(push(nil)); grow() }
        return [list, log, "\\(list)"]
      }
      """)
    playing.machine.start(playing.program.outside.initializer)
    _ = try playing.result()
    try playing.start("f", .integer(7))
    _ = try playing.request()
    var other = playing
    playing.machine.answer(.list([.string("one")]))
    other.machine.answer(.integer(1))
    var third = other
    for answer in ["two", "three"] {
      _ = try playing.request()
      playing.machine.answer(.string(answer))
      _ = try other.request()
      other.machine.answer(.nil)
    }
    let list = ScriptValue.list([.integer(7), .integer(1), .integer(2), .integer(3)])
    #expect(
      try playing.result()
        == .list([
          list,
          .list([.integer(0), .list([.string("one")]), .string("two"), .string("three")]),
          .string("[7, 1, 2, 3]"),
        ]))
    #expect(
      try other.result()
        == .list([
          list, .list([.integer(0), .integer(1), .nil, .nil]), .string("[7, 1, 2, 3]"),
        ]))
    // A copy that nobody went on with still waits, and is where it was.
    #expect(third.machine.global(named: "log") == .list([.integer(0)]))
    _ = try third.request()
    third.machine.answer(.nil)
    _ = try third.request()
    #expect(
      third.machine.global(named: "log") == .list([.integer(0), .integer(1), .nil]))
  }

  @Test func answersAndArgumentsOfAllKindsAreConverted() throws {
    let values: [ScriptValue] = [
      .nil, .boolean(true), .integer(.min), .double(-0.5), .string("é\u{0}"), .duration(-1),
      .symbol("home"), .symbol("unheard"), .list([]), .list([.list([.nil]), .string("x")]),
      .map([]),
      .map([
        ScriptValue.Entry(.string("b"), .integer(1)), ScriptValue.Entry(.integer(2), .list([])),
        ScriptValue.Entry(.boolean(false), .double(1)), ScriptValue.Entry(.symbol("s"), .map([])),
        ScriptValue.Entry(.duration(3), .string("")),
      ]),
      .range(lower: .integer(1), upper: .integer(5), isClosed: true),
      .range(lower: .double(0), upper: .double(0.5), isClosed: false),
      .range(lower: .duration(0), upper: .duration(9), isClosed: true),
      .handle(Handle(kind: 1, number: 77)),
      .map((0..<40).map { ScriptValue.Entry(.integer($0), .list([.integer($0)])) }),
    ]
    var playing = try Playing(
      "func f(a) { let b = push(a); push(b, payload: [b, a], type: b); return [a, b] }")
    for value in values {
      try playing.start("f", value)
      #expect(try playing.request() == .call(function: 2))
      #expect(playing.machine.argumentCount == 3)
      #expect(playing.machine.argument(0) == value)
      #expect(playing.machine.argument(1) == nil)
      #expect(playing.machine.argument(3) == nil && playing.machine.argument(-1) == nil)
      playing.machine.answer(value)
      _ = try playing.request()
      #expect(playing.machine.argument(0) == value)
      #expect(playing.machine.argument(1) == .list([value, value]))
      #expect(playing.machine.argument(2) == value)
      playing.machine.answer(.nil)
      #expect(try playing.result() == .list([value, value]))
    }
  }

  @Test func aMapsNilsAreLeftOut() throws {
    var playing = try Playing("func f(a) { return a }")
    try playing.start("f", .map([ScriptValue.Entry(.string("a"), .nil)]))
    #expect(try playing.result() == .map([]))
  }

  @Test(arguments: [
    ScriptValue.map([ScriptValue.Entry(.list([]), .integer(1))]),
    .handle(Handle(kind: 200, number: 1)), .function(FunctionReference(number: 3)),
    .range(lower: .integer(2), upper: .integer(1), isClosed: false),
    .range(lower: .string("a"), upper: .string("b"), isClosed: false),
    .range(
      lower: .list([]), upper: .range(lower: .nil, upper: .nil, isClosed: true), isClosed: true),
    (0..<300).reduce(ScriptValue.nil) { inner, _ in .list([inner]) },
  ]) func whatCannotBeConvertedIsAnError(value: ScriptValue) throws {
    var playing = try Playing("func f(a) { return push(a) }")
    try playing.start("f", value)
    _ = try playing.error()
    #expect(playing.machine.isIdle)
    try playing.start("f", .integer(1))
    _ = try playing.request()
    playing.machine.answer(value)
    #expect(try playing.error().stack.map(\.function) == ["f"])
    // The machine is as good as before.
    try playing.start("f", .integer(1))
    _ = try playing.request()
    #expect(playing.machine.argument(0) == .integer(1))
  }

  /// 2^60 values in the heap's 61 lists, and a list that is nested too deep.
  @Test func argumentsThatAreTooMuchAreErrors() throws {
    var playing = try Playing(
      """
      func wide() { var l = [1]; for i in 0..<60 { l = [l, l] }; push(l); return 1 }
      func deep() { var l = []; for i in 0..<300 { l = [l] }; push(l); return 1 }
      func keep() { var l = []; for i in 0..<300 { l = [l] }; return l }
      """, collectsAlways: false)
    for name in ["wide", "deep"] {
      try playing.start(name)
      _ = try playing.request()
      _ = playing.machine.argument(0)
      playing.machine.answer(.nil)
      let error = try playing.error()
      #expect(error.identifier == .invalidArgument)
      #expect(error.stack.map(\.function) == [name])
    }
    try playing.start("keep")
    #expect("\(try playing.result())".contains("…"))
  }

  @Test func functionValuesAreKeptUntilTheyAreReleased() throws {
    var playing = try Playing(
      """
      func make(n) { var count = n; return { step in count += step; return [count] } }
      func junk() { var l = []; for i in 0..<50 { l.append([i]) }; return l.count }
      func call(f) { return f(100) }
      """)
    try playing.start("make", .integer(1))
    guard case .function(let first) = try playing.result() else { throw Missing() }
    try playing.start("make", .integer(10))
    guard case .function(let second) = try playing.result() else { throw Missing() }
    #expect(first != second)
    for expected in 2...4 {
      playing.machine.start(first, [.integer(1)])
      #expect(try playing.result() == .list([.integer(Int64(expected))]))
      try playing.start("junk")
      #expect(try playing.result() == .integer(50))
    }
    playing.machine.start(second, [.integer(5)])
    #expect(try playing.result() == .list([.integer(15)]))
    try playing.start("call", .function(second))
    #expect(try playing.result() == .list([.integer(115)]))
    playing.machine.start(second)
    #expect(try playing.error().identifier == .argumentMismatch)
    playing.machine.start(second, [.integer(1), .integer(2)])
    #expect(try playing.error().identifier == .argumentMismatch)
    let copy = playing.machine
    playing.machine.release(first)
    playing.machine.release(first)
    playing.machine.start(first, [.integer(1)])
    #expect(try playing.error().identifier == .staleHandle)
    try playing.start("call", .function(first))
    #expect(try playing.error().identifier == .staleHandle)
    playing.machine = copy
    playing.machine.start(first, [.integer(1)])
    #expect(try playing.result() == .list([.integer(5)]))
  }

  @Test func aNumberIsGivenAgainAfterARelease() throws {
    var playing = try Playing("func f() { return { 1 } }\nfunc g() { return { 2 } }")
    try playing.start("f")
    guard case .function(let first) = try playing.result() else { throw Missing() }
    playing.machine.release(first)
    try playing.start("g")
    #expect(try playing.result() == .function(first))
    playing.machine.start(first)
    #expect(try playing.result() == .integer(2))
  }

  @Test func refusingIsAnErrorWhereTheRequestWasAsked() throws {
    var playing = try Playing("func f() {\n  push(1)\n}\nfunc g() { f() }")
    try playing.start("g")
    _ = try playing.request()
    #expect(playing.machine.stack().map(\.function) == ["f", "g"])
    playing.machine.failRequest(.appNotRunning, "it does not run")
    let error = try playing.error()
    #expect(error.identifier == .appNotRunning)
    #expect(error.message == "it does not run")
    #expect(error.stack.map(\.function) == ["f", "g"])
    #expect(error.stack.first?.place.range.start == 13)
    #expect(playing.machine.isIdle)
    guard case .finished = playing.machine.run() else { throw Missing() }
  }

  @Test func aQuestionWithoutAnAnswerIsAskedAgain() throws {
    var playing = try Playing("func f() { return push(\"a\") }")
    try playing.start("f")
    #expect(try playing.request() == playing.request())
    #expect(playing.machine.argument(0) == .string("a"))
    playing.machine.answer(.integer(1))
    playing.machine.answer(.integer(2))
    #expect(try playing.result() == .integer(1))
  }

  @Test func everyStartHasABudgetOfItsOwn() throws {
    let limits = MachineLimits(instructions: 100, callDepth: 50, heapBytes: 1 << 20)
    var playing = try Playing(
      "func f(n) { var k = n; while k > 0 { k -= 1 }; push(1); while k < n { k += 1 }; return k }",
      limits: limits)
    for _ in 0..<3 {
      try playing.start("f", .integer(45))
      _ = try playing.request()
      playing.machine.answer(.nil)
      #expect(try playing.result() == .integer(45))
    }
    // Answering does not renew the budget.
    try playing.start("f", .integer(60))
    _ = try playing.request()
    var copy = playing
    playing.machine.answer(.nil)
    #expect(try playing.error().identifier == .instructionLimit)
    copy.machine.answer(.nil)
    #expect(try copy.error().identifier == .instructionLimit)
    try playing.start("f", .integer(1))
    _ = try playing.request()
  }

  @Test func handlersHaveTheirOwnLimitsName() throws {
    let limits = MachineLimits(instructions: 100, callDepth: 50, heapBytes: 1 << 20)
    var playing = try Playing(
      "app A { on didBecomeActive { while true { } } }", role: .unit(0), limits: limits)
    playing.machine.start(playing.program.units[0].handlers[0].function)
    let error = try playing.error()
    #expect(error.identifier == .handlerInstructionLimit)
    #expect(error.message.contains("`handlerInstructions`"))
  }

  @Test func globalsAreReadByNameAndSlot() throws {
    var playing = try Playing("let c = [1]\nvar v = c + [2]\npush(v)\nvar late = 5")
    #expect(playing.machine.global(named: "v") == nil)
    playing.machine.start(playing.program.outside.initializer)
    _ = try playing.request()
    #expect(playing.machine.global(named: "c") == .list([.integer(1)]))
    #expect(playing.machine.global(named: "v") == .list([.integer(1), .integer(2)]))
    #expect(playing.machine.global(named: "late") == nil)
    #expect(playing.machine.global(named: "nothing") == nil)
    #expect(playing.machine.global(slot: 0) == .list([.integer(1)]))
    #expect(playing.machine.global(slot: 3) == nil && playing.machine.global(slot: -1) == nil)
    playing.machine.answer(.nil)
    _ = try playing.result()
    #expect(playing.machine.global(named: "late") == .integer(5))
  }

  @Test func anAppAsksForTheFilesConstantsOnce() throws {
    var playing = try Playing(
      """
      let settings2 = [now]
      app A {
        var own = settings2
        on didBecomeActive { own.append(settings2.count); return settings2.count + own.count }
      }
      """, role: .unit(0))
    playing.machine.start(playing.program.units[0].globalTable.initializer)
    #expect(try playing.request() == .constant(slot: 0))
    playing.machine.answer(.list([.string("a")]))
    _ = try playing.result()
    playing.machine.start(playing.program.units[0].handlers[0].function)
    #expect(try playing.result() == .integer(3))
    #expect(playing.machine.global(named: "own") == .list([.string("a"), .integer(1)]))
    #expect(playing.machine.global(named: "settings2") == .list([.string("a")]))
  }

  @Test func codeOfAnotherUnitDoesNotStart() throws {
    var playing = try Playing("app A { var a = 1; on didBecomeActive { return a } }\napp B { }")
    let handler = playing.program.units[0].handlers[0].function
    playing.machine.start(handler)
    #expect(try playing.error().identifier == .notCallable)
    var other = try Playing(
      "app A { var a = 1; on didBecomeActive { return a } }\napp B { }", role: .unit(1))
    other.machine.start(handler)
    #expect(try other.error().identifier == .notCallable)
  }

  @Test func thingsPrintAsTheirKindSays() throws {
    var playing = try Playing("func f(a) { return \"\\([a]) \\(type(of: a))\" }\napp Notes { }")
    let texts: [(Handle, String)] = [
      (Handle(kind: 0, number: 0), "[Notes] App"), (Handle(kind: 0, number: 5), "[App 5] App"),
      (Handle(kind: 1, number: 3), "[Settings] Settings"),
      (Handle(kind: 3, number: 3), "[Timer 3] Timer"),
    ]
    for (handle, text) in texts {
      try playing.start("f", .handle(handle))
      #expect(try playing.result() == .string(text))
    }
  }

  @Test func seedsAndReseeding() throws {
    var playing = try Playing("func f() { return [random(0...1000000), random()] }")
    try playing.start("f")
    let first = try playing.result()
    try playing.start("f")
    #expect(try playing.result() != first)
    playing.machine.reseed(0)
    try playing.start("f")
    #expect(try playing.result() == first)
  }

  @Test func symbolsOfTheHostMeetTheScripts() throws {
    var playing = try Playing("func f(s) { return [s == .home, [.home: 1][s], \"\\(s)\", s] }")
    try playing.start("f", .symbol("home"))
    #expect(
      try playing.result()
        == .list([.boolean(true), .integer(1), .string(".home"), .symbol("home")]))
    try playing.start("f", .symbol("never"))
    #expect(
      try playing.result()
        == .list([.boolean(false), .nil, .string(".never"), .symbol("never")]))
  }
}
