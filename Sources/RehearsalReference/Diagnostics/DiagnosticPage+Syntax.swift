// The pages of E01 and E02: text, tokens and grammar.

import RehearsalSyntax

// MARK: - E01: text and tokens

extension DiagnosticPage {
  static let text: [DiagnosticPage] = [
    DiagnosticPage(
      .invalidUTF8, "Invalid UTF-8",
      """
      A script is a text file in UTF-8, and this byte is not valid there. Usually the file was \
      saved in an older encoding; save it again as UTF-8.
      """,
      wrong: Script(bytes: Array("print(\"caf".utf8) + [0xE9] + Array("\")".utf8)),
      right: """
        print("café")
        """),
    DiagnosticPage(
      .unexpectedCharacter, "Unexpected character",
      """
      Outside strings and comments a script consists of names, numbers and a few punctuation \
      marks. Characters from word processors, such as typographic quotes and no-break spaces, \
      look similar but are not allowed.
      """,
      wrong: """
        print(“hello”)
        """,
      right: """
        print("hello")
        """),
    DiagnosticPage(
      .unterminatedString, "Unterminated string",
      #"""
      A string ends on its line, with the same quotes with which it begins. For text of several \#
      lines write `"""`, or `\n` for a line end. An interpolation ends on its line as well.
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
      .unterminatedComment, "Unterminated comment",
      """
      A comment that begins with `/*` ends with `*/`. Comments nest, so each `/*` inside one needs \
      a `*/` of its own.
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
      .invalidEscape, "Invalid escape sequence",
      #"""
      After a backslash a string has `n`, `r`, `t`, `0`, `"`, a second backslash, `u{…}` with the \#
      hex digits of a Unicode scalar, or an interpolation in parentheses. Write a backslash \#
      itself twice.
      """#,
      wrong: #"""
        print("C:\drafts")
        """#,
      right: #"""
        print("C:\\drafts")
        """#),
    DiagnosticPage(
      .invalidNumber, "Invalid number",
      """
      Numbers are decimal, hex (`0xFF`) or binary (`0b101`). A decimal number without exponent may \
      have a unit, without a space: `ns us ms s min h d` for a duration, `KB MB GB` for a size in \
      bytes. A decimal point stands between digits.
      """,
      wrong: """
        advance 5 minutes
        """,
      right: """
        advance 5min
        """),
    DiagnosticPage(
      .literalOutOfRange, "Number out of range",
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
      .multilineStringShape, "Malformed multi-line string",
      #"""
      The text of a `"""` string begins on the line after the opening quotes, and the closing \#
      quotes stand on a line of their own. The white space before the closing quotes is removed \#
      from each line, so every line has to begin with it.
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

// MARK: - E02: grammar

extension DiagnosticPage {
  static let grammar: [DiagnosticPage] = [
    DiagnosticPage(
      .unexpectedToken, "Unexpected token",
      """
      The grammar allows only certain words or punctuation marks here, and the message says \
      which. Often something is missing just before the marked place.
      """,
      wrong: """
        let answer 42
        print(answer)
        """,
      right: """
        let answer = 42
        print(answer)
        """),
    DiagnosticPage(
      .expectedExpression, "Missing expression",
      """
      An operator, a comma, an opening parenthesis or `=` is followed by an expression. `if` is a \
      statement and has no value; to choose between two values write `condition ? a : b`.
      """,
      wrong: """
        let sum = 1 +
        """,
      right: """
        let sum = 1 + 2
        print(sum)
        """),
    DiagnosticPage(
      .unclosedBracket, "Unclosed bracket",
      """
      Each `(`, `[` and `{` needs a closing bracket. The marked bracket has none; if the \
      indentation shows which one was forgotten, a note points at it.
      """,
      wrong: """
        func greet(name) {
            print("Hello, " + name)

        greet("Anna")
        """,
      right: """
        func greet(name) {
            print("Hello, " + name)
        }

        greet("Anna")
        """),
    DiagnosticPage(
      .unmatchedBracket, "Unmatched closing bracket",
      """
      There is no open bracket that this one could close. Remove it, or add the opening bracket.
      """,
      wrong: """
        print("saved"))
        """,
      right: """
        print("saved")
        """),
    DiagnosticPage(
      .expectedSeparator, "Missing separator",
      """
      Statements stand on lines of their own or are separated by `;`, elements and arguments by \
      commas. A call without parentheses is a statement: inside an expression, write the \
      parentheses.
      """,
      wrong: """
        press .home advance 10s
        """,
      right: """
        press .lock; advance 10s
        """),
    DiagnosticPage(
      .nestingTooDeep, "Nesting too deep",
      """
      The depth of nested brackets is limited (the limit `nesting`), and so is the depth of \
      operators in a statement (the limit `treeDepth`), to protect the memory of the host. \
      Give inner parts names with `let` or `func`. The scripts below are read with a nesting of \
      4.
      """,
      wrong: """
        let deep = [[[[[1]]]]]
        print(deep)
        """,
      right: """
        let inner = [[1]]
        let deep = [[[inner]]]
        print(deep)
        """, limits: SyntaxLimits(nesting: 4)),
    DiagnosticPage(
      .misplacedDeclaration, "Misplaced declaration",
      """
      `import`, `device`, `app` and `scenario` stand at the top level of a file; `info`, \
      `button`, `on` and `scene` stand in an app. Move the declaration there.
      """,
      wrong: """
        scenario "a launch" {
            import "common.rehearsal"
        }
        """,
      right: """
        import "common.rehearsal"

        scenario "a launch" {
            launch Notes
        }
        """, files: [File(path: "common.rehearsal", text: "app Notes { }\n")]),
    DiagnosticPage(
      .foreignKeyword, "Swift feature that scripts do not have",
      """
      The language reads like Swift and is much smaller: it has no types, no classes, no \
      modifiers, no `switch`, no `try`. The message says what to write instead.
      """,
      wrong: """
        let count: Int = 3
        print(count)
        """,
      right: """
        let count = 3
        print(count)
        """),
    DiagnosticPage(
      .lostValue, "Unused value",
      """
      A statement that only has a value does nothing. Probably the parentheses of a call, an \
      `expect` or a `return` are missing. The same holds for a call whose only purpose is its \
      result, such as `refused { … }`, `crash(app) { … }`, `advance(until: …)`, \
      `list.contains(…)` or a function that only compares: the result is not used, so nothing is \
      checked.
      """,
      wrong: """
        unlock
        now == 0s
        """,
      right: """
        press .lock
        unlock()
        expect now == 0s
        """),
    DiagnosticPage(
      .spaceBeforeDot, "White space before a dot",
      """
      A member directly follows its value, or begins the next line. After the name that begins a \
      statement, white space and a dot begin a symbol, as in `press .home`; anywhere else the \
      meaning would be ambiguous.
      """,
      wrong: """
        let list = [3, 1, 2]
        print(list .count)
        """,
      right: """
        let list = [3, 1, 2]
        print(list.count)
        """),
    DiagnosticPage(
      .commandClosure, "Ambiguous closure",
      """
      After a call without parentheses a `{` is the closure of that call, not of its last \
      argument. In the header of `if`, `while`, `guard` and `for` a `{` begins the block. Write \
      the parentheses of the call that takes the closure.
      """,
      wrong: """
        let list = [1, 2, 3]
        print list.map { $0 * 2 }
        """,
      right: """
        let list = [1, 2, 3]
        print(list.map { $0 * 2 })
        """),
    DiagnosticPage(
      .chainedComparison, "Chained comparison",
      """
      `a < b < c` would compare a Bool with `c`. Join two comparisons with `&&`, or test whether a \
      range contains the value.
      """,
      wrong: """
        let n = [2, 3, 4].count
        expect 1 < n < 10
        """,
      right: """
        let n = [2, 3, 4].count
        expect 1 < n && n < 10
        """),
    DiagnosticPage(
      .oneSidedRange, "One-sided range",
      """
      `2...`, `...4` and `..<4` are allowed only directly inside the brackets of a slice, where \
      the list gives the other end. Anywhere else a range has both ends.
      """,
      wrong: """
        for i in 0... { print(i) }
        """,
      right: """
        for i in 0...2 { print(i) }
        print([1, 2, 3][1...])
        """),
    DiagnosticPage(
      .literalTextNeeded, "String literal required",
      """
      The titles of scenarios, the labels of buttons and the paths of imports are known before \
      anything runs. Labels and paths are strings in quotes without interpolations; a title may \
      hold the names that the scenario's own header binds, and members of their values.
      """,
      wrong: #"""
        let number = 1
        scenario "launch \(number)" { advance 1s }
        """#,
      right: #"""
        scenario "launch \(number)", number in [1, 2] { advance 1s }
        """#),
    DiagnosticPage(
      .invalidAssignmentTarget, "Invalid assignment target",
      """
      The left side of an assignment is a variable, or a path of members and subscripts that \
      begins with one. The result of a call and a slice are copies, and changing them would \
      change nothing.
      """,
      wrong: """
        var list = [1, 2, 3]
        list[0...1] = [4, 5]
        """,
      right: """
        var list = [1, 2, 3]
        list[0] = 4
        list[1] = 5
        """),
    DiagnosticPage(
      .expectedName, "Missing name",
      """
      A declaration, a dot and a closure's parameter list are followed by a name. A reserved \
      word is a name only in back-ticks.
      """,
      wrong: """
        let for = 3
        """,
      right: """
        let `for` = 3
        print(`for`)
        """),
    DiagnosticPage(
      .misplacedStatement, "Misplaced statement",
      """
      `return` stands in a function, a handler or a scenario; `break` and `continue` stand in a \
      loop of the same function. An app holds declarations, and its statements stand inside \
      handlers, buttons and functions.
      """,
      wrong: """
        app Notes {
            log "hello"
        }
        """,
      right: """
        app Notes {
            on didBecomeActive { log "hello" }
        }
        """),
    DiagnosticPage(
      .duplicateParameter, "Duplicate parameter",
      """
      Each parameter of a function has a name of its own, by which its argument can be passed. \
      Name an unused parameter `_`.
      """,
      wrong: """
        func add(a, a) { a + a }
        print(add(1, 2))
        """,
      right: """
        func add(a, b) { a + b }
        print(add(1, 2))
        """),
    DiagnosticPage(
      .sourceTooLarge, "Script too large",
      """
      A file larger than the limit `sourceSize` is not read. Split it into several files, and \
      import them. The scripts below are read with a limit of 60 bytes.
      """,
      wrong: """
        // A remark that says the same as the statement below it does.
        print("saved")
        """,
      right: """
        print("saved")
        """, limits: SyntaxLimits(sourceSize: 60)),
    DiagnosticPage(
      .expectedMessage, "Message of an expectation that is not a string",
      """
      After the comma of `expect` stands the message of its failure, a string literal that may \
      have interpolations. A second condition there would never be evaluated: join it to the \
      first one with `&&`, or write a second `expect`.
      """,
      wrong: """
        let list = [1, 2]
        expect list.count == 2, list[0] == 1
        """,
      right: """
        let list = [1, 2]
        expect list.count == 2 && list[0] == 1, "two elements, the first one 1"
        """),
  ]
}
