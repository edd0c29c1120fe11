// JSON and markup as text: what is written comes back, and what is not exactly JSON is an error.

import Foundation
import RehearsalValues
import Testing

@Suite("JSON and markup")
struct JSONTests {
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

  @Test("Objects stand in the order of the alphabet, without what has no value")
  func objects() throws {
    let missing: Int? = nil
    let value: JSONValue = [
      "b": [1, 2], "a": "x", "c": missing, "whole": 2.0, "part": 0.5, "infinite": Double.infinity,
      "flag": true,
    ]
    let text = #"{"a":"x","b":[1,2],"flag":true,"infinite":null,"part":0.5,"whole":2}"#
    #expect(value.text == text)
    #expect(value.merging(["a": "y", "z": 1]).text.hasPrefix(#"{"a":"y","b""#))
    // An encoder of somebody else makes the same of it.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
  }

  @Test("A text that is put into markup means nothing there")
  func markup() {
    let hostile = "</b>&<'\"\u{338}x"
    let inner: Markup = "<b title=\"\(hostile)\">\(hostile)</b>"
    let escaped = "&lt;/b&gt;&amp;&lt;&#39;&quot;\u{338}x"
    #expect(inner.description == "<b title=\"\(escaped)\">\(escaped)</b>")
    let outer: Markup = "<p n=\"\(1)\">\([inner, inner].joined())</p>"
    #expect(outer.description == "<p n=\"1\">\(inner.description)\(inner.description)</p>")
  }
}
