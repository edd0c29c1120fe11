// Changes a script token by token, so that what comes out is close to a script. The words that it
// puts in come from the language's own tables.

import RehearsalSyntax

/// A source of changed scripts, from a seed.
struct TokenMutation {
  private var state: UInt64

  private let words: [[UInt8]]

  init(seed: UInt64, words: [[UInt8]]) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
    self.words = words
  }

  /// The words of the language, and pieces that only have a meaning together; and some lines.
  static func words(with lines: [String]) -> [[UInt8]] {
    let tables =
      Keyword.allCases.map(\.rawValue) + ContextualKeyword.allCases.map(\.rawValue)
      + Punctuation.allCases.map(\.rawValue) + BinaryOperator.allCases.map(\.rawValue)
    let pieces = [
      "\n", "\n", " ", "a", "b", "0", "1", "-1", "9223372036854775807", "0.5", "1e308", "5s", "1ns",
      "2GB", "\"\"", "\"a\\(b)c\"", "\"\"\"\n a\n \"\"\"", "é", "名", "`in`", "$0", "_", "!", "-",
      "=", "+=", "...", "..<", ".b", "?.b", "[0]", "[:]", "()", "(a)", "{ }", "{ a in b }",
      "let a = ", "var b = ", "func f(a, b = 1) { ", "for a in b { ", "while true { ",
      "if let a = b { ", " else { ", "app A { ", "scenario \"s\" { ", "on didFinishLaunching { ",
      "button \"B\" { ", "launch A", "touch \"B\"", "press .home", "advance 5s", "A.b", "A.calls",
      "disk[\"k\"]", "after(1s) { ", "every(1s) { ", "work(1s)", "perform(1s) { ", "print(", ".map",
      ".filter", ".reduce(0)", ".sorted()", ".append(", ".joined()", ".split(", ".count", "string(",
      "calls(A) { ", "expect crash(A) { ", "return ", "beginBackgroundTask(\"t\") { ", "}", "}",
      "// c\n", "/* c */",
    ]
    return (tables + pieces + lines.map { "\n\($0)\n" }).map { Array($0.utf8) }
  }

  /// A changed copy of a script.
  mutating func apply(to bytes: [UInt8]) -> [UInt8] {
    var pieces = Self.pieces(of: bytes)
    for _ in 0...random(below: 3) { change(&pieces) }
    return Array(pieces.joined())
  }

  /// The tokens of a text, each with what stands before it.
  private static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var end = 0
    for token in Lexer.tokenize(SourceText(name: "input", bytes: bytes)).tokens
    where Int(token.range.end) > end {
      pieces.append(Array(bytes[end..<Int(token.range.end)]))
      end = Int(token.range.end)
    }
    pieces.append(Array(bytes[end...]))
    return pieces
  }

  private mutating func change(_ pieces: inout [[UInt8]]) {
    guard !pieces.isEmpty else { return pieces.append(word()) }
    let place = random(below: pieces.count)
    switch random(below: 8) {
    case 0: pieces.remove(at: place)
    case 1: pieces.insert(pieces[place], at: place)
    case 2: pieces.swapAt(place, min(place + 1, pieces.count - 1))
    case 3: pieces.swapAt(place, random(below: pieces.count))
    case 4: pieces[place] = word()
    case 5: pieces.insert(word(), at: place)
    case 6:
      let end = min(pieces.count, place + 1 + random(below: 12))
      pieces.insert(contentsOf: pieces[place..<end], at: random(below: pieces.count))
    default: pieces.removeSubrange(place..<min(pieces.count, place + 1 + random(below: 6)))
    }
  }

  private mutating func word() -> [UInt8] {
    let word = words[random(below: words.count)]
    return random(below: 2) == 0 ? word : Array(" ".utf8) + word
  }

  private mutating func random(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
