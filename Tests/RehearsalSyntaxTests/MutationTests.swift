// The changes of trees that mutation testing makes: each changes what it says and nothing else.

import RehearsalSyntax
import TestSupport
import Testing

@Suite("Changes of trees")
struct MutationTests {
  /// One in so many changes is made: a tree is printed for each.
  private static let step = 7

  @Test("Each change of a script gives another tree, and a number of none the same")
  func everyChange() throws {
    var count = 0
    for source in try Repository().scripts(below: "Examples") {
      let script = Parser.parse(source)
      let tree = TreePrinter.print(script)
      #expect(TreePrinter.print(script.applying(mutation: -1)) == tree, "\(source.name)")
      for number in stride(from: count % Self.step, to: script.mutations.count, by: Self.step) {
        let changed = script.applying(mutation: number)
        #expect(TreePrinter.print(changed) != tree, "\(source.name) \(number)")
        count += 1
      }
    }
    #expect(count > 50)
  }

  @Test("A deep tree is changed at its deepest place")
  func deepTree() {
    let chain = (0..<200).map { "if n == \($0) { n += 1 }" }.joined(separator: " else ")
    let script = Parser.parse(SourceText(name: "main", "app A { func f(n) { \(chain) } }"))
    let changed = script.applying(mutation: 400)
    #expect(script.mutations.count == 401)
    #expect(script.mutations.last.map { script.source.text(in: $0.range) } == "n += 1")
    #expect(TreePrinter.print(changed) != TreePrinter.print(script))
  }
}
