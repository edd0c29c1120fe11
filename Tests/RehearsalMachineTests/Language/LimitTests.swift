// Limits: every way in which a script can be endless, deep or large comes to an end with an error
// that names its limit. A program that hangs fails these tests by never ending them.

import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalMachine

@Suite struct LimitTests {
  /// Few instructions, so that programs which only those stop are stopped at once.
  static let few = MachineLimits(instructions: 200_000, callDepth: 500, heapBytes: 8 << 20)

  @Test(arguments: [
    "while true { }", "while true { continue }", "for i in 0..<9223372036854775807 { }",
    "let r = 0...9223372036854775807; for i in r { }", "func f() { while true { } }; f()",
    "var l = [1]; for x in l { while l.count > 0 { } }",
    "[1].map { x in while true { } }", "[2, 1].sorted { while true { } }",
    "var n = 0; while n < 10 { n = 0 }", "let f = { 1 }; while true { f() }",
    "while true { max(1, 2) }", "while true { let a = \"a\".hasPrefix(\"a\") }",
    "(0..<1000000).map { $0 }", "(0..<1000000).reduce(0) { $0 + $1 }",
  ]) func endlessCodeIsStopped(source: String) throws {
    try expectError(
      source, .instructionLimit, "`instructions`", limits: Self.few, allocatesMuch: true)
  }

  /// An element of a long list, or a scalar of a long ASCII text, is charged as one of a short one.
  @Test(arguments: [
    "for i in 0..<1000 { let x = list[same(i)]; list[i] = x + 1 }",
    "var rows = [list, list]; for i in 0..<1000 { rows[1][i] = rows[same(1)][same(i)] + 1 }",
    "var map = [\"a\": list]; for i in 0..<1000 { map[\"a\"][i] += map.a[same(i)] }",
    "var queue = list; for _ in 0..<1000 { list[0] = list[queue.removeLast()] }",
    """
    func work() {
      var own = list
      let set = { i in own[i] = 1 }
      for i in 0..<1000 { set(own[same(i)]) }
    }
    work()
    """,
    "var s = \"abcdefgh\"; while s.count < 100000 { s += s }; for i in 0..<1000 { let c = s[i..<i + 1] }",
  ]) func oneElementCostsTheSameInALongList(body: String) throws {
    let source = """
      var list = []
      for i in 0..<10000 { list.append(i) }
      func same(x) { x }
      \(body)
      """
    #expect(try ProgramRun(source, limits: Self.few, allocatesMuch: true).failure == nil)
  }

  /// Built-in work is charged by its length: each of these asks for far more work than turns.
  @Test(arguments: [
    "var s = \"aaaaaaaa\"; while s.count < 100000 { s += s }; while true { print(s == s + \"\") }",
    """
    var s = "é"
    while s.count < 100000 { s += s }
    while true { let n = s.count }
    """,
    """
    var s = "a"
    while s.count < 100000 { s += s }
    let part = s[0..<50000] + "b"
    while true { let a = s.contains(part) }
    """,
    """
    var s = "a"
    while s.count < 100000 { s += s }
    let part = s[0..<50000] + "b"
    while true { s.split(part) }
    """,
    """
    var s = "1"
    while s.count < 100000 { s += s }
    while true { int(s) }
    """,
    """
    var s = "k"
    while s.count < 100000 { s += s }
    let m = [s: 1]
    let t = s + ""
    while true { if m[t] != 1 { break } }
    """,
    """
    var s = "k"
    while s.count < 100000 { s += s }
    let t = s + "a"
    let u = s + "b"
    while true { if u < t { break } }
    """,
    """
    var a = [1]
    var b = [1]
    for i in 0..<60 { a = [a, a]; b = [b, b] }
    print(a == b)
    """,
    """
    var a = [1]
    var b = [1]
    for i in 0..<60 { a = [a, a]; b = ["k": b, "l": b] }
    var c = b
    c["m"] = 1
    c["m"] = nil
    for i in 0..<60 { b = ["k": b, "l": b]; c = ["k": c, "l": c] }
    print([b, a].contains(c))
    """,
    "let l = (0..<20000).map { $0 }; while true { l.sorted() }",
    "let l = (0..<20000).map { $0 }; while true { let a = l.contains(-1) }",
    "var l = (0..<20000).map { $0 }; while true { l.insert(0, at: 0); l.remove(at: 0) }",
    "var l = (0..<20000).map { $0 }; while true { let k = l; l[0] = 1 }",
    "let l = (0..<20000).map { $0 }; while true { l.reversed() }",
    "let l = (0..<20000).map { $0 }; while true { let k = l[1...] }",
    "var m = [:]; for i in 0..<5000 { m[i] = i }; while true { let k = m.keys }",
    "var m = [:]; for i in 0..<5000 { m[i] = i }; while true { let k = m; m[0] = 1 }",
  ]) func longWorkIsCharged(source: String) throws {
    try expectError(
      source, .instructionLimit, limits: Self.few, allocatesMuch: true)
  }

