// Values at the border of the C interface: each comes back as it went, or there is an error that
// says so.

import Rehearsal
import Testing

@testable import RehearsalForC

@Suite("Values at the border of C")
struct ValueTests {
  private func value(_ text: String) throws -> ScriptValue {
    try ScriptValue(readingJSON: Array(text.utf8))
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808", "2.0",
    "-0.0",
    "1e+20", "0.1", "5e-324", "1.7976931348623157e+308", #""a\"\\\n\u0000\u001f/é😀""#, "[]",
    "[1,2.5,[null]]", "{}", #"{"b":1,"a":2}"#, #"{"duration":5}"#, #"{"duration":-1,"unit":"s"}"#,
    #"{"symbol":"x"}"#, #"{"double":"inf"}"#, #"{"double":"-inf"}"#, #"{"range":[1,3]}"#,
    #"{"closedRange":[0.5,1.5]}"#, #"{"map":[[1,"a"],[{"symbol":"b"},{"duration":2}]]}"#,
    #"{"map":[["duration","x"]]}"#, #"{"map":[["error","x"]]}"#, #"{"map":[["map",[]]]}"#,
  ])
  func comeBackAsTheyWent(_ text: String) throws {
    #expect(try value(text).json.text == text)
  }

  @Test(arguments: [
    (" [ 1 , 2 ]\n", "[1,2]"), ("1E2", "100.0"), (#""\u0041\/\ud83d\ude00""#, #""A/😀""#),
    (#"{"a":null}"#, "{}"), (#"{"map":[["a",1]]}"#, #"{"a":1}"#), ("-0", "0"),
  ])
  func areReadInEveryForm(_ text: String, _ expected: String) throws {
    #expect(try value(text).json.text == expected)
  }

  @Test(arguments: [
    ("", "a value is expected at byte 0, not its end"), ("[1", "`,` or `]`"), ("[1,]", "a value"),
    ("{1:2}", "a key in quotation marks"), ("{\"a\" 1}", "`:`"), ("01", "the end"),
    ("1.", "a digit"),
    ("-", "a digit"), ("1e", "a digit"), ("\"a", "`\"`"), ("\"\\x\"", "no escape"),
    ("nul", "a value"),
    ("\"\\ud800\"", "half a character"), ("\"\\ud800\\u0041\"", "half a character"),
    ("\"\\u12g4\"", "four hexadecimal digits"), ("\"\n\"", "a control character"),
    ("9223372036854775808", "beyond what an Int holds"), ("1e999", "beyond what a Double holds"),
    (#"{"a":1,"a":2}"#, "stands twice"), (#"{"map":[[1,2],[1,3]]}"#, "stands twice"),
    (#"{"duration":1.5}"#, "a Duration in whole nanoseconds"), (#"{"symbol":1}"#, "a Symbol"),
    (#"{"range":[1]}"#, "two bounds"), (#"{"map":{"a":1}}"#, "a list of pairs"),
    (#"{"double":"1.5"}"#, "\"nan\""), (#"{"thing":"app"}"#, "cannot be passed back"),
    (#"{"error":"no network"}"#, "no network"), ("[1] 2", "the end"),
  ])
  func whatIsNoneIsAnError(_ text: String, _ message: String) {
    let error = #expect(throws: ForeignError.self) { try value(text) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test func bytesThatAreNoTextAreAnError() {
    #expect(throws: ForeignError.self) { try ScriptValue(readingJSON: [0x22, 0xFF, 0x22]) }
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    let error = #expect(throws: ForeignError.self) { try ScriptValue(readingJSON: deep) }
    #expect(error?.description.contains("512 deep") == true)
  }

  @Test func whatIsTooMuchIsAnErrorAndNotCut() throws {
    let session = ForeignSession()
    _ = try session.load(
      name: "a",
      bytes: Array(
        """
        func list(n) { var l = []; for i in 0..<n { l.append(i) }; return l }
        func deep(n) { var l = []; for i in 0..<n { l = [l] }; return l }
        func same(value) { return value }
        """.utf8))
    _ = try session.run()
    guard case .list(let whole) = try session.call("list", "[1000000]") else {
      Issue.record("no list")
      return
    }
    #expect(whole.count == 1_000_000 && whole.last == .integer(999_999))
    for (function, count) in [("list", "1048577"), ("deep", "201")] {
      let error = #expect(throws: ScriptError.self) { try session.call(function, "[\(count)]") }
      #expect("\(String(describing: error))".contains("this is more"))
    }
    for text in ["[2.0]", #"[{"duration":9223372036854775807}]"#, #"[{"b":1,"a":2}]"#] {
      #expect(try [session.call("same", text)].json.text == text)
    }
  }
}
