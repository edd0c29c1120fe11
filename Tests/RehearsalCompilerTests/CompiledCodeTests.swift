// The code that the compiler makes: which operations, in which order, for the forms whose speed or
// whose value semantics depend on it.

import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalCode

/// A function `f` in a script, with the operations that its code should have.
struct CodeSample: Sendable, CustomTestStringConvertible {
  let text: String
  let operations: [Operation]

  init(_ text: String, _ operations: Operation...) {
    self.text = text
    self.operations = operations
  }

  var testDescription: String { text }

  /// Checks the operations of the function `f`.
  func check() throws {
    let program = try #require(compile(text).program)
    let function = try #require(program.functions.last { $0.name == "f" })
    let code = program.instructions[function.entry..<(function.entry + function.length)]
    #expect(code.compactMap(\.operation) == operations)
  }
}

@Suite struct CompiledCode {
  @Test(arguments: [
    CodeSample(
      "func f(n) { if n < 2 { return 1 }; return f(n - 1) + f(n - 2) }",
      .jumpIfNotLessImmediate, .loadInteger, .returnValue, .addImmediate, .callFunction,
      .addImmediate, .callFunction, .add, .returnValue),
    CodeSample(
      "func f(n) { var i = 0; while i < n { i += 1 } }",
      .loadInteger, .jump, .addImmediate, .jumpIfLess, .returnNil),
    CodeSample(
      "func f(n) { var s = 0; for i in 0..<n { s += i }; return s }",
      .loadInteger, .loadInteger, .move, .beginRangeLoop, .add, .nextRangeTurn, .returnValue),
    CodeSample(
      "func f(l) { for x in l { print(x) } }",
      .beginLoop, .jump, .move, .callLibrary, .nextTurn, .returnNil),
    CodeSample(
      "func f(a, b) { if a == nil && b != 3 { return true } }",
      .jumpIfNotNil, .jumpIfEqualImmediate, .loadBool, .returnValue, .returnNil),
  ]) func comparesAndCountsInOneInstruction(_ sample: CodeSample) throws { try sample.check() }

  @Test(arguments: [
    // A parameter is the caller's value too; a local of one's own is given away.
    CodeSample("func f(l) { return l }", .returnShared),
    CodeSample("func f() { let l = [1]; return l }", .loadInteger, .makeList, .returnValue),
    // A local is lent to a callee, and kept by a list.
    CodeSample("func f(l) { print(l) }", .move, .callLibrary, .returnValue),
    CodeSample("func f(l) { [l] }", .share, .makeList, .returnValue),
    CodeSample(
      "func f(l) { var m = l; m.append(1); return m }",
      .share, .loadInteger, .append, .returnValue),
    // What a later operand changes is read before.
    CodeSample(
      "func f() { var l = [1]; return l == [l.remove(at: 0)] }",
      .loadInteger, .makeList, .share, .loadInteger, .move, .callMutatingMember, .cache, .move,
      .move, .makeList, .equal, .returnValue),
    // Each holder on the path is made unshared before what it holds is changed in its place; only
    // in a handle it is stored again.
    CodeSample(
      "func f() { var m = [:]; m.a[0] = 1; return m }",
      .makeMap, .loadInteger, .loadInteger, .openMember, .cache, .setIndex, .jumpIfNotHandle,
      .jumpIfHandle, .setMember, .cache, .returnValue),
    // What a path leads to is read after the calls in its indices, so that nobody else holds it.
    CodeSample(
      "func f(m, k) { m[\"a\"][f(k, 1)][0] }",
      .move, .loadInteger, .callFunction, .getKey, .cache, .getIndex, .loadInteger,
      .getIndexShared, .returnValue),
  ]) func sharesWhatGetsASecondHolder(_ sample: CodeSample) throws { try sample.check() }