  /// The inverse of the factor in the hash of keys makes Ints whose hashes agree in their low bits.
  @Test func keysOfOneHashAreCharged() throws {
    let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
    var inverse: UInt64 = 1
    for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
    #expect(inverse &* factor == 1)
    let keys = (0..<6000).map { number in
      Int64(bitPattern: (UInt64(number) << 52 | UInt64(number & 0xFFF)) &* inverse)
    }
    let literal = keys.map(String.init).joined(separator: ", ")
    try expectError(
      "let keys = [\(literal)]\nvar m = [:]\n"
        + "for k in keys { m[k] = 1 }\nwhile true { let n = m[1] }",
      .instructionLimit, limits: Self.few, allocatesMuch: true)
  }

  /// Counted in sixteen bits with a sign, 32768 parameters were called with one less.
  @Test(arguments: [32767, 32768, 32769]) func argumentsOfLongListsAreCounted(count: Int) throws {
    func list(_ count: Int, _ element: (Int) -> String) -> String {
      (0..<count).map(element).joined(separator: ",")
    }
    try expectError(
      """
      func f(\(list(count) { "p\($0)" })) { return p\(count - 1) }
      var g = [f]
      g[0](\(list(count) { "\($0)" }))
      g[0](\(list(count - 1) { "\($0)" }))
      """, .argumentMismatch)
  }

  @Test(arguments: [
    "func f() { f() }; f()", "func f(n) { return n + f(n + 1) }; f(0)",
    "let f = { g in g(g) }; f(f)", "func f() { [1].map { f() } }; f()",
    "func f(l) { return l.sorted { f([2, 1]); return true } }; f([2, 1])",
    "func f() { var n = 0; func g() { n += 1; g() }; g() }; f()",
    "let m = [\"f\": { m in m.f(m) }]; m.f(m)",
    "func a() { b() }; func b() { a() }; a()", "func f(x = f()) { return x }; f()",
  ]) func endlessRecursionIsStopped(source: String) throws {
    try expectError(source, .callDepthLimit, "`callDepth`", limits: Self.few)
    try expectError(source, .callDepthLimit, "`callDepth`", allocatesMuch: true)
  }

  /// The windows of deep calls with many variables would need more memory than the heap may.
  @Test func deepCallsOfLargeFunctionsAreStopped() throws {
    let variables = (0..<5000).map { "let v\($0) = n" }.joined(separator: "; ")
    try expectError(
      "func f(n) { \(variables); return f(n + 1) + v1 }; f(0)", .callDepthLimit, "`callDepth`",
      allocatesMuch: true)
  }

