// Text of JSON as a value: what is written comes back, and what is not exactly JSON is an error.

import RehearsalValues
import Testing

@Suite("JSON that is read")
struct JSONReaderTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-1", "18446744073709551615", "2.0", "1e+20", "[]", "{}",
    #""a\"\\\n\r\t\b\f\u0000\u001f/é😀""#, "[1,2.5,[null]]", #"{"b":1,"a":{"c":[]}}"#,
  ])
  func comesBackAsItWent(_ text: String) throws {
    #expect(try JSONValue(reading: Array(text.utf8)).text == text)
  }

  @Test(arguments: [
    "", "[1", "[1,]", "{1:2}", "{\"a\" 1}", "01", "1.", "-", "1e", "\"a", "\"\\x\"", "nul",
    "\"\\ud800\"", "\"\n\"", "[1] 2", "\u{FEFF}1", "'a'", "+1", "NaN",
  ])
  func whatIsNoneIsAnError(_ text: String) {
    #expect(throws: JSONError.self) { try JSONValue(reading: Array(text.utf8)) }
  }
}
