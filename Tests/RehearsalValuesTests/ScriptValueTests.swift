// Values as the host sees them, and the references that they hold.

import RehearsalValues
import Testing

@Suite struct ScriptValueTests {
  private final class Connection: Sendable {}

  @Test func isDescribedAsAScriptWritesIt() {
    let value = ScriptValue.map([
      .init(
        .string("list"), .list([.nil, .boolean(true), .integer(-1), .double(2.5), .symbol("home")])),
      .init(.duration(1_500_000_000), .map([])),
      .init(.integer(1), .range(lower: .integer(0), upper: .integer(2), isClosed: false)),
    ])
    #expect(
      value.description == #"["list": [nil, true, -1, 2.5, .home], 1.5s: [:], 1: 0..<2]"#)
  }

  @Test func aStringKeyFindsItsValue() {
    let map = ScriptValue.map([
      .init(.symbol("a"), .integer(1)), .init(.string("a"), .integer(2)),
    ])
    #expect(map["a"] == .integer(2))
    #expect(map["b"] == nil)
    #expect(ScriptValue.list([.string("a")])["a"] == nil)
  }

  @Test func functionsAreFoundAtAnyDepth() {
    let value = ScriptValue.list([
      .function(FunctionReference(number: 1)),
      .map([.init(.string("k"), .list([.function(FunctionReference(number: 2))]))]),
      .integer(3),
    ])
    #expect(value.functions.map(\.number) == [1, 2])
  }

  @Test(arguments: [
    Handle(kind: 0, number: 0), Handle(kind: 255, number: 0x00FF_FFFF_FFFF_FFFF),
    Handle(kind: 3, number: 41),
  ])
  func aHandleIsOneWord(_ handle: Handle) {
    #expect(Handle(bits: handle.bits) == handle)
  }

  @Test func aHandlesNumberIsCutToItsBits() {
    #expect(Handle(kind: 1, number: .max).number == 0x00FF_FFFF_FFFF_FFFF)
    #expect(Handle(kind: 1, number: .max).kind == 1)
  }

  @Test func anObjectIsToldByItsIdentity() {
    let connection = Connection()
    let reference = HostReference(connection, typeName: "Connection")
    #expect(reference == HostReference(connection, typeName: "Other"))
    #expect(reference != HostReference(Connection(), typeName: "Connection"))
    #expect(ScriptValue.object(reference).description == "Connection")
  }
}
