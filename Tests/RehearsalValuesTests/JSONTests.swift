// JSON as text: in one order, without what has no value.

import Foundation
import RehearsalValues
import Testing

@Suite("JSON as text")
struct JSONTests {
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
}
