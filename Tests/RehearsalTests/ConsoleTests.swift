// The plain prompt as a value: inputs add up, an error changes nothing.

import RehearsalConsole
import Testing

@Suite("Console")
struct ConsoleTests {
  @Test("Inputs add up, and only what is new is shown")
  func inputsAddUp() {
    var console = Console()
    #expect(console.take("var n = 1") == .accepted(""))
    #expect(console.take("print(n)") == .accepted("1\n"))
    #expect(console.take("n += 1; print(n)") == .accepted("2\n"))
    #expect(console.exitCode == .passed)
  }

  @Test("An input that is not complete goes on in the next line")
  func inputsOfSeveralLines() {
    var console = Console()
    #expect(console.take("func twice(x) {") == .incomplete(depth: 1))
    #expect(console.isInTheMiddle)
    #expect(console.take("  x * 2") == .incomplete(depth: 1))
    #expect(console.take("}") == .accepted(""))
    #expect(console.take("print(twice(4))") == .accepted("8\n"))
    _ = console.take("func half(")
    console.cancel()
    #expect(console.take("print(1)") == .accepted("1\n"))
  }

  @Test("An input with an error leaves everything as it was")
  func errorsChangeNothing() {
    var console = Console()
    _ = console.take("var n = 1")
    guard case .refused = console.take("n += nope") else {
      Issue.record("an unknown name was accepted")
      return
    }
    #expect(console.exitCode == .scriptError)
    guard case .refused = console.take("n = [1][1]") else {
      Issue.record("a fault was accepted")
      return
    }
    #expect(console.take("print(n)") == .accepted("1\n"))
  }
}
