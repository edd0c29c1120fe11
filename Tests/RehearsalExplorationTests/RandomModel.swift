// Small explorations of variables alone, made by chance: what searches are compared on.

import TestSupport

/// An exploration of variables alone, made of pieces by chance.
struct RandomModel {
  /// The script.
  let text: String

  /// Makes the model of a seed.
  init(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...3, using: &random)
    let alike = [
      "i in 0..<N where a[i] < 2 { a[i] += 1 }", "i in 0..<N where front == 0 { front = i + 1 }",
      "i in 0..<N where front == i + 1 { front = 0 }", "i in 0..<N { b[i] = !b[i] }",
      "i in 0..<N where a[i] == 2 && b[i] { a[i] = 0; front = 0 }",
      "i in 0..<N where last != i { last = i; bump(i) }", "where front != 0 { front = 0 }",
      "{ all }", "i in 0..<N where front == i + 1 && total < 3 { total += 1; a[i] = 1 }",
      "i in 0..<N { a[i] = total; expect a[i] != 2 }", "j in 0..<N { b[j] = last == j }",
    ]
    let unlike = [
      "{ a[0] = 1 }", "i in 0..<N { a[i] = i }", "i in 0..<N { total = i }", "{ a[0] = a[1] }",
      "where front == 2 { b[0] = true }", "{ bump(1); total = a[0] }",
      "i in 0..<N where front > i { front = i }",
    ]
    var pieces = (0..<4).map { _ in alike.randomElement(using: &random) ?? "" }
    if Int.random(in: 0..<3, using: &random) == 0 {
      pieces.append(unlike.randomElement(using: &random) ?? "")
    }
    let bumps = (0..<count).map { "bump(\($0))" }.joined(separator: "; ")
    let alternatives = pieces.map {
      $0.replacing("N", with: "\(count)").replacing("all", with: bumps)
    }.joined(separator: "\n    or ")
    let properties = [
      "a[0] + a[1] < 4", "!b[0] || !b[1]", "front != 2", "a[1] < 2", "total < 3", "last != 1",
      "!(b[0] && b[1] && front == 0)",
    ]
    let zeros = Array(repeating: "0", count: count).joined(separator: ", ")
    text = """
      var a = [\(zeros)]
      var b = [\(zeros.replacing("0", with: "false"))]
      var front = 0
      var last = 0
      var total = 0
      func bump(i) { a[i] = (a[i] + 1) % 3 }
      explore "by chance", environment: [] {
          choose \(alternatives)
          always "first" { \(properties.randomElement(using: &random) ?? "true") }
          sometimes "second" { \(properties.randomElement(using: &random) ?? "true") }
      }

      """
  }
}
