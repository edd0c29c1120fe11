// The pages of W09: code that runs and is probably not what was meant.

extension DiagnosticPage {
  static let warnings: [DiagnosticPage] = [
    DiagnosticPage(
      .unusedResult, "A result that is not used",
      """
      The function only gives a value back, and the value is lost, so the call does nothing. \
      Lists and strings are values: `sorted`, `reversed` and the like give back a new one and \
      leave the old one as it is.
      """,
      wrong: """
        var list = [3, 1, 2]
        list.sorted()
        print(list)
        """,
      right: """
        var list = [3, 1, 2]
        list = list.sorted()
        print(list)
        """),
    DiagnosticPage(
      .unreachableCode, "Code that is never run",
      """
      The statement before it leaves the block (`return`, `break`, `continue`, `exit`, \
      `fatalError`) or goes round forever, so control never comes here.
      """,
      wrong: """
        func first(list) {
            return list.first
            print("looked")
        }
        print(first([1, 2]))
        """,
      right: """
        func first(list) {
            print("looking")
            return list.first
        }
        print(first([1, 2]))
        """),
    DiagnosticPage(
      .missingReturnValue, "A handler without its answer",
      """
      Some messages ask a question: `didFinishLaunching` tells whether the app can handle what \
      it was launched with. A handler of several statements answers with `return true` or \
      `return false` on every way to its end. One without an answer counts as if the app had no \
      handler.
      """,
      wrong: """
        app Notes {
            var launches = 0
            on didFinishLaunching(options) {
                launches += 1
                log "launched"
            }
        }
        """,
      right: """
        app Notes {
            var launches = 0
            on didFinishLaunching(options) {
                launches += 1
                return true
            }
        }
        """),
  ]
}
