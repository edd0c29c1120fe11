// Strings and durations as a script writes them.

import RehearsalValues
import Testing

@Suite struct LiteralTests {
  @Test(arguments: [
    ("", #""""#),
    ("plain, ünd 🙂", #""plain, ünd 🙂""#),
    (#"a "quoted" \ one"#, #""a \"quoted\" \\ one""#),
    ("\n\t\r\0", #""\n\t\r\0""#),
    ("\u{1}\u{1F}\u{7F}", #""\u{1}\u{1F}\u{7F}""#),
  ])
  func strings(text: String, literal: String) {
    #expect(Literal.text(ofString: text) == literal)
  }

  @Test(
    arguments: [
      (0, "0s"), (7, "7ns"), (3000, "3us"), (250_000_000, "250ms"), (1_000_001, "1000001ns"),
      (1_500_000_000, "1.5s"), (90_000_000_000, "90s"), (1_000_000_001, "1.000000001s"),
      (-1_500_000_000, "-1.5s"), (-7, "-7ns"), (Int64.max, "9223372036.854775807s"),
      (Int64.min, "-9223372036.854775808s"),
    ] as [(Int64, String)])
  func durations(nanoseconds: Int64, literal: String) {
    #expect(Literal.text(ofNanoseconds: nanoseconds) == literal)
  }
}
