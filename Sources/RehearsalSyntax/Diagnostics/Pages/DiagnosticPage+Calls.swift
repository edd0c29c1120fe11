// The pages of E04: calls, the two sides, literals and constants.

extension DiagnosticPage {
  static let calls: [DiagnosticPage] = [
    DiagnosticPage(
      .wrongArguments, "Arguments that do not fit",
      """
      A function that is called by its name is given its parameters: those without a default \
      all, each once, first by position and then by name. The message lists them.
      """,
      wrong: """
        func greet(name, greeting = "Hello") { print(greeting + ", " + name) }
        greet("Anna", greetign: "Hi")
        """,
      right: """
        func greet(name, greeting = "Hello") { print(greeting + ", " + name) }
        greet("Anna", greeting: "Hi")
        """),
    DiagnosticPage(
      .outsideWordInside, "A word of the outside in an app",
      """
      What the user and the system do (launch, press, purge, let time pass, expect) is done \
      outside apps. An app's code can do only what an app can do, and sees its own variables and \
      the constants of the file; the variables of the file are the outside's memory.
      """,
      wrong: """
        app Notes {
            on didEnterBackground { advance 5s }
        }
        """,
      right: """
        app Notes {
            on didEnterBackground { work 5s }
        }
        """),
    DiagnosticPage(
      .insideWordOutside, "A word of apps outside",
      """
      What an app's code does (work, timers, background tasks, its storage) stands in the app: \
      in a handler, a button or a function of it. The outside causes it, and looks at what came \
      of it: `Notes.disk["draft"]`.
      """,
      wrong: """
        app Notes { }
        disk["draft"] = "x"
        """,
      right: """
        app Notes {
            button "Save" { disk["draft"] = "x" }
        }
        launch Notes
        touch "Save"
        """),
    DiagnosticPage(
      .bothSidesNeeded, "A function that belongs to no side",
      """
      A function that uses words of the outside can be called outside only, and one that uses \
      words of apps only by apps. One that uses both can be called by nobody; the notes show \
      what it needs each side for. Make two functions of it.
      """,
      wrong: """
        func pause() {
            work 1s
            advance 1s
        }
        """,
      right: """
        func busy() { work 1s }
        func pause() { advance 1s }
        """),
    DiagnosticPage(
      .duplicateKey, "A key that stands twice",
      """
      In a map literal and in a block of settings each key stands once. The later entry would \
      silently replace the earlier one.
      """,
      wrong: """
        print(["a": 1, "b": 2, "a": 3])
        """,
      right: """
        print(["a": 3, "b": 2])
        """),
    DiagnosticPage(
      .notAConstant, "A setting that is no constant",
      """
      The values in `device { }` and `info { }` are known before anything runs: literals, lists \
      and maps of literals, and names of constants whose value is a literal.
      """,
      wrong: """
        device {
            seed: random(1...6)
        }
        """,
      right: """
        let lucky = 6
        device {
            seed: lucky
        }
        """),
    DiagnosticPage(
      .wrongType, "A call of what is no function",
      """
      Apps, the device and its storage are things with members. They are not called; their \
      members are read, and verbs are called with them.
      """,
      wrong: """
        app Notes { }
        Notes()
        """,
      right: """
        app Notes { }
        launch Notes
        """),
    DiagnosticPage(
      .tooComplex, "More than one program can hold",
      """
      A function has room for a large number of variables and intermediate values, and a script \
      for a large number of apps and variables. Divide the function, or the script.
      """,
      wrong: Script(
        bytes: Array((1...251).map { "app App\($0) { }" }.joined(separator: "\n").utf8)),
      right: """
        app App1 { }
        app App2 { }
        """),
  ]
}