  @Test(arguments: [
    // Changed and captured: a cell. Only captured: a copy.
    CodeSample(
      "func f() { var n = 0; return { n += 1 } }",
      .loadInteger, .makeCell, .share, .makeClosure, .capture, .returnValue),
    CodeSample(
      "func f(n) { return { n } }", .share, .makeClosure, .capture, .returnValue),
    CodeSample("func f() { return { 1 } }", .loadFunction, .returnValue),
    // Local functions that capture nothing are called directly, before their declaration too.
    CodeSample("func f() { g(); func g() { h() }; func h() { } }", .callFunction, .returnNil),
  ]) func capturesByNeed(_ sample: CodeSample) throws { try sample.check() }

  @Test(arguments: [
    CodeSample(
      "func f(a) { a.count == 2 ? 1 : 2 }",
      .getMember, .cache, .jumpIfNotEqualImmediate, .loadInteger, .jump, .loadInteger,
      .returnValue),
    CodeSample(
      "func f(a) { a?.b ?? 1 }",
      .jumpIfNil, .getMember, .cache, .share, .jump, .loadNil, .jumpIfNotNil, .loadInteger,
      .returnValue),
    CodeSample(
      "func f() { expect now > 1s, \"late\" }",
      .loadAbsent, .callHost, .move, .loadConstant, .jumpIfNotLess, .loadBool, .jump, .loadBool,
      .loadAbsent, .jumpIfTrue, .loadConstant, .expectation, .returnNil),
    CodeSample(
      "func f(a) { expect a within 5s }",
      .loadConstant, .beginWait, .loadAbsent, .beginReadOnly, .share, .jumpIfFalse, .loadBool,
      .jump, .loadBool, .endReadOnly, .jumpIfTrue, .continueWait, .jumpIfTrue, .expectation,
      .returnNil),
  ]) func controlFlow(_ sample: CodeSample) throws { try sample.check() }

  @Test func jumpsBeyondTheReachOfShortFormsAreLengthened() throws {
    let body = String(repeating: "s += k * 3\n", count: 20_000)
    let program = try #require(
      compile("func f(n) { var s = 0; var k = 0\nfor i in [n] { \(body) }\nreturn s }").program)
    let function = try #require(program.functions.last { $0.name == "f" })
    let code = Array(program.instructions[function.entry..<(function.entry + function.length)])
    let turn = try #require(code.firstIndex { $0.operation == .nextTurn })
    #expect(code[turn].signedC == 1)
    #expect(code[turn + 1] == Instruction(.jump, bc: 1))
    #expect(code[turn + 2].operation == .jump)
    #expect(code[turn + 3].operation == .returnValue)
    let first = try #require(code.firstIndex { $0.operation == .jump })
    #expect(first + 1 + code[first].signedBC == turn)
    #expect(turn + 3 + code[turn + 2].signedBC == first + 1)
  }

  @Test func aFunctionThatNeedsTooManyRegistersIsReported() {
    let locals = (0..<60_001).map { "let v\($0) = 1" }.joined(separator: "\n")
    let compilation = compile("func f() {\n\(locals)\n}")
    #expect(compilation.diagnostics.map(\.identifier) == [.tooComplex])
  }

  @Test func sidesAreFoundThroughCalls() throws {
    let text = """
      func out() { press .home }
      func callsOut() { [1].map { out() } }
      func inner() { work 1s }
      func neither() { print(now) }
      """
    let program = try #require(compile(text).program)
    let sides = ["out", "callsOut", "inner", "neither"].map { name in
      program.functions.last { $0.name == name }?.side
    }
    #expect(sides == [.outside, .outside, .inside, .neutral])
  }

  @Test func unitsHaveTheConstantsFirst() throws {
    let program = try #require(
      compile("var a = 1\nlet b = now\nlet c = 2\napp A { var d = 1 }").program)
    #expect(program.outside.names == ["b", "c", "a"])
    #expect(program.outside.constantCount == 2)
    #expect(program.units[0].globalTable.names == ["b", "c", "d"])
  }

  @Test func requiredParametersReachToTheLastWithoutADefault() throws {
    let program = try #require(compile("func f(a = 1, b, c = 2) { }\nf(b: 2)").program)
    #expect(program.functions.last { $0.name == "f" }?.requiredCount == 2)
  }
}
