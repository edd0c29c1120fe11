// The pages of E03: what names stand for, and what can be changed.

extension DiagnosticPage {
  static let names: [DiagnosticPage] = [
    DiagnosticPage(
      .unknownName, "A name that stands for nothing",
      """
      Nothing of this name is declared here: no variable, function or app of the script, and no \
      word of the language. Names inside a block or function end with it. Where a known name is \
      much like it, the message proposes that.
      """,
      wrong: """
        advnace 5s
        """,
      right: """
        advance 5s
        """),
    DiagnosticPage(
      .duplicateName, "Two declarations of one name",
      """
      In one scope a name is declared once. Inner scopes, such as the body of a function, may \
      declare it again for themselves, and any declaration may hide a word of the language.
      """,
      wrong: """
        let draft = "one"
        let draft = "two"
        """,
      right: """
        var draft = "one"
        draft = "two"
        """),
    DiagnosticPage(
      .usedBeforeDeclaration, "A variable before its declaration",
      """
      Variables have a value only once their declaration has run, so it stands above their first \
      use. Functions, apps and the device may be used anywhere.
      """,
      wrong: """
        print(limit)
        let limit = 5
        """,
      right: """
        let limit = 5
        print(limit)
        """),
    DiagnosticPage(
      .immutableAssignment, "A change of what cannot change",
      """
      Constants (`let`), parameters, the names of loops and conditions, functions and apps keep \
      what they are. Declare a `var`, or copy the value into one. The memory of an app is \
      changed by the app's own code only, and a value that nothing holds is not worth changing.
      """,
      wrong: """
        let count = 1
        count += 1
        """,
      right: """
        var count = 1
        count += 1
        """),
    DiagnosticPage(
      .unknownMember, "A member that there is not",
      """
      The thing before the dot has no member of this name. Apps have the members of every app, \
      such as `state` and `calls`, and their own variables.
      """,
      wrong: """
        app Notes { }
        print(Notes.stat)
        """,
      right: """
        app Notes { }
        print(Notes.state)
        """),
    DiagnosticPage(
      .notAllowedHere, "A `guard` that does not leave",
      """
      Behind a `guard` its conditions hold, so its `else` has to leave: with `return`, `break` \
      or `continue`, or by ending the app.
      """,
      wrong: """
        func half(n) {
            guard n % 2 == 0 else { print("odd") }
            return n / 2
        }
        """,
      right: """
        func half(n) {
            guard n % 2 == 0 else { return nil }
            return n / 2
        }
        """),
    DiagnosticPage(
      .mixedClosureParameters, "`$0` beside a list of parameters",
      """
      `$0`, `$1` … stand for what a closure without a list of parameters is given. A closure \
      with a list, and a function, use the names that they declare.
      """,
      wrong: """
        print([1, 2].map { n in $0 * 2 })
        """,
      right: """
        print([1, 2].map { n in n * 2 })
        """),
    DiagnosticPage(
      .reservedMemberName, "A name that every app has already",
      """
      From outside, `Notes.state` is the state of the app, whatever the app declares. A variable \
      or function of an app therefore has another name than the members of apps.
      """,
      wrong: """
        app Notes {
            var state = "draft"
        }
        """,
      right: """
        app Notes {
            var stage = "draft"
        }
        """),
  ]
}