  @Test(arguments: [
    "var s = \"ab\"; while true { s += s }", "var s = \"ab\"; while true { s = \"\\(s)\\(s)\" }",
    "var l = [1]; while true { l += l }", "var l = []; while true { l.append(l.count) }",
    "var l = []; while true { l.append({ l.count }) }", "var l = []; while true { l = [l] }",
    "var l = [1]; while true { l.append(l); l.append([l]) }",
    "var m = [:]; var n = 0; while true { m[n] = n; n += 1 }",
    "var m = [:]; while true { m = [\"m\": m, \"s\": \"\\(m.count)\"] }",
    "func f(n) { var x = [n]; let c = { x }; return [c] + f(n + 1) }; f(0)",
    "let l = (0..<100000).map { string($0) }; l.joined(separator: string(l))",
    "var l = []; while true { l.insert(0, at: 0); l.append(0s...1s) }",
    "(0..<100000000).reversed()",
    // What these make beside the heap is small, or refused before it is made.
    "var s = \"a\"; while s.count < 1000000 { s += s }; s.split(\"\")",
    "var s = \"a\"; while s.count < 1000000 { s += s }; print(s, s, s, s, s)",
    "let l = (0..<50000).map { $0 }; l.sorted()",
    "var s = \"\u{149}\"; while s.count < 400000 { s += s }; s.uppercased()",
  ]) func largeValuesAreStopped(source: String) throws {
    let limits = MachineLimits(
      instructions: 500_000_000, callDepth: 1_000_000, heapBytes: 4 << 20)
    try expectError(source, .heapLimit, "`heap`", limits: limits, allocatesMuch: true)
  }

  /// Nearly everything lives, so that each collection frees next to nothing.
  @Test func aFullHeapDoesNotCollectForEver() throws {
    let limits = MachineLimits(instructions: 2_000_000, callDepth: 100, heapBytes: 4 << 20)
    let run = try ProgramRun(
      """
      var l = []
      for i in 0..<131072 { l.append(0.5 * i) }
      while true { let x = [1] }
      """, limits: limits, allocatesMuch: true)
    #expect([.heapLimit, .instructionLimit].contains(run.failure?.identifier))
  }

