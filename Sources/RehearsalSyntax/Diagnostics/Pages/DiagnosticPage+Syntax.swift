// The pages of E01 and E02: text, tokens and grammar.

// MARK: - E01: text and tokens

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

// MARK: - E02: grammar

extension DiagnosticPage {
  static let grammar: [DiagnosticPage] = [
    DiagnosticPage(
      .unexpectedToken, "Something else was expected here",
      """
      At this place the grammar allows only certain words or marks, and the message says which. \
      Often something is missing just before the marked place.
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
      .expectedExpression, "A value is missing",
      """
      An operator, a comma, an opening parenthesis or a word such as `=` is followed by a value. \
      `if` is a statement and no value; for a choice between two values write `condition ? a : \
      b`.
      """,
      wrong: """
        let sum = 1 +
        """,
      right: """
        let sum = 1 + 2
        print(sum)
        """),
    DiagnosticPage(
      .unclosedBracket, "A bracket without its end",
      """
      Each `(`, `[` and `{` has its closing bracket. The bracket that is marked has none; where \
      the indentation tells which one was forgotten, a note points at that.
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
      .unmatchedBracket, "A closing bracket that closes nothing",
      """
      There is no open bracket here that this one could close. Remove it, or write the opening \
      bracket where it belongs.
      """,
      wrong: """
        print("saved"))
        """,
      right: """
        print("saved")
        """),
    DiagnosticPage(
      .expectedSeparator, "Two things without anything between them",
      """
      Statements stand on lines of their own, or have `;` between them; elements and arguments \
      have commas. A call without parentheses is a statement: inside an expression the \
      parentheses are written.
      """,
      wrong: """
        press .home advance 10s
        """,
      right: """
        press .lock; advance 10s
        """),
    DiagnosticPage(
      .nestingTooDeep, "Brackets or operators inside one another too deep",
      """
      Brackets can be nested only to a depth (the limit `nesting`), and so can the operators of \
      one statement (the limit `treeDepth`), so that no script exhausts the memory of its host. \
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
      .misplacedDeclaration, "A declaration in the wrong place",
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
      .foreignKeyword, "Swift that scripts do not have",
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
      .lostValue, "A value that is thrown away",
      """
      A statement that is no call and only has a value does nothing, so it was meant to be \
      something else: a call, whose parentheses are missing; a check, without its `expect`; or \
      the result of a function, without its `return`. So it is with a call that is made for its \
      answer, such as `refused { … }`, `crash(app) { … }`, `advance(until: …)`, `list.contains(…)` or \
      a function that only compares: nobody hears the answer, and nothing is checked.
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
      .spaceBeforeDot, "White space at a dot",
      """
      A member follows on its value without white space, or at the beginning of the next line. \
      Behind the name that begins a statement, white space and a dot begin a symbol, as in \
      `press .home`; anywhere else it cannot be told what was meant.
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
      .commandClosure, "A closure whose owner is not clear",
      """
      Behind a call without parentheses a `{` is the closure of that call, not of its last \
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
      .chainedComparison, "Comparisons in a chain",
      """
      `a < b < c` would compare a Bool with `c`. Compare twice and join both with `&&`, or ask \
      whether a range contains the value.
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
      .oneSidedRange, "A range with one end",
      """
      `2...`, `...4` and `..<4` stand only directly inside the brackets of a slice, where the \
      list says what the other end is. Anywhere else a range has both ends.
      """,
      wrong: """
        for i in 0... { print(i) }
        """,
      right: """
        for i in 0...2 { print(i) }
        print([1, 2, 3][1...])
        """),
    DiagnosticPage(
      .literalTextNeeded, "Plain text is needed",
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
      .invalidAssignmentTarget, "Something that cannot be assigned to",
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
      .expectedName, "A name is missing",
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
      .misplacedStatement, "A statement that cannot stand here",
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
      .duplicateParameter, "Two parameters of one name",
      """
      Each parameter of a function has a name of its own, by which its argument can be passed. \
      One that is not used is `_`.
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
      .sourceTooLarge, "A script that is too large",
      """
      A file longer than the limit `sourceSize` is not read at all. Divide it into files that \
      import one another. The scripts below are read with a limit of 60 bytes.
      """,
      wrong: """
        // A remark that says the same as the statement below it does.
        print("saved")
        """,
      right: """
        print("saved")
        """, limits: SyntaxLimits(sourceSize: 60)),
    DiagnosticPage(
      .expectedMessage, "An expectation's message that is no string",
      """
      Behind the comma of `expect` stands what a failure says, a string literal, with \
      interpolations where they help. A second condition there would never be looked at: join it \
      to the first one with `&&`, or write a second `expect`.
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
