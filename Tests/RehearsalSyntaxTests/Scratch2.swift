import Testing
import Foundation
@testable import RehearsalSyntax

@Test func scratchStack() throws {
  guard let text = ProcessInfo.processInfo.environment["STACK"], let size = Int(text) else { return }
  let n = 99
  let kind = ProcessInfo.processInfo.environment["KIND"] ?? "0"
  let source: String = switch kind {
  case "0": String(repeating: "(", count: n) + "1" + String(repeating: ")", count: n)
  case "1": String(repeating: "f { f(1) ; g(2) { ", count: n/1) + "f()" + String(repeating: "}}", count: n/1)
  case "2": String(repeating: "if a { b()\n", count: n) + "f()" + String(repeating: "}\n", count: n)
  case "3": "let x = " + String(repeating: "1+", count: 398) + "1"
  case "4": String(repeating: "f({ ", count: n/2) + "f()" + String(repeating: "})", count: n/2)
  case "5": "let x = " + String(repeating: "[1: ", count: n) + "f()" + String(repeating: "]", count: n)
  case "6": String(repeating: "a?", count: n) + "1" + String(repeating: ":1", count: n)
  case "7": "let x = a" + String(repeating: ".b", count: 398)
  case "8": String(repeating: "after 5, x { while a { ", count: n/2) + "f()" + String(repeating: "}}", count: n/2)
  case "9": "if a {} " + String(repeating: "else if a { }", count: 398)
  default: ""
  }
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let script = Parser.parse(SourceText(name: "x", source))
    print("parsed", script.diagnostics.count, script.diagnostics.first?.message ?? "")
    if ProcessInfo.processInfo.environment["WALK"] != nil { print(TreePrinter.print(script).utf8.count) }
    done.signal()
  }
  thread.stackSize = size * 1024
  thread.start()
  done.wait()
}