  @Test func theHeapLimitCountsWhatLivesOnly() throws {
    let limits = MachineLimits(instructions: 100_000_000, callDepth: 100, heapBytes: 1 << 20)
    let run = try ProgramRun(
      """
      var kept = []
      for i in 0..<200000 {
        let garbage = [i, "\\(i)", { i }, ["k": i]]
        if i % 20000 == 0 { kept.append(garbage) }
      }
      print(kept.map { $0[2]() })
      var s = ""
      for i in 0..<500000 { s = "\\(i)" }
      print(s)
      """, limits: limits, allocatesMuch: true)
    #expect(run.failure == nil)
    #expect(
      run.output == [
        "[0, 20000, 40000, 60000, 80000, 100000, 120000, 140000, 160000, 180000]", "499999",
      ])
  }

  /// The limit is met at the same place whether memory is collected seldom or at every allocation:
  /// neither what ended calls left in their registers nor where a list happens to lie decides.
  @Test(arguments: [
    """
    var text = "0123456789abcdef"
    func leave(n) {
      let a = n
      let b = n
      let c = n
      let d = n
      let x = text + "1"
      let y = text + "2"
      let z = text + "3"
      return n
    }
    func need(n) {
      let twice = text + text
      let thrice = twice + text
      print(thrice.count)
      let e = n
      let f = n
      let g = n
      let h = n
      let i = n
      let j = n
      return thrice.count + e + f + g + h + i + j
    }
    while true {
      leave(1)
      let small = text.prefix(1)
      print(need(1))
      text += text.prefix(text.count / 4)
    }
    """,
    """
    func fill(count) {
      var list = []
      for i in 0..<count { list.append(i) }
      return list.count
    }
    var count = 100
    while true {
      print(count, fill(count), (0..<count).map { $0 }.count)
      count += count / 3
    }
    """,
  ]) func theLimitDoesNotDependOnCollections(source: String) throws {
    let program = try compiledProgram(source)
    for heapBytes in stride(from: 40_000, to: 400_000, by: 7919) {
      let limits = MachineLimits(instructions: 2_000_000, callDepth: 100, heapBytes: heapBytes)
      let run = ProgramRun(program, limits: limits)
      #expect(run.failure?.identifier == .heapLimit)
      #expect(run == ProgramRun(program, limits: limits, collectsAlways: true), "\(heapBytes)")
    }
  }

  /// Both arenas together stay within the limit, also while one grows.
  @Test(arguments: [
    "var l = []; while true { l.append(l.count) }", "var s = \"ab\"; while true { s += s }",
    "var l = []; while true { l = [l] }",
  ]) func theArenasStayWithinTheLimit(source: String) throws {
    let limits = MachineLimits(
      instructions: 500_000_000, callDepth: 1000, heapBytes: 4 << 20)
    let program = try compiledProgram(source)
    var state = MachineState(
      image: CodeImage(program), unit: nil, limits: limits, seed: 0, collectsAlways: false)
    defer { state.free() }
    state.begin()
    _ = state.enter(program.outside.initializer.number, [])
    guard case .failed = withUnsafeMutablePointer(to: &state, interpret) else {
      Issue.record("it came to an end")
      return
    }
    #expect(state.pendingError?.identifier == .heapLimit)
    #expect(state.heap.capacity * 2 <= limits.heapBytes)
    #expect(state.heap.capacity * 2 > limits.heapBytes / 2)
  }

  /// A small list can stand for more values, or more text, than may leave the machine.
  @Test(arguments: [
    "var l = [1]; for i in 0..<30 { l = [l, l] }; disk[\"k\"] = l",
    """
    var s = "a"
    while s.count < 1000000 { s += s }
    var l = []
    for i in 0..<1000 { l.append(s) }
    disk["k"] = l
    """,
  ]) func whatLeavesTheMachineIsBounded(statements: String) throws {
    let program = try compiledProgram(
      "app A { on didEnterBackground { \(statements) } }", host: SampleHost.interface)
    var machine = Machine(CodeImage(program), role: .unit(0), limits: .outside)
    machine.start(program.units[0].handlers[0].function)
    guard case .requests(.setIndex) = machine.run() else {
      Issue.record("it does not store")
      return
    }
    _ = machine.argument(1)
    guard case .failed(let error) = machine.run() else {
      Issue.record("it goes on")
      return
    }
    #expect(error.identifier == .invalidArgument)
  }

  /// Copies cost as many turns of a loop as take their time, both ways.
  @Test(arguments: [
    ("while true { disk[\"k\"] = list }", false), ("while true { let l = disk[\"k\"] }", true),
  ]) func conversionsAreCharged(loop: String, answersMuch: Bool) throws {
    let answer = answersMuch ? ScriptValue.list((0..<5000).map { .integer($0) }) : .nil
    let program = try compiledProgram(
      """
      app A {
        on didEnterBackground {
          let list = (0..<5000).map { $0 }
          \(loop)
        }
      }
      """, host: SampleHost.interface)
    var machine = Machine(CodeImage(program), role: .unit(0), limits: Self.few)
    machine.start(program.units[0].handlers[0].function)
    for _ in 0..<10 {
      switch machine.run() {
      case .requests:
        _ = machine.argument(1)
        machine.answer(answer)
      case .failed(let error):
        #expect(error.identifier == .handlerInstructionLimit)
        return
      case .finished: break
      }
    }
    Issue.record("it goes on")
  }

  @Test func deeplyNestedValuesNeedNoStack() throws {
    let run = try ProgramRun(
      """
      var a = []
      var b = []
      for i in 0..<200000 { a = [a]; b = ["k": b] }
      (0..<100000).map { [$0] }
      var c = []
      for i in 0..<200000 { c = [c] }
      print(a == c, a == b, a != c)
      print(a)
      print(string(b).count < 200)
      """, allocatesMuch: true)
    #expect(run.failure == nil)
    #expect(run.output == ["true false false", "[[[[[[[[[…]]]]]]]]]", "true"])
  }

  @Test func manyClosures() throws {
    let run = try ProgramRun(
      """
      var l = []
      for i in 0..<200000 { var n = i; l.append { n += 1; return n } }
      print(l[199999](), l[199999](), l[5]())
      """, allocatesMuch: true)
    #expect(run.failure == nil)
    #expect(run.output == ["200000 200001 6"])
  }

  @Test func eachStatementHasItsOwnBudget() throws {
    let limits = MachineLimits(instructions: 1000, callDepth: 100, heapBytes: 1 << 20)
    let turn = "for i in 0..<900 { }\n"
    let run = try ProgramRun(String(repeating: turn, count: 10) + "print(1)", limits: limits)
    #expect(run.output == ["1"])
    try expectError(
      "func f() { \(turn); \(turn) }\nf()", .instructionLimit, "1000 loop iterations",
      limits: limits)
    try expectError(
      "if true { \(turn); \(turn) }", .instructionLimit, "1000 loop iterations", limits: limits)
  }
}
