// The pages of E01: bytes, characters, strings, comments and numbers.

extension DiagnosticPage {
  static let text: [DiagnosticPage] = [
    DiagnosticPage(
      .invalidUTF8, "A byte that is not UTF-8",
      """
      A script is a text file in UTF-8, and this byte begins or continues no character of it. \
      Usually the file was saved in an older encoding; save it again as UTF-8.
      """,
      wrong: Script(bytes: Array("print(\"caf".utf8) + [0xE9] + Array("\")".utf8)),
      right: """
        print("café")
        """),
    DiagnosticPage(
      .unexpectedCharacter, "A character without a meaning",
      """
      Outside strings and comments a script consists of names, numbers and a few marks. \
      Characters from word processors, such as typographic quotes and no-break spaces, look like \
      those and are none of them.
      """,
      wrong: """
        print(“hello”)
        """,
      right: """
        print("hello")
        """),
    DiagnosticPage(
      .unterminatedString, "A string without its end",
      #"""
      A string ends on its line, with the same quotes that it begins with. For text of several \#
      lines write `"""`, or `\n` where a line ends. An interpolation ends on its line as well.
      """#,
      wrong: """
        let greeting = "hello
        print(greeting)
        """,
      right: """
        let greeting = "hello"
        print(greeting)
        """),
    DiagnosticPage(
      .unterminatedComment, "A comment without its end",
      """
      A comment that begins with `/*` goes on to its `*/`. Comments nest, so each `/*` inside \
      one needs a `*/` of its own.
      """,
      wrong: """
        /* The draft /* and its copy */
        print("saved")
        """,
      right: """
        /* The draft /* and its copy */ */
        print("saved")
        """),
    DiagnosticPage(
      .invalidEscape, "An escape that there is not",
      #"""
      Behind a backslash a string takes `n`, `r`, `t`, `0`, `"`, a second backslash, `u{…}` with \#
      the hex digits of a Unicode scalar, or an interpolation in parentheses. A backslash that \#
      stands for itself is written twice.
      """#,
      wrong: #"""
        print("C:\drafts")
        """#,
      right: #"""
        print("C:\\drafts")
        """#),
    DiagnosticPage(
      .invalidNumber, "A number that cannot be read",
      """
      Numbers are decimal, hex (`0xFF`) or binary (`0b101`). A unit touches a decimal number \
      without exponent: `ns us ms s min h d` make a duration, `KB MB GB` a size in bytes. A \
      decimal point stands between digits.
      """,
      wrong: """
        advance 5 minutes
        """,
      right: """
        advance 5min
        """),
    DiagnosticPage(
      .literalOutOfRange, "A number too large to hold",
      """
      Integers, sizes and durations have 64 bits: up to 9223372036854775807, which as \
      nanoseconds are about 292 years. A larger number has to be a Double, such as `1e19`.
      """,
      wrong: """
        let large = 10_000_000_000_000_000_000
        print(large)
        """,
      right: """
        let large = 1e19
        print(large)
        """),
    DiagnosticPage(
      .multilineStringShape, "A string of several lines in the wrong shape",
      #"""
      The text of a `"""` string begins on the line behind the opening quotes, and the closing \#
      quotes stand on a line of their own. The white space before the closing quotes is taken \#
      off each line, so every line begins with it.
      """#,
      wrong: #"""
        let note = """Dear Anna,
            see you soon
            """
        print(note)
        """#,
      right: #"""
        let note = """
            Dear Anna,
            see you soon
            """
        print(note)
        """#),
  ]
}
